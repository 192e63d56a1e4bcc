import { useEffect, useLayoutEffect, useRef, useState } from 'react';
import { Button } from '../../design/button.tsx';
import { deferred } from '../../design/deferred.tsx';
import { Icon } from '../../design/icons.tsx';
import { useWindowKey } from '../../design/keys.ts';
import { FailureNotice, Notice } from '../../design/notice.tsx';
import { readyWords } from '../../ready/words.ts';
import { requestWords, trackWords } from '../../request/words.ts';
import { setupWords } from '../../setup/words.ts';
import { shelfWords } from '../../shelf/words.ts';
import { navigationSlice, type Pane, useNavigation } from '../../shell/state/navigation-store.ts';
import { useStores } from '../../shell/state/registry.tsx';
import { sessionSlice, useSession } from '../../shell/state/session-store.ts';
import { ConnectionLine } from '../connection-line.tsx';
import { useKits } from '../kits-store.ts';
import { hasFacts } from '../list/library-order.ts';
import { librarySlice, useLibrary } from '../list/library-store.ts';
import { RemoveDialog } from '../remove-dialog.tsx';
import { kitWords, libraryWords } from '../words.ts';
import { HiddenKit, KitDetails } from './details/kit-details.tsx';
import { KitList } from './kit-list.tsx';
import { LibraryHead } from './library-head.tsx';
import './library.css';
import './kit-row.css';
import './kit-table.css';

/** The panes beside the list except a kit's details: their code loads when the window is idle, or when first shown. */
export const RequestForm = deferred(async () => (await import('../../request/request-form.tsx')).RequestForm);
export const TrackForm = deferred(async () => (await import('../../request/track-form.tsx')).TrackForm);
export const ReadyPanel = deferred(async () => (await import('../../ready/ready-panel.tsx')).ReadyPanel);
export const ShelfPane = deferred(async () => (await import('../../shelf/shelf-pane.tsx')).ShelfPane);
export const BulkPane = deferred(async () => (await import('./bulk-pane.tsx')).BulkPane);

const words = libraryWords;

/** How often to check whether a new day has begun, ms. */
const DAY_CHECK_MS = 30_000;

/** All kits, and beside them the details of one, what can be done with several, the request form, or the track form. */
export function LibraryScreen() {
  const [library, navigation] = useStores(librarySlice, navigationSlice);
  const pane = useNavigation((state) => state.pane);
  const empty = useKits((state) => state.kits.length === 0);
  const none = useLibrary((state) => state.view.count === 0);
  const several = useLibrary((state) => state.selection.marked.size > 1);
  const [removing, setRemoving] = useState<readonly string[]>([]);
  // Kits may be removed or change while the question is open.
  const kits = useKits((state) => state.kits);
  const asked = removing.length > 0 ? kits.filter(({ id }) => removing.includes(id)) : [];

  useEffect(() => {
    const look = () => library.getState().tick(Date.now());
    look();
    const timer = setInterval(look, DAY_CHECK_MS);
    return () => clearInterval(timer);
  }, [library]);

  useWayOut();

  const askToRemove = () =>
    setRemoving(
      library
        .getState()
        .selected()
        .map(({ id }) => id),
    );

  async function answer(yes: boolean) {
    const ids = asked.map(({ id }) => id);
    setRemoving([]);
    if (!yes) return;
    const next = library.getState().neighbourOf(...ids);
    const { failed } = await library.getState().act('remove', ids);
    // Kits that could not be removed stay selected, and say why.
    if (failed === 0) navigation.getState().leaveKit(next);
  }

  return (
    <main className="library" id="content" tabIndex={-1}>
      <section className="library__list" aria-label={words.title}>
        <LibraryHead />
        <IdentityBanner />
        <ConnectionLine />
        {empty ? <EmptyLibrary /> : none ? <NoMatch /> : <KitList onRemove={askToRemove} />}
      </section>
      <aside className="pane" aria-label={paneName(pane)}>
        {pane === 'request' ? <RequestForm /> : null}
        {pane === 'track' ? <TrackForm /> : null}
        {pane === 'shelf' ? <ShelfPane /> : null}
        {pane === 'ready' ? <ReadyPanel /> : null}
        {pane === 'kit' ? several ? <BulkPane onRemove={askToRemove} /> : <OneKit /> : null}
      </aside>
      {asked.length > 0 ? <RemoveDialog kits={asked} onAnswer={(yes) => void answer(yes)} /> : null}
    </main>
  );
}

function OneKit() {
  const selectedId = useNavigation((state) => state.selectedId);
  const kit = useKits((state) => (selectedId === null ? undefined : state.find(selectedId)));
  const listed = useLibrary(({ view }) => selectedId !== null && view.rowOf(selectedId) !== undefined);
  const back = useNavigation((state) => state.back);
  return (
    <>
      {back === 'ready' ? <BackToReady /> : null}
      {kit ? null : <p className="pane__none">{kitWords.none}</p>}
      {kit && listed ? <KitDetails key={kit.id} kit={kit} /> : null}
      {kit && !listed ? <HiddenKit kit={kit} /> : null}
    </>
  );
}

function paneName(pane: Pane): string {
  if (pane === 'request') return requestWords.title;
  if (pane === 'ready') return readyWords.title;
  if (pane === 'shelf') return shelfWords.title;
  return pane === 'track' ? trackWords.title : kitWords.pane;
}

