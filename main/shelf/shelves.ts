import { hostname } from 'node:os';
import type { ShelfBoard } from '../../preload/contract.ts';
import { TripKitError } from '../common/errors.ts';
import { withTimeLimit } from '../common/wait.ts';
import type { Proofs } from '../host/agreements.ts';
import type { Host } from '../host/host.ts';
import { noShelf } from '../kits/engine.ts';
import type { ShelfProfile } from '../profile/profile.ts';
import type { ProfileAgreements } from '../profile/profile-agreements.ts';
import type { ProfileBook } from '../profile/profile-book.ts';
import type { ProxyFinder } from '../service/proxy.ts';
import type { SqliteConnection } from '../store/sqlite-connection.ts';
import { openShelfPlace } from './open-shelf.ts';
import { type KitFacts, ReceiptWriter } from './receipt-writer.ts';
import { BoardReader } from './shelf-board.ts';
import type { CompanyNotes } from './shelf-index.ts';
import { ShelfKeeper, type ShelfKeeperDeps } from './shelf-keeper.ts';
import type { ShelfLogins } from './shelf-logins.ts';
import type { ShelfPlace } from './shelf-place.ts';
import { receiptKey } from './shelf-receipts.ts';
import { ShelfStore } from './shelf-store.ts';

export interface ShelvesNeeds {
  profiles: Pick<ProfileBook, 'list' | 'profile'>;
  agreements: Pick<ProfileAgreements, 'holds' | 'ask'>;
  connection: SqliteConnection;
  engine: ShelfKeeperDeps['engine'];
  facts: KitFacts;
  findProxy: ProxyFinder;
}

/** How old a receipt may get, ms: it says when the laptop last read the shelf. */
const RENEW_MS = 3_600_000;
/** How long the reading of a board may take, ms. */
const BOARD_MS = 150_000;

/** One shelf at work. `text`: that of its profile, which a change of the profile replaces. */
export interface OpenShelf {
  text: string;
  shelf: ShelfProfile;
  keeper: ShelfKeeper;
  /** Opens its login. @throws TripKitError of kind `config` unless the person agreed to the profile; `identity` or `disk` */
  requireAgreed(): Promise<void>;
  place: ShelfPlace;
  board: BoardReader;
  end: AbortController;
  done: Promise<void>;
}

/** The shelves that this laptop's profiles name, each with its keeper. */
export class Shelves {
  readonly #host: Host;
  readonly #needs: ShelvesNeeds & { logins: ShelfLogins };
  readonly #store: ShelfStore;
  readonly #open = new Map<string, OpenShelf>();
  /** The texts of profiles that were looked through for a shelf. */
  readonly #looked = new Map<string, string>();
  #proofs: Proofs | null = null;
  #isStopped = false;

  constructor(host: Host, needs: ShelvesNeeds & { logins: ShelfLogins }) {
    this.#host = host;
    this.#needs = needs;
    this.#store = new ShelfStore(needs.connection);
    host.agreements.withProofs('receipts', (proofs) => {
      this.#proofs = proofs;
    });
  }

