/** Within a session (session.ts starts it): starts a desktop, runs the command on it, and ends it. Its exit code is the command's. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { startDesktop } from './desktop.ts';
import { onCallersDisplay } from './session.ts';

async function main(command: readonly string[]): Promise<number> {
  const desktop = await startDesktop(
    process.env.XDG_RUNTIME_DIR ?? '',
    onCallersDisplay() ? 'callers' : 'own',
  );
  try {
    return await run(command, desktop.env);
  } finally {
    desktop.end();
  }
}

async function run(command: readonly string[], env: NodeJS.ProcessEnv): Promise<number> {
  const [program = '', ...args] = command;
  const child = spawn(program, args, { env, stdio: 'inherit' });
  // Ended by the signals that the whole group gets.
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => child.kill(signal));
  const [code] = (await once(child, 'close')) as [number | null];
  return code ?? 1;
}

if (import.meta.main) process.exitCode = await main(process.argv.slice(2));
