import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { provenOrder, readRow } from '../../main/trips/rules/trip-rows.ts';
import { readRows } from '../../renderer/batch/batch-rows.ts';
import type { Meaning } from '../../renderer/batch/words.ts';
import { airports } from './fixtures.ts';

const NOW = Date.UTC(2026, 10, 21, 9);
function row(cells: Partial<Record<Meaning, string>>, order: 'day-first' | 'month-first' | null = null) {
  const columns = Object.keys(cells).map((meaning) => ({ title: meaning, meaning: meaning as Meaning }));
  return readRow(Object.values(cells), columns, order, NOW, airports);
}
const departure = (cells: Partial<Record<Meaning, string>>, order?: 'day-first' | 'month-first') =>
  row({ origin: 'EHAM', destination: 'KJFK', ...cells }, order).trip.departure;
const problems = (cells: Partial<Record<Meaning, string>>) => row(cells).problems;

describe('a row of the table', () => {
  it('becomes a trip as the form would make it', () => {
    const cells = {
      flight: 'klm 511',
      origin: 'eham ',
      destination: 'kjfk',
      alternates: 'kbos, KPHL',
      route: 'gorlo  dct\njfk',
      date: '21NOV26',
      time: '1045',
    };
    expect(row(cells)).toEqual({
      trip: {
        origin: 'EHAM',
        destination: 'KJFK',
        alternates: ['KBOS', 'KPHL'],
        route: 'GORLO DCT JFK',
        flight: 'KLM511',
        departure: '2026-11-21T10:45:00Z',
      },
      clock: null,
      problems: [],
    });
  });

  it('reads departures in the ways that spreadsheets write them', () => {
    const wanted = '2026-11-21T10:45:00Z';
    for (const text of [
      '2026-11-21T10:45:00Z',
      '2026-11-21T10:45:00.000Z',
      '2026-11-21 10:45',
      '21/11/2026 10:45:00',
      '21.11.26 1045Z',
      '21NOV 1045',
      '21 NOV 2026 10:45 UTC',
    ])
      expect(departure({ departure: text }), text).toBe(wanted);
    expect(departure({ date: '11/21/2026', time: '10:45' })).toBe(wanted);
    expect(departure({ date: '2026-11-21', departure: '10:45' })).toBe(wanted);
    expect(departure({ departure: '2026-11-21', time: '10:45' })).toBe(wanted);
  });

  it('reads times as operations write them, each with the clock that it names', () => {
    const of = (time: string, meaning: 'time' | 'localTime' = 'time') =>
      departure({ date: '2026-11-21', [meaning]: time });
    expect([
      of('12.15'),
      of('1215Z'),
      of('12h15'),
      of('1215', 'localTime'),
      of('1215Z', 'localTime'),
    ]).toEqual([
      '2026-11-21T12:15:00Z',
      '2026-11-21T12:15:00Z',
      '2026-11-21T12:15:00Z',
      '2026-11-21T11:15:00Z',
      '2026-11-21T12:15:00Z',
    ]);
    for (const local of ['1215L', '12:15 LT', '1215 lcl'])
      expect(of(local), local).toBe('2026-11-21T11:15:00Z');
    for (const next of ['0045 (+1)', '00:45+1', '0045Z +1'])
      expect(of(next), next).toBe('2026-11-22T00:45:00Z');
    expect(departure({ localDeparture: '21.11.2026 12:15' })).toBe('2026-11-21T11:15:00Z');
  });

  it('reads a date alone as a date, and a DOF as flight plans have it', () => {
    expect(departure({ departure: '21 NOV 2026', time: '1045' })).toBe('2026-11-21T10:45:00Z');
    for (const date of ['Sat 21NOV2026', 'Sa. 21.11.2026', 'Saturday, 21 November 2026'])
      expect(departure({ date, time: '1045' }), date).toBe('2026-11-21T10:45:00Z');
    const dof = [
      { title: 'DOF', meaning: 'date' as const },
      { title: 'STD', meaning: 'time' as const },
    ];
    const named = (title: string) =>
      readRow(['270402', '1045'], [{ title, meaning: 'date' }, ...dof.slice(1)], null, NOW, airports);
    expect(named('DOF').trip.departure).toBe('2027-04-02T10:45:00Z');
    // Elsewhere it may be 27 April 2002.
    expect(named('Date').problems).toEqual([{ meaning: 'date', problem: 'date' }]);
  });

  it('takes the ICAO code of a cell with both codes, where they are of one airport', () => {
    expect(row({ origin: 'EHAM/AMS', destination: 'JFK (KJFK)' }).trip).toEqual({
      origin: 'EHAM',
      destination: 'KJFK',
    });
    expect(row({ origin: 'EHAM/LHR' }).trip.origin).toBe('EHAM/LHR');
  });

  it('does not turn a local time into UTC where the clocks of the origin are not known', () => {
    expect(row({ origin: 'XXXX', date: '2026-11-21', localTime: '1045' })).toMatchObject({
      problems: [{ meaning: 'localTime', problem: 'zone' }],
    });
  });

  it('never guesses what 03/04 means', () => {
    expect(problems({ date: '03/04/2026', time: '1045' })).toEqual([
      { meaning: 'date', problem: 'dateOrder' },
    ]);
    expect(departure({ date: '03/04/2026', time: '1045' }, 'day-first')).toBe('2026-04-03T10:45:00Z');
    expect(departure({ date: '03/04/2026', time: '1045' }, 'month-first')).toBe('2026-03-04T10:45:00Z');
    expect(departure({ date: '04/04/2026', time: '1045' })).toBe('2026-04-04T10:45:00Z');
  });

  it('names the cell that can’t be read, and the one that is missing', () => {
    expect(problems({ date: 'soon', time: '10:45' })).toEqual([{ meaning: 'date', problem: 'date' }]);
    expect(problems({ date: '31/02/2026', time: '10:45' })).toEqual([{ meaning: 'date', problem: 'date' }]);
    for (const time of ['2545', '2400', '10:75'])
      expect(problems({ date: '2026-11-21', time })).toEqual([{ meaning: 'time', problem: 'time' }]);
    expect(problems({ date: '2026-11-21', departure: '2545' })).toEqual([
      { meaning: 'departure', problem: 'time' },
    ]);
    expect(problems({ date: '2026-11-21' })).toEqual([{ meaning: 'time', problem: 'timeMissing' }]);
    expect(problems({ time: '1045' })).toEqual([{ meaning: 'date', problem: 'dateMissing' }]);
  });
});

