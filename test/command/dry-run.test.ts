import { existsSync, mkdirSync, readdirSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, expect, test } from 'vitest';
import { dryRun } from '../../main/command/dry-run.ts';
import type { HeadlessIo } from '../../main/command/io.ts';
import type { Report } from '../../main/command/report.ts';
import { systemClock } from '../../main/common/clock.ts';
import { IntakeStore } from '../../main/desk/intake-store.ts';
import { keyOf } from '../../main/desk/plan-trips.ts';
import { machineFiles } from '../../main/policies/managed-file.ts';
import { openUserDatabase } from '../../main/store/user-database.ts';
import { freshFolder } from '../fresh-folder.ts';

let root: string;
beforeEach(() => {
  root = freshFolder();
  mkdirSync(join(root, 'in'));
});

const limits = { max_alternates: 6 };
const trip = { origin: 'EHAM', destination: 'EGLL', flight: 'KLM1007', departure: '2027-03-28T02:30:00Z' };

/** Puts a file with these trips into the folder of arrivals, later than the ones before. */
function put(name: string, second: number, ...trips: readonly object[]) {
  writeFileSync(join(root, 'in', name), JSON.stringify(trips));
  utimesSync(join(root, 'in', name), second, second);
}

async function run() {
  const lines: Record<string, unknown>[] = [];
  const report: Report = {
    kit: () => {},
    failed: () => {},
    result: (json) => lines.push(json),
  };
  const io: HeadlessIo = {
    ...{ out: () => {}, err: () => {}, status: null, env: {}, takeVariable: () => undefined },
    ...{ clock: systemClock, computer: { platform: 'linux', files: machineFiles({ root: '/nowhere' }) } },
    signal: new AbortController().signal,
  };
  const what = { arrivals: join(root, 'in'), state: join(root, 'state'), profile_id: 'p' };
  const code = await dryRun({ ...what, limits }, io, report);
  return { code, lines: lines.map(({ file, line, state, replaces }) => [file, line, state, replaces]) };
}

test('files are told in the order in which they arrived, each with what the ones before would do', async () => {
  put('b.json', 1, trip, { ...trip, flight: 'KLM1009' });
  put('a.json', 2, trip, { ...trip, destination: 'EGLC' });
  const { code, lines } = await run();
  expect([code, lines]).toEqual([
    0,
    [
      ['b.json', 1, 'requested', undefined],
      ['b.json', 2, 'requested', undefined],
      ['a.json', 1, 'known', undefined],
      ['a.json', 2, 'requested', expect.any(String)],
    ],
  ]);
  expect([readdirSync(join(root, 'in')), existsSync(join(root, 'state'))]).toEqual([
    ['a.json', 'b.json'],
    false,
  ]);
});

test('a kit of the journal is replaced once, though two files say the same of it', async () => {
  const { connection, close } = openUserDatabase(join(root, 'state', 'user.sqlite'));
  const store = new IntakeStore(connection, join(root, 'in'));
  const file = { folder: 'done' as const, name: 'first.json', sha256: '', inode: '', size: 1, mtime: 1 };
  store.putFile({ ...file, id: 'file', taken_at: 1, sound: true, report: [], moved_at: 1, reported: true });
  store.putTrip({
    ...{ id: 'first', file_id: 'file', line: 1, profile_id: 'p', trip, flight_key: keyOf('p', trip) },
    ...{ state: 'waiting', cancel: false, name: null, replaced_by: null, taken_at: 1, changed_at: 1 },
    result: null,
  });
  close();
  const changed = { ...trip, alternates: ['EGKK'] };
  put('second.json', 1, changed);
  put('third.json', 2, changed);
  expect((await run()).lines).toEqual([
    ['second.json', 1, 'requested', 'first'],
    ['third.json', 1, 'known', undefined],
  ]);
});
