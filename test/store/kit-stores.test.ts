import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { KitRecord } from '../../main/store/kit-record.ts';
import { MemoryKitStore } from '../../main/store/kit-store.ts';
import { cachedKitStore } from '../../main/store/kit-stores.ts';
import { BY_PERSON, kitRecord } from '../kits.ts';

function kit(id: string, created_at: number, more: Partial<KitRecord> = {}): KitRecord {
  return kitRecord({ id, created_at, ...more });
}
const event = (id: string) => ({ kit_id: id, at: 1, state: 'generating' as const, what: 'x' });

test('it answers as the store below does, whatever is written and removed', () => {
  const step = fc.record({
    id: fc.constantFrom('a', 'b', 'c', 'd'),
    remove: fc.boolean(),
    created_at: fc.nat(3),
  });
  fc.assert(
    fc.property(fc.array(step, { maxLength: 30 }), (steps) => {
      const below = new MemoryKitStore();
      below.write(kit('a', 2), event('a'));
      const cached = cachedKitStore(below);
      for (const { id, remove, created_at } of steps) {
        if (remove) cached.remove(id, BY_PERSON);
        else cached.write(kit(id, created_at), event(id));
        expect(cached.list()).toEqual(below.list());
        for (const one of ['a', 'b', 'c', 'd']) expect(cached.get(one)).toEqual(below.get(one));
      }
    }),
  );
});

test('rows are read once, and what could not be written is not shown', () => {
  const below = new MemoryKitStore();
  below.write(kit('a', 1), event('a'));
  let reads = 0;
  const cached = cachedKitStore({
    list: () => {
      reads += 1;
      return below.list();
    },
    get: (id) => below.get(id),
    history: (id) => below.history(id),
    together: (step) => below.together(step),
    remove: () => {
      throw new Error('disk full');
    },
    write: () => {
      throw new Error('disk full');
    },
  });
  cached.list();
  cached.get('a');
  expect(() => cached.write(kit('a', 9), event('a'))).toThrow('disk full');
  expect(() => cached.remove('a', BY_PERSON)).toThrow('disk full');
  expect(cached.list()).toMatchObject([{ id: 'a', created_at: 1 }]);
  expect(reads).toBe(1);
});

test('a list that was given away is nobody’s to change', () => {
  const cached = cachedKitStore(new MemoryKitStore());
  cached.write(kit('a', 1), event('a'));
  cached.list().pop();
  expect(cached.list()).toHaveLength(1);
});

test('writes of a step that failed are gone, in the cache and below it', () => {
  const below = new MemoryKitStore();
  const cached = cachedKitStore(below);
  cached.write(kit('a', 1), event('a'));
  const fails = () =>
    cached.together(() => {
      cached.write(kit('b', 2), event('b'));
      cached.remove('a', BY_PERSON);
      throw new Error('disk full');
    });
  expect(fails).toThrow('disk full');
  for (const store of [cached, below]) {
    expect(store.list().map(({ id }) => id)).toEqual(['a']);
    expect([store.get('b'), store.history('b'), store.history('a')]).toEqual([undefined, [], [event('a')]]);
  }
});
