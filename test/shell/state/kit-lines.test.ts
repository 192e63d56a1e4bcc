/** The list as the main process writes it and the page reads it, whatever words are in it. */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { firstList } from '../../../main/kits/first-list.ts';
import { readKits } from '../../../renderer/shell/state/bridge.ts';
import { liveKit, memoryFlags, memoryLog } from '../../start/ipc-fixtures.ts';

const idOf = (index: number) => `${String(index).padStart(8, '0')}-7d0b-4c7e-9a51-1c2d3e4f5a6b`;

test('what is written in lines is read piece by piece as it was', async () => {
  const words = fc.oneof(fc.string(), fc.constantFrom('},\n{', '[\n', '\n]', ',\n', '\u2028', '"\\'));
  await fc.assert(
    fc.asyncProperty(
      fc.array(words, { maxLength: 5 }),
      fc.integer({ min: 0, max: 1300 }),
      async (routes, count) => {
        const kits = Array.from({ length: count }, (_, index) =>
          liveKit({
            id: idOf(index),
            trip: { origin: 'EGLL', destination: 'KJFK', route: routes[index % routes.length] ?? '' },
          }),
        );
        const text = firstList({ list: () => kits }, memoryFlags(), memoryLog(), Date.now).text();
        expect(await readKits(text)).toEqual(JSON.parse(text));
      },
    ),
    { numRuns: 20 },
  );
});

test('a list in one piece is read too', async () => {
  expect(await readKits('[]')).toEqual([]);
  expect(await readKits('[{"id":"a"}]')).toEqual([{ id: 'a' }]);
});
