import { setImmediate } from 'node:timers/promises';
import { isAbort } from '../common/errors.ts';
import type { ReviewStore } from '../comparison/review-store.ts';
import type { AppContext } from '../host/host.ts';
import type { ActStore } from '../kits/act-store.ts';
import type { OrderRecord } from '../kits/order-store.ts';
import type { MarkStore } from '../marks/mark-store.ts';
import type { Acknowledgement, AcknowledgementStore } from '../store/acknowledgement-store.ts';
import type { KitRecord } from '../store/kit-record.ts';
import type { KitStore } from '../store/kit-store.ts';
import type { PinStore } from '../store/pin-store.ts';
import type { ChainReport } from './audit-chain.ts';
import type { AuditDraft, AuditEntryRecord, AuditKind, RemovalReason } from './audit-entry.ts';
import {
  auditKitOf,
  kitDrafts,
  marksChange,
  orderDrafts,
  type SeenMarks,
  type SeenOrder,
  wasReceived,
} from './audit-sources.ts';
import type { AuditStore } from './audit-store.ts';

/** Why a kit goes, and by whose doing. */
export interface Removal {
  reason: RemovalReason;
  /** A sentence. */
  what: string;
  /** Null: the app's own doing. */
  who: string | null;
}

export interface AuditTrailDeps extends Pick<AppContext, 'log' | 'now' | 'user'> {
  store: AuditStore;
  kits: Pick<KitStore, 'get' | 'list' | 'history'>;
  acts: Pick<ActStore, 'list' | 'kits'>;
  acknowledgements: Pick<AcknowledgementStore, 'list'>;
  pins: Pick<PinStore, 'list'>;
  marks: Pick<MarkStore, 'tally' | 'kits'>;
  reviews: Pick<ReviewStore, 'list' | 'kits'>;
  orders(): OrderRecord[];
  /** Null where the profile is not on this laptop any more. */
  profileName(id: string): string | null;
  /** How long entries are kept, months. */
  months(): number;
}

/** How far a kit was taken in, where no lines of its own tell it. */
interface SeenKit {
  kept: boolean;
  marks?: SeenMarks;
  removing?: Removal;
  /** The library had lost it. */
  lost?: boolean;
  /** The version of the document that was found broken last. */
  broken?: string | null;
}

interface Writing {
  drafts: AuditDraft[];
  seen: Map<string, SeenKit | SeenOrder | null>;
}

/** Regulators ask for three months (AC 120-76E). */
const LEAST_MONTHS = 3;
/** What happens within this time is written at once, ms: its source is on the disk already. */
const GATHER_MS = 250;
/** Between two pieces of many kits, ms: others get their turn. */
const GAP_MS = 20;
/** When what could not be written is tried again, ms. */
const RETRY_MS = 30_000;
/** Kits that are taken in at once at a start; then others get their turn. */
const KITS_AT_ONCE = 25;
/** Set while the histories from before there was a record are taken over. */
const TAKEOVER = 'takeover';
const kitKey = (id: string) => `kit:${id}`;
const orderKey = (id: string) => `order:${id}`;

/**
 * Writes into the activity record what happens to kits and what people do. What has a line in another database is taken in
 * from there, soon, and at the next start at the latest; so a process that is killed loses nothing, and a disk that is full
 * stops nobody: what could not be written is tried again, and the log says so. Before a kit goes, all of it is on record.
 */
export class AuditTrail {
  readonly #deps: AuditTrailDeps;
  readonly #dirty = new Set<string>();
  readonly #removals = new Map<string, Removal>();
  /** What has no other source and could not be written yet. */
  readonly #unwritten: Writing[] = [];
  #ordersTouched = false;
  #timer: NodeJS.Timeout | undefined;
  #failing = false;
  /** The first start takes over histories of which nobody knows who asked. */
  #takingOver = false;

  constructor(deps: AuditTrailDeps) {
    this.#deps = deps;
  }

