import { useCallback, useEffect, useId, useRef, useState } from 'react';
import type { MarkDraft } from '../../../preload/contract.ts';
import { Button } from '../../design/button.tsx';
import { strings } from '../../strings/strings.ts';
import { ColourChoice } from './colour-choice.tsx';
import { useFloating } from './floating.ts';
import { useMarks, useMarksStore } from './marks-context.ts';
import type { Editing, ShownMark } from './marks-store.ts';

const MAX_WORDS = 10_000;

/** The small editor beside a mark; nothing where none is open. */
export function MarkEditor({ root }: { root: () => Element | null }) {
  const editing = useMarks((state) => state.editing);
  const shown = useMarks((state) =>
    editing && 'key' in editing ? (state.marks.find(({ key }) => key === editing.key) ?? null) : null,
  );
  if (!editing || ('key' in editing && !shown)) return null;
  const key = 'key' in editing ? editing.key : `${editing.page} ${editing.x} ${editing.y}`;
  return <Editor key={key} editing={editing} shown={shown} root={root} />;
}

/** However it is closed, what was written is kept; where that fails, it stays open with the words in it. */
function Editor(props: { editing: Editing; shown: ShownMark | null; root: () => Element | null }) {
  const { editing, shown, root } = props;
  const store = useMarksStore();
  const draft: MarkDraft | null = shown?.mark.draft ?? null;
  const before = draft ? wordsOf(draft) : '';
  const [words, setWords] = useState(before);
  const [failure, setFailure] = useState<string | null>(null);
  const box = useRef<HTMLDivElement>(null);
  const returnTo = useRef<Element | null>(null);
  const closing = useRef(false);
  const id = useId();
  const names = strings.marks.editor;

  const anchor = useCallback(() => {
    const target = 'key' in editing ? `[data-mark="${editing.key}"]` : '[data-new-note]';
    return root()?.querySelector(target)?.getBoundingClientRect() ?? null;
  }, [editing, root]);
  useFloating(box, anchor);

  useEffect(() => {
    returnTo.current = document.activeElement;
    box.current?.querySelector<HTMLElement>('textarea, input:checked')?.focus({ preventScroll: true });
  }, []);

  async function keep(): Promise<boolean> {
    if (draft === null) {
      if (words.trim() === '' || !('page' in editing)) return true;
      const { page, x, y } = editing;
      const failed = await store.getState().add({ kind: 'note', page, x, y, text: words.trim() });
      setFailure(failed);
      return failed === null;
    }
    if (!shown || words.trim() === before.trim()) return true;
    // An emptied note is no note.
    const emptied = draft.kind === 'note' && words.trim() === '';
    const failed = emptied
      ? await store.getState().remove(shown.key)
      : await store.getState().change(shown.key, withWords(draft, words.trim()));
    setFailure(failed);
    return failed === null;
  }
  async function close() {
    if (closing.current) return;
    closing.current = true;
    const kept = await keep();
    closing.current = false;
    if (!kept) return;
    // Another mark may have been opened meanwhile.
    if (store.getState().editing === editing) store.getState().edit(null);
    giveFocusBack();
  }
  function giveFocusBack() {
    const to = returnTo.current;
    const target =
      to instanceof HTMLElement && to.isConnected && to !== document.body
        ? to
        : root()?.querySelector<HTMLElement>('.scroller');
    if (!document.activeElement || document.activeElement === document.body)
      target?.focus({ preventScroll: true });
  }

  // A press elsewhere keeps what was written.
  const closer = useRef(close);
  closer.current = close;
  useEffect(() => {
    function onDown(event: PointerEvent) {
      if (event.target instanceof Node && box.current?.contains(event.target)) return;
      void closer.current();
    }
    window.addEventListener('pointerdown', onDown, { capture: true });
    return () => window.removeEventListener('pointerdown', onDown, { capture: true });
  }, []);

  const kind = draft?.kind ?? 'note';
  const title =
    draft === null
      ? names.newNote
      : kind === 'ink'
        ? names.ink
        : kind === 'highlight'
          ? names.highlight
          : names.note;
  const hasWords = kind !== 'ink';
  return (
    <div
      ref={box}
      className="mark-editor"
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
      <div className="mark-editor__head">
        <h2 id={`${id}-title`}>{title}</h2>
        {draft?.kind === 'highlight' || draft?.kind === 'ink' ? (
          <ColourChoice
            pen={draft.kind === 'ink'}
            value={draft.colour}
            onChange={(colour) => {
              if (shown)
                void store
                  .getState()
                  .change(shown.key, { ...withWords(draft, words.trim()), colour } as MarkDraft);
            }}
          />
        ) : null}
      </div>
      {draft?.kind === 'highlight' && draft.text ? (
        <blockquote className="mark-editor__quote">{strings.marks.short(draft.text, 140)}</blockquote>
      ) : null}
      {hasWords ? (
        <textarea
          className="input"
          rows={4}
          maxLength={MAX_WORDS}
          value={words}
          aria-label={kind === 'highlight' ? names.comment : names.text}
          placeholder={kind === 'highlight' ? names.commentHint : names.textHint}
          onChange={(event) => setWords(event.target.value)}
        />
      ) : null}
      {failure ? (
        <p className="mark-editor__failure" role="alert">
          {failure} {names.kept}
        </p>
      ) : null}
      {shown?.mark.id ? (
        <p className="mark-editor__by">{names.by(shown.mark.by, momentOf(shown.mark.changed_at))}</p>
      ) : null}
      <div className="mark-editor__actions">
        <Button
          look="quiet"
          onClick={() => {
            if (shown) void store.getState().remove(shown.key);
            store.getState().edit(null);
            root()?.querySelector<HTMLElement>('.scroller')?.focus({ preventScroll: true });
          }}
        >
          {draft === null ? names.discard : names.remove}
        </Button>
        <Button look="primary" onClick={() => void close()}>
          {names.done}
        </Button>
      </div>
    </div>
  );
}

function wordsOf(draft: MarkDraft): string {
  return draft.kind === 'highlight' ? draft.note : draft.kind === 'note' ? draft.text : '';
}

function withWords<D extends MarkDraft>(draft: D, words: string): D {
  if (draft.kind === 'highlight') return { ...draft, note: words };
  if (draft.kind === 'note') return { ...draft, text: words };
  return draft;
}

/** For example `2026-11-21 09:40 UTC`. */
function momentOf(utc: string): string {
  return `${utc.slice(0, 10)} ${utc.slice(11, 16)} UTC`;
}
