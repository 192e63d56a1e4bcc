/** Updates while the app runs: checks, downloads that give way, installations, and a network that comes and goes. */
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { utc } from '../../main/common/clock.ts';
import { TripKitError } from '../../main/common/errors.ts';
import { silentLog } from '../../main/common/log.ts';
import { refused } from '../../main/updates/feed.ts';
import type { FoundVersion, UpdateSource } from '../../main/updates/update-fetch.ts';
import type { UpdateChannel } from '../../main/updates/update-policy.ts';
import type { UpdateRecord } from '../../main/updates/update-record.ts';
import { Updates } from '../../main/updates/updates.ts';
import type { UpdateState } from '../../preload/contract.ts';
import { VirtualClock } from '../virtual-clock.ts';

interface Pending<T> extends PromiseWithResolvers<T> {
  signal: AbortSignal;
  onPercent?: (percent: number) => void;
}

function abortableAnswer<T>(signal: AbortSignal): Pending<T> {
  const answer = Promise.withResolvers<T>();
  signal.addEventListener('abort', () => answer.reject(signal.reason));
  answer.promise.catch(() => {});
  return { ...answer, signal };
}

interface Options {
  managed?: 'on' | 'off';
  unavailable?: string;
  running?: string;
  channel?: UpdateChannel;
  hours?: string;
}

function setUp(options: Options = {}) {
  const clock = new VirtualClock();
  const checks: Pending<FoundVersion | null>[] = [];
  const downloads: Pending<void>[] = [];
  const source = {
    check: (signal: AbortSignal) => {
      const pending = abortableAnswer<FoundVersion | null>(signal);
      checks.push(pending);
      return pending.promise;
    },
    download: (onPercent: (percent: number) => void, signal: AbortSignal) => {
      const pending = { ...abortableAnswer<void>(signal), onPercent };
      downloads.push(pending);
      return pending.promise;
    },
    install: vi.fn<UpdateSource['install']>(),
  };
  const busy = { open_documents: 0, unfinished_kits: 0, planned_soon: 0, cockpit: false };
  const states: UpdateState[] = [];
  const notices = { add: vi.fn(), withdraw: vi.fn() };
  const quit = vi.fn();
  const log = { ...silentLog, warn: vi.fn(), error: vi.fn() };
  const file: { record: UpdateRecord | null } = { record: null };
  const updates = new Updates({
    running: options.running ?? '1.2.0',
    managed: options.managed ?? 'on',
    channel: options.channel ?? 'stable',
    hours: options.hours ?? null,
    openSource: async () => {
      if (options.unavailable !== undefined) throw new TripKitError('config', options.unavailable);
      return source;
    },
    circumstances: () => busy,
    file: {
      read: () => file.record,
      write: (record) => {
        file.record = record;
      },
    },
    quit,
    onChange: (state) => states.push(state),
    notices,
    clock,
    random: () => 0,
    log,
  });
  onTestFinished(() => updates.stop());
  const last = <T>(all: T[]): T => {
    const one = all.at(-1);
    if (one === undefined) throw new Error('Nothing was asked yet.');
    return one;
  };
  /** A person checks, and version 1.3.0 is there. */
  const find = async () => {
    const checked = updates.check();
    await clock.settle();
    last(checks).resolve({ version: '1.3.0', notes: '- Search' });
    await checked;
    await clock.settle();
  };
  const getReady = async () => {
    await find();
    last(downloads).resolve();
    await clock.settle();
  };
  return {
    updates,
    clock,
    checks,
    downloads,
    source,
    busy,
    states,
    notices,
    quit,
    log,
    file,
    last,
    find,
    getReady,
  };
}

test('looks by itself some minutes after the start, downloads in the background, and waits for a word', async () => {
  const { updates, clock, checks, downloads, states, notices, quit, last } = setUp();
  updates.started();
  await clock.settle();
  expect(checks).toHaveLength(0);
  await clock.until(() => checks.length === 1, 10 * 60_000);
  last(checks).resolve({ version: '1.3.0', notes: '- Search' });
  await clock.settle();
  expect(updates.state()).toMatchObject({ status: 'downloading', version: '1.3.0', notes: '• Search' });
  last(downloads).onPercent?.(41.7);
  last(downloads).onPercent?.(Number.NaN);
  expect(updates.state().percent).toBe(41);
  last(downloads).resolve();
  await clock.settle();
  expect(updates.state()).toMatchObject({ status: 'ready', percent: null, may_install: true, why_not: null });
  expect(states.at(-1)).toEqual(updates.state());
  expect(notices.add).toHaveBeenCalledWith(expect.objectContaining({ severity: 'info' }));
  expect(quit).not.toHaveBeenCalled();
});

