/**
 * National aeronautical information publications (ICAO Annexes 4 and 15): the titles of Annex 4, page numbers with `AD 2`
 * and the location indicator, the amendment, and an effective date: labelled as such, or equal to the day on which
 * the AIRAC amendment of the page takes effect.
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
import { airacNumber, dayNumber, dayOf, isAiracDay, tenDigitDay, wholeDate } from '../dates.ts';
import { loneDays, ownDays } from '../labelled-dates.ts';
import { isIndicator, kindOfTitle, type PageView, type Publisher } from './publisher.ts';
import { readTitledAirport } from './titled-airport.ts';

/** `-8-1`, `-IAC-01`, ` IAC/1`, `.24-10A`: the rest of a page number. */
const PARTS = '(?:[ ./-]{1,3}(?:[A-Z]{0,3}[0-9]{1,3}[A-Z]?|[A-Z]{1,5})(?![A-Z0-9]))*';
/**
 * `ZBAA AD2.24-10A`, `EDDF AD 2 5-1`, `RKSI AD CHART 2-26`, `AD 2.EGLL-8-1`, `AD 2-LFPG-IAC-01`, `AD 2 - EKCH`, `AD-2-WSSS-IAC-1`,
 * `CYYZ-IAP-3A`. After `AD 2.24-` stands the type of a chart, as in `RJTT AD2.24-PATC-1`.
 */
