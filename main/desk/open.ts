import { existsSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import type { WatchedFolders } from '../../preload/contract/desk.ts';
import { coalesced, nodeTimer } from '../common/coalesced.ts';
import { TripKitError } from '../common/errors.ts';
import { writeWholeFile } from '../common/whole-file.ts';
import { appDocument } from '../documents/document-folder.ts';
import type { Host } from '../host/host.ts';
import type { ActivityLog } from '../kits/activity-log.ts';
import type { KitEngine } from '../kits/kit-engine.ts';
import type { ProfileBook } from '../profile/profile-book.ts';
import type { ProxyFinder } from '../service/proxy.ts';
import type { Desk } from './desk.ts';
import { type IntakeDatabase, openIntakeDatabase } from './intake-database.ts';
import { IntakeStore } from './intake-store.ts';
import { watchCalls } from './watch-calls.ts';
import type { WatchEvent } from './watch-events.ts';
import type { WatchKeeper } from './watch-keeper.ts';
import type { Webhook } from './webhook.ts';

const POLL_MS = 2_000;
/** The window of set-up is told of what goes on no more often, ms. */
const TELL_MS = 500;
const secretFile = z.object({ format: z.literal(1), sealed: z.base64() });

/** A desk at work, and what ends it. */
interface Running {
  desk: Desk;
  stop(): Promise<void>;
}

export interface DeskNeeds {
  engine: KitEngine;
  activity: Pick<ActivityLog, 'record'>;
  profiles: ProfileBook;
  /** As before every request of a person. @throws TripKitError of kind `identity` or `config` */
  requireReady(profile_id: string): Promise<void>;
  findProxy: ProxyFinder;
  /** Whether administrators allow copies outside this app. */
  export: boolean;
  /** Whether all kits are known. */
  complete: boolean;
  /** A document was found not to be what was verified. */
  suspect(kit_id: string): void;
}

/** The folders that the settings name, worked through by the engine of the desktop; kits appear in the list. */
export function openDesk(host: Host, needs: DeskNeeds) {
  const { paths, log, settings, notices, cockpit, sealer } = host;
  const { engine, profiles } = needs;
  const secretPath = join(paths.user_data, 'webhook-secret.json');
  let journal: IntakeDatabase | null = null;
  let running: Running | null = null;
  let standing: string | null = null;
  let applied: string | null = null;
  let changing: Promise<void> = Promise.resolve();
  let stopped = false;

  const keeper: WatchKeeper = {
    apply: () => {
      changing = changing.then(change).catch((error: unknown) => {
        standing = error instanceof TripKitError ? error.message : 'The app has an internal error.';
        log.error('The watched folders could not be opened.', error);
      });
      void changing.then(tellSoon.soon);
    },
    status: () => {
      const { problems = {}, under_way = 0, delivered = 0 } = running?.desk.status() ?? {};
      const sentences = Object.values(problems);
      return { problems: standing === null ? sentences : [standing, ...sentences], under_way, delivered };
    },
    hasSecret: () => existsSync(secretPath),
    keepSecret: async (secret) => {
      const sealed = (await sealer.seal(secret)).toString('base64');
      await writeWholeFile(secretPath, 'Saving the webhook’s secret', (part) =>
        writeFile(part, JSON.stringify({ format: 1, sealed }), { mode: 0o600, flag: 'wx', flush: true }),
      );
      // The next desk reads it.
      applied = null;
    },
  };
  const tellSoon = coalesced(nodeTimer, TELL_MS, () => {
    if (!stopped) host.sendSetup('watch.changed', keeper.status());
  });

  async function change(): Promise<void> {
    const folders = stopped ? null : settings.state().values.watch;
    const text = JSON.stringify(folders);
    if (text === applied && !stopped) return;
    applied = text;
    standing = null;
    for (const part of ['in', 'out', 'journal', 'request', 'command', 'webhook'])
      notices.withdraw(`watch:${part}`);
    await running?.stop();
    running = null;
    if (folders === null) return;
    // Into a person's own folder each kit would be copied; one of administrators is their decision as well.
    if (!needs.export && !settings.state().managed.includes('watch')) {
      standing =
        'Your administrators have switched off copies outside this app, so your own folders are not watched.';
      return;
    }
    if (!needs.complete) {
      standing = 'The library has to be restored first. Decide about its backup copy, then restart the app.';
      return;
    }
    journal ??= openIntakeDatabase(join(paths.user_data, 'watch.sqlite'));
    if (journal.problem === null) running = await begin(folders, new IntakeStore(journal, folders.in));
    else {
      standing = journal.problem;
      journal.close();
      journal = null;
      applied = null;
    }
  }

  async function begin(folders: WatchedFolders, store: IntakeStore): Promise<Running> {
    // Most people watch none: a start does without.
    const { Desk, patienceOf, runCommand } = await import('./watch.ts');
    const { profile, command } = folders;
    const hook = folders.webhook === null ? null : openHook(folders.webhook);
    const desk = new Desk({
      folders,
      profile_id: profile,
      store,
      engine,
      documentOf: (id) => appDocument(paths.documents, id).file,
      requireReady: needs.requireReady,
      limits: () => profiles.profile(profile).batch,
      held: () => cockpit.on,
      onRequested: (kit) => needs.activity.record('asked', [kit]),
      onDamaged: (id) => needs.suspect(id),
      tell,
      tellers: {
        ...(command === null ? {} : { command: ({ body }, signal) => runCommand(command, body, signal) }),
        ...(hook === null
          ? {}
          : { webhook: async ({ event_id, body }, signal) => (await hook()).post(event_id, body, signal) }),
      },
      patience: patienceOf(POLL_MS),
      clock: host.clock,
      newId: host.newId,
      log,
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
  function openHook(url: string): () => Promise<Webhook> {
    let open: Promise<Webhook> | null = null;
    const read = async () => {
      const [secret, { Webhook }] = await Promise.all([readSecret(), import('./webhook.ts')]);
      return new Webhook({ url, secret, findProxy: needs.findProxy, now: host.now });
    };
    return () => {
      open ??= read().catch((error: unknown) => {
        open = null;
        throw error;
      });
      return open;
    };
  }

  async function readSecret(): Promise<string> {
    try {
      const { sealed } = secretFile.parse(JSON.parse(await readFile(secretPath, 'utf8')));
      return await sealer.unseal(Buffer.from(sealed, 'base64'));
    } catch (cause) {
      throw new TripKitError(
        'identity',
        'The secret of the webhook can’t be read from the keychain. Unlock it, or enter the secret again in set-up.',
        { cause },
      );
    }
  }

  function tell(event: WatchEvent): void {
    if (event.event === 'problem') {
      const id = `watch:${event.part}`;
      if (event.message === null) notices.withdraw(id);
      else notices.add({ id, severity: 'warning', message: `Watched folders: ${event.message}` });
    }
    tellSoon.soon();
  }

  return {
    /** Does as the settings say from now on. */
    apply: keeper.apply,
    /** How many flights wait for cockpit mode to be left. */
    waiting: () => running?.desk.status().waiting ?? 0,
    wake: () => running?.desk.wake(),
    setupCalls: {
      watch: watchCalls({ ...host, profiles, dialogs: host.setupDialogs, watch: keeper }),
    },
    start: () => keeper.apply(),
    stop: async () => {
      stopped = true;
      tellSoon.cancel();
      keeper.apply();
      await changing;
      journal?.close();
    },
  };
}
