/**
 * A scripted day of an airline: 3,000 flights, two desks that put their kits on a shelf, and 200 laptops that take theirs, on a virtual
 * clock. Storage fails, desks and laptops are killed at random steps, and somebody puts older and forged indexes in its place. What each
 * laptop may and must have is reckoned from what desks were told is done.
 */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { TripKitError } from '../../main/common/errors.ts';
import { type Publication, ShelfDesk } from '../../main/shelf/shelf-desk.ts';
import {
  documentName,
  HEAD,
  listName,
  newShelfKey,
  readShelfKey,
  type ShelfHead,
  sha256Of,
  signHead,
} from '../../main/shelf/shelf-index.ts';
import type { ShelfBody, ShelfFile, ShelfPlace } from '../../main/shelf/shelf-place.ts';
import { type SeenHead, ShelfReader } from '../../main/shelf/shelf-reader.ts';
import { MemoryShelf, testFolder } from './a-shelf.ts';

const FLIGHTS = 3_000;
const LAPTOPS = 200;
const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const START = Date.parse('2027-03-27T00:00:00Z');
/** A laptop is online for a duty of so long. */
const DUTY = 8 * HOUR;
/** Desks put kits there, together, and laptops look so often. */
const ROUND = 5 * MINUTE;
/** One step in so many of a desk or laptop fails, or is its last one. */
const FAILS = 150;
const DIES = 400;

const { signal } = new AbortController();
const deskKeys = [newShelfKey(), newShelfKey()];
const keys = deskKeys.map(({ key }) => key);
const stranger = newShelfKey();

/** Numbers from 0 up to `below` that are the same in each run (mulberry32). */
function randomOf(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) % below;
  };
}

class Killed extends Error {}

/** The way of one desk or laptop to the storage: it counts, fails, and ends its user. */
class Way implements ShelfPlace {
  readonly where = 'a test';
  requests = 0;
  bytes = 0;
  readonly #shelf: MemoryShelf;
  readonly #random: (below: number) => number;
  /** What a read of the head gives instead. */
  head: Buffer | null = null;
  isSound = false;

  constructor(shelf: MemoryShelf, random: (below: number) => number) {
    this.#shelf = shelf;
    this.#random = random;
  }

