/**
 * Jeppesen's charts (Introduction to Jeppesen Navigation Charts): in the heading the location indicator with the IATA code,
 * the chart's date with an index number (`17 APR 20 (10-2A)`), and `Eff 23 Apr`, whose year is that of the chart date or
 * the next. The margin of a printed page says how long it may be used.
 */

import { type Cell, withNext } from '../cells.ts';
import { agreed, type ChartKind, collect, type Found, found, type IsoDay, oneDay } from '../chart.ts';
import { dayNumber, findDates } from '../dates.ts';
import { labelledDays } from '../labelled-dates.ts';
import { kindOfTitle, type PageView, type Publisher } from './publisher.ts';

const OWN_WORDS = /\bJEPPESEN\b|\bJEPPVIEW\b/i;
/** Text before the date, in the same line. */
const NAME = /^JEPPESEN /i;
const PLACE = /^([A-Z]{4})(?:\/[A-Z]{3})?$/;
/**
 * A line of the heading: the date, the index number, the effective day, or some of them in this order. The first digit of a
 * number distinguishes airports of one city, the second the chart's subject. In boxes words are separated by dots: `.Eff.23.Apr.`
 * A title close after it is part of the line: `3 NOV 06 10-1P1 AIRPORT.BRIEFING`.
 */
