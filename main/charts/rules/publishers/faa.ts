/**
 * The FAA's Terminal Procedures Publication (Aeronautical Chart Users' Guide): the cycle in both side margins, the
 * procedure's amendment or the chart's date (`YYDDD`) in the corners, `AL-58 (FAA)` beside the title.
 */

import { type Cell, isInBand, withNext } from '../cells.ts';
import {
  agreed,
  type ChartFacts,
  type ChartKind,
  collect,
  type Found,
  found,
  type IsoDay,
  oneDay,
} from '../chart.ts';
import { findDates, isAiracDay, isWholeCycles, ordinalDay } from '../dates.ts';
import { IDENTIFIER, readAirport } from './faa-airport.ts';
import { kindOfTitle, type Publisher } from './publisher.ts';

const REFERENCE = /\b((?:AL|SL|ST|SC|SR)-\d{1,5}) ?\((?:FAA|USAF|USN|USA|USCG)\)/;
const CYCLE =
  /^(?:((?:NE|NW|NC|SE|SW|SC|EC)(?:-[1-9])?|PAC|AK), )?([0-9]{2} [A-Z]{3} [0-9]{4}) to ([0-9]{2} [A-Z]{3} [0-9]{4})$/;
/** List pages have no reference: these titles are the FAA's. */
const LIST_TITLE =
  /^(?:HOT SPOTS?|RADAR MINS|ALTERNATE MINS|IFR ALTERNATE .*MINIMUMS.*|TAKE-?OFF MINS|TAKEOFF MINIMUMS,.*|LAND AND HOLD-SHORT OPERATIONS.*)$/;
