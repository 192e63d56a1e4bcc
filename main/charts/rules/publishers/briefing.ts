/**
 * Flight plans, NOTAMs and weather. Their pages are full of other dates, so only labelled dates in the heading
 * count.
 */
import type { Cell } from '../cells.ts';
import { type ChartKind, collect, type Found, found, oneDay } from '../chart.ts';
import { tenDigitDay } from '../dates.ts';
import { labelledDays } from '../labelled-dates.ts';
import { isTextOfAirport } from './aip.ts';
import type { PageView, Publisher } from './publisher.ts';

interface Signs {
  kind: ChartKind;
  /** One of these in the heading is sufficient. */
  heading: RegExp;
  /** This many of these on the page are sufficient too. */
  body: RegExp;
  needed: number;
}

/** In this order: NOTAMs also mention flight plans and weather. */
const SIGNS: readonly Signs[] = [
  {
    kind: 'notam',
    heading:
      /^(?:[A-Z]{4} )?NOTAMS?\b|\bPRE-?FLIGHT INFORMATION BULLETIN\b|\bNOTAM (?:BRIEFING|BULLETIN|LIST|INFORMATION|SUMMARY)\b|^NOTICES? (?:TO|[A-Z]{4}\b)/i,
    body: /^(?:\(?[A-Z][0-9]{4}\/[0-9]{2} NOTAM[NRC]\b|Q\) ?[A-Z]{4}\/Q[A-Z]{4}\/|A\) ?[A-Z]{4} B\) ?[0-9]{10}|![A-Z]{3,4} [0-9]{1,2}\/[0-9]{2,4} [A-Z]|[0-9]?[A-Z][0-9]{4}\/[0-9]{2}(?:$| +(?:VALID|\(|[0-9])))/,
    needed: 2,
  },
  {
    kind: 'flight_plan',
    heading:
      /\b(?:OPERATIONAL |COMPUTER(?:IZED)? |ATC |ICAO )?FLIGHT PLAN\b|\bOFP\b|^FLIGHT SUMMARY\b|\bNAV ?LOG\b|\bFLIGHT LOG\b/i,
    body: /^\(FPL-|\b(?:TRIP FUEL|BLOCK FUEL|CONT(?:INGENCY)? ?[0-9]* ?(?:PCT|%)|FINAL RES(?:ERVE)?|EZFW|ETOW|ELDW|TAKEOFF FUEL|COST INDEX)\b/i,
    needed: 2,
  },
  {
    kind: 'weather',
    heading:
      /\b(?:METARS?|TAFS?|SIGMETS?|SIGWX|SIGNIFICANT WEATHER|WEATHER (?:BRIEFING|REPORTS?|FORECAST)|WIND(?:S)?(?: AND|\/)TEMP\w*|UPPER WINDS?|WAFC|FIXED TIME PROGNOSTIC)\b/i,
    body: /^(?:METAR|SPECI|TAF)\b|^(?:SA|SP|FC|FT) [0-9]{6}Z? |^[A-Z]{4} SIGMET [A-Z]?[0-9]{1,2} VALID\b|^[A-Z]{4} [0-9]{6}Z (?:AUTO |[0-9]{5}|VRB|[0-9]{4}\/)/,
    needed: 2,
  },
];

/** When a whole briefing was made; the day on which NOTAMs or weather were printed is not their date. */
const ISSUED = /\b(?:ISSUED|PREPARED|GENERATED)(?: (?:ON|AT))?\b/i;
const PRINTED = /\b(?:PRTD|PRINTED|ISSUED|COMPUTED|PREPARED|GENERATED)(?: (?:ON|AT))?\b/i;
/** Other dates in the heading of a flight plan. */
const NOT_THE_PLAN =
  /\b(?:AIRAC|DATA|DATABASE|CYCLE|CHARTS?|WX|WEATHER|WINDS?|METARS?|TAFS?|FORECAST|NOTAMS?|AOC|LICEN[CS]ES?|PERMITS?|CERT\w*|MEL|CREW|INSURANCE|REGISTRATION)\b/i;
