/** The names of kits and of their states, for the list, the details, and screen readers. Pure. */

import type { Kit } from '../../preload/contract.ts';
import { changesWords } from '../comparison/words.ts';
import {
  formatBytes,
  formatPercent,
  formatRange,
  formatSpan,
  formatUtc,
  fraction,
} from '../design/format.ts';
import type { IconName } from '../design/icons.tsx';
import type { Tone } from '../design/notice.tsx';
import { appWords } from '../design/words.ts';
import { chartFlags } from './change-words.ts';
import { canDownloadAgain, isDamaged, soundnessLook } from './soundness-words.ts';
import { kitWords, libraryWords, messageWords, openingWords, stateWords, trustWords } from './words.ts';

/** What a person can do to one kit. */
export type KitAction =
  | 'cancel'
  | 'tryNow'
  | 'retry'
  | 'requestAgain'
  | 'remove'
  | 'saveCopy'
  | 'pin'
  | 'unpin';

const words = stateWords;

/** `EGLL → KJFK`, or the tripkit_id if the trip is not known. */
export function kitTitle(kit: Kit): string {
  if (kit.trip) return `${kit.trip.origin} ${appWords.arrow} ${kit.trip.destination}`;
  return kit.tripkit_id ?? kitWords.tracked;
}

/** How many last characters of a long kit ID are shown: enough to tell kits apart. */
const ID_SHOWN = 6;
/** IDs up to this length are shown whole. */
const SHORT_ID = 20;

/** The name of a kit without a known flight: a short kit ID, or `Tracked kit …8f0c11`; the details have the whole ID. */
export function trackedTitle({ tripkit_id }: Kit): string {
  if (tripkit_id === null) return kitWords.tracked;
  return tripkit_id.length > SHORT_ID ? kitWords.trackedAs(tripkit_id.slice(-ID_SHOWN)) : tripkit_id;
}

/** The title in words: `EGLL to KJFK`. */
export function kitSpoken(kit: Kit): string {
  return kit.trip ? libraryWords.routeSpoken(kit.trip.origin, kit.trip.destination) : kitTitle(kit);
}

/** Whether other kits go first. */
export function isQueued(kit: Kit): boolean {
  return kit.wait?.reason === 'turn';
}

/** The state in one or two words; with the percentage while downloading. */
export function stateLabel(kit: Kit): string {
  const share = kit.state === 'downloading' && kit.progress ? fraction(kit.progress) : null;
  const percent = share === null ? '' : ` ${formatPercent(share)}`;
  if (isQueued(kit)) return words.queued + percent;
  if (kit.shelf?.recalled) return trustWords.withdrawnLabel;
  if (isDamaged(kit)) return trustWords.damagedLabel;
  // While the service can't be asked, nobody knows whether it is still generating.
  if (kit.wait && kit.state !== 'planned') return words.waiting + percent;
  return words.labels[kit.state] + percent;
}

/**
 * What a kit waits for, and when it is tried again, at `now` (ms since 1970): the same words on every screen. Null if it
 * does not wait.
 */
export function waitSentence({ wait, activity }: Kit, now: number): string | null {
  if (!wait || activity === null) return null;
  return [activity, nextTry(wait, now)].filter(Boolean).join(' ');
}

/** Why a kit waits, in full, and since when; null if {@link waitSentence} says all that is known. */
export function waitWhy({ wait }: Kit): string | null {
  return wait?.why === undefined ? null : `${wait.why} ${words.since(formatUtc(wait.since))}`;
}

/** When a kit is tried again, at `now` (ms since 1970); '' if that does not depend on time. */
export function nextTry(
  { until, reason }: Pick<NonNullable<Kit['wait']>, 'until' | 'reason'>,
  now: number,
): string {
  if (reason !== 'asked' && reason !== 'trouble') return '';
  // After that time: it is being tried now, or in a moment.
  if (until === null || Date.parse(until) <= now) return words.trying;
  return words.next(until.slice(11, 16));
}

/** Whether the words of a kit change with time. */
export function changesWithTime({ state, wait }: Kit): boolean {
  return wait ? !['turn', 'identity', 'held'].includes(wait.reason) : state === 'generating';
}

/** What a person may do to one kit, except pinning it. */
type ShownAction = 'open' | Exclude<KitAction, 'pin' | 'unpin'>;

