/** What a desktop for tests is made of on Linux (session.ts), and how to get it. */
import { installPackages, isOnPath } from './packages.ts';

/** Programs, each with Debian's package. */
const tools: readonly (readonly [program: string, debian: string])[] = [
  ['Xvfb', 'xvfb'],
  // The system's dialogs need a window manager to get the focus.
  ['openbox', 'openbox'],
  ['xdotool', 'xdotool'],
  ['xprop', 'x11-utils'],
  ['dbus-daemon', 'dbus'],
  ['gnome-keyring-daemon', 'gnome-keyring'],
  ['busctl', 'systemd'],
  // For the AppImage and the deb (test/electron/installers).
  ['mksquashfs', 'squashfs-tools'],
  ['desktop-file-validate', 'desktop-file-utils'],
];
/** Libraries that Electron loads and the programs above don't bring, and letters to write with. */
const libraries = [
  'libgtk-3-0',
  'libnss3',
  'libgbm1',
  'libasound2',
  'libsecret-1-0',
  'libnotify4',
  // Stand-ins of the desktop's services (test/electron/desktop/bus.ts).
  'python3-dbusmock',
  'fonts-liberation',
  'fonts-dejavu-core',
];

/** The packages whose programs lack here. */
export function missingTools(env: NodeJS.ProcessEnv = process.env): string[] {
  return tools.filter(([program]) => !isOnPath(program, env)).map(([, debian]) => debian);
}

/** The command that gives a Debian or Ubuntu all of it. */
export const toolsCommand = `sudo apt-get install --yes ${[...tools.map(([, debian]) => debian), ...libraries].join(' ')}`;

/** Makes sure of the tools; a sentence that says what lacks, or null. */
export function ensureTools(): string | null {
  if (missingTools().length > 0) {
    process.stderr.write('Installing a display, a window manager and a keychain for tests with apt-get.\n');
    installPackages([...tools.map(([, debian]) => debian), ...libraries]);
  }
  const missing = missingTools();
  if (missing.length === 0) return null;
  return `Electron needs a desktop to be tested on, and this machine lacks ${missing.join(', ')}. On Debian and Ubuntu run: ${toolsCommand}`;
}
