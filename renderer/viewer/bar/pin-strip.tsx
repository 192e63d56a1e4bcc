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
import type { PinName } from '../../../preload/contract.ts';
import { FlagSign } from '../../charts/chart-words.tsx';
import { useCharts } from '../../charts/charts-store.ts';
import {
  currentPin,
  type FlightAirports,
  isSamePin,
  movedTo,
  pageOfPin,
  pinTitle,
  placeOf,
  placeOfPin,
  shownPin,
} from '../../charts/pin-order.ts';
import { flagOfSheet, type PagesOfCharts } from '../../charts/shown-chart.ts';
import { chartWords } from '../../charts/words.ts';
import { IconButton, withKey } from '../../design/button.tsx';
import { useContextMenu } from '../../design/context-menu.tsx';
import type { IconName } from '../../design/icons.tsx';
import { isPressed, keyWords } from '../../design/key-press.ts';
import { keyTable, viewerKeys } from '../../design/keys.ts';
import { openingSlice } from '../../kits/opening-store.ts';
import { usePins } from '../../marks/marks-context.ts';
import { useStores } from '../../shell/state/registry.tsx';
import { useCommands } from '../document/keys/command.ts';
import {
  focusPages,
  useNameInView,
  useViewer,
  useViewerFields,
  useViewerStore,
} from '../document/viewer-context.tsx';
import type { Command, ViewerState } from '../document/viewer-state.ts';
import { workspaceWords } from '../words.ts';

const { numbered, pinEarlier, pinLater } = keyTable.viewer;
const MOVES = { [pinEarlier[0]]: -1, [pinLater[0]]: 1 } as const;

