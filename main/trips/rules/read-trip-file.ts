/** Reads the flights of a file in any format. Pure. */

import { tripLine } from '../../common/trip.ts';
import { readCalendar } from './calendar/read-calendar.ts';
import { hasFlightPlans, readFlightPlans } from './flight-plans.ts';
import { isOfp, readOfp } from './ofp-text.ts';
import { readCsv, readXlsx } from './read-table-trips.ts';
import { readSimBrief } from './simbrief-xml.ts';
import { isSsim, readSsim } from './ssim.ts';
import {
  type AirportCodes,
  hasMoreLines,
  LIMITS,
  type NotTakenEvent,
  notTaken,
  type TripFileEvent,
} from './trip-file.ts';
import { isZip } from './workbook/zip.ts';

/** The first bytes of an old Office file (OLE), such as .xls. */
const OLE = [0xd0, 0xcf, 0x11, 0xe0];

/**
 * Every trip of a file, and every part that was not taken, with their lines. The content decides the format. Never rejects
 * because of the file's content.
 *
 * @param now ms since 1970 UTC; decides the year of dates without one
 */
export async function readTripFile(
  bytes: Uint8Array,
  airports: AirportCodes,
  now: number,
): Promise<TripFileEvent[]> {
  const refused = refusalOf(bytes);
  if (refused) return [refused];
  if (isZip(bytes)) return inOrder(await readXlsx(bytes, airports, now));
  return readTripText(decodeText(bytes), airports, now);
}

/** Why bytes are neither a text nor a workbook; null if they may be. */
export function refusalOf(bytes: Uint8Array): NotTakenEvent | null {
  if (bytes.length > LIMITS.bytes)
    return notTaken(1, '', `The file is larger than ${LIMITS.bytes / 1024 / 1024} MB. Split it.`);
  if (OLE.every((byte, at) => bytes[at] === byte))
    return notTaken(
      1,
      '',
      'This is an old or encrypted Office file. Save it as an Excel workbook (.xlsx), without a password.',
    );
  return null;
}

/** The format of a text, by its content; `table` if it is none of the others. */
type TextFormat = 'calendar' | 'xml' | 'ssim' | 'ofp' | 'plans' | 'table';

/** The format of a text, or the reason if it can't be read. @param text with `\n` as line ends */
export function formatOf(text: string): TextFormat | NotTakenEvent {
  if (hasMoreLines(text, LIMITS.lines))
    return notTaken(1, '', `The file has more than ${LIMITS.lines} lines. Split it.`);
  if (text.trim() === '') return notTaken(1, '', 'The file is empty.');
  const line = /^\s*/.exec(text)?.[0].split('\n').length ?? 1;
  const start = text.slice(0, 1000).trimStart();
  const other = OTHERS.find(([sign]) => sign.test(start));
  if (other) return notTaken(line, '', other[1]);
  if (/^BEGIN:V/i.test(start)) return 'calendar';
  if (start.startsWith('<')) return 'xml';
  if (isSsim(text)) return 'ssim';
  if (isOfp(text)) return 'ofp';
  if (hasFlightPlans(text)) return 'plans';
  const message = MESSAGES.find(([sign]) => sign.test(start));
  return message ? notTaken(line, start.split('\n')[0] ?? '', message[1]) : 'table';
}

/** The plan of SimBrief as JSON. */
export const SIMBRIEF_JSON = /"(?:ofp_layout|icao_code)"\s*:/;
export const SIMBRIEF_JSON_WHY = 'This is a plan of SimBrief as JSON. Download it as XML, or copy its text.';

