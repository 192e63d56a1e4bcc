import type { KitRecord } from '../library/kit-record.ts';
import type { KitStore } from '../library/kit-store.ts';

/**
 * A kit store that reads its rows once and keeps them: with thousands of kits the parts that ask for all of them at the
 * start, and the engine that asks for one at every step, would otherwise read and check each row again and again. One
 * process has the library open (database.ts), so nothing changes behind it. Records are never changed in place.
 */
export function cachedKitStore(store: KitStore): KitStore {
  let known: Map<string, KitRecord> | null = null;
  let newestFirst: KitRecord[] | null = null;
  const all = () => {
    known ??= new Map(store.list().map((kit) => [kit.id, kit]));
    return known;
  };
  return {
    list: () => {
      // A stable sort: of one moment, those that were there first stay first, as in the database.
      newestFirst ??= [...all().values()].sort((a, b) => b.created_at - a.created_at);
      return [...newestFirst];
    },
    get: (id) => all().get(id),
    history: (id) => store.history(id),
    remove: (id) => {
      store.remove(id);
      if (all().delete(id)) newestFirst = null;
    },
    write: (kit, event) => {
      const kits = all();
      store.write(kit, event);
      // As it was stored, not as it was given: what is shown is what the next start will find.
      const stored = store.get(kit.id);
      if (stored) kits.set(kit.id, stored);
      else kits.delete(kit.id);
      newestFirst = null;
    },
  };
}
