/** Dates that the words before them explain. */
import type { Cell } from './cells.ts';
import type { Found, IsoDay } from './chart.ts';
import { findDates, isWeekday } from './dates.ts';
import { collect, found } from './evidence.ts';
import { withNext } from './frame.ts';

/** What may stand between a label and its date: a colon, a time in UTC, the name of the day. */
const BETWEEN =
  /^[\s.:=-]{0,4}(?:(?:ON|FROM|DATE)[\s:]{1,2})?(?:[0-9]{2,4} ?(?:UTC|Z) )?(?:(MON|TUE|WED|THU|FRI|SAT|SUN)[A-Z]* )?$/i;

/** What makes the words of a label a part of a note: "Changes: new procedure, effective 12 Jun 2024". */
const NOTE =
  /\b(?:CHANGES?|CHG|CAMBIOS?|MODIFICATIONS?|ANDERUNGEN?|ÄNDERUNGEN?|NOTES?|REMARKS?|RMK|NEW|CORR(?:ECTED)?|CLOSED|CLSD|CLOSURE|RWY|RUNWAY|TWY|TAXIWAY|FREQ\w*|VAR|NOTAM|SUP|SUPPLEMENT|AIC)\b/i;

/** The days that stand right after a label; those in notes are of something else. @param label ends where the date may begin */
export function labelledDays(cells: readonly Cell[], label: RegExp): Found<IsoDay | null>[] {
  return collect(cells, (cell) => {
    const at = label.exec(cell.text);
    if (at === null || NOTE.test(cell.text.slice(0, at.index)) || isNote(cell.previous)) return null;
    const after = at.index + at[0].length;
    const text = withNext(cell);
    const date = findDates(text).find(({ from }) => from >= after);
    const between = date && BETWEEN.exec(text.slice(after, date.from));
    if (!date || !between) return null;
    const isImpossible = date.day !== null && between[1] !== undefined && !isWeekday(date.day, between[1]);
    return found(isImpossible ? null : date.day, text.slice(at.index, date.to).trim());
  });
}

/** Whether a cell is the heading of a note: the label would be its first words. */
function isNote(cell: Cell | null): boolean {
  return cell !== null && NOTE.test(cell.text) && /[:.,-]$/.test(cell.text);
}