const PAGE_NUMBERS: readonly RegExp[] = [
  new RegExp(`^(?<icao>[A-Z]{4})[ .-]{1,3}AD ?(?:CHART )?2${PARTS}`),
  new RegExp(String.raw`\bAD[ -]?2[ .-]{1,3}(?!24-)(?:[0-9]{1,2}[ .-])?(?<icao>[A-Z]{4})(?![A-Z])${PARTS}`),
  /^(?<icao>[A-Z]{4})-(?:IAP|IAC|SID|STAR|ADC|VAC|GMC|APDC|PDC)-[0-9]{1,2}[A-Z]?[0-9]?$/,
];
/** A date can follow a page number in the same line. */
const DATE_BEHIND = / \(?[0-9]{1,2}[ -]\p{L}{3,9}\.?[ -][0-9]{2}| [0-9]{4}-/u;
/** Letters for kinds of charts in page numbers. */
const LETTERS: Readonly<Record<string, ChartKind>> = {
  ADC: 'airport',
  GMC: 'airport',
  APDC: 'parking',
  PDC: 'parking',
  SID: 'sid',
  STAR: 'star',
  IAC: 'approach',
  IAP: 'approach',
  VAC: 'approach',
};
/** The sections of an airport's text (ICAO Annex 15 and Doc 10066, AD 2): `EGLL AD 2.1 AERODROME LOCATION INDICATOR AND NAME`. */
const SECTION_OF_TEXT = /^(?:[A-Z]{4} )?AD ?2\.[1-9][0-9]? (?:[A-Z]{5}|ATS )/;
/** Page numbers of an airport's text: `AD 2 LFPG TXT 01`, `EFHK AD 2.1 - 8`. Section 24 is its charts. */
const NUMBER_OF_TEXT = /\bTXT\b|\bAD ?2\.(?:[1-9]|1[0-9]|2[0-3])(?![0-9])/;
/** The same in China, whose charts have `AD2.24`: `ZYTX AD2-23` */
const CHINESE_TEXT = /^[A-Z]{4} AD ?2-[0-9]+$/;
/** Words before a page number that refer to another page. */
const LEADS_AWAY =
  /\b(?:SEE|REFER|REF|CF|ALSO|TO|IN|AT|ON|FROM|AND|WITH|SHOWN|REPLAC\w*|SUPERSED\w*|VOIR|SIEHE|VER|VEDI|CHANGES?|CHG)\b/i;
/** Words of sentences and notes, which may also name kinds of charts. */
const SENTENCE =
  /\b(?:ARE|IS|BE|MUST|WILL|SHALL|SHOULD|SEE|REFER|WHEN|CHANGES?|CHG|CAMBIOS?|NOTAMS?|EFFECTIVE|WEF|U\/S)\b/i;
/** How a part of a sentence begins or ends. */
const PART_OF_SENTENCE = /^\p{Ll}|[.,;-]$/u;
/** A page that names at least this many kinds of charts is a list. */
const LISTED_KINDS = 3;
const OWN_WORDS =
  /^AIP\b|\bAIP$|^CANADA AIR PILOT\b|^LUFTFAHRTHANDBUCH\b|\bAMDT(?:[ -]AIRAC)? ?(?:NO\.? |NR\.? )?[0-9]|\bCHART\b.*\bICAO\b/;
const AMENDMENT =
  /\b(?<airac>AIRAC[ -])?(?:AIP )?AMDT(?<airac2>[ -]AIRAC)?(?: NO\.?| NR\.?)? ?(?<number>[0-9]{1,3})(?:\/(?<year>[0-9]{4}|[0-9]{2}))?\b/i;

const EFFECTIVE =
  /\b(?:WEF|W\.E\.F\.?|EFF(?:ECTIVE)?(?: DATE| FROM)?|IN FORCE(?: FROM)?|VALID FROM|ENTRY INTO FORCE|EN VIGUEUR(?: LE| DEPUIS)?|(?:ENTRADA )?EN? VIGOR(?: DESDE| EM)?|GUELTIG AB|VALIDO? (?:DAL|DESDE)|IN VIGORE(?: DAL)?|IN KRAFT AB)\b|\bGÜLTIG AB\b/i;
const UNTIL = /\bVALID (?:UNTIL|TO)\b/i;
const PUBLISHED =
  /(?<!\p{L})(?:PUBL(?:ISHED|ICATION)?(?: DATE)?|DATE (?:OF|DE) PUBLICATION|FECHA DE PUBLICACI[OÓ]N|DATA DI PUBBLICAZIONE|DATA DE PUBLICA[CÇ][AÃ]O|ISSUED?(?: DATE)?)(?!\p{L})/iu;
const RUNWAY = /\bR(?:WY|UNWAY) ?[0-3]?[0-9]|\b[0-3][0-9][LRC]?$/;
/** Longer lines are sentences. */
const MAX_TITLE = 120;
/** `EFF2501221600`: year to minute, UTC */
const EFFECTIVE_MINUTE = /\bEFF[ :]?([0-9]{10})\b/;
/** `GEN 1.2-1`, `ENR 3.3`; or the mark of a publisher whose charts have no other. */
const SECTION = /\b(?:GEN|ENR|AD) ?[0-9]\.[0-9]|\bEFF ?[0-9]{10}\b|\bCivil Aviation Bureau, ?Japan\b/i;
/** Publications are sent out at most this long before they take effect, days. */
const MAX_AHEAD = 84;
/**
 * Publishers whose pages print the day on which they take effect, without words: of France (SIA), Denmark, Croatia, Finland, Switzerland
 * and Peru. Seen on pages of theirs of 2013 to 2023, most of which print a day that begins a cycle; no public rule says so.
 */
const DATED_BY_EFFECT =
  /\bSERVICE DE L['’ ]INFORMATION A[EÉ]RONAUTIQUE\b|© ?SIA\b|\bNAVIAIR\b|\bCROATIA CONTROL\b|\bFINAVIA\b|\bSKYGUIDE\b|\bCORPAC\b/i;
const CHINA = /\bEFF ?[0-9]{10}\b/;
/** Its charts only name the airport in brackets: `SYDNEY/KINGSFORD SMITH, NSW (YSSY)`. */
const AUSTRALIA = /\bAIRSERVICES AUSTRALIA\b/i;
const JAPAN = /\bCivil Aviation Bureau, ?Japan\b/i;

export const aip: Publisher = {
  id: 'aip',
  read(page) {
    const { frame } = page;
    const pages = collect(frame, readPageNumber);
    const isOwn =
      pages.length > 0 ||
      frame.some(({ text }) => [OWN_WORDS, CHINA, JAPAN, AUSTRALIA].some((words) => words.test(text)));
    if (!isOwn) return null;
    const number = agreed(pages.map(({ words }) => found(words, words)));
    const { title, kind } = readTitle(page, number);
    // The cover's date of a publication's first edition is not the page's.
    const isPage = pages.length > 0 || kind !== null || frame.some(({ text }) => SECTION.test(text));
    const titled = pages.length === 0 ? readTitledAirport(page) : null;
    return {
      airport: agreed([
        ...(titled ? [titled] : []),
        ...pages.map(({ icao, words }) => found(icao, words)),
        ...(frame.some(({ text }) => JAPAN.test(text)) ? collect(frame, readJapaneseAirport) : []),
        ...(frame.some(({ text }) => AUSTRALIA.test(text)) ? collect(frame, readAustralianAirport) : []),
      ]),
      number,
      title,
      kind,
      ...(isPage
        ? {
            effective_from: readEffective(frame),
            effective_to: oneDay(ownDays(frame, UNTIL)),
            revised: readPublished(frame),
          }
        : {}),
    };
  },
};

/** Whether the page is text about an airport: its number says so, or it has that airport's section. Such a text names NOTAMs, too. */
export function isTextOfAirport({ all, frame }: PageView): boolean {
  const pages = collect(frame, readPageNumber);
  return pages.some(
    ({ icao, words }) =>
      isText(words, frame) ||
      all.some(({ text }) => text.startsWith(`${icao} `) && SECTION_OF_TEXT.test(text)),
  );
}

function readPageNumber({ text }: Cell): { icao: string; words: string } | null {
  if (SECTION_OF_TEXT.test(text)) return null;
  for (const pattern of PAGE_NUMBERS) {
    const match = pattern.exec(text);
    const icao = match?.groups?.icao;
    if (!match || !icao || !isIndicator(icao) || LEADS_AWAY.test(text.slice(0, match.index))) continue;
    const [number] = match;
    const end = text.slice(match.index).search(DATE_BEHIND);
    return { icao, words: end < 0 ? number : number.slice(0, end) };
  }
  return null;
}

/**
 * The chart's name from Annex 4 gives its kind; a procedure beside it is its title. Without a title
 * the letters of the page number give the kind.
 */
function readTitle(
  { all, frame, upright }: PageView,
  number: Found<string> | null,
): Pick<ChartFacts, 'title' | 'kind'> {
  const titles = collect(frame, ({ text, turn, size }) => {
    const isTitle =
      turn === upright && text.length <= MAX_TITLE && !SENTENCE.test(text) && !PART_OF_SENTENCE.test(text);
    const kind = isTitle ? kindOfTitle(text) : null;
    return kind === null ? null : { text, size, kind };
  }).sort((a, b) => b.size - a.size);
  const [largest] = titles;
  const section = number && all.find(({ text, turn }) => turn === upright && SECTION_OF_TEXT.test(text));
  if (number && isText(number.value, frame))
    return {
      title: section ? found(section.text, section.text) : null,
      kind: found<ChartKind>('text', ...number.words),
    };
  const isListed = isList(all);
  const typed = isListed ? undefined : titles.find(({ text }) => /\bCHART\b|\bICAO\b/i.test(text));
  // In a text about an airport, names of charts are part of its paragraphs.
  const type = typed ?? (section || isListed ? undefined : largest);
  if (type === undefined) {
    const [letters] = number?.value.match(/\b[A-Z]{3,4}\b/g)?.filter((word) => word in LETTERS) ?? [];
    const lettered = letters && LETTERS[letters];
    if (number && lettered) return { title: null, kind: found(lettered, ...number.words) };
    return section
      ? { title: found(section.text, section.text), kind: found<ChartKind>('text', section.text) }
      : { title: null, kind: null };
  }
  const named = titles.filter(({ text, kind }) => kind === type.kind && !/\bCHART\b/i.test(text));
  const procedure = named.find(({ text }) => RUNWAY.test(text)) ?? named[0] ?? type;
  return { title: found(procedure.text, procedure.text), kind: found(type.kind, type.text) };
}

/** Whether a page with this number is text about an airport, whatever kinds of charts it names. */
function isText(number: string, frame: readonly Cell[]): boolean {
  return (
    NUMBER_OF_TEXT.test(number) || (CHINESE_TEXT.test(number) && frame.some(({ text }) => CHINA.test(text)))
  );
}

/** Whether the page lists charts (ICAO Annex 15, AD 2.24). */
function isList(all: readonly Cell[]): boolean {
  const kinds = collect(all, ({ text }) =>
    text.length <= MAX_TITLE && /\bCHART\b/i.test(text) ? kindOfTitle(text) : null,
  );
  return new Set(kinds).size >= LISTED_KINDS;
}

function readEffective(frame: readonly Cell[]): Found<IsoDay> | null {
  const minutes = collect(frame, ({ text }) => {
    const [words, digits] = EFFECTIVE_MINUTE.exec(text) ?? [];
    return words && digits ? found(tenDigitDay(digits), words) : null;
  });
  const named = [...ownDays(frame, EFFECTIVE), ...minutes];
  return named.length > 0 ? oneDay(named) : readUnnamed(frame);
}

/** The only lone date in the frame, if the page's amendment takes effect on that day, or its publisher prints no other. */
function readUnnamed(frame: readonly Cell[]): Found<IsoDay> | null {
  const day = oneDay(loneDays(frame, readLoneDate));
  const amendments = collect(frame, ({ text }) => AMENDMENT.exec(text));
  const [amendment] = amendments;
  if (day === null || !isAiracDay(day.value)) return null;
  const publisher = frame.find(({ text }) => DATED_BY_EFFECT.test(text));
  if (publisher) return { value: day.value, words: [...day.words, publisher.text] };
  if (amendment === undefined) return null;
  // A page can be dated by its publication, some cycles ahead: a number with a year must be the cycle's.
  const isSure = amendments.every(({ groups }) =>
    groups?.year === undefined
      ? (groups?.airac ?? groups?.airac2) !== undefined
      : day.value.startsWith(full(groups.year)) &&
        Number(groups.number) === Number(airacNumber(day.value).slice(2)),
  );
  return isSure ? { value: day.value, words: [...day.words, amendment[0]] } : null;
}

function full(year: string): string {
  return year.length === 2 ? `20${year}` : year;
}

/** A lone date, or one beside the page number: `AD 2-EGLL-8-1 (15 Dec 11)`. */
function readLoneDate(cell: Cell): Found<IsoDay | null> | null {
  const { text } = cell;
  const date = wholeDate(text.replace(readPageNumber(cell)?.words ?? '', '').trim());
  return date && found(date.day, text);
}

/** A date labelled as published; or, in China's, the ISO date beside the effective minute. */
function readPublished(frame: readonly Cell[]): Found<IsoDay> | null {
  const named = ownDays(frame, PUBLISHED);
  if (named.length > 0) return oneDay(named);
  if (frame.some(({ text }) => JAPAN.test(text))) return readJapanese(frame);
  if (!frame.some(({ text }) => CHINA.test(text))) return null;
  return oneDay(
    loneDays(frame, (cell) => {
      const alone = cell.text
        .replace(CHINA, '')
        .replace(readPageNumber(cell)?.words ?? '', '')
        .trim();
      return /^[0-9]{4}-/.test(alone) ? readLoneDate({ ...cell, text: alone }) : null;
    }),
  );
}

/** `RJAA / NARITA INTL`, with Japan's prefixes of indicators. */
function readJapaneseAirport({ text }: Cell): Found<string> | null {
  const [, icao] = /^(R[JO][A-Z]{2}) ?\/ ?[A-Z]/.exec(text) ?? [];
  return icao === undefined ? null : found(icao, text);
}

/** `SYDNEY/KINGSFORD SMITH, NSW (YSSY)`, with Australia's prefix of indicators. */
function readAustralianAirport({ text }: Cell): Found<string> | null {
  const [, icao] = /\((Y[A-Z]{3})\)$/.exec(text) ?? [];
  return icao === undefined ? null : found(icao, text);
}

/** `5/9/24`, day before month: a few weeks before the effective day, if the other order is impossible. */
function readJapanese(frame: readonly Cell[]): Found<IsoDay> | null {
  const effective = readEffective(frame);
  if (effective === null) return null;
  return oneDay(
    collect(frame, ({ text }) => {
      const [, first = 0, second = 0, year = 0] =
        /^([0-9]{1,2})\/([0-9]{1,2})\/([0-9]{2})$/.exec(text)?.map(Number) ?? [];
      if (year === 0) return null;
      const [european, american] = [dayOf(2000 + year, second, first), dayOf(2000 + year, first, second)];
      const isAhead = (day: IsoDay | null) => {
        const days = day === null ? -1 : dayNumber(effective.value) - dayNumber(day);
        return days > 0 && days <= MAX_AHEAD;
      };
      const isSure = isAhead(european) && (european === american || !isAhead(american));
      return found(isSure ? european : null, text, ...effective.words);
    }),
  );
}
