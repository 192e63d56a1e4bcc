import { type RefObject, useCallback, useEffect, useId, useRef, useState } from 'react';
import { airportForNote, chartForNote } from '../../main/marks/rules/note-places.ts';
import type { MarkColour, MarkDraft } from '../../preload/contract.ts';
import { useCharts } from '../charts/charts-store.ts';
import { sheetsOf } from '../charts/shown-chart.ts';
import { Button } from '../design/button.tsx';
import { usePressOutside } from '../design/context-menu.tsx';
import { formatUtc } from '../design/format.ts';
import { aboutOf, type ShownMark } from './mark-order.ts';
import { ColourChoice } from './marks-bar.tsx';
import { useMarks, useMarksStore } from './marks-context.ts';
import type { Editing, MarksState } from './marks-store.ts';
import { useFloating } from './selection-popup.tsx';
import { marksWords } from './words.ts';

const MAX_WORDS = 10_000;
const belonging = marksWords.belongs;

/** To what a note belongs. */
type Belongs = 'flight' | 'chart' | 'airport';

/** The small editor beside a mark; nothing if none is open. */
export function MarkEditor({ root }: { root: () => Element | null }) {
  const editing = useMarks((state) => state.editing);
  const shown = useMarks((state) =>
    editing && 'key' in editing ? (state.marks.find(({ key }) => key === editing.key) ?? null) : null,
  );
  if (!editing || ('key' in editing && !shown)) return null;
  const key = 'key' in editing ? editing.key : `${editing.page} ${editing.x} ${editing.y}`;
  return <Editor key={key} editing={editing} shown={shown} root={root} />;
}

/** The text is stored however the editor is closed; if that fails, it stays open with the text. */
function Editor(props: { editing: Editing; shown: ShownMark | null; root: () => Element | null }) {
  const { editing, shown, root } = props;
  const store = useMarksStore();
  const draft: MarkDraft | null = shown?.mark.draft ?? null;
  const before = draft ? wordsOf(draft) : '';
  const [words, setWords] = useState(before);
  const [belongs, setBelongs] = useState(belongsTo(draft));
  const [failure, setFailure] = useState<string | null>(null);
  const box = useRef<HTMLDivElement>(null);
  const id = useId();
  const names = marksWords.editor;

  const anchor = useCallback(() => {
    const target = 'key' in editing ? `[data-mark="${editing.key}"]` : '[data-new-note]';
    return root()?.querySelector(target)?.getBoundingClientRect() ?? null;
  }, [editing, root]);
  useFloating(box, anchor);

  async function keep(): Promise<boolean> {
    const failed = await keepWords(store.getState(), editing, shown, words.trim(), belongs);
    setFailure(failed);
    return failed === null;
  }
  const settle = useLeaving(() => void keepWords(store.getState(), editing, shown, words.trim(), belongs));
  const close = useClosing(box, root, keep, () => {
    settle();
    // Another mark may have been opened meanwhile.
    if (store.getState().editing === editing) store.getState().edit(null);
  });

  const kind = draft?.kind ?? 'note';
  const isFixed = shown?.mark.lasting?.company !== undefined;
  const page = 'page' in editing ? editing.page : (draft?.page ?? 0);
  return (
    <div
      ref={box}
      className="popup mark-editor"
      role="dialog"
      aria-labelledby={`${id}-title`}
      onKeyDown={(event) => {
        event.stopPropagation();
        const isDone = event.key === 'Escape' || (event.key === 'Enter' && (event.ctrlKey || event.metaKey));
        if (!isDone) return;
        event.preventDefault();
        void close();
      }}
    >
      <EditorHead
        id={`${id}-title`}
        shown={shown}
        onColour={(colour) => {
          if (shown && draft)
            void store
              .getState()
              .change(shown.key, { ...withWords(draft, words.trim()), colour } as MarkDraft);
        }}
      />
      <Quote draft={draft} />
      {kind === 'ink' ? null : (
        <textarea
          className="input"
          rows={4}
          readOnly={isFixed}
          maxLength={MAX_WORDS}
          value={words}
          aria-label={kind === 'highlight' ? names.comment : names.text}
          placeholder={kind === 'highlight' ? names.commentHint : names.textHint}
          onChange={(event) => setWords(event.target.value)}
        />
      )}
      {kind === 'note' && !isFixed ? <BelongsTo page={page} value={belongs} onChange={setBelongs} /> : null}
      {failure ? (
        <p className="mark-editor__failure" role="alert">
          {failure} {names.kept}
        </p>
      ) : null}
      {shown?.mark.id ? (
        <p className="hint">{names.by(shown.mark.by, formatUtc(shown.mark.changed_at))}</p>
      ) : null}
      <div className="mark-editor__actions">
        {isFixed ? null : (
          <Button
            look="quiet"
            onClick={() => {
              settle();
              if (shown) void store.getState().remove(shown.key);
              store.getState().edit(null);
              root()?.querySelector<HTMLElement>('.scroller')?.focus({ preventScroll: true });
            }}
          >
            {draft === null ? names.discard : names.remove}
          </Button>
        )}
        <Button look="primary" onClick={() => void close()}>
          {names.done}
        </Button>
      </div>
    </div>
  );
}

/** The words under a highlight. */
function Quote({ draft }: { draft: MarkDraft | null }) {
  if (draft?.kind !== 'highlight' || !draft.text) return null;
  return <blockquote className="mark-editor__quote">{marksWords.short(draft.text, 140)}</blockquote>;
}

