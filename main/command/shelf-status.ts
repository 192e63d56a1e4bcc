/** `tripkit shelf status`: what is on a shelf, and who had it (profile-and-headless.md, section 9). */
import type { BoardKit, BoardLaptop, ShelfBoard } from '../../preload/contract.ts';
import { TripKitError } from '../common/errors.ts';
import { count, utcMinute } from '../common/text.ts';
import { tripLine } from '../common/trip.ts';
import type { ShelfProfile } from '../profile/profile.ts';
import { boardOf } from '../shelf/shelf-board.ts';
import type { ShelfKit } from '../shelf/shelf-index.ts';
import type { ShelfPlace } from '../shelf/shelf-place.ts';
import { ShelfReader } from '../shelf/shelf-reader.ts';
import { ReceiptReader } from '../shelf/shelf-receipts.ts';
import type { HeadlessIo } from './io.ts';
import { printable, type Report } from './report.ts';

/** @returns the exit code @throws TripKitError; an AbortError */
export async function tellShelfStatus(
  shelf: ShelfProfile,
  place: ShelfPlace,
  io: HeadlessIo,
  report: Report,
): Promise<number> {
  const { name, keys } = shelf;
  const look = await new ShelfReader({ place, keys, seen: null }).look('all', io.signal);
  const { where } = place;
  if (look === null) {
    report.result({ event: 'shelf_status', name, where, serial: null }, [
      `The shelf in ${where} is empty: no desk has put anything there yet.`,
    ]);
    return 1;
  }
  const { head, kits, notes } = look;
  const board = await readBoard(shelf, place, kits, io, report);
  const had = new Map(board?.kits.map((kit) => [kit.tripkit_id, kit.had_by]));
  const laptops = new Map(board?.laptops.map((one) => [one.fingerprint, one]));
  for (const { tripkit_id, trip, put_at, bytes, sha256, recalled } of kits) {
    const had_by = (had.get(tripkit_id) ?? []).map((one) => {
      const { laptop, person } = laptops.get(one.fingerprint) ?? { laptop: '', person: null };
      return { laptop, person, ...one };
    });
    const kit = { tripkit_id, trip, put_at, bytes, sha256, recalled };
    report.result({ event: 'shelf_kit', ...kit, ...(board && { had_by }) }, [
      printable(
        [tripkit_id, tripLine(trip), `put there ${put_at}`, recalled && `withdrawn: ${recalled.why}`]
          .filter(Boolean)
          .join('  '),
      ),
      ...had_by.map((one) => printable(hadLine(one, recalled))),
    ]);
  }
  if (board !== null) tellLaptops(board, shelf.heard_within_hours, report);
  const { serial, made_at, valid_until } = head;
  const isValid = Date.parse(valid_until) > io.clock.now();
  const company_notes = notes?.notes.length ?? 0;
  const status = { name: head.name, where, serial, made_at, valid_until, company_notes };
  report.result({ event: 'shelf_status', ...status }, [
    printable(
      `${head.name}, in ${where}: ${count(kits.length, 'kit')}, ${count(company_notes, 'company note')}. Its index is number ${serial}, of ${made_at}.`,
    ),
    isValid
      ? `It is valid until ${valid_until}.`
      : `Nobody has looked after it since: it was valid until ${valid_until}. Look whether the desk runs.`,
  ]);
  return isValid ? 0 : 1;
}

/** Null if the profile wants no receipts, or they can’t be read, which is told. */
async function readBoard(
  { receipts, heard_within_hours }: ShelfProfile,
  place: ShelfPlace,
  kits: readonly ShelfKit[],
  { clock, signal }: HeadlessIo,
  report: Report,
): Promise<ShelfBoard | null> {
  if (receipts === 'none') return null;
  try {
    const read = await new ReceiptReader(place, () => clock.now()).look(signal);
    return boardOf(kits, read, { now: clock.now(), heard_within_hours });
  } catch (error) {
    if (!(error instanceof TripKitError)) throw error;
    const { message } = error;
    report.result({ event: 'problem', part: 'receipts', message }, [
      `Who has the kits is not known: ${message}`,
    ]);
    return null;
  }
}

function tellLaptops({ laptops, refused, is_whole }: ShelfBoard, hours: number, report: Report): void {
  for (const laptop of laptops) {
    const since = `not heard of for more than ${count(hours, 'hour')}: last ${minute(laptop.at)}`;
    report.result(
      { event: 'shelf_receipt', ...laptop },
      laptop.is_silent ? [printable(`${nameOf(laptop)}: ${since}`)] : [],
    );
  }
  for (const one of refused)
    report.result({ event: 'shelf_receipt_refused', ...one }, [
      printable(`The receipt ${one.name} is not believed. ${one.message}`),
    ]);
  if (is_whole) return;
  const message = 'There are far too many receipts: not all were read. Tell your airline’s IT.';
  report.result({ event: 'problem', part: 'receipts', message }, [message]);
}

function hadLine(
  one: BoardKit['had_by'][number] & Pick<BoardLaptop, 'laptop' | 'person'>,
  recalled: ShelfKit['recalled'],
): string {
  const { at, same_document, opened_at, acknowledged_at } = one;
  return [
    `  ${nameOf(one)} had ${same_document ? 'it' : 'an earlier document of it'} at ${minute(at)}`,
    opened_at === null ? 'not opened' : `opened ${minute(opened_at)}`,
    acknowledged_at && `acknowledged ${minute(acknowledged_at)}`,
    recalled && Date.parse(at) < Date.parse(recalled.at) && 'not heard of since it was withdrawn',
  ]
    .filter(Boolean)
    .join(', ');
}

function nameOf({ laptop, person }: Pick<BoardLaptop, 'laptop' | 'person'>): string {
  return person === null ? laptop : `${laptop} (${person})`;
}

function minute(at: string): string {
  return utcMinute(Date.parse(at));
}
