/**
 * What is shown of kits outside the window: system notifications, the number on the app's icon, progress in the taskbar,
 * the tray. Pure, except for the timer that is passed in.
 */

import { tripName } from '../common/trip.ts';
import { coalesced, nodeTimer, type Schedule } from '../common/wait.ts';
import type { AppContext } from '../host/host.ts';
import type { KitRecord, KitState } from '../store/kit-record.ts';
import type { ActivityLog } from './activity-log.ts';
import type { KitChange, KitEngine, LiveKit } from './kit-engine.ts';
import { isUnfinished } from './lifecycle.ts';
import { DESK_MESSAGE, isFlightOver, needsReading } from './rules/kit-facts.ts';

/** Kits that come within this time of the first are notified together, ms. */
const TOGETHER_MS = 2_000;
/** Up to this many kits are notified one by one. */
const ONE_BY_ONE = 3;
/** How long a kit without a known departure counts after it entered its state, ms. */
const OLD_AFTER_MS = 7 * 24 * 3_600_000;

/** A notification. */
export interface News {
  title: string;
  body: string;
  /** The kit; null if the notification is about several. */
  kit_id: string | null;
}

/** A kit's state, or that its desk has withdrawn it. */
type Standing = KitState | 'withdrawn';

const newsworthy: ReadonlySet<Standing> = new Set(['ready', 'failed', 'unconfirmed', 'withdrawn']);
const needsPerson: ReadonlySet<KitState> = new Set(['failed', 'unconfirmed']);

function standingOf({ state, shelf }: LiveKit): Standing {
  return shelf?.recalled ? 'withdrawn' : state;
}

/** What is known of a kit. */
interface Known {
  standing: Standing;
  /** How many messages its desk has added. */
  notes: number;
}

function knownOf(kit: LiveKit): Known {
  return { standing: standingOf(kit), notes: notesOf(kit).length };
}

/** The messages to read that a desk has added. */
function notesOf({ messages }: LiveKit) {
  return messages.filter((message) => message.code === DESK_MESSAGE && needsReading(message));
}

/** A kit to tell about. */
export interface KitNews {
  kit: LiveKit;
  /** Its desk has added a message; it was ready before. */
  noted: boolean;
}

/** The kits of a change that have just become ready, failed or unconfirmed, were withdrawn, or got a message. Updates `known`. */
export function newsOf(known: Map<string, Known>, { changed, removed }: KitChange): KitNews[] {
  const news = changed.flatMap((kit): KitNews[] => {
    const [before, now] = [known.get(kit.id), knownOf(kit)];
    const isSame = before?.standing === now.standing;
    const noted = isSame && now.standing === 'ready' && now.notes > before.notes;
    return newsworthy.has(now.standing) && (noted || !isSame) ? [{ kit, noted }] : [];
  });
  for (const kit of changed) known.set(kit.id, knownOf(kit));
  for (const id of removed) known.delete(id);
  return news;
}

/** A kit's name in a sentence: `EGLL to KJFK, BAW117`, or its tripkit_id if the trip is not known; null for none. */
export function kitName(kit: Pick<KitRecord, 'trip' | 'tripkit_id'> | undefined): string | null {
  if (!kit) return null;
  const { trip, tripkit_id } = kit;
  return trip ? tripName(trip) : tripkit_id;
}

/** The notifications for these kits: one each for a few kits, otherwise one for all. */
export function newsWords(news: readonly KitNews[]): News[] {
  if (news.length <= ONE_BY_ONE) return news.map(wordsOf);
  const ready = news.filter(({ kit, noted }) => standingOf(kit) === 'ready' && !noted).length;
  const stuck = news.length - ready;
  const counts = [
    ready > 0 ? `${count(ready)} ${ready === 1 ? 'is' : 'are'} on this laptop` : null,
    stuck > 0 ? `${ready > 0 ? stuck : count(stuck)} ${stuck === 1 ? 'needs' : 'need'} attention` : null,
  ].filter((part) => part !== null);
  return [{ title: counts.join(', '), body: 'Open the list to see them.', kit_id: null }];
}

function wordsOf({ kit, noted }: KitNews): News {
  const name = kitName(kit) ?? 'A trip kit';
  const about = { kit_id: kit.id };
  if (kit.shelf?.recalled) return { ...about, title: `${name} is withdrawn`, body: kit.shelf.recalled.why };
  if (noted)
    return { ...about, title: `${name} has a message to read`, body: notesOf(kit).at(-1)?.message ?? '' };
  if (kit.state === 'ready') return { ...about, title: `${name} is on this laptop`, body: readyBody(kit) };
  if (kit.state === 'failed')
    return { ...about, title: `${name} failed`, body: kit.failure?.message ?? 'Open it to see why.' };
  return {
    ...about,
    title: `${name} needs attention`,
    body: 'It is not known whether the service took the request. Open it to decide.',
  };
}

function readyBody({ messages }: LiveKit): string {
  const toRead = messages.filter(needsReading).length;
  if (toRead === 0) return 'It can be read without a connection.';
  return toRead === 1 ? 'There is a message to read first.' : `There are ${toRead} messages to read first.`;
}

function count(kits: number): string {
  return `${kits} trip ${kits === 1 ? 'kit' : 'kits'}`;
}

interface KitNewsDeps {
  engine: Pick<KitEngine, 'list' | 'onChange'>;
  /** Notifies the person; decides at that moment whether it should. */
  tell(news: readonly News[]): void;
  schedule?: Schedule;
}

