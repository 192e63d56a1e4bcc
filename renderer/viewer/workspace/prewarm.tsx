/**
 * Draws a view where nobody sees it, before the first kit is opened: React draws a view for the first time three times as
 * slowly as later, and that is paid while the window is idle.
 */
import { type ReactNode, startTransition, useEffect } from 'react';
import { createRoot } from 'react-dom/client';
import { whenIdle } from '../../design/idle.ts';
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

/** Frames that each scene stands. */
const FRAMES = 3;
/** How long the next scene waits for the window to be idle, ms. */
const LATEST_MS = 1_000;

/** Begins; the view goes when it is drawn. The answer ends it at once. */
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
  // Nothing is opened: the view stands as it does before its document has come.
  const view = createViewerStore(bridge, engine);
  view.setState({ pageCount: 2, preparedSizes: [A4, A4] });
  // Its parts one by one, so that no scene holds up the window for long; then the whole, twice.
  const whole = <KitView key="view" tab={{ id: 'prewarm', kitId }} standing="hidden" onReopen={end} />;
  const scenes = [
    <ViewerToolbar key="bar" kit={kit} onBack={end} />,
    <PageScroller key="pages" document={null} />,
    whole,
    whole,
  ];
  let frame = 0;
  let ended = false;
  // A view that a person opens does not share the time with it.
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
    // In small portions, so that keys and clicks are answered in between.
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
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when it stands
  useEffect(onDrawn, []);
  return <section className="viewer">{children}</section>;
}
