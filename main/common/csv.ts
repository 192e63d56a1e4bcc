/** Rows as CSV for a spreadsheet (RFC 4180): UTF-8 with a byte order mark, as Excel wants it. */
export function csvText(rows: readonly (readonly string[])[]): string {
  return `\ufeff${rows.map((cells) => cells.map(csvCell).join(',')).join('\r\n')}\r\n`;
}

/** Characters that spreadsheets take for the beginning of a formula, also in full width. */
const FORMULA = '[=+\\-@＝＋－＠]';
/** At the start of a text, also after blanks and quotes. */
const FIRST = new RegExp(`^(?:(?=[\\s"]*${FORMULA})|(?=[\\t\\r\\n]))`, 'u');
/** Blanks, quotes and separators, and the formula after them, if any. Matches whole runs, so a text is read once. */
const RUNS = new RegExp(`([\\s";]+)(${FORMULA})?`, 'gu');

/**
 * A cell that no spreadsheet takes for a formula: an apostrophe is put before the beginning of a formula (OWASP, "CSV Injection").
 * The same applies after a semicolon, a tab or a line end within the cell: where the semicolon separates cells, as in most of
 * Europe, the quotes around a later cell of a line have no effect. The texts come from the service and from routes that people
 * paste.
 */
export function csvCell(text: string): string {
  const safe = text.replace(RUNS, markSeparators).replace(FIRST, "'");
  return /[",\r\n;\t]/.test(safe) || safe !== safe.trim() ? `"${safe.replaceAll('"', '""')}"` : safe;
}

/** Puts an apostrophe after each separator that has only blanks and quotes between it and the formula. */
function markSeparators(run: string, before: string, formula?: string): string {
  if (formula === undefined) return run;
  const from = Math.max(0, before.lastIndexOf(';'));
  return before.slice(0, from) + before.slice(from).replace(/[;\t\r\n]/g, "$&'") + formula;
}
