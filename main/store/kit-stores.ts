/** What stands between the database's kits and the rest of the app: a cache, and redaction. */
import { redactFailure, redactMessage, redactText } from '../common/redact.ts';
import type { KitRecord } from './kit-record.ts';
import type { KitStore } from './kit-store.ts';

/**
 * A kit store that reads its rows once and keeps them: with thousands of kits the engine, which asks for one at every
 * step, would else check each row again and again. One process has the library open, so nothing changes behind it.
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
    remove: (id, removal) => {
      store.remove(id, removal);
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

/**
 * A kit store that redacts texts of the service and of failures before they are written: a hostile or careless service
 * may repeat our token or a storage URL. Engine, sidecars and renderer know kits only as the store gives them back.
 */
export function redactingKitStore(store: KitStore): KitStore {
  return {
    list: () => store.list(),
    get: (id) => store.get(id),
    history: (id) => store.history(id),
    remove: (id, removal) => store.remove(id, removal),
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
