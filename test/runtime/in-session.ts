/**
 * Within a session (session.ts starts it on a D-Bus bus of its own): opens a display with a window manager, unlocks a keychain,
 * runs the command, and ends what it began. Its exit code is the command's.
 */
import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { setTimeout } from 'node:timers/promises';
import { onCallersDisplay } from './session.ts';

/** How long display and window manager may take, ms. */
const START_TIMEOUT_MS = 20_000;
/** Of a keychain that holds nothing but what tests put there. */
export const KEYCHAIN_PASSWORD = 'tests';
const SCREEN = '1600x1000x24';

/** Starts an X server on a display that is free; `:N`. @throws Error where it does not start in time */
async function startDisplay(): Promise<{ display: string; server: ChildProcess }> {
  const server = spawn('Xvfb', ['-displayfd', '3', '-screen', '0', SCREEN, '-nolisten', 'tcp'], {
    stdio: ['ignore', 'ignore', 'ignore', 'pipe'],
  });
  const told = server.stdio[3] as Readable;
  const [chunk] = (await Promise.race([
    once(told, 'data', { signal: AbortSignal.timeout(START_TIMEOUT_MS) }),
    once(server, 'exit').then(() => {
      throw new Error('Xvfb ended at once.');
    }),
  ])) as [Buffer];
  return { display: `:${chunk.toString('utf8').trim()}`, server };
}

/** A window manager, ready when the root window names it (EWMH, _NET_SUPPORTING_WM_CHECK). */
async function startWindowManager(env: NodeJS.ProcessEnv): Promise<ChildProcess> {
  const manager = spawn('openbox', [], { env, stdio: ['ignore', 'ignore', 'pipe'] });
  let said = '';
  manager.stderr.on('data', (chunk: Buffer) => {
    said += chunk.toString('utf8');
  });
  const until = performance.now() + START_TIMEOUT_MS;
  while (manager.exitCode === null && manager.signalCode === null && performance.now() < until) {
    const { stdout } = spawnSync('xprop', ['-root', '_NET_SUPPORTING_WM_CHECK'], { env, encoding: 'utf8' });
    if (stdout.includes('window id')) return manager;
    await setTimeout(50);
  }
  const how = manager.exitCode ?? manager.signalCode ?? 'late';
  throw new Error(`The window manager did not start (${how}): ${said}`);
}

/** Creates and unlocks the login keychain; it goes with the bus. */
function unlockKeychain(): void {
  const { status, stderr } = spawnSync(
    'gnome-keyring-daemon',
    ['--daemonize', '--unlock', '--components=secrets'],
    { input: KEYCHAIN_PASSWORD, encoding: 'utf8', timeout: START_TIMEOUT_MS },
  );
  if (status !== 0) throw new Error(`The keychain did not start: ${stderr}`);
}

/** What the system's browser was asked to open, a URL a line; no browser is opened. */
export const OPENED_FILE = 'opened-in-browser';

/** Puts a program in the place of xdg-open, which Electron's shell.openExternal calls: its browser would outlive the tests. */
function standInForBrowser(): string {
  const runtimeDir = process.env.XDG_RUNTIME_DIR ?? '';
  const folder = join(runtimeDir, 'bin');
  mkdirSync(folder);
  const program = join(folder, 'xdg-open');
  writeFileSync(program, `#!/bin/sh\nprintf '%s\\n' "$1" >> '${join(runtimeDir, OPENED_FILE)}'\n`);
  chmodSync(program, 0o755);
  return `${folder}:${process.env.PATH}`;
}

async function main(command: readonly string[]): Promise<number> {
  unlockKeychain();
  if (onCallersDisplay()) return run(command, process.env);
  const { display, server } = await startDisplay();
  const env: NodeJS.ProcessEnv = { ...process.env, DISPLAY: display, PATH: standInForBrowser() };
  delete env.WAYLAND_DISPLAY;
  const manager = await startWindowManager(env);
  try {
    return await run(command, env);
  } finally {
    manager.kill();
    server.kill();
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
