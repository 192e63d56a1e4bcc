/** Reads a shelf and believes nothing but signatures and hashes: an older, frozen, mixed or forged index is told as such. */
import type { ShelfWants } from '../../preload/contract.ts';
import { isForFlight, isNearDay, namesOf, ownFlightsOf } from './rules/own-flights.ts';
import {
  type CompanyNotes,
  forged,
  HEAD,
  MAX_HEAD_BYTES,
  partOf,
  placesOf,
  ReadLists,
  readHead,
  readNotes,
  type ShelfHead,
  type ShelfKit,
  sha256Of,
} from './shelf-index.ts';
import type { ShelfPlace } from './shelf-place.ts';

/** The head that was seen last, so that no older one is believed. */
export interface SeenHead {
  serial: number;
  /** Of the head file, hex. */
  sha256: string;
}

/** What a look found. */
export interface ShelfLook {
  seen: SeenHead;
  head: ShelfHead;
  /** The wanted kits, and those that are here. */
  kits: ShelfKit[];
  /** The notes of the company; null: there are none. */
  notes: CompanyNotes | null;
}

export interface ShelfReaderDeps {
  place: ShelfPlace;
  /** The public keys that the profile names. */
  keys: readonly string[];
  /** From the last look, also of an earlier run; null: there was none. */
  seen: SeenHead | null;
}

/** A list that is gone was replaced, and a head that is not whole is being written: the head is read again so many times. */
const TRIES = 4;

export class ShelfReader {
  readonly #place: ShelfPlace;
  readonly #keys: readonly string[];
  #seen: SeenHead | null;
  #etag: string | null = null;
  #last: ShelfHead | null = null;
  readonly #lists = new ReadLists();
  /** Those that were read last. */
  #notes: { sha256: string; read: CompanyNotes } | null = null;

  constructor({ place, keys, seen }: ShelfReaderDeps) {
    this.#place = place;
    this.#keys = keys;
    this.#seen = seen;
  }

  /**
   * Looks at the shelf. Nothing new costs one short answer.
   *
   * @param here flights by the ids of kits that are here: what a desk says of them is heard, whatever is wanted now
   * @returns null if there is no shelf yet
   * @throws TripKitError of kind `document` with the condition `shelf_forged`, `shelf_older` or `shelf_mixed`; those of the place
   */
  async look(
    wants: ShelfWants,
    signal: AbortSignal,
    here: ReadonlyMap<string, string | undefined> = new Map(),
  ): Promise<ShelfLook | null> {
    for (let tries = 0; tries < TRIES; tries += 1) {
      const head = await this.#head(signal);
      if (head === null) return null;
      const kits = head === 'half' ? null : await this.#kits(head, { wants, here }, signal);
      if (head !== 'half' && kits !== null && this.#seen !== null && (await this.#hasNotes(head, signal)))
        return { seen: this.#seen, head, kits, notes: this.#notes?.read ?? null };
      this.#etag = null;
    }
    throw forged('The index of the shelf is not whole, or lacks a list that it names', 'shelf_mixed');
  }

  /** The head; `half` while a desk is writing it, null if there is none yet. */
  async #head(signal: AbortSignal): Promise<ShelfHead | 'half' | null> {
    const etag = this.#last === null ? null : this.#etag;
    const file = await this.#place.read(HEAD, { etag, most: MAX_HEAD_BYTES, signal });
    if (file === null) {
      if (this.#seen === null) return null;
      throw forged('The shelf has lost its index', 'shelf_older');
    }
    if (file === 'unchanged') return this.#last;
    const head = readHead(file.bytes, this.#keys);
    if (head === null) return 'half';
    const sha256 = sha256Of(file.bytes);
    const { serial } = this.#seen ?? { serial: 0 };
    if (head.serial < serial)
      throw forged('The index of the shelf is older than one that was here before', 'shelf_older');
    if (head.serial === serial && this.#seen?.sha256 !== sha256)
      throw forged('The shelf shows two different indexes with the same number', 'shelf_mixed');
    this.#seen = { serial: head.serial, sha256 };
    this.#etag = file.etag;
    this.#last = head;
    return head;
  }

  /** Reads the notes that the head names. @returns false if they were replaced since it was read */
  async #hasNotes({ notes: sha256 }: ShelfHead, signal: AbortSignal): Promise<boolean> {
    if (sha256 === (this.#notes?.sha256 ?? null)) return true;
    const read = sha256 === null ? null : await readNotes(this.#place, sha256, signal);
    this.#notes = sha256 === null || read === null ? null : { sha256, read };
    return sha256 === null || read !== null;
  }

  /** Null if a list was replaced since the head was read. */
  async #kits(
    head: ShelfHead,
    { wants, here }: { wants: ShelfWants; here: ReadonlyMap<string, string | undefined> },
    signal: AbortSignal,
  ): Promise<ShelfKit[] | null> {
    const names = namesOf(wants);
    const isWide = wants === 'all' || names.some(isAirport);
    const parts = new Set([...names, ...here.values()].map(partOf));
    // By which name the shelf has an own flight, and so in which part, is not known.
    const own = ownFlightsOf(wants);
    const days = new Set(
      Object.keys(head.lists).filter((day) => own.some((flight) => isNearDay(day, flight))),
    );
    const wanted = placesOf(head.lists).filter(({ day, part }) => isWide || days.has(day) || parts.has(part));
    this.#lists.keepOnly(head.lists);
    const kits: ShelfKit[] = [];
    for (const where of wanted) {
      const list = { sha256: head.lists[where.day]?.[where.part] ?? '', ...where };
      const all = await this.#lists.read(this.#place, list, signal);
      if (all === null) return null;
      kits.push(...all.filter((kit) => here.has(kit.tripkit_id) || isWanted(kit, wants)));
    }
    return kits;
  }
}

/** Flight numbers have figures. */
function isAirport(wanted: string): boolean {
  return /^[A-Z]{4}$/.test(wanted);
}

/** Whether a person wants the kit. */
export function isWanted(kit: Pick<ShelfKit, 'trip' | 'requested_at'>, wants: ShelfWants): boolean {
  const { flight, origin, destination } = kit.trip;
  const isOf = (one: string) => one === flight || (isAirport(one) && (one === origin || one === destination));
  return (
    wants === 'all' || wants.some((one) => (typeof one === 'string' ? isOf(one) : isForFlight(kit, one)))
  );
}