  /** Something that has lines of its own happened to this kit. @param now it is written before this returns, if it can be */
  touch(kit_id: string, now: 'now' | 'soon' = 'soon'): void {
    this.#dirty.add(kit_id);
    if (now === 'now') this.drain();
    else this.#later(GATHER_MS);
  }

  /** Standing orders came, went or were carried out. */
  touchOrders(): void {
    this.#ordersTouched = true;
    this.drain();
  }

  /** This computer's user did something that leaves no line elsewhere. */
  note(kind: AuditKind, what: string, kit: Pick<KitRecord, 'id' | 'document'> | null = null): void {
    const body = {
      what,
      ...(kit ? { kit: this.#about(kit.id) } : {}),
      ...(kit?.document ? { document_sha256: kit.document.sha256 } : {}),
    };
    const { user, now } = this.#deps;
    this.drain();
    this.#write([{ at: now(), kind, kit_id: kit?.id ?? null, who: user, body, source: null }]);
  }

  /** A kit's document was found not to be what was verified. The same document is told of once. @param what a sentence */
  integrityBroken(kit_id: string, what: string): void {
    const kit = this.#deps.kits.get(kit_id);
    const sha256 = kit?.document?.sha256 ?? null;
    const seen = this.#seen(kit_id);
    if (seen?.broken === sha256) return;
    const body = {
      what,
      kit: this.#about(kit_id),
      ...(sha256 === null ? {} : { document_sha256: sha256 }),
    };
    const draft: AuditDraft = {
      at: this.#deps.now(),
      kind: 'integrity',
      kit_id,
      who: null,
      body,
      source: null,
    };
    this.#write([draft], new Map([[kitKey(kit_id), { kept: false, ...seen, broken: sha256 }]]));
  }

  /**
   * A kit is about to be removed: all of it and why it goes are on record when this returns.
   *
   * @returns false where that could not be written: it is tried again before the kit's own lines go
   */
  removing(kit_id: string, removal: Removal): boolean {
    this.#removals.set(kit_id, removal);
    return this.#try(() => this.#append(this.#begin(kit_id, removal))) !== undefined;
  }

  /** The kit could not be removed. @param why a sentence */
  stayed(kit_id: string, why: string): void {
    this.#removals.delete(kit_id);
    const draft = this.#draft('stayed', kit_id, null, `The removal did not succeed: ${why}`);
    const { removing: _, ...seen } = this.#seen(kit_id) ?? { kept: false };
    this.#write([draft], new Map([[kitKey(kit_id), seen]]));
  }

  /** The lines of a kit go from the library now: what is not on record yet is taken in. Never throws. */
  rowGoes(kit_id: string): void {
    this.#try(() => {
      const removal = this.#removals.get(kit_id);
      const seen = this.#seen(kit_id);
      // A kit that was never whole, and that nobody saw.
      if (!removal && !seen) return;
      const { drafts, seen: after } =
        removal && !seen?.removing ? this.#begin(kit_id, removal) : this.#take(kit_id);
      this.#write(drafts, after);
    });
  }

