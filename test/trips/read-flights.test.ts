/** A file as the window shows it: rows to correct, or trips and what was not taken. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readFlights } from '../../main/trips/rules/read-flights.ts';
import { airports, flights, NOW, readBytes, refusedOf, tripOf, tripsOf, workbookOf } from './fixtures.ts';

const read = (content: string | Uint8Array) => readFlights(content, airports, NOW);
const bytes = (text: string) => new TextEncoder().encode(text);

describe('flights for the window', () => {
  it('keep a spreadsheet as it is, with its mistakes and the lines of the file', async () => {
    const text = 'sep=;\n\nFlight;From;To\nKL1;AMS;LHR\n\nKL2;XX;"JF\nK"\nKL3;EHAM;EGLL';
    const { table, isSheet, firstIsHeader } = await read(bytes(text));
    expect(table?.rows).toEqual([
      ['KL1', 'AMS', 'LHR'],
      ['KL2', 'XX', 'JF\nK'],
      ['KL3', 'EHAM', 'EGLL'],
    ]);
    expect(table?.numbers).toEqual([4, 6, 8]);
    expect([isSheet, firstIsHeader]).toEqual([true, true]);
    // Cells that are pasted have no lines of their own: their rows are counted, the titles are the first.
    expect((await read(text.replace('sep=;\n\n', ''))).table?.numbers).toEqual([2, 4, 5]);
  });

  it('tell what stands above the titles of a spreadsheet, and the titles where they are repeated', async () => {
    const text = 'Programme;;\nTo;From;Flight\nLHR;AMS;KL1\nTo;From;Flight\nAMS;LHR;KL2';
    const { table, isSheet, notTaken } = await read(bytes(text));
    expect(table?.columns.map(({ meaning }) => meaning)).toEqual(['destination', 'origin', 'flight']);
    expect(table?.numbers).toEqual([3, 5]);
    expect(isSheet).toBe(true);
    expect(notTaken.map(({ line, text: shown }) => [line, shown])).toEqual([
      [1, 'Programme'],
      [4, 'To · From · Flight'],
    ]);
  });

  it('know IATA codes in columns without a title, and cancelled rows', async () => {
    expect((await read('KL1\tAMS\tLHR\nKL2\tLHR\tAMS')).table?.columns.map(({ meaning }) => meaning)).toEqual(
      ['flight', 'origin', 'destination'],
    );
    const { facts } = await read('From,To,Status\nEHAM,EGLL,\nEHAM,EGLL,CNX');
    expect(facts.map(({ said }) => said)).toEqual(['new', 'cancelled']);
  });

  it('show local times as they are, and say which column nothing names a clock for', async () => {
    const local = await read('Flight,Date,From,To,STD LT\nKL1,2026-07-01,AMS,LHR,1000');
    expect(local.table?.columns.map(({ meaning }) => meaning)).toEqual([
      'flight',
      'date',
      'origin',
      'destination',
      'localTime',
    ]);
    expect([local.table?.rows, local.isSheet, local.unsaid]).toEqual([
      [['KL1', '2026-07-01', 'AMS', 'LHR', '1000']],
      true,
      null,
    ]);
    const unsaid = await read('Flug;Datum;Von;Nach;Abflugzeit\nKL1;2026-07-01;AMS;LHR;1000');
    expect(unsaid.unsaid).toBe('Abflugzeit');
    expect(unsaid.table?.columns.at(-1)?.meaning).toBeNull();
  });

  it('note a cancellation that a remark speaks of', async () => {
    const { facts } = await read('From,To,Remarks\nEHAM,EGLL,CNL - crew sick\nEHAM,EGLL,ferry');
    expect(facts.map(({ said, notes }) => [said, notes])).toEqual([
      ['new', ['It may be cancelled: its Remarks says “CNL - crew sick”.']],
      ['new', []],
    ]);
  });

  it('name the sheet where a workbook has several, and the row of one', async () => {
    const sheet = (flight: string) => [
      ['Flight', 'From', 'To'],
      [flight, 'AMS', 'LHR'],
    ];
    const one = await read(workbookOf({ Only: sheet('KL1') }));
    expect([one.table?.numbers, one.isSheet]).toEqual([[2], true]);
    const two = await read(workbookOf({ Summer: sheet('KL1'), Winter: sheet('KL2') }));
    expect(two.facts.map(({ sheet }) => sheet)).toEqual(['Summer', 'Winter']);
    expect(two.table?.rows).toEqual([
      ['KL1', '', 'EHAM', 'EGLL'],
      ['KL2', '', 'EHAM', 'EGLL'],
    ]);
  });

  it('say what is wrong with what is no flight at all', async () => {
    expect((await read('')).notTaken).toHaveLength(1);
    expect((await read(bytes('%PDF-1.7'))).notTaken[0]?.why).toContain('A PDF is not read');
    expect((await read(new Uint8Array([0xd0, 0xcf, 0x11, 0xe0]))).notTaken[0]?.why).toContain(
      'old or encrypted',
    );
    expect((await read(bytes('PK\x03\x04 broken'))).notTaken).toHaveLength(1);
    expect((await read('from,to\n"EHAM,KJFK')).problem).toBe('quotes');
  });

  it('are those of the command line, event by event, for every other format', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.uniqueArray(flights, { minLength: 1, maxLength: 8, selector: ({ ms }) => ms }),
        fc.boolean(),
        async (written, hasDayOff) => {
          const lines = ['BEGIN:VCALENDAR'];
          for (const [at, { from, to, flight, ms }] of written.entries()) {
            const start = new Date(ms).toISOString().replace(/[-:]|\.\d+/g, '');
            lines.push(
              'BEGIN:VEVENT',
              `UID:${at}`,
              `SUMMARY:${flight} ${from[1]}-${to[1]}`,
              `DTSTART:${start}`,
              'END:VEVENT',
            );
          }
          if (hasDayOff)
            lines.push('BEGIN:VEVENT', 'SUMMARY:Day off', 'DTSTART:20261124T000000Z', 'END:VEVENT');
          const content = bytes([...lines, 'END:VCALENDAR'].join('\r\n'));
          const { table, notTaken } = await read(content);
          const events = await readBytes(content);
          expect(notTaken).toEqual(refusedOf(events));
          expect(table?.numbers).toEqual(tripsOf(events).map(({ line }) => line));
          expect(table?.rows).toEqual(
            written.map((flight) => {
              const trip = tripOf(flight);
              return [trip.flight, trip.departure, trip.origin, trip.destination];
            }),
          );
        },
      ),
      { numRuns: 50 },
    );
  });

  it('never reject, whatever the bytes are', async () => {
    await fc.assert(
      fc.asyncProperty(fc.uint8Array({ maxLength: 400 }), async (content) => {
        const { table, notTaken, problem, facts } = await read(content);
        expect(table !== null || notTaken.length > 0 || problem !== null).toBe(true);
        expect(facts).toHaveLength(table?.rows.length ?? 0);
      }),
    );
  });
});
