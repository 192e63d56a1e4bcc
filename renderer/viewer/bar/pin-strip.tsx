import {
  type DragEvent,
  type KeyboardEvent,
  type RefObject,
  useCallback,
  useEffect,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
} from 'react';
import { FlagSign } from '../../charts/chart-words.tsx';
import { useCharts } from '../../charts/charts-store.ts';
import { type FlightAirports, movedTo } from '../../charts/pin-order.ts';
import { flagOfSheet, nameAt } from '../../charts/shown-chart.ts';
import { chartWords } from '../../charts/words.ts';
import { IconButton, withKey } from '../../design/button.tsx';
import { useContextMenu } from '../../design/context-menu.tsx';
import type { IconName } from '../../design/icons.tsx';
import { isPressed, keyWords } from '../../design/key-press.ts';
import { keyTable, viewerKeys } from '../../design/keys.ts';
import { openingSlice } from '../../kits/opening-store.ts';
import { usePinnedPages } from '../../marks/marks-context.ts';
import { useStores } from '../../shell/state/registry.tsx';
import { useCommands } from '../document/keys/command.ts';
import { focusPages, useNameInView, useViewer, useViewerStore } from '../document/viewer-context.tsx';
import type { Command, ViewerState } from '../document/viewer-state.ts';
import { workspaceWords } from '../words.ts';

const { numbered, pinEarlier, pinLater } = keyTable.viewer;
const MOVES = { [pinEarlier[0]]: -1, [pinLater[0]]: 1 } as const;

/** The pinned charts in the flight's or the person's own order, each with a key; nothing if none is pinned. */
export function PinStrip({ kitId, trip }: { kitId: string; trip: FlightAirports | null }) {
  const store = useViewerStore();
  const pinned = usePinnedPages(trip);
  const name = useNameInView(chartWords.strip.label);
  const list = useRef<HTMLOListElement>(null);
  const page = useViewer((state) => state.page);
  const isOwn = useViewer((state) => state.pinOrder !== null);
  const { move, said, restore, nameOf } = useMoving(pinned, list);
  const drag = usePinDrag(pinned, move);
  useCommands(
    useMemo<readonly Command[]>(
      () => [
        ...pinned.slice(0, numbered.length).map((to, index) => ({
          id: `pinned-${index + 1}`,
          group: 'marks' as const,
          keys: numbered.slice(index, index + 1),
          words: chartWords.commands.pinned(index + 1),
          unlisted: true,
          run: ({ state }: { state: ViewerState }) => state.goTo(to),
        })),
        ...moveCommands(pinned, move, restore),
      ],
      [pinned, move, restore],
    ),
  );
  const isPinned = pinned.includes(page);
  useEffect(() => {
    if (isPinned && page > 0)
      list.current?.querySelector('[aria-current]')?.scrollIntoView({ block: 'nearest', inline: 'nearest' });
  }, [isPinned, page]);

  function onKey(event: KeyboardEvent, of: number) {
    for (const [keys, step] of Object.entries(MOVES)) {
      if (!isPressed(keys, event)) continue;
      move(of, pinned.indexOf(of) + step);
      event.preventDefault();
      event.stopPropagation();
    }
  }
  if (pinned.length === 0) return null;
  return (
    <nav className="pin-strip" aria-label={name} data-own-keys>
      <ol ref={list} className="pin-strip__list">
        {pinned.map((to, index) => (
          <li key={to} className="pin-strip__place" {...drag.of(to)} onKeyDown={(event) => onKey(event, to)}>
            <Pinned
              kitId={kitId}
              page={to}
              index={index}
              name={nameOf(to)}
              isCurrent={to === page}
              isMovable={pinned.length > 1}
              onGo={() => {
                store.getState().goTo(to);
                focusPages(list.current);
              }}
            />
          </li>
        ))}
      </ol>
      {isOwn ? (
        <IconButton
          icon="undo"
          label={chartWords.strip.flightOrder}
          onClick={() => {
            restore();
            list.current?.querySelector('button')?.focus();
          }}
        />
      ) : null}
      <p className="sr-only" role="status">
        {said}
      </p>
    </nav>
  );
}

/** Moves pins, and announces the result. */
function useMoving(pinned: readonly number[], list: RefObject<HTMLElement | null>) {
  const store = useViewerStore();
  const pages = useCharts((state) => state.pages);
  const [said, setSaid] = useState('');
  /** The pin that had the focus before its element was moved, which loses the focus. */
  const focusedPin = useRef<number | null>(null);
  const { strip, page: pageName } = chartWords;
  const nameOf = useCallback((page: number) => nameAt(pages, page), [pages]);
  const move = useCallback(
    (page: number, place: number) => {
      const order = movedTo(pinned, page, place);
      if (order.every((one, index) => one === pinned[index])) return;
      const focused = document.activeElement?.closest<HTMLElement>('[data-pin]');
      focusedPin.current = focused && list.current?.contains(focused) ? Number(focused.dataset.pin) : null;
      store.getState().orderPins(order);
      setSaid(strip.moved(nameOf(page) ?? pageName(page), order.indexOf(page) + 1, order.length));
    },
    [pinned, store, list, nameOf],
  );
  const restore = useCallback(() => {
    store.getState().orderPins(null);
    setSaid(strip.inFlightOrder);
  }, [store]);
  useLayoutEffect(() => {
    if (focusedPin.current !== null && pinned.includes(focusedPin.current))
      list.current?.querySelector<HTMLElement>(`[data-pin="${focusedPin.current}"]`)?.focus();
    focusedPin.current = null;
  }, [pinned, list]);
  return { move, said, restore, nameOf };
}