  #step(): void {
    this.requests += 1;
    if (this.isSound) return;
    if (this.#random(DIES) === 0) throw new Killed();
    if (this.#random(FAILS) === 0) throw new TripKitError('network', 'The connection is cut. Try again.');
  }

  async prepare(): Promise<void> {}

  async read(
    name: string,
    options: { etag?: string | null; most: number; signal: AbortSignal },
  ): Promise<ShelfFile | 'unchanged' | null> {
    this.#step();
    if (name === HEAD && this.head !== null) return { bytes: this.head, etag: null };
    const file = await this.#shelf.read(name, options);
    if (file !== null && file !== 'unchanged') this.bytes += file.bytes.length;
    return file;
  }

  download: ShelfPlace['download'] = (sha256, sink) => {
    this.#step();
    return this.#shelf.download(sha256, sink);
  };

  list: ShelfPlace['list'] = (folder, options) => {
    this.#step();
    return this.#shelf.list(folder, options);
  };

  async put(name: string, body: ShelfBody): Promise<void> {
    this.#step();
    await this.#shelf.put(name, body);
    // It is there, but who put it does not hear so.
    this.#step();
  }

  async claim(name: string): Promise<boolean> {
    this.#step();
    return this.#shelf.claim(name);
  }

  async release(name: string): Promise<void> {
    this.#step();
    await this.#shelf.release(name);
  }

  async remove(name: string): Promise<void> {
    this.#step();
    await this.#shelf.remove(name);
  }

  async close(): Promise<void> {}
}

interface Flight {
  kit: Publication;
  /** When its kit is generated, ms; and when its desk was told that it is there, and withdrawn. */
  ready: number;
  put: number | null;
  recalled: number | null;
}

/** A laptop: what it keeps over a kill, and its reader. */
interface Laptop {
  way: Way;
  flights: string[];
  begins: number;
  reader: ShelfReader | null;
  seen: SeenHead | null;
  kits: Map<string, { sha256: string; recalled: boolean }>;
}

/** The flights of the day, from 6 to 30 hours after its start. */
function flightsOf(folder: string, random: (below: number) => number): Flight[] {
  return Array.from({ length: FLIGHTS }, (_, at) => {
    const departure = START + 6 * HOUR + random(24 * 60) * MINUTE;
    const bytes = Buffer.from(`%PDF-1.7 of ${at}\n%%EOF\n`);
    const path = join(folder, `${at}.pdf`);
    writeFileSync(path, bytes);
    const trip = {
      origin: 'EHAM',
      destination: 'EGLL',
      flight: `KLM${at}`,
      departure: new Date(departure).toISOString(),
    };
    const requested_at = new Date(departure - 6 * HOUR).toISOString();
    const facts = { tripkit_id: `TK-${at}`, trip, requested_at, pages: 1, messages: [], path };
    const kit = { ...facts, bytes: bytes.length, sha256: sha256Of(bytes) };
    return { kit, ready: departure - 6 * HOUR + random(180) * MINUTE, put: null, recalled: null };
  });
}

test('a day of 3,000 flights: nothing wrong, missing, twice or torn, and no forged or older index believed', async () => {
  const random = randomOf(7);
  const shelf = new MemoryShelf();
  let now = START;
  // Who waits lets the time pass.
  const sleep = async (ms: number) => {
    now += ms;
  };
  const clock = { now: () => now, monotonic: () => now, sleep };
  const flights = flightsOf(testFolder(), random);
  const byId = new Map(flights.map((flight) => [flight.kit.tripkit_id, flight]));
  const ways = deskKeys.map(() => new Way(shelf, random));
  const deskOf = (number: number) => {
    const key = readShelfKey(deskKeys[number]?.pem ?? '');
    return new ShelfDesk({
      place: ways[number] ?? shelf,
      key,
      keys,
      name: 'Demo Air',
      clock,
      random: () => 0,
    });
  };
  const desks = deskKeys.map((_, number) => deskOf(number));
  const laptops = Array.from({ length: LAPTOPS }, (_, at): Laptop => {
    const first = Math.floor((at * FLIGHTS) / LAPTOPS);
    const own = Array.from({ length: 2 + (at % 3) }, (_, leg) => `KLM${(first + leg) % FLIGHTS}`);
    const begins = START + random(16 * 60) * MINUTE;
    return { way: new Way(shelf, random), flights: own, begins, reader: null, seen: null, kits: new Map() };
  });
  const found = { kills: 0, failures: 0, looks: 0, unchanged: 0, refused: 0 };
  let older: Buffer | null = null;

  /** Works as one desk: a kill loses the desk, and what was not done is done by the next one. */
  async function at(number: number, work: (desk: ShelfDesk) => Promise<void>): Promise<void> {
    try {
      await work(desks[number] as ShelfDesk);
    } catch (error) {
      if (error instanceof Killed) {
        found.kills += 1;
        desks[number] = deskOf(number);
      } else if (error instanceof TripKitError && error.kind === 'network') found.failures += 1;
      else throw error;
    }
  }

  async function look(laptop: Laptop): Promise<void> {
    const began = now;
    const { way, kits } = laptop;
    const attack = way.isSound ? 9 : random(200);
    if (attack === 0 && older !== null) way.head = older;
    if (attack === 1 && laptop.seen !== null) {
      const at = new Date(now).toISOString();
      const head = {
        name: 'Demo Air',
        serial: laptop.seen.serial + 1,
        made_at: at,
        valid_until: at,
        lists: {},
      };
      way.head = Buffer.from(signHead(head, readShelfKey(stranger.pem)));
    }
    laptop.reader ??= new ShelfReader({ place: way, keys, seen: laptop.seen });
    try {
      const before = way.requests;
      const looked = await laptop.reader.look(laptop.flights, signal);
      found.looks += 1;
      if (way.requests - before === 1) found.unchanged += 1;
      if (way.head !== null) expect(way.head, 'an index in the place of the newest was believed').toBe(older);
      for (const { tripkit_id, sha256, recalled } of looked?.kits ?? [])
        kits.set(tripkit_id, { sha256, recalled: recalled !== null });
      laptop.seen = looked?.seen ?? null;
      // What was done before this look is seen by it.
      if (way.head === null) expect(missing(laptop, began)).toEqual([]);
    } catch (error) {
      if (error instanceof Killed) {
        found.kills += 1;
        laptop.reader = null;
      } else if (error instanceof TripKitError && error.kind === 'network') found.failures += 1;
      else if (error instanceof TripKitError && error.kind === 'document' && way.head !== null)
        found.refused += 1;
      else throw error;
    } finally {
      way.head = null;
    }
  }

  /** Kits that a laptop should have, or should know to be withdrawn, by what was done before `at`. */
  function missing({ flights: own, kits }: Laptop, at: number): string[] {
    return own.flatMap((name) => {
      const flight = byId.get(`TK-${name.slice(3)}`);
      if (!flight || flight.put === null || flight.put > at) return [];
      const here = kits.get(flight.kit.tripkit_id);
      const isAware = flight.recalled === null || flight.recalled > at || here?.recalled === true;
      return here?.sha256 === flight.kit.sha256 && isAware ? [] : [flight.kit.tripkit_id];
    });
  }

  for (let tick = 0; START + tick * ROUND < START + 24 * HOUR; tick += 1) {
    now = Math.max(now, START + tick * ROUND);
    if (tick % 40 === 0) older = shelf.files.get(HEAD) ?? null;
    await Promise.all(
      [0, 1].map((number) =>
        at(number, async (desk) => {
          const due = flights.filter(
            ({ ready, put }, index) => index % 2 === number && put === null && ready <= now,
          );
          if (due.length === 0) return desk.renew(signal);
          await desk.publish(
            due.map(({ kit }) => kit),
            signal,
          );
          for (const flight of due) flight.put = now;
        }),
      ),
    );
    if (tick % 10 === 9)
      await at(tick % 2, async (desk) => {
        const there = flights.filter(({ put, recalled }) => put !== null && recalled === null);
        const flight = there[random(Math.max(there.length, 1))];
        if (!flight) return;
        await desk.recall(flight.kit.tripkit_id, 'Wrong aircraft.', signal);
        flight.recalled = now;
      });
    for (const laptop of laptops) if (now >= laptop.begins && now < laptop.begins + DUTY) await look(laptop);
  }
  // The storage is well again: each desk ends its work, and each laptop looks once more.
  for (const { way } of [...laptops, ...ways.map((way) => ({ way }))]) way.isSound = true;
  now += HOUR;
  for (const [number, desk] of desks.entries()) {
    const due = flights.filter(({ put }, index) => index % 2 === number && put === null);
    await desk.publish(
      due.map(({ kit }) => kit),
      signal,
    );
    for (const flight of due) flight.put = now;
  }
  const figures = laptops.map(({ way: { requests, bytes } }) => ({ requests, bytes }));
  for (const laptop of laptops) await look(laptop);
  // A list that no head named goes when a desk sees it for the second time, an hour later.
  for (let times = 0; times < 2; times += 1) {
    now += HOUR;
    await desks[0]?.renew(signal);
  }

  expect(
    laptops.flatMap((laptop) => missing(laptop, now)),
    'missing, or not known to be withdrawn',
  ).toEqual([]);
  const wrong = laptops.flatMap(({ kits, flights: own }) =>
    [...kits].filter(([id, { sha256 }]) => {
      const flight = byId.get(id);
      return flight?.kit.sha256 !== sha256 || !own.includes(flight.kit.trip.flight ?? '');
    }),
  );
  expect(wrong, 'wrong').toEqual([]);
  const all = await new ShelfReader({ place: shelf, keys, seen: null }).look('all', signal);
  expect(all?.kits.map(({ tripkit_id }) => tripkit_id).sort(), 'each once').toEqual([...byId.keys()].sort());
  const torn = all?.kits.filter(
    ({ sha256 }) => sha256Of(shelf.files.get(documentName(sha256)) ?? Buffer.alloc(0)) !== sha256,
  );
  expect(torn, 'torn').toEqual([]);
  for (const [what, count] of Object.entries(found))
    expect(count, `the day had no ${what}`).toBeGreaterThan(10);
  tellFigures(figures, found, shelf);
}, 300_000);

/** What a laptop-hour costs, by the first 50, 100 and all laptops, and 2,000 of them by reckoning. */
function tellFigures(
  figures: readonly { requests: number; bytes: number }[],
  found: Record<string, number>,
  shelf: MemoryShelf,
): void {
  const hours = DUTY / HOUR;
  const mean = (count: number, what: 'requests' | 'bytes') =>
    figures.slice(0, count).reduce((sum, one) => sum + one[what], 0) / count / hours;
  const rows = [50, 100, LAPTOPS].map((count) => ({
    count,
    requests: mean(count, 'requests'),
    bytes: mean(count, 'bytes'),
  }));
  const [, , all] = rows;
  // One more laptop asks no more of the others.
  for (const row of rows) {
    expect(row.requests / (all?.requests ?? 1)).toBeCloseTo(1, 0);
    expect(row.bytes / (all?.bytes ?? 1)).toBeCloseTo(1, 0);
  }
  const index = [...shelf.files].filter(([name]) => name.endsWith('.json'));
  const { lists } = JSON.parse(JSON.parse(String(shelf.files.get(HEAD))).head) as ShelfHead;
  const there = index.map(([name]) => name).filter((name) => name.startsWith('lists/'));
  const named = Object.values(lists).flatMap((hashes) => hashes.flatMap((hash) => hash && listName(hash)));
  expect(there.sort(), 'no list that nobody reads').toEqual(named.filter(Boolean).sort());
  const size = index.reduce((sum, [, bytes]) => sum + bytes.length, 0);
  const text = (number: number) => Math.round(number).toLocaleString('en');
  process.stdout.write(
    [
      `A laptop-hour: ${rows.map(({ count, requests, bytes }) => `${text(requests)} requests, ${text(bytes)} bytes of index (${count} laptops)`).join('; ')}`,
      `2,000 laptops by reckoning: ${text((all?.requests ?? 0) * 2_000)} requests and ${text(((all?.bytes ?? 0) * 2_000) / 1e6)} MB an hour`,
      `The index: ${text(size)} bytes in ${index.length} files; ${JSON.stringify(found)}\n`,
    ].join('\n'),
  );
}
