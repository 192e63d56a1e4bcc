import { lazy, Suspense, useEffect } from 'react';
import { Button } from '../design/button.tsx';
import { ignoreStrayDrops } from '../design/drop-zone.tsx';
import { LibraryScreen } from '../library/library-screen.tsx';
import { NoticesBar } from '../notices/notices-bar.tsx';
import { OpeningDialogs } from '../opening/opening-dialogs.tsx';
import { SearchPalette } from '../search/search-palette.tsx';
import { SetupScreen } from '../setup/setup-screen.tsx';
import { strings } from '../strings.ts';
import { startPosters } from '../viewer/paint/start-posters.ts';
import { DesktopCommands } from './desktop-commands.tsx';
import { useKits, useNavigation, useSession, useStores } from './stores.tsx';
import { TopBar } from './top-bar.tsx';
import './app.css';

/** The viewer and its PDF engine are loaded when the window has come to rest, or a document is opened before. */
const loadViewer = () => import('../viewer/viewer-screen.tsx');
const ViewerScreen = lazy(loadViewer);
/** How long the window may take to come to rest, ms. */
const VIEWER_LATEST_MS = 5_000;
/** The batch brings its CSV reader along: loaded when it is first wanted. */
const BatchScreen = lazy(() => import('../batch/batch-screen.tsx'));

/** The whole window: start, keys that work everywhere, and the screen in use. */
export function App() {
  const { kits, library, session, navigation, notices, settings } = useStores();
  const kitsStatus = useKits((state) => state.status);
  const sessionStatus = useSession((state) => state.status);
  const screen = useNavigation((state) => state.screen);
  const announcement = useKits((state) => state.announcement);
  // Reading never waits for the profile or the certificate: the list alone decides.
  const ready = kitsStatus === 'ready';

  useEffect(() => {
    const stop = kits.getState().start();
    const stopNotices = notices.getState().start();
    const stopDrops = ignoreStrayDrops();
    void session.getState().load();
    void settings.getState().load();
    const onFocus = () => void session.getState().refreshIdentity();
    window.addEventListener('focus', onFocus);
    return () => {
      stop();
      stopNotices();
      stopDrops();
      window.removeEventListener('focus', onFocus);
    };
  }, [kits, session, notices, settings]);

  useEffect(() => {
    if (kitsStatus !== 'ready' || sessionStatus === 'loading') return;
    const first =
      sessionStatus === 'ready' &&
      kits.getState().kits.length === 0 &&
      session.getState().identity?.state !== 'usable';
    if (first) navigation.getState().toSetup();
    else if (kits.getState().kits.length === 0) navigation.getState().show('request');
    else if (navigation.getState().selectedId === null) library.getState().step(1, 'only');
  }, [kitsStatus, sessionStatus, kits, library, session, navigation]);

  const { bridge } = useStores();
  useEffect(
    () => (ready ? startPosters({ bridge, find: (id) => kits.getState().find(id) }) : undefined),
    [ready, bridge, kits],
  );

  useEffect(() => {
    if (!ready) return;
    const handle = requestIdleCallback(() => void loadViewer().catch(() => {}), {
      timeout: VIEWER_LATEST_MS,
    });
    return () => cancelIdleCallback(handle);
  }, [ready]);

  useEffect(() => {
    if (ready && sessionStatus !== 'loading') document.documentElement.dataset.ready = 'true';
  }, [ready, sessionStatus]);

  useEffect(() => {
    function onKey(event: KeyboardEvent) {
      if ((event.ctrlKey || event.metaKey) && !event.shiftKey && event.key.toLowerCase() === 'n') {
        event.preventDefault();
        navigation.getState().show('request');
      }
    }
    window.addEventListener('keydown', onKey);
    return () => window.removeEventListener('keydown', onKey);
  }, [navigation]);

  return (
    <div className="app">
      {screen.name === 'viewer' ? null : <TopBar />}
      {screen.name === 'viewer' ? null : <NoticesBar />}
      {kitsStatus === 'failed' ? <StartFailed /> : null}
      {kitsStatus === 'loading' ? <p className="app__wait">{strings.app.loading}</p> : null}
      {ready && screen.name === 'library' ? <LibraryScreen /> : null}
      {ready && screen.name === 'setup' ? <SetupScreen /> : null}
      {ready && screen.name === 'batch' ? (
        <Suspense fallback={<p className="app__wait">{strings.app.opening}</p>}>
          <BatchScreen />
        </Suspense>
      ) : null}
      {ready && screen.name === 'viewer' ? (
        <Suspense fallback={<p className="app__wait">{strings.viewer.opening}</p>}>
          <ViewerScreen />
        </Suspense>
      ) : null}
      {ready ? <SearchPalette /> : null}
      {ready ? <DesktopCommands /> : null}
      <OpeningDialogs />
      <div className="sr-only" role="status" aria-live="polite">
        {announcement}
      </div>
    </div>
  );
}

function StartFailed() {
  const { kits } = useStores();
  const failure = useKits((state) => state.failure);
  return (
    <main className="app__failed" role="alert">
      <h1>{strings.app.cannotStart}</h1>
      <p>{failure?.message}</p>
      <Button look="primary" onClick={() => void kits.getState().reload()}>
        {strings.app.tryAgain}
      </Button>
    </main>
  );
}
