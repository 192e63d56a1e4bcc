/** Who had which kit of a shelf, by the receipts of its laptops: what a desk sees. */
import type { BoardKit, BoardLaptop, ShelfBoard } from '../../preload/contract.ts';
import { type Clock, utc } from '../common/clock.ts';
import { needsReading } from '../kits/rules/kit-facts.ts';
import type { ShelfProfile } from '../profile/profile.ts';
import type { ShelfKit } from './shelf-index.ts';
import type { ShelfPlace } from './shelf-place.ts';
import { type SeenHead, ShelfReader } from './shelf-reader.ts';
import { type ReceiptKit, ReceiptReader, type Receipts } from './shelf-receipts.ts';

export interface BoardDeps extends Pick<ShelfProfile, 'keys' | 'heard_within_hours' | 'receipts'> {
  place: ShelfPlace;
  /** The head that this laptop has seen last. */
  seen: SeenHead | null;
  clock: Pick<Clock, 'now'>;
}

/** Reads a shelf for its board, again and again: only what is new. */
export class BoardReader {
  readonly #deps: BoardDeps;
  readonly #reader: ShelfReader;
  readonly #receipts: ReceiptReader;
  #last: Promise<unknown> = Promise.resolve();

  constructor(deps: BoardDeps) {
    const { place, clock } = deps;
    this.#deps = deps;
    this.#reader = new ShelfReader(deps);
    this.#receipts = new ReceiptReader(place, () => clock.now());
  }

  /** One look at a time. @throws as ShelfReader.look */
  look(signal: AbortSignal): Promise<ShelfBoard> {
    const mine = this.#last.then(async () => {
      const look = await this.#reader.look('all', signal);
      const none = { receipts: new Map(), refused: [], is_whole: true };
      const read = this.#deps.receipts === 'none' ? none : await this.#receipts.look(signal);
      return boardOf(look?.kits ?? [], read, {
        ...this.#deps,
        now: this.#deps.clock.now(),
      });
    });
    this.#last = mine.catch(() => {});
    return mine;
  }
}

/** @param now ms since 1970 UTC */
export function boardOf(
  kits: readonly ShelfKit[],
  { receipts, refused, is_whole }: Receipts,
  { now, heard_within_hours }: { now: number; heard_within_hours: number },
): ShelfBoard {
  const laptops = [...receipts].map(([fingerprint, { kits, ...said }]): BoardLaptop => {
    const is_silent = now - Date.parse(said.at) > heard_within_hours * 3_600_000;
    return { fingerprint, ...said, kits: kits.length, is_silent };
  });
  laptops.sort((a, b) => compare(a.laptop, b.laptop) || compare(a.fingerprint, b.fingerprint));
  // By kit, each with its laptops in their order; a laptop counts once.
  const having = new Map<string, Map<string, { at: string; kit: ReceiptKit }>>();
  for (const { fingerprint, at } of laptops)
    for (const kit of receipts.get(fingerprint)?.kits ?? []) {
      const had = having.get(kit.tripkit_id) ?? new Map();
      having.set(kit.tripkit_id, had.set(fingerprint, { at, kit }));
    }
  const boardKits = kits.map(({ tripkit_id, trip, put_at, recalled, messages, sha256 }): BoardKit => {
    const had_by = [...(having.get(tripkit_id) ?? [])].map(([fingerprint, { at, kit }]) => {
      const { ready_at, opened_at, acknowledged_at } = kit;
      return { fingerprint, at, same_document: kit.sha256 === sha256, ready_at, opened_at, acknowledged_at };
    });
    const to_acknowledge = messages.some(needsReading);
    return { tripkit_id, trip, put_at, recalled, to_acknowledge, had_by };
  });
  return { read_at: utc(now), kits: boardKits, laptops, refused, is_whole };
}

function compare(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
