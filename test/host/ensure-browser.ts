/**
 * Makes sure that there is something to show a window with: real Electron, or a Chromium for the window host. On Debian
 * and Ubuntu as root it installs Chromium; elsewhere it prints the one command that helps, and exits with 1.
 */
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { findChromium } from './find-chromium.ts';
import { findElectron } from './find-electron.ts';

/** A bare machine has no fonts, and a window without letters shows nobody anything. */
const packages = ['chromium', 'fonts-liberation', 'fonts-dejavu-core'];

/** How long apt-get may take, ms. */
const APT_TIMEOUT_MS = 10 * 60_000;

/** Which host is there now; null for none. */
export function availableHost(): 'electron' | 'chromium' | null {
  if (findElectron()) return 'electron';
  return findChromium() ? 'chromium' : null;
}

/** The one command that gives this machine a browser. */
export function installCommand(platform: NodeJS.Platform, debian: boolean): string {
  if (platform === 'darwin') return 'brew install --cask chromium';
  if (platform === 'win32') return 'winget install --id Google.Chrome';
  return debian ? 'sudo apt-get update && sudo apt-get install -y chromium' : 'npx install-electron';
}

/** Whether this is Debian or a child of it, by os-release(5). */
function isDebian(): boolean {
  try {
    return /^ID(_LIKE)?=.*\b(debian|ubuntu)\b/m.test(readFileSync('/etc/os-release', 'utf8'));
  } catch {
    return false;
  }
}

function apt(...args: string[]): boolean {
  const { status } = spawnSync('apt-get', args, {
    stdio: 'inherit',
    timeout: APT_TIMEOUT_MS,
    env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
  });
  return status === 0;
}

/** Resolves to the host that is there, or null after the command that helps was printed. */
export function ensureBrowser(): 'electron' | 'chromium' | null {
  const there = availableHost();
  if (there) return there;
  const debian = process.platform === 'linux' && isDebian();
  if (debian && process.getuid?.() === 0) {
    process.stderr.write('There is no Electron and no Chromium here: installing Chromium with apt-get.\n');
    // An update that fails in part (a mirror that is away) may still leave a list that is good enough.
    apt('update');
    if (apt('install', '-y', '--no-install-recommends', ...packages) && findChromium()) return 'chromium';
  }
  process.stderr.write(
    `There is no Electron and no Chromium here to show a window with. Run this, then try again:\n\n  ${installCommand(process.platform, debian)}\n\n`,
  );
  return null;
}

if (import.meta.main) {
  const host = ensureBrowser();
  if (!host) process.exit(1);
  process.stderr.write(`Window host: ${host}.\n`);
}