interface StateLook {
  tone: Tone;
  icon: IconName;
  /** The most likely one first. */
  actions: readonly ShownAction[];
}

/** How each state looks, and what a person may do in it. */
export const stateLooks: Record<Kit['state'], StateLook> = {
  planned: { tone: 'calm', icon: 'clock', actions: ['cancel'] },
  requesting: { tone: 'busy', icon: 'up', actions: ['cancel'] },
  generating: { tone: 'busy', icon: 'clock', actions: ['cancel'] },
  downloading: { tone: 'busy', icon: 'down', actions: ['cancel'] },
  ready: { tone: 'ok', icon: 'check', actions: ['open', 'saveCopy', 'remove'] },
  unconfirmed: { tone: 'warn', icon: 'question', actions: ['cancel', 'requestAgain', 'remove'] },
  failed: { tone: 'danger', icon: 'cross', actions: ['retry', 'remove'] },
  cancelled: { tone: 'calm', icon: 'minus', actions: ['retry', 'remove'] },
};

/** How this kit looks, and what a person may do with it: any readable kit can be opened. */
export function lookOf(kit: Kit): StateLook {
  const look = stateLooks[kit.state];
  if (kit.state === 'planned' && kit.wait) return { ...look, tone: 'warn', icon: 'alert' };
  if (!kit.document) return kit.shelf?.recalled ? { ...look, tone: 'danger', icon: 'alert' } : look;
  const again = canDownloadAgain(kit) ? (['retry'] as const) : [];
  const others = look.actions.filter((action) => !['open', 'saveCopy', 'retry', 'remove'].includes(action));
  const remove = look.actions.includes('remove') ? (['remove'] as const) : [];
  const actions = ['open', ...again, ...others, 'saveCopy', ...remove] as const;
  if (isDamaged(kit) || kit.shelf?.recalled) return { tone: 'danger', icon: 'alert', actions };
  const doubted = kit.state === 'ready' && soundnessLook(kit)?.tone === 'warn';
  return doubted ? { tone: 'warn', icon: 'alert', actions } : { ...look, actions };
}

/** The label of an action for this kit. */
export function actionWords(kit: Kit, action: ShownAction): string {
  if (action === 'retry' && kit.document) return trustWords.ways.retry;
  if (isDamaged(kit) && action === 'open') return trustWords.openDamaged;
  if (isDamaged(kit) && action === 'saveCopy') return trustWords.saveDamaged;
  return kitWords.actions[action];
}

/** Whether a person may enter when its flight departs: the request did not say it, and is no longer on its way. */
export function canEnterDeparture({ trip, entered, state }: Kit): boolean {
  if (state === 'planned' || state === 'requesting') return false;
  return entered !== undefined || trip?.departure === undefined;
}

/** Whether this person has never opened the kit on this laptop. A superseded kit need not be read. */
export function isUnread(kit: Kit): boolean {
  return kit.state === 'ready' && kit.opened_at === null && kit.superseded_by === null;
}

/** A kit's progress, for a progress bar. */
interface KitProgress {
  /** Null if not known. */
  share: number | null;
  /** In a few words: what is left, or what has arrived. */
  brief: string;
  /** The same in full. */
  text: string;
}

/** `12 s`; from a minute on in minutes, because the estimate is not accurate to seconds. */
function roundedUp(ms: number): string {
  const seconds = Math.ceil(ms / 1000);
  return seconds < 60 ? `${seconds} s` : `${Math.ceil(seconds / 60)} min`;
}

/** The progress of a kit at `now` (ms since 1970), or null if it has none, for example while it waits. */
export function kitProgress(kit: Kit, now: number): KitProgress | null {
  if (kit.state === 'downloading') {
    if (!kit.progress) return kit.wait ? null : { share: null, brief: '', text: '' };
    const total = kit.progress.total === null ? null : formatBytes(kit.progress.total);
    const text = words.received(formatBytes(kit.progress.received), total);
    return { share: fraction(kit.progress), brief: text, text };
  }
  if (kit.state !== 'generating' || kit.wait) return null;
  const elapsed = Math.max(0, now - Date.parse(kit.state_since));
  const soFar = words.elapsed(formatSpan(elapsed));
  const expected = kit.expected_ms;
  if (!expected || expected.to <= 0) return { share: null, brief: soFar, text: soFar };
  // After the usual time the bar becomes indeterminate until the service answers.
  if (elapsed > expected.to) {
    const text = `${soFar}, ${words.longer}`;
    return { share: null, brief: text, text };
  }
  const middle = (expected.from + expected.to) / 2;
  const brief = elapsed < middle ? words.left(roundedUp(middle - elapsed)) : words.anyMoment;
  return {
    share: elapsed / expected.to,
    brief,
    text: `${soFar}, ${brief} (${words.usually(formatRange(expected))})`,
  };
}

