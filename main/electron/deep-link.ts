/**
 * What the system asks the app to open: links to a kit, `tripkit://kit/<id>` by our own UUID or by the service's tripkit_id,
 * and service profile files, which electron-builder.yml registers.
 */
import type { App, Event } from 'electron';

/** The scheme of the links; electron-builder.yml registers the same. */
export const LINK_SCHEME = 'tripkit';
const LINK = /^tripkit:\/\/kit\/([^/?#\s]{1,3072})\/?$/i;
/** A tripkit_id is some text of the service: whatever can't be printed is none (contract, `kits.track`: at most 1024). */
const ID = /^[^\p{C}\p{Z}]{1,1024}$/u;

/**
 * The id that a link names; null for every other text. A link selects a kit, and does nothing else: it takes no
 * parameters.
 */
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

/** Whether what is to be opened is the path of a service profile file. */
export function isProfileFile(asked: string): boolean {
  return /[^\\/]\.tripkit-profile(?:\.json)?$/i.test(asked) && !asked.startsWith('-');
}

/** The link or profile file among a start's arguments, where Windows and Linux put it; null where there is none. */
export function linkAmong(argv: readonly string[]): string | null {
  const asked = (argument: string) =>
    argument.toLowerCase().startsWith(`${LINK_SCHEME}:`) || isProfileFile(argument);
  return argv.find(asked) ?? null;
}

/** Links that came before the app could follow them wait here, the last one only. */
export interface LinkInbox {
  /** Takes a link in. */
  take(link: string): void;
  /** From now on links go to `open`; one that waits goes at once. */
  follow(open: (link: string) => void): void;
}

/**
 * Begins to hear links. To be called before the app is ready: macOS sends `open-url` and `open-file` so
 * early (Electron docs, app, 'open-url', 'open-file').
 *
 * @param argv of this start
 */
export function hearLinks(app: Pick<App, 'on'>, argv: readonly string[]): LinkInbox {
  let waiting = linkAmong(argv);
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

/**
 * Makes this program the one that opens the links, where it is not. On macOS and with the Linux packages it is so from
 * their installation on. Only for packaged programs: another start is Electron's own.
 */
export function claimLinks(
  app: Pick<App, 'isDefaultProtocolClient' | 'setAsDefaultProtocolClient'>,
): boolean {
  return app.isDefaultProtocolClient(LINK_SCHEME) || app.setAsDefaultProtocolClient(LINK_SCHEME);
}
