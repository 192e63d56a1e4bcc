import {
  type CSSProperties,
  type DragEvent,
  type FocusEvent,
  type KeyboardEvent,
  type MouseEvent,
  type RefObject,
  useEffect,
  useId,
  useRef,
} from 'react';
import type { Kit } from '../../../preload/contract.ts';
import { commandOf } from '../../design/keys.ts';
import { asUiFailure } from '../../shell/state/bridge.ts';
import { navigationSlice, useNavigation } from '../../shell/state/navigation-store.ts';
import { type Registry, useRegistry, useStores } from '../../shell/state/registry.tsx';
import { type KitOutcome, kitsSlice } from '../kits-store.ts';
import { librarySlice, useLibrary } from '../list/library-store.ts';
import { openingSlice } from '../opening-store.ts';
import { libraryWords } from '../words.ts';
import { rowId } from './kit-row.tsx';
import { ListLines } from './list-lines.tsx';
import { columnWidths, TableHead } from './table-head.tsx';
import { CARDS, heightOf, TABLE, useListPlace, useListWindow } from './use-list-window.ts';

/** How far the keys move, in kits, or in pages. */
const steps: Readonly<Record<string, number>> = {
  ArrowDown: 1,
  ArrowUp: -1,
  Home: -Infinity,
  End: Infinity,
  PageDown: 1,
  PageUp: -1,
};

/** The mark in the page's timeline once the list has been drawn. */
const LIST_SHOWN = 'library-shown';

/**
 * The list, as cards or as a table: virtual rows under sticky heads. The list handles the keys itself, so the active row need
 * not be in the DOM.
 */
export function KitList({ onRemove }: { onRemove: () => void }) {
  const view = useLibrary((state) => state.view);
  const active = useLibrary((state) => state.selection.active);
  const isTable = useLibrary((state) => state.arrangement.layout === 'table');
  const columns = useLibrary((state) => state.columns);
  const pane = useNavigation((state) => state.pane);
  const scroller = useRef<HTMLDivElement>(null);
  const hint = useId();
  const px = isTable ? TABLE : CARDS;
  const activeLine = active === null ? undefined : view.rowOf(active);
  const listWindow = useListWindow(scroller, view, px);
  const { show } = listWindow;

  useListPlace(scroller, listWindow, px);

  // The selected row is scrolled into view once, when the selection moves, whatever moved it.
  const shownId = useRef<string | null>(null);
  useEffect(() => {
    // A kit that a filter has hidden is scrolled into view when it is shown again.
    if (activeLine === undefined) shownId.current = null;
    if (activeLine === undefined || shownId.current === active) return;
    shownId.current = active;
    show(activeLine);
  }, [show, active, activeLine]);

  // For the bench (test/bench/ui): when the list was first usable and its frame drawn.
  useEffect(() => {
    requestAnimationFrame(() => setTimeout(() => performance.mark(LIST_SHOWN)));
  }, []);

  // After the viewer or a form closes, the list takes the focus.
  useEffect(() => {
    if (pane !== 'kit') return;
    const nowhere = document.activeElement === null || document.activeElement === document.body;
    if (nowhere) scroller.current?.focus({ preventScroll: true });
  }, [pane]);

  const handlers = useListEvents(scroller, onRemove);
  const { template, least } = columnWidths(columns);
  const about = {
    ref: scroller,
    tabIndex: 0,
    'aria-label': libraryWords.list,
    'aria-describedby': hint,
    'aria-multiselectable': true,
    'aria-activedescendant': activeLine === undefined || active === null ? undefined : rowId(active),
    ...handlers,
  } as const;
  const lines = (
    <div role="presentation" className="kit-list__all" style={{ height: `${heightOf(view, px)}px` }}>
      <ListLines lines={listWindow.lines} settled={listWindow.settled} most={listWindow.most} px={px} />
    </div>
  );

  return (
    <>
      <p id={hint} className="sr-only">
        {libraryWords.listHint}
      </p>
      {isTable ? (
        // biome-ignore lint/a11y/useSemanticElements: rows stand where the scroller has them, which no element of a table does
        <div
          {...about}
          role="grid"
          aria-rowcount={view.count + 1}
          aria-colcount={columns.length}
          className="kit-list kit-list--table"
          style={{ '--columns': template, '--table-width': `${least}px` } as CSSProperties}
        >
          <TableHead onLeave={() => scroller.current?.focus({ preventScroll: true })} />
          {lines}
        </div>
      ) : (
        <div {...about} role="listbox" className="kit-list">
          {lines}
        </div>
      )}
    </>
  );
}

