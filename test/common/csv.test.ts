import fc from 'fast-check';
import { expect, test } from 'vitest';
import { csvCell, csvText } from '../../main/common/csv.ts';

/** The cells of a file as a spreadsheet with this separator sees them: quotes count where they begin a cell alone. */
function cellsOf(text: string, separator: string): string[] {
  const plain = `[^${separator}\\r\\n]*`;
  const cell = new RegExp(`(?:"((?:[^"]|"")*)"(${plain})|(${plain}))(?:${separator}|\\r\\n|[\\r\\n]|$)`, 'y');
  const cells: string[] = [];
  const file = text.replace(/^\ufeff/, '');
  while (cell.lastIndex < file.length) {
    const [, quoted, behind = '', bare = ''] = cell.exec(file) ?? expect.fail('a file has cells to its end');
    cells.push(quoted === undefined ? bare : quoted.replaceAll('""', '"') + behind);
  }
  return cells;
}

test.each([
  ['=1+1', "'=1+1"],
  ['  @SUM(A1)', "'  @SUM(A1)"],
  ['DCT;=cmd()', `"DCT;'=cmd()"`],
  ['two\n-lines', `"two\n'-lines"`],
  ['KLM511', 'KLM511'],
  ['N0450F370 DCT', 'N0450F370 DCT'],
  ['a "b", c', '"a ""b"", c"'],
])('%j is written %j', (text, cell) => {
  expect(csvCell(text)).toBe(cell);
});

test('no cell is a formula, whatever separates cells', () => {
  const hostile = fc.string({
    unit: fc.constantFrom(';', ',', '\t', '\n', '\r', '"', '=', '+', '-', '@', ' ', 'a', "'"),
  });
  fc.assert(
    fc.property(
      fc.array(fc.array(hostile, { minLength: 1, maxLength: 4 }), { minLength: 1, maxLength: 3 }),
      (rows) => {
        const text = csvText(rows);
        for (const separator of [',', ';', '\t']) {
          for (const cell of cellsOf(text, separator)) expect(cell).not.toMatch(/^\s*[=+\-@]/);
        }
      },
    ),
    { numRuns: 500 },
  );
});
