/**
 * Pages of unknown publishers: cover and contents, and charts with a location indicator, an index number
 * and a title in the heading.
 */

import type { Cell } from '../cells.ts';
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
import { airacNumber, findDates } from '../dates.ts';
import { ownDays } from '../labelled-dates.ts';
import { isIndicator, kindOfTitle, type PageView, type Publisher } from './publisher.ts';
import { readTitledAirport } from './titled-airport.ts';

/** `EHAM`, `EHAM / AMS` */
const INDICATOR = /^([A-Z]{4})(?: ?\/ ?[A-Z]{3})?$/;
const NUMBER = /^[0-9]{2}-[0-9]{1,2}[A-Z]?[0-9]?$/;
const EFFECTIVE = /\b(?:EFFECTIVE(?: FROM)?|VALID FROM|WEF)\b/i;
const REVISED = /\bREVISED(?: ON)?\b|\bREVISION(?: DATE)?\b/i;
const UNTIL = /\bVALID (?:UNTIL|TO)\b/i;
/** Words of these kinds also occur in itineraries and hotel pages. */
const VAGUE: ReadonlySet<ChartKind> = new Set(['airport', 'parking', 'sid', 'star', 'departure', 'arrival']);
/** A departure that the outline calls a SID is a SID. */
const STANDARD: Partial<Record<ChartKind, ChartKind>> = { departure: 'sid', arrival: 'star' };
/** Longer lines are sentences. */
const MAX_TITLE = 60;
const COVER =
  /\bTRIP ?KIT\b|\b(?:BRIEFING|FLIGHT|CHART|TRIP) (?:PACK(?:AGE)?|FOLDER|KIT|BOOK|BUNDLE|DOCUMENTS)\b|^COVER(?: PAGE)?$/i;
/** Minimum size of a cover's largest letters, PDF points. */
const COVER_SIZE = 18;
const MAX_COVER_CELLS = 80;
/** `AIRAC 2612 · effective 26 NOV 2026`: a cycle and its first day, which confirm each other. */
const CYCLE = /(?:^|[·•|] ?)AIRAC(?: CYCLE)? ?([0-9]{4})\b.{1,30}$/i;

export const plain: Publisher = {
  id: 'plain',
  read(page) {
    const header = page.frame.filter(({ turn, down }) => turn === page.upright && down < 0.5);
    const title = readTitle(page, header) ?? readCover(page);
    const number = agreed(collect(header, (cell) => matching(cell, NUMBER)));
    // Manuals also have index numbers and headings of four letters: a chart names its kind.
    const airport = readAirport(page, header, title === null ? null : number);
    const isVague = title !== null && VAGUE.has(title.kind) && airport === null && !isOutlined(page, title);
    const effective_from = readEffective(page.frame, airport !== null);
    // It says which airport a page is about, not that the page is a chart.
    const titled = readTitledAirport(page);
    if (title === null && airport === null && titled === null && effective_from === null) return null;
    return {
      title: title && found(title.text, ...title.words),
      kind: title === null || isVague ? null : found(title.kind, ...title.words),
      airport:
        title?.kind === 'cover' || title?.kind === 'contents'
          ? null
          : agreed([airport, titled].filter((one) => one !== null)),
      number: airport === null ? null : number,
      effective_from,
      revised: airport === null ? null : oneDay(ownDays(page.frame, REVISED)),
      effective_to: airport === null ? null : oneDay(ownDays(page.frame, UNTIL)),
    } satisfies Partial<ChartFacts>;
  },
};

function matching({ text }: Cell, pattern: RegExp): Found<string> | null {
  return pattern.test(text) ? found(text, text) : null;
}

interface Title {
  text: string;
  kind: ChartKind;
  words: string[];
}

/** The largest text in the heading that names a kind of chart, else the outline's name for the page. */
function readTitle({ all, heading }: PageView, header: readonly Cell[]): Title | null {
  const largest = Math.max(0, ...header.map(({ size }) => size));
  const named = collect(header, ({ text, size }) => {
    const kind = text.length <= MAX_TITLE && size >= 0.6 * largest ? kindOfTitle(text) : null;
    return kind === null ? null : { text, kind, words: [text], size };
  }).sort((a, b) => b.size - a.size);
  const [best] = named;
  const outlined = heading.at(-1);
  const kind = outlined === undefined ? null : outlinedKind(heading);
  if (best && outlined !== undefined && kind !== null && STANDARD[best.kind] === kind)
    return { ...best, kind, words: [...best.words, outlined] };
  if (best) return best;
  if (outlined === undefined || kind === null) return null;
  // An outline can lead to the wrong page: one of its words must be on the page.
  const isHere =
    kind === 'cover' || all.some(({ text }) => text.toUpperCase().includes(outlined.toUpperCase()));
  return isHere ? { text: outlined, kind, words: [heading.join(' › ')] } : null;
}

function isOutlined({ heading }: PageView, { kind }: Title): boolean {
  return heading.length > 0 && outlinedKind(heading) === kind;
}

function outlinedKind(heading: readonly string[]): ChartKind | null {
  const last = heading.at(-1) ?? '';
  return /^(?:FRONT )?COVER(?: PAGE)?$/i.test(last) ? 'cover' : kindOfTitle(last);
}

/** A page with few words, the largest of which announce other pages. */
function readCover({ all, upright }: PageView): Title | null {
  if (all.length > MAX_COVER_CELLS) return null;
  const largest = all.reduce<Cell | null>(
    (most, cell) => (most && most.size >= cell.size ? most : cell),
    null,
  );
  return largest && largest.turn === upright && largest.size >= COVER_SIZE && COVER.test(largest.text)
    ? { text: largest.text, kind: 'cover', words: [largest.text] }
    : null;
}

/** The indicator in the heading that the outline or an index number confirms; if several, the largest. */
function readAirport(
  { heading }: PageView,
  header: readonly Cell[],
  number: Found<string> | null,
): Found<string> | null {
  const indicators = collect(header, ({ text, size }) => {
    const [, icao = ''] = INDICATOR.exec(text) ?? [];
    return isIndicator(icao) ? { icao, text, size } : null;
  });
  const outlined = heading.find((title) =>
    title.split(/[^A-Z]+/).some((word) => indicators.some(({ icao }) => icao === word)),
  );
  if (outlined !== undefined) {
    const words = outlined.split(/[^A-Z]+/);
    return agreed(
      collect(indicators, ({ icao, text }) => (words.includes(icao) ? found(icao, text, outlined) : null)),
    );
  }
  if (number === null) return null;
  const largest = Math.max(...indicators.map(({ size }) => size));
  return agreed(
    collect(indicators, ({ icao, text, size }) =>
      size === largest ? found(icao, text, ...number.words) : null,
    ),
  );
}

/** A cycle and its day; on a chart also a day that is labelled effective. Covers of manuals have the day of their first edition. */
function readEffective(frame: readonly Cell[], isChart: boolean): Found<IsoDay> | null {
  const cycles = collect(frame, ({ text }) => {
    const [words, cycle] = CYCLE.exec(text) ?? [];
    const day = words && findDates(words)[0]?.day;
    return words && day ? found(cycle === airacNumber(day) ? day : null, words) : null;
  });
  return oneDay(cycles.length > 0 || !isChart ? cycles : ownDays(frame, EFFECTIVE));
}
