import { useEffect, useRef, useState } from 'react';
import { useCharts } from '../charts/charts-store.ts';
import { pinTitle } from '../charts/pin-order.ts';
import { WaitingNote } from '../comparison/in-viewer/in-viewer.tsx';
import { Button, IconButton } from '../design/button.tsx';
import { Icon } from '../design/icons.tsx';
import { settingsWords } from '../settings/words.ts';
import { asUiFailure } from '../shell/state/bridge.ts';
import { useBridge } from '../shell/state/registry.tsx';
import { useForbidden } from '../shell/state/settings-store.ts';
import { useChosen, useNameInView, useViewer, useViewerStore } from '../viewer/document/viewer-context.tsx';
import { MarksBar } from './marks-bar.tsx';
import { useMarks, useMarksStore } from './marks-context.ts';
import { listMarks, type MarkGroup, type MarkRow } from './marks-list.ts';
import { marksWords } from './words.ts';

const words = marksWords.panel;

/** All marks of the kit, and the bookmarks of other kits that have a place in it. */
export function MarksPanel() {
  const store = useMarksStore();
  const { marks, bookmarks, status, failure, kitId } = useMarks((state) => state);
  const [query, setQuery] = useState('');
  const isOpen = useViewer((state) => state.status === 'open');
  const name = useNameInView(words.region);

  useEffect(() => {
    if (isOpen) void store.getState().loadBookmarks();
  }, [store, isOpen]);

  const pages = useCharts((state) => state.pages);
  const groups = listMarks(marks, bookmarks ?? [], query, (of) => pinTitle(pages, of));
  const isEmpty = marks.length === 0 && (bookmarks ?? []).length === 0;
  return (
    <div className="marks-panel">
      <MarksBar />
      <WaitingNote kitId={kitId} />
      {isEmpty ? null : (
        <input
          className="input marks-panel__filter"
          type="search"
          value={query}
          aria-label={words.filter}
          placeholder={words.filterPlaceholder}
          onChange={(event) => setQuery(event.target.value)}
        />
      )}
      <section className="marks-panel__list" aria-label={name}>
        {status === 'failed' ? <LoadFailed failure={failure} /> : null}
        {groups.map((group) => (
          <Group key={group.id} group={group} />
        ))}
        {status === 'ready' && isEmpty ? (
          <div className="marks-panel__empty">
            <h2>{words.none}</h2>
            <p>{words.empty}</p>
          </div>
        ) : null}
        {!isEmpty && groups.length === 0 ? (
          <p className="marks-panel__empty">{words.noMatch(query)}</p>
        ) : null}
      </section>
      <SaveCopy isOff={status !== 'ready' || !isOpen} />
    </div>
  );
}

function LoadFailed({ failure }: { failure: string | null }) {
  const store = useMarksStore();
  const kitId = useMarks((state) => state.kitId);
  return (
    <div className="marks-panel__empty" role="alert">
      <p>{failure}</p>
      <Button onClick={() => void store.getState().load(kitId)}>{words.retry}</Button>
    </div>
  );
}

function Group({ group }: { group: MarkGroup }) {
  return (
    <>
      <h2 className="marks-panel__group">
        {group.title} <span className="marks-panel__count">{group.rows.length}</span>
      </h2>
      {group.explain ? <p className="marks-panel__explain">{group.explain}</p> : null}
      <ul>
        {group.rows.map((row) => (
          <Row key={row.key} row={row} isDrawn={group.id !== 'outdated' && group.id !== 'waiting'} />
        ))}
      </ul>
    </>
  );
}

function Row({ row, isDrawn }: { row: MarkRow; isDrawn: boolean }) {
  const store = useMarksStore();
  const viewer = useViewerStore();
  const item = useRef<HTMLLIElement>(null);
  const chosen = useChosen();
  const { page, text, note, chart, bookmark, keep } = row;
  const what = marksWords.short([text, note].filter(Boolean).join(', '));

  function go() {
    if (page === null) return;
    chosen(item.current);
    if (bookmark !== null || !isDrawn) viewer.getState().goTo(page);
    else store.getState().reveal(row.key);
  }
  function remove() {
    const next = item.current?.nextElementSibling ?? item.current?.previousElementSibling;
    if (bookmark !== null) void store.getState().removeBookmark(bookmark);
    else void store.getState().remove(row.key);
    next?.querySelector<HTMLElement>('.marks-panel__go')?.focus();
  }
  return (
    <li ref={item} className="marks-panel__row" data-kind={row.kind}>
      <button
        type="button"
        className="marks-panel__go"
        disabled={page === null}
        onClick={go}
        onKeyDown={(event) => {
          if (event.key === 'Delete') remove();
        }}
      >
        {row.colour ? (
          <span className="colours__swatch" data-colour={row.colour} aria-hidden="true" />
        ) : (
          <Icon name={row.kind === 'bookmark' ? 'bookmark' : row.kind === 'pin' ? 'pin' : 'note'} />
        )}
        <span className="marks-panel__words">
          <span className="marks-panel__text">{text}</span>
          {note ? <span className="marks-panel__note">{note}</span> : null}
          {chart ? <span className="marks-panel__note">{chart}</span> : null}
        </span>
        <span className="marks-panel__page">
          {page === null ? (
            words.notHere
          ) : (
            <>
              <span className="sr-only">{words.pageBefore}</span> {page}
            </>
          )}
        </span>
      </button>
      {keep !== null && page !== null ? (
        <div className="marks-panel__keep">
          <Button
            aria-label={words.keepName(what, page)}
            onClick={() => void store.getState().keepNote(keep)}
          >
            {words.keep}
          </Button>
        </div>
      ) : null}
      {row.isFixed ? null : <IconButton icon="cross" label={words.remove(what)} onClick={remove} />}
    </li>
  );
}

/** The outcome is shown in the viewer's own place for it. */
function SaveCopy({ isOff }: { isOff: boolean }) {
  const bridge = useBridge();
  const viewer = useViewerStore();
  const kitId = useMarks((state) => state.kitId);
  const hasDrawn = useMarks((state) =>
    state.marks.some(
      ({ mark }) => !mark.outdated && mark.draft.kind !== 'pin' && mark.draft.kind !== 'bookmark',
    ),
  );
  const [busy, setBusy] = useState(false);
  const noCopies = useForbidden('export');
  async function save() {
    setBusy(true);
    try {
      const file = await bridge.marks.saveCopy(kitId);
      if (file !== null) viewer.getState().tell(words.saved(file));
    } catch (error) {
      viewer.getState().tell(asUiFailure(error).message);
    } finally {
      setBusy(false);
    }
  }
  if (!hasDrawn) return null;
  return (
    <div className="marks-panel__save">
      <Button icon="down" disabled={isOff || busy || noCopies} onClick={() => void save()}>
        {busy ? words.saving : words.saveCopy}
      </Button>
      <p>{noCopies ? settingsWords.managed : words.savedWhat}</p>
    </div>
  );
}
