/** The parts of a test run: how each is started, and how its results are counted. */
import { readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { z } from 'zod';
import { failedSpecs, readReport } from './playwright-report.ts';
import type { Counts, Part } from './run-parts.ts';
import { BUILT_VARIABLE, RUNTIME_VARIABLE, type Runtime } from './runtime/runtime.ts';

export const root = join(import.meta.dirname, '..');
/** Where the parts write their reports. */
export const results = join(root, 'test-results');

const PROGRAMS = {
  vitest: 'vitest/vitest.mjs',
  playwright: '@playwright/test/cli.js',
  tsc: 'typescript/bin/tsc',
  biome: '@biomejs/biome/bin/biome',
} as const;
/** Starts a program of node_modules on every system: what stands in `.bin` is no program on Windows. */
const program = (name: keyof typeof PROGRAMS): string[] => [
  process.execPath,
  join(root, 'node_modules', PROGRAMS[name]),
];
const read = (file: string): unknown => JSON.parse(readFileSync(join(results, file), 'utf8'));

/** What Vitest's JSON reporter writes, as far as it is read here. */
export const vitestReport = z.object({
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
          ancestorTitles: z.array(z.string()),
          title: z.string(),
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

/** The bundles that end-to-end tests start; every part that takes them names this one in `after`. */
export const bundles: Part = {
  name: 'bundles',
  command: [process.execPath, 'test/runtime/bundles.ts'],
  cores: 2,
};

/**
 * Lint, arrows and types of every layer. The compiler keeps what it found in `dist/types`, so that a second run checks only what changed.
 * It has one thread: four, as it would begin, check the same types several times, and take twice the processor for the same time.
 */
export const checks: readonly Part[] = [
  ...['test', 'renderer', 'main', 'preload', 'build'].map((layer) => ({
    name: `types of ${layer}`,
    command: [
      ...program('tsc'),
      ...['-p', layer, '--singleThreaded'],
      ...['--incremental', '--tsBuildInfoFile', `dist/types/${layer}.json`],
    ],
  })),
  { name: 'lint and arrows', command: [...program('biome'), 'ci', '.'] },
];

/** Projects of test/vitest.config.ts. */
export function vitest(name: string, projects: readonly string[], cores = 2): Part {
  const json = `${name.replaceAll(' ', '-')}.json`;
  const command = [
    ...program('vitest'),
    // Loaded natively: Vite's own loader leaves files in node_modules, which a session copies meanwhile.
    ...['run', '--config', 'test/vitest.config.ts', '--configLoader', 'native'],
    ...projects.map((project) => `--project=${project}`),
    ...(cores === 1 ? ['--maxWorkers=1'] : []),
  ];
  return {
    name: `${name} tests`,
    cores,
    command: [
      ...command,
      ...['--reporter=default', '--reporter=json', `--outputFile.json=${join(results, json)}`],
    ],
    again() {
      const { testResults } = vitestReport.parse(read(json));
      const failed = testResults.filter(({ status }) => status === 'failed').map((file) => file.name);
      return failed.length > 0 ? [...command, ...failed] : null;
    },
    counts(): Counts {
      const { numPassedTests, numFailedTests, numPendingTests, testResults } = vitestReport.parse(read(json));
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

/** A failed test's name with the first lines of its message, indented under the part. */
function brief(name: string, message: string): string {
  const lines = message.split('\n').filter((line) => line.trim() !== '');
  return [`  ${name}`, ...lines.slice(0, MESSAGE_LINES).map((line) => `      ${line}`)].join('\n');
}

export interface PlaywrightOptions {
  name: string;
  suite: 'e2e' | 'electron';
  /** Null: an installed app is tested by itself. */
  runtime: Runtime | null;
  /** Further arguments of Playwright: files, --grep. */
  args?: readonly string[];
  env?: Readonly<Record<string, string>>;
  /** Whether the part named `bundles` builds before. */
  built?: boolean;
  /** Cores that it keeps busy. */
  cores?: number;
}

/** Tests of a Playwright suite in a runtime. Real Electron on Linux runs in a session of its own (runtime/session.ts). */
export function playwright({
  name,
  suite,
  runtime,
  args = [],
  env = {},
  built = true,
  cores = 2,
}: PlaywrightOptions): Part {
  const json = join(results, `${name.replaceAll(/\W+/g, '-')}.json`);
  const command = [
    ...(runtime?.kind === 'chromium' ? [] : [process.execPath, 'test/runtime/session.ts']),
    ...program('playwright'),
    ...['test', '--config', `test/${suite}/playwright.config.ts`],
  ];
  return {
    name: runtime ? `${name} in ${runtime.name}` : name,
    cores,
    command: [...command, '--reporter=list,json', ...args],
    again() {
      const failed = failedSpecs(readReport(json));
      return failed.length > 0 ? [...command, '--reporter=list', ...failed.map(({ at }) => at)] : null;
    },
    after: built ? bundles.name : null,
    env: {
      ...(built ? { [BUILT_VARIABLE]: '1' } : {}),
      ...(runtime ? { [RUNTIME_VARIABLE]: runtime.kind } : {}),
      PLAYWRIGHT_JSON_OUTPUT_FILE: json,
      ...env,
    },
    counts(): Counts {
      const report = readReport(json);
      const { expected, unexpected, skipped } = report.stats;
      const names = failedSpecs(report).map(({ at, title, message }) => brief(`${at}: ${title}`, message));
      if (skipped > 0) names.push(`  ${skipped} skipped on this system`);
      // Every journey can be made everywhere; some of what Electron alone shows is one system's.
      return { passed: expected, failed: suite === 'e2e' ? unexpected + skipped : unexpected, names };
    },
  };
}
