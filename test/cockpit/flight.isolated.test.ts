/**
 * A flight of three hours in cockpit mode, with everything that comes by itself: the sources are the app's own, time is virtual, and
 * what would reach a person is recorded.
 */
import { EventEmitter } from 'node:events';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { backgroundSources } from '../../main/cockpit/cockpit.ts';
import { addKitSources, addUpdateSource, openCockpit } from '../../main/cockpit/cockpit-sources.ts';
import { TripKitError } from '../../main/common/errors.ts';
import { followForDesktop } from '../../main/electron/desktop-kits.ts';
import { NoticeBoard } from '../../main/host/notices.ts';
import { ExpiryWatch } from '../../main/identity/expiry-watch.ts';
import { DocumentDates } from '../../main/kits/document-dates.ts';
import { createKitEngine } from '../../main/kits/engine.ts';
import { openGate, plansBefore } from '../../main/kits/planner.ts';
import { LibraryRetention } from '../../main/kits/retention.ts';
import { BackupKeeper } from '../../main/parcels/backup/backup-keeper.ts';
import { tellRepair, tellSettings } from '../../main/parcels/tell-damage.ts';
import { tellPolicies } from '../../main/policies/tell-policies.ts';
import { MemoryGenerationTimes } from '../../main/store/generation-times.ts';
import { MemoryKitStore } from '../../main/store/kit-store.ts';
import { openUserDatabase, type UserDatabase } from '../../main/store/user-database.ts';
import { CrashRecovery } from '../../main/support/crash-recovery.ts';
import { circumstancesOf } from '../../main/updates/update-policy.ts';
import { Updates } from '../../main/updates/updates.ts';
import { defaultSettings, type SettingsState } from '../../preload/contract.ts';
import { freshFolder } from '../fresh-folder.ts';
import { PowerSaveBlockerStandIn } from '../host/electron/desktop-parts.ts';
import { MemoryDocuments, scriptedService } from '../kits/fake-service.ts';
import { memorySettings } from '../settings/memory-settings.ts';
import { memoryLog } from '../start/ipc-fixtures.ts';
import { VirtualClock } from '../virtual-clock.ts';
import { foundCalls, interruptingCalls, noticesThatWait } from './interrupting-calls.ts';

/** What reached the person, in order. */
const reached = vi.hoisted(() => ({ all: [] as string[] }));
vi.mock('electron', async () => {
  const { NativeImageStandIn, NotificationStandIn, TrayStandIn } = await import(
    '../host/electron/desktop-parts.ts'
  );
  const { MenuStandIn } = await import('../host/electron/window-parts.ts');
  class Notification extends NotificationStandIn {
    readonly #title: string;
    constructor(options: Electron.NotificationConstructorOptions) {
      super(options);
      this.#title = options.title ?? '';
    }
    override show() {
      reached.all.push(`notification: ${this.#title}`);
    }
  }
  return {
    Notification,
    Tray: TrayStandIn,
    Menu: MenuStandIn,
    nativeImage: { createFromBuffer: NativeImageStandIn.createFromBuffer },
    nativeTheme: { themeSource: 'system' },
    ipcMain: {},
    shell: {},
  };
});
const { startDesktop } = await import('../../main/electron/desktop.ts');

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

let folder: string;
let database: UserDatabase;
beforeEach(() => {
  folder = freshFolder();
  database = openUserDatabase(join(folder, 'user.sqlite'));
  reached.all.length = 0;
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval'] });
});
afterEach(() => {
  vi.useRealTimers();
  database.close();
});

/** The window as the desktop has it; it is not in front, so that the system would notify. */
class WindowOfTest extends EventEmitter {
  webContents = Object.assign(new EventEmitter(), {
    isDestroyed: () => false,
    isCrashed: () => false,
    send() {},
  });
  isDestroyed = () => false;
  isFocused = () => false;
  isVisible = () => true;
  isMinimized = () => false;
  hide() {}
  setProgressBar(progress: number) {
    if (progress >= 0) reached.all.push('progress on the icon');
  }
}

