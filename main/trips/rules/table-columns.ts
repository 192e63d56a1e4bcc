/** Finds the titles of a table, and what each column means: by its title, or without titles by its values. Pure. */

import { type Clock, clockOfWords, isWhen, type Meaning, type Title, titleOf } from './table-titles.ts';

export interface Column {
  /** From the header; empty if there is none. */
  title: string;
  /** Null: not used. */
  meaning: Meaning | null;
}

type Rows = readonly (readonly string[])[];
type IsAirport = (code: string) => boolean;

/** Where the titles stand, and what they say together with a row of words above them. */
export interface Header {
  /** The place of the titles among the rows. */
  at: number;
  titles: readonly string[];
}

/** How many rows from the top may be the titles; empty rows don't count. */
export const HEADER_ROWS = 20;
/** A column means something if this part of its values looks like it. */
const MOST = 0.8;
const PAIR =
  /^([A-Za-z]{3,4}(?:\s?\/\s?[A-Za-z]{3,4})?)(?:\s*[-–—→>]+\s*|\s+|\s*\/\s*)([A-Za-z]{3,4}(?:\s?\/\s?[A-Za-z]{3,4})?)$/;
/** A time of day, perhaps behind a date: `28.03.2027 02:30`, `0230Z`, `1005L`, `0045 (+1)`. */
const DATED = /^\S*\d.*[T\s]\d{1,2}[:.h]?\d{2}/;
const CODE = /^[A-Za-z]{3,4}(?:\s?[/(]\s?[A-Za-z]{3,4}\)?)?$/;
const TIME = /^(?:\S.*[T\s])?\d{1,2}[:.h]?\d{2}(?::\d{2})?\s*(Z|UTC|GMT|LT?|LCL)?(?:\s*\(?[+-]\d\)?)?$/i;

const filled = (row: readonly string[]) => row.filter((cell) => cell !== '').length;
const hasFigures = (row: readonly string[]) => row.some((cell) => /\d/.test(cell));

/** Whether cells are titles that include the origin and the destination. */
export function namesAirports(cells: readonly string[]): boolean {
  const titles = cells.map(titleOf);
  const isOrigin = (title: Title | null) =>
    title?.kind === 'origin' || (title?.kind === 'departure' && title.isOpen && title.clock === null);
  return titles.some(isOrigin) && titles.some((title) => title?.kind === 'destination');
}

/**
 * The titles: the first row that names both airports, alone or with the row above; else one with a routing and another title; else
 * the top row if it has any title; else the words above the first flight, whose meanings are not known. Null if there are none.
 */
export function headerOf(rows: Rows, isAirport: IsAirport): Header | null {
  const top = rows.slice(0, Math.min(HEADER_ROWS, rows.length - 1));
  const headers = top.map((own, at): Header => ({ at, titles: joined(rows[at - 1], own) }));
  const known = (titles: readonly string[]) => titles.filter((title) => titleOf(title) !== null).length;
  const clocks = (titles: readonly string[]) => titles.filter((title) => titleOf(title)?.clock).length;
  const single = top.findIndex(namesAirports);
  // The words above may say more of the titles, or those below: "Departure" above "Airport" and "STD", "Local" above "STD".
  const own = rows[single] ?? [];
  const near = [headers[single + 1], headers[single]].find(
    (header) =>
      header &&
      !hasFigures(rows[header.at] ?? []) &&
      namesAirports(header.titles) &&
      (known(header.titles) > known(own) || clocks(header.titles) > clocks(own)),
  );
  if (single >= 0) return near ?? { at: single, titles: own };
  const double = headers.find(({ titles }) => namesAirports(titles));
  if (double) return double;
  const isRouting = (cells: readonly string[], at: number) =>
    known(cells) > 1 && cells.some((cell, column) => isPair(cell, valuesOf(rows, at, column)));
  const routing = top.findIndex(isRouting);
  if (routing >= 0) return { at: routing, titles: rows[routing] ?? [] };
  const at = known(rows[0] ?? []) > 0 ? 0 : wordsAboveFlights(rows, isAirport);
  return at === null ? null : { at, titles: rows[at] ?? [] };
}

