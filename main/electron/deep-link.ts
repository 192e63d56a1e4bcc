/**
 * What the system asks the app to open: links to a kit, `tripkit://kit/<id>` with our own UUID or the service's tripkit_id,
 * and service profile files, which electron-builder.yml registers.
 */

import { isAbsolute, resolve } from 'node:path';
import type { App, Event } from 'electron';
import type { NoticeBoard } from '../host/notices.ts';

/** The scheme of the links; electron-builder.yml registers the same. */
export const LINK_SCHEME = 'tripkit';
const LINK = /^tripkit:\/\/kit\/([^/?#\s]{1,3072})\/?$/i;
/** A tripkit_id is any text of the service, without unprintable characters (contract, `kits.track`: at most 1024). */
const ID = /^[^\p{C}\p{Z}]{1,1024}$/u;

/** The id in a link; null for any other text. A link selects a kit and takes no parameters. */
export function kitOfLink(link: string): string | null {
  const [, written] = LINK.exec(link) ?? [];
  if (written === undefined) return null;
  try {
    const id = decodeURIComponent(written);
    return ID.test(id) ? id : null;
  } catch {
    return null;
  }
}

/**
 * Whether a text is the path of a service profile file. A link never is, whatever its end: Windows would read
 * `tripkit:x/../../evil.tripkit-profile` as a path.
 */
export function isProfileFile(asked: string): boolean {
  return /^(?!-)(?![a-z][a-z0-9+.-]+:).*[^\\/]\.tripkit-profile(?:\.json)?$/is.test(asked);
}

/**
 * The link, or the path of the profile file, among a start's arguments, where Windows and Linux put it; null if there is none.
 *
 * @param folder where the app was started, absolute: relative paths begin there
 */
export function linkAmong(argv: readonly string[], folder: string): string | null {
  for (const argument of argv) {
    if (argument.toLowerCase().startsWith(`${LINK_SCHEME}:`)) return argument;
    if (isProfileFile(argument)) return resolve(folder, argument);
  }
  return null;
}

/** Holds the last link that came before the app could open links. */
export interface LinkInbox {
  /** Adds a link. */
  take(link: string): void;
  /** From now on links go to `open`; a waiting link goes at once. */
  follow(open: (link: string) => void): void;
}

/** Listens for links before the app is ready: macOS sends them that early (Electron docs, app, 'open-url', 'open-file'). */
export function hearLinks(app: Pick<App, 'on'>, argv: readonly string[]): LinkInbox {
  let waiting = linkAmong(argv, process.cwd());
  let open: ((link: string) => void) | null = null;
  const take = (link: string) => {
    if (open) open(link);
    else waiting = link;
  };
  app.on('open-url', (event: Event, url: string) => {
    event.preventDefault();
    take(url);
  });
  app.on('open-file', (event: Event, path: string) => {
    event.preventDefault();
    if (isProfileFile(path)) take(path);
  });
  return {
    take,
    follow(next) {
      open = next;
      if (waiting !== null) next(waiting);
      waiting = null;
    },
  };
}

/** Registers this program to open the links, if it is not; for packaged programs only. */
export function claimLinks(
  app: Pick<App, 'isDefaultProtocolClient' | 'setAsDefaultProtocolClient'>,
): boolean {
  return app.isDefaultProtocolClient(LINK_SCHEME) || app.setAsDefaultProtocolClient(LINK_SCHEME);
}

export interface LinkOpenerDeps {
  /** The id of a known kit, by our own id or the service's; null if there is none. */
  findKit(id: string): string | null;
  /** Shows a known kit. */
  openKit(kit_id: string): void;
  /** Adds the profile file at this path, after the person has answered the system's question. Never rejects. */
  takeProfile(path: string): Promise<void>;
  notices: Pick<NoticeBoard, 'add' | 'withdraw'>;
  showWindow(): void;
}

/** Opens a link to a kit, or a service profile file, for the system. */
export function linkOpener({
  findKit,
  openKit,
  takeProfile,
  notices,
  showWindow,
}: LinkOpenerDeps): (link: string) => void {
  let refused = 0;

  return (link) => {
    if (isProfileFile(link)) {
      showWindow();
      void takeProfile(link);
      return;
    }
    const id = kitOfLink(link);
    const kit_id = id === null ? null : findKit(id);
    if (kit_id !== null) {
      openKit(kit_id);
      return;
    }
    refused += 1;
    notices.withdraw(`link:${refused - 1}`);
    // The link's text is not repeated: anybody may have written it.
    const message =
      id === null
        ? 'A link that the app was asked to open is none to a trip kit. Ask for a new one where you got it.'
        : 'A link leads to a trip kit that is not on this laptop. Track it by its kit ID, or request it.';
    notices.add({ id: `link:${refused}`, severity: 'warning', message }, 'now');
    showWindow();
  };
}

/** The arguments of the app's start. */
export interface AppArguments {
  /** The headless command and its arguments; null to open the window. */
  headless: string[] | null;
  /** Another user-data folder, absolute; null for the system's. */
  user_data: string | null;
  /** Started with the person's session: without a window, if the app keeps running without one (login.ts). */
  hidden: boolean;
  /** Whether the log gets how long each phase of the start took. */
  trace: boolean;
}

/**
 * Reads `--user-data DIR`, `--hidden`, `--trace-start` and `--headless COMMAND …` (docs/profile-and-headless.md). Arguments after
 * `--headless` belong to the command. Switches of Chromium and Electron are ignored, and so is what stands behind a link.
 * @param argv without the executable (and, unpackaged, without the app's path)
 * @throws Error if a folder is missing
 */
export function readArguments(argv: readonly string[]): AppArguments {
  const end = argv.findIndex(
    (one) => one === '--headless' || one.toLowerCase().startsWith(`${LINK_SCHEME}:`),
  );
  const own = end < 0 ? argv : argv.slice(0, end);
  return {
    headless: argv[end] === '--headless' ? argv.slice(end + 1) : null,
    user_data: userData(own),
    hidden: own.includes('--hidden'),
    trace: own.includes('--trace-start'),
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
