/**
 * What stands on a shelf, as the desk signs it. `index.json` is the one file that changes: a signed head with a serial number, an end of
 * validity and the hashes of the lists. A list holds the kits of one day and one part of the flights, under the name of its hash, so
 * that an older, mixed or forged list is known as such, and a laptop reads only the lists of its flights.
 */
import {
  createHash,
  createPrivateKey,
  createPublicKey,
  generateKeyPairSync,
  type KeyObject,
  sign,
  verify,
} from 'node:crypto';
import { z } from 'zod';
import { TripKitError } from '../common/errors.ts';
import { serviceMessage } from '../common/failure.ts';
import { parsedJson } from '../common/json-text.ts';
import { CallFailure } from '../service/answer.ts';
import { tripSchema } from '../store/row-schema.ts';
import type { ShelfPlace } from './shelf-place.ts';

/** The name of the head on the shelf. */
export const HEAD = 'index.json';
/** The folder of the laptops’ receipts (shelf-receipts.ts). */
export const RECEIPTS = 'receipts';
/** Parts of a day: a laptop that wants one flight reads a thirty-second of the day. */
export const PARTS = 32;
/** Larger than the head and a list of any airline, bytes. */
export const MAX_HEAD_BYTES = 4 * 1024 ** 2;
const MAX_LIST_BYTES = 32 * 1024 ** 2;
/** The longest text of a desk for pilots, characters. */
export const MAX_WORDS = 1000;
/** More notes than any company has. */
export const MAX_NOTES = 5000;
/** Nothing else is signed with the desk's key. */
const PURPOSE = 'tripkit shelf 1\n';

export const time = z.iso.datetime();
export const sha256 = z.string().regex(/^[0-9a-f]{64}$/);
const day = z.iso.date();

/** One kit on the shelf. Times are ISO 8601 in UTC. */
export const shelfKit = z.strictObject({
  /** The service's id. */
  tripkit_id: z.string().min(1).max(1024),
  trip: tripSchema,
  /** When the desk requested it: the newer kit of a flight replaces the older. */
  requested_at: time,
  put_at: time,
  bytes: z.number().int().positive(),
  /** Of its PDF, and the PDF's name on the shelf. */
  sha256,
  pages: z.number().int().positive(),
  messages: z.array(serviceMessage),
  /** Since when it must not be used, and why; null: it may be used. */
  recalled: z.strictObject({ at: time, why: z.string().min(1).max(MAX_WORDS) }).nullable(),
});
export type ShelfKit = z.infer<typeof shelfKit>;

const list = z.strictObject({
  day,
  part: z
    .number()
    .int()
    .min(0)
    .max(PARTS - 1),
  kits: z.array(shelfKit),
});
export type ShelfList = z.infer<typeof list>;

/** A note of the company, shown in each kit that has its airport or chart (main/marks/lasting-notes.ts). */
export const companyNote = z.strictObject({
  /** ICAO code. */
  airport: z.string().regex(/^[A-Z]{4}$/),
  /** The index number or the title of the chart, as it is printed; null: the whole airport. */
  chart: z.string().min(1).max(200).nullable(),
  text: z.string().min(1).max(MAX_WORDS),
});
export type CompanyNote = z.infer<typeof companyNote>;

/** All notes of the company; `put_at`: when the desk put them there. */
export const companyNotes = z.strictObject({ put_at: time, notes: z.array(companyNote).max(MAX_NOTES) });
export type CompanyNotes = z.infer<typeof companyNotes>;

/** The signed head. `lists`: of each day, the hashes of its parts in their order; null: a part without kits. */
const head = z.strictObject({
  name: z.string().min(1).max(200),
  serial: z.number().int().positive(),
  made_at: time,
  /** After this the shelf counts as not looked after. */
  valid_until: time,
  /** The hash of the company's notes; null: there are none. */
  notes: sha256.nullable(),
  lists: z.record(day, z.array(sha256.nullable()).length(PARTS)),
});
export type ShelfHead = z.infer<typeof head>;

const envelope = z.strictObject({ head: z.string(), key: z.string(), signature: z.string() });

/** A new key of a desk: the private one as PKCS#8 PEM, the public one as profiles name it. */
export function newShelfKey(): { pem: string; key: string } {
  const { privateKey } = generateKeyPairSync('ed25519');
  const pem = privateKey.export({ type: 'pkcs8', format: 'pem' }).toString();
  return { pem, key: publicNameOf(privateKey) };
}

/** Reads the private key of a desk. @throws TripKitError of kind `config` */
export function readShelfKey(pem: string): KeyObject {
  try {
    const key = createPrivateKey(pem);
    if (key.asymmetricKeyType === 'ed25519') return key;
  } catch {
    // Said below, without what was read.
  }
  throw new TripKitError(
    'config',
    'The key of the shelf can’t be read: it has to be the file that “tripkit shelf key” made.',
    { condition: 'shelf_key' },
  );
}

/** The public part of a key as profiles name it: 43 characters of base64url (RFC 8037, `x`). */
export function publicNameOf(key: KeyObject): string {
  const { x } = createPublicKey(key).export({ format: 'jwk' });
  return x ?? '';
}

/** The part of a day that holds a flight; kits without a flight number have one, too. */
export function partOf(flight: string | undefined): number {
  return (
    (createHash('sha256')
      .update(flight ?? '')
      .digest()[0] ?? 0) % PARTS
  );
}

/** The UTC day of a kit: of its departure, else of its request. */
export function dayOf({ trip, requested_at }: Pick<ShelfKit, 'trip' | 'requested_at'>): string {
  return (trip.departure ?? requested_at).slice(0, 10);
}

