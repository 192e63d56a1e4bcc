/** Looks at the shelf of a profile again and again, takes the kits that the person wants, and marks those that were withdrawn. */
import { isDeepStrictEqual } from 'node:util';
import type { ShelfWants } from '../../preload/contract.ts';
import { type Clock, utc } from '../common/clock.ts';
import { TripKitError } from '../common/errors.ts';
import type { Log } from '../common/log.ts';
import { anySignal, sleepUntil, Wakeup } from '../common/wait.ts';
import type { KitEngine, LiveKit } from '../kits/kit-engine.ts';
import type { KitService } from '../service/trip-kit-service.ts';
import type { ReceiptWriter } from './receipt-writer.ts';
import { KEPT_MS } from './rules/own-flights.ts';
import { type ShelfKit, unread } from './shelf-index.ts';
import type { ShelfPlace } from './shelf-place.ts';
import { isWanted, type ShelfLook, ShelfReader } from './shelf-reader.ts';
import { ShelfService } from './shelf-service.ts';
import type { ShelfStore } from './shelf-store.ts';

export interface ShelfKeeperDeps {
  profile_id: string;
  /** The shelf's name in the profile, and the keys of its desks. */
  name: string;
  keys: readonly string[];
  place: ShelfPlace;
  store: Pick<ShelfStore, 'get' | 'put' | 'notes' | 'putNotes' | 'taken' | 'take'>;
  engine: Pick<KitEngine, 'list' | 'take' | 'recall' | 'putAgain' | 'tell' | 'together'>;
  clock: Clock;
  log: Log;
  /** Waits for the keychain, and opens the login. @throws TripKitError of kind `config` (not agreed to), `identity` or `disk` */
  requireAgreed(): Promise<void>;
  /** Says on the shelf what this laptop has; null: the profile wants no receipts. */
  receipts: Pick<ReceiptWriter, 'heard' | 'state'> | null;
  /** Told when what `view` says has changed. */
  changed(): void;
  /** The notes of the company changed. */
  notesChanged(): void;
}

/** Between two looks, and after one that failed, ms. A look at a shelf with nothing new costs one short answer. */
const LOOK_MS = 5 * 60_000;
const AGAIN_MS = 60_000;
/** How long a look may take, ms. */
const LIMIT_MS = 5 * 60_000;

export class ShelfKeeper {
  readonly #deps: ShelfKeeperDeps;
  readonly #reader: ShelfReader;
  readonly #wakeup = new Wakeup();
  /** Those of the last look that went well; null: none did in this run. */
  #kits: readonly ShelfKit[] | null = null;
  /** The first look of this run, for kits that are downloaded before it. */
  readonly #first = Promise.withResolvers<void>();
  #trouble: string | null = null;
  /** The service of this shelf's kits. */
  readonly service: KitService;

