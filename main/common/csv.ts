/** Rows as CSV for a spreadsheet (RFC 4180): UTF-8 with a byte order mark, as Excel wants it. */
export function csvText(rows: readonly (readonly string[])[]): string {
  return `\ufeff${rows.map((cells) => cells.map(csvCell).join(',')).join('\r\n')}\r\n`;
}

/** What spreadsheets take for the beginning of a formula, also in full width. */
const FORMULA = '[=+\\-@＝＋－＠]';
/** At a text's start, also behind blanks and quotes. */
const FIRST = new RegExp(`^(?:(?=[\\s"]*${FORMULA})|(?=[\\t\\r\\n]))`, 'u');
/** Blanks, quotes and separators, and the formula behind them, if any: whole runs, so that a text is read once. */
const RUNS = new RegExp(`([\\s";]+)(${FORMULA})?`, 'gu');

/**
 * A cell that no spreadsheet takes for a formula: what begins one gets an apostrophe in front (OWASP, "CSV Injection").
 * So does what stands behind a semicolon, a tab or a line's end within the cell: where the semicolon separates cells, as
 * in most of Europe, the quotes around a later cell of a line count for nothing. The texts come from the service and
 * from routes that people paste.
 */
export function csvCell(text: string): string {
  const safe = text.replace(RUNS, markSeparators).replace(FIRST, "'");
  return /[",\r\n;\t]/.test(safe) || safe !== safe.trim() ? `"${safe.replaceAll('"', '""')}"` : safe;
}

/** An apostrophe behind each separator from which nothing but blanks and quotes lead to the formula. */
function markSeparators(run: string, before: string, formula?: string): string {
  if (formula === undefined) return run;
  const from = Math.max(0, before.lastIndexOf(';'));
  return before.slice(0, from) + before.slice(from).replace(/[;\t\r\n]/g, "$&'") + formula;
}
