import { join } from 'node:path';
import type { WatchedFolders, WatchProgress } from '../../preload/contract/desk.ts';
import { TripKitError } from '../common/errors.ts';
import { coalesced, nodeTimer } from '../common/wait.ts';
import { appDocument } from '../documents/document-folder.ts';
import type { Host } from '../host/host.ts';
import { SealedSecret } from '../host/sealed-secret.ts';
import type { KitEngine } from '../kits/kit-engine.ts';
import type { ProfileBook } from '../profile/profile-book.ts';
import type { ProxyFinder } from '../service/proxy.ts';
import type { SqliteConnection } from '../store/sqlite-connection.ts';
import type { Desk } from './desk.ts';
import { IntakeStore } from './intake-store.ts';
import type { WatchEvent } from './watch-events.ts';
import type { Webhook } from './webhook.ts';

const POLL_MS = 2_000;
/** Shortest time between two progress events to the set-up window, ms. */
const TELL_MS = 500;

export interface WatchKeeperNeeds {
  engine: KitEngine;
  profiles: ProfileBook;
  findProxy: ProxyFinder;
  /** Whether administrators allow copies outside this app. */
  export: boolean;
  /** The user's database, which contains the journal. */
  connection: SqliteConnection;
  /** Called when a document turned out not to be what was verified. */
  suspect(kit_id: string): void;
  /** The desk that puts deliveries on the shelf of a profile. */
  shelf: DeskShelf;
}

/** What puts the deliveries of watched folders on a shelf. */
export interface DeskShelf {
  /** Makes this desk's key, if there is none. @throws TripKitError of kind `identity` or `disk` */
  makeKey(): Promise<unknown>;
  publisher(profile_id: string, deliveries: ShelfDeliveries): ShelfPublishing;
}

/** Where the deliveries are, and who is told of a problem (null: it is over). */
export interface ShelfDeliveries {
  store: IntakeStore;
  /** The folder of deliveries, absolute. */
  out: string;
  problem(message: string | null): void;
}

export interface ShelfPublishing {
  /** Why deliveries are not on the shelf, in a sentence; null: they are. */
  readonly trouble: string | null;
  /** A kit was delivered, and the journal has it. */
  delivered(kit_id: string): void;
  /** Works until the signal aborts. Never rejects. */
  run(signal: AbortSignal): Promise<void>;
}

/** Why folders are not watched, by what the agreement of the person is. */
const NOT_AGREED = {
  no: 'No folder is watched: the settings are not those that you agreed to. Begin again in set-up, under Watched folders.',
  locked:
    'No folder is watched: the keychain of this computer is locked, or there is none, so your agreement can’t be checked. Unlock it, or begin again in set-up, under Watched folders.',
};

/** A running desk, and its end. */
interface Running {
  desk: Desk;
  /** Null: kits are put on no shelf. */
  publisher: ShelfPublishing | null;
  stop(): Promise<void>;
}

