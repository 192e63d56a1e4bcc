import { defaultRangeExtractor, type Range, useVirtualizer } from '@tanstack/react-virtual';
import { type KeyboardEvent, type MouseEvent, useCallback, useEffect, useId, useMemo, useRef } from 'react';
import { useLibrary, useNavigation, useStores } from '../app/stores.tsx';
import { strings } from '../strings.ts';
import { GroupHead } from './group-head.tsx';
import { KitRow, rowId } from './kit-row.tsx';
import { isHead } from './library-index.ts';
import type { Pointing } from './library-store.ts';
import { useProfileNames } from './profile-names.ts';

/** Heights of rows and heads, px; the same in library.css. Fixed, so that nothing is measured while scrolling. */
const ROW_PX = 68;
const HEAD_PX = 36;
/** Rows beyond the visible ones that are drawn. */
const OVERSCAN = 6;

/** The mark in the page's timeline once the list has been drawn. */
const LIST_SHOWN = 'library-shown';

/** The list: virtual rows under heads that stay; the keys are the listbox's own, so that no row has to be there for them. */
export function KitList({ onRemove }: { onRemove: () => void }) {
  const { library, opening, kits } = useStores();
  const names = useProfileNames();
  const view = useLibrary((state) => state.view);
  const order = useLibrary((state) => state.order);
  const today = useLibrary((state) => state.today);
  const { marked, active } = useLibrary((state) => state.selection);
  const pane = useNavigation((state) => state.pane);
  const scroller = useRef<HTMLDivElement>(null);
  const hint = useId();
  const { rows } = view;
  const activeRow = active === null ? undefined : view.rowOf(active);

  const virtual = useVirtualizer({
    count: rows.length,
    getScrollElement: () => scroller.current,
    // The same functions from render to render: other ones would have every row measured again at each scroll.
    estimateSize: useCallback(
      (index: number) => {
        const row = rows[index];
        return row && isHead(row) ? HEAD_PX : ROW_PX;
      },
      [rows],
    ),
    overscan: OVERSCAN,
    scrollPaddingStart: HEAD_PX,
    scrollPaddingEnd: 8,
    getItemKey: useCallback(
      (index: number) => {
        const row = rows[index];
        return row && !isHead(row) ? row.kit.id : `head ${index}`;
      },
      [rows],
    ),
    // The head of what is at the top, and the row where the keys are, are always there.
    rangeExtractor: useCallback(
      (range: Range) => {
        const top = view.heads[view.headsUpTo(range.startIndex) - 1];
        const wanted = new Set(defaultRangeExtractor(range));
        if (top !== undefined) wanted.add(top);
        if (activeRow !== undefined) wanted.add(activeRow);
        return [...wanted].sort((a, b) => a - b);
      },
      [view, activeRow],
    ),
  });
  // Sizes depend on which rows are heads, which moves with every change of the view.
  const shape = useMemo(() => view.heads.join(), [view]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: `shape` is what the measures were taken of
  useEffect(() => virtual.measure(), [virtual, shape]);

  // Wherever the selection comes from, its row is brought into view: once, when it moves.
  const shownRow = useRef<string | null>(null);
  useEffect(() => {
    if (activeRow === undefined || shownRow.current === active) return;
    shownRow.current = active;
    virtual.scrollToIndex(activeRow, { align: 'auto' });
  }, [virtual, active, activeRow]);

  // For the bench (test/bench/ui): when the list was first there to be used, its frame drawn.
  useEffect(() => {
    requestAnimationFrame(() => setTimeout(() => performance.mark(LIST_SHOWN)));
  }, []);

  // Back from the viewer, or after a form went away: keys go on where the person is.
  useEffect(() => {
    if (pane !== 'kit') return;
    const nowhere = document.activeElement === null || document.activeElement === document.body;
    if (nowhere) scroller.current?.focus({ preventScroll: true });
  }, [pane]);

  function onClick(event: MouseEvent<HTMLDivElement>) {
    const id = kitIdOf(event.target);
    if (id === null) return;
    const how: Pointing = event.shiftKey ? 'extend' : event.ctrlKey || event.metaKey ? 'toggle' : 'only';
    library.getState().point(id, how);
  }

  function onDoubleClick(event: MouseEvent<HTMLDivElement>) {
    const id = kitIdOf(event.target);
    if (id !== null) opening.getState().ask(id);
  }

  function togglePin() {
    const state = library.getState();
    const chosen = state.selected();
    const one = active === null ? undefined : kits.getState().find(active);
    if (chosen.length > 1) {
      const ids = chosen.map(({ id }) => id);
      void state.act(chosen.every(({ pinned }) => pinned) ? 'unpin' : 'pin', ids);
    } else if (one) void kits.getState().act(one.pinned ? 'unpin' : 'pin', one.id);
  }

  function onKeyDown(event: KeyboardEvent<HTMLDivElement>) {
    const state = library.getState();
    const control = event.ctrlKey || event.metaKey;
    if (event.altKey) return;
    const how: Pointing = event.shiftKey ? 'extend' : control ? 'move' : 'only';
    const page = Math.max(1, Math.floor((scroller.current?.clientHeight ?? ROW_PX) / ROW_PX) - 1);
    const steps: Record<string, number> = {
      ArrowDown: 1,
      ArrowUp: -1,
      Home: -Infinity,
      End: Infinity,
      PageDown: page,
      PageUp: -page,
    };
    const step = steps[event.key];
    if (step !== undefined) state.step(step, how);
    else if (event.key === 'Enter' && active !== null) opening.getState().ask(active);
    else if (event.key === ' ' && active !== null) state.point(active, event.shiftKey ? 'extend' : 'toggle');
    else if (control && event.key.toLowerCase() === 'a') state.selectAll();
    else if (event.key === 'Escape' && marked.size > 1) state.dropSelection();
    else if (event.key === 'Delete' && marked.size > 0) onRemove();
    else if (event.key === 'p' && !control) togglePin();
    else return;
    event.preventDefault();
  }

  const topHead = view.heads[view.headsUpTo(virtual.range?.startIndex ?? 0) - 1];
  const items = virtual.getVirtualItems();
  return (
    <>
      <p id={hint} className="sr-only">
        {strings.library.listHint}
      </p>
      <div
        ref={scroller}
        role="listbox"
        tabIndex={0}
        aria-label={strings.library.list}
        aria-describedby={hint}
        aria-multiselectable="true"
        aria-activedescendant={activeRow === undefined || active === null ? undefined : rowId(active)}
        className="kit-list"
        onClick={onClick}
        onDoubleClick={onDoubleClick}
        onKeyDown={onKeyDown}
        onFocus={(event) => {
          // By keys only: under a pointer the row that was meant would move away.
          if (activeRow === undefined && event.currentTarget.matches(':focus-visible'))
            library.getState().step(1, marked.size === 0 ? 'only' : 'move');
        }}
      >
        <div role="presentation" className="kit-list__all" style={{ height: `${virtual.getTotalSize()}px` }}>
          {items.map(({ index, key, start }) => {
            const row = rows[index];
            if (!row) return null;
            const stays = index === topHead;
            const place = stays ? undefined : { transform: `translateY(${start}px)` };
            return (
              <div
                key={key}
                role="presentation"
                className={stays ? 'kit-list__top' : 'kit-list__place'}
                style={place}
              >
                {isHead(row) ? (
                  <GroupHead head={row} today={today} />
                ) : (
                  <KitRow
                    entry={row}
                    profileName={names?.get(row.kit.profile_id) ?? null}
                    selected={marked.has(row.kit.id)}
                    active={row.kit.id === active}
                    position={view.positionOf(index)}
                    count={view.count}
                    dayInHead={order === 'departure'}
                    today={today}
                  />
                )}
              </div>
            );
          })}
        </div>
      </div>
    </>
  );
}

function kitIdOf(target: EventTarget): string | null {
  const row = target instanceof Element ? target.closest<HTMLElement>('[data-kit-id]') : null;
  return row?.dataset.kitId ?? null;
}
