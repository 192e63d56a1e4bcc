/**
 * `npm run campaign -- [--runs 300] [--seed N] [--parallel 2] [--only N] [--verbose]`: the fault campaign. With `--watch FILES` that
 * of watched folders instead: so many trip files, and `tripkit watch` killed at random. The app's
 * engine lives in processes of its own that are killed, cut off, put to sleep and run out of disk, run after run, each
 * drawn from its seed; the demo service's journal and the files on the disk judge what became of every kit.
 */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { bundleEngine } from './bundle-engine.ts';
import { problemKinds } from './judge.ts';
import { type CampaignResult, failing, runCampaign, sum } from './run-campaign.ts';
import { problemsOf, runWatchCampaign } from './run-watch.ts';
import type { RunReport } from './run-worker.ts';

const { values } = parseArgs({
  options: {
    runs: { type: 'string', default: '300' },
    seed: { type: 'string', default: '1' },
    parallel: { type: 'string', default: '2' },
    only: { type: 'string' },
    watch: { type: 'string' },
    verbose: { type: 'boolean', default: false },
  },
});

function number(name: 'runs' | 'seed' | 'parallel' | 'only' | 'watch', least: number): number {
  const value = Number(values[name]);
  if (Number.isInteger(value) && value >= least) return value;
  process.stderr.write(`--${name} has to be a whole number from ${least}.\n`);
  process.exit(2);
}

function print(line: string): void {
  process.stdout.write(`${line}\n`);
}

const seed = number('seed', 0);
if (values.watch !== undefined) {
  const verdict = await runWatchCampaign(seed, number('watch', 1), values.verbose);
  const problems = problemsOf(verdict);
  const count = (found: readonly string[]) => String(found.length);
  print(
    `Watched folders, seed ${seed}: ${verdict.files} files with ${verdict.trips} trips, ${verdict.kills} kills,`,
  );
  print(`folders full ${verdict.full} and read-only ${verdict.read_only} times.`);
  print(`delivered ${verdict.delivered}, unconfirmed ${verdict.unconfirmed} (a person decides)`);
  print(
    `lost ${count(verdict.lost)}, requested twice ${count(verdict.twice)}, delivered torn ${count(verdict.torn)}`,
  );
  for (const problem of problems) print(`  ${problem}`);
  process.exit(problems.length === 0 ? 0 : 1);
}
const runs =
  values.only === undefined ? Array.from({ length: number('runs', 1) }, (_, n) => n) : [number('only', 0)];
const began = performance.now();
const logs = join(import.meta.dirname, '../../test-results/campaign');
const folder = mkdtempSync(join(tmpdir(), 'tripkit-campaign-engine-'));
process.once('exit', () => rmSync(folder, { recursive: true, force: true }));
let reported = 0;
const result = await runCampaign({
  engine: await bundleEngine(folder),
  seed,
  runs,
  parallel: number('parallel', 1),
  verbose: values.verbose,
  onReport: (report) => {
    reported += 1;
    if (failing([report]).length > 0) {
      tellFailing(report);
      keepLog(report);
    } else if (values.verbose) print(`run ${report.n} (seed ${report.seed}): well, ${report.ms} ms`);
    if (values.verbose) for (const line of report.log) print(`    ${line}`);
    if (reported % 25 === 0) print(`${reported} of ${runs.length} runs …`);
  },
});
printTable(result);
process.exitCode = failing(result.reports).length === 0 ? 0 : 1;

function tellFailing({ n, seed: of, verdict, error }: RunReport): void {
  print(`run ${n} (seed ${of}) is not as it should be:`);
  for (const { kind, detail } of verdict?.problems ?? []) print(`  ${kind}: ${detail}`);
  if (error !== null) print(`  the campaign itself failed: ${error}`);
}

/** Keeps what the processes of a failing run wrote, and the service's journal of it. */
function keepLog({ n, log }: RunReport): void {
  mkdirSync(logs, { recursive: true });
  writeFileSync(join(logs, `seed-${seed}-run-${n}.log`), log.join('\n'));
}

function printTable({ reports, disk }: CampaignResult): void {
  const sums = sum(reports);
  const seconds = Math.round((performance.now() - began) / 1000);
  print('');
  print(
    `Fault campaign, seed ${seed}: ${sums.runs} runs with ${sums.lives} lives of the engine's process in ${seconds} s; a full disk was ${disk}.`,
  );
  print('');
  print('| kits | |');
  print('|---|---|');
  print(`| asked for | ${sums.asked} |`);
  print(`| ready, with the service's document | ${sums.ready} |`);
  print(`| failed, with a true reason | ${sums.failed} |`);
  print(`| unconfirmed, a person decides | ${sums.unconfirmed} |`);
  print(`| cancelled by a person | ${sums.cancelled} |`);
  for (const kind of problemKinds) print(`| ${kind} (must be 0) | ${sums.problems[kind]} |`);
  print(`| runs without a verdict (must be 0) | ${sums.errors} |`);
  print('');
  print(`get-PDF calls: ${sums.polls}; authentications: ${sums.authentications}.`);
  const happened = Object.entries(sums.happened).sort(([a], [b]) => a.localeCompare(b));
  print(`What happened: ${happened.map(([what, times]) => `${what} ${times}`).join(', ')}.`);
  const bad = failing(reports);
  if (bad.length === 0) return;
  print('');
  print(
    'Runs that are not as they should be (their outside is the same again; the order of racing steps may differ):',
  );
  for (const { n } of bad) print(`  npm run campaign -- --seed ${seed} --only ${n} --verbose`);
  print(`Their logs and journals are in ${logs}.`);
}
