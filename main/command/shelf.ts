/** The commands about a shelf: `shelf key`, `publish`, `fetch`, `recall`, `message`, `notes` and `status` (profile-and-headless.md, section 9). */
import { writeFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import { diskError } from '../common/disk-error.ts';
import { TripKitError } from '../common/errors.ts';
import { registerSecret } from '../common/redact.ts';
import { count } from '../common/text.ts';
import { tripLine } from '../common/trip.ts';
import { documentThreads } from '../documents/document-reader.ts';
import { DocumentVerifier } from '../documents/verify-document.ts';
import type { ServiceProfile, ShelfProfile } from '../profile/profile.ts';
import { environmentProxies } from '../service/proxy-environment.ts';
import { deliveriesIn } from '../shelf/deliveries.ts';
import { openShelfPlace } from '../shelf/open-shelf.ts';
import { isOver, openShelfDesk, type ShelfDesk } from '../shelf/shelf-desk.ts';
import { newShelfKey, type ShelfKit } from '../shelf/shelf-index.ts';
import type { ShelfPlace } from '../shelf/shelf-place.ts';
import { ShelfReader } from '../shelf/shelf-reader.ts';
import { ShelfService } from '../shelf/shelf-service.ts';
import type { CommandOf } from './arguments.ts';
import type { CommandName } from './commands.ts';
import { readCompanyNotes } from './company-notes.ts';
import { FolderDocuments, fetchInto } from './fetch.ts';
import { makeFolder } from './folders.ts';
import { readProfile, readText } from './inputs.ts';
import type { HeadlessIo } from './io.ts';
import { printable, type Report } from './report.ts';
import { tellShelfStatus } from './shelf-status.ts';

/** Kits that are put at once: each change writes the head. */
const AT_ONCE = 100;

/** How long the index of the shelf may take to name a kit's document, ms. */
const FETCH_MS = 600_000;

/** Runs one of the commands. @returns the exit code @throws TripKitError; an AbortError */
export async function aboutShelf(
  command: CommandOf<Extract<CommandName, `shelf ${string}`>>,
  io: HeadlessIo,
  report: Report,
): Promise<number> {
  if (command.command === 'shelf key') return makeKey(command.file, report);
  const profile = await readProfile(command.profile);
  const shelf = shelfOf(profile);
  const place = openPlace(profile, shelf, io);
  try {
    if (command.command === 'shelf status') return await tellShelfStatus(shelf, place, io, report);
    if (command.command === 'shelf fetch') return await fetchKits(command, profile, place, io, report);
    const desk = await deskWithKey(shelf, place, command.key, io);
    if (command.command === 'shelf recall') {
      await desk.recall(command.tripkit_id, command.why, io.signal);
      report.result({ event: 'recalled', tripkit_id: command.tripkit_id }, [
        printable(`${command.tripkit_id} is withdrawn. Laptops mark it at their next contact.`),
      ]);
      return 0;
    }
    if (command.command === 'shelf message') {
      await desk.tell(command.tripkit_id, command.text, io.signal);
      report.result({ event: 'told', tripkit_id: command.tripkit_id }, [
        printable(
          `Who has ${command.tripkit_id} must read the message. Laptops show it at their next contact.`,
        ),
      ]);
      return 0;
    }
    if (command.command === 'shelf notes') {
      const notes = readCompanyNotes(await readText(command.file, 'file of notes'));
      await desk.putNotes(notes, io.signal);
      report.result({ event: 'shelf_notes', put: notes.length }, [
        `${count(notes.length, 'note')} put on the shelf, instead of those that were there.`,
      ]);
      return 0;
    }
    return await publish(desk, command.folders, io, report);
  } finally {
    await place.close();
  }
}

/** The shelf of a profile. @throws TripKitError of kind `config` */
export function shelfOf({ shelf }: ServiceProfile): ShelfProfile {
  if (shelf !== null) return shelf;
  throw new TripKitError('config', 'The profile names no shelf. Add “shelf” to it, as the guide shows.', {
    condition: 'no_shelf',
  });
}

/** Its storage, with the user and password of the environment. */
export function openPlace(profile: ServiceProfile, shelf: ShelfProfile, io: HeadlessIo): ShelfPlace {
  const user = io.env.TRIPKIT_SHELF_USER;
  const password = io.takeVariable('TRIPKIT_SHELF_PASSWORD');
  if (password) registerSecret(password);
  const login = user && password ? { user, password } : null;
  return openShelfPlace(shelf, {
    login: () => login,
    user_agent: profile.user_agent,
    clock: io.clock,
    findProxy: environmentProxies(io.env),
  });
}

/** @param file of the desk's key @throws TripKitError of kind `config` */
export async function deskWithKey(
  shelf: ShelfProfile,
  place: ShelfPlace,
  file: string,
  { clock }: HeadlessIo,
): Promise<ShelfDesk> {
  return openShelfDesk(shelf, place, await readText(file, 'key of the shelf'), clock);
}

/** Tells that a kit is on the shelf now. */
export function tellPublished({ tripkit_id, trip, sha256 }: ShelfKit, report: Report): void {
  report.result({ event: 'published', tripkit_id, trip, sha256 }, [
    printable(`${tripLine(trip)}: on the shelf`),
  ]);
}

async function makeKey(file: string, report: Report): Promise<number> {
  const { pem, key } = newShelfKey();
  await writeFile(file, pem, { mode: 0o600, flag: 'wx', flush: true }).catch((error: unknown) => {
    throw diskError(error, 'Writing the key', resolve(file));
  });
  report.result({ event: 'shelf_key', key }, [
    `The key of this desk is in ${file}. Whoever has that file can put kits on the shelf: let nobody else read it.`,
    `In the profile, add this to shelf.keys: ${key}`,
  ]);
  return 0;
}

async function publish(
  desk: ShelfDesk,
  folders: readonly string[],
  { clock, signal }: HeadlessIo,
  report: Report,
): Promise<number> {
  const all = (await Promise.all(folders.map((folder) => deliveriesIn(resolve(folder))))).flat();
  const kits = all.filter((kit) => !isOver(kit, clock.now()));
  let put = 0;
  for (let at = 0; at < kits.length; at += AT_ONCE) {
    const added = await desk.publish(kits.slice(at, at + AT_ONCE), signal);
    for (const kit of added) tellPublished(kit, report);
    put += added.length;
  }
  const [known, over] = [kits.length - put, all.length - kits.length];
  report.result({ event: 'shelf', put, known, over }, [
    `${put} put on the shelf, ${known} there already, ${over} of flights that are over.`,
  ]);
  return 0;
}

/** Saves kits that were not withdrawn. */
async function fetchKits(
  { out, flights }: CommandOf<'shelf fetch'>,
  { shelf, batch }: ServiceProfile,
  place: ShelfPlace,
  io: HeadlessIo,
  report: Report,
): Promise<number> {
  const reader = new ShelfReader({ place, keys: shelf?.keys ?? [], seen: null });
  const look = await reader.look(flights.length === 0 ? 'all' : flights, io.signal);
  const kits = look?.kits.filter(({ recalled }) => recalled === null) ?? [];
  if (kits.length === 0)
    throw new TripKitError(
      'not_found',
      'The shelf has no such kits. “tripkit shelf status” lists what it has.',
    );
  const dir = resolve(out);
  await makeFolder(dir, '--out');
  const verifier = new DocumentVerifier(documentThreads());
  try {
    const service = new ShelfService(place, async () => kits);
    const ids = kits.map(({ tripkit_id }) => tripkit_id);
    const what = { ids, trips: [], service, batch, deadline_ms: FETCH_MS };
    return await fetchInto(new FolderDocuments(dir, verifier), what, io, report);
  } finally {
    await verifier.close();
  }
}
