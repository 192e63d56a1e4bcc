import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readTable } from './fixtures.ts';

function table(text: string, first?: 'header' | 'flight') {
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

  it('says what is wrong with a text that is no table', () => {
    expect(readTable('')).toEqual({ problem: 'empty' });
    expect(readTable('origin,destination\n')).toEqual({ problem: 'empty' });
    expect(readTable('origin,destination\n"EHAM,KJFK')).toMatchObject({ problem: 'quotes' });
    expect(readTable(`origin,destination\n${'EHAM,KJFK\n'.repeat(5001)}`)).toEqual({ problem: 'large' });
    expect(readTable(`EHAM,KJFK${'\n'.repeat(20_000)}EGLL,LFPG`)).toMatchObject({ problem: 'large' });
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
