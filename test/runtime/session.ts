/**
 * A desktop for tests of real Electron: a display of its own with a window manager, a D-Bus session bus with an unlocked
 * keychain, and, because Chromium has no sandbox for root, an unprivileged user where the caller is root. That user works on a
 * copy of the checkout, whose owner never changes; what the command leaves in the folders of results is brought back.
 *
 *     node test/runtime/session.ts PROGRAM [ARGUMENTS]
 *
 * Elsewhere than on Linux the command is run as it is: the machine's own desktop is there.
 */
import { spawn, spawnSync } from 'node:child_process';
import { existsSync, realpathSync } from 'node:fs';
import { cp, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join, relative } from 'node:path';
import { OLDER_VARIABLE } from './older-electron.ts';
import { isRoot } from './packages.ts';
import { BUILT_VARIABLE, findRuntime, olderApp, RUNTIME_VARIABLE, type Runtime } from './runtime.ts';

const root = join(import.meta.dirname, '../..');
/** Who tests where root calls. */
const USER = 'tripkit-test';
/** What a test run writes into a checkout and people look at. */
const RESULTS = ['test-results', 'demo-output', 'bench-output'] as const;
/** What of a checkout is not copied: history, and what is made anew. */
const NOT_COPIED = new Set<string>(['.git', 'node_modules', 'out', 'dist', ...RESULTS]);
/** Bundles that were built just now (BUILT_VARIABLE). */
const BUNDLES = ['out', relative(root, olderApp)];
/** Set within a session. */
export const SESSION_VARIABLE = 'TRIPKIT_SESSION';

/** Set where the session's window is on the caller's display, before a person's eyes. */
const CALLERS_DISPLAY_VARIABLE = 'TRIPKIT_CALLERS_DISPLAY';

export const onCallersDisplay = (env: NodeJS.ProcessEnv = process.env): boolean =>
  env[CALLERS_DISPLAY_VARIABLE] === '1';
export const inSession = (env: NodeJS.ProcessEnv = process.env): boolean => env[SESSION_VARIABLE] === '1';

/** Whether Electron needs a session to be started by this process. */
export function needsSession(runtime: Runtime, env: NodeJS.ProcessEnv = process.env): boolean {
  if (runtime.kind === 'chromium' || process.platform !== 'linux' || inSession(env)) return false;
  return isRoot() || !(env.DISPLAY || env.WAYLAND_DISPLAY);
}

export interface SessionOptions {
  /** Further variables of the command. */
  env?: Readonly<Record<string, string>>;
  /** Shows windows on the caller's display, where there is one, instead of one of the session's own. */
  onCallersDisplay?: boolean;
}

/**
 * Runs a program of the checkout (a path below it, or one on the PATH) in a session; its exit code.
 * @throws Error where the user or the copy can't be made
 */
export async function runInSession(
  command: readonly string[],
  options: SessionOptions = {},
): Promise<number> {
  if (process.platform !== 'linux' || inSession())
    return run(command, root, { ...process.env, ...options.env });
  return isRoot() ? runAsUser(command, options) : runHere(command, root, process.env, options);
}

/** In the checkout itself, as whoever calls. */
async function runHere(
  command: readonly string[],
  folder: string,
  env: NodeJS.ProcessEnv,
  options: SessionOptions,
  as: readonly string[] = [],
): Promise<number> {
  const runtimeDir = await mkdtemp(join(tmpdir(), 'tripkit-xdg-'));
  try {
    if (as.length > 0) must('chown', [USER, runtimeDir]);
    const inside = join(folder, relative(root, join(import.meta.dirname, 'in-session.ts')));
    const node = join(folder, relative(root, process.execPath));
    const program = process.execPath.startsWith(root) ? node : process.execPath;
    return await run([...as, program, '--disable-warning=ExperimentalWarning', inside, ...command], folder, {
      ...env,
      ...options.env,
      PATH: `${dirname(program)}:${env.PATH ?? ''}`,
      XDG_RUNTIME_DIR: runtimeDir,
      [CALLERS_DISPLAY_VARIABLE]: options.onCallersDisplay && env.DISPLAY ? '1' : '0',
      // Without a desktop that it knows Chromium takes no keychain (components/os_crypt/sync/key_storage_util_linux.cc).
      XDG_CURRENT_DESKTOP: 'GNOME',
      // Every desktop has a language: without one xdotool finds no title with other letters than ASCII.
      LANG: env.LANG ?? 'C.UTF-8',
      [SESSION_VARIABLE]: '1',
    });
  } finally {
    await rm(runtimeDir, { recursive: true, force: true });
  }
}

