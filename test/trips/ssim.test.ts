/** Schedules as SSIM has them. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { clockText, PLACES, read, refusedOf, tripsOf, utc } from './fixtures.ts';

const DAY_MS = 86_400_000;
const MONTHS = ['JAN', 'FEB', 'MAR', 'APR', 'MAY', 'JUN', 'JUL', 'AUG', 'SEP', 'OCT', 'NOV', 'DEC'];
const day = (ms: number) => {
  const [year = '', month = '', date = ''] = utc(ms).slice(0, 10).split('-');
  return `${date}${MONTHS[Number(month) - 1]}${year.slice(2)}`;
};

/** A record with these texts at these columns, from 1. */
function record(...fields: [number, string][]): string {
  const signs = Array.from({ length: 200 }, () => ' ');
  for (const [column, text] of fields) signs.splice(column - 1, text.length, ...text);
  return signs.join('');
}

const HEADER = record([1, '1AIRLINE STANDARD SCHEDULE DATA SET'], [195, '000001']);
const END = record([1, '5 KL']);
const carrier = (mode: 'U' | 'L') =>
  record([1, `2${mode}KL `], [11, 'S27'], [15, '28MAR27'], [22, '30OCT27'], [195, '000002']);

interface Leg {
  number?: string;
  from?: string;
  to?: string;
  days?: string;
  frequency?: string;
  origin?: string;
  time?: string;
  offset?: string;
  destination?: string;
  shift?: string;
  type?: string;
  service?: string;
  disclosure?: string;
}
function leg(given: Leg = {}): string {
  return record(
    [1, '3'],
    [3, 'KL '],
    [6, (given.number ?? '1007').padStart(4)],
    [10, '0101'],
    [14, given.service ?? 'J'],
    [15, given.from ?? '28MAR27'],
    [22, given.to ?? '28MAR27'],
    [29, given.days ?? '1234567'],
    [36, given.frequency ?? ' '],
    [37, given.origin ?? 'AMS'],
    [40, given.time ?? '0710'],
    [44, given.time ?? '0710'],
    [48, given.offset ?? '+0200'],
    [55, given.destination ?? 'LHR'],
    [58, '08000800+0100'],
    [73, given.type ?? '73H'],
    [149, given.disclosure ?? ' '],
    [193, given.shift ?? ' '],
  );
}
const schedule = (mode: 'U' | 'L', ...legs: string[]) => [HEADER, carrier(mode), ...legs, END].join('\n');
const departures = (text: string) => tripsOf(read(text)).map(({ trip }) => trip.departure);