/** The last row above the first flight that has words above both of its airports. */
function wordsAboveFlights(rows: Rows, isAirport: IsAirport): number | null {
  const guessed = guessMeanings(rows, isAirport, null);
  const [from, to] = [guessed.indexOf('origin'), guessed.indexOf('destination')];
  const first = rows.findIndex(
    (row) => isAirport(row[from] ?? '') && isAirport(row[to] ?? '') && hasFigures(row),
  );
  const isWords = (row: readonly string[]) =>
    (row[from] ?? '') !== '' &&
    (row[to] ?? '') !== '' &&
    !row.some((cell, column) => guessed[column] != null && /\d/.test(cell));
  const at = rows.slice(0, Math.max(0, first)).findLastIndex(isWords);
  return at < 0 ? null : at;
}

/** The titles of two rows: a word above several columns (`Departure`) with those below it (`Airport`, `STD`). */
function joined(above: readonly string[] | undefined, own: readonly string[]): string[] {
  if (above === undefined || filled(above) < 2 || hasFigures(above)) return [...own];
  let over = '';
  return own.map((cell, column) => {
    const word = above[column] ?? '';
    if (word !== '') over = word;
    if (cell === '') return word;
    const both = `${over} ${cell}`.trim();
    const ownTitle = titleOf(cell);
    const isArrival = titleOf(over)?.kind === 'destination';
    const isTime = ownTitle !== null && isWhen(ownTitle.kind);
    if (titleOf(both) !== null || (isArrival && isTime)) return both;
    const clock = isTime ? clockOfWords(over) : null;
    return clock === null ? cell : `${cell} ${clock === 'utc' ? 'UTC' : 'LT'}`;
  });
}

const valuesOf = (rows: Rows, header: number, column: number) =>
  rows.slice(header + 1).flatMap((row) => row[column] || []);

function mostly(values: readonly string[], fits: (value: string) => boolean): boolean {
  return values.length > 0 && values.filter(fits).length >= MOST * values.length;
}

function isPair(title: string, values: readonly string[]): boolean {
  const kind = titleOf(title)?.kind;
  return (kind === 'pair' || kind === 'route') && mostly(values, (value) => PAIR.test(value));
}

/** Both airports of a cell; null if it does not hold two. */
export function airportsIn(cell: string): [string, string] | null {
  const [, from, to] = PAIR.exec(cell.trim()) ?? [];
  return from && to ? [from, to] : null;
}

/** The columns of a table, and the one with both airports, which has no meaning of its own. */
export interface Columns {
  columns: Column[];
  /** Its place; null if there is none, or if other columns have the airports. */
  pair: number | null;
  /** The title of the times of departure whose clock nothing names; null if there is none, or another column counts. */
  unsaid: string | null;
}

/** @param beside the clock that words beside the table name for all of its times */
export function columnsOf({ at, titles }: Header, rows: Rows, beside: Beside): Columns {
  const values = titles.map((_title, column) => valuesOf(rows, at, column));
  const isNamed = namesAirports(titles);
  const said = besideIn(titles, values) ?? beside;
  const named = titles.map((title, column) =>
    // "De" and "A" are airports, "A" and "B" are letters of a sheet.
    title.length === 1 && !isNamed ? null : withClock(titleOf(title), values[column] ?? [], said),
  );
  const found: (Meaning | null)[] = titles.map(() => null);
  const isOne = !isTurnaround(titles);
  for (const meaning of ['origin', 'destination', 'alternates', 'route', 'flight'] as const) {
    if (!isOne && (meaning === 'origin' || meaning === 'destination')) continue;
    const column = named.findIndex((title) => title?.kind === meaning);
    if (column >= 0) found[column] = meaning;
  }
  const routing = titles.findIndex((title, column) => isPair(title, values[column] ?? []));
  const pair = found.includes('origin') || found.includes('destination') || routing < 0 ? null : routing;
  if (pair !== null) found[pair] = null;
  const when = departureOf(named, values);
  for (const [column, meaning] of when) found[column] = meaning;
  const unsaid = named.findIndex((title) => title?.kind === 'unsaid');
  return {
    columns: titles.map((title, column) => ({ title, meaning: found[column] ?? null })),
    pair,
    unsaid: unsaid < 0 || [...when.values()].some((one) => one !== 'date') ? null : (titles[unsaid] ?? ''),
  };
}

