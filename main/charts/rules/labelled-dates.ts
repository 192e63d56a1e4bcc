/** Dates that are explained by the words before them. */
import { type Cell, withNext } from './cells.ts';
import { collect, type Found, found, type IsoDay } from './chart.ts';
import { findDates, isWeekday, namesMonth, wholeDate } from './dates.ts';

/** Text allowed between a label and its date: a colon, a time in UTC, the weekday. */
const BETWEEN =
  /^[\s.:=-]{0,4}(?:(?:ON|FROM|DATE)[\s:]{1,2})?(?:[0-9]{2,4} ?(?:UTC|Z),? )?(?:(MON|TUE|WED|THU|FRI|SAT|SUN)[A-Z]* )?$/i;

/** Words that a note begins with: "Changes: new procedure, effective 12 Jun 2024". */
const HEADING =
  /\b(?:CHANGES?|CHG|CAMBIOS?|MODIFICATIONS?|ANDERUNGEN?|ÄNDERUNGEN?|BERICHTIGUNG|CORRECTIONS?|NOTES?|REMARKS?|RMK)\b/i;
/** Words of events at an airport: a day beside them is the event's. */
const EVENT =
  /\b(?:NEW|CORR(?:ECTED)?|CLOSED|CLSD|CLOSURE|RWY|RUNWAY|TWY|TAXIWAY|STANDS?|FREQ\w*|VAR|NOTAM|SUP|SUPPLEMENT|AIC|U\/S|UNSERVICEABLE|WIP|WORKS?|TEMP(?:ORARY)?|SUSPENDED|WITHDRAWN|CANCEL\w*|SUPERSED\w*|REPLAC\w*|AVBL|OBST\w*|CRANE)\b/i;

/** Words of the publication itself, allowed before the label of its date; other words make the label part of a sentence. */
const OWN_PREFIX =
  /^(?:AIP|AIRAC|AMDT|AMENDMENT|NO|NR|CYCLE|CHARTS?|PAGE|DATES?|OF|WITH|EFFECT|FROM|ENTRY|INTO|FORCE|THE|ICAO|OACI|AD|GEN|ENR|VOL|AIS|AERO|INFO|PUB(?:L\w*)?|ISSUED?|CIVIL|AVIATION|BUREAU|AUTHORITY|DEPARTMENT|JAPAN|CANADA|AIR|PILOT|FECHA|DE|DATA|DI|D|ENTREE|ENTRÉE|ENTRATA)$/i;
/** `AIP NEVERLAND` */
const PUBLICATION = /^AIP(?:[ /&-]+\p{L}+){0,4}$/u;

/** Words beside or above a lone date that give it another meaning. */
const EXPLAINS =
  /(?:\b(?:DATES?|DATA|INFO|PUBL\w*|PRINT(?:ED)?|SURVEY\w*|OF|ON|AT|TO|SINCE|UNTIL|VALID|EFF(?:ECTIVE)?|WEF|DOWNLOADED|GENERATED|CREATED|EXPORTED|UPDATED|CHECKED|REVIEW(?:ED)?)|:)[\s.]*$/i;

/** Maximum distance between lines of one text, as a share of the page's height; and between their beginnings, of its width. */
const NEXT_LINE = 0.022;
const SAME_LEFT = 0.012;
/** Maximum distance of cells in one line, as a share of the page's height. */
const SAME_LINE = 0.003;
/** Each is compared with all cells: a page with more labels or dates is ignored. */
const MAX_CANDIDATES = 40;
/** Maximum number of lines of a note. */
const MAX_LINES = 5;
/** Distance after a label within which an unreadable date is expected, characters. */
const NEAR = 30;

/**
 * The days directly after a label; those in notes mean something else and are left out.
 *
 * @param label ends where the date may begin
 * @param others words before a label that also change its meaning
 */
export function labelledDays(
  cells: readonly Cell[],
  label: RegExp,
  others: RegExp | null = null,
): Found<IsoDay | null>[] {
  return collect(cells, (cell) => {
    const before = others && `${cell.previous?.text ?? ''} ${cell.text.slice(0, cell.text.search(label))}`;
    return others && before && others.test(before) ? null : readLabelled(cell, label);
  });
}

/**
 * The same for a page of a publication, which also contains sentences about other days: the label must begin
 * the line, or follow words of the publication. Null for a label with an unreadable date: then no other date may replace it.
 */
export function ownDays(cells: readonly Cell[], label: RegExp): Found<IsoDay | null>[] {
  const labels = cells.filter(({ text }) => label.test(text));
  const [first] = labels;
  if (first && labels.length > MAX_CANDIDATES) return [found(null, first.text)];
  return collect(labels, (cell) => {
    const at = label.exec(cell.text);
    if (at === null || !isOwnPrefix(cell.text.slice(0, at.index)) || isWrapped(cell, cells)) return null;
    return readLabelled(cell, label) ?? readBelow(cell, label, cells) ?? readUnclear(cell, label);
  });
}

