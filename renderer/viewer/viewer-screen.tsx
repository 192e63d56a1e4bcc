import { pdfjsEngine } from './engine/pdfjs-engine.ts';
import { Workspace } from './workspace/workspace.tsx';
import './viewer.css';

/** Reads the kits that are open. Needs nothing but their files on this laptop. Loaded with its engine at the first opening. */
export default function ViewerScreen() {
  return <Workspace engine={pdfjsEngine} />;
}