const ZONE =
  /^(?:(?:time)?\W?zone|tz|(?:utc|gmt)?\W?offset|(?:utc|lt|local)\W+(?:utc|lt|local)|zeitzone|fuseau(?:\W?horaire)?|tijdzone)$/i;

/** What another column says of the clock of the departure: a time zone, or arrivals in local time beside it; null for nothing. */
function besideIn(titles: readonly string[], values: Rows): Beside {
  const zone = titles.findIndex((title) => ZONE.test(title.trim()));
  if (zone >= 0) {
    const clocks = new Set(values[zone]?.map((value) => clockOfWords(value) ?? 'both'));
    const [only = null, second] = clocks;
    return second === undefined ? only : 'both';
  }
  const isLocal = titles.some(
    (title) =>
      /^(?:sta|eta|arr)/i.test(title) && titleOf(title) === null && clockOfWords(`std ${title}`) === 'local',
  );
  return isLocal ? 'both' : null;
}

/** A title with the clock that its values or the words beside the table name, and a place of times as a time. */
function withClock(title: Title | null, values: readonly string[], beside: Beside): Title | null {
  if (title === null) return null;
  const isTime = title.isOpen && mostly(values, (value) => TIME.test(value));
  if (isTime && title.kind === 'destination') return null;
  // "Departure" is a time, or an airport.
  const isCode = title.isOpen && title.clock === null && mostly(values, (value) => CODE.test(value));
  if (isCode && title.kind === 'departure') return { ...title, kind: 'origin' };
  const isDated = title.kind === 'time' && mostly(values, (value) => DATED.test(value));
  const kind = isTime && title.kind === 'origin' ? 'unsaid' : isDated ? 'departure' : title.kind;
  if (title.clock !== null || !isWhen(kind) || kind === 'date') return { ...title, kind };
  // Words among them are titles that come again.
  const isOwn = values.every((value) => !/\d/.test(value) || TIME.exec(value)?.[1] !== undefined);
  const isSaid = beside !== null || isOwn;
  if (beside === 'both') return { ...title, kind: isOwn ? kind : 'unsaid' };
  return { ...title, kind: kind === 'unsaid' && isSaid ? 'departure' : kind, clock: beside };
}

/**
 * The columns of the departure by their place. A time that is named UTC counts before all; then the scheduled one; then one without a
 * clock, which is UTC, before a local one; then the first one. A date has the clock of its time, or names none.
 */
function departureOf(
  named: readonly (Title | null)[],
  values: readonly (readonly string[])[],
): Map<number, Meaning> {
  const times = [...named.entries()].flatMap(([column, title]) =>
    title !== null && (title.kind === 'time' || title.kind === 'departure') ? [{ column, ...title }] : [],
  );
  const rank = ({ clock, isScheduled }: Title) =>
    (clock === 'utc' ? 0 : 4) + (isScheduled ? 0 : 2) + (clock === 'local' ? 1 : 0);
  times.sort((a, b) => rank(a) - rank(b) || a.column - b.column);
  const dates = [...named.entries()].filter(([, title]) => title?.kind === 'date');
  const dateFor = (clock: Clock | null) =>
    dates.find(([, title]) => title?.clock === (clock ?? 'utc')) ??
    // Days of the week have no figures.
    dates.find(
      ([column, title]) => title?.clock === null && values[column]?.some((value) => /\d/.test(value)),
    ) ??
    dates.find(([, title]) => title?.clock === null);
  const best =
    times.find(({ kind, clock }) => kind === 'departure' || dateFor(clock) !== undefined) ?? times[0];
  const found = new Map<number, Meaning>();
  const isBest = (one: Title) => (one.clock ?? 'utc') === (best?.clock ?? 'utc');
  for (const kind of ['departure', 'time'] as const) {
    const one = best?.kind === kind ? best : times.find((time) => time.kind === kind && isBest(time));
    if (!one) continue;
    const meaning = kind === 'time' ? 'localTime' : 'localDeparture';
    found.set(one.column, one.clock === 'local' ? meaning : kind);
  }
  const date = dateFor(best?.clock ?? null)?.[0];
  if (date !== undefined) found.set(date, 'date');
  return found;
}

