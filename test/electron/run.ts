/**
 * `npm run test:electron`: all of test/e2e and of test/electron in real Electron, packed by electron-builder where a test
 * wants that. The runtime is found or fetched (test/runtime); on Linux it runs on a desktop of its own, as an unprivileged
 * user where root calls. Without a runtime nothing is run, which is said, and the exit code is 3.
 *
 *     --required      a missing runtime is a failure (1): for CI
 *     --app FILE      the program of an installed or packed app; default: one is packed now, unsigned, into dist/electron/
 *     --only NAME     one part alone: e2e, or a file of test/electron (main, tls, packaged, updater …)
 *     WORDS           only tests whose name holds them
 */
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { bundles, playwright, root } from '../parts.ts';
import { runParts } from '../run-parts.ts';
import { provideRuntime } from '../runtime/provide.ts';
import { type Runtime, wantedKinds } from '../runtime/runtime.ts';
import { PACKAGED_VARIABLE } from './global-setup.ts';
import { electronOnly, NEWEST_ONLY } from './parts.ts';

const NOTHING_RUN = 3;
/** What the older Electron shows of the app through a stand-in alone (test/runtime/shims). */
const SHIMMED = [
  'node:sqlite of Node 24 (better-sqlite3 stands in)',
  'safeStorage’s asynchronous functions (the synchronous ones stand in)',
  'the system’s certificates by tls.getCACertificates',
  'net.request with a client certificate (a page that nobody sees makes the request)',
  'module.registerHooks, zstd, and JavaScript that is newer than Chromium 130',
];

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    required: { type: 'boolean', default: false },
    app: { type: 'string' },
    only: { type: 'string' },
  },
});

process.exitCode = await main();

async function main(): Promise<number> {
  const { app } = values;
  if (app !== undefined && !existsSync(app)) {
    process.stderr.write(`There is no app ${app}.\n`);
    return 1;
  }
  const runtime = await provideRuntime(
    wantedKinds().filter((kind) => kind !== 'chromium'),
    'tests',
  );
  if (!runtime && app === undefined) {
    process.stdout.write('Electron is not here: nothing was run.\n');
    return values.required ? 1 : NOTHING_RUN;
  }
  const parts = partsOf(runtime, app);
  const { failed, passed, summary } = await runParts(parts, root);
  if (runtime?.kind === 'older') sayNotShown();
  process.stdout.write(`\n${summary.join('\n')}\n${passed} passed, ${failed} failed\n`);
  return failed === 0 ? 0 : 1;
}

/** @param runtime null where an installed app alone is tested, without one to compare with */
function partsOf(runtime: Runtime | null, app: string | undefined) {
  const { only } = values;
  const words = positionals.length > 0 ? ['--grep', positionals.join(' ')] : [];
  const env: Record<string, string> = app === undefined ? {} : { [PACKAGED_VARIABLE]: resolve(app) };
  const file = only === undefined ? [] : [`/${only}.electron.ts`];
  if (!runtime) {
    const args = [only === undefined ? '/packaged.electron.ts' : file.join(), ...words];
    return [electronOnly(null, { args, env, built: false })];
  }
  const endToEnd = playwright({ name: 'end to end', suite: 'e2e', runtime, args: words });
  const further = electronOnly(runtime, { args: [...file, ...words], env });
  if (only === undefined) return [bundles, endToEnd, further];
  return [bundles, only === 'e2e' ? endToEnd : further];
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