describe('the order of day and month', () => {
  it('is proven by a day above twelve, and not at all where two disagree', () => {
    expect(provenOrder(['03/04/2026', '21/04/2026'])).toBe('day-first');
    expect(provenOrder(['03/04/2026', '04/21/2026'])).toBe('month-first');
    expect(provenOrder(['21/04/2026', '04/21/2026'])).toBeNull();
    expect(provenOrder(['2026-04-03'])).toBeNull();
  });

  it('is open in the rows whose date can be read in two ways', () => {
    const columns = [
      { title: '', meaning: 'date' as const },
      { title: '', meaning: 'time' as const },
    ];
    const rows = ['2026-04-03', '21/04/2026', '04/04/2026', '03/04/2026'].map((date) => [date, '1045']);
    const open = (order: 'day-first' | null) =>
      readRows(
        { columns, rows, numbers: [1, 2, 3, 4], facts: [] },
        { order, now: NOW, rules: null, airports: null, known: [] },
      ).map(({ openDate }) => openDate);
    expect(open(null)).toEqual([false, false, false, true]);
    expect(open('day-first')).toEqual([false, false, false, false]);
  });

  it('reads every day that it wrote', () => {
    const days = fc.date({ min: new Date('2020-01-01'), max: new Date('2069-12-31'), noInvalidDate: true });
    fc.assert(
      fc.property(days, fc.constantFrom('day-first' as const, 'month-first' as const), (date, order) => {
        const [year, month, day] = date.toISOString().slice(0, 10).split('-');
        const text = order === 'day-first' ? `${day}/${month}/${year}` : `${month}/${day}/${year}`;
        expect(departure({ date: text, time: '1045' }, order)).toBe(`${year}-${month}-${day}T10:45:00Z`);
      }),
    );
  });
});

it('no cell makes it fail', () => {
  fc.assert(
    fc.property(fc.string(), fc.string(), fc.string(), (whole, date, time) => {
      const { trip } = row({ departure: whole, date, time });
      if (trip.departure !== undefined) expect(Number.isNaN(Date.parse(trip.departure))).toBe(false);
    }),
  );
});
