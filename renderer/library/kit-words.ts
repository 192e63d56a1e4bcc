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
import { strings } from '../strings.ts';

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
  if (isQueued(kit)) return strings.states.queued;
  const label = strings.states.labels[kit.state];
  if (kit.state !== 'downloading' || !kit.progress) return label;
  const share = fraction(kit.progress);
  return share === null ? label : `${label} ${formatPercent(share)}`;
}

export const stateTones: Record<Kit['state'], Tone> = {
  requesting: 'busy',
  generating: 'busy',
  downloading: 'busy',
  ready: 'ok',
  unconfirmed: 'warn',
  failed: 'danger',
  cancelled: 'calm',
};

export const stateIcons: Record<Kit['state'], IconName> = {
  requesting: 'up',
  generating: 'clock',
  downloading: 'down',
  ready: 'check',
  unconfirmed: 'question',
  failed: 'cross',
  cancelled: 'minus',
};

/** How far a kit is, for a bar: `share` is null where nobody knows; `text` is the honest word beside it. */
export interface KitProgress {
  share: number | null;
  text: string;
}

/** The progress of a kit at `now` (ms since 1970), or null in a state that has none. */
export function kitProgress(kit: Kit, now: number): KitProgress | null {
  if (kit.state === 'downloading') {
    if (!kit.progress) return { share: null, text: '' };
    const total = kit.progress.total === null ? null : formatBytes(kit.progress.total);
    return {
      share: fraction(kit.progress),
      text: strings.states.received(formatBytes(kit.progress.received), total),
    };
  }
  if (kit.state !== 'generating') return null;
  const elapsed = Math.max(0, now - Date.parse(kit.state_since));
  const soFar = strings.states.elapsed(formatSpan(elapsed));
  const expected = kit.expected_ms;
  if (!expected || expected.to <= 0) return { share: null, text: soFar };
  // Past the usual time a bar would lie: it stays open until the service answers.
  if (elapsed > expected.to) return { share: null, text: `${soFar}, ${strings.states.longer}` };
  return {
    share: elapsed / expected.to,
    text: `${soFar}, ${strings.states.usually(formatRange(expected))}`,
  };
}

/** The line under the state: what is there, or what is happening, or why not. */
export function stateDetail(kit: Kit, now: number): string {
  switch (kit.state) {
    case 'ready':
      return kit.document
        ? `${strings.states.verified}, ${formatBytes(kit.document.bytes)}, ${strings.states.pages(kit.document.pages)}`
        : '';
    case 'failed':
      return kit.failure ? kit.failure.message : strings.states.explain.failed;
    case 'unconfirmed':
      return strings.states.undecided;
    case 'cancelled':
      return strings.states.explain.cancelled;
    case 'requesting':
      return kit.activity ?? '';
    default:
      return [kitProgress(kit, now)?.text, kit.activity].filter(Boolean).join('. ');
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
      warnings > 0 ? strings.messages.warnings(warnings) : '',
      kit.superseded_by ? strings.opening.superseded.badge : '',
      kit.pinned ? strings.opening.pin.badge : '',
      profileName ?? '',
    ]
      .filter(Boolean)
      .join(', '),
  );
}

/** Whether every word of `query` occurs in what is known of the kit; `profileName` where there are several. */
export function matchesFilter(kit: Kit, query: string, profileName = ''): boolean {
  const words = query.toLowerCase().split(/\s+/).filter(Boolean);
  if (words.length === 0) return true;
  const { trip } = kit;
  const text = [
    trip?.origin,
    trip?.destination,
    ...(trip?.alternates ?? []),
    trip?.flight,
    trip?.departure ? `${trip.departure} ${formatUtc(trip.departure)}` : '',
    kit.tripkit_id,
    stateLabel(kit),
    kit.failure ? strings.failure.kinds[kit.failure.kind] : '',
    warningCount(kit) > 0 ? strings.messages.warnings(2) : '',
    kit.superseded_by ? strings.opening.superseded.badge : '',
    kit.pinned ? strings.opening.pin.badge : '',
    profileName,
  ]
    .join(' ')
    .toLowerCase();
  return words.every((word) => text.includes(word));
}
