/** Flight plans in SimBrief's XML format. Pure. */
import {
  type AirportCodes,
  airportsOf,
  alternatesOf,
  notTaken,
  type TripFileEvent,
  tripEvent,
  utcText,
} from './trip-file.ts';
import { readXml } from './xml.ts';

/** The values of a plan by their path below its OFP: `origin/icao_code`. */
type Values = Map<string, string[]>;

/** The alternates of the destination. */
const ALTERNATES = 'alternate/icao_code';
const USED = [
  'general/icao_airline',
  'general/flight_number',
  'general/route',
  'atc/callsign',
  'origin/icao_code',
  'destination/icao_code',
  'times/sched_out',
  'times/est_out',
  ALTERNATES,
];
const MAX_VALUE = 10_000;
const MAX_PLANS = 1_000;

/** The trip of each OFP in the document. Any other document gives one event that was not taken. */
export function readSimBrief(text: string, airports: AirportCodes): TripFileEvent[] {
  const events: TripFileEvent[] = [];
  const path: string[] = [];
  let values: Values | null = null;
  let start = 1;
  let plans = 0;
  let root = '';
  for (const piece of readXml(text)) {
    if (piece.kind === 'open') {
      if (path.length === 0) root = piece.name;
      if (path.length > 100) break;
      path.push(piece.name);
      if (piece.name === 'OFP' && values === null) {
        plans += 1;
        start = piece.line;
        values = new Map();
        path.length = 0;
      }
    } else if (piece.kind === 'close') {
      const name = path.pop();
      if (name === undefined && piece.name === 'OFP' && values !== null) {
        if (plans > MAX_PLANS)
          events.push(notTaken(start, '<OFP>', `More than ${MAX_PLANS} plans: split the file.`));
        else events.push(eventOf(values, start, airports));
        values = null;
      }
    } else if (values !== null && path.length === 2) {
      const key = path.join('/');
      const value = piece.text.trim().slice(0, MAX_VALUE);
      if (value !== '' && USED.includes(key)) values.set(key, [...(values.get(key) ?? []).slice(-20), value]);
    }
  }
  if (values !== null)
    events.push(notTaken(start, '<OFP>', 'The plan has no end: the file is cut. Export it again.'));
  if (plans === 0)
    events.push(
      notTaken(
        1,
        `<${root}>`,
        'This XML holds no flight plan of SimBrief (<OFP>). Export the flights as iCalendar or CSV.',
      ),
    );
  return events;
}

function eventOf(values: Values, line: number, airports: AirportCodes): TripFileEvent {
  const one = (key: string) => values.get(key)?.[0] ?? '';
  const shown = `${one('origin/icao_code')}-${one('destination/icao_code')}`;
  const pair = airportsOf(one('origin/icao_code'), one('destination/icao_code'), airports);
  if ('why' in pair) return notTaken(line, shown, pair.why);
  const named = `${one('general/icao_airline')}${one('general/flight_number')}`;
  const flight = (one('general/flight_number') === '' ? one('atc/callsign') : named)
    .toUpperCase()
    .replace(/\s+/g, '');
  const { alternates, notes } = alternatesOf(values.get(ALTERNATES) ?? [], airports);
  const seconds = one('times/sched_out') || one('times/est_out');
  const departure =
    /^\d{1,12}$/.test(seconds) && Number(seconds) > 0 ? utcText(Number(seconds) * 1000) : null;
  if (departure === null) notes.push('The plan has no scheduled time of departure (times/sched_out).');
  const route = one('general/route').toUpperCase().replace(/\s+/g, ' ');
  return tripEvent(line, { ...pair, flight: flight || null, departure, alternates, route }, { notes });
}
