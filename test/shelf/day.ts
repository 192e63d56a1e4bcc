/** The world of the scripted day: storage that fails, flights with their kits, and the oracle of what laptops may and must have. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { TripKitError } from '../../main/common/errors.ts';
import type { DocumentSink } from '../../main/service/download.ts';
import type { Publication } from '../../main/shelf/shelf-desk.ts';
import { HEAD, type ShelfKit, sha256Of } from '../../main/shelf/shelf-index.ts';
import type { ShelfBody, ShelfFile, ShelfPlace } from '../../main/shelf/shelf-place.ts';
import type { OwnFlight, Trip } from '../../preload/contract.ts';
import type { MemoryShelf } from './a-shelf.ts';

export const MINUTE = 60_000;
export const HOUR = 60 * MINUTE;
/** One step in so many of a desk or laptop fails, or is its last one. */
const FAILS = 150;
const DIES = 400;
/** One document in so many is cut off in its middle. */
const CUTS = 3;

/** Numbers from 0 up to `below` that are the same in each run (mulberry32). */
export function randomOf(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) % below;
  };
}

export class Killed extends Error {}

/** The way of one desk or laptop to the storage: it counts, fails, and ends its user. */
export class Way implements ShelfPlace {
  readonly where = 'a test';
  requests = 0;
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
    if (this.#random(FAILS) === 0) throw cut();
  }

  async prepare(): Promise<void> {}

  async read(
    name: string,
    options: { etag?: string | null; most: number; signal: AbortSignal },
  ): Promise<ShelfFile | 'unchanged' | null> {
    this.#step();
    if (name === HEAD && this.head !== null) return { bytes: this.head, etag: null };
    return this.#shelf.read(name, options);
  }

  /** Of a document that is cut off, half comes. */
  async download(sha256: string, sink: DocumentSink): Promise<void> {
    this.#step();
    const isCut = !this.isSound && this.#random(CUTS) === 0;
    const half = {
      ...{ received: 0, etag: null, total: null, begin: sink.begin.bind(sink) },
      write: (piece: Uint8Array) => sink.write(piece.subarray(0, piece.length / 2)),
    };
    await this.#shelf.download(sha256, isCut ? half : sink);
    if (isCut) throw cut();
  }

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

function cut(): TripKitError {
  return new TripKitError('network', 'The connection is cut. Try again.');
}

/** The document of a kit as it comes to a laptop. */
export class Copy implements DocumentSink {
  readonly etag = null;
  readonly total = null;
  readonly pieces: Uint8Array[] = [];

  get received(): number {
    return this.bytes.length;
  }

  get bytes(): Buffer {
    return Buffer.concat(this.pieces);
  }

  async begin(): Promise<void> {
    this.pieces.length = 0;
  }

  async write(piece: Uint8Array): Promise<void> {
    this.pieces.push(piece);
  }
}

/** What a desk says of a kit to all who have it. It is tried until it is done. */
export interface Order {
  kind: 'recall' | 'tell';
  tripkit_id: string;
  text: string;
  /** When its desk was told that it is done, by the oracle's count; null: not yet, though laptops may know of it. */
  done: number | null;
}

/** A document of a kit. */
export interface Version {
  flight: number;
  kit: Publication;
  /** When it is generated, ms. */
  ready: number;
  /** The version that was put there before it; null: none has to be. */
  after: Version | null;
  /** When its desk was told that it is there, by the oracle's count. */
  put: number | null;
}

/** A laptop: what it keeps over a kill, and what it does. */
export interface LaptopHere {
  /** Its flights, by number. */
  flights: readonly number[];
  /** Whether it names them as a roster does: then one too many may come, because kits may have call signs. */
  hasRoster: boolean;
  /** What the last look found, by the service's ids. */
  kits: ReadonlyMap<string, ShelfKit>;
  /** By SHA-256. */
  documents: ReadonlyMap<string, Buffer>;
}

/**
 * The flights of the day, from 6 to 30 hours after its start, each with its kits. Of 20 flights one gets a newer kit an hour later, and
 * one another document of its kit.
 */
export function versionsOf(
  folder: string,
  { flights, start, random }: { flights: number; start: number; random: (below: number) => number },
): Version[] {
  return Array.from({ length: flights }, (_, flight) => {
    const departure = start + 6 * HOUR + random(24 * 60) * MINUTE;
    const ready = departure - 6 * HOUR + random(180) * MINUTE;
    const made = (tripkit_id: string, asked: number, after: Version | null): Version => {
      const name = `${tripkit_id}-${after === null ? 1 : 2}`;
      const bytes = Buffer.from(`%PDF-1.7 of ${name}\n%%EOF\n`);
      const path = join(folder, `${name}.pdf`);
      writeFileSync(path, bytes);
      const trip = {
        ...{ origin: 'EHAM', destination: destinationOf(flight), flight: `KLM${flight + 1}` },
        departure: new Date(departure).toISOString(),
      };
      const facts = { tripkit_id, trip, requested_at: new Date(asked).toISOString(), pages: 1, messages: [] };
      const kit = { ...facts, path, bytes: bytes.length, sha256: sha256Of(bytes) };
      return { flight, kit, ready: ready + (after === null ? 0 : HOUR), after, put: null };
    };
    const id = `TK-${flight}`;
    const first = made(id, departure - 6 * HOUR, null);
    if (flight % 20 === 7) return [first, made(`${id}-NEWER`, departure - 5 * HOUR, first)];
    return flight % 20 === 13 ? [first, made(id, departure - 6 * HOUR, first)] : [first];
  }).flat();
}

function destinationOf(flight: number): string {
  return `EG${String.fromCharCode(65 + (flight % 26), 65 + (Math.floor(flight / 26) % 26))}`;
}

/** What a pilot's roster says of a flight: by IATA, and ten minutes before the flight was moved. */
export function inRoster({ flight, kit: { trip } }: Version): OwnFlight {
  const departure = new Date(Date.parse(trip.departure ?? '') - 10 * MINUTE).toISOString();
  return { origin: trip.origin, destination: trip.destination, flight: `KL0${flight + 1}`, departure };
}

/** Reckons what laptops may and must have from what desks were told is done. It counts: what is done before a look has to be seen by it. */
export class Oracle {
  readonly versions: readonly Version[];
  readonly orders: Order[] = [];
  readonly #byId: ReadonlyMap<string, readonly Version[]>;
  readonly #byFlight: ReadonlyMap<number, readonly Version[]>;
  #count = 0;