/** The commands of keys and menu for the pin of the page in view, and for all pins. */
function moveCommands(
  pinned: readonly number[],
  move: (page: number, place: number) => void,
  restore: () => void,
): readonly Command[] {
  const words = chartWords.commands;
  const onPin = (id: 'pinEarlier' | 'pinLater', step: 1 | -1, words: string, icon: IconName): Command => ({
    id,
    group: 'marks',
    keys: viewerKeys(id),
    words,
    icon,
    menu: true,
    isOff: ({ page }) => {
      const to = pinned.indexOf(page) + step;
      return !pinned.includes(page) || to < 0 || to >= pinned.length;
    },
    run: ({ state }) => move(state.page, pinned.indexOf(state.page) + step),
  });
  return [
    onPin('pinEarlier', -1, words.pinEarlier, 'stepBack'),
    onPin('pinLater', 1, words.pinLater, 'stepForward'),
    {
      id: 'flightOrder',
      group: 'marks',
      keys: [],
      words: words.flightOrder,
      isOff: ({ pinOrder }) => pinOrder === null,
      run: restore,
    },
  ];
}

function Pinned(props: {
  kitId: string;
  page: number;
  index: number;
  /** The name of its chart; null if not known. */
  name: string | null;
  isCurrent: boolean;
  isMovable: boolean;
  onGo: () => void;
}) {
  const { kitId, page, index, name } = props;
  const [opening] = useStores(openingSlice);
  const flag = useCharts((state) => flagOfSheet(state.pages.get(page)));
  const { strip, page: pageName } = chartWords;
  const ownKey = numbered[index];
  const label = name === null ? pageName(page) : strip.go(name, page);
  const tip = withKey(label, ownKey ? [ownKey] : []);
  const moveTip = `${strip.move} (${keyWords(pinEarlier[0])}, ${keyWords(pinLater[0])})`;
  const context = useContextMenu(label, [
    {
      words: workspaceWords.chartElsewhere,
      run: () => void opening.getState().moveElsewhere(kitId, { page, beside: true }),
    },
  ]);
  return (
    <>
      <button
        type="button"
        className="pin-strip__go"
        onContextMenu={context.open}
        aria-current={props.isCurrent ? 'page' : undefined}
        data-pin={page}
        aria-keyshortcuts={
          [...(ownKey ? [ownKey] : []), ...(props.isMovable ? Object.keys(MOVES) : [])].join(' ') || undefined
        }
        title={props.isMovable ? `${tip}\n${moveTip}` : tip}
        onClick={props.onGo}
      >
        {ownKey === undefined ? null : (
          <span className="pin-strip__key" aria-hidden="true">
            {index + 1}
          </span>
        )}
        <span className="ellipsis">{name ?? pageName(page)}</span>
        {name === null ? null : <span className="sr-only">{pageName(page)}</span>}
        <FlagSign flag={flag} />
      </button>
      {context.menu}
    </>
  );
}

/** The type of the dragged data, a pin of this window, so that nothing else accepts it. */
const TYPE = 'application/x-tripkit-pin';

/** Where a dragged pin would be dropped: before or after another one. */
interface Drop {
  over: number;
  side: 'before' | 'behind';
}

/** Drags pins with the pointer. @param move puts a page at a place, an index among all */
function usePinDrag(pinned: readonly number[], move: (page: number, place: number) => void) {
  const [dragged, setDragged] = useState<number | null>(null);
  const [drop, setDrop] = useState<Drop | null>(null);
  const end = () => {
    setDragged(null);
    setDrop(null);
  };
  /** For the element of a pin. */
  const of = (page: number) => ({
    draggable: pinned.length > 1,
    'data-dragged': dragged === page || undefined,
    'data-drop': drop?.over === page && dragged !== page ? drop.side : undefined,
    onDragStart(event: DragEvent<HTMLElement>) {
      event.dataTransfer.setData(TYPE, String(page));
      event.dataTransfer.effectAllowed = 'move';
      setDragged(page);
    },
    onDragOver(event: DragEvent<HTMLElement>) {
      if (dragged === null) return;
      event.preventDefault();
      event.stopPropagation();
      event.dataTransfer.dropEffect = 'move';
      const { left, width } = event.currentTarget.getBoundingClientRect();
      const side = event.clientX < left + width / 2 ? 'before' : 'behind';
      if (drop?.over !== page || drop.side !== side) setDrop({ over: page, side });
    },
    onDrop(event: DragEvent<HTMLElement>) {
      if (dragged === null) return;
      event.preventDefault();
      event.stopPropagation();
      const { left, width } = event.currentTarget.getBoundingClientRect();
      const others = pinned.filter((one) => one !== dragged);
      const at = others.indexOf(page);
      if (at >= 0) move(dragged, event.clientX < left + width / 2 ? at : at + 1);
      end();
    },
    onDragEnd: end,
  });
  return { of };
}