test('a check that fails is a line in the log and no more; the next comes sooner', async () => {
  const { updates, clock, checks, notices, log, last } = setUp();
  updates.started();
  await clock.until(() => checks.length === 1, 10 * 60_000);
  last(checks).reject(new TripKitError('network', 'No network.'));
  await clock.settle();
  expect(updates.state()).toMatchObject({ status: 'idle', checked_at: null });
  expect(log.warn).toHaveBeenCalled();
  expect(notices.add).not.toHaveBeenCalled();
  await clock.until(() => checks.length === 2, 61 * 60_000);
  last(checks).resolve(null);
  await clock.settle();
  expect(updates.state().checked_at).toBe(utc(clock.now()));

  await clock.until(() => checks.length === 3, 6 * 3_600_000);
});

test('a check without an answer is given up, told to the person who asked, and its late answer dropped', async () => {
  const { updates, clock, checks, downloads, last } = setUp();
  const checked = updates.check();
  const told = expect(checked).rejects.toMatchObject({ kind: 'network' });
  await clock.settle();
  await clock.advance(60_000);
  await told;
  expect(last(checks).signal.aborted).toBe(true);
  last(checks).resolve({ version: '1.3.0', notes: null });
  await clock.settle();
  expect(downloads).toHaveLength(0);
  expect(updates.state()).toMatchObject({ status: 'idle', version: null });
});

test('a download waits while a kit needs the network, and gives way to one that comes', async () => {
  const { updates, clock, downloads, busy, find, last } = setUp();
  busy.unfinished_kits = 1;
  await find();
  await clock.advance(60_000);
  expect(downloads).toHaveLength(0);
  expect(updates.state().status).toBe('downloading');
  busy.unfinished_kits = 0;
  await clock.advance(5_000);
  expect(downloads).toHaveLength(1);
  busy.unfinished_kits = 2;
  await clock.advance(5_000);
  expect(last(downloads).signal.aborted).toBe(true);
  busy.unfinished_kits = 0;
  await clock.advance(5_000);
  expect(downloads).toHaveLength(2);
  last(downloads).resolve();
  await clock.settle();
  expect(updates.state().status).toBe('ready');
});

test('a download that stands still is given up quietly', async () => {
  const { updates, clock, downloads, find, last, notices } = setUp();
  await find();
  await clock.advance(100_000);
  last(downloads).onPercent?.(3);
  await clock.advance(100_000);
  expect(last(downloads).signal.aborted).toBe(false);
  await clock.advance(30_000);
  expect(last(downloads).signal.aborted).toBe(true);
  expect(updates.state()).toMatchObject({ status: 'idle', version: null });
  expect(notices.add).not.toHaveBeenCalled();
});

test('a download that is not what was announced is refused, and said so', async () => {
  const { updates, clock, downloads, find, last } = setUp();
  await find();
  last(downloads).reject(refused('its file is damaged'));
  await clock.settle();
  const state = updates.state();
  expect(state).toMatchObject({ status: 'failed', may_install: false });
  expect(state.why_not).toContain('its file is damaged');
});

test('installing is refused while a kit is open, and done on the word when it is closed', async () => {
  const { updates, clock, busy, states, source, quit, getReady, file } = setUp();
  updates.started();
  await getReady();
  busy.open_documents = 1;
  expect(() => updates.install()).toThrow(
    expect.objectContaining({ kind: 'config', message: 'A kit is open. Close it, then install.' }),
  );
  await clock.advance(5_000);
  expect(states.at(-1)).toMatchObject({ status: 'ready', may_install: false });
  busy.open_documents = 0;
  await clock.advance(5_000);
  expect(states.at(-1)).toMatchObject({ may_install: true, why_not: null });
  updates.install();
  expect(quit).toHaveBeenCalledOnce();
  expect(file.record?.going_to).toEqual({ version: '1.3.0', notes: '• Search' });
  expect(source.install).not.toHaveBeenCalled();
  const installation = updates.takeInstallation();
  installation?.install(() => {});
  expect(source.install).toHaveBeenCalledWith(true, expect.any(Function));
  expect(updates.takeInstallation()).toBeNull();
});

