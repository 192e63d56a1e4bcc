/** The library of a folder, opened as the app opens it, and its loss. */
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'vitest';
import { silentLog } from '../../main/common/log.ts';
import { ParcelWriter } from '../../main/documents/parcel-writer.ts';
import { openLibrary } from '../../main/parcels/rebuild.ts';
import type { KitRecord } from '../../main/store/kit-record.ts';
import { cachedKitStore } from '../../main/store/kit-stores.ts';
import { filesOf } from '../../main/store/sqlite-connection.ts';

export const NOW = 9_000;

export async function openRun(folder: string) {
  const library = await openLibrary(join(folder, 'user.sqlite'), folder, { now: () => NOW });
  const kits = cachedKitStore(library.kits, (id) => parcels.changed(id), library.read);
  const datesOf = (id: string, sha256: string) =>
    library.dates
      .all()
      .filter((date) => date.kit_id === id && date.document_sha256 === sha256)
      .map(({ kit_id: _kit, document_sha256: _document, ...date }) => date);
  const parcels = new ParcelWriter({ folder, kits, datesOf, log: silentLog });
  return {
    ...library,
    kits,
    parcels,
    async end() {
      await parcels.written();
      library.close();
    },
  };
}

/** The database is gone, the documents and parcels beside it are not. */
export function lose(folder: string): void {
  for (const path of filesOf(join(folder, 'user.sqlite'))) rmSync(path, { force: true });
}

/** The kit as it comes back. */
export function asBack(kit: KitRecord): unknown {
  const wasDue = kit.state === 'planned' && (kit.due_at ?? 0) <= NOW;
  if (kit.state !== 'requesting' && !wasDue) return kit;
  const failure = {
    kind: 'network',
    message: expect.stringMatching(/not certain.*before you request it again\.$/),
  };
  const requested_at = kit.requested_at ?? NOW;
  return { ...kit, state: 'unconfirmed', state_since: NOW, failure, requested_at };
}
