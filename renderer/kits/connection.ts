/** Why kits wait for the network or for a server, for all kits together. Pure. */

import type { Kit } from '../../preload/contract.ts';
import { nextTry } from './kit-words.ts';
import { connectionWords } from './words.ts';

const words = connectionWords;
const REASONS: ReadonlySet<string> = new Set(['trouble', 'asked', 'silence']);

/** One reason, and the kits that it holds back. */
export interface HeldBack {
  /** The reason, in short. */
  text: string;
  /** The reason, in full. */
  why: string;
  kits: readonly Kit[];
}

/** The kits that connection problems hold back. */
export interface Connection {
  /** Each reason once, the one with the most kits first. */
  reasons: readonly HeldBack[];
  /** How many kits are held back. */
  count: number;
  /** The earliest next attempt for any of them, ms since 1970; null if one is being tried now. */
  next: number | null;
  /** The kits whose wait a person may end now. */
  may_try: readonly string[];
}

/** Whether the connection holds the kit back, not its turn, a certificate or a full disk. */
function isHeldBack({ wait, activity }: Kit): boolean {
  return wait !== null && activity !== null && REASONS.has(wait.reason);
}

/** What holds kits back now; null if nothing does. */
export function connectionOf(kits: readonly Kit[]): Connection | null {
  const heldBack = kits.filter(isHeldBack);
  if (heldBack.length === 0) return null;
  const reasons = [...Map.groupBy(heldBack, ({ wait, activity }) => wait?.why ?? activity ?? '')]
    .map(([why, some]): HeldBack => ({ text: some[0]?.activity ?? '', why, kits: some }))
    .sort((a, b) => b.kits.length - a.kits.length);
  const times = heldBack.map(({ wait }) => (wait?.until ? Date.parse(wait.until) : null));
  const next = times.some((time) => time === null) ? null : Math.min(...times.map((time) => time ?? 0));
  const may_try = heldBack.filter(({ wait }) => wait?.may_try).map(({ id }) => id);
  return { reasons, count: heldBack.length, next, may_try };
}

/** The connection in one line at `now` (ms since 1970): the problem, when kits are tried next, and how many wait. */
export function connectionLine({ reasons, count, next }: Connection, now: number): string {
  const until = next === null ? null : new Date(next).toISOString();
  const tries = reasons.some(({ kits }) => kits.some(({ wait }) => wait?.reason !== 'silence'));
  return [reasons[0]?.text, tries ? nextTry({ until, reason: 'trouble' }, now) : '', words.waiting(count)]
    .filter(Boolean)
    .join(' ');
}