/** The pointer and key handlers of the list, also for its rows. */
function useListEvents(scroller: RefObject<HTMLDivElement | null>, onRemove: () => void) {
  const registry = useRegistry();
  const [library, opening, kits] = useStores(librarySlice, openingSlice, kitsSlice);
  const [navigation] = useStores(navigationSlice);

  /** The active kit; null if a filter hides it, so that keys never act on a hidden kit. */
  function shownActive(): string | null {
    const { selection, view } = library.getState();
    return selection.active !== null && view.rowOf(selection.active) !== undefined ? selection.active : null;
  }

  /** Whether Esc closes the details of the selected kit, rather than a form or returning to another panel. */
  function isOfDetails(): boolean {
    const { pane, back } = navigation.getState();
    return pane === 'kit' && back === null;
  }

  function togglePin() {
    const { selected, act } = library.getState();
    const chosen = selected();
    const id = shownActive();
    const one = id === null ? undefined : kits.getState().find(id);
    if (chosen.length > 1) {
      const ids = chosen.map(({ id }) => id);
      void act(chosen.every(({ pinned }) => pinned) ? 'unpin' : 'pin', ids);
    } else if (one) void kits.getState().act(one.pinned ? 'unpin' : 'pin', one.id);
  }

  function onKeyDown(event: KeyboardEvent<HTMLDivElement>) {
    const state = library.getState();
    const { marked } = state.selection;
    const active = shownActive();
    const control = event.ctrlKey || event.metaKey;
    if (event.altKey) return;
    const command = commandOf('library', event);
    const px = state.arrangement.layout === 'table' ? TABLE : CARDS;
    const height = (scroller.current?.clientHeight ?? px.row) - px.top;
    const page = Math.max(1, Math.floor(height / px.row) - 1);
    const step = event.key.startsWith('Page') ? page * (steps[event.key] ?? 0) : steps[event.key];
    if (step !== undefined) state.step(step, event.shiftKey ? 'extend' : control ? 'move' : 'only');
    else if (event.key === 'Enter' && active !== null) opening.getState().ask(active);
    else if (event.key === ' ' && active !== null) state.point(active, event.shiftKey ? 'extend' : 'toggle');
    else if (command === 'selectAll') state.selectAll();
    else if (event.key === 'Escape' && marked.size > 1) state.dropSelection();
    else if (event.key === 'Escape' && marked.size === 1 && isOfDetails()) state.deselect();
    else if (event.key === 'Delete' && marked.size > 0) onRemove();
    else if (command === 'keep') togglePin();
    else if (command === 'nextDeparture' && state.view.now.next) state.point(state.view.now.next.id, 'only');
    else return;
    event.preventDefault();
  }

  return {
    onKeyDown,
    onClick(event: MouseEvent<HTMLDivElement>) {
      const id = kitIdOf(event.target);
      const control = event.ctrlKey || event.metaKey;
      if (id !== null) library.getState().point(id, event.shiftKey ? 'extend' : control ? 'toggle' : 'only');
    },
    onDoubleClick(event: MouseEvent<HTMLDivElement>) {
      const id = kitIdOf(event.target);
      if (id !== null) opening.getState().ask(id);
    },
    onDragStart(event: DragEvent<HTMLDivElement>) {
      const id = kitIdOf(event.target);
      const kit = id === null ? undefined : kits.getState().find(id);
      if (kit) void dragOut(event, kit, registry);
    },
    onFocus(event: FocusEvent<HTMLDivElement>) {
      // The column heads have their own keys.
      if (event.target !== event.currentTarget) return;
      const { selection, step, view, point } = library.getState();
      // Only for keys: with a pointer, the row would move away from it.
      if (shownActive() !== null || !event.currentTarget.matches(':focus-visible')) return;
      const how = selection.marked.size === 0 ? 'only' : 'move';
      const { next } = view.now;
      if (next === null) step(1, how);
      else point(next.id, how);
    },
  };
}

function kitIdOf(target: EventTarget): string | null {
  const row = target instanceof Element ? target.closest<HTMLElement>('[data-kit-id]') : null;
  return row?.dataset.kitId ?? null;
}

/** The most kits in one drag; contract, `documents.drag`. */
const MAX_DRAGGED = 50;
/** How long copies may take before a sentence about it is shown, ms. */
const SLOW_MS = 400;

/**
 * Starts the system's drag of a kit's PDF file (Electron docs, "Native File Drag & Drop"), and of those selected with it, once
 * copies are ready and if the button is still pressed. A failure is shown with the kit.
 */
async function dragOut(event: DragEvent, kit: Kit, { bridge, get }: Registry): Promise<void> {
  const [kits, library] = [get(kitsSlice), get(librarySlice)];
  // The browser's own drag would drag a piece of the page.
  event.preventDefault();
  if (kit.document === null) return;
  const selected = library.getState().selected();
  const along = selected.some(({ id }) => id === kit.id) ? selected : [kit];
  const ids = along
    .filter(({ document }) => document !== null)
    .map(({ id }) => id)
    .slice(0, MAX_DRAGGED);
  const showResult = (result: KitOutcome) => {
    // A kit's messages are shown in its details, so it is selected.
    if (along.length === 1 && selected.every(({ id }) => id !== kit.id))
      library.getState().point(kit.id, 'only');
    kits.setState(({ outcome }) => ({ outcome: new Map(outcome).set(kit.id, result) }));
  };
  kits.getState().clearOutcome(kit.id);
  const slow = setTimeout(() => showResult({ done: libraryWords.preparingDrag }), SLOW_MS);
  try {
    await bridge.documents.prepareDrag(ids);
    clearTimeout(slow);
    kits.getState().clearOutcome(kit.id);
    await bridge.documents.drag(ids);
  } catch (error) {
    clearTimeout(slow);
    showResult({ failure: asUiFailure(error) });
  }
}