/** In a copy, as the unprivileged user. */
async function runAsUser(command: readonly string[], options: SessionOptions): Promise<number> {
  makeUser();
  const home = spawnSync('getent', ['passwd', USER], { encoding: 'utf8' }).stdout.split(':')[5] ?? '/tmp';
  const folder = await mkdtemp(join(tmpdir(), 'tripkit-session-'));
  const copy = join(folder, 'checkout');
  try {
    await cp(root, copy, {
      recursive: true,
      verbatimSymlinks: true,
      filter: (path) => !NOT_COPIED.has(relative(root, path)),
    });
    if (process.env[BUILT_VARIABLE] === '1')
      for (const name of BUNDLES.filter((name) => existsSync(join(root, name))))
        await cp(join(root, name), join(copy, name), { recursive: true });
    must('chown', ['--recursive', USER, folder]);
    copyModules(copy);
    const runtime = findRuntime();
    const env: NodeJS.ProcessEnv = { ...process.env, HOME: home, USER, LOGNAME: USER };
    // The cache of root is closed to others.
    delete env.XDG_CACHE_HOME;
    if (runtime && runtime.kind !== 'chromium') {
      env[RUNTIME_VARIABLE] = runtime.kind;
      if (runtime.kind === 'older') {
        const electron = join(folder, 'electron');
        must('cp', ['--archive', dirname(runtime.executable), electron]);
        env[OLDER_VARIABLE] = electron;
      }
    }
    if (options.onCallersDisplay && env.XAUTHORITY) {
      const cookies = join(folder, 'Xauthority');
      await cp(env.XAUTHORITY, cookies);
      must('chown', [USER, cookies]);
      env.XAUTHORITY = cookies;
    }
    const inCopy = (text: string) => (text.startsWith(root) ? join(copy, relative(root, text)) : text);
    for (const [name, value] of Object.entries(env)) {
      if (/^(TRIPKIT|PLAYWRIGHT)_/.test(name)) env[name] = inCopy(value ?? '');
    }
    const code = await runHere(command.map(inCopy), copy, env, options, ['runuser', '--user', USER, '--']);
    for (const name of RESULTS) {
      if (!existsSync(join(copy, name))) continue;
      // Not fs.cp, which keeps the owner.
      must('cp', ['--recursive', join(copy, name), root]);
    }
    return code;
  } finally {
    await rm(folder, { recursive: true, force: true, maxRetries: 5 });
  }
}

function makeUser(): void {
  if (spawnSync('id', [USER], { stdio: 'ignore' }).status === 0) return;
  must('useradd', ['--create-home', '--shell', '/usr/sbin/nologin', USER]);
}

/** Links where the copy is on the same disk and all may read what is there; else copies, with the user as owner. */
function copyModules(copy: string): void {
  // A link to another checkout's: what it leads to must stay that one's.
  const from = realpathSync(join(root, 'node_modules'));
  const to = join(copy, 'node_modules');
  const linked = spawnSync('cp', ['--archive', '--link', from, to], { stdio: 'ignore' }).status === 0;
  const probe = join(to, 'typescript/package.json');
  if (linked && spawnSync('runuser', ['--user', USER, '--', 'test', '-r', probe]).status === 0) {
    // The folder alone is the user's, for what tools keep below it.
    must('chown', [USER, to]);
    return;
  }
  spawnSync('rm', ['-rf', to]);
  must('cp', ['--archive', from, to]);
  must('chown', ['--recursive', USER, to]);
}

function must(program: string, args: readonly string[]): void {
  const { status, stderr, error } = spawnSync(program, args, { encoding: 'utf8' });
  if (status !== 0) throw new Error(`${program} failed: ${stderr?.trim() || error?.message}`);
}

/** Runs a program with what this process has of signals and streams; its exit code, 128 and more for a signal. */
function run(command: readonly string[], cwd: string, env: NodeJS.ProcessEnv): Promise<number> {
  const [program = '', ...args] = command;
  return new Promise((resolve, reject) => {
    const child = spawn(program, args, { cwd, env, stdio: 'inherit' });
    const pass = (signal: NodeJS.Signals) => child.kill(signal);
    for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, pass);
    child.on('error', reject);
    child.on('close', (code, signal) => {
      for (const name of ['SIGINT', 'SIGTERM'] as const) process.off(name, pass);
      resolve(code ?? (signal === null ? 1 : 130));
    });
  });
}

if (import.meta.main) process.exitCode = await runInSession(process.argv.slice(2));
