/** Converts the viewer's state to the stored reading place, and back. Pure. */
import type { PinName, QuarterTurn, ReadingPlace } from '../../../../preload/contract.ts';
import type { Place } from '../geometry/in-view.ts';
import { type Arrangement, clampZoom, type ZoomMode } from '../geometry/page-layout.ts';

/** The most pins that are stored in a person's own order (preload/contract/reading.ts). */
const MAX_PINS = 1000;

/** How a person looks at a document. */
export interface View {
  mode: ZoomMode;
  arrangement: Arrangement;
  /** Turn of all pages. */
  turn: QuarterTurn;
  /** Additional turns of single pages. */
  pageTurns: ReadonlyMap<number, QuarterTurn>;
  /** The pins in the person's own order; null: in the order of the flight. */
  pinOrder: readonly PinName[] | null;
}

function limit(share: number): number {
  return Math.min(2, Math.max(-1, Math.round(share * 10_000) / 10_000));
}

export function toReadingPlace(here: Place, view: View): ReadingPlace {
  return {
    page: here.page,
    down: limit(here.down),
    across: limit(here.across ?? 0),
    zoom: typeof view.mode === 'number' ? clampZoom(view.mode) : view.mode,
    layout: view.arrangement,
    turn: view.turn,
    page_turns: [...view.pageTurns],
    ...(view.pinOrder && { pin_order: view.pinOrder.slice(0, MAX_PINS) }),
  };
}

export function viewOf(kept: ReadingPlace): View {
  return {
    mode: kept.zoom,
    arrangement: kept.layout,
    turn: kept.turn,
    pageTurns: new Map(kept.page_turns),
    pinOrder: kept.pin_order ?? null,
  };
}

/** How long the place must be unchanged before it is stored, and the longest delay, ms. */
const REST_MS = 400;
const LATEST_MS = 2_000;

export interface PlaceKeeper {
  /** The place has changed: it will be stored soon. */
  changed(): void;
  /** Stores the place now, if it has changed. */
  flush(): void;
  /** Places are stored from now on. Before, the last place may not be known yet and must not be overwritten. */
  begin(): void;
}

/** Stores a person's place in a kit while they read and when they leave. A failed write is repeated with the next change. */
export function createPlaceKeeper(
  read: () => ReadingPlace | null,
  keep: (place: ReadingPlace) => Promise<unknown>,
): PlaceKeeper {
  let rest: ReturnType<typeof setTimeout> | undefined;
  let latest: ReturnType<typeof setTimeout> | undefined;
  let begun = false;
  let waiting = false;
  let kept = '';

  function flush() {
    clearTimeout(rest);
    clearTimeout(latest);
    latest = undefined;
    const place = begun && waiting ? read() : null;
    if (!place) return;
    waiting = false;
    const text = JSON.stringify(place);
    if (text === kept) return;
    const before = kept;
    kept = text;
    keep(place).catch(() => {
      if (kept === text) kept = before;
    });
  }
  return {
    changed() {
      waiting = true;
      clearTimeout(rest);
      rest = setTimeout(flush, REST_MS);
      latest ??= setTimeout(flush, LATEST_MS);
    },
    flush,
    begin() {
      begun = true;
    },
  };
}

/** Back and forward through jumps, as in a browser. */
export interface JumpHistory {
  /** The latest last. */
  back: readonly Place[];
  /** The next one last. */
  forward: readonly Place[];
}

export const noJumps: JumpHistory = { back: [], forward: [] };

/** The most jumps that are remembered. */
const MOST = 100;

/** The history after a jump away from here; the forward places are dropped. */
export function jumpedFrom({ back }: JumpHistory, here: Place): JumpHistory {
  return { back: [...back, here].slice(-MOST), forward: [] };
}

/** The place of a step through the history, and the history after it; null if there is no such step. */
export function stepJump(
  history: JumpHistory,
  here: Place,
  direction: 'back' | 'forward',
): { to: Place; history: JumpHistory } | null {
  const from = history[direction];
  const to = from.at(-1);
  if (!to) return null;
  const other = direction === 'back' ? 'forward' : 'back';
  return {
    to,
    history: { ...history, [direction]: from.slice(0, -1), [other]: [...history[other], here].slice(-MOST) },
  };
}
