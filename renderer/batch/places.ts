import type { Trip } from '../../preload/contract.ts';
import { appWords } from '../design/words.ts';
import { batchWords } from './words.ts';

/** What a row of a file is called: `Row 12`, `Line 12`, `Summer, Row 12`. */
export function placeOf(number: number, sheet: string | null, isSheet: boolean): string {
  const words = batchWords;
  // A workbook's rows are rows, whichever of its sheets they stand in.
  const place = isSheet || sheet !== null ? words.rowNumber(number) : words.lineNumber(number);
  return sheet === null ? place : words.inSheet(sheet, place);
}

/** `KLM511 EHAM → KJFK`. */
export function tripName({
  flight,
  origin,
  destination,
}: Pick<Trip, 'flight' | 'origin' | 'destination'>): string {
  return [flight, `${origin} ${appWords.arrow} ${destination}`].filter(Boolean).join(' ');
}