/** The laptop: what works by itself, and ports that record. */
function laptop() {
  const clock = new VirtualClock();
  const { now } = clock;
  const log = memoryLog();
  const notices = new NoticeBoard();
  const state: SettingsState = {
    values: { ...defaultSettings, keep_days_after_departure: 1, keep_running: true },
    managed: [],
    allow_other_profiles: true,
    forbidden: [],
  };
  const cockpit = openCockpit({ file: join(folder, 'cockpit.json'), on: false, notices, now, log });
  notices.onChange((all) => {
    for (const { message } of all) reached.all.push(`notice: ${message}`);
  });

  let ids = 0;
  let requests = 0;
  let fails = false;
  const engine = createKitEngine({
    store: new MemoryKitStore(),
    documents: new MemoryDocuments(),
    times: new MemoryGenerationTimes(),
    serviceOf: async () =>
      scriptedService({
        request: async () => {
          requests += 1;
          return { tripkit_id: `TK-${requests}`, messages: [] };
        },
        pdf: async (id) => {
          if (fails) throw new TripKitError('service', 'The service refused it. Ask your IT.');
          return { state: 'generated', url: `https://store.example/${id}`, messages: [] };
        },
      }),
    limitsOf: () => ({ parallel_requests: 4, parallel_downloads: 4 }),
    gate: { ...openGate, held: () => cockpit.on },
    clock,
    random: () => 0.5,
    newId: () => `00000000-0000-4000-8000-${String(++ids).padStart(12, '0')}`,
    patience: { deadline_ms: 30 * MINUTE, max_failures: 7, outages_stop_the_clock: false },
    log,
  } as Parameters<typeof createKitEngine>[0]);
  const removed: string[] = [];
  const retention = new LibraryRetention({
    engine: {
      list: () => engine.list(),
      remove: async (id, removal) => {
        removed.push(id);
        reached.all.push('a kit was removed');
        await engine.remove(id, removal);
      },
    },
    user: 'pilot',
    pinned: () => new Map(),
    open: new Set(),
    superseded: () => new Map(),
    keepDays: () => state.values.keep_days_after_departure,
    held: () => cockpit.on,
    notices,
    now,
    log,
  });
  addKitSources(cockpit, { engine, retention, now });

  let checks = 0;
  const updates = new Updates({
    running: '1.2.0',
    managed: 'on',
    channel: 'stable',
    hours: null,
    openSource: async () => ({
      check: async () => {
        checks += 1;
        reached.all.push('the place of updates was asked');
        return { version: '1.3.0', notes: 'Better' };
      },
      download: async () => {},
      install: () => void reached.all.push('an update was installed'),
    }),
    circumstances: () => circumstancesOf(new Set(), 0, [], now(), cockpit.on),
    file: { read: () => null, write: () => {} },
    quit: () => {},
    onChange: () => {},
    notices,
    clock,
    random: () => 0,
    log,
  });
  addUpdateSource(cockpit, updates);

  const certificate = { valid_to: now() + DAY + 90 * MINUTE, kind: 'file' } as const;
  const expiry = new ExpiryWatch({
    profiles: () => [{ id: 'p', name: 'Line' }],
    factsOf: async () => certificate,
    notices,
    now,
  });
  // Its folder can't be made: a file has its name.
  writeFileSync(join(folder, 'backups'), 'no folder');
  const backups = new BackupKeeper({
    user_data: folder,
    app_version: '1.2.0',
    wanted: () => null,
    notices,
    clock,
    log,
  });
  backups.use(database.connection);
  const dates = new DocumentDates({
    notices,
    now,
    log,
  } as unknown as ConstructorParameters<typeof DocumentDates>[0]);
  const crashes = new CrashRecovery({
    nameOf: () => null,
    notices,
    giveUp: () => void reached.all.push('the app gave up'),
    now: clock.monotonic,
    log,
  });

  const window = new WindowOfTest();
  const blocker = new PowerSaveBlockerStandIn();
  const app = Object.assign(new EventEmitter(), {
    isPackaged: false,
    quit: () => void reached.all.push('the app quit'),
    setBadgeCount: (count: number) => {
      if (count > 0) reached.all.push('a number on the icon');
      return true;
    },
  });
  const settings = memorySettings(state);
  const desktop = startDesktop({
    app: app as never,
    platform: 'linux',
    window: {
      current: window as never,
      show: () => void reached.all.push('the window came to the front'),
      send: () => {},
    },
    viewers: {
      all: [],
      ask: () => void reached.all.push('a further window was asked'),
      listening: () => {},
    },
    viewerOf: () => null,
    settings,
    cockpit,
    powerSaveBlocker: blocker,
    findKit: () => null,
    takeProfile: async () => {},
    links: { take: () => {}, follow: () => {} },
    notices,
    drag_folder: join(folder, 'drag-out'),
    copyDocument: async () => {},
    devtools: false,
    log,
  });
  desktop.windowOpened(window as never);
  const unfollow = followForDesktop({
    engine,
    activity: { openedAt: () => null, onOpened: () => () => {} },
    superseded: () => new Map(),
    now,
    desktop,
  });

  const trip = (flight: string, hours: number) => ({
    origin: 'EHAM',
    destination: 'KJFK',
    flight,
    departure: new Date(now() + hours * HOUR).toISOString().replace('.000Z', 'Z'),
  });
  return {
    ...{ clock, log, notices, cockpit, engine, retention, updates, expiry, backups, dates, crashes },
    ...{ desktop, settings, removed, trip, blocker },
    counts: () => ({ requests, checks }),
    failFromNow: () => {
      fails = true;
    },
    /** Both kinds of waits go on together, by the half minute. */
    async fly(ms: number) {
      for (let done = 0; done < ms; done += 30_000) {
        await clock.advance(30_000);
        await vi.advanceTimersByTimeAsync(30_000);
        await clock.settle();
      }
    },
    begin() {
      desktop.begin(false);
      engine.start();
      retention.start();
      expiry.start();
      updates.started();
      backups.start();
    },
    async end() {
      vi.useRealTimers();
      unfollow();
      expiry.stop();
      retention.stop();
      await engine.stop();
      await updates.stop();
      await backups.stop();
      await desktop.stop();
    },
  };
}

