/** What a kit's run waits for, for people. Pure. */
import type { CallFailure } from '../service/call-failure.ts';
import type { Hold } from './circuit-breaker.ts';

/**
 * Why a kit waits: other kits go first (`turn`), the server asked for a pause (`asked`), the network or a server does not do
 * its part (`trouble`), a download that is under way brings nothing (`silence`), there is no usable certificate (`identity`), the disk takes nothing (`disk`).
 */
export type WaitReason = 'turn' | 'asked' | 'trouble' | 'silence' | 'identity' | 'disk';

/** A wait. Times are ms since 1970 UTC. */
export interface Wait {
  reason: WaitReason;
  /** What is waited for, in sentences; the app itself tries again, so nothing asks a person to. */
  text: string;
  since: number;
  /** When it goes on by itself; null: at this moment, or as soon as what it waits for is there. */
  until: number | null;
  /** Whether a person may have it tried now. */
  may_try: boolean;
}

/** A failure's message for as long as the app itself tries again: without the advice to do so, and what comes after that. */
export function whileTrying(message: string): string {
  return message
    .replace(/,? (?:and|then) try again(?: later| in a while)?(?=[.;])/g, '')
    .replace(/; if it stays so, [^.]*\./g, '.')
    .split(/(?<=\.) /)
    .filter((sentence) => !/^(?:Try again(?: later| in a while)?\.|If it stays so, )/.test(sentence))
    .join(' ');
}

/** The wait after a failed call. @param until, @param since ms since 1970 UTC */
export function waitAfter(error: CallFailure, since: number, until: number): Wait {
  const asked = error.status === 429 || error.retry_after_ms !== null;
  return {
    reason: asked ? 'asked' : 'trouble',
    text: whileTrying(error.message),
    since,
    until,
    may_try: !asked,
  };
}

/**
 * What a run waits for that may be held back by a server that all share: the wait that lasts longest says what is waited for.
 *
 * @param own what the run itself waits for
 * @param hold what holds back the server that the run calls next
 * @param notBefore when the run would call at the earliest, were the server well; ms since 1970 UTC
 * @param now ms since 1970 UTC
 */
export function combinedWait(
  own: Wait | null,
  hold: Hold | null,
  notBefore: number,
  now: number,
): Wait | null {
  if (hold === null || own?.reason === 'identity' || own?.reason === 'disk') return asOf(own, now);
  const { error, since, until, asked } = hold;
  const held: Wait = {
    reason: asked ? 'asked' : 'trouble',
    text: whileTrying(error.message),
    since,
    until: Math.max(until, notBefore),
    may_try: !asked || until <= now,
  };
  if (own === null || own.reason === 'turn') return asOf(held, now);
  const [longest, other] = (own.until ?? 0) > (held.until ?? 0) ? [own, held] : [held, own];
  const bound = other.until !== null && other.until > now && !other.may_try;
  return asOf({ ...longest, since: Math.min(own.since, since), may_try: longest.may_try && !bound }, now);
}

/** A wait whose time has come is being tried: there is nothing to count down, and nothing to cut short. */
function asOf(wait: Wait | null, now: number): Wait | null {
  return wait?.until != null && wait.until <= now ? { ...wait, until: null, may_try: false } : wait;
}
