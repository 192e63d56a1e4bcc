/** What titles of columns mean in the languages of crews, and that no clock is guessed. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { titleOf } from '../../main/trips/rules/table-titles.ts';
import { clockText, flights, read, refusedOf, tripOf, tripsOf, utc } from './fixtures.ts';

const table = (...rows: string[]) => read(rows.join('\n'));
const ROW = 'KL1007;28.06.2027;AMS;LHR';
const departures = (...rows: string[]) => tripsOf(table(...rows)).map(({ trip }) => trip.departure);

describe('titles', () => {
  it.each([
    ['en', 'Flight No;Date;From;To'],
    ['en, operations', 'FLT;DOF;ORG;DST'],
    ['de', 'Flug-Nr.;Datum;Von;Nach'],
    ['fr', 'N° de vol;Jour;De;A'],
    ['fr', 'Vol;Date de départ;Aéroport de départ;Arrivée'],
    ['es', 'Nº de vuelo;Fecha;Origen;Destino'],
    ['it', 'Volo;Data;Da;A'],
    ['it', 'Numero volo;Giorno;Partenza;Arrivo'],
    ['nl', 'Vlucht;Datum;Van;Naar'],
    ['pt', 'Voo;Data;De;Para'],
    ['sv', 'Flyg;Datum;Från;Till'],
    ['pl', 'Lot;Data;Z;Do'],
    ['pl', 'Nr lotu;Dzień;Wylot;Przylot'],
  ])('name their columns in %s: %s', (_language, titles) => {
    expect(table(`${titles};STD UTC`, `${ROW};0715`)).toMatchObject([
      { trip: { origin: 'EHAM', destination: 'EGLL', flight: 'KL1007', departure: '2027-06-28T07:15Z' } },
    ]);
  });

  it.each([
    ['STD', '0715'],
    ['STD', '07.15'],
    ['Dep Time (Z)', '0715'],
    ['STDZ', '0715'],
    ['Abflug UTC', '0715'],
    ['Heure de départ (UTC)', '0715'],
    ['Zeit', '0715Z'],
    ['STD (LT)', '0915'],
    ['Dep Time LCL', '0915'],
    ['Abflug (LT)', '0915'],
    ['Abflugzeit Ortszeit', '0915'],
    ['Ortszeit', '0915'],
    ['Heure locale', '0915'],
    ['Hora local de salida', '0915'],
    ['Ora locale', '0915'],
    ['Lokale tijd', '0915'],
    ['Hora local', '0915'],
    ['Lokal tid', '0915'],
    ['Czas lokalny', '0915'],
    ['STD UTC', '0715'],
    ['Salida', '0915L'],
  ])('say the clock of “%s”', (title, time) => {
    expect(departures(`Flight;Date;From;To;${title}`, `${ROW};${time}`)).toEqual(['2027-06-28T07:15Z']);
  });

  it.each(['Abflugzeit', 'Abflug', 'Uhrzeit', 'Heure', 'Hora de salida', 'Ora', 'Tijd', 'Tid', 'Godzina'])(
    'of times that name no clock are not guessed: “%s”',
    (title) => {
      const rows = [`${ROW};0715`, `${ROW.replace('1007', '1009')};0815`];
      expect(table(`Flight;Date;From;To;${title}`, ...rows)).toMatchObject([
        {
          event: 'not_taken',
          line: 2,
          why: `None of its 2 rows is read: nothing says whether the times of “${title}” are UTC or local. Call the column “${title} UTC” or “${title} LT”.`,
        },
      ]);
    },
  );

  it('leave the clock to the words beside the table', () => {
    const titles = 'Flight;Date;From;To;STD';
    expect(departures('All times LT', titles, `${ROW};0915`)).toEqual(['2027-06-28T07:15Z']);
    expect(departures('Alle Zeiten in Ortszeit', titles, `${ROW};0915`)).toEqual(['2027-06-28T07:15Z']);
    expect(departures('Flight;Date;From;To;Zeit', `${ROW};0715`, 'Alle Zeiten UTC')).toEqual([
      '2027-06-28T07:15Z',
    ]);
  });

  it('are not misled by words beside the table that are of something else', () => {
    const titles = 'Flight;Date;From;To;STD';
    for (const words of ['Local flights of DAT LT', 'Programme L', 'Times UTC, report in local time'])
      expect(departures(words, titles, `${ROW};0715`), words).toEqual(['2027-06-28T07:15Z']);
  });

  it('are of airports or of times, by what stands below them', () => {
    expect(departures('Flight;Date;Departure;Arrival;STD', `${ROW};0715`)).toEqual(['2027-06-28T07:15Z']);
    expect(departures('Flight;Date;From;To;Departure;Arrival', `${ROW};0715;0830`)).toEqual([
      '2027-06-28T07:15Z',
    ]);
    expect(departures('Vol;Date;De;A;Départ UTC;Arrivée UTC', `${ROW};0715;0830`)).toEqual([
      '2027-06-28T07:15Z',
    ]);
  });

  it('lack a time or a date for the whole file, which is said once', () => {
    expect(table('Flight;Date;From;To;Вылет', `${ROW};0715`, `${ROW};0815`)).toMatchObject([
      { why: expect.stringContaining('no column is the time of departure') },
    ]);
    expect(table('Flight;From;To;STD', 'KL1;AMS;LHR;0715', 'KL2;AMS;LHR;0815')).toMatchObject([
      { why: expect.stringContaining('no column is their date') },
    ]);
  });

  it('name UTC before all, then the scheduled time; another time is noted', () => {
    const titles = 'Flight;Date;From;To';
    expect(departures(`${titles};ETD LT;STD LT;STD UTC`, `${ROW};1000;0915;0715`)).toEqual([
      '2027-06-28T07:15Z',
    ]);
    expect(departures(`${titles};STD LT;ETD UTC`, `${ROW};0915;0720`)).toEqual(['2027-06-28T07:20Z']);
    expect(tripsOf(table(`${titles};ETD;STD`, `${ROW};0730;0715`))).toMatchObject([
      { trip: { departure: '2027-06-28T07:15Z' }, notes: ['Its ETD is 07:30; its STD 07:15 was taken.'] },
    ]);
    // A local date belongs to the local time.
    expect(departures('Flight;Date LT;From;To;STD LT;STD UTC', 'KL7;29.06.2027;AMS;LHR;0015;2215')).toEqual([
      '2027-06-28T22:15Z',
    ]);
  });

  it('stand in two rows, above one column or several', () => {
    const rows = ['Flight;;Departure;;Arrival;', 'No;Date;Airport;LT;Airport;LT'];
    expect(departures(...rows, 'KL1007;28.06.2027;AMS;0915;LHR;0930')).toEqual(['2027-06-28T07:15Z']);
    const arrivalFirst = ['Flight;;Arrival;;Departure;', 'No;Date;Airport;Time;Airport;Time'];
    expect(departures(...arrivalFirst, 'KL1007;28.06.2027;LHR;0830;AMS;0715')).toEqual(['2027-06-28T07:15Z']);
  });

  it('have both airports in one column', () => {
    for (const [title, cell] of [
      ['Routing', 'AMS-LHR'],
      ['Sector', 'EHAM/AMS - EGLL/LHR'],
      ['Strecke', 'AMS – LHR'],
      ['Route', 'AMS-LHR'],
    ])
      expect(table(`Flight;Date;${title};STD`, `KL1;28.06.2027;${cell};0715`), title).toMatchObject([
        { trip: { origin: 'EHAM', destination: 'EGLL', departure: '2027-06-28T07:15Z' } },
      ]);
    expect(table('Flight;From;To;Route', 'KL1;AMS;LHR;SULUT-REDFA')).toMatchObject([
      { trip: { route: 'SULUT-REDFA' } },
    ]);
  });

  it('leave the dates to rows of their own, which are told', () => {
    const events = table(
      'Flight;From;To;STD',
      'Sunday 28.03.2027',
      'KL1;AMS;LHR;0715',
      '29MAR2027;;;',
      'KL1;AMS;LHR;0715',
    );
    expect(tripsOf(events).map(({ trip }) => trip.departure)).toEqual([
      '2027-03-28T07:15Z',
      '2027-03-29T07:15Z',
    ]);
    expect(refusedOf(events).map(({ line, why }) => [line, why])).toEqual([
      [2, 'This is the date of the flights below it.'],
      [4, 'This is the date of the flights below it.'],
    ]);
  });

  it('leave no date to the flights below a row that may be another one', () => {
    const events = table(
      'Flight;From;To;STD',
      '28MAR2027',
      'KL1;AMS;LHR;0715',
      'Lundi 29 mars 2027',
      'KL1;AMS;LHR;0715',
    );
    expect(tripsOf(events).map(({ line }) => line)).toEqual([3]);
    expect(refusedOf(events)).toMatchObject([
      { line: 2 },
      { line: 4 },
      { line: 5, why: 'There is a time without a date.' },
    ]);
  });

  it('may be of times with their dates', () => {
    expect(departures('Flight;From;To;STD LT', 'KL1;AMS;LHR;28JUN27 0915')).toEqual(['2027-06-28T07:15Z']);
  });

  it('are not taken for what they are not', () => {
    for (const word of ['STA', 'Arr LT', 'Arrival (UTC)', 'A/C', 'Crew', 'Local', 'Remarks', 'Вылет', ''])
      expect(titleOf(word), word).toBeNull();
  });
});

/** Titles of times, and whether they name a clock: those of the contract mean UTC. */
const TIMES = [
  ...['STD', 'ETD', 'Time', 'EOBT'].map((title) => ({ title, clock: 'utc' as const })),
  ...['STD UTC', 'Abflug (UTC)', 'Dep Time (Z)', 'Hora UTC'].map((title) => ({
    title,
    clock: 'utc' as const,
  })),
  ...['STD LT', 'Abflug (LT)', 'Heure locale', 'Dep LCL'].map((title) => ({
    title,
    clock: 'local' as const,
  })),
  ...['Abflug', 'Zeit', 'Heure', 'Salida', 'Godzina', 'Вылет', '出発', 'Block', ''].map((title) => ({
    title,
    clock: null,
  })),
];

