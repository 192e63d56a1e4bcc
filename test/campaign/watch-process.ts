/**
 * `node watch-process.ts FOLDER SEED FILES [KILLS]`: one run of the campaign of watched folders. Trip files arrive in every way there is,
 * `tripkit watch` is killed at random, folders are full and read-only for a while; in the end one last life does what is left. The
 * service's own account, the files in the folders, and a look at each delivered file as it appears judge what became of each trip.
 * Writes the verdict as JSON to standard output. With mounts of its own (volume.ts) where that can be done.
 */
import { type ChildProcess, spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { closeSync, cpSync, mkdirSync, openSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { z } from 'zod';
import { startDemoService } from '../demo-service/demo-service.ts';
import { seeded } from '../demo-service/random.ts';
import { writeDocuments } from './documents.ts';
import { Volume } from './volume.ts';
import { contentOf, tripsOf, writeAsPeopleDo } from './watch-files.ts';

/** What became of a run. */
export interface WatchVerdict {
  files: number;
  trips: number;
  lives: number;
  kills: number;
  full: number;
  read_only: number;
  delivered: number;
  unconfirmed: number;
  /** Trips without a result. */
  lost: string[];
  /** Flights that the service was asked for more than once, by its own account. */
  twice: string[];
  /** Delivered under two names. */
  delivered_twice: string[];
  /** Files that were not, at any look, a whole document of the service under a delivered name. */
  torn: string[];
  /** What else is not as it should be. */
  wrong: string[];
}

const about = z.object({
  kits: z.array(z.object({ tripkit_id: z.string(), trip: z.object({ flight: z.string() }).nullable() })),
});
const resultFile = z.object({
  state: z.string(),
  file: z.string().nullable(),
  sha256: z.string().nullable(),
  trip: z.object({ flight: z.string() }),
  tripkit_id: z.string().nullable(),
});

const [folder = '', seedText = '1', filesText = '20', killsText = '0'] = process.argv.slice(2);
const random = seeded(Number(seedText));
const count = Number(filesText);
/** It is killed at least so often, whatever is written by then. */
const leastKills = Number(killsText);
const path = (name: string) => join(folder, name);
/** What starts `tripkit`, as JSON in a variable where it is not Node on this system. */
const command: readonly string[] = JSON.parse(process.env.WATCH_COMMAND ?? 'null') ?? [
  process.execPath,
  '--disable-warning=ExperimentalWarning',
  join(import.meta.dirname, '../../main/headless.ts'),
];

mkdirSync(path('in'), { recursive: true });
mkdirSync(path('out'), { recursive: true });
mkdirSync(path('documents'), { recursive: true });
const volumes = process.env.WATCH_VOLUMES === '1';
const arrivals = volumes ? await Volume.mount(path('in'), 256) : null;
const deliveries = volumes ? await Volume.mount(path('out'), 4096) : null;
const documents = (await writeDocuments(path('documents'))).slice(0, 3);
const known = new Set(documents.flatMap(({ sha256 }) => sha256));
const service = await startDemoService({
  seed: Number(seedText),
  generation_ms: { from: 50, to: 400 },
  earliest_poll_ms: 0,
  documents: Array.from({ length: count * 5 }, (_, i) => documents[i % documents.length]?.path ?? ''),
});
writeFileSync(path('profile.json'), JSON.stringify(service.profile));
writeFileSync(path('id.p12'), service.identity.p12);
writeFileSync(path('passphrase'), service.identity.passphrase);

const verdict: WatchVerdict = {
  ...{ files: 0, trips: 0, lives: 0, kills: 0, full: 0, read_only: 0, delivered: 0, unconfirmed: 0 },
  ...{ lost: [], twice: [], delivered_twice: [], torn: [], wrong: [] },
};
const flights = new Set<string>();
let written = false;
let ended = false;
let readOnly = false;

function life(more: readonly string[]): ChildProcess {
  verdict.lives += 1;
  const [program = '', ...first] = command;
  const args = [
    ...[...first, 'watch', '--json'],
    ...[
      '--profile',
      path('profile.json'),
      '--identity',
      path('id.p12'),
      '--passphrase-file',
      path('passphrase'),
    ],
    ...['--in', path('in'), '--out', path('out'), '--state', path('state'), '--poll', '0.1'],
    ...more,
  ];
  // Not a pipe: under Wine it can't be written to.
  const errors = openSync(path('errors'), 'w');
  const child = spawn(program, args, { stdio: ['ignore', 'ignore', errors] });
  closeSync(errors);
  return child;
}

/** Its exit code; what it wrote last where it failed. */
function endOf(child: ChildProcess): Promise<{ code: number | null; said: string }> {
  const said = () => readFileSync(path('errors'), 'utf8').slice(-2000);
  return new Promise((resolve) => child.once('close', (code) => resolve({ code, said: said() })));
}

async function write(): Promise<void> {
  for (let n = 0; n < count; n += 1) {
    const trips = tripsOf(n, random);
    const { ending, text } = contentOf(trips, random);
    while (readOnly) await delay(20);
    verdict.files += 1;
    for (const { flight } of trips) flights.add(flight);
    const writing = tolerant(() => writeAsPeopleDo(path('in'), `file-${n}.${ending}`, text, random));
    if (random.chance(0.5)) await writing;
    else pending.push(writing);
    // Somebody sends the same again, under another name.
    if (random.chance(0.1))
      pending.push(tolerant(() => writeAsPeopleDo(path('in'), `again-${n}.${ending}`, text, random)));
    await delay(random.integer(0, 60));
  }
  await Promise.all(pending);
  written = true;
}
const pending: Promise<void>[] = [];

/** A folder that is full or read-only for a moment: who writes tries again, as people do. */
async function tolerant(step: () => Promise<void>): Promise<void> {
  for (;;) {
    try {
      await step();
      return;
    } catch (error) {
      if (!(error instanceof Error && 'code' in error)) throw error;
      if (!['ENOSPC', 'EROFS'].includes(String(error.code))) throw error;
      await delay(50);
    }
  }
}

async function kill(): Promise<void> {
  while (!written || verdict.kills < leastKills) {
    const child = life([]);
    const end = endOf(child);
    await Promise.race([delay(random.integer(500, 6000)), end]);
    if (child.exitCode !== null) verdict.wrong.push(`It ended by itself: ${(await end).said}`);
    child.kill('SIGKILL');
    verdict.kills += 1;
    await end;
  }
}

async function trouble(): Promise<void> {
  while (!written && arrivals && deliveries) {
    await delay(random.integer(1000, 4000));
    const volume = random.chance(0.5) ? arrivals : deliveries;
    if (random.chance(0.5)) {
      await volume.fill(random.integer(0, 200_000));
      verdict.full += 1;
      await delay(random.integer(300, 1500));
      await volume.free();
    } else {
      if (!(await volume.readOnly(true))) continue;
      readOnly = volume === arrivals;
      verdict.read_only += 1;
      await delay(random.integer(300, 1500));
      await volume.readOnly(false);
      readOnly = false;
    }
  }
}

const sha256 = (file: string) => createHash('sha256').update(readFileSync(file)).digest('hex');
const pdfs = () => readdirSync(path('out')).filter((name) => name.endsWith('.pdf') && !name.startsWith('.'));

/** Each delivered file is looked at as soon as it can be seen. */
async function look(): Promise<void> {
  const seen = new Set<string>();
  while (!ended) {
    for (const name of pdfs()) {
      if (seen.has(name)) continue;
      seen.add(name);
      if (!known.has(sha256(join(path('out'), name)))) verdict.torn.push(name);
    }
    await delay(5);
  }
}

const looking = look();
await Promise.all([write(), kill(), trouble()]);
const last = await endOf(life(['--once']));
if (last.code !== 0 && last.code !== 1)
  verdict.wrong.push(`The last life ended with ${last.code}: ${last.said}`);
ended = true;
await looking;

const account = about.parse(await (await fetch(`${service.urls.control}/about`)).json());
const asked = Map.groupBy(account.kits, ({ trip }) => trip?.flight ?? '');
const names = readdirSync(path('out'));
const results = names
  .filter((name) => name.endsWith('.result.json'))
  .map((name) => resultFile.parse(JSON.parse(readFileSync(join(path('out'), name), 'utf8'))));
const byFlight = Map.groupBy(results, ({ trip }) => trip.flight);
const ids = new Map(account.kits.map(({ tripkit_id, trip }) => [tripkit_id, trip?.flight]));
verdict.trips = flights.size;
for (const [flight, kits] of asked) {
  if (kits.length > 1) verdict.twice.push(flight);
  if (!flights.has(flight)) verdict.wrong.push(`${flight} was requested, and stands in no file`);
}
for (const flight of flights) {
  const of = byFlight.get(flight) ?? [];
  const delivered = of.filter(({ state }) => state === 'delivered');
  if (of.length === 0) verdict.lost.push(flight);
  if (delivered.length > 1) verdict.delivered_twice.push(flight);
  verdict.delivered += delivered.length === 0 ? 0 : 1;
  verdict.unconfirmed += of.some(({ state }) => state === 'unconfirmed') ? 1 : 0;
  for (const { state, file, sha256: sum, tripkit_id } of of) {
    if (state !== 'delivered' && state !== 'unconfirmed') verdict.wrong.push(`${flight} is ${state}`);
    if (state !== 'delivered') continue;
    if (file === null || !names.includes(file)) verdict.lost.push(`${flight}: its file`);
    else if (sha256(join(path('out'), file)) !== sum) verdict.torn.push(file);
    if (ids.get(tripkit_id ?? '') !== flight) verdict.wrong.push(`${flight} got another flight's kit`);
  }
}
if (pdfs().length !== verdict.delivered) verdict.wrong.push(`${pdfs().length} documents lie there`);
for (const name of names) if (name.startsWith('.')) verdict.wrong.push(`${name} was left`);
// What a writer left under a name of unfinished files is none.
const left = readdirSync(path('in')).filter((name) => !/^(done|failed)$|\.part$/.test(name));
if (left.length > 0) verdict.wrong.push(`Not taken away: ${left.join(', ')}`);
if (service.violations().length > 0)
  verdict.wrong.push(`The service was misused ${service.violations().length} times`);
await service.close();
if (process.env.WATCH_KEEP === '1') {
  for (const name of ['in', 'out']) cpSync(path(name), path(`${name}-kept`), { recursive: true });
}
await arrivals?.unmount();
await deliveries?.unmount();
process.stdout.write(`${JSON.stringify(verdict)}\n`);