test('three hours with every background event there is: nothing reaches the pilot; on leaving all is told and goes on', async () => {
  const run = laptop();
  const { settings, notices, cockpit, engine, log } = run;
  // Kits of flights that are long over: the policy removes them at its next look.
  engine.request('p', [run.trip('OLD1', -48), run.trip('OLD2', -50)]);
  engine.start();
  await run.fly(5 * MINUTE);
  expect(engine.list().map(({ state }) => state)).toEqual(['ready', 'ready']);
  settings.change({ cockpit: true });
  reached.all.length = 0;
  run.begin();
  // Beginning showed the window that was asked for.
  expect(reached.all.splice(0)).toEqual(['the window came to the front']);
  expect(run.blocker.isStarted(1)).toBe(true);

  // What a start finds.
  tellRepair({ fetched: 1, lost: 1 }, notices);
  tellSettings('The settings were damaged.', null, notices, log);
  tellPolicies(
    [{ kind: 'file', place: 'm.json', state: 'in_force', problem: 'A key is unknown.' } as never],
    notices,
    log,
  );
  // Kits that the pilot asked for go on; the first becomes ready, later ones fail.
  engine.request('p', [run.trip('KLM641', 6)]);
  engine.plan('p', plansBefore([run.trip('KLM642', 5), run.trip('KLM643', 4)], 3 * HOUR, 0, run.clock.now()));
  // As a watched folder does.
  engine.plan('p', [{ trip: run.trip('KLM645', 5), due_at: null }]);
  await run.fly(HOUR);
  expect(engine.list().filter(({ state }) => state === 'ready')).toHaveLength(3);
  run.failFromNow();
  engine.request('p', [run.trip('KLM644', 7)]);
  run.dates.clockOff('p', 600_000);
  engine.wake();
  await run.retention.applyOwn();
  await run.fly(2 * HOUR);

  // The disk answers in its own time, not in the virtual one.
  await expect.poll(() => notices.waiting().some(({ id }) => id === 'backup')).toBe(true);
  expect(reached.all).toEqual([]);
  expect(notices.list()).toEqual([]);
  expect(run.counts()).toEqual({ requests: 4, checks: 0 });
  expect(run.removed).toEqual([]);
  const planned = () => engine.list().filter(({ state }) => state === 'planned');
  expect(planned()).toHaveLength(3);
  expect(run.blocker.isStarted(1)).toBe(true);
  expect([...cockpit.sources].sort()).toEqual(Object.keys(backgroundSources).sort());

  settings.change({ cockpit: false });
  await run.fly(10 * MINUTE);
  const messages = notices.list().map(({ message }) => message);
  const summary = messages.find((message) => message.startsWith('In cockpit mode')) ?? '';
  expect(summary).toContain('(3 h)');
  expect(summary).toContain('1 kit is on this laptop (EHAM to KJFK, KLM641)');
  expect(summary).toContain('1 kit failed (EHAM to KJFK, KLM644)');
  expect(summary).toContain('3 planned kits came due');
  expect(summary).toContain('2 kits are due for removal');
  expect(summary).toMatch(/\d messages of the app waited/);
  // Each one that waited is here, once, and what was held goes on.
  for (const part of [
    'missing or changed on this laptop, and is downloaded again',
    'can’t be downloaded again',
    'The settings were damaged',
    'A key is unknown',
    'certificate expires within a day',
    'There is no new backup copy',
    'This laptop’s clock',
    '2 kits were removed from this laptop',
    'Version 1.3.0 is ready',
  ])
    expect(messages.filter((message) => message.includes(part))).toHaveLength(1);
  expect(run.removed).toHaveLength(2);
  expect(run.counts()).toEqual({ requests: 7, checks: 1 });
  expect(planned()).toEqual([]);
  expect(run.blocker.isStarted(1)).toBe(false);
  await run.end();
});