/** Runs the desk for the folders in the settings. */
export class WatchKeeper {
  readonly #host: Host;
  readonly #needs: WatchKeeperNeeds;
  readonly #secret: SealedSecret;
  readonly #tellSoon = coalesced(nodeTimer, TELL_MS, () => {
    if (!this.#ending.signal.aborted) this.#host.sendSetup('watch.changed', this.status());
  });
  #running: Running | null = null;
  /** Why no folder is watched although the settings name some, in a sentence. */
  #problem: string | null = null;
  /** The folders that are watched, as JSON. */
  #applied: string | null = null;
  #changing: Promise<void> = Promise.resolve();
  readonly #ending = new AbortController();
  readonly #unfollow: () => void;

  constructor(host: Host, needs: WatchKeeperNeeds) {
    this.#host = host;
    this.#needs = needs;
    this.#unfollow = host.agreements.onKey(this.apply);
    this.#secret = new SealedSecret(join(host.paths.user_data, 'webhook-secret.json'), host.sealer, {
      saving: 'Saving the webhook’s secret',
      unreadable:
        'The secret of the webhook can’t be read from the keychain. Unlock it, or enter the secret again in set-up.',
    });
  }

  /** Applies the settings from now on. */
  readonly apply = (): void => {
    this.#changing = this.#changing
      .then(() => this.#change())
      .catch((error: unknown) => {
        this.#problem = error instanceof TripKitError ? error.message : 'The app has an internal error.';
        this.#host.log.error('The watched folders could not be opened.', error);
      });
    void this.#changing.then(this.#tellSoon.soon);
  };

  status(): WatchProgress {
    const { problems = {}, under_way = 0, delivered = 0 } = this.#running?.desk.status() ?? {};
    const own = [this.#problem, this.#running?.publisher?.trouble ?? null].filter((one) => one !== null);
    return { problems: [...own, ...Object.values(problems)], under_way, delivered };
  }

  /** Makes the key with which this desk signs a shelf, if there is none. @throws TripKitError of kind `identity` or `disk` */
  async makeShelfKey(): Promise<void> {
    await this.#needs.shelf.makeKey();
    this.#applied = null;
  }

  hasSecret(): boolean {
    return this.#secret.isKept;
  }

  /** Stores the secret of the webhook, sealed by the keychain. @throws TripKitError of kind `identity` or `disk` */
  async keepSecret(secret: string): Promise<void> {
    await this.#secret.keep(secret);
    // The next desk reads it.
    this.#applied = null;
  }

  /** The person agreed to these folders. */
  async agreed(folders: WatchedFolders): Promise<void> {
    await this.#host.agreements.keep('watch', folders);
    this.#applied = null;
  }

  /** The person ended the watch: to begin again is another agreement. */
  ended(): Promise<void> {
    return this.#host.agreements.forget('watch');
  }

  async stop(): Promise<void> {
    this.#ending.abort();
    this.#unfollow();
    this.#tellSoon.cancel();
    this.apply();
    await this.#changing;
  }

  async #change(): Promise<void> {
    const { settings, notices } = this.#host;
    const { aborted } = this.#ending.signal;
    const folders = aborted ? null : settings.state().values.watch;
    const text = JSON.stringify(folders);
    if (text === this.#applied && !aborted) return;
    this.#applied = text;
    this.#problem = null;
    for (const part of ['agreement', 'in', 'out', 'journal', 'request', 'command', 'webhook', 'shelf'])
      notices.withdraw(`watch:${part}`);
    await this.#running?.stop();
    this.#running = null;
    if (folders === null) return;
    this.#problem = await this.#refusal(folders);
    if (this.#problem !== null) return;
    this.#running = await this.#begin(folders, new IntakeStore(this.#needs.connection, folders.in));
  }

  /** Why the folders may not be watched now, in a sentence; null if the person, or administrators, agreed to them. */
  async #refusal(folders: WatchedFolders): Promise<string | null> {
    const { agreements, notices, settings } = this.#host;
    if (settings.state().managed.includes('watch')) return null;
    // Each kit would be copied into a person's own folder.
    if (!this.#needs.export)
      return 'Your administrators have switched off copies outside this app, so your own folders are not watched.';
    const agreed = await agreements.holds('watch', folders, this.#ending.signal);
    if (agreed === 'yes' || this.#ending.signal.aborted) return null;
    // The key may come later, without a change of the settings.
    if (agreed === 'locked') this.#applied = null;
    const message = NOT_AGREED[agreed];
    notices.add({ id: 'watch:agreement', severity: 'warning', message });
    return message;
  }

  async #begin(folders: WatchedFolders, store: IntakeStore): Promise<Running> {
    // Loaded only when needed: most people watch no folder.
    const { Desk, patienceOf, tellersOf } = await import('./watch.ts');
    const { paths } = this.#host;
    const { engine, profiles, suspect } = this.#needs;
    const { profile, command, out } = folders;
    const hook = folders.webhook === null ? null : this.#openHook(folders.webhook);
    const publisher = folders.shelf ? this.#openPublisher(profile, { store, out }) : null;
    const desk = new Desk({
      orders: null,
      ...this.#host,
      ...{ folders, store, engine },
      profile_id: profile,
      documentOf: (id) => appDocument(paths.documents, id).file,
      limits: () => profiles.profile(profile).batch,
      onDamaged: suspect,
      tell: (event) => {
        this.#onEvent(event);
        if (event.event === 'delivered') publisher?.delivered(event.kit);
      },
      tellers: tellersOf(command, hook),
      patience: patienceOf(POLL_MS),
    });
    const ending = new AbortController();
    const done = Promise.all([desk.run(ending.signal), publisher?.run(ending.signal)]);
    return {
      ...{ desk, publisher },
      stop: async () => {
        ending.abort();
        await done;
        await hook?.().then(
          (open) => open.close(),
          () => {},
        );
      },
    };
  }

  #openPublisher(profile_id: string, deliveries: Pick<ShelfDeliveries, 'store' | 'out'>): ShelfPublishing {
    return this.#needs.shelf.publisher(profile_id, {
      ...deliveries,
      problem: (message) => {
        this.#tellProblem('shelf', message);
        this.#tellSoon.soon();
      },
    });
  }

  /** The webhook, once the keychain has given its secret; asks again after a failure. */
  #openHook(url: string): () => Promise<Webhook> {
    const { now } = this.#host;
    const { findProxy } = this.#needs;
    let open: Promise<Webhook> | null = null;
    const read = async () => {
      const [secret, { Webhook }] = await Promise.all([this.#secret.read(), import('./webhook.ts')]);
      return new Webhook({ url, secret, findProxy, now });
    };
    return () => {
      open ??= read().catch((error: unknown) => {
        open = null;
        throw error;
      });
      return open;
    };
  }

  #onEvent(event: WatchEvent): void {
    if (event.event === 'problem') this.#tellProblem(event.part, event.message);
    this.#tellSoon.soon();
  }

  #tellProblem(part: string, message: string | null): void {
    const { notices } = this.#host;
    const id = `watch:${part}`;
    if (message === null) notices.withdraw(id);
    else notices.add({ id, severity: 'warning', message: `Watched folders: ${message}` });
  }
}
