/** A desktop that nobody sees: a D-Bus session bus with an unlocked keychain, and a display with a window manager. */
import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { setTimeout } from 'node:timers/promises';
import { patient } from '../patience.ts';

/** How long each program may take to start, ms. */
const START_TIMEOUT_MS = 20_000;
/** Of a keychain that holds nothing but what tests put there. */
const KEYCHAIN_PASSWORD = 'tests';
const SCREEN = '1600x1000x24';

/** Programs that run, and the variables by which others find them. */
export interface Desktop {
  env: NodeJS.ProcessEnv;
  end(): void;
}

/**
 * Starts it. Rejects where a program doesn't start.
 *
 * @param runtimeDir becomes XDG_RUNTIME_DIR: a folder of this desktop and this user alone
 * @param display 'own', or 'callers': windows are shown where the caller's are
 */
export async function startDesktop(runtimeDir: string, display: 'own' | 'callers'): Promise<Desktop> {
  const started: ChildProcess[] = [];
  const end = () => {
    for (const child of started.reverse()) child.kill();
  };
  try {
    const bus = await startBus();
    started.push(bus.server);
    const env: NodeJS.ProcessEnv = {
      ...process.env,
      XDG_RUNTIME_DIR: runtimeDir,
      DBUS_SESSION_BUS_ADDRESS: bus.place,
    };
    unlockKeychain(env);
    if (display === 'own') {
      const { place, server } = await startDisplay();
      started.push(server);
      Object.assign(env, { DISPLAY: `:${place}`, PATH: standInForBrowser(runtimeDir) });
      delete env.WAYLAND_DISPLAY;
      started.push(await startWindowManager(env));
    }
    return { env, end };
  } catch (error) {
    end();
    throw error;
  }
}

/** Starts a server that tells on its descriptor 3 where it is; the first line of that. @throws Error where it ends, or is late */
export async function startServer(
  program: string,
  args: readonly string[],
): Promise<{ place: string; server: ChildProcess }> {
  const server = spawn(program, args, { stdio: ['ignore', 'ignore', 'ignore', 'pipe'] });
  const ended = once(server, 'exit').then(() => {
    throw new Error(`${program} ended at once.`);
  });
  const told = once(server.stdio[3] as Readable, 'data', {
    signal: AbortSignal.timeout(patient(START_TIMEOUT_MS)),
  });
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
  const until = performance.now() + patient(START_TIMEOUT_MS);
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

/** Creates and unlocks a login keychain of the desktop's own, not the person's; the daemon goes with the bus. */
function unlockKeychain(env: NodeJS.ProcessEnv): void {
  const { status, stderr } = spawnSync(
    'gnome-keyring-daemon',
    ['--daemonize', '--unlock', '--components=secrets'],
    {
      env: { ...env, XDG_DATA_HOME: env.XDG_RUNTIME_DIR },
      input: KEYCHAIN_PASSWORD,
      encoding: 'utf8',
      timeout: patient(START_TIMEOUT_MS),
    },
  );
  if (status !== 0) throw new Error(`The keychain did not start: ${stderr}`);
}

/** Puts a program in the place of xdg-open, which Electron's shell.openExternal calls: its browser would outlive the tests. */
function standInForBrowser(runtimeDir: string): string {
  const folder = join(runtimeDir, 'bin');
  mkdirSync(folder);
  const program = join(folder, 'xdg-open');
  writeFileSync(program, '#!/bin/sh\n');
  chmodSync(program, 0o755);
  return `${folder}:${process.env.PATH}`;
}
