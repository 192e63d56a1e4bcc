/** What a start found, in sentences for the person: what was set aside, repaired or resumed. */
import { basename } from 'node:path';
import type { Log } from '../common/log.ts';
import { isUnfinished } from '../kits/lifecycle.ts';
import type { Database } from '../library/database.ts';
import type { KitStore } from '../library/kit-store.ts';
import type { PersonalDatabase } from '../library/personal/personal-database.ts';
import type { Rebuilt } from '../library/rebuild.ts';
import type { ManagedProfile } from '../profile/managed-profile.ts';
import type { NoticeBoard } from './notices.ts';
import type { RepairReport } from './repair-library.ts';

type Board = Pick<NoticeBoard, 'add'>;

/** A managed profile that is broken is in force with its strictest settings, and is told. */
export function tellManaged(managed: ManagedProfile | null, notices: Board, log: Log): void {
  if (managed?.state !== 'broken') return;
  log.error(managed.failure.message);
  notices.add({ id: 'managed-profile', severity: 'error', message: managed.failure.message });
}

/** A library that was damaged: what could be read of it, and where the rest is. */
export function tellRescue(
  { setAside, rescued, rebuilt }: Pick<Database, 'setAside' | 'rescued'> & { rebuilt: Rebuilt },
  notices: Board,
  log: Log,
): void {
  const { ready, altered, unusable } = rebuilt;
  for (const { kit_id, why } of unusable) log.warn(`The document ${kit_id}.pdf belongs to no kit: ${why}`);
  if (setAside !== null) {
    const saved = rescued
      ? `${counted(rescued.kits + ready.length, 'kit')} and ${counted(rescued.profiles, 'profile')} of it are here again.`
      : 'What could be read of it is here again.';
    const message = `The library on this laptop was damaged. ${saved} The damaged file is kept as ${basename(setAside)}; send it to support if something is missing.`;
    log.error(message);
    notices.add({ id: 'library', severity: 'error', message });
  } else if (ready.length + altered.length > 0) {
    const message = `${counted(ready.length + altered.length, 'kit')} that the library had lost ${ready.length + altered.length === 1 ? 'is' : 'are'} here again, from the documents on this laptop.`;
    log.warn(message);
    notices.add({ id: 'library', severity: 'warning', message });
  }
}

/** A personal database that was damaged, or that can't be used in this run. */
export function tellPersonal(
  { setAside, problem }: Pick<PersonalDatabase, 'setAside' | 'problem'>,
  notices: Board,
  log: Log,
): void {
  const message =
    problem ??
    (setAside === null
      ? null
      : `Your reading places and marks on this laptop were damaged, so they begin anew; your kits are whole. The damaged file is kept as ${basename(setAside)}; send it to support if something in it is missed.`);
  if (message === null) return;
  log.error(message);
  notices.add({ id: 'personal', severity: 'error', message });
}

/** Documents that were missing or changed. */
export function tellRepair({ fetched, lost }: RepairReport, notices: Board): void {
  if (fetched > 0) {
    notices.add({
      id: 'documents-fetched',
      severity: 'warning',
      message: `The ${fetched === 1 ? 'document of a kit was' : `documents of ${fetched} kits were`} missing or changed on this laptop, and ${fetched === 1 ? 'is' : 'are'} downloaded again.`,
    });
  }
  if (lost > 0) {
    notices.add({
      id: 'documents-lost',
      severity: 'error',
      message: `The ${lost === 1 ? 'document of a kit was' : `documents of ${lost} kits were`} missing or changed on this laptop and can’t be downloaded again. Look at the failed kits and request new ones.`,
    });
  }
}

/** Work that an earlier run left behind and that goes on now. Call before the engine starts. */
export function tellResumed(kits: Pick<KitStore, 'list'>, notices: Board): void {
  const open = kits.list().filter(({ state }) => isUnfinished(state)).length;
  if (open === 0) return;
  notices.add({
    id: 'resumed',
    severity: 'info',
    message: `${counted(open, 'kit')} ${open === 1 ? 'goes' : 'go'} on where ${open === 1 ? 'it' : 'they'} stopped when the app ended.`,
  });
}

function counted(count: number, what: string): string {
  return `${count} ${what}${count === 1 ? '' : 's'}`;
}
