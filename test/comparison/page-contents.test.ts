/** What pages draw, as a hash: with pdf.js, on documents in the manner of charts. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import type { ChartPage } from '../../main/charts/rules/chart.ts';
import { ComparisonStore } from '../../main/comparison/comparison-store.ts';
import { PageContents } from '../../main/comparison/page-contents.ts';
import { freshFolder } from '../fresh-folder.ts';
import { chartOf, fact, openStores } from '../reading/stores.ts';
import { memoryLog } from '../start/ipc-fixtures.ts';
import { contents, pages } from './documents.ts';

const text = (words: string, x: number, y: number) => `BT /F1 9 Tf ${x} ${y} Td (${words}) Tj ET`;

/** A page with a chart, its cycle's stamp and its number in the frame. */
function chart(cycle: string, number: number, { minimum = '550', line = 300, revised = '12 JAN 2024' } = {}) {
  const stamp = [text(`AIRAC ${cycle}`, 40, 20), text(`${number}`, 560, 20), text(revised, 300, 20)];
  return [
    text('ILS RWY 27L', 250, 770),
    text(`DA ${minimum}`, 200, 400),
    `100 200 m ${line} 500 l S`,
    ...stamp,
  ].join('\n');
}

test('is equal on pages that draw the same but for stamps, wherever they are, and on no others', async () => {
  const documents: Record<string, string[]> = {
    now: [chart('2611', 1), chart('2611', 2, { minimum: '600' })],
    next: ['', '', chart('2612', 3), chart('2612', 4, { revised: '26 NOV 2026' })],
    other: [chart('2612', 1, { minimum: '560' }), chart('2612', 2, { line: 301 }), chart('2612', 9)],
  };
  const folder = freshFolder();
  const { database } = openStores(join(folder, 'reading.sqlite'));
  const log = memoryLog();
  let whole = true;
  const reader = () =>
    new PageContents({
      ...{ log, reader: contents, store: new ComparisonStore(database), isWhole: async () => whole },
      fileOf: (id) => join(folder, `${id}.pdf`),
      chartsOf: (id) => (documents[id] ?? []).map((_, index) => factsOf(index + 1)),
    });
  let known = reader();
  const of = async (id: string, ...wanted: number[]) => {
    await known.read(id, { bytes: 1, sha256: id, pages: documents[id]?.length ?? 0 }, wanted);
    return wanted.map((page) => known.known(id, page));
  };
  for (const [id, streams] of Object.entries(documents))
    writeFileSync(join(folder, `${id}.pdf`), pages(...streams));

  expect(known.known('now', 1)).toBeNull();
  const [one, another] = await of('now', 1, 2);
  const [same, revised] = await of('next', 3, 4);
  expect(same).toBe(one);
  expect(new Set([one, another, revised, ...(await of('other', 1, 2, 3))]).size).toBe(6);

  // Kept over a restart, in which the document need not be read again.
  writeFileSync(join(folder, 'now.pdf'), 'gone');
  known = reader();
  expect(known.known('now', 1)).toBe(one);
  new ComparisonStore(database).keepOnly(new Set(['next']), new Set());
  expect([known.known('now', 1), known.known('next', 3)]).toEqual([null, one]);

  // A page that can't be read equals no other, and is read again after a restart.
  expect(log.lines).toEqual([]);
  const [lost, lostToo] = await of('now', 1, 2);
  expect(log.lines).toHaveLength(1);
  expect(new Set([lost, lostToo, one]).size).toBe(3);
  whole = false;
  await of('other', 1);
  expect(known.known('other', 1)).not.toBeNull();
  expect(reader().known('other', 1)).toBeNull();
});

function factsOf(page: number): ChartPage {
  const revised = { value: '2024-01-12', words: [page === 4 ? '26 NOV 2026' : '12 JAN 2024'] };
  return chartOf(page, { kind: fact('approach'), airport: fact('EGLL'), revised });
}