/** The line under the state: what has arrived, what is happening, or why nothing is. */
export function stateDetail(kit: Kit, now: number): string {
  if (isDamaged(kit) || (kit.shelf?.recalled && kit.document)) {
    const more = kit.state === 'ready' || kit.state === 'failed' ? '' : detailOf(kit, now);
    return [trustWords.damagedDetail, more || (isComing(kit) ? words.labels.downloading : '')]
      .filter(Boolean)
      .join('. ');
  }
  return detailOf(kit, now);
}

/** When a planned kit is requested. */
function dueWords({ due_at }: Kit): string {
  return due_at === null ? words.dueNow : words.due(formatUtc(due_at));
}

/** Whether a sound copy is being fetched. */
function isComing({ state }: Kit): boolean {
  return state === 'downloading' || state === 'generating';
}

function detailOf(kit: Kit, now: number): string {
  switch (kit.state) {
    case 'ready':
      return kit.document
        ? `${soundnessLook(kit)?.word ?? words.labels.ready}, ${formatBytes(kit.document.bytes)}, ${words.pages(kit.document.pages)}`
        : '';
    case 'failed':
      return kit.failure ? kit.failure.message : words.explain.failed;
    case 'unconfirmed':
      return words.explain.unconfirmed;
    case 'cancelled':
      return words.explain.cancelled;
    case 'planned':
      return [dueWords(kit), kit.activity].filter(Boolean).join('. ');
    default:
      return [kitProgress(kit, now)?.brief, waitSentence(kit, now)].filter(Boolean).join('. ');
  }
}

/** How many of the service's messages are warnings. */
export function warningCount(kit: Kit): number {
  return kit.messages.filter((message) => message.type.toLowerCase() === 'warning').length;
}

/** A sign in the list for what a person must look at. */
interface KitFlag {
  icon: IconName;
  words: string;
  /** Stands beside the sign. */
  count?: number;
  look: 'plain' | 'warn' | 'pin';
}

/** The signs of a kit in the list. */
export function kitFlags(kit: Kit): KitFlag[] {
  const warnings = warningCount(kit);
  const { changed, dates } = chartFlags(kit, Date.now());
  const flags: (KitFlag | false)[] = [
    warnings > 0 && {
      icon: 'alert',
      words: messageWords.warnings(warnings),
      count: warnings,
      look: kit.acknowledged ? 'plain' : 'warn',
    },
    changed > 0 && { icon: 'facing', words: changesWords.flag(changed), count: changed, look: 'warn' },
    dates.length > 0 && { icon: 'clock', words: dates.join(', '), look: 'warn' },
    kit.pinned && { icon: 'bookmark', words: openingWords.pin.badge, look: 'pin' },
  ];
  return flags.filter((flag) => flag !== false);
}

/** The words for a kit's signs in the list, and whether a newer kit replaces it. */
export function flagWords(kit: Kit): string[] {
  const superseded = kit.superseded_by ? [openingWords.superseded.badge] : [];
  return [...kitFlags(kit).map(({ words }) => words), ...superseded];
}

/**
 * The name of a row for screen readers and tests: `EGLL to KJFK, KLM511, departs …, Generating`.
 * @param departs the departure in words, with its local time if known
 */
export function rowName(kit: Kit, profileName: string | null, departs: string | null): string {
  return libraryWords.row(
    kit.trip ? kitSpoken(kit) : trackedTitle(kit),
    kit.trip?.flight ?? '',
    departs ?? '',
    [
      stateLabel(kit),
      kit.state === 'planned' ? dueWords(kit) : '',
      kit.activity?.replace(/\.$/, '') ?? '',
      isUnread(kit) ? libraryWords.unread : '',
      ...flagWords(kit),
      profileName ?? '',
    ]
      .filter(Boolean)
      .join(', '),
  );
}
