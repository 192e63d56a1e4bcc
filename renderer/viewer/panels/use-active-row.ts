import { useVirtualizer, type Virtualizer } from '@tanstack/react-virtual';
import { type KeyboardEvent, type RefObject, useCallback, useEffect, useRef, useState } from 'react';
import { fold } from '../../design/marked.tsx';
import { focusPages, useChosen } from '../document/viewer-context.tsx';

/** A long list of which only the visible rows exist, moved through by keys; the focus stays on the list itself. */
export interface ActiveRows {
  list: RefObject<HTMLDivElement | null>;
  rows: Virtualizer<HTMLDivElement, Element>;
  /** The active row. */
  active: number;
  /** Whether that row exists now: then its id may be named (aria-activedescendant). */
  isThere: boolean;
  setActive(row: number): void;
  /** Goes to the row's target, and moves the focus to the pages. */
  choose(row: number): void;
  /** Up, Down, Home, End, Page Up, Page Down, Enter, Esc, and on the list itself letters; true where the key was one of them. */
  onKey(event: KeyboardEvent): boolean;
}

export function useActiveRows(input: {
  count: number;
  /** Height of a row, CSS px. */
  size: (row: number) => number;
  /** The row that the reader is at; -1 for none. Followed while the focus is elsewhere. */
  current: number;
  /** Which rows these are, by identity: with others the active row is `first`, before any key can reach an old one. */
  filter: unknown;
  first: number;
  /** Goes to the row's target; false if it has none. */
  follow: (row: number) => boolean;
  /** The row's text: typing its letters goes to it. */
  textOf: (row: number) => string;
}): ActiveRows {
  const { count, size, current, filter, first, follow, textOf } = input;
  const letters = useRef(new TypeAhead());
  const list = useRef<HTMLDivElement>(null);
  const chosen = useChosen();
  const [at, setAt] = useState({ filter, row: Math.max(0, current) });
  const setActive = useCallback((row: number) => setAt({ filter, row }), [filter]);
  const active = at.filter === filter ? at.row : Math.max(0, first);
  const begin = useRef(active);
  begin.current = active;
  const rows = useVirtualizer({
    count,
    getScrollElement: () => list.current,
    estimateSize: size,
    overscan: 4,
  });

  useEffect(() => {
    if (current < 0 || list.current === document.activeElement) return;
    setActive(current);
    rows.scrollToIndex(current, { align: 'auto' });
  }, [current, rows, setActive]);
  // Rows of another height (touch mode, other page sizes), and other rows.
  const heights = `${count} ${size(0)}`;
  useEffect(() => {
    if (heights) rows.measure();
  }, [heights, rows]);
  useEffect(() => {
    if (!filter) return;
    rows.measure();
    rows.scrollToIndex(begin.current, { align: 'auto' });
  }, [filter, rows]);

  function go(row: number) {
    const to = Math.min(count - 1, Math.max(0, row));
    setActive(to);
    rows.scrollToIndex(to, { align: 'auto' });
  }
  function choose(row: number, staying = false) {
    if (!follow(row)) return;
    if (!staying) focusPages(list.current);
    chosen(list.current);
  }
  const shown = Math.min(active, Math.max(0, count - 1));
  const isLetter = ({ key }: KeyboardEvent) =>
    key === ' ' ? letters.current.isTyping(performance.now()) : [...key].length === 1;
  return {
    list,
    rows,
    active: shown,
    isThere: rows.getVirtualItems().some(({ index }) => index === shown),
    setActive: go,
    choose(row) {
      go(row);
      choose(row);
    },
    onKey(event) {
      const page = Math.max(1, rows.getVirtualItems().length - 9);
      const to = {
        ArrowDown: active + 1,
        ArrowUp: active - 1,
        Home: 0,
        End: count - 1,
        PageDown: active + page,
        PageUp: active - page,
      }[event.key];
      if (event.ctrlKey || event.metaKey || event.altKey) return false;
      if (isLetter(event) && event.target === list.current) {
        const texts = Array.from({ length: count }, (_, row) => textOf(row));
        const row = letters.current.typed(event.key, texts, shown, performance.now());
        if (row >= 0) go(row);
      } else if (to !== undefined) go(to);
      else if (event.key === 'Enter' || event.key === ' ') choose(active, event.key === ' ');
      else if (event.key === 'Escape') {
        focusPages(list.current);
        chosen(list.current);
      } else return false;
      event.preventDefault();
      event.stopPropagation();
      return true;
    },
  };
}

/** Letters that follow each other within this time are one word, ms. */
const TOGETHER_MS = 1_000;

const LETTER = /[\p{L}\p{N}]/u;

/** Lower case, without accents, one space between words. */
function plain(text: string): string {
  return fold(text).replace(/\s+/g, ' ').trim();
}

/** Whether the text, or a word in it, begins so: `ils` and `27l` both begin in `EGLL \u203a ILS RWY 27L`. */
function begins(text: string, letters: string): { text: boolean; word: boolean } {
  const words = plain(text);
  const first = words.indexOf(letters);
  let at = first;
  while (at > 0 && LETTER.test(words[at - 1] ?? '')) at = words.indexOf(letters, at + 1);
  return { text: first === 0, word: at >= 0 };
}

/**
 * The row that the letters match, searching from a row on and wrapping around; -1 if none. A row that begins with the letters
 * comes before one in which another word does.
 *
 * @param texts what the rows say
 * @param from the first row that is looked at
 */
export function rowByLetters(texts: readonly string[], letters: string, from: number): number {
  const wanted = plain(letters);
  if (wanted === '') return -1;
  let byWord = -1;
  for (let step = 0; step < texts.length; step += 1) {
    const row = (from + step) % texts.length;
    const { text, word } = begins(texts[row] ?? '', wanted);
    if (text) return row;
    if (word && byWord < 0) byWord = row;
  }
  return byWord;
}

/** The letters that were typed on one list. */
export class TypeAhead {
  #letters = '';
  #at = 0;

  /** Whether a person is still typing: then a space is one of the letters. */
  isTyping(now: number): boolean {
    return this.#letters !== '' && now - this.#at < TOGETHER_MS;
  }

  /**
   * A key was pressed.
   *
   * @param texts what the rows say
   * @param active the active row
   * @param now ms of any clock
   * @returns the row to go to; -1 to stay
   */
  typed(letter: string, texts: readonly string[], active: number, now: number): number {
    this.#letters = this.isTyping(now) ? this.#letters + letter : letter;
    this.#at = now;
    const [first = ''] = this.#letters;
    const isSame = [...this.#letters].every((one) => one === first);
    const whole = rowByLetters(texts, this.#letters, [...this.#letters].length > 1 ? active : active + 1);
    // Repeating one letter cycles through all rows that begin with it.
    return whole < 0 && isSame ? rowByLetters(texts, first, active + 1) : whole;
  }
}
