/**
 * `npm start`: builds the bundles and opens the app in the runtime that is here or can be had; `npm start -- [its arguments]`.
 */
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { provideBundles } from './bundles.ts';
import { provideRuntime } from './provide.ts';
import { needsSession, runInSession } from './session.ts';

const runtime = await provideRuntime();
if (!runtime) process.exit(1);
if (needsSession(runtime)) {
  const again = [process.execPath, ...process.argv.slice(1)];
  process.exit(await runInSession(again, { onCallersDisplay: true }));
}
process.stderr.write(`Window host: ${runtime.name}.\n`);
await provideBundles(runtime);
const [program, ...args] =
  runtime.kind === 'chromium'
    ? [process.execPath, join(import.meta.dirname, '../host/run-app.ts')]
    : [runtime.executable, runtime.app];
const { status } = spawnSync(program, [...args, ...process.argv.slice(2)], { stdio: 'inherit' });
process.exitCode = status ?? 1;
