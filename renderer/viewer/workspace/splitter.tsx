import { useRef } from 'react';
import { useStores } from '../../shell/state/registry.tsx';
import { MIN_SHARE, useWorkspace, workspaceSlice } from '../../shell/state/workspace-store.ts';
import { workspaceWords } from '../words.ts';

/** How far one key press moves the splitter, as a share of the width. */
const STEP = 0.05;

/** The bar between two views: moved by dragging or arrow keys, centred by a double click or Enter. */
export function Splitter() {
  const [workspace] = useStores(workspaceSlice);
  const share = useWorkspace((state) => state.share);
  const bar = useRef<HTMLDivElement>(null);
  const set = (next: number) => workspace.getState().setShare(next);

  function onKey(key: string): boolean {
    const to = {
      ArrowLeft: share - STEP,
      ArrowRight: share + STEP,
      Home: MIN_SHARE,
      End: 1 - MIN_SHARE,
      Enter: 0.5,
    }[key];
    if (to !== undefined) set(to);
    return to !== undefined;
  }
  return (
    // biome-ignore lint/a11y/useSemanticElements: a rule can't be moved; this is the window splitter of the ARIA practices
    <div
      ref={bar}
      className="splitter"
      role="separator"
      tabIndex={0}
      aria-orientation="vertical"
      aria-label={workspaceWords.splitter}
      aria-valuemin={MIN_SHARE * 100}
      aria-valuemax={(1 - MIN_SHARE) * 100}
      aria-valuenow={Math.round(share * 100)}
      style={{ left: `${share * 100}%` }}
      onKeyDown={(event) => {
        if (event.ctrlKey || event.metaKey || event.altKey || !onKey(event.key)) return;
        event.preventDefault();
        event.stopPropagation();
      }}
      onDoubleClick={() => set(0.5)}
      onPointerDown={(event) => {
        if (event.button === 0) bar.current?.setPointerCapture(event.pointerId);
      }}
      onPointerMove={(event) => {
        const room = bar.current?.parentElement?.getBoundingClientRect();
        if (!room || !bar.current?.hasPointerCapture(event.pointerId)) return;
        set((event.clientX - room.left) / room.width);
      }}
    />
  );
}
