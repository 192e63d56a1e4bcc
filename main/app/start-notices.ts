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

/** A managed profile that is broken is in force with its strictest settings, and shows a notice. */
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
  const back = ready.length + altered.length;
  if (setAside !== null) {
    const saved = rescued
      ? `${counted(rescued.kits + ready.length, 'kit')} and ${counted(rescued.profiles, 'profile')} of it are here again.`
      : 'What could be read of it is here again.';
    const message = `The library on this laptop was damaged. ${saved} The damaged file is kept as ${basename(setAside)}; send it to support if something is missing.`;
    log.error(message);
    notices.add({ id: 'library', severity: 'error', message });
  } else if (back > 0) {
    const message = `${counted(back, 'kit')} that the library had lost ${back === 1 ? 'is' : 'are'} here again, from the documents on this laptop.`;
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
  if (problem === null && setAside === null) return;
  const message =
    problem ??
    `Your reading places and marks on this laptop were damaged, so they start empty; your kits are not affected. The damaged file is kept as ${basename(setAside ?? '')}; send it to support if something in it is missed.`;
  log.error(message);
  notices.add({ id: 'personal', severity: 'error', message });
}

/** Documents that were missing or changed. */
export function tellRepair({ fetched, lost }: RepairReport, notices: Board): void {
  const which = (count: number) =>
    `The ${count === 1 ? 'document of a kit was' : `documents of ${count} kits were`} missing or changed on this laptop`;
  if (fetched > 0) {
    const message = `${which(fetched)}, and ${fetched === 1 ? 'is' : 'are'} downloaded again.`;
    notices.add({ id: 'documents-fetched', severity: 'warning', message });
  }
  if (lost > 0) {
    const message = `${which(lost)} and can’t be downloaded again. Look at the failed kits and request new ones.`;
    notices.add({ id: 'documents-lost', severity: 'error', message });
  }
}

/** Work that an earlier run left behind and that goes on now. Call before the engine starts. */
export function tellResumed(kits: Pick<KitStore, 'list'>, notices: Board): void {
  const open = kits.list().filter(({ state }) => isUnfinished(state)).length;
  if (open === 0) return;
  const [go, they] = open === 1 ? ['goes', 'it'] : ['go', 'they'];
  const message = `${counted(open, 'kit')} ${go} on where ${they} stopped when the app ended.`;
  notices.add({ id: 'resumed', severity: 'info', message });
}

function counted(count: number, what: string): string {
  return `${count} ${what}${count === 1 ? '' : 's'}`;
}