/** The days of lone dates, except those explained by words beside or above them. @param read the date, if the cell is one */
export function loneDays(
  cells: readonly Cell[],
  read: (cell: Cell) => Found<IsoDay | null> | null,
): Found<IsoDay | null>[] {
  const dates = collect(cells, (cell) => {
    const date = read(cell);
    return date && { cell, date };
  });
  const [first] = dates;
  if (first && dates.length > MAX_CANDIDATES) return [found(null, first.cell.text)];
  return collect(dates, ({ cell, date }) => (isExplained(cell, cells) ? null : date));
}

function readLabelled(cell: Cell, label: RegExp): Found<IsoDay | null> | null {
  const at = label.exec(cell.text);
  if (at === null || isNote(cell.text.slice(0, at.index)) || isHeading(cell.previous)) return null;
  const after = at.index + at[0].length;
  const text = withNext(cell);
  const date = findDates(text).find(({ from }) => from >= after);
  const between = date && BETWEEN.exec(text.slice(after, date.from));
  if (!date || !between) return null;
  const [rest = ''] = cell.text.slice(date.to).split(HEADING);
  if (EVENT.test(rest)) return null;
  const isImpossible = date.day !== null && between[1] !== undefined && !isWeekday(date.day, between[1]);
  return found(isImpossible ? null : date.day, text.slice(at.index, date.to).trim());
}

/** Whether words make the text after them part of a note. */
function isNote(text: string): boolean {
  return HEADING.test(text) || EVENT.test(text);
}

/** Whether a cell is the heading of a note: the label would be its first words. */
function isHeading(cell: Cell | null): boolean {
  return cell !== null && isNote(cell.text) && /[:.,-]$/.test(cell.text);
}

function isOwnPrefix(prefix: string): boolean {
  const rest = findDates(prefix).reduce((text, { words }) => text.replace(words, ' '), prefix);
  const words = rest
    .split(/[^\p{L}\p{N}./-]+/u)
    .flatMap((word) => (/[0-9]/.test(word) ? [] : word.split(/[./-]/)));
  return words.every((word) => word === '' || OWN_PREFIX.test(word)) || PUBLICATION.test(rest.trim());
}

/** Whether the line continues a note that begins a few lines above. */
function isWrapped(cell: Cell, cells: readonly Cell[]): boolean {
  let line = cell;
  for (let count = 0; count < MAX_LINES; count += 1) {
    const { turn, left, down, right } = line;
    const above = cells.find(
      (one) =>
        one.turn === turn &&
        Math.abs(one.left - left) < SAME_LEFT &&
        down - one.down > SAME_LINE &&
        down - one.down < NEXT_LINE &&
        // A wrapped line is full.
        one.right > 0.9 * right,
    );
    if (above === undefined || /[.;]$/.test(above.text)) return false;
    if (isNote(above.text)) return true;
    line = above;
  }
  return false;
}

/** The date below a label that fills its cell. */
function readBelow(cell: Cell, label: RegExp, cells: readonly Cell[]): Found<IsoDay | null> | null {
  const [words = ''] = label.exec(cell.text) ?? [];
  const after = cell.text.slice(cell.text.indexOf(words) + words.length);
  if (!/^(?:[\s:.]|\bDATE\b)*$/i.test(after) || wholeDate(cell.next?.text ?? '') !== null) return null;
  const below = cells.filter(
    (one) =>
      one.turn === cell.turn && one.down > cell.down && isStacked(cell, one) && wholeDate(one.text) !== null,
  );
  const [date, other] = below;
  if (date === undefined || other !== undefined) return null;
  return found(wholeDate(date.text)?.day ?? null, cell.text, date.text);
}

/** A label followed by something like a date. */
function readUnclear(cell: Cell, label: RegExp): Found<null> | null {
  const at = label.exec(cell.text);
  if (at === null) return null;
  const after = withNext(cell)
    .slice(at.index + at[0].length)
    .slice(0, NEAR);
  const isDate = /(?<!\p{N})(?:19|20)\p{N}{2}(?!\p{N}|Z| ?UTC)/u.test(after) || namesMonth(after);
  return isDate ? found(null, cell.text) : null;
}

/** Whether words beside or above a date show that it is not the page's own. */
function isExplained(date: Cell, cells: readonly Cell[]): boolean {
  const explaining = cells.filter((one) => one !== date && one.turn === date.turn && EXPLAINS.test(one.text));
  return explaining.some(
    (one) => isBefore(one, date, cells) || (one.down < date.down && isStacked(one, date)),
  );
}

/** Whether there is nothing between both, in one line. */
function isBefore(one: Cell, date: Cell, cells: readonly Cell[]): boolean {
  const isLine = (cell: Cell) => cell.turn === date.turn && Math.abs(cell.down - date.down) <= SAME_LINE;
  return (
    isLine(one) &&
    one.left < date.left &&
    !cells.some((cell) => isLine(cell) && cell.left > one.left && cell.left < date.left)
  );
}

/** Whether one is in the line below the other, with aligned left edges or middles. */
function isStacked(one: Cell, other: Cell): boolean {
  const isNear = Math.abs(one.down - other.down) < NEXT_LINE && Math.abs(one.down - other.down) > SAME_LINE;
  const middles = (one.left + one.right - other.left - other.right) / 2;
  return isNear && (Math.abs(one.left - other.left) < SAME_LEFT || Math.abs(middles) < SAME_LEFT);
}
