/**
 * National aeronautical information publications (ICAO Annexes 4 and 15): the titles of Annex 4, page numbers with `AD 2`
 * and the location indicator, the amendment, and a date that is effective where it says so, or where it is the day on which
 * the AIRAC amendment of the page takes effect.
 */
import { airacNumber, isAiracDay } from '../airac.ts';
import type { Cell } from '../cells.ts';
import type { ChartFacts, Found, IsoDay } from '../chart.ts';
import { tenDigitDay, wholeDate } from '../dates.ts';
import { agreed, collect, found, oneDay } from '../evidence.ts';
import { labelledDays } from '../labelled-dates.ts';
import { kindOfTitle } from '../titles.ts';
import type { PageView, Publisher } from './publisher.ts';

/** `AD 2.EGLL-8-1`, `AD 2-LFPG-IAC-01`, `AD2.24-10`, `ZBAA AD2.24-10A`, `EDDF AD 2 5-1` */
const PAGE_NUMBERS: readonly RegExp[] = [
  /\bAD ?2[ .-]{1,2}(?:[0-9]{1,2}[ .-])?(?<icao>[A-Z]{4})(?![A-Z])(?:[ .-]{1,2}[A-Z0-9]+)*/,
  /^(?<icao>[A-Z]{4})[ .-]{1,2}AD ?2(?:[ .-]{1,2}[A-Z0-9]+)*/,
];
/** Words of four letters that stand there, too. */
const NO_INDICATOR = new Set(['PAGE', 'AMDT', 'DATE', 'ICAO', 'TEXT', 'AREA', 'EFFE', 'INFO']);
const OWN_WORDS = /^AIP\b|\bAIP$|\bAMDT(?:[ -]AIRAC)? ?(?:NO\.? |NR\.? )?[0-9]|\bCHART\b.*\bICAO\b/;
const AMENDMENT =
  /\b(?<airac>AIRAC[ -])?(?:AIP )?AMDT(?<airac2>[ -]AIRAC)?(?: NO\.?| NR\.?)? ?(?<number>[0-9]{1,3})(?:\/(?<year>[0-9]{4}|[0-9]{2}))?\b/i;

const EFFECTIVE =
  /\b(?:WEF|W\.E\.F\.?|EFF(?:ECTIVE)?(?: DATE| FROM)?|IN FORCE(?: FROM)?|VALID FROM|ENTRY INTO FORCE|EN VIGUEUR(?: LE)?|EN VIGOR(?: DESDE)?)\b/i;
const UNTIL = /\bVALID (?:UNTIL|TO)\b/i;
const PUBLISHED = /\b(?:PUBL(?:ISHED|ICATION)?(?: DATE)?|DATE OF PUBLICATION|ISSUED?(?: DATE)?)\b/i;
/** Longer lines are sentences. */
const MAX_TITLE = 120;
/** `EFF2501221600`: year to minute, UTC */
const EFFECTIVE_MINUTE = /\bEFF[ :]?([0-9]{10})\b/;
/** A date that these words, or others, explain is none that stands alone. */
const LABEL = /(?:\b(?:DATE|DATA|INFO|PUBL\w*|PRINTED|SURVEY\w*|OF|SINCE)|:)$/i;
/** `GEN 1.2-1`, `ENR 3.3`; or the mark of a publisher whose charts have no other. */
const SECTION = /\b(?:GEN|ENR|AD) ?[0-9]\.[0-9]|\bEFF ?[0-9]{10}\b|\bCivil Aviation Bureau, ?Japan\b/i;
const CHINA = /\bEFF ?[0-9]{10}\b/;
const JAPAN = /\bCivil Aviation Bureau, ?Japan\b/i;

export const aip: Publisher = {
  id: 'aip',
  read(page) {
    const { frame } = page;
    const pages = collect(frame, readPageNumber);
    const isOwn =
      pages.length > 0 ||
      frame.some(({ text }) => OWN_WORDS.test(text) || CHINA.test(text) || JAPAN.test(text));
    if (!isOwn) return null;
    const { title, kind } = readTitle(page);
    // The cover of a publication says since when there is one, not since when the page is.
    const isPage = pages.length > 0 || kind !== null || frame.some(({ text }) => SECTION.test(text));
    return {
      airport: agreed(pages.map(({ icao, words }) => found(icao, words))),
      number: agreed(pages.map(({ words }) => found(words, words))),
      title,
      kind,
      ...(isPage
        ? {
            effective_from: readEffective(frame),
            effective_to: oneDay(labelledDays(frame, UNTIL)),
            revised: readPublished(frame),
          }
        : {}),
    };
  },
};

function readPageNumber({ text }: Cell): { icao: string; words: string } | null {
  for (const pattern of PAGE_NUMBERS) {
    const match = pattern.exec(text);
    const icao = match?.groups?.icao;
    if (match && icao && !NO_INDICATOR.has(icao)) return { icao, words: match[0] };
  }
  return null;
}

/** What Annex 4 calls the chart says its kind; the procedure that stands beside it, if one does, is its title. */
function readTitle({ frame, upright }: PageView): Pick<ChartFacts, 'title' | 'kind'> {
  const titles = collect(frame, ({ text, turn, size }) => {
    const kind = turn === upright && text.length <= MAX_TITLE ? kindOfTitle(text) : null;
    return kind === null ? null : { text, size, kind };
  }).sort((a, b) => b.size - a.size);
  const [largest] = titles;
  const type = titles.find(({ text }) => /\bCHART\b|\bICAO\b/i.test(text)) ?? largest;
  if (type === undefined) return { title: null, kind: null };
  const procedure = titles.find(({ text, kind }) => kind === type.kind && !/\bCHART\b/i.test(text)) ?? type;
  return { title: found(procedure.text, procedure.text), kind: found(type.kind, type.text) };
}

function readEffective(frame: readonly Cell[]): Found<IsoDay> | null {
  const minutes = collect(frame, ({ text }) => {
    const [words, digits] = EFFECTIVE_MINUTE.exec(text) ?? [];
    return words && digits ? found(tenDigitDay(digits), words) : null;
  });
  const named = [...labelledDays(frame, EFFECTIVE), ...minutes];
  return named.length > 0 ? oneDay(named) : readUnnamed(frame);
}

/** The one date that stands alone in the frame, where the page's amendment takes effect on such a day. */
function readUnnamed(frame: readonly Cell[]): Found<IsoDay> | null {
  const day = oneDay(collect(frame, readLoneDate));
  const amendments = collect(frame, ({ text }) => AMENDMENT.exec(text));
  const [amendment] = amendments;
  if (day === null || amendment === undefined || !isAiracDay(day.value)) return null;
  // A page can be dated by its publication, some cycles ahead: a number with its year has to be that of the cycle.
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

function readLoneDate({ text, previous }: Cell) {
  const date = wholeDate(text);
  return date === null || LABEL.test(previous?.text ?? '') ? null : found(date.day, text);
}

/** Called so; or, in China's, the ISO date beside the effective minute. */
function readPublished(frame: readonly Cell[]): Found<IsoDay> | null {
  const named = labelledDays(frame, PUBLISHED);
  if (named.length > 0) return oneDay(named);
  if (!frame.some(({ text }) => CHINA.test(text))) return null;
  return oneDay(
    collect(frame, (cell) => {
      const alone = cell.text.replace(CHINA, '').trim();
      return /^[0-9]{4}-/.test(alone) ? readLoneDate({ ...cell, text: alone }) : null;
    }),
  );
}
