/**
 * What the databases of this laptop say happened, as entries of the activity record. Pure. The lines of other databases are
 * named by what they say, not by their numbers: a library that was rescued or restored numbers them anew.
 */
import { hash } from 'node:crypto';
import type { Trip } from '../common/trip.ts';
import type { Review } from '../comparison/review-store.ts';
import { reviewWords } from '../comparison/review-words.ts';
import type { Act } from '../kits/act-store.ts';
import type { OrderRecord } from '../kits/order-store.ts';
import type { MarkTally } from '../marks/mark-store.ts';
import type { Acknowledgement } from '../store/acknowledgement-store.ts';
import type { KitEventRecord, KitRecord } from '../store/kit-record.ts';
import { acknowledgedWords, actWords, merged } from './audit.ts';
import type { AuditDraft, AuditKit } from './audit-entry.ts';

/** How the line of history begins that a kit has which came in a hand-over file: what stands before it happened elsewhere. */
export const RECEIVED = 'Received in the hand-over file of';

/** Whether a kit came from another laptop. */
export function wasReceived(history: readonly Pick<KitEventRecord, 'what'>[]): boolean {
  return history.some(({ what }) => what.startsWith(RECEIVED));
}

/** What is known of a kit and has lines of its own. */
export interface KitSources {
  history: readonly KitEventRecord[];
  acts: readonly Act[];
  acknowledgements: readonly Acknowledgement[];
  reviews: readonly Review[];
}

/** As much of a kit as its entries repeat. */
export type ToldKit = Pick<KitRecord, 'profile_id' | 'tripkit_id' | 'trip' | 'state' | 'document'>;

/** What each entry repeats of its kit, so that it can be read when the kit is gone. */
export function auditKitOf(
  { profile_id, tripkit_id, trip }: Pick<ToldKit, 'profile_id' | 'tripkit_id' | 'trip'>,
  profile: string | null,
): AuditKit {
  const { flight, origin, destination, departure } = trip ?? {};
  return {
    profile_id,
    ...(profile === null ? {} : { profile }),
    ...(tripkit_id === null ? {} : { tripkit_id }),
    ...(flight === undefined ? {} : { flight }),
    ...(origin === undefined ? {} : { origin }),
    ...(destination === undefined ? {} : { destination }),
    ...(departure === undefined ? {} : { departure }),
  };
}

/**
 * The entries of everything that is known of a kit, oldest first; the history keeps its own order.
 *
 * @param kit null for one that is gone
 * @param creator who asked for kits that are asked for on this laptop; null where that is not known
 */
export function kitDrafts(
  kit_id: string,
  kit: ToldKit | null,
  about: AuditKit,
  { history, acts, acknowledgements, reviews }: KitSources,
  creator: string | null,
): AuditDraft[] {
  const name = sourceNames();
  const received = wasReceived(history);
  const lastReady = history.findLastIndex(({ state }) => state === 'ready');
  const states = history.map(({ at, state, what }, index): AuditDraft => {
    const creation = index === 0 && state === (kit?.trip ? 'requesting' : 'generating');
    const body = {
      what,
      kit: about,
      state,
      ...(creation && kit?.trip ? { trip: kit.trip } : {}),
      ...(index === lastReady && kit?.state === 'ready' && kit.document ? { document: kit.document } : {}),
    };
    const source = name('event', kit_id, at, state, what);
    return { at, kind: 'state', kit_id, who: creation && !received ? creator : null, body, source };
  });
  const done = acts.map(({ act, at, who, document_sha256 }): AuditDraft => {
    const body = { what: actWords[act], kit: about, ...version(document_sha256) };
    const source = name('act', kit_id, at, act, who, document_sha256);
    return { at, kind: act, kit_id, who, body, source };
  });
  const given = acknowledgements.map(({ at, by, message, document_sha256 }): AuditDraft => {
    const body = { what: acknowledgedWords(message), kit: about, message, ...version(document_sha256) };
    const { code, type, message: text } = message;
    const source = name('acknowledged', kit_id, code, type, text, document_sha256, by);
    return { at, kind: 'acknowledged', kit_id, who: by, body, source };
  });
  const reviewed = reviews.map((review): AuditDraft => {
    const { at, who, old_sha256, new_sha256, pages } = review;
    const body = { what: reviewWords(review), kit: about, document_sha256: new_sha256 };
    const said = [old_sha256, new_sha256, JSON.stringify(pages), String(review.reviewed)];
    const source = name('reviewed', kit_id, at, who, ...said);
    return { at, kind: 'reviewed', kit_id, who, body, source };
  });
  return merged(states, [...done, ...given, ...reviewed]);
}

