import { useEffect, useRef } from 'react';
import { useKits, useNavigation, useSession, useStores } from '../app/stores.tsx';
import { Button } from '../design/button.tsx';
import { Icon } from '../design/icons.tsx';
import { Notice } from '../design/notice.tsx';
import { KitDetails } from '../kit/kit-details.tsx';
import { RequestForm } from '../request/request-form.tsx';
import { strings } from '../strings.ts';
import { TrackForm } from '../track/track-form.tsx';
import { KitList } from './kit-list.tsx';
import { matchesFilter } from './kit-words.ts';
import { useProfileNames } from './profile-names.ts';
import './library.css';

/** All kits, and beside them the details of one, the request form, or the track form. */
export function LibraryScreen() {
  const pane = useNavigation((state) => state.pane);
  const empty = useKits((state) => state.kits.length === 0);
  const selectedId = useNavigation((state) => state.selectedId);
  const kit = useKits((state) => state.kits.find((one) => one.id === selectedId) ?? null);
  return (
    <main className="library" id="content" tabIndex={-1}>
      <section className="library__list" aria-label={strings.library.title}>
        <LibraryHead />
        <IdentityBanner />
        {empty ? <EmptyLibrary /> : <KitList />}
      </section>
      <aside className="pane" aria-label={paneName(pane)}>
        {pane === 'request' ? <RequestForm /> : null}
        {pane === 'track' ? <TrackForm /> : null}
        {pane === 'kit' ? (
          kit ? (
            <KitDetails key={kit.id} kit={kit} />
          ) : (
            <p className="pane__none">{strings.kit.none}</p>
          )
        ) : null}
      </aside>
    </main>
  );
}

function paneName(pane: 'kit' | 'request' | 'track'): string {
  if (pane === 'request') return strings.request.title;
  return pane === 'track' ? strings.track.title : strings.kit.pane;
}

function LibraryHead() {
  const { kits, navigation } = useStores();
  const filter = useKits((state) => state.filter);
  const all = useKits((state) => state.kits.length);
  const names = useProfileNames();
  const shown = useKits(
    (state) =>
      state.kits.filter((kit) => matchesFilter(kit, state.filter, names?.get(kit.profile_id))).length,
  );
  const pane = useNavigation((state) => state.pane);
  const input = useRef<HTMLInputElement>(null);
  useEffect(() => {
    function onKey(event: KeyboardEvent) {
      const typing = event.target instanceof HTMLElement && event.target.closest('input, textarea, dialog');
      if (event.key === '/' && !typing) {
        event.preventDefault();
        input.current?.focus();
      }
    }
    window.addEventListener('keydown', onKey);
    return () => window.removeEventListener('keydown', onKey);
  }, []);
  return (
    <div className="library__head">
      <div className="library__heading">
        <h1>{strings.library.title}</h1>
        <p className="library__count">{all > 0 ? strings.library.count(shown, all) : ''}</p>
        <span className="library__actions">
          <Button aria-pressed={pane === 'track'} onClick={() => navigation.getState().show('track')}>
            {strings.library.track}
          </Button>
          <Button
            look="primary"
            icon="plus"
            title="Ctrl+N"
            onClick={() => navigation.getState().show('request')}
          >
            {strings.library.newRequest}
          </Button>
        </span>
      </div>
      {all > 0 ? (
        <div className="library__filter">
          <Icon name="search" />
          <input
            ref={input}
            type="search"
            className="input"
            aria-label={strings.library.filter}
            placeholder={strings.library.filterPlaceholder}
            value={filter}
            spellCheck={false}
            onChange={(event) => kits.getState().setFilter(event.target.value)}
            onKeyDown={(event) => {
              if (event.key === 'Escape') kits.getState().setFilter('');
              if (event.key === 'ArrowDown')
                document.querySelector<HTMLElement>('[role="option"][tabindex="0"]')?.focus();
            }}
          />
        </div>
      ) : null}
    </div>
  );
}

/** Says when new kits can't be requested, and the way on; reading never depends on it. */
function IdentityBanner() {
  const { navigation, session } = useStores();
  const failure = useSession((state) => (state.failure?.step === 'load' ? state.failure.error : null));
  const profile = useSession((state) => state.profile);
  const identity = useSession((state) => state.identity);
  const all = useKits((state) => state.kits.length);
  if (failure)
    return (
      <div className="library__banner">
        <Notice
          tone="danger"
          alert
          action={<Button onClick={() => void session.getState().load()}>{strings.app.tryAgain}</Button>}
        >
          {strings.setup.loadFailed(failure.message)}
        </Notice>
      </div>
    );
  if (all === 0 || identity?.state === 'usable' || (profile && !identity)) return null;
  const locked = identity?.state === 'locked';
  return (
    <div className="library__banner">
      <Notice
        tone="warn"
        action={
          <Button onClick={() => navigation.getState().toSetup()}>
            {locked ? strings.setup.unlock : strings.setup.setUp}
          </Button>
        }
      >
        {locked ? <strong>{`${strings.setup.locked}. `}</strong> : null}
        {locked ? strings.setup.identityBanner.locked(identity.reason) : strings.setup.identityBanner.none}
      </Notice>
    </div>
  );
}

function EmptyLibrary() {
  return (
    <div className="library__empty">
      <Icon name="pin" />
      <h2>{strings.library.emptyTitle}</h2>
      <p>{strings.library.empty}</p>
    </div>
  );
}
