/** `tripkit health` on folders that the app's own stores made, while an app has them open, damaged, and away. */
import { type ChildProcess, spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { mkdirSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { hostname, tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import fc from 'fast-check';
import { afterEach, expect, onTestFinished, test, vi } from 'vitest';
import { initialPolicies } from '../../main/policies/policies.ts';
import { ShelfStore } from '../../main/shelf/shelf-store.ts';
import { openUserDatabase } from '../../main/store/user-database.ts';
import { makeCrashReport, writeCrashReport } from '../../main/support/crash-report.ts';
import { copyAside } from '../../main/support/health/databases.ts';
import type { HealthReport } from '../../main/support/health/health-report.ts';
import { lookAtHealth } from '../../main/support/health/look.ts';
import { unknownPolicy } from '../../main/support/health/problems.ts';
import type { ShelfWants } from '../../preload/contract.ts';
import { runCommand } from '../command/run-command.ts';
import { aKit, anEvent } from '../documents/samples.ts';
import { freshFolder } from '../fresh-folder.ts';
import { aProfile } from '../profile/a-profile.ts';
import { DAY, NOW, PATIENT, PROFILE, personsFolder, tool, treeOf } from './health-folder.ts';

const source = (path: string) => JSON.stringify(new URL(`../../main/${path}`, import.meta.url).href);

afterEach(() => vi.unstubAllEnvs());

/** Looks, and proves that nothing in the folder is another than before. */
async function health(
  user_data: string,
  policy = { ...unknownPolicy, policies: initialPolicies },
): Promise<HealthReport> {
  const before = treeOf(user_data);
  const found = await lookAtHealth({
    user_data,
    aside: freshFolder(),
    part_ms: 20_000,
    now: NOW,
    policy: async () => ({ ...policy, policies: { ...policy.policies } }),
  });
  expect(treeOf(user_data)).toEqual(before);
  return found;
}

const ids = ({ problems }: HealthReport) => problems.map(({ id }) => id);

test('a sound folder: everything is told, nothing needs attention, and nobody is named', async () => {
  const found = await health(await personsFolder(freshFolder()));
  expect(found).toMatchObject({
    event: 'health',
    form: 1,
    state: 'ok',
    problems: [],
    app: { running: false, channel: 'stable' },
    folder: { state: 'ok' },
    certificates: [
      { profile: 'Demo Air (training)', managed: false, kind: 'file', state: 'valid', days_left: 200 },
    ],
    library: {
      state: 'ok',
      version: 1,
      kits: { total: 2, by_state: { ready: 1, generating: 1 } },
      documents: { count: 1, bytes: 19, missing: 0, damaged: 0 },
    },
    service: {
      last_request_at: new Date(NOW - 3 * 3_600_000).toISOString(),
      last_contact_at: new Date(NOW - 2 * 3_600_000).toISOString(),
      failed_since: 0,
    },
    audit: { state: 'ok', entries: 3, complete: true },
    backups: { count: 1, age_hours: 0 },
    keychain: null,
    updates: { running: '0.1.0', unfinished_starts: 0 },
    watch: { on: false },
    crashes: { count: 0, last_at: null },
  });
  expect(found.disk.free_bytes).toBeGreaterThan(0);
  expect(found.disk.used_bytes).toBeGreaterThan(19);
  const said = JSON.stringify(found);
  for (const word of ['Jane', 'jane', 'sealed', 'KLM601', 'EHAM', 'demo-client', tmpdir()]) {
    expect(said).not.toContain(word);
  }
});

test('what is wrong is named with what to do, each with its id', async () => {
  const one = await personsFolder(freshFolder(), { days: 12 });
  const [document = ''] = readdirSync(join(one, 'documents'));
  writeFileSync(join(one, 'documents', document), 'short');
  writeFileSync(join(one, 'audit-head.json'), JSON.stringify({ version: 1, seq: 9, hash: 'a'.repeat(64) }));
  const record = JSON.parse(readFileSync(join(one, 'update-state.json'), 'utf8'));
  writeFileSync(join(one, 'update-state.json'), JSON.stringify({ ...record, unfinished_starts: 2 }));
  const gone = join(one, 'gone');
  const watch = { profile: PROFILE, in: gone, out: one, name: '{flight}.pdf', command: null, webhook: null };
  writeFileSync(join(one, 'settings.json'), JSON.stringify({ values: { watch } }));
  for (let n = 0; n < 3; n += 1) {
    const facts = {
      kind: 'window' as const,
      process: 'library',
      reason: 'crashed',
      exit_code: 5,
      stack: null,
    };
    const app = { version: '0.1.0', electron: null, platform: 'linux', arch: 'x64', release: '6' };
    const made = makeCrashReport(facts, { app, uptime_s: 1, log: '' }, NOW - n * 1000, (text) => text);
    writeCrashReport(join(one, 'crashes'), made);
  }
  const policy = {
    ...unknownPolicy,
    state: {
      ...unknownPolicy.state,
      sources: [
        { kind: 'file' as const, place: '/etc/x', state: 'refused' as const, problem: 'Owned by user 7.' },
      ],
    },
  };
  const found = await health(one, policy);
  expect(ids(found)).toEqual([
    'documents',
    'policy_refused',
    'certificate_expiring',
    'audit_incomplete',
    'watch_in',
    'start_failing',
    'crashes',
  ]);
  expect(found.state).toBe('attention');
  expect(found.crashes).toMatchObject({ count: 3, last_kind: 'window', last_day: 3 });
  expect(found.watch).toMatchObject({ on: true, in: 'unreachable', out: 'ok' });
  expect(found.problems[2]?.message).toContain('expires in 12 days');
});

test('certificates: expired, not valid yet, missing, damaged', async () => {
  const one = await personsFolder(freshFolder(), { days: -3 });
  const file = join(one, 'identities', `${PROFILE}.sealed`);
  expect((await health(one)).certificates).toMatchObject([{ state: 'expired', days_left: -3 }]);
  const content = JSON.parse(readFileSync(file, 'utf8'));
  const future = { ...content, facts: { ...content.facts, valid_from: NOW + DAY, valid_to: NOW + 90 * DAY } };
  writeFileSync(file, JSON.stringify(future));
  expect(ids(await health(one))).toEqual(['certificate_not_yet_valid']);
  writeFileSync(file, '{');
  expect(ids(await health(one))).toEqual(['certificate_damaged']);
  rmSync(file);
  expect(ids(await health(one))).toEqual(['certificate_missing']);
});

test('a shelf: no certificate is needed; told where it was not read, or not renewed, for long', async () => {
  const one = await personsFolder(freshFolder());
  const library = openUserDatabase(join(one, 'user.sqlite'));
  const shelf = { name: 'Crew kits', keys: ['A'.repeat(43)], folder: '/srv/kits', heard_within_hours: 24 };
  const id = randomUUID();
  library.profiles.add({ id, text: JSON.stringify({ ...aProfile, name: 'Shelf', shelf }), added_at: NOW });
  const shelves = new ShelfStore(library.connection);
  const hour = 3_600_000;
  const seen = { serial: 7, sha256: 'ab' };
  const cases: [heard: number | null, valid_until: number | null, wants: ShelfWants, id: string | null][] = [
    [NOW - 2 * hour, NOW + hour, ['KLM601'], null],
    [NOW - 25 * hour, NOW + hour, ['KLM601'], 'shelf_unheard'],
    [null, null, ['KLM601'], 'shelf_unheard'],
    [NOW - 2 * hour, NOW - hour, 'all', 'shelf_overdue'],
    [NOW - 25 * hour, NOW - hour, [], null],
  ];
  for (const [heard_at, valid_until, wants, problem] of cases) {
    shelves.put(id, { wants, seen, heard_at, valid_until });
    const found = await health(one);
    expect(ids(found)).toEqual(problem === null ? [] : [problem]);
    const count = wants === 'all' ? wants : wants.length;
    expect(found.shelves).toMatchObject([{ profile: 'Shelf', wants: count, heard_within_hours: 24 }]);
    expect(found.certificates?.[1]).toMatchObject({ profile: 'Shelf', state: 'not_needed' });
  }
  library.connection.close();
});

test('requests that fail since the last contact are told from the third on', async () => {
  const one = await personsFolder(freshFolder());
  for (let n = 1; n <= 3; n += 1) {
    const library = openUserDatabase(join(one, 'user.sqlite'));
    const failure = { kind: 'network' as const, message: 'No connection.' };
    const kit = aKit({ state: 'failed', requested_at: null, state_since: NOW - n, failure });
    library.kits.write(kit, anEvent(kit));
    library.close();
    expect(ids(await health(one))).toEqual(n < 3 ? [] : ['service_failing']);
  }
});

test('a damaged library, one of a newer version, a missing one, and no folder', async () => {
  const damaged = await personsFolder(freshFolder());
  const bytes = readFileSync(join(damaged, 'user.sqlite'));
  writeFileSync(
    join(damaged, 'user.sqlite'),
    Buffer.concat([bytes.subarray(0, 100), Buffer.alloc(bytes.length, 7)]),
  );
  const found = await health(damaged);
  expect(found.library).toMatchObject({ state: 'damaged', kits: null });
  expect(ids(found)).toContain('library_damaged');

  const newer = await personsFolder(freshFolder());
  const db = new DatabaseSync(join(newer, 'user.sqlite'));
  db.exec('PRAGMA user_version = 99');
  db.close();
  expect((await health(newer)).library).toMatchObject({ state: 'newer_version', version: 99 });

  const missing = await personsFolder(freshFolder());
  rmSync(join(missing, 'user.sqlite'));
  expect(ids(await health(missing))).toContain('library_missing');

  const none = join(freshFolder(), 'nobody');
  const nobody = await lookAtHealth({ user_data: none, aside: freshFolder(), part_ms: 9_000, now: NOW });
  expect([nobody.folder.state, ids(nobody)[0]]).toEqual(['missing', 'folder_missing']);
});

test('an empty library, documents that can’t be read, no backup copies: none of it is well', async () => {
  const empty = await personsFolder(freshFolder());
  writeFileSync(join(empty, 'user.sqlite'), '');
  const found = await health(empty);
  expect(found.library).toMatchObject({ state: 'missing', version: null, kits: null });
  expect(ids(found)).toEqual(['library_missing', 'audit_missing']);

  const unreadable = await personsFolder(freshFolder());
  rmSync(join(unreadable, 'documents'), { recursive: true });
  writeFileSync(join(unreadable, 'documents'), '');
  const other = await health(unreadable);
  expect(other.library).toMatchObject({ state: 'ok', documents: null });
  expect(ids(other)).toEqual(['documents_unreadable']);

  const bare = await personsFolder(freshFolder());
  rmSync(join(bare, 'backups'), { recursive: true });
  // Its first copy is still to come.
  expect(ids(await health(bare))).toEqual([]);
  const library = openUserDatabase(join(bare, 'user.sqlite'));
  const kit = aKit({ state: 'failed', created_at: NOW - 3 * DAY, state_since: NOW - 3 * DAY });
  library.kits.write(kit, anEvent(kit));
  library.close();
  expect(ids(await health(bare))).toEqual(['backup_missing']);
});

test('a policy that is refused is told in its own sentences', async () => {
  const refused = [
    { name: 'theme', place: '/etc/x', reason: 'It is wrong. Correct it and restart the app.' },
  ];
  const state = { ...unknownPolicy.state, refused };
  const found = await health(await personsFolder(freshFolder()), { ...unknownPolicy, state });
  expect(found.problems).toEqual([
    {
      id: 'policy_refused',
      message: 'theme in /etc/x is not in force: It is wrong. Correct it and restart the app.',
    },
  ]);
});

/** The app's own database, open in another process as the app has them, and written to. */
async function runningApp(user_data: string): Promise<ChildProcess> {
  const text = `
    import { openUserDatabase } from ${source('store/user-database.ts')};
    const [folder] = process.argv.slice(1);
    const library = openUserDatabase(folder + '/user.sqlite');
    const write = () => {
      const id = crypto.randomUUID();
      library.kits.write({ id, profile_id: 'p', tripkit_id: null, trip: null, state: 'requesting', created_at: 1,
        state_since: 1, due_at: null, requested_at: null, messages: [{ code: '1', type: 'Info', message: 'x'.repeat(3000) }], failure: null,
        document: null }, { kit_id: id, at: 1, state: 'requesting', what: 'asked' });
    };
    write();
    console.log('open');
    setInterval(() => {}, 1000);`;
  const child = spawn(process.execPath, ['--input-type=module', '-e', text, user_data], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  onTestFinished(() => void child.kill('SIGKILL'));
  await once(child.stdout as NodeJS.ReadableStream, 'data');
  return child;
}

test('while the app has the library open, its lock held: all is read, what is only in its log too', async () => {
  const one = await personsFolder(freshFolder());
  const app = await runningApp(one);
  symlinkSync(`${hostname()}-${app.pid}`, join(one, 'SingletonLock'));
  // Others can't even read it (SQLITE_BUSY).
  const other = new DatabaseSync(join(one, 'user.sqlite'), { readOnly: true });
  expect(() => other.prepare('SELECT 1 FROM kits').get()).toThrow(/locked/);
  other.close();
  const found = await health(one);
  expect(found.app.running).toBe(true);
  expect(found.library).toMatchObject({ state: 'ok', kits: { total: 3, by_state: { requesting: 1 } } });
  expect(found.audit).toMatchObject({ state: 'ok', entries: 4 });
  app.kill('SIGKILL');
  await once(app, 'exit');
  // Its lock and its log are left.
  const after = await health(one);
  expect(after.app.running).toBe(false);
  expect(after.library).toMatchObject({ state: 'ok', kits: { total: 3 } });
});

test('a copy that is made while the app writes is whole: every transaction all or nothing', async () => {
  const one = freshFolder();
  const file = join(one, 'user.sqlite');
  const writer = `
    import { openUserDatabase } from ${source('store/user-database.ts')};
    const library = openUserDatabase(process.argv[1]);
    console.log('open');
    const kit = (n) => ({ id: crypto.randomUUID(), profile_id: 'p', tripkit_id: null, trip: null, state: 'requesting', created_at: n,
      state_since: n, due_at: null, requested_at: null, messages: [{ code: '1', type: 'Info', message: 'x'.repeat(2000 + n % 9000) }],
      failure: null, document: null });
    for (let n = 0; ; n += 1) {
      const one = kit(n);
      library.kits.write(one, { kit_id: one.id, at: n, state: 'requesting', what: 'asked' });
      if (n > 200) library.kits.remove(library.kits.list()[100].id, { reason: 'person', what: 'x', who: null });
      if (n % 50 === 0) library.connection.db.exec('PRAGMA wal_checkpoint(RESTART)');
      if (n % 7 === 0) await new Promise(setImmediate);
    }`;
  const child = spawn(process.execPath, ['--input-type=module', '-e', writer, file], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  onTestFinished(() => void child.kill('SIGKILL'));
  await once(child.stdout, 'data');
  let copied = 0;
  for (let n = 0; n < 30; n += 1) {
    const to = join(freshFolder(), 'copy.sqlite');
    const became = await copyAside(file, to, 1e9);
    if (became !== 'copied') {
      expect(became).toBe('changing');
      continue;
    }
    copied += 1;
    const db = new DatabaseSync(to);
    expect(db.prepare('PRAGMA integrity_check(1)').get()).toEqual({ integrity_check: 'ok' });
    const counts = db.prepare(
      `SELECT (SELECT COUNT(*) FROM kits) AS kits,
         (SELECT COUNT(*) FROM entries WHERE kind = 'state' AND kit_id IN (SELECT id FROM kits)) AS events`,
    );
    const { kits, events } = counts.get() as { kits: number; events: number };
    expect(events).toBe(kits);
    db.close();
  }
  expect(copied).toBeGreaterThan(15);
});

const leftovers = () => readdirSync(tmpdir()).filter((name) => name.startsWith('tripkit-health-'));

test('as a process: one line of JSON, and no temporary file is left', async () => {
  const one = await personsFolder(freshFolder());
  const before = leftovers();
  const well = tool('--json', '--timeout', '60', '--user-data', one);
  expect([well.code, well.err, well.out.trim().split('\n').length]).toEqual([0, '', 1]);
  expect(JSON.parse(well.out)).toMatchObject({ event: 'health', form: 1, state: 'ok' });
  expect(leftovers().filter((name) => !before.includes(name))).toEqual([]);
});

test('lines for people begin with what is to be attended to', async () => {
  const one = await personsFolder(freshFolder());
  rmSync(join(one, 'identities'), { recursive: true });
  const { code, out } = await runCommand(['health', ...PATIENT, '--user-data', one]);
  expect([code, out.slice(0, 2)]).toEqual([
    1,
    [
      '1 to attend to:',
      expect.stringMatching(/^ {2}certificate_missing: The profile “Demo Air \(training\)” has no/),
    ],
  ]);
});

test('where no temporary folder can be made there is a report all the same: databases are not checked', async () => {
  const one = await personsFolder(freshFolder());
  const before = treeOf(one);
  vi.stubEnv('TMPDIR', join(one, 'nowhere'));
  const { code, out } = await runCommand(['health', '--json', ...PATIENT, '--user-data', one]);
  expect(code).toBe(1);
  const found = JSON.parse(out.join()) as HealthReport;
  expect(ids(found)).toEqual(['library_unchecked', 'audit_unchecked']);
  expect(found.backups?.count).toBe(1);
  expect(treeOf(one)).toEqual(before);
});

test('where no further process can be started, this one looks', async () => {
  const args = ['health', '--json', ...PATIENT, '--user-data', await personsFolder(freshFolder())];
  const self = ['/nowhere/no-such-program'];
  const { code, out } = await runCommand(args, undefined, undefined, { self });
  expect([code, JSON.parse(out.join()).state]).toEqual([0, 'ok']);
});

test('wrong use is exit code 2', async () => {
  for (const args of [['--timeout', '0'], ['--user-data'], ['extra'], ['--what']]) {
    const { code } = await runCommand(['health', '--json', ...args]);
    expect([args, code]).toEqual([args, 2]);
  }
});

test('whatever lies in the folder, there is a report, and the folder stays as it is', async () => {
  const names = [
    'user.sqlite',
    'user.sqlite-wal',
    'audit-head.json',
    'settings.json',
    'update-state.json',
    'SingletonLock',
    'crashes',
    'documents',
    'backups',
    `identities/${PROFILE}.sealed`,
  ];
  const content = fc.oneof(
    fc.constant(null),
    fc.string(),
    fc.uint8Array({ maxLength: 5000 }),
    fc.jsonValue(),
  );
  await fc.assert(
    fc.asyncProperty(
      fc.dictionary(fc.constantFrom(...names), content),
      fc.boolean(),
      async (files, sound) => {
        const one = sound ? await personsFolder(freshFolder()) : freshFolder();
        for (const [name, value] of Object.entries(files)) {
          const path = join(one, name);
          rmSync(path, { recursive: true, force: true });
          mkdirSync(join(path, '..'), { recursive: true });
          if (value === null) mkdirSync(path);
          else
            writeFileSync(
              path,
              value instanceof Uint8Array || typeof value === 'string' ? value : JSON.stringify(value),
            );
        }
        const found = await health(one);
        expect(found.folder.state).toBe('ok');
        expect(found.state === 'ok').toBe(found.problems.length === 0);
        expect(JSON.parse(JSON.stringify(found))).toEqual(found);
      },
    ),
    { numRuns: 10 },
  );
});
