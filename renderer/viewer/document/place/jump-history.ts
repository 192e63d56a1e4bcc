/** Back and forward through jumps, as in a browser. Pure. */
import type { Place } from '../geometry/place.ts';

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
