/** Text helpers that several rooms use. */

/** Decodes percent-encoding; an invalid text is returned unchanged. */
export function percentDecode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

/** The text with a capital first letter. */
export function capital(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

/** `2 errors`, `1 error` */
export function count(number: number, what: string): string {
  return `${number} ${what}${number === 1 ? '' : 's'}`;
}

/**
 * A name by others in a sentence of ours, in quotation marks: one line without signs that are not seen or turn the direction of the text,
 * so that nobody writes a sentence in the app's voice.
 *
 * @param most characters of it
 */
export function quoted(name: string, most = 60): string {
  const clean = name.replace(/[\p{C}\p{Z}“”"]+/gu, ' ').trim();
  const letters = [...clean];
  return `“${letters.length > most ? `${letters.slice(0, most).join('')}…` : clean}”`;
}

/** English, three letters each. */
export const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];

/** `21 Nov 2026 10:45Z`. @param ms since 1970 UTC */
export function utcMinute(ms: number): string {
  if (!(Math.abs(ms) <= 8.64e15)) return 'an unknown date';
  const date = new Date(ms);
  const day = `${date.getUTCDate()} ${MONTHS[date.getUTCMonth()]} ${date.getUTCFullYear()}`;
  return `${day} ${date.toISOString().slice(-13, -8)}Z`;
}
