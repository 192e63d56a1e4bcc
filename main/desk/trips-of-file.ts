/** The trips in a file, and whether the file is complete. Pure. */

import { parsedJson } from '../common/json-text.ts';
import { type FileLine, readTrips } from '../trips/read-trips.ts';
import { decodeText } from '../trips/rules/read-trip-file.ts';
import type { AirportCodes } from '../trips/rules/trip-file.ts';
import { isZip } from '../trips/rules/workbook/zip.ts';
import type { TripLimits } from '../trips/trip-rules.ts';

export interface FileContent {
  /** Whether the end of the file is present; a text without a final line end may still be written to. */
  whole: boolean;
  lines: FileLine[];
}

/** The end of the central directory of a ZIP file (APPNOTE.TXT, 4.3.16), and how far from the end it may begin, bytes. */
const ZIP_END = Buffer.from([0x50, 0x4b, 0x05, 0x06]);
const ZIP_END_BYTES = 22 + 65_535;

/**
 * The lines of a file ({@link readTrips}) and whether it is complete.
 *
 * @param now ms since 1970 UTC
 */
export async function tripsOfFile(
  bytes: Uint8Array,
  limits: TripLimits,
  airports: AirportCodes,
  now: number,
): Promise<FileContent> {
  const text = isZip(bytes) ? null : decodeText(bytes);
  const whole =
    text === null
      ? Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
          .subarray(-ZIP_END_BYTES)
          .includes(ZIP_END)
      : isWhole(text);
  return { whole, lines: await readTrips(bytes, text, limits, airports, now) };
}

/** Whether a text shows that it is complete. */
export function isWhole(text: string): boolean {
  const start = text.replace(/^\uFEFF/, '').trimStart();
  const end = text.trimEnd();
  if (end === '') return false;
  if (/^[[{]/.test(start)) return parsedJson(start) !== undefined;
  if (/^BEGIN:V/i.test(start)) return /END:VCALENDAR$/i.test(end);
  if (start.startsWith('<')) {
    const root = /<([A-Za-z_][\w.:-]*)[\s/>]/.exec(start)?.[1];
    return root !== undefined && (end.endsWith(`</${root}>`) || end.endsWith('/>'));
  }
  return /[\r\n]$/.test(text) || end.endsWith(')');
}
