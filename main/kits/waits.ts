/** What a kit's run waits for, in words for people. Pure. */
import type { Kit } from '../../preload/contract.ts';
import type { CallFailure } from '../service/answer.ts';
import type { Hold } from './circuit-breaker.ts';

/** A wait. Times are ms since 1970 UTC. */
export interface Wait {
  reason: NonNullable<Kit['wait']>['reason'];
  /** The reason, in short; the app itself tries again, so the text does not ask a person to. */
  text: string;
  /** The failed call's own message, with host and HTTP number, where `text` is shorter. */
  why?: string;
  since: number;
  /** When it continues automatically; null: now, or as soon as what it waits for is available. */
  until: number | null;
  /** Whether a person may try it now. */
  may_try: boolean;
}

/** A failure's message while the app itself tries again: without the advice to try again and what follows it. */
export function whileTrying(message: string): string {
  return message
    .replace(/,? (?:and|then) try again(?: later| in a while)?(?=[.;])/g, '')
    .replace(/; if it stays so, [^.]*\./g, '.')
    .split(/(?<=\.) /)
    .filter((sentence) => !/^(?:Try again(?: later| in a while)?\.|If it stays so, )/.test(sentence))
    .join(' ');
}

/** A failed call in one short sentence. */
function inShort({ role, status, condition }: CallFailure, asked: boolean): string {
  const server = role === 'storage' ? 'The storage' : 'The service';
  if (asked) return `${server} asked us to wait.`;
  if (condition === 'captive_portal') return 'The network asks for a sign-in: open your browser.';
  if (status !== undefined) return `${server} is not available.`;
  const offline = ['dns', 'unreachable', 'connection'].includes(condition ?? '');
  return offline ? 'No connection.' : `${server} can’t be reached.`;
}

/** What a wait for a server says. @param asked whether the server asked for the wait */
function said(error: CallFailure, asked: boolean): Pick<Wait, 'reason' | 'text' | 'why'> {
  const why = whileTrying(error.message);
  return { reason: asked ? 'asked' : 'trouble', text: inShort(error, asked), why };
}

/** The wait after a failed call. @param until, @param since ms since 1970 UTC */
export function waitAfter(error: CallFailure, since: number, until: number): Wait {
  const asked = error.status === 429 || error.retry_after_ms !== null;
  return { ...said(error, asked), since, until, may_try: !asked };
}

/**
 * The wait of a run whose server may hold back all calls: the wait that lasts longest is shown.
 *
 * @param own what the run itself waits for
 * @param hold why calls to the next server are held back
 * @param notBefore the earliest time of the run's next call if the server is healthy; ms since 1970 UTC
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
  const heldBack: Wait = {
    ...said(error, asked),
    since,
    until: Math.max(until, notBefore),
    may_try: !asked || until <= now,
  };
  if (own === null || own.reason === 'turn') return asOf(heldBack, now);
  const [longest, other] = (own.until ?? 0) > (heldBack.until ?? 0) ? [own, heldBack] : [heldBack, own];
  const bound = other.until !== null && other.until > now && !other.may_try;
  return asOf({ ...longest, since: Math.min(own.since, since), may_try: longest.may_try && !bound }, now);
}

/** A wait whose time has come is being tried: there is nothing to count down or to shorten. */
function asOf(wait: Wait | null, now: number): Wait | null {
  return wait?.until != null && wait.until <= now ? { ...wait, until: null, may_try: false } : wait;
}