test('at quitting: only when it was chosen, and not while a kit is being fetched', async () => {
  const { updates, busy, getReady } = setUp();
  expect(() => updates.installOnQuit(true)).toThrow(/No update is ready/);
  await getReady();
  updates.quitting();
  expect(updates.takeInstallation()).toBeNull();
  expect(updates.installOnQuit(true).on_quit).toBe(true);
  busy.unfinished_kits = 1;
  updates.quitting();
  expect(updates.takeInstallation()).toBeNull();
  // Quitting closes what is open.
  Object.assign(busy, { unfinished_kits: 0, open_documents: 1 });
  updates.quitting();
  expect(updates.takeInstallation()).toMatchObject({ restart: false });
});

test('a version that is ready stays so when a later check finds nothing else or no network', async () => {
  const { updates, clock, checks, downloads, getReady, last } = setUp();
  await getReady();
  const failing = updates.check();
  const told = expect(failing).rejects.toMatchObject({ kind: 'network' });
  await clock.settle();
  last(checks).reject(new TripKitError('network', 'No network.'));
  await told;
  expect(updates.state()).toMatchObject({ status: 'ready', version: '1.3.0' });
  const same = updates.check();
  await clock.settle();
  last(checks).resolve({ version: '1.3.0', notes: null });
  await same;
  expect(downloads).toHaveLength(1);
  expect(updates.state().status).toBe('ready');
});

test('a version for trying out is not offered', async () => {
  const { updates, clock, checks, downloads, last } = setUp();
  const checked = updates.check();
  await clock.settle();
  last(checks).resolve({ version: '2.0.0-beta.1', notes: null });
  expect((await checked).status).toBe('idle');
  expect(downloads).toHaveLength(0);
});

test('off by the administrators: nothing is asked, ever', async () => {
  const { updates, clock, checks } = setUp({ managed: 'off' });
  updates.started();
  await clock.advance(24 * 3_600_000);
  await expect(updates.check()).rejects.toMatchObject({
    message: 'Updates are managed by your administrators.',
  });
  expect(checks).toHaveLength(0);
  expect(updates.state()).toMatchObject({ status: 'off', managed: true });
});

test('a build without updates says so', async () => {
  const sentence = 'Updates are not available in this build: it runs from source.';
  const { updates, clock } = setUp({ unavailable: sentence });
  updates.started();
  await clock.settle();
  expect(updates.state()).toMatchObject({ status: 'unavailable', why_not: sentence, may_install: false });
  await expect(updates.check()).rejects.toMatchObject({ kind: 'config', message: sentence });
});

test('ends in the middle of a download', async () => {
  const { updates, downloads, find, last } = setUp();
  updates.started();
  await find();
  await updates.stop();
  expect(last(downloads).signal.aborted).toBe(true);
});

test('in cockpit mode nothing is looked for, downloaded or installed by itself; after it all goes on', async () => {
  const { updates, clock, checks, downloads, busy, notices, last } = setUp();
  busy.cockpit = true;
  updates.started();
  await clock.advance(3 * 3_600_000);
  expect(checks).toHaveLength(0);
  busy.cockpit = false;
  await clock.advance(10_000);
  expect(checks).toHaveLength(1);
  busy.cockpit = true;
  last(checks).resolve({ version: '1.3.0', notes: '- Search' });
  await clock.advance(3_600_000);
  expect(downloads).toHaveLength(0);
  busy.cockpit = false;
  await clock.advance(10_000);
  last(downloads).resolve();
  await clock.settle();
  expect(updates.readyVersion()).toBe('1.3.0');
  expect(notices.add).toHaveBeenCalledTimes(1);
  busy.cockpit = true;
  expect(updates.state()).toMatchObject({
    may_install: false,
    why_not: 'Cockpit mode is on. Leave it, then install.',
  });
  updates.installOnQuit(true);
  updates.quitting();
  expect(updates.takeInstallation()).toBeNull();
});

