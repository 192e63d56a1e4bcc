/** CSV files and workbooks. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readFlights } from '../../main/trips/rules/read-flights.ts';
import {
  airports,
  type Cell,
  clockText,
  flights,
  NOW,
  read,
  readBytes,
  refusedOf,
  tripOf,
  tripsOf,
  utc,
  workbookOf,
  zipOf,
} from './fixtures.ts';

const HEADER = ['Flight', 'From', 'To', 'Date', 'STD'];
const DAY_MS = 86_400_000;

describe('a CSV file', () => {
  it('reads back every flight that was written, with ICAO or IATA codes, with any separator', () => {
    fc.assert(
      fc.property(
        fc.uniqueArray(flights, { minLength: 1, maxLength: 12, selector: ({ ms }) => ms }),
        fc.constantFrom(',', ';', '\t'),
        fc.constantFrom(0, 1),
        fc.boolean(),
        (written, separator, code, quoted) => {
          const cell = (text: string) => (quoted ? `"${text}"` : text);
          const rows = written.map(({ from, to, flight, ms }) => {
            const [date = '', time = ''] = utc(ms).slice(0, 16).split('T');
            return [flight, from[code], to[code], date, time].map(cell).join(separator);
          });
          const events = read([HEADER.join(separator), ...rows].join('\r\n'));
          expect(events).toEqual(
            written.map((flight, at) => ({
              event: 'trip',
              line: at + 2,
              state: 'new',
              trip: tripOf(flight),
            })),
          );
        },
      ),
    );
  });

  it('names lines as an editor counts them, also behind cells of several lines', () => {
    const text = 'sep=;\norigin;destination;route\nEHAM;EGLL;"DCT\nA"\n\nEGLL;EHAM;DCT\nEHAM;XQZ;DCT\n';
    expect(read(text).map(({ event, line }) => [event, line])).toEqual([
      ['trip', 3],
      ['trip', 6],
      ['not_taken', 7],
    ]);
  });

  it('needs no header where its cells say what they are', () => {
    expect(tripsOf(read('All times LT\nKL1,AMS,LHR,2027-03-28,0915\n'))).toMatchObject([
      { trip: { departure: '2027-03-28T07:15Z' } },
    ]);
    expect(read('KL1007,AMS,LHR,2027-03-28,0230Z\nKL1008,LHR,AMS,2027-03-28,0530Z\n')).toMatchObject([
      {
        line: 1,
        trip: { origin: 'EHAM', destination: 'EGLL', flight: 'KL1007', departure: '2027-03-28T02:30Z' },
      },
      { line: 2, trip: { origin: 'EGLL' } },
    ]);
  });

  it('knows cancelled flights by their column', () => {
    const text = 'origin,destination,flight,status\nEHAM,EGLL,KL1,CANX\nEHAM,EGLL,KL2,scheduled\n';
    expect(tripsOf(read(text)).map(({ state }) => state)).toEqual(['cancelled', 'new']);
  });

  it.each([
    ['Status', 'Cancelled by ops', 'cancelled'],
    ['Flt status', 'CNX', 'cancelled'],
    ['STS', 'XLD', 'cancelled'],
    ['Status', 'Cxld', 'cancelled'],
    ['CNL', 'yes', 'cancelled'],
    ['CANX', 'x', 'cancelled'],
    ['Annulé', 'oui', 'cancelled'],
    ['Storniert', '✓', 'cancelled'],
    ['Status', 'fällt aus', 'cancelled'],
    ['Status', 'Vervallen', 'cancelled'],
    ['Cancelled', 'no', 'new'],
    ['Status', 'Not cancelled', 'new'],
    ['Remarks', 'CNX', 'cancelled'],
    ['Bemerkung', 'storniert', 'cancelled'],
    ['Remarques', 'Annulé', 'cancelled'],
    ['Estado', 'Cancelado', 'cancelled'],
    ['Remarks', 'Replaces the cancelled KL2', 'new'],
    // An airport, of Chiang Mai.
    ['Base', 'CNX', 'new'],
  ])('reads a column %s with “%s” as %s', (title, word, state) => {
    const text = `origin,destination,flight,${title}\nEHAM,EGLL,KL1,${word}\n`;
    expect(tripsOf(read(text)).map((trip) => trip.state)).toEqual([state]);
  });

  it.each([
    ['Remarks', 'FLT CNLD'],
    ['Status', 'C'],
    ['Status', 'CX'],
    ['Status', 'DEL'],
    ['OPS', 'CNL'],
  ])('notes that a column %s with “%s” may mean a cancellation', (title, word) => {
    const events = read(`origin,destination,flight,${title}\nEHAM,EGLL,KL1,${word}\nEHAM,EGLL,KL2,OK\n`);
    expect(tripsOf(events).map(({ state, notes }) => [state, notes])).toEqual([
      ['new', [`It may be cancelled: its ${title} says “${word}”.`]],
      ['new', undefined],
    ]);
  });

  it('takes no duty for a flight, by its columns of flights, duties and kinds', () => {
    const rows = (title: string, ...values: string[]) =>
      read(
        [`${title},From,To,Date,STD UTC`, ...values.map((value) => `${value},AMS,LHR,28MAR2027,0715`)].join(
          '\n',
        ),
      );
    const duties = [
      'SIM',
      'SBY 2',
      'Standby',
      'OFF',
      'TAXI',
      'Training',
      'DH',
      'DH KL2',
      'P/S BA117',
      'KL2 (DHD)',
    ];
    for (const title of ['Flight', 'Duty', 'Activity code']) {
      const events = rows(title, ...duties, 'KL1');
      expect(tripsOf(events).map(({ line }) => line)).toEqual([12]);
      expect(refusedOf(events).map(({ why }) => /duty|no flight|Deadhead/.exec(why)?.[0])).toEqual([
        ...['duty', 'no flight', 'no flight', 'duty', 'duty', 'duty'],
        ...['Deadhead', 'Deadhead', 'Deadhead', 'Deadhead'],
      ]);
    }
    // An airline’s flight, an aircraft, passengers, and a flight without them.
    expect(tripsOf(rows('Flight', 'DH 123', 'SIM123', 'POS'))).toHaveLength(3);
    const kinds = refusedOf(rows('Type', 'DHD', 'DHC-8', 'PAX', 'POS', 'Training'));
    expect(kinds.filter(({ why }) => why.startsWith('Deadhead')).map(({ line }) => line)).toEqual([2]);
    expect(kinds.filter(({ why }) => why === 'This is no flight.')).toEqual([]);
  });

  it.each([
    [',,,,Local,,UTC,', 'Flight,From,To,Date,STD,STA,STD,STA', '07:15Z'],
    [',,,,UTC,,Local time,', 'Flight,From,To,Date,STD,STA,STD,STA', '09:15Z'],
    [',,,Date,Local times,,,', 'Flight,From,To,,STD,STA,,', '07:15Z'],
    [',,,Programme,LT,,,', 'Flight,From,To,Date,STD,STA,,', '07:15Z'],
  ])('reads the clocks in a row above the titles: %s', (above, titles, time) => {
    const events = read([above, titles, 'KL1,AMS,LHR,28MAR2027,0915,0935,0715,0735'].join('\n'));
    expect(tripsOf(events).map(({ trip }) => trip.departure)).toEqual([`2027-03-28T${time}`]);
  });

  it('guesses no clock where tables of one sheet have two', () => {
    const table = (words: string, flight: string) => `${words}\nFlight,From,To,Date,STD\n${flight}`;
    const [out, back] = ['KL1,AMS,JFK,28MAR27,1005', 'KL2,JFK,AMS,28MAR27,2200'];
    const clocks = (first: string, second: string) =>
      tripsOf(read(`${table(first, out)}\n\n${table(second, back)}\n`)).map(({ trip }) => trip.departure);
    expect(clocks('Outbound (LT)', 'Inbound (LT)')).toEqual(['2027-03-28T08:05Z', '2027-03-29T02:00Z']);
    expect(clocks('Outbound (LT)', 'Inbound (UTC)')).toEqual([]);
    const marked = `${table('Outbound (LT)', `${out}L`)}\n\n${table('Inbound (UTC)', `${back}Z`)}`;
    expect(tripsOf(read(marked)).map(({ trip }) => trip.departure)).toEqual([
      '2027-03-28T08:05Z',
      '2027-03-28T22:00Z',
    ]);
  });

  it.each([
    ['Date,STD,Time zone', '28MAR2027,0915,Europe/Amsterdam', null],
    ['Date,STD,UTC offset', '28MAR2027,0915,+2', null],
    ['Date,STD,UTC/LT', '28MAR2027,0915,LT', '07:15Z'],
    ['Date,STD,Zone', '28MAR2027,0915,UTC', '09:15Z'],
    ['Date,STD,STA LT', '28MAR2027,0915,1130', null],
    ['Date,STD UTC,STA LT', '28MAR2027,0915,1130', '09:15Z'],
    ['Date,STD,STA', '28MAR2027,0915,1130\n,,Note:,Times LT,', '07:15Z'],
  ])('sees what stands beside a time: %s, %s', (titles, cells, time) => {
    const [trip] = tripsOf(read(`From,To,${titles}\nAMS,JFK,${cells}\n`));
    expect(trip?.trip.departure ?? null).toBe(time === null ? null : `2027-03-28T${time}`);
  });

  it('takes the arrival and the departure of a station for no flight', () => {
    const row = 'KL641,AMS,1000,KL642,CDG,1200,28MAR27';
    for (const titles of [
      'Arr Flt,From,STA,Dep Flt,To,STD,Date',
      'Flight in,From,STA,Flight out,To,STD,Date',
    ])
      expect(read(`${titles}\n${row}\n`)).toMatchObject([{ event: 'not_taken', line: 2 }]);
    const one =
      'Flight No,From,To,Flight departure UTC,Flight arrival UTC\nKL1,AMS,LHR,2027-03-28 0715,0735\n';
    expect(tripsOf(read(one))).toMatchObject([{ trip: { origin: 'EHAM', destination: 'EGLL' } }]);
  });

  it('reads a plan of an airline’s operations in German', () => {
    const text = [
      'Flugplan KW 12;;;;;;;',
      'Flug-Nr.;Datum;Von;Nach;STD (LT);STA (LT);Muster;Bemerkung',
      'OS 123;29.03.2027;VIE;FRA;07:15;08:45;A320;',
      'OS 124;29.03.2027;FRA;VIE;09:30;11:00;A320;CNL',
      'OS 125;29.03.2027;VIE;FRA;17:15;18:45;A320;CNL - crew sick',
    ].join('\n');
    const events = read(text);
    expect(
      tripsOf(events).map(({ state, trip, notes = [] }) => [
        state,
        trip.flight,
        trip.origin,
        trip.departure,
        ...notes,
      ]),
    ).toEqual([
      ['new', 'OS123', 'LOWW', '2027-03-29T05:15Z'],
      ['cancelled', 'OS124', 'EDDF', '2027-03-29T07:30Z'],
      [
        'new',
        'OS125',
        'LOWW',
        '2027-03-29T15:15Z',
        'It may be cancelled: its Bemerkung says “CNL - crew sick”.',
      ],
    ]);
    expect(refusedOf(events).map(({ line }) => line)).toEqual([1]);
  });

  it.each([',', ';', '\t'])('finds its titles below words of the sheet, between “%s”', (separator) => {
    const rows = [
      ['Flight programme, week 12'],
      [],
      // The destination comes first: by their values alone the airports would be swapped.
      ['To', 'From', 'Flight', 'Date', 'STD'],
      ...Array.from({ length: 12 }, (_, at) => ['EGLL', 'EHAM', `KL${at}`, '2027-03-28', '0230']),
    ];
    const cell = (text: string) => (text.includes(',') ? `"${text}"` : text);
    const events = read(rows.map((row) => row.map(cell).join(separator)).join('\n'));
    expect(refusedOf(events)).toEqual([
      {
        event: 'not_taken',
        line: 1,
        text: 'Flight programme, week 12',
        why: 'This stands above the titles of the columns.',
      },
    ]);
    expect(tripsOf(events).map(({ line, trip }) => [line, trip.origin, trip.destination])).toEqual(
      Array.from({ length: 12 }, (_, at) => [at + 4, 'EHAM', 'EGLL']),
    );
  });

  it('does not guess which airport is the origin below titles that it doesn’t know', () => {
    const rows = Array.from({ length: 9 }, (_, at) => `EGLL;EHAM;KL${at + 1}`);
    const events = read(['Куда;Откуда;Рейс', ...rows].join('\n'));
    // One reason for the whole file.
    expect(events).toMatchObject([
      {
        event: 'not_taken',
        line: 2,
        why: expect.stringMatching(/^None of its 9 rows is read: no column is the origin\./),
      },
    ]);
    // Without figures below them words may be airports.
    expect(tripsOf(read('EGLL;EHAM\nEHAM;EGLL\n'))).toHaveLength(2);
  });

  it('takes no repeated titles for a flight, and no rows below other titles', () => {
    const text =
      'Orig,Dest,Flight\nEHAM,EGLL,KL1\nOrig,Dest,Flight\nEHAM,EGLL,KL2\nDest,Orig,Flight\nEHAM,EGLL,KL3\n';
    const events = read(text);
    expect(tripsOf(events).map(({ line }) => line)).toEqual([2, 4]);
    expect(refusedOf(events).map(({ line, why }) => [line, why])).toEqual([
      [3, 'These are the titles of the columns again.'],
      [5, 'The columns have other titles from here on. Put this table into a file of its own.'],
      [6, 'The columns have other titles from here on. Put this table into a file of its own.'],
    ]);
  });

  it.each([
    'STD (LT)',
    'Local STD',
    'STD LCL',
    'ETD [L]',
    'Dep LT',
    'Departure local time',
    'Local time',
    'STD_LOCAL',
    'DepTimeLocal',
  ])('knows “%s” for a local time', (title) => {
    const text = `flight,from,to,date,${title}\nKL1,AMS,LHR,2027-06-28,0230\n`;
    expect(tripsOf(read(text))[0]?.trip.departure).toBe('2027-06-28T00:30Z');
  });

  it('says where a column has a date that it doesn’t read', () => {
    const text = 'flight,from,to,Вылет\nKL1,AMS,LHR,28.06.2027 02:30\n';
    expect(read(text)).toMatchObject([
      {
        trip: { departure: null },
        notes: [
          "The column “Вылет” has a date that isn't read. Call it “Departure” (UTC) or “Departure LT”.",
        ],
      },
    ]);
  });

  it('refuses lines of more cells than any table has, before it takes them apart', () => {
    // Taken apart, the quotation mark would be the first thing that is wrong with it.
    expect(read(`${'a;'.repeat(5_000)}"x`)).toMatchObject([{ why: 'The table is too large. Split it.' }]);
  });

  it('turns columns of local times into UTC by the zone of the origin', () => {
    fc.assert(
      fc.property(flights, ({ from, to, flight, ms }) => {
        const local = clockText(ms, from[2]);
        const [date = '', time = ''] = local.split(' ');
        const text = `flight,from,to,date,STD (LT)\n${flight},${from[1]},${to[1]},${date},${time}\n`;
        const isSecond = clockText(ms - 3_600_000, from[2]) === local;
        expect(tripsOf(read(text))[0]?.trip.departure).toBe(utc(ms - (isSecond ? 3_600_000 : 0)));
      }),
    );
  });

  it('tells each row that it does not take', () => {
    const rows: [string, string][] = [
      ['KL1,XQZ,LHR,2027-03-28,0230', "“XQZ” isn't an airport code that the app knows. Use its ICAO code."],
      ['KL2,,LHR,2027-03-28,0230', 'An airport is missing.'],
      ['KL3,AMS,LHR,2027-02-31,0230', 'Not a valid date. Write it as 2026-11-21 or 21NOV2026.'],
      ['KL4,AMS,LHR,2027-03-28,2400', 'Not a valid time. Write it as 1045Z in UTC, or 1045L in local time.'],
      ['KL5,AMS,LHR,,0230', 'There is a time without a date.'],
      ['KL6,AMS,LHR,2027-03-28,', 'There is a date without a time.'],
      [
        'KL7,AMS,LHR,03/04/2027,0230',
        'Day and month could be swapped. Write the date as 2026-11-21 or 21NOV2026.',
      ],
    ];
    const text = [HEADER.join(','), ...rows.map(([row]) => row)].join('\n');
    expect(read(text)).toEqual(
      rows.map(([row, why], at) => ({
        event: 'not_taken',
        line: at + 2,
        text: row.split(',').filter(Boolean).join(' · '),
        why,
      })),
    );
  });

  it('tells a flight that is there twice, and rows of another table', () => {
    expect(read('origin,destination,flight\nEHAM,EGLL,KL1\nEHAM,EGLL,KL1\n')[1]).toMatchObject({
      event: 'not_taken',
      why: 'The same flight as on line 2.',
    });
    const other = read('Remember the milk\nand the bread\n');
    expect(other).toMatchObject([
      { event: 'not_taken', line: 1, why: expect.stringContaining('None of its 2 rows is read') },
    ]);
  });

  it('loses no row, whatever stands in it', () => {
    const cell = fc.oneof(
      fc.string({ maxLength: 12 }).map((text) => text.replace(/[",\r\n]/g, '')),
      fc.constantFrom('AMS', 'EHAM', '2027-03-28', '0230', 'KL1'),
    );
    fc.assert(
      fc.property(
        fc.array(fc.array(cell, { minLength: 5, maxLength: 5 }), { minLength: 1, maxLength: 9 }),
        (rows) => {
          const text = [HEADER, ...rows].map((row) => row.join(',')).join('\n');
          const filled = [...rows.entries()].filter(([, row]) => row.some((one) => one.trim() !== ''));
          if (filled.length === 0) return;
          expect(read(text).map(({ line }) => line)).toEqual(filled.map(([at]) => at + 2));
        },
      ),
      // Titles of another table right below: none of its rows is a flight, and none may go without a word.
      {
        examples: [
          [
            [
              ['A', 'AMS', '', 'z', ''],
              ['AMS', 'AMS', 'AMS', '', ''],
            ],
          ],
        ],
      },
    );
  });
});

/** The serial number of a moment, as Excel has it after February 1900. */
function serial(ms: number, is1904: boolean): number {
  return (ms - (is1904 ? Date.UTC(1904, 0, 1) : Date.UTC(1899, 11, 30))) / DAY_MS;
}

