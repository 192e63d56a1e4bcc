import fc from 'fast-check';
import { expect, test } from 'vitest';
import { SortedList } from '../../../renderer/kits/list/kit-collection.ts';

interface Item {
  id: number;
  at: number;
}
const compare = (a: Item, b: Item) => a.at - b.at || a.id - b.id;

test('whatever changes, it is as if everything had been sorted anew', () => {
  const change = fc.record({
    gone: fc.array(fc.nat(30), { maxLength: 400 }),
    come: fc.array(fc.record({ id: fc.nat(30), at: fc.nat(9) }), { maxLength: 400 }),
  });
  fc.assert(
    fc.property(fc.array(change, { maxLength: 12 }), (changes) => {
      const list = new SortedList<Item>(compare);
      const known = new Map<number, Item>();
      for (const { gone, come } of changes) {
        const out: Item[] = [];
        const take = (id: number) => {
          const before = known.get(id);
          if (before && known.delete(id)) out.push(before);
        };
        for (const id of gone) take(id);
        const latest = new Map(come.map((item) => [item.id, item]));
        for (const item of latest.values()) {
          take(item.id);
          known.set(item.id, item);
        }
        const before = list.items;
        list.change(out, [...latest.values()]);
        expect(list.items).toEqual([...known.values()].sort(compare));
        if (out.length + latest.size > 0) expect(list.items).not.toBe(before);
      }
    }),
    { numRuns: 60 },
  );
});

test('another order sorts everything; what was put in before can still be taken out', () => {
  const [a, b, c] = [
    { id: 1, at: 3 },
    { id: 2, at: 1 },
    { id: 3, at: 2 },
  ];
  const list = new SortedList<Item>(compare);
  list.change([], [a, b, c]);
  list.orderBy((x, y) => y.at - x.at);
  expect(list.items.map(({ id }) => id)).toEqual([1, 3, 2]);
  list.change([c], []);
  expect(list.items.map(({ id }) => id)).toEqual([1, 2]);
});
