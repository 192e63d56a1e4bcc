import { join } from 'node:path';
import { cachedKitStore, redactingKitStore } from '../app/kit-stores.ts';
import { repairLibrary } from '../app/repair-library.ts';
import { tellPersonal, tellRepair, tellRescue } from '../app/start-notices.ts';
import { systemClock } from '../common/clock.ts';
import { openPersonalDatabase } from '../library/personal/personal-database.ts';
import { openLibrary as openDatabase } from '../library/rebuild.ts';
import type { Base } from './open-base.ts';

export type Library = Awaited<ReturnType<typeof openLibrary>>;

/** The databases of this laptop, and its documents, brought together. */
export async function openLibrary({ paths, log, notices }: Base) {
  const database = await openDatabase(join(paths.user_data, 'library.sqlite'), paths.documents, {
    onDamage: (damage) => log.warn(`A row of the library can't be read: ${JSON.stringify(damage)}`),
  });
  tellRescue(database, notices, log);
  const kits = redactingKitStore(cachedKitStore(database.kits));
  tellRepair(await repairLibrary(paths.documents, kits, systemClock.now(), log), notices);
  const personal = openPersonalDatabase(join(paths.user_data, 'personal.sqlite'));
  tellPersonal(personal, notices, log);
  return {
    database,
    personal,
    kits,
    /** Whether all kits are known: those of a damaged library may come back, and what belongs to them waits for them. */
    complete: database.setAside === null,
    stop() {
      personal.close();
      database.close();
    },
  };
}
