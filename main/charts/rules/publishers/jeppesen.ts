/**
 * Jeppesen's charts (Introduction to Jeppesen Navigation Charts): in the heading the location indicator, mostly with the IATA code,
 * or the city alone; the chart's date with an index number (`17 APR 20 (10-2A)`), and `Eff 23 Apr`, whose year is that of the chart
 * date or the next. A printed page says how long the data that it was printed from were valid.
 */

import type { Cell, Cells } from '../cells.ts';
import { agreed, type ChartKind, collect, type Found, found, type IsoDay, oneDay } from '../chart.ts';
import { dayNumber, findDates } from '../dates.ts';
import { labelledDays } from '../labelled-dates.ts';
import { type Heading, headingOf, isBesideNumber, type Line, partsOfSheet } from './jeppesen-heading.ts';
import { isIndicator, kindOfTitle, type PageView, type Publisher } from './publisher.ts';

const OWN_WORDS = /\bJEPPESEN\b|\bJEPPVIEW\b/i;
/** The company's name alone, in the heading of each chart. */
const LOGO = /^JEPPESEN$/i;
const PLACE = /^([A-Z]{4})\/[A-Z]{3}$/;
/** `OSLO, NORWAY`, `MIAMI, FLA` */
const CITY = /^[A-Z][A-Z .'’()/-]{1,40}, [A-Z][A-Z .'’()&-]{1,30}$/;
/** `Notice: After 21 Jan 2021, 0000Z, this chart may no longer be valid`: the end of the data's cycle, whatever the chart. */
const PRINT_VALID_TO = /\bNotice: After(?= [0-9])/i;
const PRINT_EXPIRED = /\bPRINTED FROM AN EXPIRED REVISION\b|\bDATA CYCLE [0-9]{2}-[0-9]{4} \(EXPIRED\)/i;
/** Charts are sent out at most this long before they take effect, days. */
const MAX_AHEAD = 63;
/** Longer lines are sentences. */
const MAX_TITLE = 80;
/** White on black, with dots between the words: `.RNAV.SID.(OVERLAY).`, `AIRPORT.BRIEFING` */
const LABEL = /^\.?\(?[A-Z][A-Z&/-]*(?:\.+\(?[A-Z][A-Z&/-]*\)?)*\.?$/;
const BARE = /^(?:RNAV |RNP |GPS )*(?:SID|STAR|DEPARTURE|ARRIVAL|TRANSITION)S?(?: \(OVERLAY\))?$/i;
/** `BAYLR TWO RNAV DEPARTURE`, `PURRL TWO ARRIVAL (PURRL.PURRL2)` */
const NAMED = /^[A-Z][A-Z' ]{2,40} (?:DEPARTURE|ARRIVAL)(?: \([A-Z0-9. ]{3,20}\))?$/;
/** `BROOKMANS PARK 7F (BPK 7F)` */
const CODED = /^[A-Z][A-Z0-9' ]{2,40} \([A-Z]{2,5} ?[0-9][A-Z]\)/;
/** `KHARK 3A, KHARK 3B`, `LANDU 26`; names are set larger than the texts around them. */
const DESIGNATED = /^(?:,? ?[A-Z]{2,12} [0-9~][0-9A-Z]?,?)+$/;
/** `THREE NOVEMBER (EGG 3N)`, below `EGGENFELDEN` */
const SECOND_LINE = /^(?:ONE|TWO|THREE|FOUR|FIVE|SIX|SEVEN|EIGHT|NINE) /;
/** How far below the heading names of procedures are looked for, heights of the index number. */
const NAMES_BELOW = 14;
const APPROACH = /\bRwys? ?[0-3]?[0-9]/i;
/** As a share of the page's height. */
const BAND = 0.2;

export const jeppesen: Publisher = {
  id: 'jeppesen',
  partsOf: partsOfSheet,
  read(page) {
    const isOwn = page.all.some(({ text }) => OWN_WORDS.test(text));
    const heading = headingOf(page);
    const print = {
      print_valid_to: oneDay(labelledDays(page.all, PRINT_VALID_TO)),
      print_expired: readExpired(page.all),
    };
    // Flight plans of the same publisher also name airports, but have no index number.
    if (heading === null) {
      const information = isOwn ? readInformation(page) : null;
      if (information) return { ...information, ...print };
      // A chart whose heading can't be read: nothing else on it says which chart it is.
      const header = page.all.filter(({ down }) => down < BAND);
      const isChart = header.some(({ text }) => LOGO.test(text));
      return isChart ? { airport: agreed(collect(header, readPlace)), ...print } : null;
    }
    const { line, lines, cells } = heading;
    const airport = agreed([
      ...collect(cells, readPlace),
      ...collect(cells, (cell) => readIndicator(cell, heading)),
    ]);
    if (!isOwn && airport === null) return null;
    const number = found((line.number ?? '').replace(/[()]/g, ''), line.words);
    const revised = readChartDate(lines);
    const city = readCity(heading);
    const title = readTitle(heading, city, number.value);
    const names = title && BARE.test(title.value) ? readNames(page, heading) : null;
    return {
      airport,
      city: city && found(city.text, city.text),
      number,
      title: names ?? title,
      kind: readKind(number, title),
      revised,
      effective_from: readEffective(lines, revised),
      ...print,
    };
  },
};

function readExpired(all: readonly Cell[]): Found<true> | null {
  const cell = all.find(({ text }) => PRINT_EXPIRED.test(text));
  return cell === undefined ? null : found(true, cell.text);
}

/** A list of the following pages, or a page of text about an airport; both have the printing date. */
function readInformation({ all, upright }: PageView) {
  const header = all.filter(({ turn, down }) => turn === upright && down < BAND);
  const index = header.find(({ text }) => /^(?:Trip Kit Index|List of pages in this Trip Kit)$/i.test(text));
  if (index !== undefined)
    return { kind: found<ChartKind>('contents', index.text), title: found(index.text, index.text) };
  const largest = Math.max(0, ...header.map(({ size }) => size));
  // A smaller line belongs to a list.
  const named = header.filter(({ size }) => size >= 0.8 * largest);
  const title = named.find(({ text }) => /^Airport Information(?: For [A-Z]{4}\b.*)?$/i.test(text));
  if (title === undefined) return null;
  const airports = collect([title, ...named], ({ text }) => {
    const [, inTitle, alone] =
      /^Airport Information For ([A-Z]{4})\b|^([A-Z]{4}) \([^()]+\)$/i.exec(text) ?? [];
    const icao = inTitle ?? alone;
    return icao !== undefined && isIndicator(icao) ? found(icao, text) : null;
  });
  return {
    airport: agreed(airports),
    kind: found<ChartKind>('text', title.text),
    title: found(title.text, title.text),
  };
}

function readPlace({ text }: Cell): Found<string> | null {
  const place = PLACE.exec(text)?.[1];
  return place === undefined ? null : found(place, text);
}

/** The location indicator alone: the large word at the left of the index number. */
function readIndicator(cell: Cell, heading: Heading): Found<string> | null {
  const { text, size, right } = cell;
  const { cell: number } = heading.line;
  const isThere = isBesideNumber(cell, heading) && right <= number.left && size > 1.1 * number.size;
  return isThere && isIndicator(text) ? found(text, text) : null;
}

/** At the right of the index number, on its line or above it; the largest, if there are several. */
function readCity(heading: Heading): Cell | null {
  const { cell: number } = heading.line;
  const cities = heading.cells.filter(
    (cell) => isBesideNumber(cell, heading) && cell.left > number.left && CITY.test(cell.text),
  );
  return cities.sort((a, b) => b.size - a.size || a.down - b.down)[0] ?? null;
}

/** The only date close to the index number. */
function readChartDate(lines: readonly Line[]): Found<IsoDay> | null {
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

/**
 * The procedure or the label at the right of the index number; else the largest text of the heading that names a kind of chart which
 * has such a number. Services (`NEUSTADT Departure`) are set small and in mixed case.
 */
function readTitle(heading: Heading, city: Cell | null, number: string): Found<string> | null {
  const { line, lines, cells } = heading;
  const titled = new Map(lines.map(({ cell, title = '' }) => [cell, title]));
  const texts = cells
    .map((cell) => ({ ...cell, text: titled.get(cell) ?? cell.text, isInLine: titled.has(cell) }))
    .filter(({ text }) => text !== city?.text && !OWN_WORDS.test(text) && text.length <= MAX_TITLE);
  const smallest = city === null ? line.cell.size : 0.7 * city.size;
  const isApproach = kindsOfNumber(number).usual === 'approach';
  const beside = texts.filter(
    (cell) =>
      cell.left >= line.cell.left &&
      isBesideNumber(cell, heading) &&
      (cell.isInLine || cell.size >= smallest) &&
      (kindOfTitle(plain(cell.text)) !== null ||
        (isApproach && APPROACH.test(cell.text)) ||
        (LABEL.test(cell.text) && cell.text.includes('.'))),
  );
  const others = texts.filter(({ text, size }) => {
    const kind = kindOfTitle(plain(text));
    const isLarge = size >= line.cell.size && (isApproach || text === text.toUpperCase());
    return isLarge && kind !== null && kindWithNumber(kind, number) !== null;
  });
  const [title] = [...largestFirst(beside), ...largestFirst(others)];
  return title === undefined ? null : found(plain(title.text), title.text);
}

function largestFirst(cells: readonly Cell[]): Cell[] {
  return cells.toSorted((a, b) => b.size - a.size);
}

/** The procedures of a chart whose label only says `SID`: their names or designators, the largest texts below the heading. */
function readNames({ all }: Cells, { line, lineHeight }: Heading): Found<string> | null {
  const { cell: number } = line;
  const named = all.filter(
    ({ text, turn, down, size }) =>
      turn === number.turn &&
      down < number.down + NAMES_BELOW * lineHeight &&
      text.length <= MAX_TITLE &&
      !BARE.test(plain(text)) &&
      (NAMED.test(text) || CODED.test(text) || (size > 1.1 * number.size && DESIGNATED.test(text))),
  );
  const [largest] = largestFirst(named);
  if (largest === undefined) return null;
  const names = named
    .filter(({ size }) => size > 0.9 * largest.size)
    .map((cell) =>
      SECOND_LINE.test(cell.text) ? `${firstLineOf(cell, all, lineHeight)} ${cell.text}` : cell.text,
    );
  const title = names.map((name) => name.replace(/^,? ?|,$/g, '')).join(', ');
  return title.length <= MAX_TITLE ? found(title, ...names) : found(names[0] ?? '', names[0] ?? '');
}

/** The line above the second line of a long name; empty if there is none. */
function firstLineOf(
  { turn, size, left, right, down }: Cell,
  all: readonly Cell[],
  lineHeight: number,
): string {
  const above = all.find(
    (cell) =>
      cell.turn === turn &&
      Math.abs(cell.size - size) < 0.1 * size &&
      cell.down < down &&
      down - cell.down < 3 * lineHeight &&
      cell.left < right &&
      cell.right > left,
  );
  return above?.text ?? '';
}

/** In labels words are separated by dots: `.STAR.`, `.RNAV.SID.` */
function plain(text: string): string {
  return LABEL.test(text) ? text.replace(/\.+/g, ' ').trim() : text;
}

/** The title's kind, unless the index number contradicts it; the number's kind if the title names none. */
function readKind(number: Found<string>, title: Found<string> | null): Found<ChartKind> | null {
  const titled = title && kindOfTitle(title.value);
  const kind = titled ? kindWithNumber(titled, number.value) : kindsOfNumber(number.value).usual;
  return kind && found(kind, ...(titled ? title.words : []), ...number.words);
}

/** The kind of a chart with this title's kind and this index number; null if they contradict each other. */
function kindWithNumber(titled: ChartKind, number: string): ChartKind | null {
  const { usual, others } = kindsOfNumber(number);
  const isStandard =
    (titled === 'departure' && usual === 'sid') || (titled === 'arrival' && usual === 'star');
  if (isStandard) return usual;
  return usual === titled || others.includes(titled) ? titled : null;
}

/** The usual kind of charts with this index number, and other possible kinds. */
function kindsOfNumber(number: string): { usual: ChartKind | null; others: readonly ChartKind[] } {
  const [, family = '', chart = '', letters = ''] = /^[0-9]([0-9])-([0-9]*)([A-Z]*)/.exec(number) ?? [];
  if (family !== '0') return { usual: 'approach', others: [] };
  if (letters === 'ABP' || (chart === '1' && letters.startsWith('P'))) return { usual: 'text', others: [] };
  if (chart === '2') return { usual: 'star', others: [] };
  if (chart === '3') return { usual: 'sid', others: [] };
  const others: ChartKind[] = ['airport', 'parking', 'minimums', 'text', 'hotspot', 'other'];
  if (chart === '9') return { usual: 'airport', others };
  return { usual: ['1', '4', '8'].includes(chart) ? 'other' : null, others };
}