const AIRPORTS = 'airports';
const shapes: readonly { meaning: Meaning; fits: RegExp | typeof AIRPORTS }[] = [
  { meaning: 'departure', fits: /^\d{4}-\d{2}-\d{2}[T ]\d{2}:?\d{2}/ },
  {
    meaning: 'date',
    fits: /^(\d{4}[-/.]\d{1,2}[-/.]\d{1,2}|\d{1,2}[./-]\d{1,2}[./-]\d{2,4}|\d{1,2}[\s-]?[A-Za-z]{3}([\s-]?\d{2,4})?)$/,
  },
  { meaning: 'time', fits: /^\d{1,2}:?\d{2}\s?Z?$/i },
  { meaning: 'origin', fits: AIRPORTS },
  { meaning: 'alternates', fits: /^[A-Za-z]{4}([ ,/]+[A-Za-z]{4})*$/ },
  { meaning: 'flight', fits: /^(?=.*\d)[A-Za-z0-9]{2,7}$/ },
  { meaning: 'route', fits: /^\S+(\s+\S+){2,}$/ },
];

/**
 * Meanings of columns without titles, from the form of nearly all of their values. The second column of airports is the destination.
 *
 * @param beside the clock that words beside the table name for its times
 */
export function guessMeanings(rows: Rows, isAirport: IsAirport, beside: Beside): (Meaning | null)[] {
  const taken = new Set<Meaning>();
  return Array.from({ length: rows[0]?.length ?? 0 }, (_, column) => {
    const values = rows.map((row) => row[column] ?? '').filter((value) => value !== '');
    for (const { meaning, fits } of shapes) {
      const isOne = fits === AIRPORTS ? isAirport : (value: string) => fits.test(value);
      if (!mostly(values, isOne)) continue;
      const wanted = meaning === 'origin' && taken.has('origin') ? 'destination' : meaning;
      if (taken.has(wanted)) continue;
      taken.add(wanted);
      if (beside !== 'local') return wanted;
      return wanted === 'time' ? 'localTime' : wanted === 'departure' ? 'localDeparture' : wanted;
    }
    return null;
  });
}

const INBOUND =
  /^(?:(?:arr|arrival|in|inbound|ankunfts?)\W?(?:flight|flt|flug|vol)(?:\W?(?:no|nr|number))?|(?:flight|flt)\W?(?:in|inbound))\W*$/i;
const OUTBOUND =
  /^(?:(?:dep|departure|out|outbound|abflugs?)\W?(?:flight|flt|flug|vol)(?:\W?(?:no|nr|number))?|(?:flight|flt)\W?(?:out|outbound))\W*$/i;

/** Whether a row is the arrival and the departure of a station, `Arr Flt, From, ETA, Dep Flt, To, ETD`: neither has both airports. */
function isTurnaround(titles: readonly string[]): boolean {
  return [INBOUND, OUTBOUND].every((one) => titles.some((title) => one.test(title)));
}

/** What words beside a table say of its clock; `both`: some rows name the one, others the other. */
export type Beside = Clock | 'both' | null;

/** The clock of all times of a table, by the rows that are no flight: those above the titles, of one cell, or without figures. */
export function clockBeside(rows: Rows, header: number): Beside {
  const isNote = (row: readonly string[]) => !hasFigures(row) && !namesAirports(row);
  const words = rows
    .filter((row, at) => at < header || filled(row) === 1 || (at > header && isNote(row)))
    .slice(0, 200);
  const clocks = new Set(words.map((row) => clockOfWords(row.join(' ').slice(0, 400))));
  clocks.delete(null);
  const [only = null, second] = clocks;
  return second === undefined ? only : 'both';
}
