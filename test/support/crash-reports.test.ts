/** Crash reports as files: whole, few, small, young; and what is done with them never troubles the app. */
import { EventEmitter } from 'node:events';
import { mkdirSync, readdirSync, readFileSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { followCrashes } from '../../main/electron/crash-hooks.ts';
import {
  type CrashFacts,
  CrashReports,
  crashKinds,
  factsOfError,
  MAX_AGE_MS,
  MAX_REPORTS,
  makeCrashReport,
  writeCrashReport,
} from '../../main/support/crash-report.ts';
import { listCrashReports, readCrashReport } from '../../main/support/stored-crash-reports.ts';
import { anyLetter } from '../any-letter.ts';
import { freshFolder } from '../fresh-folder.ts';
import { memoryLog } from '../start/ipc-fixtures.ts';

const AT = Date.UTC(2026, 10, 21, 8);
const app = { version: '1.2.3', electron: '45.0.0', platform: 'linux', arch: 'x64', release: '6' };
const facts: CrashFacts = {
  kind: 'window',
  process: 'library',
  reason: 'crashed',
  exit_code: 5,
  stack: null,
};
const same = (text: string) => text;

function open(place = freshFolder()) {
  let at = AT;
  const log = memoryLog();
  const reports = new CrashReports({
    folder: join(place, 'crashes'),
    logs: join(place, 'logs'),
    app,
    now: () => at,
    uptime: () => 7,
    log,
  });
  const list = () => listCrashReports(join(place, 'crashes'));
  return { place, reports, log, list, pass: (ms: number) => (at += ms) };
}

test('a report says what crashed, and the last whole lines of the log', async () => {
  const { place, reports, list } = open();
  mkdirSync(join(place, 'logs'));
  const line = (n: number) => `2026-11-21T08:00:00.000Z info line ${n} ${'x'.repeat(80)}\n`;
  const lines = Array.from({ length: 2000 }, (_, n) => line(n)).join('');
  writeFileSync(join(place, 'logs', 'trip-kit-desktop.log'), lines);
  reports.record(facts);
  const [one] = await list();
  expect(one).toMatchObject({ at: AT, kind: 'window' });
  const read = await readCrashReport(join(place, 'crashes'), one?.name ?? '');
  expect(read).toMatchObject({ ...facts, form: 1, at: '2026-11-21T08:00:00.000Z', app, uptime_s: 7 });
  expect(read?.log).toMatch(/^2026-11-21.*line \d+ [\s\S]*line 1999 x+\n$/);
  expect(Buffer.byteLength(read?.log ?? '')).toBeLessThan(32_000);
  if (process.platform !== 'win32')
    expect(statSync(join(place, 'crashes', one?.name ?? '')).mode & 0o777).toBe(0o600);
});

test('what crashes again and again is written a few times a minute', async () => {
  const { reports, list, pass } = open();
  for (let n = 0; n < 20; n += 1) reports.record(facts);
  expect(await list()).toHaveLength(5);
  pass(61_000);
  reports.record(facts);
  expect(await list()).toHaveLength(6);
});

test('a log that can’t be read costs the log alone', async () => {
  const { place, reports, list } = open();
  mkdirSync(join(place, 'logs', 'trip-kit-desktop.log'), { recursive: true });
  reports.record(facts);
  const [one] = await list();
  expect(await readCrashReport(join(place, 'crashes'), one?.name ?? '')).toMatchObject({ ...facts, log: '' });
});

test('a disk that refuses costs the report, and a line of the log', () => {
  const { place, reports, log } = open();
  writeFileSync(join(place, 'crashes'), 'a file in its place');
  reports.record(facts);
  expect(log.lines.join()).toContain('A crash report could not be written');
});

test('the newest stay, the old ones and what was cut off go', async () => {
  const place = freshFolder();
  const put = (at: number) =>
    writeCrashReport(place, makeCrashReport(facts, { app, uptime_s: 1, log: '' }, at, same));
  put(AT - MAX_AGE_MS - 1000);
  for (let n = 0; n < MAX_REPORTS + 5; n += 1) put(AT + n * 1000);
  const part = join(place, 'crash-19700101T000000Z-0000beef.json.new');
  writeFileSync(part, '{');
  utimesSync(part, 1, 1);
  writeFileSync(join(place, 'notes.txt'), 'of a person');
  put(AT + 100_000);
  const kept = await listCrashReports(place);
  expect(kept).toHaveLength(MAX_REPORTS);
  expect(kept.every(({ at }) => at > AT)).toBe(true);
  expect(readdirSync(place).filter((name) => !/^crash-.*\.json$/.test(name))).toEqual(['notes.txt']);
});

test('whatever went wrong, a report is small, whole, and read back as it was written', async () => {
  const words = fc.oneof(fc.string({ unit: anyLetter, maxLength: 50 }), fc.string({ maxLength: 100_000 }));
  const place = freshFolder();
  await fc.assert(
    fc.asyncProperty(
      fc.record({
        kind: fc.constantFrom(...crashKinds),
        process: words,
        reason: words,
        exit_code: fc.option(fc.integer()),
        stack: fc.option(words),
      }),
      words,
      async (found, log) => {
        const made = makeCrashReport(found, { app, uptime_s: 1, log }, AT, same);
        const name = writeCrashReport(place, made);
        expect(statSync(join(place, name)).size).toBeLessThan(400_000);
        // Lone surrogates become a sign of their own in UTF-8.
        expect(await readCrashReport(place, name)).toEqual(
          JSON.parse(readFileSync(join(place, name), 'utf8')),
        );
        expect(await readCrashReport(place, name)).toMatchObject({ kind: found.kind, id: made.id });
      },
    ),
    { numRuns: 60 },
  );
});

test('files of others are no reports', async () => {
  const place = freshFolder();
  writeFileSync(join(place, 'crash-20261121T080000Z-00000000.json'), '{"form":2}');
  writeFileSync(join(place, 'crash-evil.json'), '{}');
  expect(await listCrashReports(place)).toMatchObject([{ kind: null }]);
  expect(await readCrashReport(place, '../crash-20261121T080000Z-00000000.json')).toBeNull();
});

test('which events are crashes', () => {
  const recorded: CrashFacts[] = [];
  const emitter = new EventEmitter();
  const process = Object.assign(new EventEmitter(), { versions: { electron: '45.0.0' } });
  followCrashes({
    app: emitter as never,
    process: process as never,
    crashes: { record: (found) => recorded.push(found) },
    log: memoryLog(),
  });
  const gone = (url: string, reason: string) =>
    emitter.emit('render-process-gone', {}, { getURL: () => url }, { reason, exitCode: 9 });
  gone('app://tripkit/index.html', 'crashed');
  gone('app://tripkit/index.html?window=3', 'oom');
  gone('app://setup/setup.html', 'killed');
  gone('app://tripkit/index.html', 'clean-exit');
  // A hidden page that reads a document: ended on purpose where it takes too long.
  gone('app://documents-4/', 'crashed');
  emitter.emit('child-process-gone', {}, { type: 'GPU', reason: 'crashed', exitCode: 1 });
  emitter.emit(
    'child-process-gone',
    {},
    { type: 'Utility', serviceName: 'network', reason: 'clean-exit', exitCode: 0 },
  );
  process.emit('uncaughtExceptionMonitor', new RangeError('x'));
  process.emit('unhandledRejection', 'no error');
  const worker = new EventEmitter();
  process.emit('worker', worker);
  worker.emit('error', Object.assign(new Error('Worker terminated'), { code: 'ERR_WORKER_OUT_OF_MEMORY' }));
  emitter.emit('before-quit', {});
  gone('app://tripkit/index.html', 'killed');
  expect(recorded.map(({ kind, process: which, reason }) => [kind, which, reason])).toEqual([
    ['window', 'library', 'crashed'],
    ['window', 'viewer', 'oom'],
    ['window', 'set-up', 'killed'],
    ['process', 'GPU', 'crashed'],
    ['main', 'main', 'RangeError'],
    ['rejection', 'main', 'string'],
    ['process', 'worker thread', 'Error'],
  ]);
  expect(factsOfError('main', 'main', undefined).stack).toBe('undefined');
});