/** How far the marks of a kit were taken in: how many there were, and when the last one was put or changed, ms. */
export interface SeenMarks {
  count: number;
  until: number;
}

/** What became of a kit's marks since then; null where nothing did. */
export function marksChange(
  before: SeenMarks | undefined,
  now: MarkTally,
): { marks: { added: number; changed: number; removed: number }; what: string } | null {
  const removed = Math.max(0, (before?.count ?? 0) + now.added - now.count);
  // A clock that was set back hides when they were put there, not how many there are.
  const added = Math.max(now.added, now.count - (before?.count ?? 0));
  const { changed } = now;
  if (added + changed + removed === 0) return null;
  const said = Object.entries({ added, changed, removed }).filter(([, count]) => count > 0);
  const carried = (how: string) =>
    how === 'added' && now.carried > 0
      ? ` (${now.carried} carried over from an earlier kit of the flight)`
      : '';
  const [first, ...rest] = said.map(([how, count]) => `${count} ${how}${carried(how)}`);
  return { marks: { added, changed, removed }, what: `Marks on its pages: ${[first, ...rest].join(', ')}.` };
}

/** How far a standing order was taken in. */
export interface SeenOrder {
  requested: boolean;
  trip: Trip;
  profile_id: string;
  due_at: number;
  departure: number;
}

/** What became of an order: its entries, and how far it is taken in then; null forgets it. */
export function orderDrafts(
  id: string,
  before: SeenOrder | undefined,
  order: OrderRecord | undefined,
  { now, user, profileName }: { now: number; user: string; profileName(id: string): string | null },
): { drafts: AuditDraft[]; seen: SeenOrder | null } {
  const known = order ? seenOrder(order) : before;
  if (!known) return { drafts: [], seen: null };
  const { trip, profile_id } = known;
  const kit = auditKitOf({ profile_id, tripkit_id: null, trip }, profileName(profile_id));
  const draft = (kind: AuditDraft['kind'], at: number, who: string | null, what: string): AuditDraft => ({
    at,
    kind,
    kit_id: order?.kit_id ?? null,
    who,
    body: { what, kit, order_id: id, ...(kind === 'order_made' ? { trip } : {}) },
    source: null,
  });
  const drafts: AuditDraft[] = [];
  if (order && !before) {
    const hours = Math.round(order.lead_ms / 360_000) / 10;
    const what = `Standing order: the kit is requested ${hours} h before departure.`;
    drafts.push(draft('order_made', order.created_at, order.who, what));
  }
  if (order && order.kit_id !== null && !before?.requested) {
    const at = order.claimed_at ?? now;
    drafts.push(
      draft('order_requested', at, order.who, 'The standing order was carried out: the kit was requested.'),
    );
  }
  if (!order && before && !before.requested) {
    drafts.push(
      before.departure <= now
        ? draft('order_missed', now, null, 'The standing order was never carried out: its flight had left.')
        : draft('order_cancelled', now, user, 'The standing order was cancelled.'),
    );
  }
  return { drafts, seen: order ? known : null };
}

function seenOrder({ kit_id, trip, profile_id, lead_ms, created_at }: OrderRecord): SeenOrder {
  const departure = Date.parse(trip.departure);
  const due_at = Math.max(created_at, departure - lead_ms);
  return { requested: kit_id !== null, trip, profile_id, due_at, departure };
}

function version(document_sha256: string | null) {
  return document_sha256 === null ? {} : { document_sha256 };
}

/** Names lines by their content; of several that say the same, each by its number. */
function sourceNames() {
  const seen = new Map<string, number>();
  return (...parts: (string | number | null)[]): string => {
    const text = JSON.stringify(parts);
    const nth = (seen.get(text) ?? 0) + 1;
    seen.set(text, nth);
    return hash('sha256', `${nth} ${text}`, 'base64url');
  };
}
