/**
 * Runs the tests of the project, of two sizes:
 *
 *     node test/run-all.ts             `npm test`: lint, types, unit and window tests, the journeys end to end
 *     node test/run-all.ts full        `npm run test:full`: everything, each test once. --rest: only what `npm test` leaves out
 *     node test/run-all.ts check       `npm run check`: lint, types, unit tests that are quick and need no process of their own
 *     node test/run-all.ts e2e [FILES] the end-to-end tests alone. --grep WORDS: those whose names or tags hold them
 *
 * Windows are shown by the runtime that is there or can be had (test/runtime). Parts run side by side as far as there are cores, and
 * each prints its output when it ends; every part runs even if one before it failed, and nothing is skipped silently. The last
 * line counts. `--steady` is for CI, on machines that others use too: what failed is run three times more, alone, and what then
 * passes each time is reported as unsteady.
 */
import { mkdir, rm } from 'node:fs/promises';
import { parseArgs } from 'node:util';
import { compileCache } from './compile-cache.ts';
import { electronOnly } from './electron/parts.ts';
import { bundles, checks, playwright, results, root, vitest } from './parts.ts';
import { JOURNEY } from './playwright-settings.ts';
import { type Part, runParts } from './run-parts.ts';
import { provideRuntime } from './runtime/provide.ts';
import type { Runtime } from './runtime/runtime.ts';

interface Hosts {
  /** Shows the windows of end-to-end tests. */
  runtime: Runtime;
  /** Shows those of window tests, whatever shows the others. */
  chromium: Runtime;
}

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    steady: { type: 'boolean', default: false },
    rest: { type: 'boolean', default: false },
    grep: { type: 'string' },
  },
});
const [what = 'test', ...files] = positionals;

Object.assign(process.env, compileCache);
const parts = await partsOf(what);
// What `npm test` leaves out completes its results (test/docs/proofs.ts reads both).
if (!values.rest) await rm(results, { recursive: true, force: true });
await mkdir(results, { recursive: true });
const { passed, failed, summary } = await runParts(parts, root, { times_again: values.steady ? 3 : 0 });
process.stdout.write(`\n${summary.join('\n')}\n${passed} passed, ${failed} failed\n`);
process.exitCode = failed === 0 ? 0 : 1;

async function partsOf(size: string): Promise<readonly Part[]> {
  switch (size) {
    case 'check':
      return [...checks, vitest('unit', ['unit'])];
    case 'test':
      return quick(await provideHosts('session'));
    case 'full': {
      const hosts = await provideHosts('tests');
      return values.rest ? rest(hosts) : [...quick(hosts), ...rest(hosts)];
    }
    case 'e2e': {
      const { runtime } = await provideHosts('session');
      const args = [...files, ...(values.grep === undefined ? [] : ['--grep', values.grep])];
      return [playwright({ name: 'end to end', suite: 'e2e', runtime, args, built: false })];
    }
    default:
      process.stderr.write('Usage: node test/run-all.ts [--steady] [check | full [--rest] | e2e [FILES]]\n');
      return process.exit(2);
  }
}

/** What `npm test` runs. */
function quick({ runtime }: Hosts): Part[] {
  return [
    bundles,
    vitest('window', ['window']),
    // They wait for starts and kits half of their time: the checks, one after the other, have the other core.
    playwright({ name: 'journeys', suite: 'e2e', runtime, args: ['--grep', JOURNEY], cores: 1 }),
    ...checks,
    vitest('unit', ['unit', 'slow', 'isolated']),
    // What measures the processor has it for itself.
    vitest('cpu', ['cpu'], Number.POSITIVE_INFINITY),
  ];
}

/** What `npm test` leaves out. */
function rest({ runtime, chromium }: Hosts): Part[] {
  const others = ['--grep-invert', JOURNEY];
  const again = { suite: 'e2e', runtime: chromium, args: ['main-job', 'shell'] } as const;
  return [
    bundles,
    // Those that wait half of their time have tests of one worker beside them.
    playwright({ name: 'further end to end', suite: 'e2e', runtime, args: others, cores: 1 }),
    vitest('long', ['long'], 1),
    ...(runtime.kind === 'chromium' ? [] : [electronOnly(runtime)]),
    // The older Electron has bundles of its own: those that ship are shown in the engine that ships, Chromium's newest.
    ...(runtime.kind === 'older' ? [playwright({ name: 'end to end again', ...again, cores: 1 })] : []),
    {
      name: 'fault campaign',
      command: [process.execPath, 'test/campaign/campaign.ts', '--seed', '4', '--runs', '48'],
      cores: 1,
    },
    vitest('long window', ['window-long']),
  ];
}

/** What shows windows; the process ends where there is none. */
async function provideHosts(use: 'session' | 'tests'): Promise<Hosts> {
  const runtime = await provideRuntime(undefined, use);
  const chromium = runtime && (await provideRuntime(['chromium']));
  if (!runtime || !chromium) process.exit(1);
  process.stdout.write(`Window host of the end-to-end tests: ${runtime.name}\n`);
  return { runtime, chromium };
}