describe('a schedule', () => {
  it('gives each leg on each of its days, local times by their offset', () => {
    const legs = fc.record({
      start: fc.integer({ min: 0, max: 200 }),
      length: fc.integer({ min: 0, max: 40 }),
      days: fc.subarray([1, 2, 3, 4, 5, 6, 7], { minLength: 1 }),
      minute: fc.integer({ min: 0, max: 1439 }),
      shift: fc.constantFrom(0, 1, 2, -1),
      isBiweekly: fc.boolean(),
      place: fc.constantFrom(...PLACES.filter(([, iata]) => iata !== 'LHR')),
      mode: fc.constantFrom('U' as const, 'L' as const),
    });
    fc.assert(
      fc.property(legs, ({ start, length, days, minute, shift, isBiweekly, place, mode }) => {
        const from = Date.UTC(2027, 2, 28) + start * DAY_MS;
        // The clock of the first day: SSIM splits periods where clocks change.
        const noon = clockText(from + DAY_MS / 2, place[2]);
        const ahead =
          mode === 'L' ? (Date.parse(`${noon.replace(' ', 'T')}Z`) - from - DAY_MS / 2) / 60_000 : 0;
        const offset = `${ahead < 0 ? '-' : '+'}${String(Math.floor(Math.abs(ahead) / 60)).padStart(2, '0')}${String(Math.abs(ahead) % 60).padStart(2, '0')}`;
        const time = `${String(Math.floor(minute / 60)).padStart(2, '0')}${String(minute % 60).padStart(2, '0')}`;
        const text = schedule(
          mode,
          leg({
            from: day(from),
            to: day(from + length * DAY_MS),
            days: [1, 2, 3, 4, 5, 6, 7].map((one) => (days.includes(one) ? one : ' ')).join(''),
            frequency: isBiweekly ? '2' : ' ',
            origin: place[1],
            time,
            offset,
            shift: shift === 0 ? ' ' : shift < 0 ? 'A' : String(shift),
          }),
        );
        const names = ['Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun'];
        const expected: string[] = [];
        let mondays = 0;
        for (let at = 0; at <= length; at += 1) {
          const ms = from + at * DAY_MS;
          const name = new Intl.DateTimeFormat('en-GB', { weekday: 'short', timeZone: 'UTC' }).format(ms);
          if (name === 'Mon' && at > 0) mondays += 1;
          if (!days.includes(names.indexOf(name) + 1) || (isBiweekly && mondays % 2 === 1)) continue;
          expected.push(utc(ms + shift * DAY_MS + (minute - ahead) * 60_000));
        }
        expect(departures(text)).toEqual(expected);
      }),
    );
  });

  it('names its flights, and the airports by their ICAO codes', () => {
    expect(tripsOf(read(schedule('L', leg({ number: '007' }))))).toEqual([
      {
        event: 'trip',
        line: 3,
        state: 'new',
        trip: { origin: 'EHAM', destination: 'EGLL', flight: 'KL7', departure: '2027-03-28T05:10Z' },
      },
    ]);
  });

  it('ends an open period with the season', () => {
    const last = departures(schedule('U', leg({ to: '00XXX00' }))).at(-1);
    expect(last).toBe('2027-10-30T07:10Z');
  });

  it('tells each leg that is no flight, or not valid', () => {
    const text = schedule(
      'L',
      leg({ origin: 'QQQ' }),
      leg({ service: 'V' }),
      leg({ type: 'BUS' }),
      leg({ to: '27MAR27' }),
      leg({ from: '31FEB27' }),
      leg({ to: '28MAR37' }),
      leg({ days: '1      ' }),
      leg({ days: '7654321' }),
      leg({ time: '2510' }),
      leg({ offset: '0200 ' }),
      leg({ shift: 'Q' }),
      leg().slice(0, 60),
      'something else',
    );
    const events = read(text);
    expect(tripsOf(events)).toEqual([]);
    expect(refusedOf(events).map(({ line }) => line)).toEqual([3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15]);
  });

  it('takes the legs that its own airline operates, and tells the others', () => {
    const segment = (dei: string, text: string) =>
      record([1, '4'], [3, 'KL '], [6, '2001'], [29, 'AB'], [31, dei], [34, 'AMSLHR'], [40, text]);
    const text = schedule(
      'U',
      leg({ number: '2001' }),
      segment('010', 'KL 1007'),
      segment('050', 'AF    6'),
      leg({ number: '2002', disclosure: 'L' }),
      leg({ number: '1007' }),
      // The duplicates of an operated leg.
      segment('010', 'DL 9001'),
    );
    const events = read(text);
    expect(tripsOf(events).map(({ trip }) => trip.flight)).toEqual(['KL1007']);
    expect(refusedOf(events).map(({ line, why }) => [line, why])).toEqual([
      [3, 'It is operated as AF 6, so it is no flight of its own.'],
      [6, 'Another airline operates it (operating airline disclosure L).'],
    ]);
  });

  it('says where it may be cut, or its carrier is missing', () => {
    expect(refusedOf(read([HEADER, carrier('U'), leg()].join('\n')))).toMatchObject([
      { line: 3, why: 'The file ends without its trailer record (type 5): it may be cut.' },
    ]);
    // The trailer of one carrier says nothing of the next one.
    expect(refusedOf(read([HEADER, carrier('U'), leg(), END, carrier('U'), leg()].join('\n')))).toMatchObject(
      [
        { line: 6, why: 'The same flight as on line 3.' },
        { line: 6, why: 'The file ends without its trailer record (type 5): it may be cut.' },
      ],
    );
    expect(refusedOf(read([HEADER, leg(), END].join('\n')))).toMatchObject([{ line: 2 }]);
  });

  it('expands up to a limit, and tells the legs beyond it', () => {
    const legs = Array.from({ length: 300 }, (_, at) => leg({ number: String(at + 1), to: '00XXX00' }));
    const events = read(schedule('U', ...legs));
    const days = 217;
    const taken = Math.floor(50_000 / days);
    expect(tripsOf(events)).toHaveLength(taken * days);
    expect(refusedOf(events)).toHaveLength(300 - taken);
  });
});