describe('a workbook', () => {
  it('reads back every flight, its dates as serial numbers since 1900 or 1904, in one cell or two', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.uniqueArray(flights, { minLength: 1, maxLength: 12, selector: ({ ms }) => ms }),
        fc.boolean(),
        fc.boolean(),
        async (written, is1904, isOne) => {
          const rows = written.map(({ from, to, flight, ms }): Cell[] => {
            const day = Math.floor(ms / DAY_MS) * DAY_MS;
            const when: Cell[] = isOne
              ? [{ value: serial(ms, is1904), style: 3 }]
              : [
                  { value: serial(day, is1904), style: 1 },
                  { value: (ms - day) / DAY_MS, style: 2 },
                ];
            return [flight, from[1], to[1], ...when];
          });
          const header = ['Flight', 'From', 'To', ...(isOne ? ['Departure'] : ['Date', 'STD'])];
          const events = await readBytes(workbookOf({ Flights: [header, ...rows] }, { is1904 }));
          expect(events).toEqual(
            written.map((flight, at) => ({
              event: 'trip',
              line: at + 2,
              state: 'new',
              trip: tripOf(flight),
            })),
          );
        },
      ),
      { numRuns: 50 },
    );
  });

  it('reads what formulas gave, runs none, and counts empty rows', async () => {
    const rows: Cell[][] = [
      [],
      ['origin', 'destination', 'flight', 'date', 'time'],
      [],
      [{ formula: 'A9', result: 'AMS' }, 'LHR', { value: 1007 }, '2027-03-28', { value: 945 }],
      [null, 'LHR', 'KL1'],
    ];
    expect(await readBytes(workbookOf({ Sheet1: rows }))).toMatchObject([
      { line: 4, trip: { origin: 'EHAM', flight: '1007', departure: '2027-03-28T09:45Z' } },
      { line: 5, why: 'An airport is missing.' },
    ]);
  });

  it('takes no row whose formulas have no saved result, or an error', async () => {
    const cell = (at: string, text: string) => `<c r="${at}" t="inlineStr"><is><t>${text}</t></is></c>`;
    const row = (number: number, flight: string, departure: string, remark: string) =>
      `<row r="${number}">${flight}${cell(`B${number}`, 'EHAM')}${cell(`C${number}`, 'EGLL')}${departure}${remark}</row>`;
    const sheet = [
      `<row r="1">${['Flight', 'From', 'To', 'Departure', 'Remark'].map((text, at) => cell(`${'ABCDE'[at]}1`, text)).join('')}</row>`,
      row(2, cell('A2', 'KL1'), '<c r="D2"><f>NOW()</f><v></v></c>', ''),
      row(3, '<c r="A3" t="e"><f>B9</f><v>#N/A</v></c>', '', ''),
      // A formula that gives an empty text has a result, and what no column uses may have none.
      row(4, cell('A4', 'KL3'), '<c r="D4" t="str"><f>""</f><v></v></c>', '<c r="E4"><f>NOW()</f></c>'),
    ].join('');
    const events = await readBytes(
      zipOf({
        'xl/workbook.xml': '<workbook><sheets><sheet name="S" r:id="r1"/></sheets></workbook>',
        'xl/_rels/workbook.xml.rels':
          '<Relationships><Relationship Id="r1" Target="worksheets/sheet1.xml"/></Relationships>',
        'xl/worksheets/sheet1.xml': `<worksheet><sheetData>${sheet}</sheetData></worksheet>`,
      }),
    );
    const why =
      'A formula has no saved result, or an error. Open the workbook in Excel, correct it and save it again.';
    expect(refusedOf(events).map((event) => [event.line, event.why])).toEqual([
      [2, why],
      [3, why],
    ]);
    expect(tripsOf(events).map(({ line, trip }) => [line, trip.flight, trip.departure])).toEqual([
      [4, 'KL3', null],
    ]);
  });

  it('reads all sheets and names them', async () => {
    const flight = [
      ['origin', 'destination'],
      ['EHAM', 'EGLL'],
    ];
    const events = await readBytes(
      workbookOf({ March: flight, Empty: [], Notes: [['Remember'], ['the milk']] }),
    );
    expect(events.map(({ event, sheet, line }) => [event, sheet, line])).toEqual([
      ['trip', 'March', 2],
      ['not_taken', 'Notes', 1],
    ]);
  });

  it('leaves out what a person does not see, and says so once for each sheet', async () => {
    const seen: Cell[][] = [
      ['Flight', 'From', 'To', 'Old'],
      ['KL1', 'AMS', 'LHR', '1'],
      ['KL2', 'AMS', 'LHR', '2'],
      ['KL3', 'AMS', 'LHR', '3'],
    ];
    const looks = {
      Plan: { rows: [2, 4], columns: [4] },
      Old: { state: 'hidden' as const },
      Lists: { state: 'veryHidden' as const },
    };
    const file = workbookOf({ Plan: seen, Old: seen, Lists: seen }, { looks });
    const events = await readBytes(file);
    expect(tripsOf(events).map(({ sheet, line, trip }) => [sheet, line, trip.flight])).toEqual([
      ['Plan', 3, 'KL2'],
    ]);
    const hidden = 'This sheet is hidden, so it is not read. Unhide it in the workbook if its flights count.';
    expect(refusedOf(events).map(({ sheet, why }) => [sheet, why])).toEqual([
      [
        'Plan',
        'Not read: 2 hidden or filtered rows and 1 hidden column. Unhide them in the workbook if they count.',
      ],
      ['Old', hidden],
      ['Lists', hidden],
    ]);
    const window = await readFlights(workbookOf({ Plan: seen }, { looks }), airports, NOW);
    expect([window.table?.numbers, window.notTaken.length, window.isSheet]).toEqual([[3], 1, true]);
  });

  it('leaves out rows that are struck through, and says so', async () => {
    const rows: Cell[][] = [
      ['Flight', 'From', 'To'],
      ['KL1', 'AMS', 'LHR'],
      ['KL2', 'AMS', 'LHR'],
      ['KL3', 'AMS', 'LHR'],
    ];
    const events = await readBytes(
      workbookOf({ Plan: rows }, { looks: { Plan: { struck: [3], rows: [2] } } }),
    );
    expect(tripsOf(events).map(({ trip }) => trip.flight)).toEqual(['KL3']);
    expect(refusedOf(events)).toMatchObject([
      {
        why: 'Not read: 1 hidden or filtered row and 1 struck-out row. Change that in the workbook if they count.',
      },
    ]);
  });

  it('takes hours beyond a day for no time of that day', async () => {
    const rows: Cell[][] = [
      ['From', 'To', 'Date', 'STD UTC'],
      ['AMS', 'LHR', '2027-03-28', { value: 25.5 / 24, style: 4 }],
      ['AMS', 'LHR', '2027-03-29', { value: 1.5 / 24, style: 4 }],
    ];
    expect(await readBytes(workbookOf({ Plan: rows }))).toMatchObject([
      {
        line: 2,
        text: 'AMS · LHR · 2027-03-28 · 25:30',
        why: 'Not a valid time. Write it as 1045Z in UTC, or 1045L in local time.',
      },
      { line: 3, trip: { departure: '2027-03-29T01:30Z' } },
    ]);
  });

  it('repeats a merged cell in the rows that it covers', async () => {
    const rows: Cell[][] = [
      ['Date', 'Flight', 'From', 'To', 'STD UTC'],
      ['28.03.2027', 'KL1', 'AMS', 'LHR', '0715'],
      [null, 'KL2', 'LHR', 'AMS', '0915'],
      [null, 'KL3', 'AMS', 'LHR', '1115'],
    ];
    const events = await readBytes(workbookOf({ Plan: rows }, { looks: { Plan: { merged: ['A2:A3'] } } }));
    expect(tripsOf(events).map(({ trip }) => trip.departure)).toEqual([
      '2027-03-28T07:15Z',
      '2027-03-28T09:15Z',
    ]);
    expect(refusedOf(events)).toMatchObject([{ line: 4, why: 'There is a time without a date.' }]);
  });

  it.each([
    ['a binary Excel workbook (.xlsb)', { 'xl/workbook.bin': 'x' }],
    ['a Word document', { 'word/document.xml': '<a/>' }],
  ])('says how %s can be read', async (name, files) => {
    expect(await readBytes(zipOf(files as unknown as Record<string, string>))).toMatchObject([
      { why: `This is ${name}. Save it as an Excel workbook (.xlsx) or as CSV.` },
    ]);
  });

  it('reads 2,000 rows whole', async () => {
    const rows = Array.from({ length: 2000 }, (_, at): Cell[] => [
      `KL${at}`,
      'AMS',
      'LHR',
      { value: serial(Date.UTC(2027, 2, 28), false), style: 1 },
      { value: at / 2000, style: 2 },
    ]);
    expect(tripsOf(await readBytes(workbookOf({ Flights: [HEADER, ...rows] })))).toHaveLength(2000);
  });

  it('stops at what is packed too tightly, cut, or no workbook', async () => {
    const spaces = Buffer.alloc(65 * 1024 * 1024, 32);
    const whole = workbookOf({ Flights: [HEADER] });
    const files = [
      zipOf({ 'xl/workbook.xml': spaces }),
      zipOf({ 'word/document.xml': 'a' }),
      whole.subarray(0, whole.length - 30),
      Buffer.from('PK\x03\x04'),
    ];
    for (const file of files) {
      const events = await readBytes(file);
      expect(tripsOf(events)).toEqual([]);
      expect(refusedOf(events)).toHaveLength(1);
    }
  });

  it('survives any damage, and never takes what is not there', async () => {
    const whole = workbookOf({
      Flights: [
        ['origin', 'destination'],
        ['EHAM', 'EGLL'],
      ],
    });
    await fc.assert(
      fc.asyncProperty(fc.nat(whole.length - 1), fc.integer({ min: 0, max: 255 }), async (at, byte) => {
        const damaged = Buffer.from(whole);
        damaged[at] = byte;
        const events = await readBytes(damaged);
        expect(events.length).toBeGreaterThan(0);
      }),
      { numRuns: 100 },
    );
  });
});
