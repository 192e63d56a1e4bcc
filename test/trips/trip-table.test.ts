import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readTable, type TripTable } from '../../main/trips/rules/trip-table.ts';

function table(text: string, first?: 'header' | 'flight'): TripTable {
  const read = readTable(text, first);
  if ('problem' in read) throw new Error(read.problem);
  return read;
}
const meaningsOf = (text: string) => table(text).columns.map(({ meaning }) => meaning);

describe('a table of flights', () => {
  it('has its columns named by the headers that airlines use, in any order', () => {
    const text =
      'Flt No.\tDate\tDEP\tARR\tSTD\tALTN\tA/C\nKLM511\t21NOV26\tEHAM\tKJFK\t1045\tKBOS KPHL\tPHBVA';
    expect(meaningsOf(text)).toEqual(['flight', 'date', 'origin', 'destination', 'time', 'alternates', null]);
    expect(table(text).rows).toEqual([['KLM511', '21NOV26', 'EHAM', 'KJFK', '1045', 'KBOS KPHL', 'PHBVA']]);
  });

  it('has them found by their values where there is no header', () => {
    const text = 'KLM511;2026-11-21;10:45;EHAM;KJFK;KBOS KPHL\nKLM512;2026-11-22;02:10;KJFK;EHAM;';
    expect(meaningsOf(text)).toEqual(['flight', 'date', 'time', 'origin', 'destination', 'alternates']);
    expect(table(text).rows).toHaveLength(2);
  });

  it('takes the columns of the command line’s trip file', () => {
    expect(meaningsOf('origin,destination,alternates,route,flight,departure\nEHAM,KJFK,,,,')).toEqual([
      'origin',
      'destination',
      'alternates',
      'route',
      'flight',
      'departure',
    ]);
  });

  it('keeps commas and line ends inside quotes, and drops empty rows and Excel’s own lines', () => {
    const text = '\uFEFFsep=;\r\norigin;destination;route\r\nEHAM;KJFK;"GORLO;\r\nDCT JFK"\r\n;;\r\n\r\n';
    expect(table(text).rows).toEqual([['EHAM', 'KJFK', 'GORLO;\nDCT JFK']]);
  });

  it('numbers its rows as the sheet does, counting its header and empty ones', () => {
    expect(table('from,to\nEHAM,KJFK\n,\n\nKJFK,EHAM\n').numbers).toEqual([2, 5]);
    expect(table('EHAM\tKJFK\n\nKJFK\tEHAM').numbers).toEqual([1, 3]);
    expect(table('\n\nfrom,to\nEHAM,"KJ\nFK"\nKJFK,EHAM').numbers).toEqual([4, 5]);
  });

  it('uses each meaning once', () => {
    expect(meaningsOf('from,from,to\nEHAM,EHRD,KJFK')).toEqual(['origin', null, 'destination']);
  });

  it('says what is wrong with a text that is no table', () => {
    expect(readTable('')).toEqual({ problem: 'empty' });
    expect(readTable('origin,destination\n')).toEqual({ problem: 'empty' });
    expect(readTable('origin,destination\n"EHAM,KJFK')).toEqual({ problem: 'quotes' });
    expect(readTable(`origin,destination\n${'EHAM,KJFK\n'.repeat(5001)}`)).toEqual({ problem: 'large' });
    expect(readTable(`EHAM,KJFK${'\n'.repeat(20_000)}EGLL,LFPG`)).toEqual({ problem: 'large' });
    expect(readTable(`EHAM,KJFK${'\r\n'.repeat(1_000_000)}`)).toMatchObject({ rows: [['EHAM', 'KJFK']] });
  });

  it('takes its first row for a flight where a person says so', () => {
    expect(table('FROM,TO\nEHAM,KJFK', 'flight').rows).toHaveLength(2);
  });
});

it('every row is as long as the columns, whatever was pasted', () => {
  const cell = fc.constantFrom('EHAM', 'KJFK', '', '"', 'a,b', '\t', '\n', ';', 'from', '21NOV', 'KLM511');
  fc.assert(
    fc.property(
      fc.oneof(
        fc.string(),
        fc.array(cell).map((cells) => cells.join('\t')),
      ),
      (text) => {
        const read = readTable(text);
        if ('problem' in read) return;
        expect(read.rows.length + read.others.length).toBeGreaterThan(0);
        for (const row of read.rows) expect(row).toHaveLength(read.columns.length);
        const used = read.columns.flatMap(({ meaning }) => meaning ?? []);
        expect(new Set(used).size).toBe(used.length);
      },
    ),
  );
});
