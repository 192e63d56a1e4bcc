import { type RefObject, useEffect } from 'react';
import { useViewer } from '../document/viewer-context.tsx';
import type { ViewerStore } from '../document/viewer-state.ts';
import { attachArrowKeys } from './gestures/arrow-keys.ts';
import { attachDragPan } from './gestures/drag-pan.ts';
import { attachSpaceBar } from './gestures/space-bar.ts';
import { attachTurnGestures } from './gestures/turn-gestures.ts';
import { attachZoomGestures } from './gestures/zoom-gestures.ts';
import type { ScrollKeeper } from './scroll-keeper.ts';

/** The gestures of the scrolled region: zoom around the pointer, drag, swipe, wheel and space bar. */
export function useGestures(
  scroller: RefObject<HTMLElement | null>,
  store: ViewerStore,
  keeper: ScrollKeeper,
): void {
  const single = useViewer((state) => state.arrangement === 'single');
  useEffect(() => {
    const box = scroller.current;
    if (!box) return;
    const end = new AbortController();
    const turn = (direction: 1 | -1) => store.getState().turnPage(direction);
    const isSingle = () => store.getState().arrangement === 'single';
    const pastEnd = (direction: 1 | -1) => isSingle() && turn(direction);
    attachDragPan(box, attachSpaceBar(box, pastEnd, end.signal), end.signal);
    attachArrowKeys(box, isSingle, turn, end.signal);
    const zoom = (factor: number, x: number, y: number) => {
      keeper.capture({ x, y });
      store.getState().setMode(store.getState().zoom * factor);
    };
    attachZoomGestures(box, zoom, end.signal);
    return () => end.abort();
  }, [scroller, store, keeper]);
  useEffect(() => {
    const box = scroller.current;
    if (!box || !single) return;
    const end = new AbortController();
    attachTurnGestures(box, (direction) => store.getState().turnPage(direction), end.signal);
    return () => end.abort();
  }, [scroller, store, single]);
}
