/** Start with the person's session: through Electron on Windows and macOS, on Linux through a file in the freedesktop autostart folder. */
import { mkdirSync, readFileSync, rmSync } from 'node:fs';
import { isAbsolute, join } from 'node:path';
import type { App } from 'electron';
import { TripKitError } from '../common/errors.ts';
import { replaceFileSync } from '../common/whole-file.ts';

/** Marks a start with the session. */
export const HIDDEN = '--hidden';
/** The entry's file (Desktop Application Autostart Specification 0.5). */
export const AUTOSTART_FILE = 'trip-kit-desktop.desktop';

interface LoginDeps {
  app: Pick<App, 'setLoginItemSettings' | 'getLoginItemSettings'>;
  platform: NodeJS.Platform;
  /** The environment of the process: XDG_CONFIG_HOME, APPIMAGE. */
  env: Readonly<Record<string, string | undefined>>;
  /** The person's home folder, absolute. */
  home: string;
  /** The program, absolute. */
  program: string;
}

export interface LoginItem {
  /** Sets the entry. @throws TripKitError of kind `disk` */
  set(open: boolean): void;
  /** Whether this start came with the session (macOS; on other systems the argument says so). */
  cameWithSession(): boolean;
}

/** The app's entry among the programs that start with the session. */
export function createLoginItem(deps: LoginDeps): LoginItem {
  const { app, platform } = deps;
  if (platform === 'linux') return { set: autostart(deps), cameWithSession: () => false };
  const args = [HIDDEN];
  return {
    set(open) {
      // Unchanged if already correct: setting it again would undo a choice in the system's own settings.
      if (app.getLoginItemSettings({ args }).openAtLogin !== open)
        app.setLoginItemSettings({ openAtLogin: open, ...(platform === 'win32' ? { args } : {}) });
    },
    cameWithSession: () => platform === 'darwin' && app.getLoginItemSettings().wasOpenedAtLogin,
  };
}

function autostart({ env, home, program }: LoginDeps): (open: boolean) => void {
  const config = env.XDG_CONFIG_HOME;
  // "All paths set in these environment variables must be absolute" (XDG Base Directory Specification).
  const folder = join(config && isAbsolute(config) ? config : join(home, '.config'), 'autostart');
  const file = join(folder, AUTOSTART_FILE);
  return (open) => {
    try {
      if (!open) {
        rmSync(file, { force: true });
        return;
      }
      // An AppImage's own path is a mount, which is gone when it ends.
      const entry = autostartEntry(env.APPIMAGE ?? program);
      if (read(file) === entry) return;
      mkdirSync(folder, { recursive: true, mode: 0o700 });
      replaceFileSync(file, entry);
    } catch (cause) {
      throw new TripKitError(
        'disk',
        `The start with your session can’t be ${open ? 'set up' : 'taken back'}: ${folder} can’t be written to. Check its access rights, and try again.`,
        { cause },
      );
    }
  };
}

function read(file: string): string | null {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return null;
  }
}

/** The desktop entry (Desktop Entry Specification 1.5, "The Exec key"). */
export function autostartEntry(program: string): string {
  return [
    '[Desktop Entry]',
    'Type=Application',
    'Name=Trip Kit Desktop',
    'Comment=Trip kits go on without a window',
    `Exec=${quoted(program)} ${HIDDEN}`,
    'Icon=trip-kit-desktop',
    'Terminal=false',
    'X-GNOME-Autostart-enabled=true',
    '',
  ].join('\n');
}

/** Quotes an argument with double quotes, then as a string of the file, which has its own escapes. */
function quoted(argument: string): string {
  if (/[\n\r\0]/.test(argument)) throw new Error('The program’s path has a line break.');
  const inQuotes = argument.replace(/["`$\\]/g, '\\$&').replaceAll('%', '%%');
  return `"${inQuotes.replaceAll('\\', '\\\\')}"`;
}
