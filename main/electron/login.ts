/** Start with the person's session: Windows and macOS by Electron, Linux by a file of the freedesktop autostart folder. */
import { mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { isAbsolute, join } from 'node:path';
import type { App } from 'electron';
import { TripKitError } from '../common/errors.ts';

/** How a start with the session is told from a person's. */
export const HIDDEN = '--hidden';
/** The entry's file (Desktop Application Autostart Specification 0.5). */
export const AUTOSTART_FILE = 'trip-kit-desktop.desktop';

export interface LoginDeps {
  app: Pick<App, 'setLoginItemSettings' | 'getLoginItemSettings'>;
  platform: NodeJS.Platform;
  /** Of the process: XDG_CONFIG_HOME, APPIMAGE. */
  env: Readonly<Record<string, string | undefined>>;
  /** The person's home folder, absolute. */
  home: string;
  /** The program, absolute. */
  program: string;
}

export interface LoginItem {
  /** Makes it so. @throws TripKitError of kind `disk` */
  set(open: boolean): void;
  /** Whether this start came with the session (macOS; elsewhere the argument says it). */
  cameWithSession(): boolean;
}

/** The entry of this app among those that start with the session. */
export function createLoginItem(deps: LoginDeps): LoginItem {
  const { app, platform } = deps;
  if (platform === 'linux') return { set: autostart(deps), cameWithSession: () => false };
  const args = [HIDDEN];
  return {
    set(open) {
      // Left alone where it is right: setting it again would undo what a person chose in the system's own settings.
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
      // An AppImage's own path is that of a mount which is gone after its end.
      const entry = autostartEntry(env.APPIMAGE ?? program);
      if (read(file) === entry) return;
      mkdirSync(folder, { recursive: true, mode: 0o700 });
      const whole = `${file}.${process.pid}.part`;
      writeFileSync(whole, entry, { mode: 0o600 });
      renameSync(whole, file);
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

/** As an argument in double quotes, then as a string of the file, which has escapes of its own. */
function quoted(argument: string): string {
  if (/[\n\r\0]/.test(argument)) throw new Error('The program’s path has a line break.');
  const inQuotes = argument.replace(/["`$\\]/g, '\\$&').replaceAll('%', '%%');
  return `"${inQuotes.replaceAll('\\', '\\\\')}"`;
}