const VALID = /\bVALID(?:ITY)?(?: (?:FROM|AT|TIME|FOR))?\b/i;
const VALID_TO = /\b(?:VALID )?(?:UNTIL|UNTO)\b/i;
/** `NOTAM BRIEFING 2304241223-2306012100`: from and to, UTC; with words that refer to the whole briefing. */
const PERIOD = /\b(?:BRIEFING|BULLETIN|PIB)\b.*?\b([0-9]{10}) ?- ?([0-9]{10})\b/i;
/** The same in a heading that does not belong to a single NOTAM. */
const HEADED_PERIOD = /^NOTAMS?\b[^/]*?\b([0-9]{10}) ?- ?([0-9]{10})(?: ?UTC)?$/i;
/** Under the heading of a bulletin, before the first NOTAM, this is the bulletin's validity. */
const VALIDITY = /^(?:PERIOD OF )?VALID(?:ITY)?(?: PERIOD)?[ :]{1,2}([0-9]{10}) ?- ?([0-9]{10})$/i;
const BULLETIN = /\b(?:BRIEFING|BULLETIN|PIB)\b/i;
const NOTAM_NUMBER = /\b[A-Z][0-9]{4}\/[0-9]{2}\b/;
/** Height of the heading on a page of text, as a share of the page's height. */
const HEADING = 0.13;
/** Minimum size ratio of two headings that count as equally large. */
const SAME_HEADING = 0.95;
/** Maximum number of cells considered: the signs of these kinds come early. */
const MAX_CELLS = 2000;

export const briefing: Publisher = {
  id: 'briefing',
  read(page) {
    if (isTextOfAirport(page)) return null;
    const heading = page.all.filter(({ turn, down }) => turn === page.upright && down <= HEADING);
    const kind = readKind(page, heading);
    if (kind === null) return null;
    const isPlan = kind.value === 'flight_plan';
    const period = readPeriod(heading);
    if (period !== null) return { kind, title: titleOf(kind), ...period };
    return {
      kind,
      title: titleOf(kind),
      revised: oneDay(isPlan ? labelledDays(heading, PRINTED, NOT_THE_PLAN) : labelledDays(heading, ISSUED)),
      // Each NOTAM of a page has its own validity; the legend of a weather chart can be at its foot.
      ...(kind.value === 'notam' ? {} : validity(isPlan ? heading : page.frame, isPlan)),
    };
  },
};

function readPeriod(heading: readonly Cell[]) {
  const isBulletin =
    heading.some(({ text }) => BULLETIN.test(text)) && !heading.some(({ text }) => NOTAM_NUMBER.test(text));
  const periods = collect(
    heading,
    ({ text }) => PERIOD.exec(text) ?? HEADED_PERIOD.exec(text) ?? (isBulletin ? VALIDITY.exec(text) : null),
  );
  if (periods.length === 0) return null;
  const day = (index: 1 | 2) =>
    oneDay(periods.map((match) => found(tenDigitDay(match[index] ?? ''), match[0])));
  return { effective_from: day(1), effective_to: day(2) };
}

function validity(cells: readonly Cell[], isPlan: boolean) {
  const others = isPlan ? NOT_THE_PLAN : null;
  return {
    effective_from: oneDay(labelledDays(cells, VALID, others)),
    effective_to: oneDay(labelledDays(cells, VALID_TO, others)),
  };
}

function readKind({ all }: PageView, heading: readonly Cell[]): Found<ChartKind> | null {
  const largest = Math.max(0, ...heading.map(({ size }) => size));
  // Smaller words under a larger heading are a part of the page, or a line of contents.
  const headings = heading.filter(({ text, size }) => text.length <= 120 && size >= 0.6 * largest);
  const kinds = SIGNS.map((signs) => ({
    ...signs,
    named: headings.filter(({ text }) => signs.heading.test(text)),
  }));
  const title = Math.max(0, ...kinds.flatMap(({ named }) => named.map(({ size }) => size)));
  for (const { kind, body, needed, ...rest } of kinds) {
    const named = rest.named.find(({ size }) => size >= SAME_HEADING * title);
    if (named) return found(kind, named.text);
    const signs = all.slice(0, MAX_CELLS).filter(({ text }) => body.test(text));
    if (signs.length >= needed)
      return found(kind, ...signs.slice(0, needed).map(({ text }) => text.slice(0, 80)));
  }
  return null;
}

function titleOf({ words }: Found<ChartKind>): Found<string> | null {
  const [first] = words;
  return words.length === 1 && first !== undefined ? found(first, first) : null;
}
