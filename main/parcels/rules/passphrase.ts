/** How strong the passphrase of a hand-over file must be. */

/** The least characters of a passphrase for a hand-over file. */
export const LEAST_PASSPHRASE = 14;

/** How many of them have to differ. */
const LEAST_DIFFERENT = 8;

/** What is wrong with a passphrase for a hand-over file, which whoever has the file may guess at for years; null: nothing. */
export function passphraseProblem(passphrase: string): 'short' | 'simple' | null {
  const signs = [...passphrase.normalize('NFC')];
  if (signs.length < LEAST_PASSPHRASE) return 'short';
  const different = new Set(signs.map((sign) => sign.toLowerCase())).size;
  return different < LEAST_DIFFERENT || /^\d+$/.test(passphrase) ? 'simple' : null;
}
