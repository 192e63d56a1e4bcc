import { useBridge } from '../state/registry.tsx';
import { pdfjsEngine } from './engine/pdfjs-engine.ts';
import { openAheadOf } from './opening/open-ahead.ts';
import { Workspace } from './workspace/workspace.tsx';
import './viewer.css';

/** Reads the kits that are open. Needs nothing but their files on this laptop. Loaded with its engine at the first opening. */
export default function ViewerScreen() {
  const bridge = useBridge();
  return <Workspace engine={pdfjsEngine} ahead={openAheadOf(bridge, pdfjsEngine)} />;
}
