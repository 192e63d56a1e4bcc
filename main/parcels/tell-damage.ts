/** What a start found, in sentences for the person: what was set aside, repaired or resumed. */
import { basename } from 'node:path';
import type { Log } from '../common/log.ts';
import { utcMinute } from '../common/text.ts';
import type { NoticeBoard } from '../host/notices.ts';
import type { Database } from '../store/database.ts';
import type { PersonalDatabase } from '../store/personal-database.ts';
import type { LibraryBack } from './backup/merge-library.ts';
import type { PersonalBack } from './backup/merge-personal.ts';
import type { Offer, Restoring } from './backup/restores.ts';
import type { Rebuilt } from './rebuild.ts';
import type { RepairReport } from './repair-library.ts';

type Board = Pick<NoticeBoard, 'add'>;

/** A copied file that was found damaged or missing at this start, or has been since an earlier one. */
interface Damage {
  /** It was not there, or empty, though there are copies of it. */
  missing: boolean;
  /** The copy that can be restored; null where there is none, or nothing to restore. */
  offer: Offer | null;
}

function copyWords({ made_at }: Offer): string {
  return `What is missing can be restored from the backup copy of ${utcMinute(made_at)}.`;
}

/** Damage of an earlier start that nobody has decided about. */
function tellOld(id: string, what: string, offer: Offer, notices: Board): void {
  const message = `${what} on this laptop were damaged or lost. ${copyWords(offer)}`;
  notices.add({ id, severity: 'warning', message, restore: true });
}

/** @param damage a sentence of this start's damage; null where there was none */
export function tellSettings(damage: string | null, offer: Offer | null, notices: Board, log: Log): void {
  if (damage === null) {
    if (offer) tellOld('settings', 'Your settings', offer, notices);
    return;
  }
  log.warn(damage);
  const message = offer ? `${damage} ${copyWords(offer)}` : damage;
  notices.add({ id: 'settings', severity: 'warning', message, ...(offer ? { restore: true } : {}) });
}

/** A library that was damaged or missing: what could be read of it, and where the rest is. */
export function tellRescue(
  {
    setAside,
    rescued,
    rebuilt,
    missing,
    offer,
  }: Pick<Database, 'setAside' | 'rescued'> & Damage & { rebuilt: Rebuilt },
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
    const next = offer
      ? copyWords(offer)
      : `The damaged file is kept as ${basename(setAside)}; send it to support if something is missing.`;
    const message = `The library on this laptop was damaged. ${saved} ${next}`;
    log.error(`${message} (${basename(setAside)})`);
    notices.add({ id: 'library', severity: 'error', message, ...(offer ? { restore: true } : {}) });
  } else if (missing && offer) {
    const message = `The library on this laptop was missing. ${counted(back, 'kit')} of it ${back === 1 ? 'is' : 'are'} here again from the documents. ${copyWords(offer)}`;
    log.error(message);
    notices.add({ id: 'library', severity: 'error', message, restore: true });
  } else if (offer) {
    tellOld('library', 'Parts of the library', offer, notices);
  } else if (back > 0) {
    const message = `${counted(back, 'kit')} that the library had lost ${back === 1 ? 'is' : 'are'} here again, from the documents on this laptop.`;
    log.warn(message);
    notices.add({ id: 'library', severity: 'warning', message });
  }
}

/** A personal database that was damaged, or that can't be used in this run. */
export function tellPersonal(
  { setAside, problem, missing, offer }: Pick<PersonalDatabase, 'setAside' | 'problem'> & Damage,
  notices: Board,
  log: Log,
): void {
  if (problem === null && setAside === null && !(missing && offer)) {
    if (offer) tellOld('personal', 'Your reading places, marks and standing orders', offer, notices);
    return;
  }
  const was = setAside === null ? 'missing' : 'damaged';
  const next = offer
    ? copyWords(offer)
    : `The damaged file is kept as ${basename(setAside ?? '')}; send it to support if something in it is missed.`;
  const message =
    problem ??
    `Your reading places, marks and standing orders on this laptop were ${was}, so they start empty; your kits are not affected. ${next}`;
  log.error(setAside === null ? message : `${message} (${basename(setAside)})`);
  const restore = offer !== null && problem === null ? { restore: true } : {};
  notices.add({ id: 'personal', severity: 'error', message, ...restore });
}

/** What came back from a copy. */
export interface Back extends Partial<LibraryBack>, Partial<PersonalBack> {
  settings: number;
}

/** A restore that a person asked for: what came back, what was left to them, and what failed. */
export function tellRestored(
  { set, failures }: Pick<Restoring, 'set' | 'failures'>,
  back: Back,
  notices: Board,
  log: Log,
): void {
  const of = `the backup copy of ${utcMinute(set.made_at)}`;
  const { kits = 0, profiles = 0, acknowledgements = 0, pins = 0, marks = 0, places = 0, orders = 0 } = back;
  const lines = (back.events ?? 0) + (back.acts ?? 0) + (back.reviews ?? 0);
  const counts: [number, string][] = [
    [kits, 'kit'],
    [profiles, 'profile'],
    [acknowledgements, 'acknowledgement'],
    [pins, 'kept kit'],
    [marks, 'mark'],
    [places, 'reading place'],
    [orders, 'standing order'],
    [back.settings, 'setting'],
    [lines, 'line of history'],
  ];
  const found = counts.flatMap(([count, what]) => (count > 0 ? [counted(count, what)] : []));
  const came = found.length > 0 ? `Restored from ${of}: ${listed(found)}.` : `Nothing of ${of} was missing.`;
  log.info(came);
  notices.add({ id: 'restored', severity: 'info', message: came });
  const left = back.left ?? [];
  if (left.length > 0) {
    const flights = listed(left.map(({ trip }) => trip.flight ?? `${trip.origin}-${trip.destination}`));
    const message = `${counted(left.length, 'standing order')} of ${of} may have been carried out since, so ${left.length === 1 ? 'it does' : 'they do'} not wait again: ${flights}. Check that ${left.length === 1 ? 'its kit is' : 'their kits are'} here.`;
    notices.add({ id: 'restored-orders', severity: 'warning', message });
  }
  const [failure] = failures;
  if (failure)
    notices.add({ id: 'restore-failed', severity: 'error', message: failure.message, restore: true });
}

function listed(words: readonly string[]): string {
  const most = words.slice(0, 12);
  const all = words.length > most.length ? [...most, `${words.length - most.length} more`] : most;
  return all.length < 2 ? all.join('') : `${all.slice(0, -1).join(', ')} and ${all.at(-1)}`;
}

/** Documents that were missing or changed. */
export function tellRepair({ fetched, lost }: Omit<RepairReport, 'suspects'>, notices: Board): void {
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

function counted(count: number, what: string): string {
  const [first = '', ...rest] = what.split(' of ');
  return [`${count} ${first}${count === 1 ? '' : 's'}`, ...rest].join(' of ');
}
