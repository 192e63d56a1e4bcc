import { useBridge } from '../shell/state/registry.tsx';
import { frameEngineOf } from './document/engine/frame-engine.ts';
import { openAheadOf } from './document/opening/open-ahead.ts';
import { Workspace } from './workspace/workspace.tsx';
import './viewer.css';

/** Shows the open kits. Needs only their files on this laptop. Loaded with its engine at the first opening. */
export default function ViewerScreen() {
  const bridge = useBridge();
  const engine = frameEngineOf(bridge);
  return <Workspace engine={engine} ahead={openAheadOf(bridge, engine)} />;
}
