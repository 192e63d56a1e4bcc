/** How strong the passphrase of a hand-over file must be. */

/** Shortest passphrase for a hand-over file, characters. */
export const LEAST_PASSPHRASE = 14;

/** How many of its characters must differ. */
const LEAST_DIFFERENT = 8;

/** What is wrong with a passphrase for a hand-over file, which a finder may guess at for years; null: nothing. */
export function passphraseProblem(passphrase: string): 'short' | 'simple' | null {
  const signs = [...passphrase.normalize('NFC')];
  if (signs.length < LEAST_PASSPHRASE) return 'short';
  const different = new Set(signs.map((sign) => sign.toLowerCase())).size;
  return different < LEAST_DIFFERENT || /^\d+$/.test(passphrase) ? 'simple' : null;
}