test('the same three hours without the mode reach the pilot in every way: the flight is no empty one', async () => {
  const run = laptop();
  const { engine, notices } = run;
  engine.request('p', [run.trip('OLD1', -48)]);
  engine.start();
  await run.fly(5 * MINUTE);
  reached.all.length = 0;
  run.begin();
  engine.request('p', [run.trip('KLM641', 6)]);
  engine.plan('p', plansBefore([run.trip('KLM642', 5)], 3 * HOUR, 0, run.clock.now()));
  await run.fly(3 * HOUR);
  const ways = new Set(reached.all.map((one) => one.split(':')[0]));
  expect([...ways].sort()).toEqual(
    [
      'a kit was removed',
      'a number on the icon',
      'notice',
      'notification',
      'progress on the icon',
      'the place of updates was asked',
      'the window came to the front',
    ].sort(),
  );
  expect(notices.list().length).toBeGreaterThan(2);
  await run.end();
});

test('what a crash of the page took off the screen is said in its place, in cockpit mode too', () => {
  const run = laptop();
  run.settings.change({ cockpit: true });
  run.crashes.gone(
    { reason: 'crashed', exitCode: 1 },
    { shown: [], restore: async () => {}, what: 'reopened' },
  );
  expect(run.notices.list()).toHaveLength(1);
});

test('every call by which main can reach a person is known, with what becomes of it; a new one has to be decided about', () => {
  const table = Object.fromEntries(
    Object.entries(interruptingCalls).map(([file, calls]) => [
      file,
      Object.fromEntries(Object.entries(calls).map(([call, [count]]) => [call, count])),
    ]),
  );
  expect(foundCalls()).toEqual(table);
  for (const [file, { notice }] of Object.entries(interruptingCalls))
    if (notice) expect(`${file} ${noticesThatWait(file)}`).toBe(`${file} ${notice[1] === 'waits'}`);
});
