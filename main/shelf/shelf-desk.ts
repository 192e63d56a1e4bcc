/**
 * Puts kits on a shelf. Documents and lists are written first, under the names of their hashes; then the head, by the one desk that has
 * claimed its serial number. A desk that is killed in between has changed nothing that a laptop sees, and does the same again.
 */
import { type KeyObject, randomInt } from 'node:crypto';
import type { Clock } from '../common/clock.ts';
import { diskError } from '../common/disk-error.ts';
import { TripKitError } from '../common/errors.ts';
import { errorCode, hashFile } from '../common/files.ts';
import { withoutRemarks } from '../common/trip.ts';
import { withTimeLimit } from '../common/wait.ts';
import { DESK_MESSAGE } from '../kits/rules/kit-facts.ts';
import type { ShelfProfile } from '../profile/profile.ts';
import {
  type CompanyNote,
  dayOf,
  documentName,
  forged,
  HEAD,
  type ListPlace,
  listName,
  MAX_HEAD_BYTES,
  MAX_WORDS,
  PARTS,
  partOf,
  placesOf,
  publicNameOf,
  RECEIPTS,
  ReadLists,
  readHead,
  readList,
  readShelfKey,
  type ShelfHead,
  type ShelfKit,
  signHead,
  writeList,
  writeNotes,
} from './shelf-index.ts';
import type { ShelfPlace } from './shelf-place.ts';
import { ReceiptReader, receiptFile } from './shelf-receipts.ts';

/** A kit that is to be put on the shelf. */
export type Publication = Omit<ShelfKit, 'put_at' | 'recalled'> & {
  /** The PDF, absolute. */
  path: string;
};

export interface ShelfDeskDeps {
  place: ShelfPlace;
  /** The desk's private key. */
  key: KeyObject;
  /** The keys of all desks of this shelf, this one's among them. */
  keys: readonly string[];
  /** The shelf's name. */
  name: string;
  clock: Clock;
  /** From 0 up to 1, as Math.random. */
  random: () => number;
}

/** How long a head is valid: a shelf that nobody renews for that long is told as not looked after, ms. */
const VALID_MS = 24 * 3_600_000;
/** A head is renewed when less than this is left of it, ms. */
const RENEW_MS = 18 * 3_600_000;
/** Kits of days that ended so long ago are taken off the shelf, ms. */
const KEEP_MS = 4 * 24 * 3_600_000;
/** How long a receipt is kept after its laptop was heard of last, and how often that is looked at, ms. */
const KEEP_RECEIPTS_MS = 30 * 24 * 3_600_000;
const TIDY_RECEIPTS_MS = 24 * 3_600_000;
/** How often lists that no head names are looked for, ms, and how many are seen at once. */
const TIDY_LISTS_MS = 3_600_000;
const MAX_LISTS = 10_000;
/** How often a change is tried while other desks write, and the least pause between, ms. */
const TRIES = 120;
const PAUSE_MS = 1_000;
/** A claimed number whose head did not come for so long belongs to a desk that was killed, ms. */
const ABANDONED_MS = 60_000;
/** A desk that was held up for so long since its claim begins again, ms. */
const HELD_UP_MS = 20_000;
/** How long the writing of the head may take, ms: with HELD_UP_MS less than ABANDONED_MS, after which another desk goes on. */
const WRITING_MS = 30_000;
/** How long the end of a turn may take, ms. */
const RELEASE_MS = 5_000;
/** A desk whose clock and the storage’s are so far apart changes nothing. */
const MAX_CLOCK_HOURS = 12;
const FOLDERS = ['kits', 'lists', 'turns', RECEIPTS];

/** How one attempt ended. `busy`: another desk changed the head meanwhile, or is writing it. `lost`: a list is gone, maybe for that reason. */
type Attempt = 'done' | 'busy' | 'lost';
/** `before`: done before the head is written. `notes`: the hash of the company's notes; absent: they stay. */
interface ChangeSteps {
  signal: AbortSignal;
  before?: () => Promise<void>;
  notes?: string | null;
}
/** What a change did to the kits of one list; null: nothing. */
type Change = (kits: readonly ShelfKit[], where: ListPlace) => ShelfKit[] | null;

/** Whether the flight of a kit left so long ago that the shelf has it no more. @param now ms since 1970 UTC */
export function isOver(kit: Pick<ShelfKit, 'trip' | 'requested_at'>, now: number): boolean {
  return dayOf(kit) < oldestDay(now);
}

