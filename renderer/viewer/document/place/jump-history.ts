/** Back and forward through jumps, as in a browser. Pure. */
import type { Place } from '../geometry/place.ts';

export interface JumpHistory {
  /** The latest last. */
  back: readonly Place[];
  /** The next one last. */
  forward: readonly Place[];
}

export const noJumps: JumpHistory = { back: [], forward: [] };

/** Jumps that are remembered. */
const MOST = 100;

/** A jump away from here; what was ahead is forgotten. */
export function jumpedFrom({ back }: JumpHistory, here: Place): JumpHistory {
  return { back: [...back, here].slice(-MOST), forward: [] };
}

/** Where a step through the jumps leads, and the jumps after it; null where there is none. */
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
