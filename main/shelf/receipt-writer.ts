/** Writes this laptop's receipt on the shelf, where its profile says so. */
import type { KeyObject } from 'node:crypto';
import { type Clock, utc } from '../common/clock.ts';
import { TripKitError } from '../common/errors.ts';
import type { Log } from '../common/log.ts';
import { anySignal } from '../common/wait.ts';
import type { LiveKit } from '../kits/kit-engine.ts';
import { departureMs } from '../kits/rules/same-flight.ts';
import { isReady } from '../store/kit-record.ts';
import { isOver } from './shelf-desk.ts';
import type { ShelfPlace } from './shelf-place.ts';
import { MAX_RECEIPT_KITS, type Receipt, receiptName, signReceipt } from './shelf-receipts.ts';

export interface ReceiptWriterDeps {
  place: Pick<ShelfPlace, 'put'>;
  /** The laptop's key for this shelf; null: the keychain has not given it. */
  key(): KeyObject | null;
  /** The name of the laptop. */
  laptop: string;
  /** The user name of the account; null: the profile does not ask for it. */
  person: string | null;
  /** The kits on this laptop that came from the shelf. */
  kits(): LiveKit[];
  facts: KitFacts;
  /** A receipt that says nothing new is written again after so long, ms. */
  renew_ms: number;
  clock: Pick<Clock, 'now' | 'monotonic'>;
  log: Pick<Log, 'error'>;
}

/** What else is known of a kit, ms since 1970 UTC. */
export interface KitFacts {
  firstOpenedAt(kit_id: string): number | null;
  acknowledgedAt(kit: LiveKit): number | null;
}

/** How long the writing may take, ms. */
const LIMIT_MS = 60_000;
const NO_KEY =
  'No receipt was written: the keychain of this computer is locked, or there is none. Unlock it.';

export class ReceiptWriter {
  readonly #deps: ReceiptWriterDeps;
  /** What the last one said, and when it was written, monotonic ms. */
  #last = { said: '', at: 0 };
  #written: string | null = null;
  #trouble: string | null = null;

  constructor(deps: ReceiptWriterDeps) {
    this.#deps = deps;
  }

  /** When this run last wrote one, and why it could not since; null: it did not, it could. */
  get state(): { written_at: string | null; trouble: string | null } {
    return { written_at: this.#written, trouble: this.#trouble };
  }

  /** The shelf was read: says so, if there is news or the last receipt is old. Never rejects. @param serial of the index */
  async heard(serial: number, signal: AbortSignal): Promise<void> {
    const { place, key, clock, log, renew_ms } = this.#deps;
    try {
      const said = this.#say();
      const text = JSON.stringify(said);
      if (text === this.#last.said && clock.monotonic() - this.#last.at < renew_ms) return;
      const signer = key();
      if (signer === null) throw new TripKitError('identity', NO_KEY, { condition: 'no_keychain' });
      const at = utc(clock.now());
      const { name, bytes } = signReceipt({ ...said, at, serial }, signer);
      await place.put(name, bytes, anySignal(signal, AbortSignal.timeout(LIMIT_MS)));
      this.#last = { said: text, at: clock.monotonic() };
      this.#written = at;
      this.#trouble = null;
    } catch (error) {
      if (signal.aborted) return;
      const isKnown = error instanceof TripKitError;
      if (!isKnown) log.error('The receipt could not be written.', error);
      this.#trouble = isKnown ? error.message : 'The receipt could not be written. It is tried again.';
    }
  }

  #say(): Omit<Receipt, 'at' | 'serial'> {
    const { laptop, person, kits, facts, clock } = this.#deps;
    const names = { laptop: receiptName(laptop), person: person === null ? null : receiptName(person) };
    return { ...names, ...kitsHere(kits(), facts, clock.now()) };
  }
}

/** The kits that are ready, except those that the shelf has no more; the next flight first. @param now ms since 1970 UTC */
function kitsHere(
  kits: readonly LiveKit[],
  facts: KitFacts,
  now: number,
): Pick<Receipt, 'kits' | 'left_out'> {
  const here = kits.flatMap((kit) => {
    const { tripkit_id, trip, created_at } = kit;
    if (!isReady(kit) || tripkit_id === null || trip === null) return [];
    const requested_at = utc(created_at);
    return isOver({ trip, requested_at }, now)
      ? []
      : [{ kit, tripkit_id, leaves: departureMs(trip.departure) ?? created_at }];
  });
  const text = (ms: number | null) => (ms === null ? null : utc(ms));
  const some = here.sort((a, b) => a.leaves - b.leaves).slice(0, MAX_RECEIPT_KITS);
  const said = some.map(({ kit, tripkit_id }) => ({
    ...{ tripkit_id, sha256: kit.document.sha256, ready_at: utc(kit.state_since) },
    ...{ opened_at: text(facts.firstOpenedAt(kit.id)), acknowledged_at: text(facts.acknowledgedAt(kit)) },
  }));
  return { kits: said, left_out: here.length - some.length };
}
