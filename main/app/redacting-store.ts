import { redactFailure, redactMessage, redactText } from '../common/redact.ts';
import type { KitRecord } from '../library/kit-record.ts';
import type { KitStore } from '../library/kit-store.ts';

/**
 * A kit store through which no secret passes: texts of the service and of failures are redacted before they are written.
 * A hostile or careless service may repeat our token or a storage URL in a message; the engine, the sidecars and the
 * renderer know kits only as the store gives them back.
 */
export function redactingKitStore(store: KitStore): KitStore {
  return {
    list: () => store.list(),
    get: (id) => store.get(id),
    history: (id) => store.history(id),
    remove: (id) => store.remove(id),
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
