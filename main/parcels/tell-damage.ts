/** What a start found, in sentences for the person: what was set aside, repaired or resumed. */
import { basename } from 'node:path';
import type { TripKitError } from '../common/errors.ts';
import type { Log } from '../common/log.ts';
import { count, utcMinute } from '../common/text.ts';
import type { NoticeBoard } from '../host/notices.ts';
import type { RestoredCounts } from './backup/merge-copy.ts';
import type { Rebuilt } from './rebuild.ts';
import type { RepairReport } from './repair-library.ts';

type Board = Pick<NoticeBoard, 'add'>;

/**
 * @param damage a sentence about damage at this start; null if there was none
 * @param made_at of the copy that they were restored from, ms since 1970 UTC; null: not restored
 */
export function tellSettings(damage: string | null, made_at: number | null, notices: Board, log: Log): void {
  if (damage === null && made_at === null) return;
  const back = made_at === null ? [] : [`They are again as in the backup copy of ${utcMinute(made_at)}.`];
  const message = [damage ?? 'Your settings on this laptop were lost.', ...back].join(' ');
  log.warn(message);
  notices.add({ id: 'settings', severity: 'warning', message });
}

/** What a start found out about the library, and what it restored. */
export interface LibraryFound {
  /** Whether the database was missing or empty although there are copies of it. */
  missing: boolean;
  /** The path of the damaged database; null if it was not damaged. */
  setAside: string | null;
  rebuilt: Rebuilt;
}

/** Reports a damaged or missing library, and kits restored from their own files. @param restored what a copy restored */
export function tellLibrary(
  { missing, setAside, rebuilt }: LibraryFound,
  restored: Restored | null,
  notices: Board,
  log: Log,
): void {
  const { kits, left } = rebuilt;
  for (const id of left) log.warn(`Of the document ${id}.pdf nothing is known, or it can’t be read now.`);
  const back = kits.length;
  const verb = back === 1 ? 'is' : 'are';
  if (setAside === null && !missing) {
    if (back === 0) return;
    const message = `${count(back, 'kit')} that the library had lost ${verb} here again, from the files on this laptop.`;
    log.warn(message);
    notices.add({ id: 'library', severity: 'warning', message });
    return;
  }
  const fromCopy = restored
    ? `It goes on from the backup copy of ${utcMinute(restored.made_at)}; what people did after it is lost.`
    : 'There is no backup copy that could be restored, so marks, reading places, planned kits and the activity record start empty.';
  const fromDocuments =
    back > 0 ? ` ${count(back, 'kit')} ${verb} here again from the files on this laptop.` : '';
  const kept =
    setAside === null
      ? ''
      : ` The damaged file is kept as ${basename(setAside)}; send it to support if something is missing.`;
  const message = `The library on this laptop was ${setAside === null ? 'missing' : 'damaged'}. ${fromCopy}${fromDocuments}${kept}`;
  log.error(message);
  notices.add({ id: 'library', severity: 'error', message });
}

/** A copy that was restored, and what it brought back. */
export interface Restored {
  /** When the copy was made, ms since 1970 UTC. */
  made_at: number;
  back: RestoredCounts;
}

/** Reports a restore: what it brought back, and what was left to the person. */
export function tellRestored({ made_at, back }: Restored, notices: Board, log: Log): void {
  const copyName = `the backup copy of ${utcMinute(made_at)}`;
  const counts: [number, string][] = [
    [back.kits, 'kit'],
    [back.profiles, 'profile'],
    [back.acknowledgements, 'acknowledgement'],
    [back.pins, 'kept kit'],
    [back.marks, 'mark'],
    [back.places, 'reading place'],
    [back.lines + back.reviews, 'history line'],
  ];
  const found = counts.flatMap(([number, what]) => (number > 0 ? [count(number, what)] : []));
  const message =
    found.length > 0
      ? `Restored from ${copyName}: ${listed.format(found)}.`
      : `Nothing of ${copyName} was missing.`;
  log.info(message);
  notices.add({ id: 'restored', severity: 'info', message });
}

/** Reports what could not be restored. */
export function tellFailedRestore(failures: readonly TripKitError[], notices: Board): void {
  const [failure] = failures;
  if (failure)
    notices.add({ id: 'restore-failed', severity: 'error', message: failure.message, restore: true });
}

const listed = new Intl.ListFormat('en-GB');

/** Reports documents that were missing or changed. */
export function tellRepair({ fetched, lost }: Omit<RepairReport, 'suspects'>, notices: Board): void {
  const which = (kits: number) =>
    `The ${kits === 1 ? 'document of a kit was' : `documents of ${kits} kits were`} missing or changed on this laptop`;
  if (fetched > 0) {
    const message = `${which(fetched)}, and ${fetched === 1 ? 'is' : 'are'} downloaded again.`;
    notices.add({ id: 'documents-fetched', severity: 'warning', message });
  }
  if (lost > 0) {
    const message = `${which(lost)} and can’t be downloaded again. Look at the failed kits and request new ones.`;
    notices.add({ id: 'documents-lost', severity: 'error', message });
  }
}
