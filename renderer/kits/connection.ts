/** What holds kits back that wait for the network or for a server, all of them together. Pure. */

import type { Kit } from '../../preload/contract.ts';
import { nextTry } from './kit-words.ts';
import { connectionWords } from './words.ts';

const words = connectionWords;
const REASONS: ReadonlySet<string> = new Set(['trouble', 'asked', 'silence']);

/** One reason, and the kits that wait for it. */
export interface HeldBack {
  /** What is waited for, in full. */
  text: string;
  kits: readonly Kit[];
}

/** The kits that the connection holds back. */
export interface Connection {
  /** Each reason once, that of the most kits first. */
  reasons: readonly HeldBack[];
  /** Of how many kits. */
  count: number;
  /** The earliest next try of any of them, ms since 1970; null where one is being tried at this moment. */
  next: number | null;
  /** The kits that a person may have tried now. */
  may_try: readonly string[];
}

/** Whether the connection holds the kit back; its turn, a certificate or a full disk does not. */
function isHeldBack({ wait, activity }: Kit): boolean {
  return wait !== null && activity !== null && REASONS.has(wait.reason);
}

/** What holds kits back just now; null where nothing does. */
export function connectionOf(kits: readonly Kit[]): Connection | null {
  const held = kits.filter(isHeldBack);
  if (held.length === 0) return null;
  const reasons = [...Map.groupBy(held, ({ activity }) => activity ?? '')]
    .map(([text, some]): HeldBack => ({ text, kits: some }))
    .sort((a, b) => b.kits.length - a.kits.length);
  const times = held.map(({ wait }) => (wait?.until ? Date.parse(wait.until) : null));
  const next = times.some((time) => time === null) ? null : Math.min(...times.map((time) => time ?? 0));
  const may_try = held.filter(({ wait }) => wait?.may_try).map(({ id }) => id);
  return { reasons, count: held.length, next, may_try };
}

/**
 * It in one line: what is in the way, how many kits wait, and when they are tried next.
 *
 * @param online false where the system says that this computer has no network at all
 * @param now ms since 1970
 */
export function connectionLine({ reasons, count, next }: Connection, online: boolean, now: number): string {
  const [first] = reasons;
  const what = !online ? words.offline : (first?.text.split(/(?<=\.) /)[0] ?? '');
  const until = next === null ? null : new Date(next).toISOString();
  const tries = reasons.some(({ kits }) => kits.some(({ wait }) => wait?.reason !== 'silence'));
  return [what, words.waiting(count), tries ? nextTry({ until, reason: 'trouble' }, now) : '']
    .filter(Boolean)
    .join(' ');
}
