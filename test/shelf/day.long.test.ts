/**
 * A scripted day of an airline: 1,000 flights, two desks that put their kits on a shelf, replace, withdraw and add to them, and 40 laptops
 * that take theirs with their documents, on a virtual clock. Storage fails, desks and laptops are killed at random steps, and somebody puts
 * older and forged indexes in its place. What each laptop may and must have is reckoned by the oracle (day.ts).
 */
import { expect, test } from 'vitest';
import { TripKitError } from '../../main/common/errors.ts';
import { supersessions } from '../../main/kits/kit-flags.ts';
import { ShelfDesk } from '../../main/shelf/shelf-desk.ts';
import {
  documentName,
  HEAD,
  listName,
  newShelfKey,
  readShelfKey,
  type ShelfHead,
  type ShelfKit,
  sha256Of,
  signHead,
} from '../../main/shelf/shelf-index.ts';
import { type SeenHead, ShelfReader } from '../../main/shelf/shelf-reader.ts';
import { ShelfService } from '../../main/shelf/shelf-service.ts';
import type { ShelfWants } from '../../preload/contract.ts';
import { MemoryShelf, testFolder } from './a-shelf.ts';
import {
  Copy,
  HOUR,
  inRoster,
  Killed,
  type LaptopHere,
  MINUTE,
  Oracle,
  randomOf,
  versionsOf,
  Way,
} from './day.ts';

const FLIGHTS = 1_000;
const LAPTOPS = 40;
/** One laptop in so many names its flights as its roster does. */
const ROSTERS = 10;
const START = Date.parse('2027-03-27T00:00:00Z');
/** A laptop is online for a duty of so long. */
const DUTY = 5 * HOUR;
/** Desks put kits there, together, and laptops look so often. */
const ROUND = 5 * MINUTE;

const { signal } = new AbortController();
const deskKeys = [newShelfKey(), newShelfKey()];
const keys = deskKeys.map(({ key }) => key);
const stranger = newShelfKey();

interface Laptop extends LaptopHere {
  way: Way;
  wants: ShelfWants;
  begins: number;
  reader: ShelfReader | null;
  seen: SeenHead | null;
  kits: Map<string, ShelfKit>;
  documents: Map<string, Buffer>;
}