/** `LIBERTY THREE DEPARTURE`: a name, a number in words, and the kind. */
const NAMED =
  /^[A-Z'. -]+ (?:ONE|TWO|THREE|FOUR|FIVE|SIX|SEVEN|EIGHT|NINE|TEN) (?:DEPARTURE|ARRIVAL)\b(?: ?\((?:RNAV|OBSTACLE)\))*/;
const AMENDMENT = /^(?:Orig(?:-[A-Z])?|Amdt [0-9]{1,3}[A-Z]?)[ ,]{1,2}([0-9]{2}[A-Z]{3}[0-9]{2}|[0-9]{5})$/i;
/** `(LIB3.LIB) 25JUN15`: a procedure's computer code, and a date. */
const CODED = /^(?:\([A-Z0-9]{2,7}\.[A-Z0-9]{2,7}\))? ?([0-9]{2}[A-Z]{3}[0-9]{2}|[0-9]{5})$/;
/** A cycle lasts 28 days; the Pacific volume, and once some others, 56. */
const MAX_CYCLES = 2;
/** Shares of the page's height. */
const MARGIN = 0.1;
const CORNER = 0.12;
const TITLES = 0.14;
/** Names of approaches are larger than the names of navigation aids beside them, PDF points. */
const TITLE_SIZE = 8;

/** The forms that procedures are made on are not charts. */
const FORM = /^FAA FORM 8260\b.*/i;

export const faa: Publisher = {
  id: 'faa',
  read(page) {
    const form = page.frame.map(({ text }) => FORM.exec(text)?.[0]).find((text) => text !== undefined);
    if (form !== undefined) return { kind: found<ChartKind>('other', form), title: found(form, form) };
    const margins = page.all.filter((cell) => isInBand(cell, MARGIN));
    const cycles = collect(margins, readCycle);
    const titles = page.all.filter((cell) => isInBand(cell, TITLES));
    const number = agreed(collect(titles, readReference));
    // Other publishers have pages with these titles too: the FAA's have the days of a cycle, or the date as a day of the year.
    const isList =
      titles.some(({ text }) => LIST_TITLE.test(text)) &&
      (cycles.length > 0 || titles.some(({ text }) => /^[0-9]{5}$/.test(text)));
    if (number === null && !isList && !cycles.some(({ hasVolume }) => hasVolume)) return null;
    const title = readTitle(titles);
    const file = title === null && number === null && !isList ? readFile(page.file) : null;
    const kind = title ? found(title.kind, ...title.words) : (file?.kind ?? referredKind(number));
    const isOfMany = isList || (number === null && cycles.some(({ isRegion }) => isRegion));
    const corners = page.all.filter((cell) => isInBand(cell, CORNER));
    const effective_from = oneDay(cycles.map(({ from, words }) => found(from, words)));
    const effective_to = oneDay(cycles.map(({ to, words }) => found(to, words)));
    // Lists and texts print the days without a volume, and so do apps that export plates, with the cycle of the export: without a
    // volume, the days are not known to be the chart's own.
    const isOwn = cycles.some(({ hasVolume }) => hasVolume);
    const isWhole = isOwn && effective_from !== null && effective_to !== null;
    return {
      number,
      title: title ? found(title.value, ...title.words) : (file?.title ?? null),
      kind,
      airport: file?.airport ?? (isOfMany ? null : readAirport(corners, page.all)),
      revised: readRevision(corners, kind?.value ?? null, isList),
      ...(isWhole ? { effective_from, effective_to } : {}),
    } satisfies Partial<ChartFacts>;
  },
};

interface Cycle {
  /** Both null if they can't be a cycle: the page then contradicts itself. */
  from: IsoDay | null;
  to: IsoDay | null;
  hasVolume: boolean;
  /** Whether the volume may be one of the Chart Supplement, whose pages cover many airports. */
  isRegion: boolean;
  words: string;
}

function readCycle({ text }: Cell): Cycle | null {
  const [words, volume, ...ends] = CYCLE.exec(text) ?? [];
  if (words === undefined) return null;
  const [from, to] = ends.map((end) => (end === undefined ? null : findDates(end)[0]?.day));
  const isCycle = from && to && isAiracDay(from) && isWholeCycles(from, to, MAX_CYCLES);
  const days = isCycle ? { from, to } : { from: null, to: null };
  const isRegion = /^[A-Z]{2}$/.test(volume ?? '');
  return { ...days, hasVolume: volume !== undefined, isRegion, words };
}

function readReference({ text }: Cell): Found<string> | null {
  const [words, number] = REFERENCE.exec(text) ?? [];
  return words && number ? found(number, words) : null;
}

/** Departures are filed under SL, arrivals under ST; AL is for everything else of an airport. */
function referredKind(number: Found<string> | null): Found<ChartKind> | null {
  const kind = number?.value.startsWith('SL') ? 'sid' : number?.value.startsWith('ST') ? 'star' : null;
  return number && kind && found<ChartKind>(kind, ...number.words);
}

/** `X:\TAPS\NAS  KNUW\knuw_arpt_dia.dgn`: the drawing that a military chart was made from. */
const DRAWING = /[ \\](?<icao>[A-Z]{4})\\(?<prefix>[a-z]{4})_arpt_dia\.dgn$/;

/**
 * The title of a file that is one chart, whose text is drawn as lines: the procedure's title, or the drawing's name.
 * It never contains a date.
 */
function readFile(file: string | null): Partial<Pick<ChartFacts, 'airport' | 'kind' | 'title'>> | null {
  if (file === null) return null;
  const { icao, prefix } = DRAWING.exec(file)?.groups ?? {};
  if (icao !== undefined && icao.toLowerCase() === prefix)
    return { airport: found(icao, file), kind: found<ChartKind>('airport', file) };
  const kind = kindOfTitle(file);
  return kind === 'approach' || kind === 'airport'
    ? { title: found(file, file), kind: found<ChartKind>(kind, file) }
    : null;
}

interface Title extends Found<string> {
  kind: ChartKind;
}

/** The largest of the cells that name a kind of chart; if several, the most specific. */
function readTitle(cells: readonly Cell[]): Title | null {
  const titles = collect(cells, (cell) => {
    const kind = titleKind(cell);
    if (kind === null) return null;
    const { text, next, size } = cell;
    const isTwoParted = next !== null && /^\([A-Z0-9& -]+\)$/.test(next.text) && !IDENTIFIER.test(next.text);
    return { size, kind, words: isTwoParted ? `${text} ${next.text}` : text };
  });
  const [best] = titles.sort((a, b) => b.size - a.size || b.words.length - a.words.length);
  if (best === undefined) return null;
  const spaced = best.words.replace(/(?<=[A-Z0-9])\(/g, ' (').replace(/,? AND$/, '');
  // The text after it distinguishes the pages of one procedure: "Transition Routes".
  const [named] = NAMED.exec(spaced) ?? [];
  const value = named ?? spaced;
  return { value, words: [best.words], kind: best.kind };
}

function titleKind({ text, size }: Cell): ChartKind | null {
  if (/\bAAUP\b/.test(text)) return 'text';
  if (NAMED.test(text))
    return /\(OBSTACLE\)/.test(text) ? 'departure' : /ARRIVAL/.test(text) ? 'star' : 'sid';
  const kind = kindOfTitle(text);
  if (kind === 'approach') return size >= TITLE_SIZE ? kind : null;
  return kind === 'airport' || LIST_TITLE.test(text) ? kind : null;
}

/**
 * The amendment's date if procedures have one, else the chart's own date, which is beside the computer code or twice in
 * the corners, and is the first day of a cycle; lists have no other numbers there. Some approaches have the amendment drawn as lines.
 */
function readRevision(
  corners: readonly Cell[],
  kind: ChartKind | null,
  isList: boolean,
): Found<IsoDay> | null {
  const isProcedure = kind === 'sid' || kind === 'star' || kind === 'departure';
  const amendments = collect(corners, (cell) => {
    const text = [cell.text, withNext(cell)].find((one) => AMENDMENT.test(one));
    const date = text && AMENDMENT.exec(text)?.[1];
    return date ? found(dayOf(date), text) : null;
  });
  if (kind === 'approach' || amendments.length > 0) return oneDay(amendments);
  const coded = collect(corners, (cell) => {
    const text = [cell.text, withNext(cell)].find((one) => CODED.test(one));
    const date = text && CODED.exec(text)?.[1];
    return date ? { date, text, day: dayOf(date) } : null;
  });
  const named = coded.filter(({ date }) => /[A-Z]/.test(date));
  if (isProcedure && named.length > 0) return oneDay(named.map(({ day, text }) => found(day, text)));
  const charted = coded.filter(({ date, day }) => /^[0-9]{5}$/.test(date) && day !== null && isAiracDay(day));
  const isShown =
    isList ||
    charted.some(
      ({ date, text }, index) =>
        text !== date || charted.some((other, at) => at !== index && other.date === date),
    );
  return isShown ? oneDay(charted.map(({ day, text }) => found(day, text))) : null;
}

function dayOf(date: string): IsoDay | null {
  return /^[0-9]{5}$/.test(date) ? ordinalDay(date) : (findDates(date)[0]?.day ?? null);
}
