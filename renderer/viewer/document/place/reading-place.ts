/** Converts the viewer's state to the stored reading place, and back. Pure. */
import type { QuarterTurn, ReadingPlace } from '../../../../preload/contract.ts';
import type { Arrangement } from '../geometry/page-layout.ts';
import type { Place } from '../geometry/place.ts';
import { clampZoom, type ZoomMode } from '../geometry/zoom.ts';

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
  /** The pinned pages in the person's own order; null: in the order of the flight. */
  pinOrder: readonly number[] | null;
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

export function fromReadingPlace(kept: ReadingPlace): { here: Place; view: View } {
  return {
    here: { page: kept.page, down: kept.down, across: kept.across },
    view: {
      mode: kept.zoom,
      arrangement: kept.layout,
      turn: kept.turn,
      pageTurns: new Map(kept.page_turns),
      pinOrder: kept.pin_order ?? null,
    },
  };
}