const LINE = new RegExp(
  [
    '^(?<date>[0-9]{1,2} [A-Z]{3} [0-9]{2}(?![0-9]))?',
    '(?: ?(?<number>\\(?[1-9][0-9]-[1-9][0-9]?[A-Z]{0,2}[0-9]{0,2}\\)?))?',
    '(?: ?[.(]{0,2}EFF[. ]+(?<day>[0-9]{1,2})[. ]+(?<month>[A-Z]{3})(?:[. ]+[0-9]{4}Z)?[.)]{0,2})?',
    '(?: (?<title>[A-Z.].*))?$',
  ].join(''),
  'i',
);
const EXPIRY = /\bNotice: After(?= [0-9])/i;
/** Charts are sent out at most this long before they take effect, days. */
const MAX_AHEAD = 63;
/** Longer lines are sentences. */
const MAX_TITLE = 80;
const BARE = /^(?:RNAV |RNP )*(?:SID|STAR|DEPARTURE|ARRIVAL)S?$/i;
/** `BAYLR TWO RNAV DEPARTURE`, `PURRL TWO ARRIVAL (PURRL.PURRL2)` */
const NAMED = /^[A-Z][A-Z' ]{2,40} (?:DEPARTURE|ARRIVAL)(?: \([A-Z0-9. ]{3,20}\))?$/i;
/** `BROOKMANS PARK 7F (BPK 7F)` */
const CODED = /^[A-Z][A-Z0-9' ]{2,40} \([A-Z]{2,5} ?[0-9][A-Z]\)/;
/** As a share of the page's height. */
const HEADING = 0.2;

export const jeppesen: Publisher = {
  id: 'jeppesen',
  read(page) {
    const isOwn = page.all.some(({ text }) => OWN_WORDS.test(text));
    const header = headerOf(page);
    const lines = collect(header, readLine);
    const number = readNumber(lines);
    const airport = agreed(collect(header, readPlace));
    // Flight plans of the same publisher also name airports, but have no index number.
    if (number === null) return isOwn ? readInformation(header) : null;
    if (!isOwn && airport === null) return null;
    const revised = readChartDate(lines, number);
    const titles = titlesOf(header, lines);
    const title = readTitle(titles);
    const name = title && (readProcedure(title, titles) ?? title);
    return {
      airport,
      number,
      title: name && found(plain(name.text), name.text),
      kind: readKind(number, title),
      revised,
      effective_from: readEffective(lines, revised),
      effective_to: oneDay(labelledDays(page.all, EXPIRY)),
    };
  },
};

/** A list of the following pages, or a page of text about an airport; both have the printing date. */
function readInformation(header: readonly Cell[]) {
  const index = header.find(({ text }) => /^(?:Trip Kit Index|List of pages in this Trip Kit)$/i.test(text));
  if (index !== undefined)
    return { kind: found<ChartKind>('contents', index.text), title: found(index.text, index.text) };
  const largest = Math.max(0, ...header.map(({ size }) => size));
  // A smaller line belongs to a list.
  const named = header.filter(({ size }) => size >= 0.8 * largest);
  const [words, airport] =
    named.map(({ text }) => /^Airport Information For ([A-Z]{4})\b/i.exec(text)).find(Boolean) ?? [];
  if (words === undefined || airport === undefined) return null;
  return {
    airport: found(airport, words),
    kind: found<ChartKind>('text', words),
    title: found(words, words),
  };
}

/** On larger paper the heading starts farther down. */
function headerOf({ all, upright }: PageView): Cell[] {
  return all.filter(({ turn, down }) => turn === upright && down < HEADING);
}

function readPlace({ text }: Cell): Found<string> | null {
  const place = text.includes('/') ? PLACE.exec(text)?.[1] : undefined;
  return place === undefined ? null : found(place, text);
}

interface Line {
  cell: Cell;
  date?: string;
  number?: string;
  day?: string;
  month?: string;
  title?: string;
  words: string;
}

function readLine(cell: Cell): Line | null {
  // `Eff` and its day are sometimes set apart.
  for (const text of [cell.text, withNext(cell)]) {
    const words = text.replace(NAME, '');
    const { groups } = (words && LINE.exec(words)) || {};
    if (groups && (groups.title === undefined || isTitled(groups, cell)))
      return { cell, ...groups, words: groups.title ? words.slice(0, -groups.title.length).trim() : words };
  }
  return null;
}

/** Whether the text before a title is surely the chart's own line: in a sentence, a lone number or day could be anything. */
function isTitled(
  { date, number = '', day }: Record<string, string | undefined>,
  { previous }: Cell,
): boolean {
  if (number.startsWith('(') || (date !== undefined && number !== '')) return true;
  return (number !== '' || day !== undefined) && previous !== null && LINE.test(previous.text);
}

/** The cells of the heading, without the text before a title in the same line. */
function titlesOf(header: readonly Cell[], lines: readonly Line[]): Cell[] {
  const titled = new Map(lines.map(({ cell, title }) => [cell, title]));
  return header.map((cell) => ({ ...cell, text: titled.get(cell) ?? cell.text }));
}

/** Numbers in brackets take precedence: others can be names of runways. */
function readNumber(lines: readonly Line[]): Found<string> | null {
  const numbers = collect(lines, ({ number, words }) => (number === undefined ? null : { number, words }));
  const framed = numbers.filter(({ number }) => number.startsWith('('));
  return agreed(
    (framed.length > 0 ? framed : numbers).map(({ number, words }) =>
      found(number.replace(/[()]/g, ''), words),
    ),
  );
}

/** The only date in the heading, on a page that has an index number. */
function readChartDate(lines: readonly Line[], number: Found<string> | null): Found<IsoDay> | null {
  if (number === null) return null;
  return oneDay(
    collect(lines, ({ date, words }) =>
      date === undefined ? null : found(findDates(date)[0]?.day ?? null, words),
    ),
  );
}

function readEffective(lines: readonly Line[], revised: Found<IsoDay> | null): Found<IsoDay> | null {
  if (revised === null) return null;
  return oneDay(
    collect(lines, ({ day, month, words }) => {
      if (day === undefined || month === undefined) return null;
      const year = Number(revised.value.slice(0, 4));
      const possible = [year, year + 1].flatMap((one) => {
        const date = findDates(`${day} ${month} ${one}`)[0]?.day;
        const ahead = date ? dayNumber(date) - dayNumber(revised.value) : -1;
        return date && ahead >= 0 && ahead <= MAX_AHEAD ? [date] : [];
      });
      return found(possible[0] ?? null, words, ...revised.words);
    }),
  );
}

/** The largest text of the heading that names a kind of chart. */
function readTitle(header: readonly Cell[]): Cell | null {
  const named = header.filter(({ text }) => !OWN_WORDS.test(text) && kindOfTitle(plain(text)) !== null);
  return named.sort((a, b) => b.size - a.size)[0] ?? null;
}

/** The chart's procedure, beside a box that only says `SID`: its name, or the text with its code in brackets. */
function readProcedure(title: Cell, header: readonly Cell[]): Cell | null {
  if (!BARE.test(plain(title.text))) return null;
  const named = header.filter(
    ({ text }) => text.length <= MAX_TITLE && (NAMED.test(text) || CODED.test(text)),
  );
  return named.sort((a, b) => b.size - a.size)[0] ?? null;
}

/** In boxes words are separated by dots: `.STAR.`, `.RNAV.SID.` */
function plain(text: string): string {
  return text.replace(/\./g, ' ').trim();
}

/** The title's kind, unless the index number contradicts it; the number's kind if there is no title. */
function readKind(number: Found<string> | null, title: Cell | null): Found<ChartKind> | null {
  const { usual, others } = number ? kindsOfNumber(number.value) : { usual: null, others: [] };
  const numberWords = number?.words ?? [];
  const titled = title && kindOfTitle(plain(title.text));
  if (title === null || titled === null) return usual && found(usual, ...numberWords);
  const isStandard =
    (titled === 'departure' && usual === 'sid') || (titled === 'arrival' && usual === 'star');
  if (isStandard && usual) return found(usual, title.text, ...numberWords);
  if (number === null) return found(titled, title.text);
  return usual === titled || others.includes(titled) ? found(titled, title.text, ...numberWords) : null;
}

/** The usual kind of charts with this index number, and other possible kinds. */
function kindsOfNumber(number: string): { usual: ChartKind | null; others: readonly ChartKind[] } {
  const [, family = '', chart = '', letters = ''] = /^[0-9]([0-9])-([0-9]+)([A-Z]*)/.exec(number) ?? [];
  if (family !== '0') return { usual: 'approach', others: [] };
  if (chart === '1' && letters.startsWith('P')) return { usual: 'text', others: [] };
  if (chart === '2') return { usual: 'star', others: [] };
  if (chart === '3') return { usual: 'sid', others: [] };
  const others: ChartKind[] = ['airport', 'parking', 'minimums', 'text', 'hotspot', 'other'];
  return { usual: chart === '9' && letters === '' ? 'airport' : null, others };
}
