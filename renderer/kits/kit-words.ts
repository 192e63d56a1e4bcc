/** What a kit is called and what its state is called, for the list, the details, and screen readers. Pure. */
import type { Kit } from '../../preload/contract.ts';
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
import { strings } from '../strings/strings.ts';

/** What a person can do to one kit. */
export type KitAction = 'cancel' | 'retry' | 'requestAgain' | 'remove' | 'saveCopy' | 'pin' | 'unpin';

const words = strings.states;

/** `EGLL → KJFK`, or the tripkit_id where the trip is not known. */
export function kitTitle(kit: Kit): string {
  if (kit.trip) return `${kit.trip.origin} ${strings.app.arrow} ${kit.trip.destination}`;
  return kit.tripkit_id ?? strings.kit.tracked;
}

/** The same in words: `EGLL to KJFK`. */
export function kitSpoken(kit: Kit): string {
  return kit.trip ? strings.library.routeSpoken(kit.trip.origin, kit.trip.destination) : kitTitle(kit);
}

/** Whether the kit waits its turn rather than being asked for at this moment. */
export function isQueued(kit: Kit): boolean {
  return kit.state === 'requesting' && kit.activity !== null;
}

/** The state in one or two words; with the percentage while downloading. */
export function stateLabel(kit: Kit): string {
  if (isQueued(kit)) return words.queued;
  const label = words.labels[kit.state];
  if (kit.state !== 'downloading' || !kit.progress) return label;
  const share = fraction(kit.progress);
  return share === null ? label : `${label} ${formatPercent(share)}`;
}

/** What a person may do to one kit beside pinning it. */
type ShownAction = 'open' | Exclude<KitAction, 'pin' | 'unpin'>;

interface StateLook {
  tone: Tone;
  icon: IconName;
  /** The first one is the likely one. */
  actions: readonly ShownAction[];
}

/** How each state looks, and what a person may do in it. */
export const stateLooks: Record<Kit['state'], StateLook> = {
  requesting: { tone: 'busy', icon: 'up', actions: ['cancel'] },
  generating: { tone: 'busy', icon: 'clock', actions: ['cancel'] },
  downloading: { tone: 'busy', icon: 'down', actions: ['cancel'] },
  ready: { tone: 'ok', icon: 'check', actions: ['open', 'saveCopy', 'remove'] },
  unconfirmed: { tone: 'warn', icon: 'question', actions: ['requestAgain', 'cancel', 'remove'] },
  failed: { tone: 'danger', icon: 'cross', actions: ['retry', 'remove'] },
  cancelled: { tone: 'calm', icon: 'minus', actions: ['retry', 'remove'] },
};

/** Whether this person has never opened the kit on this laptop. One that a newer kit replaces need not be read. */
export function isUnread(kit: Kit): boolean {
  return kit.state === 'ready' && kit.opened_at === null && kit.superseded_by === null;
}

/** How far a kit is, for a bar. */
interface KitProgress {
  /** Null where nobody knows. */
  share: number | null;
  /** In a few words: what is left, or what is here. */
  brief: string;
  /** The same with all that is known. */
  text: string;
}

/** `about 12 s left`; from a minute on in minutes, because seconds would pretend to more than is known. */
function leftText(ms: number): string {
  const seconds = Math.ceil(ms / 1000);
  return words.left(seconds < 60 ? `${seconds} s` : `${Math.ceil(seconds / 60)} min`);
}

/** The progress of a kit at `now` (ms since 1970), or null in a state that has none. */
export function kitProgress(kit: Kit, now: number): KitProgress | null {
  if (kit.state === 'downloading') {
    if (!kit.progress) return { share: null, brief: '', text: '' };
    const total = kit.progress.total === null ? null : formatBytes(kit.progress.total);
    const text = words.received(formatBytes(kit.progress.received), total);
    return { share: fraction(kit.progress), brief: text, text };
  }
  if (kit.state !== 'generating') return null;
  const elapsed = Math.max(0, now - Date.parse(kit.state_since));
  const soFar = words.elapsed(formatSpan(elapsed));
  const expected = kit.expected_ms;
  if (!expected || expected.to <= 0) return { share: null, brief: soFar, text: soFar };
  // Past the usual time a bar would lie: it stays open until the service answers.
  if (elapsed > expected.to) {
    const text = `${soFar}, ${words.longer}`;
    return { share: null, brief: text, text };
  }
  const middle = (expected.from + expected.to) / 2;
  const brief = elapsed < middle ? leftText(middle - elapsed) : words.anyMoment;
  return {
    share: elapsed / expected.to,
    brief,
    text: `${soFar}, ${brief} (${words.usually(formatRange(expected))})`,
  };
}

/** The line under the state: what is there, or what is happening, or why not. */
export function stateDetail(kit: Kit, now: number): string {
  switch (kit.state) {
    case 'ready':
      return kit.document
        ? `${words.verified}, ${formatBytes(kit.document.bytes)}, ${words.pages(kit.document.pages)}`
        : '';
    case 'failed':
      return kit.failure ? kit.failure.message : words.explain.failed;
    case 'unconfirmed':
      return words.undecided;
    case 'cancelled':
      return words.explain.cancelled;
    case 'requesting':
      return kit.activity ?? '';
    default:
      return [kit.activity === null ? kitProgress(kit, now)?.brief : null, kit.activity]
        .filter(Boolean)
        .join('. ');
  }
}

/** How many of the service's messages are warnings. */
export function warningCount(kit: Kit): number {
  return kit.messages.filter((message) => message.type.toLowerCase() === 'warning').length;
}

/** The name of a row for screen readers and tests: `EGLL to KJFK, KLM511, departs …, Generating`. */
export function rowName(kit: Kit, profileName: string | null = null): string {
  const warnings = warningCount(kit);
  return strings.library.row(
    kitSpoken(kit),
    kit.trip?.flight ?? '',
    kit.trip?.departure ? formatUtc(kit.trip.departure) : '',
    [
      stateLabel(kit),
      isUnread(kit) ? strings.library.unread : '',
      warnings > 0 ? strings.messages.warnings(warnings) : '',
      kit.superseded_by ? strings.opening.superseded.badge : '',
      kit.pinned ? strings.opening.pin.badge : '',
      profileName ?? '',
    ]
      .filter(Boolean)
      .join(', '),
  );
}
