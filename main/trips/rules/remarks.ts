/** What a table says of a flight that no request has: registration, crew and remarks. Pure. */
import type { Column } from './table-columns.ts';
import { folded } from './table-titles.ts';
import { NO_RESULT } from './workbook/sheet.ts';

/** Titles of remarks, in the languages of crews; their texts are shown without them. */
const REMARKS =
  /^(?:remarks?|comments?|notes?|info|bemerkung(?:en)?|remarques?|observa.*|opmerking(?:en)?|anm.*|uwagi)$/;
/** Titles of the registration of the aircraft and of its crew: shown before the text. */
const BESIDE =
  /^(?:(?:ac|aircraft)?reg(?:n|istration|istratie|istrering|istracao)?|tail(?:no|nr|number)?|kennzeichen|immat(?:riculation)?|matri(?:cula|cola)|rejestracja|(?:flight|cockpit|cabin)?crew(?:list|names?|codes?)?|cpt|capt(?:ain)?|pic|sic|fo|cp|besatzung|equipage|tripula(?:cion|cao)|equipaggio|bemanning|besattning|zaloga)$/;
/** Longest remarks of a trip, UTF-16 code units. */
const MAX_REMARKS = 500;

/** Whether a column has remarks, by its title. */
export function isRemarks(title: string): boolean {
  return REMARKS.test(plain(title));
}

/** The remarks of a row on one line, `Reg PH-BXA · Crew JAN/DVR · late passengers`; empty if it has none. */
export function remarksOf(row: readonly string[], columns: readonly Column[]): string {
  const parts = columns.flatMap(({ title, meaning }, column) => {
    const text = (row[column] ?? '').replace(/\s+/g, ' ').trim();
    if (meaning !== null || text === '' || text === NO_RESULT) return [];
    if (isRemarks(title)) return [text];
    return BESIDE.test(plain(title)) ? [`${title.trim()} ${text}`] : [];
  });
  return parts.join(' · ').slice(0, MAX_REMARKS);
}

/** A title without capitals, accents, signs and spaces. */
function plain(title: string): string {
  return folded(title).replace(/[^a-z0-9]/g, '');
}
