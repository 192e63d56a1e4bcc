/** Wrappers around the database's kit store: a cache, and redaction. */
import { redactFailure, redactMessage, redactText } from '../common/redact.ts';
import type { KitRecord } from './kit-record.ts';
import type { KitStore } from './kit-store.ts';

/**
 * A kit store that reads its rows once and caches them. The engine reads a kit at every step; without the cache, thousands of
 * rows would be validated each time. Only one process has the library open, so the cache can't be stale.
 *
 * @param changed called after a kit was written or removed
 * @param read the rows as they are now, if they have just been read
 */
export function cachedKitStore(
  store: KitStore,
  changed: (kit_id: string) => void = () => {},
  read: readonly KitRecord[] | null = null,
): KitStore {
  const byId = (kits: readonly KitRecord[]) => new Map(kits.map((kit) => [kit.id, kit]));
  let known = read && byId(read);
  let newestFirst: KitRecord[] | null = null;
  const all = () => {
    known ??= byId(store.list());
    return known;
  };
  return {
    list: () => {
      // The sort is stable: of kits with the same time, the older row stays first, as in the database.
      newestFirst ??= [...all().values()].sort((a, b) => b.created_at - a.created_at);
      return [...newestFirst];
    },
    get: (id) => all().get(id),
    history: (id) => store.history(id),
    together: (step) => {
      try {
        return store.together(step);
      } catch (error) {
        // What was written in it is gone again.
        known = null;
        newestFirst = null;
        throw error;
      }
    },
    remove: (id, removal) => {
      store.remove(id, removal);
      if (all().delete(id)) newestFirst = null;
      changed(id);
    },
    write: (kit, event) => {
      const kits = all();
      store.write(kit, event);
      // Cache the stored kit, not the given one: what is shown must be what the next start will read.
      const stored = store.get(kit.id);
      if (stored) kits.set(kit.id, stored);
      else kits.delete(kit.id);
      newestFirst = null;
      changed(kit.id);
    },
  };
}

/**
 * A kit store that redacts texts of the service and of failures before they are written: a hostile or careless service
 * may repeat our token or a storage URL. Engine, parcels and renderer only get kits from the store.
 */
export function redactingKitStore(store: KitStore): KitStore {
  return {
    ...store,
    write: (kit, event) => store.write(redactKit(kit), { ...event, what: redactText(event.what) }),
  };
}

function redactKit(kit: KitRecord): KitRecord {
  return {
    ...kit,
    messages: kit.messages.map(redactMessage),
    failure: kit.failure && redactFailure(kit.failure),
  };
}