  /** Those at work now, by profile. */
  list(): [profile_id: string, shelf: OpenShelf][] {
    this.refresh();
    return [...this.#open];
  }

  /** The shelf of a profile. @throws TripKitError of kind `config` if it names none */
  find(profile_id: string): OpenShelf {
    this.refresh();
    const shelf = this.#open.get(profile_id);
    return shelf ?? noShelf();
  }

  /** The notes of the company on the shelf of a profile; null if it has none. */
  companyNotes(profile_id: string): (CompanyNotes & { company: string }) | null {
    this.refresh();
    const { shelf } = this.#open.get(profile_id) ?? {};
    const notes = shelf ? this.#store.notes(profile_id) : null;
    return shelf && notes ? { ...notes, company: shelf.name } : null;
  }

  /** Who had which kit of a profile's shelf. @throws TripKitError of kind `config`; those of ShelfReader.look */
  async board(profile_id: string): Promise<ShelfBoard> {
    const { board, requireAgreed, end } = this.find(profile_id);
    await requireAgreed();
    const late = () =>
      new TripKitError('network', 'The shelf did not answer in time. Try again.', { condition: 'slow' });
    return withTimeLimit(BOARD_MS, late, this.#host.clock, end.signal, (signal) => board.look(signal));
  }

  /** Begins with new shelves, and ends with those that no profile names any more. */
  refresh(): void {
    if (this.#isStopped) return;
    const { profiles, logins } = this.#needs;
    const { log } = this.#host;
    const named = new Map(profiles.list().map(({ id, text }) => [id, text]));
    for (const [id, { text }] of this.#open) {
      if (named.get(id) !== text) void this.#end(id);
      if (!named.has(id))
        logins.forget(id).catch((error) => log.warn(`The password of a shelf stays: ${String(error)}`));
    }
    for (const [id, text] of named) {
      if (this.#open.has(id) || this.#looked.get(id) === text) continue;
      this.#looked.set(id, text);
      try {
        this.#begin(id, text);
      } catch (error) {
        // Set-up says what is wrong with the profile.
        log.warn(`The shelf of a profile can’t be used: ${String(error)}`);
      }
    }
  }

  async stop(): Promise<void> {
    this.#isStopped = true;
    await Promise.all([...this.#open.keys()].map((id) => this.#end(id)));
  }

  #begin(profile_id: string, text: string): void {
    const { profiles, agreements, logins, engine, findProxy } = this.#needs;
    const { shelf, user_agent } = profiles.profile(profile_id);
    if (shelf === null) return;
    const { clock, log } = this.#host;
    const login = () => logins.of(profile_id);
    const place = openShelfPlace(shelf, { login, user_agent, clock, findProxy });
    const { name, keys, heard_within_hours } = shelf;
    const requireAgreed = async () => {
      if ((await agreements.holds(profile_id)) !== 'yes') throw notAgreed();
      await logins.open(profile_id);
    };
    const keeper = new ShelfKeeper({
      ...{ profile_id, name, keys, place, store: this.#store },
      ...{ engine, clock, log, requireAgreed },
      receipts: shelf.receipts === 'none' ? null : this.#receiptsOf(profile_id, shelf, place),
      changed: () => this.#host.send('shelf.changed', null),
      notesChanged: () => this.#host.send('marks.changed', { kit_id: null }),
    });
    const end = new AbortController();
    const { seen } = this.#store.get(profile_id);
    const board = new BoardReader({ place, keys, heard_within_hours, receipts: shelf.receipts, seen, clock });
    const done = keeper.run(end.signal);
    this.#open.set(profile_id, { text, shelf, keeper, place, board, requireAgreed, end, done });
  }

  #receiptsOf(profile_id: string, shelf: ShelfProfile, place: ShelfPlace): ReceiptWriter {
    const { user, clock, log } = this.#host;
    const { engine, facts } = this.#needs;
    return new ReceiptWriter({
      ...{ place, facts, clock, log, laptop: hostname(), person: shelf.receipts === 'person' ? user : null },
      // One for each shelf, so that a receipt of another one says nothing on this.
      key: () => this.#proofs && receiptKey(this.#proofs.prove(shelf.place)),
      kits: () => engine.list().filter((kit) => kit.profile_id === profile_id && kit.shelf !== undefined),
      renew_ms: Math.min(RENEW_MS, (shelf.heard_within_hours * 3_600_000) / 2),
    });
  }

  async #end(profile_id: string): Promise<void> {
    const open = this.#open.get(profile_id);
    this.#open.delete(profile_id);
    this.#looked.delete(profile_id);
    open?.end.abort();
    await open?.done;
    await open?.place.close();
  }
}

function notAgreed(): TripKitError {
  return new TripKitError(
    'config',
    'The shelf is not read: this service profile is not the one that you agreed to, or the keychain is locked. Unlock it, or choose the profile’s file again.',
    { condition: 'not_agreed' },
  );
}