  constructor(versions: readonly Version[]) {
    this.versions = versions;
    this.#byId = Map.groupBy(versions, ({ kit }) => kit.tripkit_id);
    this.#byFlight = Map.groupBy(versions, ({ flight }) => flight);
  }

  /** The next number: of a look, or of something that is done. */
  next(): number {
    this.#count += 1;
    return this.#count;
  }

  /** The kits that a desk has to put there now. @param now ms */
  due(number: number, now: number): Version[] {
    return this.versions.filter(
      ({ flight, put, ready, after }) =>
        flight % 2 === number && put === null && ready <= now && (after === null || after.put !== null),
    );
  }

  /** The kits that a laptop lacks after a look, or of which it does not know what it has to. @param at number of the look */
  missing({ flights, kits }: LaptopHere, at: number): string[] {
    return flights.flatMap((flight) => {
      const all = Map.groupBy(this.#byFlight.get(flight) ?? [], ({ kit }) => kit.tripkit_id);
      return [...all]
        .filter(([id, versions]) => !this.#isKnown(kits.get(id), versions, at))
        .map(([id]) => id);
    });
  }

  #isKnown(here: ShelfKit | undefined, versions: readonly Version[], at: number): boolean {
    const index = versions.findLastIndex(({ put }) => put !== null && put <= at);
    const put = versions[index]?.put ?? null;
    if (put === null) return true;
    const known = versions.findIndex(({ kit }) => kit.sha256 === here?.sha256);
    // One that its desk does not know to be there yet may be.
    if (here === undefined || known < index) return false;
    const orders = this.orders.filter(
      ({ tripkit_id, done }) => tripkit_id === here.tripkit_id && done !== null && done <= at && done > put,
    );
    return known > index || orders.every(({ kind, text }) => hears(here, kind, text));
  }

  /** The kits of a laptop that are not its own, or not as a desk has put them there, and documents that are not whole. */
  wrong({ flights, hasRoster, kits, documents }: LaptopHere): string[] {
    const rosterOf = (flight: number) => this.#byFlight.get(flight)?.map(inRoster) ?? [];
    const ways = new Set(hasRoster ? flights.flatMap(rosterOf).map(wayOf) : []);
    const isOwn = ({ flight, kit }: Version) => flights.includes(flight) || ways.has(wayOf(kit.trip));
    const strange = [...kits.values()].filter((here) => {
      const version = this.#byId.get(here.tripkit_id)?.find(({ kit }) => kit.sha256 === here.sha256);
      if (version === undefined || !isOwn(version)) return true;
      const said = this.orders.filter(({ tripkit_id }) => tripkit_id === here.tripkit_id);
      const texts = here.messages.map(({ message }) => message);
      const isKnown = texts.every((text) => said.some((one) => one.kind === 'tell' && one.text === text));
      const isRecalled = here.recalled === null || said.some(({ text }) => text === here.recalled?.why);
      return !isKnown || !isRecalled || new Set(texts).size < texts.length;
    });
    const torn = [...documents].filter(([sha256, bytes]) => sha256Of(bytes) !== sha256);
    return [...strange.map(({ tripkit_id }) => tripkit_id), ...torn.map(([sha256]) => sha256)];
  }

  /** The kits that a newer one of their flight replaces on a laptop, each with that one, unless it is withdrawn. */
  replaced({ flights, kits }: LaptopHere): [older: string, newer: string][] {
    return flights.flatMap((flight): [string, string][] => {
      const newer = kits.get(`TK-${flight}-NEWER`);
      return newer?.recalled === null ? [[`TK-${flight}`, newer.tripkit_id]] : [];
    });
  }
}

function hears({ recalled, messages }: ShelfKit, kind: Order['kind'], text: string): boolean {
  return kind === 'recall' ? recalled !== null : messages.some(({ message }) => message === text);
}

/** Airports and minute. */
function wayOf({ destination, departure }: Pick<Trip, 'destination' | 'departure'>): string {
  return `${destination} ${departure}`;
}
