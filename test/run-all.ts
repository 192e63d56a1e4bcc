/**
 * `npm test`: lint, types, bundles, unit, long and window tests, end to end in the runtime that is there or can be had
 * (test/runtime). Parts run side by side, each prints its output whole when it ends; every part runs even if one before it
 * failed, and nothing is skipped silently. The last line counts.
 *
 * `--steady` is for CI, on machines that others use too: parts run one after the other, and what failed is run three times more,
 * alone; what then passes each time is told as unsteady.
 *
 * `node test/run-all.ts check` runs what needs no browser and no minutes; `node test/run-all.ts e2e [FILES]` the end-to-end
 * tests alone.
 */
import { readFileSync } from 'node:fs';
import { mkdir, rm } from 'node:fs/promises';
import { join, relative } from 'node:path';
import { z } from 'zod';
import { failedSpecs, readReport } from './playwright-report.ts';
import { type Counts, type Part, runParts } from './run-parts.ts';
import { provideRuntime } from './runtime/provide.ts';
import { RUNTIME_VARIABLE, type Runtime } from './runtime/runtime.ts';

const root = join(import.meta.dirname, '..');
const results = join(root, 'test-results');
const bin = (name: string) => join(root, 'node_modules/.bin', name);
const read = (file: string): unknown => JSON.parse(readFileSync(join(results, file), 'utf8'));

const vitestCounts = z.object({
  numPassedTests: z.number(),
  numFailedTests: z.number(),
  numPendingTests: z.number(),
  testResults: z.array(
    z.object({
      name: z.string(),
      status: z.string(),
      message: z.string().default(''),
      assertionResults: z.array(
        z.object({
          fullName: z.string(),
          status: z.string(),
          failureMessages: z.array(z.string()).nullish(),
        }),
      ),
    }),
  ),
});
/** Lines of a failure's message in the summary: enough to know what broke where only the end of the output is kept. */
const MESSAGE_LINES = 12;

const given = process.argv.slice(2);
const steady = given.includes('--steady');
const [what = 'all', ...files] = given.filter((word) => word !== '--steady');
if (!['all', 'check', 'e2e'].includes(what)) {
  process.stderr.write('Usage: node test/run-all.ts [--steady] [check | e2e [FILES]]\n');
  process.exit(2);
}
const hosts = what === 'check' ? null : await provideHosts();

const parts: Part[] = [];
// The longest first, and the quick ones last: they fill what the long ones leave.
if (what === 'all' && hosts) {
  parts.push(
    { name: 'bundles', command: [process.execPath, 'build/bundle.ts'] },
    endToEnd(hosts.runtime, 'e2e.json'),
    vitest('window', 'window'),
    vitest('long', 'long'),
    vitest('unit', 'unit', 'isolated'),
  );
  // The older Electron has bundles of its own: those that ship are shown in the engine that ships, Chromium's newest.
  if (hosts.runtime.kind === 'older')
    parts.push(endToEnd(hosts.chromium, 'e2e-chromium.json', 'main-job', 'shell'));
}
if (what === 'e2e' && hosts) parts.push({ ...endToEnd(hosts.runtime, 'e2e.json', ...files), after: null });
if (what === 'check') parts.push(vitest('unit', 'unit', 'isolated'));
if (what !== 'e2e')
  parts.push(
    ...['test', 'renderer', 'main', 'preload', 'build'].map((layer) => ({
      name: `types of ${layer}`,
      command: [bin('tsc'), '-p', layer],
    })),
    { name: 'lint and arrows', command: [bin('biome'), 'ci', '.'] },
  );

await rm(results, { recursive: true, force: true });
await mkdir(results, { recursive: true });
const { passed, failed, summary } = await runParts(parts, root, steady ? { at_once: 1, times_again: 3 } : {});
const host = hosts ? `\nWindow host of the end-to-end tests: ${hosts.runtime.name}` : '';
process.stdout.write(`${host}\n${summary.join('\n')}\n${passed} passed, ${failed} failed\n`);
process.exitCode = failed === 0 ? 0 : 1;

/** What shows windows; the process ends where there is none. Window tests are made for Chromium, whatever e2e runs in. */
async function provideHosts(): Promise<{ runtime: Runtime; chromium: Runtime }> {
  const runtime = await provideRuntime(undefined, 'session');
  const chromium = runtime && (await provideRuntime(['chromium']));
  if (!runtime || !chromium) process.exit(1);
  return { runtime, chromium };
}

/** Projects of test/vitest.config.ts. */
function vitest(name: string, ...projects: string[]): Part {
  const json = `${name}.json`;
  const program = [
    bin('vitest'),
    // Loaded natively: Vite's own loader leaves files in node_modules, which a session copies meanwhile.
    ...['run', '--config', 'test/vitest.config.ts', '--configLoader', 'native'],
    ...projects.map((project) => `--project=${project}`),
  ];
  return {
    name: `${name} tests`,
    command: [
      ...program,
      ...['--reporter=default', '--reporter=json', `--outputFile.json=${join(results, json)}`],
    ],
    again() {
      const { testResults } = vitestCounts.parse(read(json));
      const failed = testResults.filter(({ status }) => status === 'failed').map((file) => file.name);
      return failed.length > 0 ? [...program, ...failed] : null;
    },
    counts(): Counts {
      const { numPassedTests, numFailedTests, numPendingTests, testResults } = vitestCounts.parse(read(json));
      const names = testResults
        .filter((file) => file.status === 'failed')
        .flatMap((file) => {
          const where = relative(root, file.name);
          const tests = file.assertionResults.filter((test) => test.status === 'failed');
          if (tests.length === 0) return [brief(where, file.message)];
          return tests.map((test) =>
            brief(`${where}: ${test.fullName}`, test.failureMessages?.join('\n') ?? ''),
          );
        });
      if (numPendingTests > 0) names.push(`  ${numPendingTests} skipped on this system`);
      return { passed: numPassedTests, failed: numFailedTests, names };
    },
  };
}

/** The end-to-end tests in a runtime; some files of them, all by default. */
function endToEnd(where: Runtime, json: string, ...files: string[]): Part {
  const inChromium = where.kind === 'chromium';
  const program = [
    ...(inChromium ? [] : [process.execPath, 'test/runtime/session.ts']),
    bin('playwright'),
    ...['test', '--config', 'test/e2e/playwright.config.ts'],
  ];
  return {
    name: `end to end${files.length > 0 ? ` (${files.join(', ')})` : ''} in ${where.name}`,
    command: [...program, '--reporter=list,json', ...files],
    again() {
      const failed = failedSpecs(readReport(join(results, json)));
      return failed.length > 0 ? [...program, '--reporter=list', ...failed] : null;
    },
    after: inChromium ? 'bundles' : null,
    env: {
      // A session works on a copy, without what was built here.
      ...(inChromium && what === 'all' ? { TRIPKIT_E2E_BUILT: '1' } : {}),
      [RUNTIME_VARIABLE]: where.kind,
      PLAYWRIGHT_JSON_OUTPUT_FILE: join(results, json),
    },
    counts(): Counts {
      const { expected, unexpected, flaky, skipped } = readReport(join(results, json)).stats;
      const names = flaky > 0 ? [`  ${flaky} needed a second try`] : [];
      return { passed: expected + flaky, failed: unexpected + skipped, names };
    },
  };
}

/** A failed test's name with the first lines of its message, indented under the part. */
function brief(name: string, message: string): string {
  const lines = message.split('\n').filter((line) => line.trim() !== '');
  return [`  ${name}`, ...lines.slice(0, MESSAGE_LINES).map((line) => `      ${line}`)].join('\n');
}
