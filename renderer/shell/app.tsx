import { useEffect } from 'react';
import { CockpitBar, CockpitMode } from '../cockpit/cockpit-bar.tsx';
import { appearanceStore } from '../design/appearance.ts';
import { Button } from '../design/button.tsx';
import { takeStrayDrops } from '../design/drop-zone.tsx';
import { useCommandKeys } from '../design/keys.ts';
import { InDialogs } from '../design/modal.tsx';
import { AT_REST_LATEST_MS, whenIdle } from '../design/timing.ts';
import { appWords } from '../design/words.ts';
import { KitQuestion } from '../kits/kit-question.tsx';
import { kitsSlice, useKits } from '../kits/kits-store.ts';
import { LibraryScreen } from '../kits/library/library-screen.tsx';
import { librarySlice } from '../kits/list/library-store.ts';
import { useOpening } from '../kits/opening-store.ts';
import { useSearchKeys } from '../search/search-button.tsx';
import { useSearch } from '../search/search-store.ts';
import { startAhead } from '../viewer/start-ahead.ts';
import { DesktopCommands } from './commands.tsx';
import { FirstSteps } from './first-steps.tsx';
import {
  BatchScreen,
  ChangesScreen,
  GuidesScreen,
  NewsCard,
  OpeningDialogs,
  PolicyScreen,
  RecordScreen,
  SearchPalette,
  SettingsScreen,
  ViewerScreen,
  warmLazyComponents,
} from './lazy-components.tsx';
import { LateNotices, NoticesBar } from './notices-bar.tsx';
import { useRead } from './state/calls.ts';
import { flightFiles } from './state/dropped-files.ts';
import { navigationSlice, useNavigation } from './state/navigation-store.ts';
import { useBridge, useRegistry, useStores } from './state/registry.tsx';
import { sessionSlice, useSession } from './state/session-store.ts';
import { useWindows } from './state/windows-store.ts';
import { TopBar } from './top-bar.tsx';
import './app.css';

/** The whole window: its start, the keys that work everywhere, and the current screen. */
export function App() {
  const registry = useRegistry();
  const [session, navigation] = useStores(sessionSlice, navigationSlice);
  const kitsStatus = useKits((state) => state.status);
  const sessionStatus = useSession((state) => state.status);
  const screen = useNavigation((state) => state.screen);
  /** Whether this is an additional window, which only shows kits: the library's window does what is done once per app. */
  const isFurther = useWindows((state) => state.viewer !== null);
  const announcement = useKits((state) => state.announcement);
  // Reading never waits for the profile or the certificate, only for the list.
  const ready = kitsStatus === 'ready';

  useEffect(() => {
    const take = async (files: readonly File[]) => {
      const flights = await flightFiles(files);
      const others = files.filter((file) => !flights.includes(file));
      if (others.length > 0) void session.getState().handFiles(others);
      if (flights.length > 0) navigation.getState().toBatch(flights);
    };
    const stopDrops = takeStrayDrops((files) => void take(files));
    const onFocus = () => void session.getState().refreshIdentity();
    window.addEventListener('focus', onFocus);
    return () => {
      stopDrops();
      window.removeEventListener('focus', onFocus);
    };
  }, [session, navigation]);

  useFirstScreen(isFurther);

  useEffect(() => {
    if (ready) void warmLazyComponents();
  }, [ready]);

  useEffect(() => (ready && !isFurther ? startAhead(registry) : undefined), [ready, registry, isFurther]);

  useEffect(() => {
    if (ready && sessionStatus !== 'loading') document.documentElement.dataset.ready = 'true';
  }, [ready, sessionStatus]);

  useRequestKey();

  return (
    <div className="app">
      <CockpitMode />
      {screen.name === 'viewer' ? null : <CockpitBar />}
      {screen.name === 'viewer' || screen.name === 'changes' ? null : <TopBar />}
      {screen.name === 'viewer' ? null : <NoticesBar />}
      {kitsStatus === 'failed' ? <StartFailed /> : null}
      {kitsStatus === 'loading' ? <p className="app__wait">{appWords.loading}</p> : null}
      <InDialogs value={<LateNotices place="within" />}>
        {ready && screen.name === 'library' ? <LibraryScreen /> : null}
        {ready && screen.name === 'library' && !isFurther ? <News /> : null}
        {ready && screen.name === 'first' ? <FirstSteps /> : null}
        {ready && screen.name === 'settings' ? <SettingsScreen /> : null}
        {ready && screen.name === 'policy' ? <PolicyScreen /> : null}
        {ready && screen.name === 'batch' ? <BatchScreen /> : null}
        {ready && screen.name === 'record' ? <RecordScreen /> : null}
        {ready && screen.name === 'changes' ? <ChangesScreen /> : null}
        {ready && screen.name === 'guides' ? <GuidesScreen /> : null}
        {ready && screen.name === 'viewer' ? <ViewerScreen /> : null}
        {screen.name === 'viewer' ? <LateNotices place="below" /> : null}
        {ready ? <Search /> : null}
        {ready ? <DesktopCommands /> : null}
        <Opening />
        <KitQuestion />
      </InDialogs>
      <div className="sr-only" role="status" aria-live="polite">
        {announcement}
      </div>
    </div>
  );
}

