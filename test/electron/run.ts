/**
 * `npm run test:electron`: all of test/e2e and of test/electron in real Electron, packed by electron-builder where a test
 * wants that. The runtime is found or fetched (test/runtime); on Linux it runs on a desktop of its own, as an unprivileged
 * user where root calls. Without a runtime nothing is run, which is said, and the exit code is 3.
 *
 *     --required      a missing runtime is a failure (1): for CI
 *     --app FILE      the program of an installed or packed app; default: one is packed now, unsigned, into dist/electron/
 *     --steady        what failed is run three times more, alone; what then passes each time is told as unsteady: for CI
 *     --only NAME     one part alone: e2e, or a file of test/electron (main, tls, packaged, updater …)
 *     --dry-run       runs the parts that Node can run (tls, without Electron), to try the suite itself
 *     WORDS           only tests whose name holds them
 */
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { buildBundles } from '../../build/bundle.ts';
import { failedSpecs, readReport } from '../playwright-report.ts';
import { buildOlderBundles } from '../runtime/older-bundles.ts';
import { provideRuntime } from '../runtime/provide.ts';
import { type Runtime, wantedKinds } from '../runtime/runtime.ts';
import { inSession, runInSession } from '../runtime/session.ts';
import { packApp } from './pack-app.ts';

const NOTHING_RUN = 3;
/** Marks what an older Electron can't show. */
const NEWEST_ONLY = '@electron-45';
/** What the older Electron shows of the app through a stand-in alone (test/runtime/shims). */
const SHIMMED = [
  'node:sqlite of Node 24 (better-sqlite3 stands in)',
  'safeStorage’s asynchronous functions (the synchronous ones stand in)',
  'the system’s certificates by tls.getCACertificates',
  'net.request with a client certificate (a page that nobody sees makes the request)',
  'module.registerHooks, zstd, and JavaScript that is newer than Chromium 130',
];

const root = join(import.meta.dirname, '../..');
const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    steady: { type: 'boolean', default: false },
    required: { type: 'boolean', default: false },
    'dry-run': { type: 'boolean', default: false },
    app: { type: 'string' },
    only: { type: 'string' },
  },
});

process.exitCode = await main();

async function main(): Promise<number> {
  if (values['dry-run']) return playwright('electron', ['tls'], { TRIPKIT_ELECTRON_DRY_RUN: '1' });
  const runtime = await provideRuntime(
    wantedKinds().filter((kind) => kind !== 'chromium'),
    'tests',
  );
  if (!runtime && !values.app) {
    process.stdout.write('Electron is not here: nothing was run.\n');
    return values.required ? 1 : NOTHING_RUN;
  }
  if (process.platform === 'linux' && !inSession()) {
    return runInSession([process.execPath, ...process.execArgv, ...process.argv.slice(1)]);
  }
  return runtime ? suites(runtime) : packaged(resolve(values.app ?? ''));
}

async function suites(runtime: Runtime): Promise<number> {
  process.stdout.write(`Runtime: ${runtime.name}\n`);
  await buildBundles();
  if (runtime.kind === 'older') await buildOlderBundles();
  const only = values.only;
  let failed = 0;
  if (!only || only === 'e2e') {
    failed += playwright('e2e', [], { TRIPKIT_E2E_BUILT: '1' }) === 0 ? 0 : 1;
  }
  if (only !== 'e2e') {
    const program = values.app ? resolve(values.app) : packApp(runtime);
    if (program === null || !existsSync(program)) {
      process.stderr.write(`There is no packed app: ${program ?? 'electron-builder failed'}.\n`);
      return 1;
    }
    const without = runtime.kind === 'older' ? ['--grep-invert', NEWEST_ONLY] : [];
    const files = only ? [`/${only}.electron.ts`] : [];
    failed += playwright('electron', [...files, ...without], { TRIPKIT_PACKAGED: program }) === 0 ? 0 : 1;
  }
  if (runtime.kind === 'older') sayNotShown();
  return failed === 0 ? 0 : 1;
}

/** An installed app alone, without a runtime to compare with. */
function packaged(program: string): number {
  if (!existsSync(program)) {
    process.stderr.write(`There is no packed app: ${program}.\n`);
    return 1;
  }
  return playwright('electron', [values.only ?? 'packaged'], { TRIPKIT_PACKAGED: program });
}

function playwright(suite: 'e2e' | 'electron', args: readonly string[], env: Record<string, string>): number {
  const words = positionals.length > 0 ? ['--grep', positionals.join(' ')] : [];
  const config = `test/${suite}/playwright.config.ts`;
  const report = join(root, `test-results/${suite}-report.json`);
  const run = (reporter: string, ...more: string[]) =>
    spawnSync(
      process.execPath,
      [
        ...['node_modules/@playwright/test/cli.js', 'test', '--config', config],
        ...['--reporter', reporter, ...more],
      ],
      { cwd: root, stdio: 'inherit', env: { ...process.env, ...env, PLAYWRIGHT_JSON_OUTPUT_FILE: report } },
    ).status ?? 1;
  const status = run('list,json', ...args, ...words);
  const failed = status === 0 || !values.steady ? [] : failedSpecs(readReport(report));
  if (failed.length === 0) return status;
  process.stdout.write('\nWhat failed is run three times more, alone.\n');
  const again = run('list', '--repeat-each', '3', ...failed);
  if (again === 0)
    process.stdout.write(`UNSTEADY ${suite}: what failed passed 3 times alone. Mend the tests.\n`);
  return again;
}

/** Names what was not run, or not as it ships, because the runtime is older than the one that ships. */
function sayNotShown(): void {
  const { stdout } = spawnSync(
    process.execPath,
    [
      ...['node_modules/@playwright/test/cli.js', 'test', '--config', 'test/electron/playwright.config.ts'],
      ...['--list', '--grep', NEWEST_ONLY],
    ],
    { cwd: root, encoding: 'utf8', env: process.env },
  );
  const names = [...stdout.matchAll(/^ {2}(\S.*)$/gm)].map((match) => `  not run: ${match[1]}`);
  const shims = SHIMMED.map((what) => `  not as it ships: ${what}`);
  process.stdout.write(`\nOnly Electron 45 can show:\n${[...names, ...shims].join('\n')}\n`);
}