  /** The lines of a kit have gone. Never throws. */
  rowGone(kit_id: string): void {
    this.#dirty.delete(kit_id);
    this.#try(() => {
      const seen = this.#seen(kit_id);
      const removal = this.#removals.get(kit_id) ?? seen?.removing;
      if (removal || seen) this.#write([this.#removed(kit_id, removal)], new Map([[kitKey(kit_id), null]]));
    });
    this.#removals.delete(kit_id);
  }

  /** What is known of a kit: its entries, and what is not written yet. @throws TripKitError of kind `disk` */
  of(kit_id: string): (AuditDraft | AuditEntryRecord)[] {
    // One that has not had its turn since the start is taken in now.
    if (this.#deps.kits.get(kit_id)) this.#dirty.add(kit_id);
    this.drain();
    const stored = this.#deps.store.ofKit(kit_id);
    const waiting = this.#dirty.has(kit_id) ? this.#take(kit_id).drafts : [];
    const unwritten = this.#unwritten.flatMap(({ drafts }) => drafts).filter((one) => one.kit_id === kit_id);
    return [...stored, ...unwritten, ...waiting];
  }

  /** Writes what waits to be written. Never throws. @param most so many kits; the others soon */
  drain(most = Number.POSITIVE_INFINITY): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    this.#try(() => {
      for (let first = this.#unwritten[0]; first; first = this.#unwritten[0]) {
        this.#append(first);
        this.#unwritten.shift();
      }
      if (this.#ordersTouched) this.#takeInOrders();
      const ids = [...this.#dirty].slice(0, most);
      for (let from = 0; from < ids.length; from += KITS_AT_ONCE) {
        this.#takeIn(ids.slice(from, from + KITS_AT_ONCE));
      }
      if (this.#dirty.size > 0) this.#later(GAP_MS);
    });
  }

  /**
   * What a process that ended left behind is written, before anything that belongs to gone kits is tidied away. Never throws.
   *
   * @param began how the record begins, where it does now
   */
  recover(began: string): void {
    const { store, now, user, acts, reviews, kits, pins, marks } = this.#deps;
    this.#try(() => {
      const found = store.endAsFound();
      const line = (kind: AuditKind, what: string): AuditDraft => ({
        ...{ at: now(), kind, kit_id: null, who: user, body: { what }, source: null },
      });
      if (store.empty) store.append([line('began', began)], now(), new Map([[TAKEOVER, true]]));
      if (found !== null) store.append([line('damage', DAMAGED_ENDS[found])], now());
      this.#takingOver = store.seen(TAKEOVER) === true;
    });
    this.#try(() => {
      for (const [key, seen] of store.seenOf(kitKey(''))) {
        this.#reconcile(key.slice(kitKey('').length), seen as SeenKit);
      }
    });
    this.#try(() => {
      // What has no lines of its own would not be seen any more once it is done otherwise; the rest can wait.
      const lost = [...acts.kits(), ...reviews.kits()];
      const changing = [...pins.list().keys(), ...marks.kits()];
      const kept = [...store.seenOf(kitKey(''))].filter(([, seen]) => (seen as SeenKit).kept);
      this.#takeIn([
        ...new Set([
          ...lost.filter((id) => kits.get(id) === undefined),
          ...[...changing, ...kept.map(([key]) => key.slice(kitKey('').length))].filter((id) => kits.get(id)),
        ]),
      ]);
    });
    this.touchOrders();
  }

  /** Takes in everything that is not on record yet, the oldest kits first, a few at a time. Never rejects. */
  async takeInAll(signal: AbortSignal): Promise<void> {
    try {
      const ids = this.#deps.kits
        .list()
        .map(({ id }) => id)
        .reverse();
      for (let from = 0; from < ids.length; from += KITS_AT_ONCE) {
        signal.throwIfAborted();
        const some = ids.slice(from, from + KITS_AT_ONCE);
        for (const id of some) this.#dirty.add(id);
        this.#try(() => this.#takeIn(some));
        await setImmediate();
      }
      this.#try(() => this.#deps.store.append([], this.#deps.now(), new Map([[TAKEOVER, null]])));
      this.#takingOver = false;
      this.expire();
    } catch (error) {
      if (!isAbort(error)) this.#deps.log.error('The activity record could not be completed.', error);
    }
  }

  /** Lets go what was kept for its time. Never throws. */
  expire(): void {
    const { store, now } = this.#deps;
    this.#try(() => store.expire(this.#cutoff(), now(), null));
  }

  /** @throws TripKitError of kind `disk`; the signal's reason when it aborts */
  verify(signal?: AbortSignal): Promise<ChainReport> {
    this.drain();
    return this.#deps.store.verify(signal);
  }

  /** Writes what it can. */
  stop(): void {
    this.drain();
    clearTimeout(this.#timer);
  }

  #reconcile(kit_id: string, seen: SeenKit): void {
    const here = this.#deps.kits.get(kit_id) !== undefined;
    const { removing, ...rest } = seen;
    if (here && removing) {
      const what = 'The removal was interrupted, because the app ended: the kit is still here.';
      this.#write([this.#draft('stayed', kit_id, null, what)], new Map([[kitKey(kit_id), rest]]));
    } else if (!here && removing) {
      this.#write([this.#removed(kit_id, removing)], new Map([[kitKey(kit_id), null]]));
    } else if (!here && !seen.lost) {
      const what =
        'The library does not know this kit any more. Nobody removed it: the library was damaged or restored.';
      const draft = this.#draft('lost', kit_id, null, what);
      this.#write([draft], new Map([[kitKey(kit_id), { ...seen, lost: true }]]));
    }
  }

  #begin(kit_id: string, removal: Removal): Writing {
    const { drafts, seen } = this.#take(kit_id);
    const kit = this.#deps.kits.get(kit_id);
    const draft = this.#draft('removing', kit_id, removal.who, removal.what);
    const body = {
      ...draft.body,
      reason: removal.reason,
      ...(kit?.document ? { document: kit.document } : {}),
    };
    const known = seen.get(kitKey(kit_id)) ?? this.#seen(kit_id) ?? { kept: false };
    seen.set(kitKey(kit_id), { ...(known as SeenKit), removing: removal });
    return { drafts: [...drafts, { ...draft, body }], seen };
  }

  #removed(kit_id: string, removal: Removal | undefined): AuditDraft {
    const { reason = 'unknown', what = 'Why is not known.', who = null } = removal ?? {};
    const draft = this.#draft('removed', kit_id, who, `Removed from this laptop. ${what}`);
    return { ...draft, body: { ...draft.body, reason } };
  }

  #draft(kind: AuditKind, kit_id: string, who: string | null, what: string): AuditDraft {
    const body = { what, kit: this.#about(kit_id) };
    return { at: this.#deps.now(), kind, kit_id, who, body, source: null };
  }

  /** What an entry repeats of its kit; from its last entry where the kit is gone. */
  #about(kit_id: string) {
    const { kits, store, profileName } = this.#deps;
    const kit = kits.get(kit_id);
    if (kit) return auditKitOf(kit, profileName(kit.profile_id));
    const known = this.#try(() => store.ofKit(kit_id).findLast(({ body }) => body.kit)?.body.kit);
    return known ?? {};
  }

  /** Undefined where nothing was taken in, or where the record can't be read just now. */
  #seen(kit_id: string): SeenKit | undefined {
    return this.#try(() => this.#deps.store.seen(kitKey(kit_id)) as SeenKit | undefined);
  }

  /** What is known of a kit and not on record yet. */
  #take(kit_id: string, pins = this.#deps.pins.list()): Writing {
    const { store, kits, acts, acknowledgements, reviews, marks, now, user } = this.#deps;
    const kit = kits.get(kit_id) ?? null;
    const about = this.#about(kit_id);
    const history = kit ? kits.history(kit_id) : [];
    const given: Acknowledgement[] = kit ? acknowledgements.list(kit_id) : [];
    const sources = {
      history,
      acts: acts.list(kit_id),
      acknowledgements: given,
      reviews: reviews.list(kit_id),
    };
    const cutoff = this.#cutoff();
    const drafts = kitDrafts(kit_id, kit, about, sources, this.#takingOver ? null : user).filter(
      // What can't be looked up is written all the same: the store takes each source once.
      ({ at, source }) => at >= cutoff && !this.#try(() => store.has(source ?? '')),
    );
    const found = this.#try(() => ({ seen: store.seen(kitKey(kit_id)) as SeenKit | undefined }));
    const before = found?.seen;
    if (!kit || !found) return { drafts, seen: new Map() };
    const pinned = pins.get(kit_id);
    // What came with a kit from another laptop was nobody's doing here.
    const came = before === undefined && wasReceived(history);
    const more = (kind: AuditKind, at: number, what: string, rest = {}) =>
      drafts.push({
        ...{ at, kind, kit_id, who: came ? null : user, source: null },
        body: { what: came ? `${what} It came so in the hand-over file.` : what, kit: about, ...rest },
      });
    if (before?.lost) more('back', now(), 'The library has this kit again.');
    if (pinned !== undefined && !before?.kept) more('kept', pinned, 'Kept, whatever the retention says.');
    if (pinned === undefined && before?.kept) more('unkept', now(), 'No longer kept.');
    const tally = marks.tally(kit_id, before?.marks?.until ?? 0);
    const change = marksChange(before?.marks, tally);
    if (change)
      more('marks', Math.max(tally.until, before?.marks?.until ?? 0) || now(), change.what, {
        marks: change.marks,
      });
    const seen: SeenKit = {
      kept: pinned !== undefined,
      ...(tally.count > 0 || before?.marks
        ? { marks: { count: tally.count, until: Math.max(tally.until, before?.marks?.until ?? 0) } }
        : {}),
      ...(before?.removing ? { removing: before.removing } : {}),
      ...(before?.broken !== undefined ? { broken: before.broken } : {}),
    };
    const same = JSON.stringify(seen) === JSON.stringify(before);
    return { drafts, seen: new Map(same ? [] : [[kitKey(kit_id), seen]]) };
  }

  #takeInOrders(): void {
    const { store, orders, now, user, profileName } = this.#deps;
    const listed = new Map(orders().map((order) => [orderKey(order.id), order]));
    const before = store.seenOf(orderKey(''));
    const all: Writing = { drafts: [], seen: new Map() };
    for (const key of new Set([...listed.keys(), ...before.keys()])) {
      const was = before.get(key) as SeenOrder | undefined;
      const id = key.slice(orderKey('').length);
      const { drafts, seen } = orderDrafts(id, was, listed.get(key), { now: now(), user, profileName });
      all.drafts.push(...drafts);
      if (drafts.length > 0 || seen === null) all.seen.set(key, seen);
    }
    this.#append(all);
    this.#ordersTouched = false;
  }

  #takeIn(kit_ids: readonly string[]): void {
    if (kit_ids.length === 0) return;
    const pins = this.#deps.pins.list();
    const all: Writing = { drafts: [], seen: new Map() };
    for (const id of kit_ids) {
      const { drafts, seen } = this.#take(id, pins);
      all.drafts.push(...drafts);
      for (const [key, value] of seen) all.seen.set(key, value);
    }
    this.#append(all);
    for (const id of kit_ids) this.#dirty.delete(id);
  }

  /** Writes what has no other source: now, or later in the same order. */
  #write(drafts: AuditDraft[], seen: Writing['seen'] = new Map()): void {
    this.#unwritten.push({ drafts, seen });
    this.drain();
  }

  #append({ drafts, seen }: Writing): boolean {
    this.#deps.store.append(drafts, this.#deps.now(), seen);
    if (this.#failing) this.#deps.log.info('The activity record is written again.');
    this.#failing = false;
    return true;
  }

  #try<T>(work: () => T): T | undefined {
    try {
      return work();
    } catch (error) {
      if (!this.#failing) {
        this.#deps.log.error('The activity record could not be written or read; it is tried again.', error);
      }
      this.#failing = true;
      this.#later(RETRY_MS);
      return undefined;
    }
  }

  #later(ms: number): void {
    this.#timer ??= setTimeout(() => this.drain(KITS_AT_ONCE), ms).unref();
  }

  #cutoff(): number {
    const date = new Date(this.#deps.now());
    date.setUTCMonth(date.getUTCMonth() - Math.max(LEAST_MONTHS, this.#deps.months()));
    return date.getTime();
  }
}

const DAMAGED_ENDS = {
  rewritten: 'At a start of the app the last entry before this one was not the one that was written.',
  unconfirmed:
    'At a start of the app the file that names the last entry (audit-head.json) was missing, so entries may have been cut off before this one.',
};