class Day {
  readonly #random = randomOf(7);
  readonly shelf = new MemoryShelf();
  now = START;
  readonly #clock = {
    now: () => this.now,
    monotonic: () => this.now,
    // Who waits lets the time pass.
    sleep: async (ms: number) => {
      this.now += ms;
    },
  };
  readonly oracle = new Oracle(
    versionsOf(testFolder(), { flights: FLIGHTS, start: START, random: this.#random }),
  );
  readonly #ways = deskKeys.map(() => new Way(this.shelf, this.#random));
  readonly desks = deskKeys.map((_, number) => this.#deskOf(number));
  readonly laptops = Array.from({ length: LAPTOPS }, (_, at) => this.#laptopOf(at));
  readonly found = {
    ...{ kills: 0, failures: 0, looks: 0, unchanged: 0, refused: 0 },
    ...{ documents: 0, cut: 0, replaced: 0, recall: 0, tell: 0 },
  };
  #older: Buffer | null = null;

  #deskOf(number: number): ShelfDesk {
    const key = readShelfKey(deskKeys[number]?.pem ?? '');
    const place = this.#ways[number] ?? this.shelf;
    return new ShelfDesk({ place, key, keys, name: 'Demo Air', clock: this.#clock, random: () => 0 });
  }

  #laptopOf(at: number): Laptop {
    const first = Math.floor((at * FLIGHTS) / LAPTOPS);
    const flights = Array.from({ length: 2 + (at % 3) }, (_, leg) => (first + leg) % FLIGHTS);
    const hasRoster = at % ROSTERS === 0;
    const wants = hasRoster
      ? this.oracle.versions
          .filter(({ flight, after }) => after === null && flights.includes(flight))
          .map(inRoster)
      : flights.map((flight) => `KLM${flight + 1}`);
    const begins = START + this.#random(16 * 60) * MINUTE;
    const way = new Way(this.shelf, this.#random);
    const nothing = { reader: null, seen: null, kits: new Map(), documents: new Map() };
    return { way, flights, hasRoster, wants, begins, ...nothing };
  }

  /** What a failure of a desk or laptop was; throws what is none. */
  #count(error: unknown): 'killed' | 'failed' {
    if (error instanceof Killed) {
      this.found.kills += 1;
      return 'killed';
    }
    if (!(error instanceof TripKitError && error.kind === 'network')) throw error;
    this.found.failures += 1;
    return 'failed';
  }

  /** Works as one desk: a kill loses the desk, and what was not done is done by the next one. */
  async #at(number: number, work: (desk: ShelfDesk) => Promise<void>): Promise<void> {
    try {
      await work(this.desks[number] as ShelfDesk);
    } catch (error) {
      if (this.#count(error) === 'killed') this.desks[number] = this.#deskOf(number);
    }
  }

  /** A desk puts there what it has, or says that it looks after the shelf. */
  async #publish(number: number, desk: ShelfDesk): Promise<void> {
    const due = this.oracle.due(number, this.now);
    if (due.length === 0) return desk.renew(signal);
    await desk.publish(
      due.map(({ kit }) => kit),
      signal,
    );
    for (const version of due) version.put = this.oracle.next();
    this.found.replaced += due.filter(({ after }) => after !== null).length;
  }

  /** A desk withdraws a kit or adds a message to it. */
  async #say(desk: ShelfDesk): Promise<void> {
    for (const order of this.oracle.orders.filter(({ done }) => done === null)) {
      await (order.kind === 'recall' ? desk.recall : desk.tell).call(
        desk,
        order.tripkit_id,
        order.text,
        signal,
      );
      order.done = this.oracle.next();
      this.found[order.kind] += 1;
    }
  }

  #newOrder(tick: number): void {
    const there = this.oracle.versions.filter(({ put }) => put !== null);
    const tripkit_id = there[this.#random(Math.max(there.length, 1))]?.kit.tripkit_id;
    const kind = tick % 10 === 9 ? 'recall' : 'tell';
    if (tripkit_id !== undefined)
      this.oracle.orders.push({ kind, tripkit_id, text: `Number ${tick}.`, done: null });
  }

  async round(tick: number): Promise<void> {
    this.now = Math.max(this.now, START + tick * ROUND);
    if (tick % 40 === 0) this.#older = this.shelf.files.get(HEAD) ?? null;
    await Promise.all([0, 1].map((number) => this.#at(number, (desk) => this.#publish(number, desk))));
    if (tick % 5 === 4) this.#newOrder(tick);
    await this.#at(tick % 2, (desk) => this.#say(desk));
    const { now } = this;
    for (const laptop of this.laptops)
      if (now >= laptop.begins && now < laptop.begins + DUTY) await this.look(laptop);
  }

  /** Somebody puts another index in the place of the newest, for one look. */
  #attack(laptop: Laptop): void {
    const { way, seen } = laptop;
    const attack = way.isSound ? 9 : this.#random(200);
    if (attack === 0 && this.#older !== null) way.head = this.#older;
    if (attack !== 1 || seen === null) return;
    const at = new Date(this.now).toISOString();
    const head = {
      name: 'Demo Air',
      serial: seen.serial + 1,
      made_at: at,
      valid_until: at,
      notes: null,
      lists: {},
    };
    way.head = Buffer.from(signHead(head, readShelfKey(stranger.pem)));
  }

  async look(laptop: Laptop): Promise<void> {
    const began = this.oracle.next();
    const { way } = laptop;
    this.#attack(laptop);
    laptop.reader ??= new ShelfReader({ place: way, keys, seen: laptop.seen });
    try {
      const before = way.requests;
      const looked = await laptop.reader.look(laptop.wants, signal);
      this.found.looks += 1;
      if (way.requests - before === 1) this.found.unchanged += 1;
      laptop.seen = looked?.seen ?? null;
      if (way.head !== null) {
        expect(way.head, 'an index in the place of the newest was believed').toBe(this.#older);
        return;
      }
      laptop.kits = new Map(looked?.kits.map((kit) => [kit.tripkit_id, kit]));
      // What was done before this look is seen by it.
      const missing = this.oracle.missing(laptop, began);
      if (missing.length > 0) expect(missing, 'missing').toEqual([]);
      await this.#download(laptop);
    } catch (error) {
      if (error instanceof TripKitError && error.kind === 'document' && way.head !== null)
        this.found.refused += 1;
      else if (this.#count(error) === 'killed') laptop.reader = null;
    } finally {
      way.head = null;
    }
  }

  /** Takes the documents that the laptop lacks, as its engine does. Those that are cut off come at the next look. */
  async #download({ way, kits, documents }: Laptop): Promise<void> {
    const service = new ShelfService(way, async () => [...kits.values()]);
    for (const { tripkit_id, sha256, recalled } of kits.values()) {
      if (recalled !== null || documents.has(sha256)) continue;
      const pdf = await service.pdf(tripkit_id);
      if (pdf.state !== 'generated') throw new Error('a kit on a shelf is there');
      const copy = new Copy();
      try {
        await service.download(pdf.url, copy);
      } catch (error) {
        if (copy.received > 0) this.found.cut += 1;
        throw error;
      }
      documents.set(sha256, copy.bytes);
      this.found.documents += 1;
    }
  }

  /** The storage is well again: each desk ends its work, and each laptop looks once more. */
  async end(): Promise<void> {
    for (const { way } of [...this.laptops, ...this.#ways.map((way) => ({ way }))]) way.isSound = true;
    this.now += 24 * HOUR;
    // Kits that replace others wait for those.
    for (let times = 0; times < 2; times += 1)
      for (const [number, desk] of this.desks.entries()) await this.#publish(number, desk);
    for (const desk of this.desks) await this.#say(desk);
  }
}

test('a day of 1,000 flights: nothing wrong, missing, twice or torn, and no forged or older index believed', async () => {
  const day = new Day();
  const { laptops, oracle, shelf, desks, found } = day;
  for (let tick = 0; tick * ROUND < 24 * HOUR; tick += 1) await day.round(tick);
  await day.end();
  for (const laptop of laptops) await day.look(laptop);
  // A list that no head named goes when a desk sees it for the second time, an hour later.
  for (let times = 0; times < 2; times += 1) {
    day.now += HOUR;
    await desks[0]?.renew(signal);
  }

  const now = oracle.next();
  expect(
    laptops.flatMap((laptop) => oracle.missing(laptop, now)),
    'missing, or not known to be withdrawn or to have a message',
  ).toEqual([]);
  expect(
    laptops.flatMap((laptop) => oracle.wrong(laptop)),
    'wrong',
  ).toEqual([]);
  const without = laptops.flatMap(({ kits, documents }) =>
    [...kits.values()].filter(({ sha256, recalled }) => recalled === null && !documents.has(sha256)),
  );
  expect(without, 'without its document').toEqual([]);
  for (const laptop of laptops) expect(replacedOn(laptop)).toEqual(oracle.replaced(laptop));
  const all = await new ShelfReader({ place: shelf, keys, seen: null }).look('all', signal);
  const ids = new Set(oracle.versions.map(({ kit }) => kit.tripkit_id));
  expect(all?.kits.map(({ tripkit_id }) => tripkit_id).sort(), 'each once').toEqual([...ids].sort());
  const torn = all?.kits.filter(
    ({ sha256 }) => sha256Of(shelf.files.get(documentName(sha256)) ?? Buffer.alloc(0)) !== sha256,
  );
  expect(torn, 'torn').toEqual([]);
  for (const [what, count] of Object.entries(found))
    expect(count, `the day had no ${what}`).toBeGreaterThan(0);
  const there = [...shelf.files.keys()].filter((name) => name.startsWith('lists/'));
  const { lists } = JSON.parse(JSON.parse(String(shelf.files.get(HEAD))).head) as ShelfHead;
  const listed = Object.values(lists).flatMap((hashes) =>
    hashes.flatMap((hash) => (hash ? listName(hash) : [])),
  );
  expect(there.sort(), 'no list that nobody reads').toEqual(listed.sort());
}, 300_000);

/** The kits that the app would show as replaced, each with the one to open instead, by flight. */
function replacedOn({ flights, kits }: Laptop): [string, string][] {
  const here = [...kits.values()].map(({ tripkit_id, trip, requested_at, put_at, recalled }) => ({
    ...{ id: tripkit_id, profile_id: 'p', tripkit_id, trip, state: 'ready' as const },
    created_at: Date.parse(requested_at),
    shelf: {
      ...{ name: 'Demo Air', put_at: Date.parse(put_at) },
      recalled: recalled && { ...recalled, at: Date.parse(recalled.at) },
    },
  }));
  const flightOf = ([id]: readonly [string, string]) => flights.indexOf(Number(/\d+/.exec(id)?.[0]));
  return [...supersessions(here)]
    .filter((pair) => flightOf(pair) >= 0)
    .sort((a, b) => flightOf(a) - flightOf(b));
}