/** Shows the first screen: the first steps, the request form, or the first kit of the list. */
function useFirstScreen(isFurther: boolean): void {
  const [kits, library] = useStores(kitsSlice, librarySlice);
  const [session, navigation] = useStores(sessionSlice, navigationSlice);
  const kitsStatus = useKits((state) => state.status);
  const sessionStatus = useSession((state) => state.status);
  useEffect(() => {
    if (kitsStatus !== 'ready' || sessionStatus === 'loading' || isFurther) return;
    const { identity, profiles } = session.getState();
    const none = kits.getState().kits.length === 0;
    const begins = none && sessionStatus === 'ready' && identity?.state !== 'usable';
    // Kits of a shelf need no certificate.
    if (begins && profiles.some(({ shelf }) => shelf)) navigation.getState().show('shelf');
    else if (begins) {
      navigation.getState().toFirst();
      // In cockpit mode a window opens only when a person asks for it.
      if (!appearanceStore.getState().cockpit) void session.getState().openSetup();
    } else if (none) navigation.getState().show('request');
    else if (navigation.getState().selectedId === null) library.getState().step(1, 'only');
  }, [kitsStatus, sessionStatus, kits, library, session, navigation, isFurther]);
}

/** Ctrl+N shows the request of a new kit. */
function useRequestKey(): void {
  const [navigation] = useStores(navigationSlice);
  useCommandKeys('everywhere', { newRequest: () => navigation.getState().show('request') }, 'dialog');
}

/** The search across all kits: its keys, which work everywhere, and its dialog while open. */
function Search() {
  useSearchKeys();
  return useSearch((state) => state.open) ? <SearchPalette /> : null;
}

/** The questions before kits open, while there are any. */
function Opening() {
  return useOpening((state) => state.question !== null) ? <OpeningDialogs /> : null;
}

/** What is new after an update: read, and its code loaded, once the window is idle. */
function News() {
  const bridge = useBridge();
  const info = useRead(() => whenIdle(AT_REST_LATEST_MS).then(() => bridge.app.info()), bridge);
  // Without an answer nothing is shown; Help has the same text.
  if (!info || info.before === null) return null;
  return <NewsCard version={info.version} before={info.before} />;
}

function StartFailed() {
  const [kits] = useStores(kitsSlice);
  const failure = useKits((state) => state.failure);
  return (
    <main className="app__failed" role="alert">
      <h1>{appWords.cannotStart}</h1>
      <p>{failure?.message}</p>
      <Button look="primary" onClick={() => void kits.getState().reload()}>
        {appWords.tryAgain}
      </Button>
    </main>
  );
}
