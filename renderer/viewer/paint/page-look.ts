import type { QuarterTurn } from '../engine/pdf-engine.ts';

/** A picture of a whole page. */
export interface PageLook {
  page: number;
  /** Canvas px for each CSS px at 100 %. */
  scale: number;
  /** The picture itself is turned; pages that CSS turns have 0. */
  turn: QuarterTurn;
}
