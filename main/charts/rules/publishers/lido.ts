/**
 * Lido route manuals: in the heading IATA and ICAO codes (`LHR-EGLL`), an index number, the type of chart by its letters
 * (`AGC`, `IAC`), and dates with the month in letters; the effective date is labelled.
 */
import type { Cell } from '../cells.ts';
import { agreed, type ChartKind, collect, type Found, found, oneDay } from '../chart.ts';
import { wholeDate } from '../dates.ts';
import { loneDays, ownDays } from '../labelled-dates.ts';
import { isIndicator, kindOfTitle, type Publisher } from './publisher.ts';

const OWN_WORDS = /\bLIDO\b|\bLufthansa Systems\b/i;
const PLACE = /^(?:([A-Z]{3}) ?[-/] ?([A-Z]{4})|([A-Z]{4}) ?[-/] ?([A-Z]{3}))$/;
const NUMBER = /^([1-9][0-9]?-[0-9]{1,3}[A-Z]?)\b/;
const TYPES: Readonly<Record<string, ChartKind>> = {
  AGC: 'airport',
  AFC: 'airport',
  LVC: 'airport',
  APC: 'parking',
  SID: 'sid',
  SIDPT: 'sid',
  STAR: 'star',
  STARPT: 'star',
  IAC: 'approach',
  VAC: 'approach',
  AOI: 'text',
  MRC: 'other',
};
const TYPE = new RegExp(`(?:^|\\s)(${Object.keys(TYPES).join('|')})(?:\\s|$)`);
/** Longer lines are sentences. */
const MAX_TITLE = 60;
const EFFECTIVE = /\b(?:EFF(?:ECTIVE)?|WEF)\b/i;

export const lido: Publisher = {
  id: 'lido',
  read(page) {
    const header = page.frame.filter(({ turn, down }) => turn === page.upright && down < 0.5);
    const types = collect(header, ({ text }) => {
      const type = TYPE.exec(text)?.[1];
      const kind = type && TYPES[type];
      return kind ? found(kind, text) : null;
    });
    const isOwn = page.all.some(({ text }) => OWN_WORDS.test(text));
    const airport = agreed(collect(header, readPlace));
    const isEither = airport !== null || types.length > 0;
    if (!(isOwn ? isEither : airport !== null && types.length > 0)) return null;
    const typed = header.find(({ text }) => TYPE.test(text));
    const titled = typed ? null : readTitle(header);
    return {
      airport,
      kind: titled ? found(titled.kind, titled.text) : agreed(types),
      number: agreed(collect(header, readNumber)),
      title: typed ? found(titleOf(typed), typed.text) : titled && found(titled.title, titled.text),
      effective_from: oneDay(ownDays(page.frame, EFFECTIVE)),
      revised: oneDay(loneDays(header, readOwnDate)),
    };
  },
};

/** Without letters of a type: the largest text that names a kind of chart. */
function readTitle(header: readonly Cell[]) {
  const named = collect(header, ({ text, size }) => {
    const title = text.replace(NUMBER, '').trim();
    const kind = OWN_WORDS.test(text) || text.length > MAX_TITLE ? null : kindOfTitle(title);
    return kind === null ? null : { text, title, kind, size };
  });
  return named.sort((a, b) => b.size - a.size)[0] ?? null;
}

function readPlace({ text }: Cell): Found<string> | null {
  const [, , second, first] = PLACE.exec(text) ?? [];
  const icao = second ?? first;
  return icao === undefined || !isIndicator(icao) ? null : found(icao, text);
}

function readNumber({ text }: Cell): Found<string> | null {
  const number = wholeDate(text) === null ? NUMBER.exec(text)?.[1] : undefined;
  return number === undefined ? null : found(number, text);
}

/** A lone date is the page's. */
function readOwnDate({ text }: Cell) {
  const date = wholeDate(text);
  return date && found(date.day, text);
}

/** The text after the type, else the whole line. */
function titleOf({ text, next }: Cell): string {
  const words = text.replace(NUMBER, '').trim();
  return TYPE.test(` ${words} `) && !/\s/.test(words) && next !== null ? `${words} ${next.text}` : words;
}
