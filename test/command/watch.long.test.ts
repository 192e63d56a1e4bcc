/** `tripkit watch` as a script uses it, against the demo service. What kills do to it is the campaign's (test/campaign). */
import { chmodSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openUserDatabase } from '../../main/store/user-database.ts';
import { ScaledClock } from '../campaign/scaled-clock.ts';
import { type DemoService, startDemoService } from '../demo-service/demo-service.ts';
import { runCommand } from './run-command.ts';

const root = mkdtempSync(join(tmpdir(), 'watch-command-'));
const path = (...names: string[]) => join(root, ...names);
let service: DemoService;

beforeAll(async () => {
  service = await startDemoService({
    ...{ seed: 3, generation_ms: { from: 50, to: 100 }, earliest_poll_ms: 0, pages_max: 2 },
  });
  writeFileSync(path('profile.json'), JSON.stringify(service.profile));
  writeFileSync(path('id.p12'), service.identity.p12);
  writeFileSync(path('passphrase'), `${service.identity.passphrase}\n`);
  for (const name of ['in', 'out']) mkdirSync(path(name));
});
afterAll(async () => {
  await service.close();
  rmSync(root, { recursive: true, force: true });
});

const identity = () => ['--identity', path('id.p12'), '--passphrase-file', path('passphrase')];
const folders = ['--in', path('in'), '--out', path('out'), '--state', path('state'), '--poll', '0.05'];
const watch = (...more: string[]) => [
  ...['watch', '--json', '--profile', path('profile.json'), ...identity(), ...folders, ...more],
];
/** The demo service asks for none of the waits of real services. */
const clock = ScaledClock.fromNow(8);
const run = (args: readonly string[], signal?: AbortSignal) => runCommand(args, signal, undefined, { clock });
type Told = Record<string, unknown>;
const read = (text: string): Told[] =>
  text
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as Told);

test('once: files are requested, kits delivered, each event told to a command, and nothing is done again', async () => {
  const heard = path('heard.ndjson');
  const program = path('tell.mjs');
  writeFileSync(
    program,
    `#!${process.execPath}\nimport { appendFileSync, readFileSync } from 'node:fs';\nappendFileSync(process.argv[2], readFileSync(0));\n`,
  );
  chmodSync(program, 0o755);
  const trip = { origin: 'EHAM', destination: 'EGLL', flight: 'KLM1007', departure: '2027-03-28T02:30:00Z' };
  writeFileSync(path('in', 'trips.json'), JSON.stringify([trip, { ...trip, flight: 'KLM1009' }]));
  writeFileSync(
    path('in', 'again.csv'),
    'flight,origin,destination,departure\nKLM1007,EHAM,EGLL,2027-03-28T02:30:00Z\n',
  );
  const tell = ['--command', program, '--command-arg', heard];
  const first = await run(watch('--once', ...tell));
  expect([first.code, first.err.filter((line) => !line.startsWith('info'))]).toEqual([0, []]);
  const told = read(first.out.join('\n'));
  expect(told.filter(({ event }) => event === 'delivered')).toMatchObject([
    { file: expect.stringMatching(/^20270328_KLM100[79]_EHAM-EGLL\.pdf$/) },
    { file: expect.stringMatching(/^20270328_KLM100[79]_EHAM-EGLL\.pdf$/) },
  ]);
  expect(read(readFileSync(heard, 'utf8'))).toEqual(told);
  expect(
    service.journal().filter((entry) => entry.kind === 'request' && entry.operation === 'request'),
  ).toHaveLength(2);
  expect(service.violations()).toEqual([]);
  expect(readdirSync(path('in'))).toEqual(['done']);
  expect(readdirSync(path('out'))).toHaveLength(4);
  // Delivered kits lie in the folder of deliveries alone.
  expect(readdirSync(path('state', 'documents'))).toEqual([]);
  writeFileSync(path('in', 'trips.json'), JSON.stringify([trip]));
  const second = await run(watch('--once'));
  expect(second.code).toBe(0);
  expect(read(second.out.join('\n'))).toMatchObject([{ event: 'file', state: 'taken', requested: 0 }]);
  expect(readdirSync(path('in', 'done'))).toContain('trips-2.json.result.json');
});

