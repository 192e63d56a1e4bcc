/** Copies of crash reports in the folder that administrators named, by the real command in a process of its own. */
import { execFileSync, spawnSync } from 'node:child_process';
import { mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { firstLineOf } from '../../main/common/supervised.ts';
import { CrashCopies } from '../../main/support/crash-copies.ts';
import {
  type CrashFacts,
  listCrashReports,
  makeCrashReport,
  writeCrashReport,
} from '../../main/support/crash-report.ts';
import { freshFolders } from '../documents/samples.ts';
import { memoryLog } from '../start/ipc-fixtures.ts';
import { VirtualClock } from '../virtual-clock.ts';

const folder = freshFolders();
const program = new URL('../../main/headless.ts', import.meta.url).pathname;
const self = [process.execPath, '--disable-warning=ExperimentalWarning', program];
const AT = Date.UTC(2026, 10, 21, 8);
const app = { version: '1', electron: null, platform: 'linux', arch: 'x64', release: '6' };
const facts: CrashFacts = {
  kind: 'window',
  process: 'library',
  reason: 'crashed',
  exit_code: 5,
  stack: null,
};
const never = new AbortController().signal;

function setUp(
  options: { agreed?: boolean; to?: string | null; limit_ms?: number; before?: readonly string[] } = {},
) {
  const place = folder();
  const crashes = join(place, 'crashes');
  const to = options.to === undefined ? join(place, 'share') : options.to;
  if (to !== null && options.to === undefined) mkdirSync(to);
  let runs = 0;
  const clock = new VirtualClock();
  const log = memoryLog();
  const copies = new CrashCopies({
    folder: crashes,
    to: () => to,
    agreed: () => options.agreed ?? true,
    async copy(target, computer, signal) {
      runs += 1;
      const args = ['copy-crashes', '--from', crashes, '--to', target, '--computer', computer, '--json'];
      const command = [...(options.before ?? []), ...self, ...args];
      const { line } = await firstLineOf(command, options.limit_ms ?? 30_000, signal);
      return line === null ? null : JSON.parse(line).names;
    },
    clock,
    log,
  });
  let n = 0;
  const crash = () => {
    n += 1;
    return writeCrashReport(
      crashes,
      makeCrashReport(facts, { app, uptime_s: 1, log: '' }, AT + n * 1000, (text) => text),
    );
  };
  const waiting = async () => (await listCrashReports(crashes)).filter(({ copied }) => !copied).length;
  return { copies, crash, crashes, to: to ?? '', waiting, log, clock, runs: () => runs };
}

test('each report is copied once, under a name without person or computer', async () => {
  const it = setUp();
  const [first, second] = [it.crash(), it.crash()];
  await it.copies.look(never);
  const { id } = JSON.parse(readFileSync(join(it.crashes, 'computer.json'), 'utf8'));
  expect(readdirSync(it.to).sort()).toEqual(
    [first, second].map((name) => `trip-kit-desktop-${id}-${name}`).sort(),
  );
  expect(readFileSync(join(it.to, `trip-kit-desktop-${id}-${first}`), 'utf8')).toContain(
    '"reason": "crashed"',
  );
  expect(await it.waiting()).toBe(0);
  // What administrators took away does not come again, and a later one has the same id.
  for (const name of readdirSync(it.to)) rmSync(join(it.to, name));
  const third = it.crash();
  await it.copies.look(never);
  await it.copies.look(never);
  expect(readdirSync(it.to)).toEqual([`trip-kit-desktop-${id}-${third}`]);
  expect(it.runs()).toBe(2);
  expect(it.copies.state()).toBe('copied');
});

test('a run that ended before it could say so makes no second copy', async () => {
  const it = setUp();
  const name = it.crash();
  await it.copies.look(never);
  renameSync(join(it.crashes, name.replace('.json', '.copied.json')), join(it.crashes, name));
  await it.copies.look(never);
  expect([readdirSync(it.to).length, await it.waiting()]).toEqual([1, 0]);
});

test('nothing leaves the folder without a word: nobody agreed, or no folder is named', async () => {
  for (const options of [{ agreed: false }, { to: null }]) {
    const it = setUp(options);
    it.crash();
    await it.copies.look(never);
    expect([it.runs(), await it.waiting()]).toEqual([0, 1]);
    expect(it.copies.state()).toMatch(/stay on this computer/);
  }
});

test('a share that is away is tried again, later each time, and soon after the next crash', async () => {
  const place = join(folder(), 'away');
  const it = setUp({ to: place });
  it.crash();
  it.copies.start();
  await it.clock.advance(66_000);
  await expect.poll(() => it.log.lines.join()).toContain('could not be copied');
  expect(it.copies.state()).toContain('could not be reached');
  mkdirSync(place);
  it.crash();
  it.copies.soon();
  await expect
    .poll(async () => {
      await it.clock.advance(5_000);
      return it.waiting();
    })
    .toBe(0);
  expect(readdirSync(place)).toHaveLength(2);
  await it.copies.stop();
});

const canPipe = spawnSync('sh', ['-c', 'command -v mkfifo']).status === 0;

test.skipIf(!canPipe)(
  'a share that does not answer holds nothing up: the process that copies is killed',
  async () => {
    const it = setUp({ limit_ms: 1_500 });
    const name = it.crash();
    const id = '6f1f7a0e-52d7-4a35-8a38-3a2f8a0f3f57';
    writeFileSync(join(it.crashes, 'computer.json'), JSON.stringify({ form: 1, id }));
    execFileSync('mkfifo', [join(it.to, `trip-kit-desktop-${id}-${name}`)]);
    await it.copies.look(never);
    expect([await it.waiting(), it.copies.state()]).toEqual([
      1,
      'copied, but the folder could not be reached last time',
    ]);
    // Quitting does not wait for it either.
    it.copies.start();
    await it.clock.advance(66_000);
    await it.copies.stop();
  },
);

const mountFlag = ['-rm', '-m'].find(
  (flag) => spawnSync('unshare', [flag, 'sh', '-c', 'mount -t tmpfs tmpfs /mnt && umount /mnt']).status === 0,
);

test.skipIf(mountFlag === undefined)(
  'a full or read-only share gets nothing, not even half a file',
  async () => {
    for (const [mount, check] of [
      ['mount -t tmpfs -o size=4k tmpfs "$0" && head -c 9999 /dev/zero > "$0/full" 2>/dev/null', 'full'],
      ['mount -t tmpfs -o ro tmpfs "$0"', ''],
    ] as const) {
      const share = folder();
      const listing = join(folder(), 'listing');
      const script = `${mount}; list="$1"; shift; out=$("$@"); ls -A "$0" > "$list"; echo "$out"`;
      const it = setUp({
        to: share,
        before: ['unshare', mountFlag ?? '', 'sh', '-c', script, share, listing],
      });
      it.crash();
      await it.copies.look(never);
      expect([check, it.runs(), await it.waiting()]).toEqual([check, 1, 1]);
      expect(readFileSync(listing, 'utf8').trim()).toBe(check);
    }
  },
);

test('what is no report of ours is never copied', async () => {
  const it = setUp();
  it.crash();
  writeFileSync(join(it.crashes, 'crash-20261121T080000Z-00000000.json'), '{"password":"x"}');
  writeFileSync(join(it.crashes, 'crash-20261121T080000Z-00000000.txt'), 'x');
  await it.copies.look(never);
  expect(readdirSync(it.to)).toHaveLength(1);
  expect(it.copies.state()).toBe('copied');
});