/** To what a note belongs, where its chart or its airport is certain. */
function BelongsTo(props: { page: number; value: Belongs; onChange: (belongs: Belongs) => void }) {
  const { page, value, onChange } = props;
  const name = useId();
  const isRead = useCharts((state) => state.status === 'ready');
  const pages = useCharts((state) => state.pages);
  const sheets = isRead ? sheetsOf(pages) : [];
  const chart = chartForNote(page, sheets);
  const airport = airportForNote(sheets.find((sheet) => sheet.page === page));
  const choices: readonly [Belongs, boolean, string][] = [
    ['flight', true, belonging.flight],
    ['chart', chart !== null, belonging.chart],
    ['airport', airport !== null, belonging.airport(airport)],
  ];
  const shown = choices.filter(([which, isOffered]) => isOffered || which === value);
  if (shown.length === 1) return null;
  return (
    <fieldset className="mark-editor__belongs">
      <legend>{belonging.legend}</legend>
      {shown.map(([which, , text]) => (
        <label key={which}>
          <input type="radio" name={name} checked={value === which} onChange={() => onChange(which)} />
          {text}
        </label>
      ))}
      {value === 'flight' ? null : <p>{value === 'chart' ? belonging.chartHint : belonging.airportHint}</p>}
    </fieldset>
  );
}

/** What is edited, and its colour if it has one. */
function EditorHead(props: { id: string; shown: ShownMark | null; onColour: (colour: MarkColour) => void }) {
  const { shown } = props;
  const draft = shown?.mark.draft ?? null;
  const names = marksWords.editor;
  const isColoured = draft?.kind === 'highlight' || draft?.kind === 'ink';
  const title = draft === null ? names.newNote : isColoured ? names[draft.kind] : names.note;
  return (
    <div className="mark-editor__head">
      <h2 id={props.id}>{shown?.mark.lasting?.company === undefined ? title : aboutOf(shown.mark)}</h2>
      {isColoured ? (
        <ColourChoice pen={draft.kind === 'ink'} value={draft.colour} onChange={props.onColour} />
      ) : null}
    </div>
  );
}

/** Stores the text of a mark, or of a new note. @returns a sentence why that failed; null if it is stored */
async function keepWords(
  { add, change, remove }: MarksState,
  editing: Editing,
  shown: ShownMark | null,
  words: string,
  belongs: Belongs,
): Promise<string | null> {
  if (!shown) {
    if (words === '' || !('page' in editing)) return null;
    const { page, x, y } = editing;
    return add(withBelongs({ kind: 'note', page, x, y, text: words }, belongs));
  }
  const { draft } = shown.mark;
  if (words === wordsOf(draft).trim() && belongs === belongsTo(draft)) return null;
  // A note without text is removed.
  if (draft.kind === 'note' && words === '') return remove(shown.key);
  return change(shown.key, withBelongs(withWords(draft, words), belongs));
}

/** Stores the text if a window or tab closes with the editor. Returns a function to call when nothing is left to store. */
function useLeaving(keep: () => void): () => void {
  const settled = useRef(false);
  const late = useRef(() => {});
  late.current = () => {
    if (!settled.current) keep();
    settled.current = true;
  };
  useEffect(() => {
    const leave = () => late.current();
    window.addEventListener('pagehide', leave);
    return () => {
      window.removeEventListener('pagehide', leave);
      leave();
    };
  }, []);
  return () => {
    settled.current = true;
  };
}

/**
 * Closes the editor once its text is stored, also at a press elsewhere, and returns the focus.
 *
 * @param keep false where that failed: it stays open
 */
function useClosing(
  box: RefObject<HTMLDivElement | null>,
  root: () => Element | null,
  keep: () => Promise<boolean>,
  onClosed: () => void,
): () => Promise<void> {
  const returnTo = useRef<Element | null>(null);
  const closing = useRef(false);

  useEffect(() => {
    returnTo.current = document.activeElement;
    box.current?.querySelector<HTMLElement>('textarea, input:checked')?.focus({ preventScroll: true });
  }, [box]);

  async function close() {
    if (closing.current) return;
    closing.current = true;
    const kept = await keep();
    closing.current = false;
    if (!kept) return;
    onClosed();
    // The editor may stay for a moment, with the focus in it.
    const { activeElement } = document;
    if (activeElement && activeElement !== document.body && !box.current?.contains(activeElement)) return;
    const to = returnTo.current;
    const known = to instanceof HTMLElement && to.isConnected && to !== document.body;
    const target = known ? to : root()?.querySelector<HTMLElement>('.scroller');
    target?.focus({ preventScroll: true });
  }

  usePressOutside([box], () => void close());
  return close;
}

function belongsTo(draft: MarkDraft | null): Belongs {
  return (draft?.kind === 'note' && draft.belongs) || 'flight';
}

function withBelongs(draft: MarkDraft, belongs: Belongs): MarkDraft {
  if (draft.kind !== 'note') return draft;
  const { belongs: _, ...note } = draft;
  return belongs === 'flight' ? note : { ...note, belongs };
}

function wordsOf(draft: MarkDraft): string {
  return draft.kind === 'highlight' ? draft.note : draft.kind === 'note' ? draft.text : '';
}

function withWords<D extends MarkDraft>(draft: D, words: string): D {
  if (draft.kind === 'highlight') return { ...draft, note: words };
  if (draft.kind === 'note') return { ...draft, text: words };
  return draft;
}
