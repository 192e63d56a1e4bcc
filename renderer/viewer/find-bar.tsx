import { useEffect, useRef, useState } from 'react';
import { IconButton } from '../design/button.tsx';
import { strings } from '../strings.ts';
import { useViewer, useViewerStore } from './viewer-context.tsx';

/** How long typing must rest before the search starts, ms. */
const REST_MS = 150;

/** Finds text in this kit. Enter: next, Shift+Enter: previous, Esc: close. */
export function FindBar() {
  const viewer = useViewerStore();
  const find = useViewer((state) => state.find);
  const pageCount = useViewer((state) => state.pageCount);
  const input = useRef<HTMLInputElement>(null);
  const [text, setText] = useState(find.query);

  useEffect(() => {
    input.current?.focus();
    input.current?.select();
  }, []);
  useEffect(() => {
    if (text === viewer.getState().find.query) return;
    const timer = setTimeout(() => void viewer.getState().search(text), REST_MS);
    return () => clearTimeout(timer);
  }, [text, viewer]);

  function close() {
    viewer.getState().openFind(false);
    document.querySelector<HTMLElement>('.scroller')?.focus({ preventScroll: true });
  }
  return (
    <search className="find" aria-label={strings.viewer.findLabel}>
      <input
        ref={input}
        className="input"
        aria-label={strings.viewer.findLabel}
        placeholder={strings.viewer.findLabel}
        name="find"
        value={text}
        spellCheck={false}
        autoComplete="off"
        onChange={(event) => setText(event.target.value)}
        onKeyDown={(event) => {
          if (event.key === 'Enter') viewer.getState().nextMatch(event.shiftKey ? -1 : 1);
          else if (event.key === 'Escape') close();
          else return;
          event.preventDefault();
          event.stopPropagation();
        }}
      />
      <span className="find__count" role="status">
        {findWords(find, pageCount)}
      </span>
      <IconButton
        icon="chevronUp"
        label={strings.viewer.findPrevious}
        onClick={() => viewer.getState().nextMatch(-1)}
      />
      <IconButton
        icon="chevronDown"
        label={strings.viewer.findNext}
        onClick={() => viewer.getState().nextMatch(1)}
      />
      <IconButton icon="cross" label={strings.viewer.findClose} onClick={close} />
    </search>
  );
}

function findWords(
  find: {
    query: string;
    matches: readonly unknown[];
    current: number;
    searching: number | null;
    unreadable: number;
  },
  pageCount: number,
): string {
  if (!find.query.trim()) return '';
  const count =
    find.matches.length > 0 ? strings.viewer.findCount(find.current + 1, find.matches.length) : null;
  if (find.searching !== null) return count ?? strings.viewer.findBusy(find.searching, pageCount);
  const missed = find.unreadable > 0 ? `, ${strings.viewer.findUnreadable(find.unreadable)}` : '';
  return `${count ?? strings.viewer.findNone}${missed}`;
}