describe('hours that administrators left for it', () => {
  /** This time of a day in the computer's own zone, ms since 1970 UTC. */
  const at = (hours: number, minutes = 0) => new Date(2026, 10, 21, hours, minutes).getTime();

  test('nothing is looked for outside them; they come, over midnight, and it is', async () => {
    const { updates, clock, checks, last } = setUp({ hours: '22:00-01:30' });
    clock.epoch = at(21, 40);
    updates.started();
    await clock.advance(19 * 60_000);
    expect(checks).toHaveLength(0);
    await clock.until(() => checks.length === 1, 5 * 60_000);
    expect(new Date(clock.now()).getHours()).toBe(22);
    last(checks).reject(new TripKitError('network', 'No network.'));
    await clock.until(() => checks.length === 2, 40 * 60_000);
    // The next one would come at two in the morning.
    last(checks).resolve(null);
    await clock.advance(5 * 3_600_000);
    expect(checks).toHaveLength(2);
  });

  test('a download ends with them, begins again with the next, and says so meanwhile', async () => {
    const { updates, clock, checks, downloads, states, last } = setUp({ hours: '06:00-05:30' });
    clock.epoch = at(5, 26);
    updates.started();
    await clock.until(() => checks.length === 1, 9 * 60_000);
    last(checks).resolve({ version: '1.3.0', notes: '' });
    await clock.settle();
    expect(updates.state()).toMatchObject({ status: 'downloading', waits_for_hours: false });
    const first = last(downloads);
    await clock.until(() => first.signal.aborted, 2 * 60_000);
    expect(new Date(clock.now()).getHours() * 60 + new Date(clock.now()).getMinutes()).toBe(5 * 60 + 30);
    await clock.settle();
    expect(states.at(-1)).toMatchObject({ status: 'downloading', waits_for_hours: true, percent: null });
    await clock.until(() => downloads.length === 2, 3_600_000);
    expect(new Date(clock.now()).getHours()).toBe(6);
    last(downloads).resolve();
    await clock.settle();
    expect(updates.state()).toMatchObject({ status: 'ready', waits_for_hours: false });
  });

  test('a person’s own check, and the download that follows, are at any hour; the next one by itself is not', async () => {
    const { updates, clock, checks, downloads, find, last } = setUp({ hours: '22:00-05:30' });
    clock.epoch = at(9);
    updates.started();
    await find();
    expect(updates.state()).toMatchObject({ status: 'downloading', waits_for_hours: false });
    expect(downloads).toHaveLength(1);
    last(downloads).resolve();
    await clock.settle();
    expect(updates.state().status).toBe('ready');
    await clock.advance(2 * 3_600_000);
    expect(checks).toHaveLength(1);
  });

  test('a download that waits for them goes on at once when a person asks', async () => {
    const { updates, clock, checks, downloads, last } = setUp({ hours: '22:00-05:30' });
    clock.epoch = at(5, 26);
    updates.started();
    await clock.until(() => checks.length === 1, 9 * 60_000);
    last(checks).resolve({ version: '1.3.0', notes: '' });
    await clock.advance(5 * 60_000);
    expect(updates.state().waits_for_hours).toBe(true);
    expect(await updates.check()).toMatchObject({ status: 'downloading', waits_for_hours: false });
    await clock.until(() => downloads.length === 2, 10_000);
    expect(checks).toHaveLength(1);
  });

  test('a check of a person’s that fails leaves the hours as they are', async () => {
    const { updates, clock, checks, last } = setUp({ hours: '22:00-05:30' });
    clock.epoch = at(9);
    updates.started();
    const checked = updates.check();
    const told = expect(checked).rejects.toMatchObject({ kind: 'network' });
    await clock.settle();
    last(checks).reject(new TripKitError('network', 'No network.'));
    await told;
    await clock.advance(2 * 3_600_000);
    expect(checks).toHaveLength(1);
  });
});

describe('the channel that administrators chose', () => {
  test.each([
    ['stable', '1.2.0', '2.0.0-beta.1', false],
    ['stable', '1.3.0-beta.1', '1.3.0-beta.2', false],
    ['stable', '1.3.0-beta.1', '1.3.0', true],
    ['stable', '1.3.0-beta.1', '1.2.0', false],
    ['beta', '1.2.0', '1.3.0-beta.1', true],
    ['beta', '1.3.0-beta.1', '1.3.0', true],
    ['beta', '1.3.0', '1.3.0-beta.1', false],
    ['beta', '1.3.0', '1.2.9', false],
  ] as const)('%s: %s to %s: %s', async (channel, running, version, offered) => {
    const { updates, clock, checks, downloads, last } = setUp({ channel, running });
    const checked = updates.check();
    await clock.settle();
    last(checks).resolve({ version, notes: null });
    expect(await checked).toMatchObject({ status: offered ? 'downloading' : 'idle', channel });
    expect(downloads).toHaveLength(offered ? 1 : 0);
  });
});