  constructor(deps: ShelfKeeperDeps) {
    const { profile_id, keys, place, store } = deps;
    this.#deps = deps;
    this.#reader = new ShelfReader({ place, keys, seen: store.get(profile_id).seen });
    this.service = new ShelfService(place, async () => {
      await this.#first.promise;
      if (this.#kits === null)
        throw unread(this.#trouble ?? 'The shelf was not read yet. It is tried again.');
      return this.#kits;
    });
  }

  /** What a person sees of the shelf. */
  view() {
    const { profile_id, name, place, store, receipts } = this.#deps;
    const { wants, heard_at, valid_until } = store.get(profile_id);
    return {
      ...{ name, where: place.where, wants, trouble: this.#trouble },
      heard_at: heard_at === null ? null : utc(heard_at),
      valid_until: valid_until === null ? null : utc(valid_until),
      receipt: receipts?.state ?? { written_at: null, trouble: null },
    };
  }

  /** The person wants these kits from now on. @throws TripKitError of kind `disk` */
  choose(wants: ShelfWants): void {
    const { profile_id, store } = this.#deps;
    store.put(profile_id, { ...store.get(profile_id), wants });
    this.#deps.changed();
    this.wake();
  }

  /** Looks now: the person asks for it, or the network is back. */
  wake(): void {
    this.#wakeup.wake();
  }

  /** Works until the signal aborts. Never rejects. */
  async run(signal: AbortSignal): Promise<void> {
    const { clock } = this.#deps;
    while (!signal.aborted) {
      const woken = this.#wakeup.fromNow();
      await this.#look(signal);
      this.#first.resolve();
      const pause = this.#trouble === null ? LOOK_MS : AGAIN_MS;
      await sleepUntil(woken, pause, clock, signal).catch(() => {});
    }
  }

  async #look(signal: AbortSignal): Promise<void> {
    const { profile_id, store, log, requireAgreed, receipts } = this.#deps;
    const before = this.#trouble;
    try {
      await requireAgreed();
      const { wants } = store.get(profile_id);
      const here = new Map([...this.#here().values()].flatMap((kit) => this.#heard(kit)));
      const limit = anySignal(signal, AbortSignal.timeout(LIMIT_MS));
      const look = await this.#reader.look(wants, limit, here);
      this.#trouble = null;
      if (look === null) this.#kits ??= [];
      else {
        this.#take(look, wants);
        await receipts?.heard(look.head.serial, signal);
      }
    } catch (error) {
      if (signal.aborted) return;
      const known = error instanceof TripKitError;
      if (!known) log.error('The shelf could not be read.', error);
      this.#trouble = known ? error.message : 'The shelf did not answer in time. It is tried again.';
    }
    if (this.#trouble !== before || this.#trouble === null) this.#deps.changed();
  }

  /** The kits of this shelf's profile on this laptop, by the service's ids. */
  #here(): ReadonlyMap<string | null, LiveKit> {
    const { profile_id, engine } = this.#deps;
    const own = engine.list().filter((kit) => kit.profile_id === profile_id);
    return new Map(own.map((kit) => [kit.tripkit_id, kit]));
  }

  /** The id and the flight of a kit that the shelf may still have, because a desk may withdraw it. */
  #heard({ tripkit_id, trip, shelf }: LiveKit): [id: string, flight: string | undefined][] {
    const isOver = Date.parse(trip?.departure ?? '') < this.#deps.clock.now() - KEPT_MS;
    return tripkit_id === null || !shelf || isOver ? [] : [[tripkit_id, trip?.flight]];
  }

  #take({ seen, head, kits, notes }: ShelfLook, wants: ShelfWants): void {
    const { profile_id, name, store, engine, clock, notesChanged } = this.#deps;
    this.#kits = kits;
    const here = this.#here();
    const taken = store.taken(profile_id);
    const isFresh = ({ tripkit_id }: ShelfKit) => !here.has(tripkit_id) && !taken.has(tripkit_id);
    const fresh = kits.filter((kit) => kit.recalled === null && isFresh(kit) && isWanted(kit, wants));
    if (fresh.length > 0)
      engine.together(() => {
        const ids = fresh.map(({ tripkit_id }) => tripkit_id);
        store.take(profile_id, ids, clock.now());
        engine.take(
          profile_id,
          fresh.map(({ tripkit_id, trip, requested_at, put_at }) => ({
            ...{ tripkit_id, trip, created_at: Date.parse(requested_at) },
            shelf: { name, put_at: Date.parse(put_at), recalled: null },
          })),
        );
      });
    for (const { tripkit_id, recalled, messages, put_at, sha256 } of kits) {
      const kit = here.get(tripkit_id);
      if (!kit?.shelf) continue;
      const at = Date.parse(put_at);
      if (kit.state === 'ready' && recalled === null && at > kit.shelf.put_at) {
        engine.putAgain(kit.id, { at, sha256 });
        continue;
      }
      if (recalled !== null && kit.shelf.recalled === null)
        engine.recall(kit.id, { at: Date.parse(recalled.at), why: recalled.why });
      if (kit.state === 'ready' && !isDeepStrictEqual(messages, kit.messages)) engine.tell(kit.id, messages);
    }
    const valid_until = Date.parse(head.valid_until);
    store.put(profile_id, { ...store.get(profile_id), seen, heard_at: clock.now(), valid_until });
    if (isDeepStrictEqual(notes, store.notes(profile_id))) return;
    store.putNotes(profile_id, notes);
    notesChanged();
  }
}
