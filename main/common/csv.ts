/** Rows as CSV for a spreadsheet (RFC 4180): UTF-8 with a byte order mark, as Excel wants it. */
export function csvText(rows: readonly (readonly string[])[]): string {
  return `\ufeff${rows.map((cells) => cells.map(csvCell).join(',')).join('\r\n')}\r\n`;
}

/**
 * A cell that no spreadsheet takes for a formula: what begins with one of `= + - @` (also after white space), a tab or
 * a carriage return gets an apostrophe in front (OWASP, "CSV Injection"). The texts come from the service and from
 * routes that people paste.
 */
export function csvCell(text: string): string {
  const safe = /^\s*[=+\-@＝＋－＠]|^[\t\r\n]/u.test(text) ? `'${text}` : text;
  return /[",\r\n;\t]/.test(safe) || safe !== safe.trim() ? `"${safe.replaceAll('"', '""')}"` : safe;
}