test('with a key of the shelf, delivered kits are on it, too, each once; a shelf that can’t be written is told', async () => {
  await runCommand(['shelf', 'key', path('desk.key')]);
  const { out } = await runCommand(['shelf', 'key', path('other.key'), '--json']);
  const { key } = JSON.parse(out[0] ?? '') as { key: string };
  const shelf = { name: 'Demo Air', folder: path('shelf'), keys: [key] };
  writeFileSync(path('shelf-profile.json'), JSON.stringify({ ...service.profile, shelf }));
  const departure = new Date(Date.now() + 24 * 3_600_000).toISOString();
  const trip = { origin: 'EHAM', destination: 'EGLL', flight: 'KLM1011', departure };
  writeFileSync(path('in', 'shelf.json'), JSON.stringify([trip]));
  const onto = (key_file: string) =>
    watch('--once', '--profile', path('shelf-profile.json'), '--shelf-key', path(key_file));
  const wrong = await run(onto('desk.key'));
  expect([wrong.code, wrong.out.join()]).toEqual([
    2,
    expect.stringContaining('does not name the key of this desk'),
  ]);

  const first = await run(onto('other.key'));
  const flightsOf = (text: readonly string[], of: string) =>
    read(text.join('\n'))
      .filter(({ event }) => event === of)
      .map(({ trip }) => (trip as { flight: string }).flight)
      .sort();
  // What was delivered before the desk had the key goes there, too.
  const all = ['KLM1007', 'KLM1009', 'KLM1011'];
  expect([first.code, flightsOf(first.out, 'published')]).toEqual([0, all]);
  const status = await runCommand(['shelf', 'status', '--profile', path('shelf-profile.json'), '--json']);
  expect(flightsOf(status.out, 'shelf_kit')).toEqual(all);
  expect(read(status.out.at(-1) ?? '')).toMatchObject([
    { event: 'shelf_status', name: 'Demo Air', where: path('shelf'), serial: expect.any(Number) },
  ]);
  const second = await run(onto('other.key'));
  expect([second.code, second.out]).toEqual([0, []]);

  rmSync(path('shelf'), { recursive: true });
  writeFileSync(path('shelf'), 'a file in its place');
  const third = await run(onto('other.key'));
  expect([third.code, read(third.out.join('\n'))]).toMatchObject([
    1,
    [{ event: 'problem', part: 'shelf', message: expect.stringContaining('shelf') }],
  ]);
});

test('a file of which nothing is taken: exit 1, and it lies in “failed”', async () => {
  writeFileSync(path('in', 'holiday.csv'), 'flight,origin,destination,departure\nKLM1,EHAM,ZZZZ,\n');
  expect((await run(watch('--once'))).code).toBe(1);
  expect(readdirSync(path('in', 'failed'))).toEqual(['holiday.csv', 'holiday.csv.result.json']);
});

test('a state that another one has, folders that contradict each other, a weak secret: exit 2, nothing was sent', async () => {
  const before = service.journal().length;
  const journal = openUserDatabase(path('state', 'user.sqlite')).connection;
  const busy = await run(watch('--once'));
  journal.close();
  expect([busy.code, read(busy.out.join('\n'))]).toMatchObject([
    2,
    [{ event: 'failed', error: { kind: 'disk' } }],
  ]);
  writeFileSync(path('weak'), 'short\n');
  mkdirSync(path('open'));
  chmodSync(path('open'), 0o777);
  const wrong = [
    watch('--out', path('in')),
    watch('--out', path('in', 'done', 'kits')),
    watch('--in', path('nowhere')),
    ...(process.platform === 'win32' ? [] : [watch('--in', path('open'))]),
    watch('--webhook', 'https://events.example', '--webhook-secret-file', path('weak')),
    watch('--command-arg', 'a'),
    watch('--poll', '0'),
  ];
  for (const args of wrong) expect((await run(args)).code, args.join(' ')).toBe(2);
  expect(service.journal()).toHaveLength(before);
});

test('ended by a signal: exit 130, and the next one goes on', async () => {
  const before = service.journal().at(-1)?.n ?? 0;
  const ended = new AbortController();
  const running = run(watch(), ended.signal);
  writeFileSync(
    path('in', 'late.csv'),
    'flight,origin,destination,departure\nKLM3,EHAM,EGLL,2027-03-28T02:30:00Z\n',
  );
  await service.until(
    (entry) =>
      entry.kind === 'request' && entry.operation === 'request' && entry.n > before && entry.status === 202,
  );
  await expect.poll(() => readdirSync(path('in', 'done')), { timeout: 60_000 }).toContain('late.csv');
  ended.abort(new DOMException('ended', 'AbortError'));
  expect((await running).code).toBe(130);
  expect((await run(watch('--once'))).code).toBe(0);
  expect(readdirSync(path('out'))).toContain('20270328_KLM3_EHAM-EGLL.pdf');
});
