import { type RefObject, useEffect } from 'react';
import type { Point } from '../geometry/turns.ts';
import { useViewer } from '../viewer-context.tsx';
import type { ViewerStore } from '../viewer-store.ts';
import { attachArrowKeys } from './gestures/arrow-keys.ts';
import { attachDragPan } from './gestures/drag-pan.ts';
import { attachSpaceBar } from './gestures/space-bar.ts';
import { attachTurnGestures } from './gestures/turn-gestures.ts';
import { attachZoomGestures } from './gestures/zoom-gestures.ts';

/** What the hand does to the scrolled region: zoom around the pointer, drag, swipe, wheel and space bar. */
export function useGestures(
  scroller: RefObject<HTMLElement | null>,
  store: ViewerStore,
  capture: (at: Point) => void,
): void {
  const single = useViewer((state) => state.arrangement === 'single');
  useEffect(() => {
    const box = scroller.current;
    if (!box) return;
    const turn = (direction: 1 | -1) => store.getState().turnPage(direction);
    const isSingle = () => store.getState().arrangement === 'single';
    const space = attachSpaceBar(box, (direction) => {
      if (isSingle()) turn(direction);
    });
    const stops = [
      space.stop,
      attachArrowKeys(box, isSingle, turn),
      attachDragPan(box, space.held, space.dragged),
      attachZoomGestures(box, (factor, x, y) => {
        capture({ x, y });
        const { zoom, setMode } = store.getState();
        setMode(zoom * factor);
      }),
    ];
    return () => {
      for (const stop of stops) stop();
    };
  }, [scroller, store, capture]);
  useEffect(() => {
    const box = scroller.current;
    if (!box || !single) return;
    return attachTurnGestures(box, (direction) => store.getState().turnPage(direction));
  }, [scroller, store, single]);
}