const AS_TABLE = 'Save the flights as an Excel workbook (.xlsx) or as CSV.';
/** What is known by its first characters, and how it can be read. */
const OTHERS: readonly (readonly [sign: RegExp, why: string])[] = [
  [/^%PDF-/, 'A PDF is not read here. Export the roster as iCalendar, or the flights as CSV.'],
  [
    /^<(?:!doctype html|html|head|body|table|meta|style|div)\b/i,
    `This is a web page, whatever its name ends in. Open it in Excel. ${AS_TABLE}`,
  ],
  [
    /^<[\s\S]*schemas-microsoft-com:office:spreadsheet|^<\?xml[\s\S]*<\?mso-application/i,
    `This is an XML spreadsheet of Excel 2003. Open it in Excel. ${AS_TABLE}`,
  ],
  [
    /^<[\s\S]*urn:oasis:names:tc:opendocument/,
    'This is an OpenDocument file as plain XML. Save the flights as .ods, .xlsx or CSV.',
  ],
  [/^\{\\rtf/, `This is a rich text document. ${AS_TABLE}`],
  [/^\{\s*"[\s\S]*"(?:ofp_layout|userid|icao_code)"\s*:/, SIMBRIEF_JSON_WHY],
  [
    /^(?:\[\s*[[{"\]]|\{\s*["}])/,
    `This is JSON. A list of trips as JSON is read by “tripkit fetch” and watched folders. ${AS_TABLE}`,
  ],
  // Messages of the AFTN have other control characters around them.
  [/\0/, `This is neither a text nor a workbook. ${AS_TABLE}`],
];
/** Texts that are no table, though nothing else is known of them. */
const MESSAGES: readonly (readonly [sign: RegExp, why: string])[] = [
  [
    /^(?:[^\n]*\n){0,20}(?:SSM|ASM)[ \t]*(?:\n|$)/,
    'This is an SSM or ASM message, which changes a schedule. Of SSIM, files of chapter 7 are read: export the schedule as one.',
  ],
  [
    /^(?:(?:Return-Path|Received|Delivered-To|MIME-Version|Message-ID|From|To|Subject|Date|Sent|Von|An|Betreff)\s?:[^\n]*\n(?:[ \t][^\n]*\n)*){2}/i,
    'This is an e-mail. Save the file that is attached to it, or paste the flights alone.',
  ],
];

const READERS: Readonly<
  Record<TextFormat, (text: string, airports: AirportCodes, now: number) => TripFileEvent[]>
> = {
  calendar: readCalendar,
  xml: readSimBrief,
  ssim: readSsim,
  ofp: readOfp,
  plans: readFlightPlans,
  table: readCsv,
};

/** As {@link readTripFile}, for a text, for example a pasted one. @param text with `\n` as line ends */
export function readTripText(
  text: string,
  airports: AirportCodes,
  now: number,
  format = formatOf(text),
): TripFileEvent[] {
  return typeof format === 'string' ? inOrder(READERS[format](text, airports, now)) : [format];
}

/** Sorts events by line. A repeated flight becomes an event that was not taken. */
function inOrder(events: readonly TripFileEvent[]): TripFileEvent[] {
  const seen = new Map<string, number>();
  const sorted = [...events];
  // Sheets keep their order.
  if (!events.some(({ sheet }) => sheet !== undefined)) sorted.sort((a, b) => a.line - b.line);
  return sorted.flatMap((event): TripFileEvent[] => {
    if (event.event !== 'trip') return [event];
    const { origin, destination, flight, departure } = event.trip;
    const key = JSON.stringify([event.state, origin, destination, flight, departure]);
    const before = seen.get(key);
    if (before === undefined) {
      seen.set(key, event.line);
      return [event];
    }
    return (event.lines ?? [event.line]).map((line) => {
      const repeated = notTaken(line, tripLine(event.trip), `The same flight as on line ${before}.`);
      return event.sheet === undefined ? repeated : { ...repeated, sheet: event.sheet };
    });
  });
}

/**
 * The text of a file: UTF-16 by its mark, UTF-8 with or without one, otherwise Windows-1252. Line ends become `\n`. Pure.
 * iCalendar folds lines by octets (RFC 5545, 3.1), even within a letter: such letters are joined before their fold.
 */
export function decodeText(bytes: Uint8Array): string {
  const text = decoded(bytes);
  return text.replace(/^\uFEFF/, '').replace(/\r\n?/g, '\n');
}

function decoded(bytes: Uint8Array): string {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return new TextDecoder('utf-16le').decode(bytes);
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return new TextDecoder('utf-16be').decode(bytes);
  for (const attempt of [() => bytes, () => withWholeLetters(bytes)]) {
    try {
      return new TextDecoder('utf-8', { fatal: true }).decode(attempt());
    } catch {}
  }
  return new TextDecoder('windows-1252').decode(bytes);
}

const isWithin = (byte: number | undefined) => byte !== undefined && byte >= 0x80 && byte < 0xc0;

/** The same bytes, with the rest of each letter that a fold splits moved before that fold. */
function withWholeLetters(bytes: Uint8Array): Uint8Array {
  const whole = new Uint8Array(bytes);
  for (let at = 1; at < whole.length - 2; at += 1) {
    if (
      whole[at] !== 0x0a ||
      (whole[at + 1] !== 0x20 && whole[at + 1] !== 0x09) ||
      !isWithin(whole[at + 2])
    ) {
      continue;
    }
    const start = whole[at - 1] === 0x0d ? at - 1 : at;
    let end = at + 2;
    while (end < at + 5 && isWithin(whole[end])) end += 1;
    const fold = whole.slice(start, at + 2);
    const rest = whole.slice(at + 2, end);
    whole.set(rest, start);
    whole.set(fold, start + rest.length);
  }
  return whole;
}