/** Says why new kits can't be requested, and what to do; reading never depends on it. */
function IdentityBanner() {
  const notice = useIdentityNotice();
  return notice && <div className="library__banner">{notice}</div>;
}

function useIdentityNotice() {
  const [session] = useStores(sessionSlice);
  const { failure, profile, identity } = useSession((state) => state);
  const all = useKits((state) => state.kits.length);
  if (failure)
    return (
      <FailureNotice
        failure={
          failure.step === 'load' ? { message: setupWords.loadFailed(failure.error.message) } : failure.error
        }
        {...(failure.step === 'load' ? { again: () => void session.getState().load() } : {})}
      />
    );
  if (all === 0 || identity?.state === 'usable' || (profile && !identity)) return null;
  // Kits come from the shelf without one.
  if (identity?.state === 'none' && profile?.shelf) return null;
  const locked = identity?.state === 'locked';
  return (
    <Notice
      tone="warn"
      action={
        <Button onClick={() => void session.getState().openSetup('identity')}>
          {locked ? setupWords.unlock : setupWords.setUp}
        </Button>
      }
    >
      {locked ? <strong>{`${setupWords.locked}. `}</strong> : null}
      {identity && 'reason' in identity
        ? setupWords.identityBanner.locked(identity.reason)
        : setupWords.identityBanner.none}
    </Notice>
  );
}

/** Shown if there is no kit: what to do first. */
function EmptyLibrary() {
  return (
    <div className="library__empty">
      <Icon name="pin" />
      <h2>{words.emptyTitle}</h2>
      <p>{words.empty}</p>
    </div>
  );
}

/** Shown if no kit matches the filter: why, and how to reset it. */
function NoMatch() {
  const [library] = useStores(librarySlice);
  const filter = useLibrary((state) => state.filter);
  const all = useKits((state) => state.kits.length);
  const query = filter.query.trim();
  return (
    <div className="library__empty">
      <Icon name="search" />
      <h2>{words.noMatchTitle}</h2>
      <p>
        {query === ''
          ? words.noMatchFilters
          : hasFacts(filter)
            ? words.noMatchBoth(query)
            : words.noMatch(query)}
      </p>
      <p>{words.noMatchHint(all)}</p>
      <Button onClick={() => library.getState().clearFilter()}>{words.clearFilter}</Button>
    </div>
  );
}

/** Returns from a kit to "Ready to fly", by this button or Esc. */
function BackToReady() {
  const [navigation] = useStores(navigationSlice);
  const back = useRef<HTMLParagraphElement>(null);
  useWindowKey('input, select, textarea, dialog', (event) => {
    if (event.key !== 'Escape' || event.defaultPrevented) return;
    // Otherwise the screen's own Esc would close the panel that is shown again.
    event.preventDefault();
    navigation.getState().goBack();
  });
  // The control that had the focus is gone: the focus moves here, not to the list.
  useLayoutEffect(() => {
    if (document.activeElement === document.body) back.current?.querySelector('button')?.focus();
  }, []);
  return (
    <p ref={back} className="pane__back">
      <Button look="quiet" icon="back" onClick={() => navigation.getState().goBack()}>
        {readyWords.back}
      </Button>
    </p>
  );
}

/** Whether the element is in the pane beside the list. */
function isInPane(element: Element | null): boolean {
  return element?.closest('.pane') != null;
}

/** Whether Esc leads from here back to the list: from the details of a kit, and from the search field above it. */
function isBesideList(element: Element | null): boolean {
  return isInPane(element) || element?.closest('.library__search') != null;
}

/**
 * Esc closes the form or panel beside the list, like its close button, and the focus returns to where it was. From the details
 * of a kit, and from the search field once it is empty, Esc returns to the list. Text in a form is kept.
 */
function useWayOut(): void {
  const [navigation] = useStores(navigationSlice);
  const pane = useNavigation((state) => state.pane);
  const outside = useRef<HTMLElement | null>(null);
  const opened = useRef({ pane, selectedId: navigation.getState().selectedId });

  useEffect(() => {
    function note({ target }: FocusEvent) {
      if (target instanceof HTMLElement && !isInPane(target)) outside.current = target;
    }
    document.addEventListener('focusin', note);
    return () => document.removeEventListener('focusin', note);
  }, []);

  // Runs before the list takes a focus that is nowhere.
  useLayoutEffect(() => {
    const { selectedId } = navigation.getState();
    const before = opened.current;
    opened.current = { pane, selectedId };
    const closed = before.pane !== 'kit' && pane === 'kit';
    // A form that was sent shows its kit.
    if (!closed || selectedId !== before.selectedId) return;
    const lost = document.activeElement === null || document.activeElement === document.body;
    if (lost && outside.current?.isConnected) outside.current.focus({ preventScroll: true });
  }, [navigation, pane]);

  useWindowKey('dialog, [popover]', (event) => {
    if (event.key !== 'Escape' || event.defaultPrevented || event.isComposing) return;
    if (document.querySelector('dialog:modal, [popover]:popover-open')) return;
    if (pane !== 'kit') {
      event.preventDefault();
      navigation.getState().show('kit');
    } else if (isBesideList(document.activeElement) && navigation.getState().back === null) {
      event.preventDefault();
      document.querySelector<HTMLElement>('.kit-list')?.focus({ preventScroll: true });
    }
  });
}
