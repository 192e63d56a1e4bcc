/**
 * Draws a view once, where nobody sees it, before the first kit is opened. The browser compiles code when it first runs, and
 * React draws a view for the first time three times as slowly as the second: that is paid while the window is at rest.
 */
import { startTransition } from 'react';
import { createRoot } from 'react-dom/client';
import { type Stores, StoresProvider } from '../../app/stores.tsx';
import type { PdfEngine } from '../engine/pdf-engine.ts';
import { ViewerContext } from '../viewer-context.tsx';
import { createViewerStore } from '../viewer-store.ts';
import { KitView } from './kit-view.tsx';
import './workspace.css';

/** A4 in CSS px at 100 %. */
const A4 = { width: 794, height: 1123 };
/** Frames that the view stands each time. */
const FRAMES = 3;
/** How often it is drawn: what ran once is compiled, what ran again is quick. */
const TIMES = 3;

/** Begins; the view goes by itself. The answer ends it at once. */
export function rehearseView(stores: Stores, engine: PdfEngine): () => void {
  const place = document.createElement('div');
  place.className = 'rehearsal';
  place.inert = true;
  place.setAttribute('aria-hidden', 'true');
  document.body.append(place);
  const root = createRoot(place);
  const kitId = stores.kits.getState().kits.find((kit) => kit.state === 'ready')?.id ?? '';
  // Nothing is opened: the view stands as it does before its document has come.
  const view = createViewerStore(stores.bridge, engine);
  view.setState({ pageCount: 2, preparedSizes: [A4, A4] });
  let frame = 0;
  let ended = false;
  // A view that a person opens does not share the time with it.
  const unfollow = stores.navigation.subscribe(({ screen }) => {
    if (screen.name === 'viewer') end();
  });

  function end(): void {
    if (ended) return;
    ended = true;
    unfollow();
    cancelAnimationFrame(frame);
    root.unmount();
    place.remove();
  }
  function stand(frames: number, times: number): void {
    const drawn = place.querySelector(`[data-rehearsed="${times}"] [data-page]`);
    if (drawn && frames <= 1 && times <= 1) end();
    else if (drawn && frames <= 1) draw(times - 1);
    else frame = requestAnimationFrame(() => stand(drawn ? frames - 1 : frames, times));
  }
  function draw(times: number): void {
    // In small portions, so that keys and clicks are answered in between.
    startTransition(() =>
      root.render(
        <StoresProvider stores={stores}>
          <ViewerContext value={view}>
            <div key={times} data-rehearsed={times}>
              <KitView tab={{ id: 'rehearsal', kitId }} standing="hidden" onReopen={end} />
            </div>
          </ViewerContext>
        </StoresProvider>,
      ),
    );
    frame = requestAnimationFrame(() => stand(FRAMES, times));
  }

  draw(TIMES);
  return end;
}