/** The pinned charts in the flight's or the person's own order, each with a key; nothing if none is pinned. */
export function PinStrip({ kitId, trip }: { kitId: string; trip: FlightAirports | null }) {
  const store = useViewerStore();
  const pinned = usePins(trip);
  const pages = useCharts((state) => state.pages);
  const name = useNameInView(chartWords.strip.label);
  const list = useRef<HTMLOListElement>(null);
  const current = currentPin(pinned, pages, useViewerFields('page', 'part'));
  const isOwn = useViewer((state) => state.pinOrder !== null);
  const { move, said, restore } = useMoving(pinned, pages, list);
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
          run: ({ state }: { state: ViewerState }) => state.goTo(...placeOf(pages, to)),
        })),
        ...moveCommands(pinned, pages, move, restore),
      ],
      [pinned, pages, move, restore],
    ),
  );
  const shown = String(current);
  useEffect(() => {
    if (shown !== 'null')
      list.current?.querySelector('[aria-current]')?.scrollIntoView({ block: 'nearest', inline: 'nearest' });
  }, [shown]);

  function onKey(event: KeyboardEvent, of: PinName) {
    for (const [keys, step] of Object.entries(MOVES)) {
      if (!isPressed(keys, event)) continue;
      move(of, placeOfPin(pinned, of) + step);
      event.preventDefault();
      event.stopPropagation();
    }
  }
  if (pinned.length === 0) return null;
  return (
    <nav className="pin-strip" aria-label={name} data-own-keys>
      <ol ref={list} className="pin-strip__list">
        {pinned.map((to, index) => (
          <li
            key={String(to)}
            className="pin-strip__place"
            {...drag.of(to)}
            onKeyDown={(event) => onKey(event, to)}
          >
            <Pinned
              kitId={kitId}
              pin={to}
              index={index}
              name={pinTitle(pages, to)}
              isCurrent={isSamePin(to, current)}
              isMovable={pinned.length > 1}
              onGo={() => {
                store.getState().goTo(...placeOf(pages, to));
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
function useMoving(pinned: readonly PinName[], pages: PagesOfCharts, list: RefObject<HTMLElement | null>) {
  const store = useViewerStore();
  const [said, setSaid] = useState('');
  /** The pin that had the focus before its element was moved, which loses the focus. */
  const focusedPin = useRef<string | null>(null);
  const { strip, page: pageName } = chartWords;
  const move = useCallback(
    (pin: PinName, place: number) => {
      const order = movedTo(pinned, pin, place);
      if (placeOfPin(order, pin) === placeOfPin(pinned, pin)) return;
      const focused = document.activeElement?.closest<HTMLElement>('[data-pin]');
      focusedPin.current = (list.current?.contains(focused ?? null) && focused?.dataset.pin) || null;
      store.getState().orderPins(order);
      const name = pinTitle(pages, pin) ?? pageName(pageOfPin(pin));
      setSaid(strip.moved(name, placeOfPin(order, pin) + 1, order.length));
    },
    [pinned, pages, store, list],
  );
  const restore = useCallback(() => {
    store.getState().orderPins(null);
    setSaid(strip.inFlightOrder);
  }, [store]);
  useLayoutEffect(() => {
    if (pinned.some((pin) => String(pin) === focusedPin.current))
      list.current?.querySelector<HTMLElement>(`[data-pin="${focusedPin.current}"]`)?.focus();
    focusedPin.current = null;
  }, [pinned, list]);
  return { move, said, restore };
}

/** The commands of keys and menu for the pin in view, and for all pins. */
function moveCommands(
  pinned: readonly PinName[],
  pages: PagesOfCharts,
  move: (pin: PinName, place: number) => void,
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
    isOff: (state) => {
      const at = placeOfPin(pinned, currentPin(pinned, pages, state));
      return at < 0 || at + step < 0 || at + step >= pinned.length;
    },
    run({ state }) {
      const pin = currentPin(pinned, pages, state);
      if (pin !== null) move(pin, placeOfPin(pinned, pin) + step);
    },
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
  pin: PinName;
  index: number;
  /** The name of its chart; null if not known. */
  name: string | null;
  isCurrent: boolean;
  isMovable: boolean;
  onGo: () => void;
}) {
  const { kitId, pin, index, name } = props;
  const page = pageOfPin(pin);
  const [opening] = useStores(openingSlice);
  const flag = useCharts((state) => flagOfSheet(shownPin(state.pages, pin)));
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
        data-pin={String(pin)}
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
  over: PinName;
  side: 'before' | 'behind';
}

/** Drags pins with the pointer. @param move puts a pin at a place, an index among all */
function usePinDrag(pinned: readonly PinName[], move: (pin: PinName, place: number) => void) {
  const [dragged, setDragged] = useState<PinName | null>(null);
  const [drop, setDrop] = useState<Drop | null>(null);
  const end = () => {
    setDragged(null);
    setDrop(null);
  };
  /** For the element of a pin. */
  const of = (pin: PinName) => ({
    draggable: pinned.length > 1,
    'data-dragged': isSamePin(dragged, pin) || undefined,
    'data-drop': drop && isSamePin(drop.over, pin) && !isSamePin(dragged, pin) ? drop.side : undefined,
    onDragStart(event: DragEvent<HTMLElement>) {
      event.dataTransfer.setData(TYPE, String(pin));
      event.dataTransfer.effectAllowed = 'move';
      setDragged(pin);
    },
    onDragOver(event: DragEvent<HTMLElement>) {
      if (dragged === null) return;
      event.preventDefault();
      event.stopPropagation();
      event.dataTransfer.dropEffect = 'move';
      const { left, width } = event.currentTarget.getBoundingClientRect();
      const side = event.clientX < left + width / 2 ? 'before' : 'behind';
      if (!drop || !isSamePin(drop.over, pin) || drop.side !== side) setDrop({ over: pin, side });
    },
    onDrop(event: DragEvent<HTMLElement>) {
      if (dragged === null) return;
      event.preventDefault();
      event.stopPropagation();
      const { left, width } = event.currentTarget.getBoundingClientRect();
      const others = pinned.filter((one) => !isSamePin(one, dragged));
      const at = placeOfPin(others, pin);
      if (at >= 0) move(dragged, event.clientX < left + width / 2 ? at : at + 1);
      end();
    },
    onDragEnd: end,
  });
  return { of };
}
