/**
 * `npm run bench:electron`: this app, PDF.js's own viewer in a bare window, and a bare window, in one run, in turns, in the
 * same Electron: launch, page 1 of kits of 6, 24 and 260 MB, turns, jumps, the wheel, memory.
 * Nothing of a debugger is attached: inside/agent.ts says how and why. The runtime is found or fetched (test/runtime); without
 * one nothing is measured, which is said, and the exit code is 3.
 *
 * Options: --record (keep the table in docs/performance.md), --quick (few repetitions), --only NAME (launch, opening, turning, memory; may be repeated), --json FILE,
 * --app FOLDER (bundles that are built already, for this runtime), --library FOLDER (where the prepared library is kept for the
 * next run: three minutes). As root both must be open to other users. Where others use the machine meanwhile, root may put the
 * bench before them: `setsid sh -c 'echo -12 > /proc/self/autogroup; exec nice -n -15 npm run bench:electron'` (sched(7)).
 */
import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { availableParallelism, cpus, getPriority, loadavg, tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { buildBundles } from '../../build/bundle.ts';
import { buildOlderBundles } from '../runtime/older-bundles.ts';
import { provideRuntime } from '../runtime/provide.ts';
import { olderApp, type Runtime, wantedKinds } from '../runtime/runtime.ts';
import { inSession, runInSession } from '../runtime/session.ts';
import { buildInside } from './electron/build-inside.ts';
import { BARE_ENV, type BareOptions } from './electron/inside/bare-options.ts';
import { prepareKits } from './electron/library.ts';
import { table, toJSON } from './electron/measures.ts';
import { Person } from './electron/person.ts';
import { Program } from './electron/program.ts';
import {
  type Bench,
  type BenchKit,
  fullEffort,
  type KitName,
  kitNames,
  quickEffort,
  type Who,
} from './electron/run.ts';
import { measureLaunch } from './electron/sections/launch.ts';
import { measureMemory } from './electron/sections/memory.ts';
import { measureOpening } from './electron/sections/opening.ts';
import { measureTurning } from './electron/sections/turning.ts';
import { AppViewer, PdfjsViewer } from './electron/viewers.ts';
import { benchOptions, wantedSections } from './options.ts';
import { compareWithRecorded } from './recorded.ts';
import { seedLibrary } from './ui/seed.ts';
import { cachedKit } from './viewer/kits/kit-cache.ts';
import { type KitPlan, kitL, kitM } from './viewer/kits/synthetic-kits.ts';
import { copyUserData, writeReadyKits } from './viewer/library-folder.ts';
import { Figures } from './viewer/results.ts';

const sections: Readonly<Record<string, (bench: Bench) => Promise<void>>> = {
  launch: measureLaunch,
  opening: measureOpening,
  turning: measureTurning,
  memory: measureMemory,
};
const NOTHING_RUN = 3;
/** Kits in the list of a launch. */
const LISTED_KITS = 1_000;
/** 75 pages, 6 MB, of the same mix as the larger ones. */
const kitS: KitPlan = { ...kitM, name: 'S', pages: 75, bytes: 6_000_000, seed: 20261120 };

const { values: options } = parseArgs({ options: { ...benchOptions, library: { type: 'string' } } });
const wanted = wantedSections(sections, options.only);
const runtime = await provideRuntime(
  wantedKinds().filter((kind) => kind !== 'chromium'),
  'tests',
);
if (!runtime) {
  process.stdout.write('Electron is not here: nothing was measured.\n');
  process.exit(NOTHING_RUN);
}
if (process.platform === 'linux' && !inSession())
  process.exit(await runInSession([process.execPath, ...process.execArgv, ...process.argv.slice(1)]));

const started = performance.now();
const say = (text: string) => {
  process.stderr.write(`${((performance.now() - started) / 1000).toFixed(0).padStart(5)} s  ${text}\n`);
};
const folder = mkdtempSync(join(tmpdir(), 'tripkit-bench-'));
const figures = new Figures<Who>();
const kits: Record<KitName, BenchKit> = {
  S: { plan: kitS, kit_id: '33333333-3333-4333-8333-333333333333', file: '' },
  M: { plan: kitM, kit_id: '11111111-1111-4111-8111-111111111111', file: '' },
  L: { plan: kitL, kit_id: '22222222-2222-4222-8222-222222222222', file: '' },
};
let versions = { electron: '', chrome: '', node: '' };
let person: Person | null = null;
try {
  person = new Person();
  const bench = await prepare(runtime, person);
  const loads = [];
  for (const name of wanted) {
    const before = loadavg()[0] ?? 0;
    say(`${name} (load ${before.toFixed(1)})`);
    await figures.attempt(name, async () => sections[name]?.(bench));
    loads.push(`${name} ${before.toFixed(1)} to ${(loadavg()[0] ?? 0).toFixed(1)}`);
  }
  figures.note(
    `Load of the machine, this bench included: ${loads.join(', ')}. Niceness of the bench: ${getPriority()}.`,
  );
} catch (error) {
  process.stderr.write(
    `The bench broke off: ${error instanceof Error ? (error.stack ?? error.message) : String(error)}\n`,
  );
  process.exitCode = 1;
} finally {
  person?.end();
  rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
}

const print = (line: string) => void process.stdout.write(`${line}\n`);
print(
  `${runtime.name}; it says Electron ${versions.electron}, Chromium ${versions.chrome}, Node ${versions.node}; ${cpus()[0]?.model ?? 'unknown'}, ${availableParallelism()} cores, load ${loadavg()
    .map((x) => x.toFixed(1))
    .join(' ')}; cells: median / p95 / max (how many)`,
);
const text = table(figures);
print(`\n${text}\n`);
figures.note(
  '“Something” and “crisp” end with the main thread’s part of the frame, for this app and PDF.js’s viewer alike; raster and display come after it. They begin with the time stamp of the pointer or key going down.',
);
figures.note(
  'Memory: PSS of all processes (proc(5), smaps_rollup). Programs that run from the same files meanwhile share in it: none should.',
);
print(figures.notes());
const { record } = options;
print(
  compareWithRecorded('bench:electron', text, {
    record,
    facts: `${runtime.name}${options.only ? `; only ${wanted.join(', ')}` : ''}.`,
  }),
);
if (options.json) {
  mkdirSync(dirname(resolve(options.json)), { recursive: true });
  writeFileSync(options.json, `${JSON.stringify({ versions, measures: toJSON(figures) }, null, 2)}\n`);
}

async function prepare({ kind, executable }: Runtime, hands: Person): Promise<Bench> {
  for (const kit of Object.values(kits)) kit.file = cachedKit(kit.plan);
  say('The kits are there.');
  const app = options.app === undefined ? await build(kind) : resolve(options.app);
  const inside = await buildInside(join(folder, 'inside'));
  say('The bundles are built.');
  let copies = 0;
  const copyOf = (userData: string) => {
    copies += 1;
    const copy = join(folder, `user-data-${copies}`);
    copyUserData(userData, copy);
    return copy;
  };
  const startOn = async (userData: string, ...more: string[]) => {
    const program = await Program.start({
      electron: executable,
      agent: inside.agent,
      app,
      args: ['--user-data', userData, ...more],
    });
    ({ versions } = program.loaded);
    return program;
  };
  const startBare = (page: BareOptions['page'] = 'bare.html') => {
    const user_data = join(folder, `bare-${page}`);
    mkdirSync(user_data, { recursive: true });
    const bare: BareOptions = {
      user_data,
      page,
      pages: join(import.meta.dirname, 'electron/peer'),
      pdfjs: dirname(createRequire(import.meta.url).resolve('pdfjs-dist/package.json')),
      polyfills: kind === 'older' ? join(import.meta.dirname, '../runtime/shims/javascript.js') : null,
      kits: Object.fromEntries(kitNames.map((name) => [`${name}.pdf`, kits[name].file])),
    };
    return Program.start({
      electron: executable,
      agent: inside.agent,
      app: inside.bare,
      env: { [BARE_ENV]: JSON.stringify(bare) },
    });
  };
  const library = resolve(options.library ?? join(folder, 'library'));
  if (!existsSync(library)) await prepareLibrary(library, startOn);
  const listed = join(folder, 'listed');
  seedLibrary(listed, LISTED_KITS, Date.now());
  // Each has been started before, as on a laptop: caches of compiled code are there.
  for (const start of [() => startOn(listed), () => startBare(), () => startBare('pdfjs-viewer.html')]) {
    const program = await start();
    await program.settle();
    await program.quit();
  }
  return {
    kits,
    person: hands,
    effort: options.quick ? quickEffort : fullEffort,
    figures,
    say,
    startApp: async (probe = true) => {
      const program = await startOn(copyOf(library));
      return new AppViewer(program, hands, kits).ready(probe);
    },
    launchApp: () => startOn(listed, '--trace-start'),
    startPdfjs: async (probe = true) =>
      new PdfjsViewer(await startBare('pdfjs-viewer.html'), hands).ready(probe),
    startBare,
  };
}

/** Builds the bundles; the folder of package.json and out/. */
async function build(kind: Runtime['kind']): Promise<string> {
  if (kind === 'older') {
    await buildOlderBundles();
    return olderApp;
  }
  await buildBundles();
  return join(import.meta.dirname, '../..');
}

/** Writes the library and has the app prepare it; what is lacking then becomes a note. */
async function prepareLibrary(
  userData: string,
  startOn: (userData: string) => Promise<Program>,
): Promise<void> {
  await writeReadyKits(
    userData,
    Object.values(kits).map(({ kit_id, file, plan }) => ({
      kit_id,
      file,
      pages: plan.pages,
      flight: plan.name,
    })),
  );
  const program = await startOn(userData);
  try {
    for (const words of await prepareKits(program, kits, say)) figures.note(`Not prepared: ${words}.`);
  } finally {
    await program.quit();
  }
}
