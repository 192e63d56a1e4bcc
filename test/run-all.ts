/**
 * `npm test`: lint with the arrows, types layer by layer, unit and integration tests, end to end in the runtime that
 * is there or can be had (test/runtime). Every part runs even if one before it failed; nothing is skipped silently. The last line counts.
 */
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { mkdir, rm } from 'node:fs/promises';
import { join, relative } from 'node:path';
import { z } from 'zod';
import { provideRuntime } from './runtime/provide.ts';
import { RUNTIME_VARIABLE, type Runtime } from './runtime/runtime.ts';

const root = join(import.meta.dirname, '..');
const results = join(root, 'test-results');
const bin = (name: string) => join(root, 'node_modules/.bin', name);

interface Part {
  name: string;
  command: string[];
  env?: Record<string, string>;
  /** Where the part writes its counts, and how to read them. */
  counts?: () => { passed: number; failed: number; names?: string[] };
}

const vitestCounts = z.object({
  numPassedTests: z.number(),
  numFailedTests: z.number(),
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
const messageLines = 12;
const playwrightCounts = z.object({
  stats: z.object({ expected: z.number(), unexpected: z.number(), flaky: z.number(), skipped: z.number() }),
});
const read = (file: string): unknown => JSON.parse(readFileSync(join(results, file), 'utf8'));

const runtime = await provideRuntime(undefined, 'session');
if (!runtime) process.exit(1);
/** The window tests are made for it, whatever the end-to-end tests run in. */
const chromium = await provideRuntime(['chromium']);
if (!chromium) process.exit(1);

const parts: Part[] = [
  { name: 'lint and arrows', command: [bin('biome'), 'ci', '.'] },
  ...['main', 'preload', 'renderer', 'build', 'test'].map((layer) => ({
    name: `types of ${layer}`,
    command: [bin('tsc'), '-p', layer],
  })),
  { name: 'bundles', command: [process.execPath, 'build/bundle.ts'] },
  {
    name: 'unit and integration',
    command: [
      bin('vitest'),
      'run',
      '--config',
      'test/vitest.config.ts',
      '--reporter=default',
      '--reporter=json',
      `--outputFile.json=${join(results, 'unit.json')}`,
    ],
    counts: () => {
      const { numPassedTests, numFailedTests, testResults } = vitestCounts.parse(read('unit.json'));
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
      return { passed: numPassedTests, failed: numFailedTests, names };
    },
  },
  endToEnd(runtime, 'e2e.json'),
  // The older Electron has bundles of its own: those that ship are shown in the engine that ships, Chromium's newest.
  ...(runtime.kind === 'older' && chromium
    ? [endToEnd(chromium, 'e2e-chromium.json', 'main-job', 'shell')]
    : []),
];

await rm(results, { recursive: true, force: true });
await mkdir(results, { recursive: true });
let passed = 0;
let failed = 0;
const summary: string[] = [];
for (const part of parts) {
  process.stdout.write(`\n=== ${part.name}\n`);
  const [program = '', ...args] = part.command;
  const { status } = spawnSync(program, args, {
    cwd: root,
    stdio: 'inherit',
    env: { ...process.env, ...part.env },
  });
  const count = countOf(part, status === 0);
  passed += count.passed;
  failed += count.failed;
  summary.push(
    `${count.failed === 0 ? 'ok    ' : 'FAILED'} ${part.name}: ${count.passed} passed, ${count.failed} failed`,
    ...(count.names ?? []),
  );
}
process.stdout.write(
  `\nWindow host of the end-to-end tests: ${runtime.name}\n${summary.join('\n')}\n${passed} passed, ${failed} failed\n`,
);
process.exitCode = failed === 0 ? 0 : 1;

/** A part that ended badly counts at least one failure, whatever it wrote. */
function countOf(part: Part, ok: boolean): { passed: number; failed: number; names?: string[] } {
  if (!part.counts) return ok ? { passed: 1, failed: 0 } : { passed: 0, failed: 1 };
  try {
    const count = part.counts();
    return ok ? count : { ...count, failed: Math.max(count.failed, 1) };
  } catch {
    return { passed: 0, failed: 1 };
  }
}

/** A failed test's name with the first lines of its message, indented under the part. */
function brief(name: string, message: string): string {
  const lines = message.split('\n').filter((line) => line.trim() !== '');
  return [`  ${name}`, ...lines.slice(0, messageLines).map((line) => `      ${line}`)].join('\n');
}

/** The end-to-end tests in a runtime; some files of them, all by default. */
function endToEnd(where: Runtime, json: string, ...files: string[]): Part {
  return {
    name: `end to end${files.length > 0 ? ` (${files.join(', ')})` : ''} in ${where.name}`,
    command: [
      ...(where.kind === 'chromium' ? [] : [process.execPath, 'test/runtime/session.ts']),
      bin('playwright'),
      ...['test', '--config', 'test/e2e/playwright.config.ts', '--reporter=list,json', ...files],
    ],
    env: {
      // A session works on a copy, without what was built here.
      ...(where.kind === 'chromium' ? { TRIPKIT_E2E_BUILT: '1' } : {}),
      [RUNTIME_VARIABLE]: where.kind,
      PLAYWRIGHT_JSON_OUTPUT_FILE: join(results, json),
    },
    counts: () => {
      const { expected, unexpected, flaky, skipped } = playwrightCounts.parse(read(json)).stats;
      if (flaky > 0) process.stdout.write(`${flaky} end-to-end tests needed a second try.\n`);
      return { passed: expected + flaky, failed: unexpected + skipped };
    },
  };
}