/** Follows the engine and reports news in groups. Returns a function that ends this; news that waits is dropped. */
export function followNews({ engine, tell, schedule = nodeTimer }: KitNewsDeps): () => void {
  const known = new Map(engine.list().map((kit) => [kit.id, knownOf(kit)]));
  const waiting = new Map<string, KitNews>();
  const flush = coalesced(schedule, TOGETHER_MS, () => {
    const kits = [...waiting.values()];
    waiting.clear();
    if (kits.length > 0) tell(newsWords(kits));
  });
  const stop = engine.onChange((change) => {
    const news = new Map(newsOf(known, change).map((one) => [one.kit.id, one]));
    for (const id of change.removed) waiting.delete(id);
    for (const kit of change.changed) {
      const [fresh, before] = [news.get(kit.id), waiting.get(kit.id)];
      // A kit that has moved on meanwhile is no news; one with only more details still is.
      if (before?.kit.state === kit.state) waiting.set(kit.id, { kit, noted: before.noted });
      else if (fresh) waiting.set(kit.id, fresh);
      else waiting.delete(kit.id);
    }
    if (waiting.size > 0) flush.soon();
  });
  return () => {
    stop();
    flush.cancel();
  };
}

/** A summary of all kits for the app's icon. */
export interface StatusSummary {
  /** Unfinished kits. */
  under_way: number;
  /** Failed and unconfirmed kits of flights that are not over. */
  needs_person: number;
  /** Ready kits of flights that are not over and that were never opened. */
  unread: number;
  /** The share of the present work that is done, 0 to 1; null if no kit is unfinished. */
  progress: number | null;
}

interface SummaryFacts {
  openedAt(kit_id: string): number | null;
  superseded: ReadonlyMap<string, string>;
  /** Ms since 1970 UTC. */
  now: number;
  /** Finished kits of the present work: those that became unfinished since the last time that none was. */
  done: number;
}

/** Counts the kits. Flights that are over do not count, or the number would only grow. */
export function summaryOf(
  kits: Iterable<LiveKit>,
  { openedAt, superseded, now, done }: SummaryFacts,
): StatusSummary {
  const summary: StatusSummary = { under_way: 0, needs_person: 0, unread: 0, progress: null };
  let share = done;
  for (const kit of kits) {
    if (isUnfinished(kit.state)) {
      summary.under_way += 1;
      share += shareOf(kit);
    } else if (isOver(kit, now) || superseded.has(kit.id)) continue;
    else if (needsPerson.has(kit.state)) summary.needs_person += 1;
    else if (kit.state === 'ready' && openedAt(kit.id) === null) summary.unread += 1;
  }
  if (summary.under_way > 0) summary.progress = share / (summary.under_way + done);
  return summary;
}

/** A kit's progress, 0 to 1: generating is the longer half. */
function shareOf({ state, progress }: LiveKit): number {
  if (state === 'requesting') return 0.05;
  if (state === 'generating') return 0.3;
  const { received, total } = progress ?? { received: 0, total: null };
  return 0.6 + 0.4 * (total ? Math.min(1, received / total) : 0);
}

function isOver({ trip, state_since }: LiveKit, now: number): boolean {
  const known = !Number.isNaN(Date.parse(trip?.departure ?? ''));
  return known ? isFlightOver(trip?.departure, now) : state_since + OLD_AFTER_MS < now;
}

/** `3 kits on their way, 1 needs attention`; the app's name if there is nothing to report. */
export function statusSummaryWords({ under_way, needs_person, unread }: StatusSummary): string {
  const counts = [
    under_way > 0 ? `${under_way} ${under_way === 1 ? 'kit on its' : 'kits on their'} way` : null,
    needs_person > 0 ? `${needs_person} ${needs_person === 1 ? 'needs' : 'need'} attention` : null,
    unread > 0 ? `${unread} to read` : null,
  ].filter((part) => part !== null);
  return counts.length > 0 ? counts.join(', ') : 'Trip Kit Desktop';
}

/** Shortest time between two summaries, ms. */
const LOOK_MS = 500;

export interface StatusSummaryDeps extends Pick<AppContext, 'now'> {
  engine: Pick<KitEngine, 'list' | 'onChange'>;
  activity: Pick<ActivityLog, 'openedAt' | 'onOpened'>;
  superseded(): ReadonlyMap<string, string>;
  /** Called at once and whenever the summary has changed. */
  show(summary: StatusSummary): void;
  schedule?: Schedule;
}

/** Follows the engine and shows the summary, at most twice a second. Returns a function that ends this. */
export function followStatus(deps: StatusSummaryDeps): () => void {
  const { engine, activity, superseded, now, show, schedule = nodeTimer } = deps;
  const kits = new Map(engine.list().map((kit) => [kit.id, kit]));
  /** The kits of the present work, finished or not. */
  const work = new Set<string>();
  let shown = '';
  const look = () => {
    for (const id of work) if (!kits.has(id)) work.delete(id);
    const done = [...work].filter((id) => !isUnfinished(kits.get(id)?.state ?? 'ready')).length;
    const summary = summaryOf(kits.values(), {
      openedAt: (id) => activity.openedAt(id),
      superseded: superseded(),
      now: now(),
      done,
    });
    if (summary.under_way === 0) work.clear();
    const text = JSON.stringify(summary);
    if (text === shown) return;
    shown = text;
    show(summary);
  };
  const again = coalesced(schedule, LOOK_MS, look);
  const update = (changed: Iterable<LiveKit>) => {
    for (const kit of changed) {
      kits.set(kit.id, kit);
      if (isUnfinished(kit.state)) work.add(kit.id);
    }
  };
  const stops = [
    engine.onChange(({ changed, removed }) => {
      update(changed);
      for (const id of removed) kits.delete(id);
      again.soon();
    }),
    activity.onOpened(again.soon),
    again.cancel,
  ];
  update(kits.values());
  look();
  return () => {
    for (const stop of stops) stop();
  };
}
