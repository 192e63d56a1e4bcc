/** What pages print about the document as a whole: the AIRAC cycle of the data that it was made from, and its validity. */

import { type Cell, withNext } from './cells.ts';
import {
  agreed,
  type ChartKind,
  type ChartPage,
  collect,
  type Found,
  found,
  type IsoDay,
  oneDay,
} from './chart.ts';
import { airacNumber, findDates, isAiracDay } from './dates.ts';

/** `AIRAC 2610`, `AIRAC cycle: 2610`, `Cycle 2610` */
const YEAR_FIRST =
  /(?:\bAIRAC(?: DATA)?(?: CYCLE)?|(?:^|[·•|;,(] ?|\bDATA )CYCLE)[ :.]{1,2}([0-9]{2}(?:0[1-9]|1[0-4]))\b(?![/-])/i;
/** `Terminal chart data cycle 01-2021` */
const NUMBER_FIRST = /(?:^|[·•|;,(] ?|\b(?:DATA|AIRAC) )CYCLE[ :.]{1,2}(0[1-9]|1[0-4])[-/]20([0-9]{2})\b/i;
/** An amendment belongs to the chart, which stays valid for years. */
const AMENDMENT = /\b(?:AMDT|AMENDMENT|AMEND|SUP|SUPPLEMENT|AIC|NOTAM)\b/i;

/** What a document prints about the time for which it was made. */
export interface DocumentStamp {
  /** `YYNN`: the cycle stamped on the cover, or on each page; null if there is none, or several. */
  cycle: string | null;
  /** The last day of its validity, from the cover or from the notice of printed pages; null if none is named. */
  valid_to: IsoDay | null;
  /** Whether a page says that it was printed from data that had expired. */
  expired: boolean;
}

/** The cycle `YYNN` stamped in the frame of a page; null if there is none, or its own first day contradicts it. */
export function stampedCycle(frame: readonly Cell[]): Found<string> | null {
  return agreed(
    collect(frame, (cell) => {
      const isLabel = /\b(?:AIRAC|CYCLE)[ :.]*$/i.test(cell.text);
      const text = isLabel ? withNext(cell) : cell.text;
      const cycle = YEAR_FIRST.exec(text)?.[1] ?? NUMBER_FIRST.exec(text)?.slice(1).reverse().join('');
      if (cycle === undefined || AMENDMENT.test(`${cell.previous?.text ?? ''} ${text}`)) return null;
      const firstDays = findDates(text).flatMap(({ day }) => (day !== null && isAiracDay(day) ? [day] : []));
      const isSound = firstDays.length === 0 || firstDays.some((day) => airacNumber(day) === cycle);
      return isSound ? found(cycle, text) : null;
    }),
  );
}

const PERIOD = /\bVALID(?:ITY)?\b/i;
const UNTIL = /\b(?:VALID (?:UNTIL|TO|THRU|THROUGH)|EXPIRES?(?: ON)?|EXPIRY(?: DATE)?)[ :]{0,2}$/i;

/** The last day of validity that a cover prints: `VALID UNTIL 29 OCT 2026`, `VALID 01 OCT 2026 - 29 OCT 2026`. */
export function validityOfCover(cells: readonly Cell[]): Found<IsoDay> | null {
  return oneDay(
    collect(cells, (cell) => {
      const text = withNext(cell);
      const [first, second] = findDates(text);
      if (first === undefined) return null;
      if (UNTIL.test(text.slice(0, first.from))) return found(first.day, text.slice(0, first.to));
      const isPeriod = second !== undefined && PERIOD.test(text.slice(0, first.from));
      return isPeriod ? found(second.day, text.slice(0, second.to)) : null;
    }),
  );
}

/** Pages that name the cycle of other data, for example a flight plan that of the navigation database. */
const OTHER_DATA: ReadonlySet<ChartKind> = new Set(['flight_plan', 'notam', 'weather']);
const DAY_MS = 24 * 3600 * 1000;
/** A single page may have its chart's amendment number only. */
const MIN_PAGES = 2;

/** What the pages of a document say about the document as a whole. */
export function documentStamp(pages: readonly ChartPage[]): DocumentStamp {
  const read = pages.filter(({ text, kind }) => text === 'read' && !(kind && OTHER_DATA.has(kind.value)));
  const isCover = ({ kind }: ChartPage) => kind?.value === 'cover';
  const cycles = new Set(read.flatMap(({ stamped_cycle }) => stamped_cycle?.value ?? []));
  const isStamped = ({ stamped_cycle }: ChartPage) => stamped_cycle !== null;
  const others = read.filter((page) => !isCover(page) && page.kind?.value !== 'contents');
  const isWhole =
    read.some((page) => isCover(page) && isStamped(page)) ||
    (others.length >= MIN_PAGES && others.every(isStamped));
  const [cycle = null] = cycles;
  const charts = read.flatMap((page) => [page, ...page.more]);
  const ends = [
    ...read.filter(isCover).flatMap(({ effective_to }) => effective_to?.value ?? []),
    ...charts.flatMap(({ print_valid_to }) => (print_valid_to ? lastDay(print_valid_to.value) : [])),
  ];
  return {
    cycle: isWhole && cycles.size === 1 ? cycle : null,
    valid_to: ends.toSorted()[0] ?? null,
    expired: charts.some(({ print_expired }) => print_expired !== null),
  };
}

/** The day before the one from which the data may no longer be valid; that day itself if a cycle begins on it, as on covers. */
function lastDay(day: IsoDay): IsoDay {
  if (isAiracDay(day)) return day;
  return new Date(Date.parse(day) - DAY_MS).toISOString().slice(0, 10);
}
