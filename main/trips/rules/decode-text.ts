/**
 * The text of a file: UTF-16 by its mark, UTF-8 with or without one, otherwise Windows-1252. Line ends become `\n`. Pure.
 * iCalendar folds lines by octets (RFC 5545, 3.1), even within a letter: such letters are joined before their fold.
 */
export function decodeText(bytes: Uint8Array): string {
  const text = decoded(bytes);
  return text.replace(/^\uFEFF/, '').replace(/\r\n?/g, '\n');
}

function decoded(bytes: Uint8Array): string {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return new TextDecoder('utf-16le').decode(bytes);
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return new TextDecoder('utf-16be').decode(bytes);
  for (const attempt of [() => bytes, () => withWholeLetters(bytes)]) {
    try {
      return new TextDecoder('utf-8', { fatal: true }).decode(attempt());
    } catch {}
  }
  return new TextDecoder('windows-1252').decode(bytes);
}

const isWithin = (byte: number | undefined) => byte !== undefined && byte >= 0x80 && byte < 0xc0;

/** The same bytes, with the rest of each letter that a fold splits moved before that fold. */
function withWholeLetters(bytes: Uint8Array): Uint8Array {
  const whole = new Uint8Array(bytes);
  for (let at = 1; at < whole.length - 2; at += 1) {
    if (
      whole[at] !== 0x0a ||
      (whole[at + 1] !== 0x20 && whole[at + 1] !== 0x09) ||
      !isWithin(whole[at + 2])
    ) {
      continue;
    }
    const start = whole[at - 1] === 0x0d ? at - 1 : at;
    let end = at + 2;
    while (end < at + 5 && isWithin(whole[end])) end += 1;
    const fold = whole.slice(start, at + 2);
    const rest = whole.slice(at + 2, end);
    whole.set(rest, start);
    whole.set(fold, start + rest.length);
  }
  return whole;
}
