import { shell as electronShell, type Shell } from 'electron';
import { TripKitError } from '../common/errors.ts';

/** The only addresses that the app opens in the system's browser: public https pages, compared exactly. */
export const EXTERNAL_PAGES: ReadonlySet<string> = new Set([
  // The source of the airport names.
  'https://ourairports.com/data/',
  // The AIRAC calendar.
  'https://www.nm.eurocontrol.int/RAD/common/airac_dates.html',
  // A keychain for Linux, for people who have none.
  'https://wiki.gnome.org/Projects/GnomeKeyring',
]);

/**
 * Opens one of `EXTERNAL_PAGES`. The whole URL must match, so no query can carry data out (Electron docs, "Security", 15).
 * @throws TripKitError of kind `config` for every other address, without naming it
 */
export async function openExternalPage(
  url: string,
  shell: Pick<Shell, 'openExternal'> = electronShell,
): Promise<void> {
  if (!EXTERNAL_PAGES.has(url)) {
    throw new TripKitError(
      'config',
      'The app opens only its own help pages in the browser, not this address.',
    );
  }
  await shell.openExternal(url);
}
