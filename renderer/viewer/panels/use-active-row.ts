import { useVirtualizer, type Virtualizer } from '@tanstack/react-virtual';
import { type KeyboardEvent, type RefObject, useEffect, useRef, useState } from 'react';
import { focusPages } from '../document/focus-pages.ts';
import { useChosen } from '../document/use-over-pages.ts';
import { TypeAhead } from './type-ahead.ts';

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
  /** Goes to the row's target; false if it has none. */
  follow: (row: number) => boolean;
  /** The row's text: typing its letters goes to it. */
  textOf: (row: number) => string;
}): ActiveRows {
  const { count, size, current, follow, textOf } = input;
  const letters = useRef(new TypeAhead());
  const list = useRef<HTMLDivElement>(null);
  const chosen = useChosen();
  const [active, setActive] = useState(Math.max(0, current));
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
  }, [current, rows]);
  // Rows of another height (touch mode, other page sizes).
  const heights = `${count} ${size(0)}`;
  useEffect(() => {
    if (heights) rows.measure();
  }, [heights, rows]);

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
