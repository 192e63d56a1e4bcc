/**
 * Checks the source of updates, and what it offers before anything is downloaded.
 *
 * Proof of an update's origin by platform (electron-updater 6.8):
 * - Windows (NSIS): the signature of `publisherName` in app-update.yml. Without that name electron-updater checks no
 *   signature, so such a build gets no updates.
 * - macOS: Squirrel.Mac accepts only a bundle that satisfies the code requirement of the running one.
 * - Linux (AppImage): our own signature of version and sha512, by a key in the build (signed-update.ts). A build without
 *   one gets no updates. The sha512 in latest-linux.yml comes from the same server: it proves only that the download is
 *   complete.
 * - deb, rpm and MSI get no updates: electron-updater would install a deb or rpm as root with only that checksum (and an
 *   NSIS installer beside an MSI). Their distributors update them (docs/administrator-guide.md).
 */

import { z } from 'zod';
import { TripKitError } from '../common/errors.ts';

const updateConfig = z.looseObject({
  provider: z.literal('generic'),
  url: z.url(),
  publisherName: z.union([z.string().min(1), z.array(z.string().min(1)).min(1)]).nullish(),
});

/** Whether the updater may connect to an address: https, or this machine itself (a local feed, for tests). */
export function mayAskForUpdates(url: string): boolean {
  if (!URL.canParse(url)) return false;
  const { protocol, hostname, username, password } = new URL(url);
  if (username !== '' || password !== '') return false;
  return (
    protocol === 'https:' || (protocol === 'http:' && (hostname === '127.0.0.1' || hostname === '[::1]'))
  );
}

/**
 * The feed's address from app-update.yml.
 *
 * @param config the file's content, parsed
 * @throws TripKitError of kind `config` if this build can't be updated safely
 */
export function feedOf(config: unknown, platform: string): URL {
  const read = updateConfig.safeParse(config);
  if (!read.success) throw unavailable('it names no place that updates come from');
  const { url, publisherName } = read.data;
  if (!mayAskForUpdates(url)) throw unavailable('its place of updates is not on https');
  if (platform === 'win32' && !publisherName) throw unavailable('it does not say who signs updates');
  return new URL(url);
}

/** The newest version in the feed; the part of electron-updater's UpdateInfo that is checked. */
const feedInfo = z.looseObject({
  version: z.string().max(100),
  files: z.array(z.looseObject({ url: z.string().max(2048), sha512: z.string().min(1) })).max(50),
  path: z.string().max(2048).nullish(),
  packages: z.record(z.string(), z.looseObject({ path: z.string() })).nullish(),
});

/**
 * Checks the feed's content before a byte is downloaded: checksums for all files, all at the feed's own host.
 *
 * @throws TripKitError of kind `config`, condition `update_refused`
 */
export function checkFeedInfo(info: unknown, feed: URL): void {
  const read = feedInfo.safeParse(info);
  if (!read.success) throw refused('what the place of updates says of it is not complete');
  const { files, path, packages } = read.data;
  if (files.length === 0) throw refused('the place of updates names no file');
  const named = [
    ...files.map(({ url }) => url),
    ...(path ? [path] : []),
    ...Object.values(packages ?? {}).map((one) => one.path),
  ];
  for (const url of named) {
    const whole = URL.parse(url, feed.href);
    if (whole?.origin !== feed.origin || !mayAskForUpdates(whole.href)) {
      throw refused('it would have come from somewhere else than the place of updates');
    }
  }
}

/** The error for an update that is not used. @param why a clause */
export function refused(why: string, cause?: unknown): TripKitError {
  return new TripKitError(
    'config',
    `An update was refused: ${why}. The app goes on as it is; tell your IT or support if it happens again.`,
    { condition: 'update_refused', ...(cause === undefined ? {} : { cause }) },
  );
}

/** @param why a clause about this build */
export function unavailable(why: string): TripKitError {
  return new TripKitError('config', `Updates are not available in this build: ${why}.`, {
    condition: 'updates_unavailable',
  });
}

/** Longest notes that are shown, characters. */
export const MAX_NOTES = 4_000;

/**
 * A feed's release notes as plain text: they come from a server, may be HTML or Markdown, and are shown only as text.
 *
 * @param notes from electron-updater: a text, a list by version, or nothing
 * @returns null if nothing is left to show
 */
export function plainNotes(notes: unknown): string | null {
  const raw = Array.isArray(notes)
    ? notes.map((entry: unknown) => textOf(entry)).join('\n\n')
    : typeof notes === 'string'
      ? notes
      : '';
  // The input is cut first, so a hostile one costs no time.
  const text = raw
    .slice(0, MAX_NOTES * 4)
    .replace(/\r\n?/g, '\n')
    .replace(/<(script|style)\b[^>]*>[\s\S]*?(?:<\/\1\s*>|$)/gi, '')
    .replace(/<(?:br|\/p|\/li|\/h[1-6]|\/div)\b[^>]*>/gi, '\n')
    .replace(/<li\b[^>]*>/gi, '• ')
    .replace(/<\/?[a-z!][^>]*(?:>|$)/gi, '')
    .replace(/&(amp|lt|gt|quot|#39|nbsp);/g, (_all, name: string) => ENTITIES[name] ?? ' ')
    .replace(/!?\[([^\]\n]{0,300})\]\([^)\n]{0,2000}\)/g, '$1')
    .replace(/^[ \t]*#{1,6}[ \t]+/gm, '')
    .replace(/^[ \t]*[*-][ \t]+/gm, '• ')
    .replace(/\*\*|__|`/g, '')
    // Control characters, and those that reverse the direction of text or are invisible.
    .replace(/[^\P{C}\n]/gu, '')
    // Matches whole runs of blanks, and removes those at the end of a line.
    .replace(/[ \t]+(\n)?/g, (blanks, end: string | undefined) => end ?? blanks)
    .replace(/\n{3,}/g, '\n\n')
    .trim();
  if (text === '') return null;
  return text.length <= MAX_NOTES ? text : `${text.slice(0, MAX_NOTES - 1).toWellFormed()}…`;
}

const ENTITIES: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', '#39': '’', nbsp: ' ' };

function textOf(entry: unknown): string {
  if (typeof entry !== 'object' || entry === null) return '';
  const note: unknown = Reflect.get(entry, 'note');
  const version: unknown = Reflect.get(entry, 'version');
  return typeof note === 'string' ? `${typeof version === 'string' ? `${version}\n` : ''}${note}` : '';
}
