/**
 * `npm run bench:ui`: the screens of a flight day with ten thousand kits, in the shipping bundles in the Chromium window
 * host: start to a list that can be used, frames while it is scrolled, search as one types, how much JavaScript is loaded at
 * first; and the same kits as a table, sorted by each of its columns.
 *
 * Options: --record (keep the table in docs/performance.md), --kits N (10000), --starts N (5), --json FILE, --app FOLDER (bundles that are built already).
 */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { cpus, loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import type { Kit, TripKitBridge } from '../../preload/contract.ts';
import { provideRuntime } from '../runtime/provide.ts';
import { type Figure, figuresText, table } from './figures.ts';
import { compareWithRecorded } from './recorded.ts';
import { importBundled } from './ui/bundled.ts';
import { intakeTimes, seedProfile } from './ui/intake.ts';
import { seedLibrary } from './ui/seed.ts';
import {
  loadedScripts,
  scrollFrames,
  searchTimes,
  sortTimes,
  startApp,
  untilComplete,
  untilList,
} from './ui/window.ts';
import { buildApp } from './viewer/build-app.ts';

const { values: options } = parseArgs({
  options: {
    kits: { type: 'string', default: '10000' },
    starts: { type: 'string', default: '5' },
    json: { type: 'string' },
    record: { type: 'boolean' },
    app: { type: 'string' },
  },
});
const count = Number(options.kits);
const starts = Number(options.starts);
if (!Number.isInteger(count) || count < 1 || !Number.isInteger(starts) || starts < 1)
  throw new Error('--kits and --starts want whole numbers from 1 on.');
if (!(await provideRuntime(['chromium']))) process.exit(1);

const say = (text: string) => void process.stderr.write(`${text}\n`);
const folder = mkdtempSync(join(tmpdir(), 'tripkit-bench-ui-'));
const figures: Figure[] = [];
const add = (
  label: string,
  unit: Figure['unit'],
  statistic: Figure['statistic'],
  values: readonly number[],
  limit?: number,
) => figures.push({ label, unit, statistic, values, ...(limit === undefined ? {} : { limit }) });
try {
  const app = options.app ?? join(folder, 'app');
  if (options.app === undefined) {
    say('Building the bundles …');
    await buildApp(app);
  }
  const changes = await importBundled<typeof import('./ui/changes.ts')>(
    join(import.meta.dirname, 'ui/changes.ts'),
    join(folder, 'stores'),
  );
  const seed = join(folder, 'seed');
  seedLibrary(seed, count, Date.now());
  seedProfile(seed);

  const list: number[] = [];
  const complete: number[] = [];
  for (let start = 0; start < starts; start += 1) {
    const { running, end } = await startApp(app, seed);
    try {
      const found = await untilList(running.page);
      if (found.rows === 0) throw new Error('The list is empty.');
      list.push(found.list);
      complete.push(await untilComplete(running.page, count));
      say(`Start ${start + 1} of ${starts}: ${found.list.toFixed(0)} ms`);
      if (start < starts - 1) continue;
      const scripts = await loadedScripts(running.page, app);
      say(`Loaded before the list was there: ${scripts.first.files.join(', ')}`);
      say(`Loaded at rest: ${scripts.rest.files.join(', ')}`);
      const slow = await scrollFrames(running.page, 60, 6);
      const fast = await scrollFrames(running.page, 600, 6);
      const search = await searchTimes(running.page, ['egll', 'kjfk baw', '21nov', 'failed']);
      const kits = await running.page.evaluate(async () => {
        const bridge = Reflect.get(window, 'tripkit') as TripKitBridge;
        const began = performance.now();
        const answer = await bridge.kits.listText();
        const ms = performance.now() - began;
        return answer.ok ? { text: answer.value, ms } : null;
      });
      if (!kits) throw new Error('The list could not be read.');
      const intake = await intakeTimes(running.page, 2000, 5);
      add('page begun to a list that can be used', 'ms', 'median', list, 400);
      add('page begun to all kits being there', 'ms', 'median', complete);
      add('frame while scrolling, 60 px a frame', 'ms', 'p95', slow, 17);
      add('frame while scrolling, 600 px a frame', 'ms', 'p95', fast, 17);
      add('search: key to narrowed list', 'ms', 'p95', search.list, 30);
      add('search: key to drawn frame', 'ms', 'p95', search.drawn);
      add('JavaScript before the list is there, gzip', 'kB', 'median', [scripts.first.kB], 350);
      add('JavaScript at rest, all parts but the PDF engine, gzip', 'kB', 'median', [scripts.rest.kB]);
      add('kits.listText, asked again, unprepared', 'ms', 'median', [kits.ms]);
      add('xlsx of 2,000 rows: file to checked rows', 'ms', 'p95', intake.checked, 1000);
      add('longest frame meanwhile', 'ms', 'p95', intake.stall);
      const taken = await changes.changeTimes(JSON.parse(kits.text) as Kit[], 20, 200);
      add('a change event of 20 kits, taken in by the stores', 'ms', 'p95', taken);
    } finally {
      await end();
    }
  }
  say('The table:');
  const table: number[] = [];
  for (let start = 0; start < starts; start += 1) {
    const { running, end } = await startApp(app, seed, { library_layout: 'table' });
    try {
      const found = await untilList(running.page);
      if (found.rows === 0) throw new Error('The table is empty.');
      table.push(found.list);
      say(`Start ${start + 1} of ${starts}: ${found.list.toFixed(0)} ms, ${found.rows} rows`);
      await untilComplete(running.page, count);
      if (start < starts - 1) continue;
      add('table: page begun to a list that can be used', 'ms', 'median', table, 400);
      // Slowly and fast.
      for (const px of [60, 600])
        add(
          `table: frame while scrolling, ${px} px a frame`,
          'ms',
          'p95',
          await scrollFrames(running.page, px, 6),
          17,
        );
      add('table: click on a head to sorted rows', 'ms', 'p95', await sortTimes(running.page));
    } finally {
      await end();
    }
  }
} finally {
  rmSync(folder, { recursive: true, force: true });
}

const machine = `${cpus().length} × ${cpus()[0]?.model ?? 'unknown'}, load ${loadavg()[0]?.toFixed(1)}`;
const text = table(figures);
process.stdout.write(`\n${count.toLocaleString('en')} kits, ${machine}\n\n${text}\n`);
const facts = `Chromium window host, ${count.toLocaleString('en')} kits.`;
process.stdout.write(`${compareWithRecorded('bench:ui', text, { record: options.record, facts })}\n`);
if (options.json !== undefined) writeFileSync(options.json, figuresText(figures));
