import { isAbsolute, resolve } from 'node:path';

/** The arguments of the app's start. */
export interface AppArguments {
  /** The headless command and its arguments; null to open the window. */
  headless: string[] | null;
  /** Another user-data folder, absolute; null for the system's. */
  user_data: string | null;
  /** Started with the person's session: without a window, if the app keeps running without one (login.ts). */
  hidden: boolean;
}

/**
 * Reads `--user-data DIR`, `--hidden` and `--headless COMMAND …` (docs/profile-and-headless.md). Arguments after
 * `--headless` belong to the command; switches of Chromium and Electron are ignored.
 * @param argv without the executable (and, unpackaged, without the app's path)
 * @throws Error if a folder is missing
 */
export function readArguments(argv: readonly string[]): AppArguments {
  const at = argv.indexOf('--headless');
  const own = at < 0 ? argv : argv.slice(0, at);
  return {
    headless: at < 0 ? null : argv.slice(at + 1),
    user_data: userData(own),
    hidden: own.includes('--hidden'),
  };
}

/**
 * How the app restarts itself: with the same arguments, but with its window and without a link or file to open. An AppImage
 * is started by its own file: its unpacked content is removed when it has quit.
 */
export function relaunchOptions(
  argv: readonly string[],
  env: Readonly<Record<string, string | undefined>>,
): { args: string[]; execPath?: string } {
  const opens = (argument: string) =>
    argument === '--hidden' ||
    argument.startsWith('tripkit:') ||
    /\.tripkit-profile(\.json)?$/.test(argument);
  const args = argv.slice(1).filter((argument) => !opens(argument));
  return { args, ...(env.APPIMAGE ? { execPath: env.APPIMAGE } : {}) };
}

function userData(argv: readonly string[]): string | null {
  const at = argv.findIndex((argument) => argument === '--user-data' || argument.startsWith('--user-data='));
  const argument = argv[at];
  if (argument === undefined) return null;
  const folder = argument.includes('=') ? argument.slice('--user-data='.length) : argv[at + 1];
  if (!folder || folder.startsWith('--')) throw new Error('--user-data needs a folder.');
  return isAbsolute(folder) ? folder : resolve(folder);
}
