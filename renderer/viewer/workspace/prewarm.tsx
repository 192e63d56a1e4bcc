/**
 * Draws a view off screen while the window is idle, before the first kit is opened: the first time, React draws a view three
 * times as slowly as later.
 */
import { type ReactNode, startTransition, useEffect } from 'react';
import { createRoot } from 'react-dom/client';
import { whenIdle } from '../../design/timing.ts';
import { kitsSlice } from '../../kits/kits-store.ts';
import { navigationSlice } from '../../shell/state/navigation-store.ts';
import { type Registry, RegistryProvider } from '../../shell/state/registry.tsx';
import { ViewerToolbar } from '../bar/viewer-toolbar.tsx';
import type { PdfEngine } from '../document/engine/pdf-engine.ts';
import { A4 } from '../document/geometry/page-layout.ts';
import { ViewerContext } from '../document/viewer-context.tsx';
import { createViewerStore } from '../document/viewer-store.ts';
import { PageScroller } from '../layout/page-scroller.tsx';
import { KitView } from './kit-view.tsx';
import './workspace.css';

/** Number of frames for which each scene is kept. */
const FRAMES = 3;
/** Longest wait for an idle window before the next scene, ms. */
const LATEST_MS = 1_000;

/** Starts the prewarm; the view is removed when it is drawn. Returns a function that ends it at once. */
export function prewarmView(registry: Registry, engine: PdfEngine): () => void {
  const { bridge, get } = registry;
  const place = document.createElement('div');
  place.className = 'prewarm';
  place.inert = true;
  place.setAttribute('aria-hidden', 'true');
  document.body.append(place);
  const root = createRoot(place);
  const kit =
    get(kitsSlice)
      .getState()
      .kits.find((one) => one.state === 'ready') ?? null;
  const kitId = kit?.id ?? '';
  // Nothing is opened: the view looks as it does before its document is there.
  const view = createViewerStore(bridge, engine);
  view.setState({ pageCount: 2, preparedSizes: [A4, A4] });
  // The parts one by one, so no scene blocks the window for long; then the whole view, twice.
  const whole = <KitView key="view" tab={{ id: 'prewarm', kitId }} standing="hidden" onReopen={end} />;
  const scenes = [
    <ViewerToolbar key="bar" kit={kit} cockpit onBack={end} />,
    <PageScroller key="pages" document={null} />,
    whole,
    whole,
  ];
  let frame = 0;
  let ended = false;
  // Ends when a person opens a view, which needs the time itself.
  const unfollow = get(navigationSlice).subscribe(({ screen }) => {
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
  function stand(scene: number, frames: number): void {
    if (ended) return;
    if (frames > 0) frame = requestAnimationFrame(() => stand(scene, frames - 1));
    else if (scene + 1 < scenes.length) void whenIdle(LATEST_MS).then(() => draw(scene + 1));
    else end();
  }
  function draw(scene: number): void {
    if (ended) return;
    // In small portions, so keys and clicks are handled in between.
    startTransition(() =>
      root.render(
        <RegistryProvider registry={registry}>
          <ViewerContext value={view}>
            <Scene key={scene} onDrawn={() => stand(scene, FRAMES)}>
              {scenes[scene]}
            </Scene>
          </ViewerContext>
        </RegistryProvider>,
      ),
    );
  }

  draw(0);
  return end;
}

function Scene({ children, onDrawn }: { children: ReactNode; onDrawn: () => void }) {
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, after the first render
  useEffect(onDrawn, []);
  return <section className="viewer">{children}</section>;
}