/** The text of a signed head. */
export function signHead(content: ShelfHead, key: KeyObject): string {
  const text = JSON.stringify(content);
  return JSON.stringify({ head: text, key: publicNameOf(key), signature: signatureOf(PURPOSE + text, key) });
}

/**
 * Reads a head that one of these keys signed.
 *
 * @returns null if it is not whole: Apache shows a file while it is being written
 * @throws TripKitError of kind `document`, condition `shelf_forged`
 */
export function readHead(bytes: Uint8Array, keys: readonly string[]): ShelfHead | null {
  const json = parsedJson(Buffer.from(bytes).toString('utf8'));
  if (json === undefined) return null;
  const read = envelope.safeParse(json);
  if (read.success && keys.includes(read.data.key)) {
    const { head: text, key, signature } = read.data;
    const content = isSignedBy(PURPOSE + text, key, signature) ? head.safeParse(parsedJson(text)) : null;
    if (content?.success) return content.data;
  }
  throw forged('The index of the shelf is not signed by a key that the profile names');
}

/** The signature of a text, base64url. */
export function signatureOf(text: string, key: KeyObject): string {
  return sign(null, Buffer.from(text), key).toString('base64url');
}

/** @param key as `publicNameOf` */
export function isSignedBy(text: string, key: string, signature: string): boolean {
  try {
    const of = createPublicKey({ key: { kty: 'OKP', crv: 'Ed25519', x: key }, format: 'jwk' });
    return verify(null, Buffer.from(text), of, Buffer.from(signature, 'base64url'));
  } catch {
    return false;
  }
}

/** Which list: of which day, and which part of its flights. */
export type ListPlace = Pick<ShelfList, 'day' | 'part'>;

/** The lists that a head names. */
export function placesOf(lists: ShelfHead['lists']): ListPlace[] {
  return Object.entries(lists).flatMap(([day, parts]) =>
    parts.flatMap((hash, part) => (hash === null ? [] : [{ day, part }])),
  );
}

/** A file under the name of its hash. */
interface NamedFile {
  name: string;
  sha256: string;
  bytes: Buffer;
}

/** The bytes of a list and their hash, under which the shelf has them. */
export function writeList(content: ShelfList): NamedFile {
  // What laptops would refuse takes the other kits of the list with it.
  return named(list.parse(content));
}

/** The bytes of the company's notes, as writeList. */
export function writeNotes(content: CompanyNotes): NamedFile {
  return named(companyNotes.parse(content));
}

function named(content: unknown): NamedFile {
  const bytes = Buffer.from(JSON.stringify(content));
  const sha256 = sha256Of(bytes);
  return { name: listName(sha256), sha256, bytes };
}

export const listName = (hash: string) => `lists/${hash}.json`;
export const documentName = (hash: string) => `kits/${hash}.pdf`;

/**
 * Reads the kits of a list.
 *
 * @returns null if there is no such list: another desk has replaced it since the head was read
 * @throws TripKitError of kind `document`, condition `shelf_forged`, if it is not what the head names; those of the place
 */
export async function readList(
  place: Pick<ShelfPlace, 'read'>,
  { sha256, day, part }: ListPlace & { sha256: string },
  signal: AbortSignal,
): Promise<ShelfKit[] | null> {
  const read = await readNamed(place, sha256, list, signal);
  if (read === null) return null;
  if (read.day === day && read.part === part) return read.kits;
  throw notNamed();
}

/** Reads the notes of the company. @returns null, and throws, as readList */
export function readNotes(
  place: Pick<ShelfPlace, 'read'>,
  sha256: string,
  signal: AbortSignal,
): Promise<CompanyNotes | null> {
  return readNamed(place, sha256, companyNotes, signal);
}

async function readNamed<T>(
  place: Pick<ShelfPlace, 'read'>,
  sha256: string,
  schema: z.ZodType<T>,
  signal: AbortSignal,
): Promise<T | null> {
  const file = await place.read(listName(sha256), { most: MAX_LIST_BYTES, signal });
  if (file === null || file === 'unchanged') return null;
  const read =
    sha256Of(file.bytes) === sha256 ? schema.safeParse(parsedJson(file.bytes.toString('utf8'))) : null;
  if (read?.success) return read.data;
  throw notNamed();
}

function notNamed(): TripKitError {
  return forged('A list of the shelf is not the one that its index names');
}

/** Lower-case hex. */
export function sha256Of(bytes: Uint8Array): string {
  return createHash('sha256').update(bytes).digest('hex');
}

/** @param what happened, without the full stop */
export function forged(what: string, condition = 'shelf_forged'): TripKitError {
  return new TripKitError('document', `${what}. Nothing of it is used. Tell your airline’s IT.`, {
    condition,
  });
}

/** The shelf can't be read now: a kit waits for it. @param message why, and what to do */
export function unread(message: string, cause?: unknown): CallFailure {
  return new CallFailure('network', message, {
    ...{ condition: 'shelf_unread', role: 'shelf', remedy: 'wait', maybe_received: false, cause },
  });
}

/** Lists that were read, by their hashes: only changed ones are read again. */
export class ReadLists {
  readonly #kits = new Map<string, ShelfKit[]>();

  /** Forgets those that a head does not name. */
  keepOnly(lists: ShelfHead['lists']): void {
    const named = new Set(Object.values(lists).flat());
    for (const hash of this.#kits.keys()) if (!named.has(hash)) this.#kits.delete(hash);
  }

  /** As readList. */
  async read(...[place, wanted, signal]: Parameters<typeof readList>): Promise<ShelfKit[] | null> {
    const kits = this.#kits.get(wanted.sha256) ?? (await readList(place, wanted, signal));
    if (kits !== null) this.#kits.set(wanted.sha256, kits);
    return kits;
  }
}