it('no reading of a file gives a departure whose clock nothing in the file says', () => {
  const cases = fc.record({
    flight: flights,
    times: fc.constantFrom(...TIMES),
    titles: fc.constantFrom('Flight;From;To;Date', 'Flug;Von;Nach;Datum', 'Рейс;Откуда;Куда;Дата', null),
    beside: fc.constantFrom('', 'All times UTC', 'Alle Zeiten LT', 'Programme of the week'),
    own: fc.constantFrom('', 'Z', 'L', ' LT', ' UTC'),
  });
  fc.assert(
    fc.property(cases, ({ flight, times, titles, beside, own }) => {
      const besideClock = beside.endsWith('UTC') ? 'utc' : beside.endsWith('LT') ? 'local' : null;
      const ownClock = own === '' ? null : /[ZU]/.test(own) ? 'utc' : 'local';
      const isNamed = / |Heure locale/.test(times.title);
      const titleClock = titles === null ? null : isNamed ? times.clock : (besideClock ?? times.clock);
      const clock = ownClock ?? titleClock ?? besideClock;
      const local = clockText(flight.ms, flight.from[2]);
      const [date = '', time = ''] = (clock === 'local' ? local : utc(flight.ms).replace('T', ' '))
        .slice(0, 16)
        .split(' ');
      const cells = `${flight.flight};${flight.from[1]};${flight.to[1]};${date};${time}${own}`;
      const text = [beside, ...(titles === null ? [] : [`${titles};${times.title}`]), cells, cells]
        .filter(Boolean)
        .join('\n');
      const [departure] = tripsOf(read(text)).flatMap(({ trip }) => trip.departure ?? []);
      if (departure === undefined) return;
      expect(clock).not.toBeNull();
      const isSecond = clock === 'local' && clockText(flight.ms - 3_600_000, flight.from[2]) === local;
      expect(departure).toBe(tripOf({ ...flight, ms: flight.ms - (isSecond ? 3_600_000 : 0) }).departure);
    }),
    { numRuns: 500 },
  );
});
