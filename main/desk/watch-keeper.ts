import { join } from 'node:path';
import type { WatchedFolders, WatchProgress } from '../../preload/contract/desk.ts';
import { coalesced, nodeTimer } from '../common/coalesced.ts';
import { TripKitError } from '../common/errors.ts';
import { appDocument } from '../documents/document-folder.ts';
import type { Host } from '../host/host.ts';
import type { ActivityLog } from '../kits/activity-log.ts';
import type { KitEngine } from '../kits/kit-engine.ts';
import type { ProfileBook } from '../profile/profile-book.ts';
import type { ProxyFinder } from '../service/proxy.ts';
import type { SqliteConnection } from '../store/sqlite-connection.ts';
import type { Desk } from './desk.ts';
import { IntakeStore } from './intake-store.ts';
import type { WatchEvent } from './watch-events.ts';
import type { Webhook } from './webhook.ts';
import { WebhookSecret } from './webhook-secret.ts';

const POLL_MS = 2_000;
/** The set-up window is told of progress no more often, ms. */
const TELL_MS = 500;

export interface WatchKeeperNeeds {
  engine: KitEngine;
  activity: Pick<ActivityLog, 'record'>;
  profiles: ProfileBook;
  /** As before every request of a person. @throws TripKitError of kind `identity` or `config` */
  requireReady(profile_id: string): Promise<void>;
  findProxy: ProxyFinder;
  /** Whether administrators allow copies outside this app. */
  export: boolean;
  /** The user's database, where the journal is. */
  connection: SqliteConnection;
  /** A document was found not to be what was verified. */
  suspect(kit_id: string): void;
}

/** A desk at work, and what ends it. */
interface Running {
  desk: Desk;
  stop(): Promise<void>;
}

/** Works through the folders that the settings name. */
export class WatchKeeper {
  readonly #host: Host;
  readonly #needs: WatchKeeperNeeds;
  readonly #secret: WebhookSecret;
  readonly #tellSoon = coalesced(nodeTimer, TELL_MS, () => {
    if (!this.#stopped) this.#host.sendSetup('watch.changed', this.status());
  });
  #running: Running | null = null;
  /** Why no folder is watched though the settings name some, in a sentence. */
  #problem: string | null = null;
  /** The folders that are watched, as JSON. */
  #applied: string | null = null;
  #changing: Promise<void> = Promise.resolve();
  #stopped = false;

  constructor(host: Host, needs: WatchKeeperNeeds) {
    this.#host = host;
    this.#needs = needs;
    this.#secret = new WebhookSecret(join(host.paths.user_data, 'webhook-secret.json'), host.sealer);
  }

  /** Does as the settings say from now on. */
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
    const all = [...(this.#problem === null ? [] : [this.#problem]), ...Object.values(problems)];
    return { problems: all, under_way, delivered };
  }

  /** How many flights wait for cockpit mode to be left. */
  readonly waiting = (): number => this.#running?.desk.status().waiting ?? 0;

  /** Cockpit mode was left: what waited goes on. */
  readonly wake = (): void => this.#running?.desk.wake();

  hasSecret(): boolean {
    return this.#secret.isKept;
  }

  /** Keeps the secret of the webhook, sealed by the keychain. @throws TripKitError of kind `identity` or `disk` */
  async keepSecret(secret: string): Promise<void> {
    await this.#secret.keep(secret);
    // The next desk reads it.
    this.#applied = null;
  }

  async stop(): Promise<void> {
    this.#stopped = true;
    this.#tellSoon.cancel();
    this.apply();
    await this.#changing;
  }

  async #change(): Promise<void> {
    const { settings, notices } = this.#host;
    const folders = this.#stopped ? null : settings.state().values.watch;
    const text = JSON.stringify(folders);
    if (text === this.#applied && !this.#stopped) return;
    this.#applied = text;
    this.#problem = null;
    for (const part of ['in', 'out', 'journal', 'request', 'command', 'webhook'])
      notices.withdraw(`watch:${part}`);
    await this.#running?.stop();
    this.#running = null;
    if (folders === null) return;
    this.#problem = this.#refusal();
    if (this.#problem !== null) return;
    this.#running = await this.#begin(folders, new IntakeStore(this.#needs.connection, folders.in));
  }

  /** Why no folder may be watched now, in a sentence; null: they may. */
  #refusal(): string | null {
    // Into a person's own folder each kit would be copied; one of administrators is their decision as well.
    if (!this.#needs.export && !this.#host.settings.state().managed.includes('watch')) {
      return 'Your administrators have switched off copies outside this app, so your own folders are not watched.';
    }
    return null;
  }

  async #begin(folders: WatchedFolders, store: IntakeStore): Promise<Running> {
    // Most people watch none: a start does without.
    const { Desk, patienceOf, runCommand } = await import('./watch.ts');
    const { paths, cockpit } = this.#host;
    const { engine, profiles, requireReady, activity, suspect } = this.#needs;
    const { profile, command } = folders;
    const hook = folders.webhook === null ? null : this.#openHook(folders.webhook);
    const desk = new Desk({
      ...this.#host,
      ...{ folders, store, engine, requireReady },
      profile_id: profile,
      documentOf: (id) => appDocument(paths.documents, id).file,
      limits: () => profiles.profile(profile).batch,
      isOnHold: () => cockpit.on,
      onRequested: (kit) => activity.record('asked', [kit]),
      onDamaged: suspect,
      tell: (event) => this.#tell(event),
      tellers: {
        ...(command === null ? {} : { command: ({ body }, signal) => runCommand(command, body, signal) }),
        ...(hook === null
          ? {}
          : { webhook: async ({ event_id, body }, signal) => (await hook()).post(event_id, body, signal) }),
      },
      patience: patienceOf(POLL_MS),
    });
    const ending = new AbortController();
    const done = desk.run(ending.signal);
    return {
      desk,
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

  /** The webhook, once the keychain has given its secret; asked again where it did not. */
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

  #tell(event: WatchEvent): void {
    const { notices } = this.#host;
    if (event.event === 'problem') {
      const id = `watch:${event.part}`;
      if (event.message === null) notices.withdraw(id);
      else notices.add({ id, severity: 'warning', message: `Watched folders: ${event.message}` });
    }
    this.#tellSoon.soon();
  }
}
