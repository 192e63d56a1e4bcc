/**
 * Within a session (session.ts starts it): starts a D-Bus session bus with an unlocked keychain and a display with a window manager,
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
const runtimeDir = process.env.XDG_RUNTIME_DIR ?? '';

/** Starts a server that tells on its descriptor 3 where it is; the first line of that. @throws Error where it ends, or is late */
export async function startServer(
  program: string,
  args: readonly string[],
): Promise<{ place: string; server: ChildProcess }> {
  const server = spawn(program, args, { stdio: ['ignore', 'ignore', 'ignore', 'pipe'] });
  const ended = once(server, 'exit').then(() => {
    throw new Error(`${program} ended at once.`);
  });
  const told = once(server.stdio[3] as Readable, 'data', { signal: AbortSignal.timeout(START_TIMEOUT_MS) });
  const [chunk] = (await Promise.race([told, ended])) as [Buffer];
  return { place: chunk.toString('utf8').trim(), server };
}

/** An X server on a display that is free. */
const startDisplay = () =>
  startServer('Xvfb', ['-displayfd', '3', '-screen', '0', SCREEN, '-nolisten', 'tcp']);

/** A D-Bus session bus, which says what it starts to the system's log alone. */
const startBus = () =>
  startServer('dbus-daemon', ['--session', '--nofork', '--print-address=3', '--syslog-only']);

/**
 * A window manager, ready when the root window names it (EWMH, _NET_SUPPORTING_WM_CHECK). One that ends is started again while
 * there is time: on a busy machine it sometimes gives up a display that has just begun.
 */
async function startWindowManager(env: NodeJS.ProcessEnv): Promise<ChildProcess> {
  const until = performance.now() + START_TIMEOUT_MS;
  for (;;) {
    const manager = spawn('openbox', [], { env, stdio: ['ignore', 'ignore', 'pipe'] });
    let said = '';
    manager.stderr.on('data', (chunk: Buffer) => {
      said += chunk.toString('utf8');
    });
    while (manager.exitCode === null && manager.signalCode === null && performance.now() < until) {
      const { stdout } = spawnSync('xprop', ['-root', '_NET_SUPPORTING_WM_CHECK'], { env, encoding: 'utf8' });
      if (stdout.includes('window id')) return manager;
      await setTimeout(50);
    }
    if (performance.now() < until) continue;
    manager.kill();
    const how = manager.exitCode ?? manager.signalCode ?? 'late';
    throw new Error(`The window manager did not start (${how}): ${said}`);
  }
}

/** Creates and unlocks a login keychain of the session's own, not the person's; the daemon goes with the bus. */
function unlockKeychain(env: NodeJS.ProcessEnv): void {
  const { status, stderr } = spawnSync(
    'gnome-keyring-daemon',
    ['--daemonize', '--unlock', '--components=secrets'],
    {
      env: { ...env, XDG_DATA_HOME: runtimeDir },
      input: KEYCHAIN_PASSWORD,
      encoding: 'utf8',
      timeout: START_TIMEOUT_MS,
    },
  );
  if (status !== 0) throw new Error(`The keychain did not start: ${stderr}`);
}

/** What the system's browser was asked to open, a URL a line; no browser is opened. */
export const OPENED_FILE = 'opened-in-browser';

/** Puts a program in the place of xdg-open, which Electron's shell.openExternal calls: its browser would outlive the tests. */
function standInForBrowser(): string {
  const folder = join(runtimeDir, 'bin');
  mkdirSync(folder);
  const program = join(folder, 'xdg-open');
  writeFileSync(program, `#!/bin/sh\nprintf '%s\\n' "$1" >> '${join(runtimeDir, OPENED_FILE)}'\n`);
  chmodSync(program, 0o755);
  return `${folder}:${process.env.PATH}`;
}

async function main(command: readonly string[]): Promise<number> {
  const begun: ChildProcess[] = [];
  try {
    const bus = await startBus();
    begun.push(bus.server);
    const env: NodeJS.ProcessEnv = { ...process.env, DBUS_SESSION_BUS_ADDRESS: bus.place };
    unlockKeychain(env);
    if (!onCallersDisplay()) {
      const display = await startDisplay();
      begun.push(display.server);
      Object.assign(env, { DISPLAY: `:${display.place}`, PATH: standInForBrowser() });
      delete env.WAYLAND_DISPLAY;
      begun.push(await startWindowManager(env));
    }
    return await run(command, env);
  } finally {
    for (const child of begun.reverse()) child.kill();
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
