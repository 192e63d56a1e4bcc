/**
 * `npm run bench:viewer`: what bench:electron leaves out of the viewer of the shipping bundles, in the Chromium window host, on seeded
 * kits of 300 pages, 24 MB (M) and 600 pages, 260 MB (L).
 *
 * Options: --record (keep the table in docs/performance.md), --quick (few repetitions), --only NAME (preparing, windows, indexing, finding, zooming; may be repeated),
 * --json FILE (all figures), --source FOLDER (another checkout's sources), --app FOLDER (bundles that are built already).
 */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { availableParallelism, cpus, loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { provideRuntime } from '../runtime/provide.ts';
import { figuresText, table } from './figures.ts';
import { benchOptions, wantedSections } from './options.ts';
import { compareWithRecorded } from './recorded.ts';
import { buildApp, checkout } from './viewer/build-app.ts';
import { cachedKit } from './viewer/kits/kit-cache.ts';
import { kitL, kitM } from './viewer/kits/synthetic-kits.ts';
import { copyUserData, writeReadyKits } from './viewer/library-folder.ts';
import { Figures } from './viewer/results.ts';
import { type Bench, fullEffort, quickEffort } from './viewer/run.ts';
import { measureFinding } from './viewer/sections/finding.ts';
import { measureIndexing } from './viewer/sections/indexing.ts';
import { measurePreparing, prepareLibrary } from './viewer/sections/preparing.ts';
import { measureWindows } from './viewer/sections/windows.ts';
import { measureZooming } from './viewer/sections/zooming.ts';
import { measured } from './viewer/targets.ts';

const sections: Readonly<Record<string, (bench: Bench) => Promise<void>>> = {
  preparing: measurePreparing,
  windows: measureWindows,
  indexing: measureIndexing,
  finding: measureFinding,
  zooming: measureZooming,
};

const { values: options } = parseArgs({ options: { ...benchOptions, source: { type: 'string' } } });
const wanted = wantedSections(sections, options.only);
if (!(await provideRuntime(['chromium']))) process.exit(1);

const started = performance.now();
const say = (text: string) => {
  process.stderr.write(`${((performance.now() - started) / 1000).toFixed(0).padStart(5)} s  ${text}\n`);
};
const folder = mkdtempSync(join(tmpdir(), 'tripkit-bench-'));
const results = new Figures<'app'>();
const kits = {
  M: { plan: kitM, kit_id: '11111111-1111-4111-8111-111111111111', file: '' },
  L: { plan: kitL, kit_id: '22222222-2222-4222-8222-222222222222', file: '' },
};
try {
  for (const kit of Object.values(kits)) kit.file = cachedKit(kit.plan);
  say('The kits are there.');
  const bundles = options.app ?? join(folder, 'app');
  if (options.app === undefined) await buildApp(bundles, options.source ?? checkout);
  say('The bundles are built.');
  const userData = join(folder, 'user-data');
  await writeReadyKits(
    userData,
    Object.values(kits).map(({ kit_id, file, plan }) => ({
      kit_id,
      file,
      pages: plan.pages,
      flight: plan.name,
    })),
  );
  const effort = options.quick ? quickEffort : fullEffort;
  let copies = 0;
  const freshUserData = () => {
    copies += 1;
    const copy = join(folder, `user-data-${copies}`);
    copyUserData(userData, copy);
    return copy;
  };
  const bench: Bench = { bundles, freshUserData, kits, effort, results, say };
  if (options.quick) results.note('Quick: few repetitions.');
  await prepareLibrary(bench, userData);
  for (const name of wanted) {
    const load = loadavg()[0] ?? 0;
    say(`${name} (load ${load.toFixed(1)})`);
    await results.attempt(name, async () => sections[name]?.(bench));
  }
} catch (error) {
  process.stderr.write(
    `The bench broke off: ${error instanceof Error ? (error.stack ?? error.message) : String(error)}\n`,
  );
  process.exitCode = 1;
} finally {
  rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
}

results.note(
  'The window host intercepts every request of the page and serves it over loopback: a range read costs some ms more than in Electron.',
);
results.note(
  '“Seen” and “crisp” end with the main thread’s part of the frame; raster and display come after it.',
);
print(
  `machine: ${cpus()[0]?.model ?? 'unknown'}, ${availableParallelism()} cores, load ${loadavg()
    .map((x) => x.toFixed(1))
    .join(' ')}; Node ${process.version}; cells: median / p95 / max (how many)`,
);
print('');
const figures = measured(results);
const text = table(figures);
print(text);
print('');
print(results.notes());
print(compareWithRecorded('bench:viewer', text, { record: options.record, facts: 'Chromium window host.' }));
if (options.json) writeFileSync(options.json, figuresText(figures));

function print(line: string): void {
  process.stdout.write(`${line}\n`);
}