function oldestDay(now: number): string {
  return new Date(now - KEEP_MS).toISOString().slice(0, 10);
}

export class ShelfDesk {
  readonly #deps: ShelfDeskDeps;
  #isPrepared = false;
  /** When they were last tidied, monotonic ms: a wall clock that was set back would put it off. */
  readonly #tidiedAt = { receipts: Number.NEGATIVE_INFINITY, lists: Number.NEGATIVE_INFINITY };
  /** Lists that the head did not name when they were last looked through. */
  #unnamed: ReadonlySet<string> = new Set();
  /** Documents that this run has put there. */
  readonly #stored = new Set<string>();
  readonly #lists = new ReadLists();
  /** The number of the latest head that this run knows. */
  #serial = 0;
  /** The turn that another desk has claimed, and since when this one waits for its head, monotonic ms. */
  #awaited = { turn: 0, since: 0 };

  constructor(deps: ShelfDeskDeps) {
    this.#deps = deps;
    if (!deps.keys.includes(publicNameOf(deps.key)))
      throw new TripKitError(
        'config',
        `The profile does not name the key of this desk: add ${publicNameOf(deps.key)} to shelf.keys, or give the key that belongs to it.`,
        { condition: 'shelf_key' },
      );
  }

  /**
   * Puts kits on the shelf, except those of flights that are over; those that are there already stay as they are.
   *
   * @returns the kits that were not there
   * @throws TripKitError of kind `network`, `service`, `authentication`, `disk`, `document` (the shelf is forged) or `config`
   */
  async publish(kits: readonly Publication[], signal: AbortSignal): Promise<ShelfKit[]> {
    const { place, clock } = this.#deps;
    const put_at = new Date(clock.now()).toISOString();
    const current = kits.filter((kit) => !isOver(kit, clock.now()));
    const entries = current.map(({ path: _, ...kit }): ShelfKit => {
      return { ...kit, trip: withoutRemarks(kit.trip), put_at, recalled: null };
    });
    const places = new Map(entries.map((kit) => [kit, { day: dayOf(kit), part: partOf(kit.trip.flight) }]));
    const paths = new Map(kits.map(({ sha256, path }) => [sha256, path]));
    let added: ShelfKit[] = [];
    const add: Change = (there, where) => {
      const known = new Set(there.map(({ tripkit_id, sha256 }) => `${sha256} ${tripkit_id}`));
      const fresh = entries.filter((kit) => {
        const at = places.get(kit);
        return (
          at?.day === where.day && at.part === where.part && !known.has(`${kit.sha256} ${kit.tripkit_id}`)
        );
      });
      added.push(...fresh);
      if (fresh.length === 0) return null;
      // A kit that was generated again has another document.
      const stays = there.filter(({ tripkit_id }) => !fresh.some((kit) => kit.tripkit_id === tripkit_id));
      return [...stays, ...fresh];
    };
    await this.#change([...places.values()], add, {
      signal,
      begin: () => {
        added = [];
      },
      before: async () => {
        for (const kit of added) {
          if (this.#stored.has(kit.sha256)) continue;
          const path = paths.get(kit.sha256) ?? '';
          await requireSound(path, kit, signal);
          await place.put(documentName(kit.sha256), { path, bytes: kit.bytes, sha256: kit.sha256 }, signal);
          this.#stored.add(kit.sha256);
        }
      },
    });
    await this.#tidyUp(signal);
    return added;
  }

  /**
   * Withdraws a kit: laptops mark it at their next contact. Does nothing if it is withdrawn already.
   *
   * @param why for pilots
   * @throws as publish; TripKitError of kind `not_found` if the shelf does not have it, `config` if the text is empty or too long
   */
  async recall(tripkit_id: string, why: string, signal: AbortSignal): Promise<void> {
    requireWords(why);
    const recalled = { at: new Date(this.#deps.clock.now()).toISOString(), why };
    await this.#mark(tripkit_id, (kit) => (kit.recalled === null ? { ...kit, recalled } : kit), signal);
  }

  /**
   * Adds a message to a kit, which everyone who has it must read before it opens: the flight is not ready until then. One that is there
   * already is not added again.
   *
   * @param text for pilots
   * @throws as recall
   */
  async tell(tripkit_id: string, text: string, signal: AbortSignal): Promise<void> {
    requireWords(text);
    const message = { code: DESK_MESSAGE, type: 'Warning', message: text };
    const isThere = ({ messages }: ShelfKit) =>
      messages.some((one) => one.code === DESK_MESSAGE && one.message === text);
    const add = (kit: ShelfKit) => (isThere(kit) ? kit : { ...kit, messages: [...kit.messages, message] });
    await this.#mark(tripkit_id, add, signal);
  }

  /** Puts these notes of the company on the shelf, in place of those that are there. @throws as publish */
  async putNotes(notes: readonly CompanyNote[], signal: AbortSignal): Promise<void> {
    const put_at = new Date(this.#deps.clock.now()).toISOString();
    const file = notes.length === 0 ? null : writeNotes({ put_at, notes: [...notes] });
    const before = async () => {
      if (file) await this.#deps.place.put(file.name, file.bytes, signal);
    };
    await this.#change([], () => null, { signal, notes: file?.sha256 ?? null, before });
  }

  /** Changes the entry of one kit. @throws as recall */
  async #mark(tripkit_id: string, change: (kit: ShelfKit) => ShelfKit, signal: AbortSignal): Promise<void> {
    let found = false;
    const mark: Change = (kits) => {
      const changed = kits.map((kit) => (kit.tripkit_id === tripkit_id ? change(kit) : kit));
      found ||= kits.some((kit) => kit.tripkit_id === tripkit_id);
      return changed.every((kit, index) => kit === kits[index]) ? null : changed;
    };
    await this.#change('all', mark, { signal });
    if (!found)
      throw new TripKitError(
        'not_found',
        `The shelf has no kit ${tripkit_id}. “tripkit shelf status” lists what it has.`,
      );
  }

  /** Says that the shelf is looked after, where that was last said long ago, and takes old kits off. @throws as publish */
  async renew(signal: AbortSignal): Promise<void> {
    await this.#change([], () => null, { signal });
    await this.#tidyUp(signal);
  }

  /** Removes what nobody needs, now and then. What can’t be listed or removed stays. */
  async #tidyUp(signal: AbortSignal): Promise<void> {
    if (this.#isDue('receipts', TIDY_RECEIPTS_MS)) await this.#tidyReceipts(signal).catch(() => {});
    if (this.#isDue('lists', TIDY_LISTS_MS)) await this.#tidyLists(signal).catch(() => {});
  }

  #isDue(what: 'receipts' | 'lists', every_ms: number): boolean {
    const now = this.#deps.clock.monotonic();
    if (now - this.#tidiedAt[what] < every_ms) return false;
    this.#tidiedAt[what] = now;
    return true;
  }

  /**
   * Once an hour, removes lists that no head has named since the last time: a desk that was killed, or lost its turn to another one, left
   * them. No desk names such a list later, because a list has the time of its last change in it.
   */
  async #tidyLists(signal: AbortSignal): Promise<void> {
    const { place, keys } = this.#deps;
    // Before the head: a list that is named meanwhile is named there.
    const files = await place.list('lists', { most: MAX_LISTS, signal });
    const file = await place.read(HEAD, { most: MAX_HEAD_BYTES, signal });
    const head = file === null || file === 'unchanged' ? null : readHead(file.bytes, keys);
    if (head === null) return;
    const hashes = [head.notes, ...Object.values(head.lists).flat()];
    const named = new Set(hashes.map((one) => one && listName(one)));
    const unnamed = files.map(({ name }) => `lists/${name}`).filter((name) => !named.has(name));
    for (const name of unnamed) if (this.#unnamed.has(name)) await place.remove(name, signal);
    this.#unnamed = new Set(unnamed);
  }

  /** Once a day, removes the receipts of laptops that were not heard of for long: they have names of people in them. */
  async #tidyReceipts(signal: AbortSignal): Promise<void> {
    const { place, clock } = this.#deps;
    const now = clock.now();
    const { receipts } = await new ReceiptReader(place, () => now).look(signal);
    for (const [fingerprint, { at }] of receipts)
      if (now - Date.parse(at) > KEEP_RECEIPTS_MS) await place.remove(receiptFile(fingerprint), signal);
  }

  async #change(
    wanted: readonly ListPlace[] | 'all',
    change: Change,
    steps: ChangeSteps & { begin?: () => void },
  ): Promise<void> {
    const { place, clock, random } = this.#deps;
    const { signal } = steps;
    if (!this.#isPrepared) await place.prepare(FOLDERS, signal);
    this.#isPrepared = true;
    let end: Attempt = 'busy';
    for (let tries = 0; tries < TRIES; tries += 1) {
      steps.begin?.();
      end = await this.#changeOnce(wanted, change, steps);
      if (end === 'done') return;
      await clock.sleep(PAUSE_MS * (1 + random()), signal);
    }
    if (end === 'lost') throw forged('The shelf has lost a list that its index names', 'shelf_mixed');
    throw new TripKitError(
      'service',
      `Other desks kept changing the shelf in ${place.where}. It is tried again later.`,
      { condition: 'shelf_busy' },
    );
  }

  async #changeOnce(
    wanted: readonly ListPlace[] | 'all',
    change: Change,
    { signal, before, notes: wanted_notes }: ChangeSteps,
  ): Promise<Attempt> {
    const { place, key, keys, name, clock } = this.#deps;
    const file = await place.read(HEAD, { most: MAX_HEAD_BYTES, signal });
    requireClock(place);
    const there = file === 'unchanged' ? null : file;
    const old = there && readHead(there.bytes, keys);
    if (there !== null && old === null) return 'busy';
    const { serial } = old ?? { serial: 0 };
    // A head that is made of an older one would lose the kits that came since.
    if (serial < this.#serial)
      throw forged('The index of the shelf is older than one that was there before', 'shelf_older');
    this.#serial = serial;
    const now = clock.now();
    const oldest = oldestDay(now);
    const lists: ShelfHead['lists'] = Object.fromEntries(
      Object.entries(old?.lists ?? {}).filter(([day]) => day >= oldest),
    );
    this.#lists.keepOnly(lists);
    const replaced: string[] = [];
    for (const { day, part } of wanted === 'all' ? placesOf(lists) : wanted.filter(once)) {
      const hash = lists[day]?.[part] ?? null;
      const kits = hash === null ? [] : await this.#lists.read(place, { sha256: hash, day, part }, signal);
      if (kits === null) return 'lost';
      const changed = change(kits, { day, part });
      if (changed === null) continue;
      const list = writeList({ day, part, kits: changed });
      await place.put(list.name, list.bytes, signal);
      if (hash !== null) replaced.push(listName(hash));
      const stay = new Set(changed.map(({ sha256 }) => sha256));
      for (const { sha256 } of kits) if (!stay.has(sha256)) replaced.push(documentName(sha256));
      lists[day] = (lists[day] ?? Array<null>(PARTS).fill(null)).map((one, at) =>
        at === part ? list.sha256 : one,
      );
    }
    const dropped = Object.keys(old?.lists ?? {}).filter((day) => day < oldest);
    const notes = wanted_notes === undefined ? (old?.notes ?? null) : wanted_notes;
    if (old?.notes && old.notes !== notes) replaced.push(listName(old.notes));
    const isFresh = old !== null && Date.parse(old.valid_until) - now > RENEW_MS && old.notes === notes;
    if (JSON.stringify(lists) === JSON.stringify(old?.lists) && isFresh) return 'done';
    await before?.();
    const made_at = new Date(now).toISOString();
    const valid_until = new Date(now + VALID_MS).toISOString();
    // Laptops believe no smaller number than they have seen: with the time in it, they believe the desk after storage was set back.
    const number = Math.max(serial + 1, Math.floor(now / 1000));
    const head = { name, serial: number, made_at, valid_until, notes, lists };
    const isWritten = await this.#inTurn(serial + 1, signal, async () => {
      // Another desk may have written between the reading and the claim.
      const still = await place.read(HEAD, { most: MAX_HEAD_BYTES, signal });
      const bytes = still === null || still === 'unchanged' ? null : still.bytes;
      if (!(there === null ? bytes === null : bytes?.equals(there.bytes))) return null;
      return Buffer.from(signHead(head, key));
    });
    if (!isWritten) return 'busy';
    this.#serial = head.serial;
    await this.#tidy(old, dropped, replaced, signal);
    return 'done';
  }

  /**
   * Writes the head while no other desk does: the turn is claimed first. A claim whose head does not come was left by a desk that
   * was killed, and the next name for the same turn is claimed.
   *
   * @param turn one more than the number of the head that is replaced
   * @param content null: it is not written after all
   */
  async #inTurn(turn: number, signal: AbortSignal, content: () => Promise<Buffer | null>): Promise<boolean> {
    const { place, clock } = this.#deps;
    const since = clock.monotonic();
    if (this.#awaited.turn !== turn) this.#awaited = { turn, since };
    const names = Array.from(
      { length: 1 + Math.floor((since - this.#awaited.since) / ABANDONED_MS) },
      (_, before) => `turns/${turn}-${before}`,
    );
    let taken = 0;
    while (taken < names.length && !(await place.claim(names[taken] ?? '', signal))) taken += 1;
    if (taken === names.length) return false;
    // A head that is on its way may still come: the turn is given back only where that is known.
    let isOnItsWay = false;
    try {
      const bytes = await content();
      if (bytes === null || clock.monotonic() - since >= HELD_UP_MS) return false;
      isOnItsWay = true;
      await withTimeLimit(
        WRITING_MS,
        () => tooSlow(place.where),
        clock,
        signal,
        (limited) => place.put(HEAD, bytes, limited),
      );
      isOnItsWay = false;
      return true;
    } finally {
      const limit = AbortSignal.timeout(RELEASE_MS);
      const given = isOnItsWay ? [] : names.slice(0, taken + 1);
      for (const name of given) await place.release(name, limit).catch(() => {});
    }
  }

  /** Removes what the head no longer names. A failure leaves files that nobody reads. */
  async #tidy(
    old: ShelfHead | null,
    dropped: readonly string[],
    replaced: readonly string[],
    signal: AbortSignal,
  ): Promise<void> {
    const { place } = this.#deps;
    const gone = [...replaced];
    for (const { day, part } of placesOf(old?.lists ?? {}).filter((one) => dropped.includes(one.day))) {
      const hash = old?.lists[day]?.[part] ?? '';
      const kits = await readList(place, { sha256: hash, day, part }, signal).catch(() => null);
      gone.push(...(kits ?? []).map((kit) => documentName(kit.sha256)), listName(hash));
    }
    for (const name of gone) await place.remove(name, signal).catch(() => {});
  }
}

/** The desk of a profile's shelf. @param pem of its private key @throws TripKitError of kind `config` if the key is none of the profile's */
export function openShelfDesk(
  { name, keys }: Pick<ShelfProfile, 'name' | 'keys'>,
  place: ShelfPlace,
  pem: string,
  clock: Clock,
): ShelfDesk {
  const random = () => randomInt(1000) / 1000;
  return new ShelfDesk({ place, key: readShelfKey(pem), keys, name, clock, random });
}

/** By a wrong clock, flights of today are over, and all desks’ kits of them would go. @throws TripKitError of kind `config` */
function requireClock({ where, clock_off_ms }: Pick<ShelfPlace, 'where' | 'clock_off_ms'>): void {
  const hours = Math.round(Math.abs(clock_off_ms ?? 0) / 3_600_000);
  if (hours < MAX_CLOCK_HOURS) return;
  throw new TripKitError(
    'config',
    `The clocks of this computer and of ${where} are ${hours} hours apart, so the shelf stays as it is. Set the one that is wrong; then it is tried again.`,
    { condition: 'shelf_clock' },
  );
}

function tooSlow(where: string): TripKitError {
  return new TripKitError(
    'network',
    `The shelf in ${where} took too long to write its index. It is tried again later.`,
    {
      condition: 'shelf_slow',
    },
  );
}

function requireWords(text: string): void {
  if (text.trim() !== '' && text.length <= MAX_WORDS) return;
  throw new TripKitError(
    'config',
    `The text for pilots has ${text.length} characters. Write at least one word, and at most ${MAX_WORDS} characters.`,
    { condition: 'shelf_words' },
  );
}

/** @throws TripKitError of kind `document`, condition `shelf_document`, if the file is not what was delivered */
async function requireSound(
  path: string,
  { sha256, tripkit_id }: ShelfKit,
  signal: AbortSignal,
): Promise<void> {
  const now = await hashFile(path, signal).catch((error: unknown) => {
    if (signal.aborted) throw signal.reason;
    if (errorCode(error) === 'ENOENT') return null;
    throw diskError(error, 'Reading the delivered kit', path);
  });
  if (now === sha256) return;
  throw new TripKitError(
    'document',
    `The document of the kit ${tripkit_id} is not put on the shelf: ${path} ${now === null ? 'is not there any more' : 'is no longer what was verified'}. Put the file back, or request the kit again.`,
    { condition: 'shelf_document' },
  );
}

function once({ day, part }: ListPlace, index: number, all: readonly ListPlace[]): boolean {
  return all.findIndex((other) => other.day === day && other.part === part) === index;
}
