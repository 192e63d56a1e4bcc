/**
 * Receipts: what laptops say of the kits of a shelf that they have. Each laptop has one file there, which has the name of its key and is
 * signed with it. So nobody else can say it for that laptop; whose laptop it is, only its own words say.
 */
import { createPrivateKey, type KeyObject } from 'node:crypto';
import { z } from 'zod';
import { TripKitError } from '../common/errors.ts';
import { parsedJson } from '../common/json-text.ts';
import { isSignedBy, publicNameOf, RECEIPTS, sha256, sha256Of, signatureOf, time } from './shelf-index.ts';
import type { ListedFile, ShelfPlace } from './shelf-place.ts';

/** Kits of one receipt. */
export const MAX_RECEIPT_KITS = 500;
/** Larger than a receipt with so many kits, bytes. */
const MAX_BYTES = 1024 ** 2;
/** Receipts of one shelf, and all their bytes. */
const MAX_RECEIPTS = 5_000;
const MAX_ALL_BYTES = 64 * 1024 ** 2;
/** Receipts that are read at once. */
const AT_ONCE = 16;
/** A receipt that is no whole JSON is being written: it is read again so many times. */
const TRIES = 3;
/** How far the clock of a laptop may be ahead, ms. */
const AHEAD_MS = 5 * 60_000;
/** Nothing else is signed with a laptop's key. */
const PURPOSE = 'tripkit receipt 1\n';
const NAME = /^([0-9a-f]{64})\.json$/;

/** A name in one line, without signs that are not seen or turn the direction of the text. */
const name = z
  .string()
  .min(1)
  .max(200)
  .refine((text) => !/[\p{C}\p{Zl}\p{Zp}]/u.test(text));

/** A kit that is on the laptop, verified. Times are ISO 8601 in UTC. */
const receiptKit = z.object({
  tripkit_id: z.string().min(1).max(1024),
  /** Of its document. */
  sha256,
  ready_at: time,
  /** When it was first opened. */
  opened_at: time.nullable(),
  /** When all messages that have to be read were acknowledged; null: they were not, or there are none. */
  acknowledged_at: time.nullable(),
});
export type ReceiptKit = z.infer<typeof receiptKit>;

/** What a laptop says. A later version may say more. */
const receipt = z.object({
  laptop: name,
  /** The user name of the account; null where the profile does not ask for it. */
  person: name.nullable(),
  /** When it last read the index of the shelf, and the serial number of that. */
  at: time,
  serial: z.number().int().positive(),
  kits: z.array(receiptKit).max(MAX_RECEIPT_KITS),
  /** Kits that it has, too, but that the receipt has no room for. */
  left_out: z.number().int().nonnegative(),
});
export type Receipt = z.infer<typeof receipt>;

const envelope = z.object({
  format: z.literal(1),
  receipt: z.string(),
  key: z.string().regex(/^[\w-]{43}$/),
  signature: z.string(),
});

/** A name as receipts may have it. */
export function receiptName(text: string): string {
  const clean = text
    .toWellFormed()
    .replace(/[\p{C}\p{Zl}\p{Zp}]+/gu, ' ')
    .trim();
  return [...clean].slice(0, 100).join('') || '?';
}

/** The Ed25519 key of a seed (RFC 8410, PKCS#8). @param seed 64 hex digits */
export function receiptKey(seed: string): KeyObject {
  const der = Buffer.from(`302e020100300506032b657004220420${seed}`, 'hex');
  return createPrivateKey({ key: der, format: 'der', type: 'pkcs8' });
}

/** What a laptop is known by: the SHA-256 of the public key, hex. @param key as `publicNameOf` */
function fingerprintOf(key: string): string {
  return sha256Of(Buffer.from(key, 'base64url'));
}

/** The name of a laptop’s receipt on the shelf. */
export const receiptFile = (fingerprint: string) => `${RECEIPTS}/${fingerprint}.json`;

/** The signed file of a receipt. @returns its name on the shelf, and its bytes */
export function signReceipt(content: Receipt, key: KeyObject): { name: string; bytes: Buffer } {
  const text = JSON.stringify(content);
  const publicKey = publicNameOf(key);
  const file: z.infer<typeof envelope> = {
    ...{ format: 1, receipt: text, key: publicKey, signature: signatureOf(PURPOSE + text, key) },
  };
  return {
    name: receiptFile(fingerprintOf(publicKey)),
    bytes: Buffer.from(JSON.stringify(file)),
  };
}

/** Why a receipt is not believed, and the sentence for it. */
const REASONS = {
  too_long: 'It is far too long.',
  malformed: 'It is no receipt that this version can read.',
  forged: 'Its signature is wrong, or it is not of the laptop that its name says.',
  future: 'It is of a time that is still to come: the clock of that laptop, or of this computer, is wrong.',
  older: 'It is older than one of the same laptop that was here before.',
} as const;
type Reason = keyof typeof REASONS;

/** A file that is not believed. */
export interface RefusedReceipt {
  /** Of the file. */
  name: string;
  reason: Reason;
  message: string;
}

/** What the receipts of a shelf say. */
export interface Receipts {
  /** The last one that is believed of each laptop, by fingerprint. */
  receipts: ReadonlyMap<string, Receipt>;
  refused: RefusedReceipt[];
  /** Whether all of them were read: not, if there are far too many. */
  is_whole: boolean;
}

/** One file as it was read last. `version` is null where it has to be read again. */
interface Known {
  version: string | null;
  etag: string | null;
  bytes: number;
  receipt: Receipt | null;
  refused: Reason | null;
}

const NOTHING: Known = { version: null, etag: null, bytes: 0, receipt: null, refused: null };

/** Reads the receipts of a shelf. Only those that are new since the last look are read again. */
export class ReceiptReader {
  readonly #place: Pick<ShelfPlace, 'list' | 'read'>;
  readonly #now: () => number;
  #known = new Map<string, Known>();

  /** @param now ms since 1970 UTC */
  constructor(place: Pick<ShelfPlace, 'list' | 'read'>, now: () => number) {
    this.#place = place;
    this.#now = now;
  }

  /** @throws those of the place */
  async look(signal: AbortSignal): Promise<Receipts> {
    const all = await this.#place.list(RECEIPTS, { most: MAX_RECEIPTS, signal });
    const files = all.filter(({ name }) => NAME.test(name));
    const known = new Map<string, Known>();
    let bytes = 0;
    let read = 0;
    for (; read < files.length && bytes < MAX_ALL_BYTES; read += AT_ONCE) {
      const some = files.slice(read, read + AT_ONCE);
      const found = await Promise.all(some.map((file) => this.#read(file, signal)));
      for (const [at, one] of found.entries()) {
        if (one === null) continue;
        known.set(some[at]?.name ?? '', one);
        bytes += one.bytes;
      }
    }
    this.#known = known;
    const receipts = [...known].flatMap(([name, { receipt }]): [string, Receipt][] =>
      receipt === null ? [] : [[NAME.exec(name)?.[1] ?? '', receipt]],
    );
    const refused = [...known].flatMap(([name, { refused: reason }]) =>
      reason === null ? [] : [{ name, reason, message: REASONS[reason] }],
    );
    const is_whole = read >= files.length && all.length < MAX_RECEIPTS;
    return { receipts: new Map(receipts), refused, is_whole };
  }

  /** Null if the file is gone. What was believed before stays so where the file is not believed now. */
  async #read({ name, version }: ListedFile, signal: AbortSignal): Promise<Known | null> {
    const old = this.#known.get(name) ?? NOTHING;
    if (version !== null && version === old.version) return old;
    const refuse = (refused: Reason, bytes: number): Known => ({ ...old, version: null, bytes, refused });
    for (let tries = 1; ; tries += 1) {
      const file = await this.#place
        .read(`${RECEIPTS}/${name}`, { etag: old.etag, most: MAX_BYTES, signal })
        .catch((error: unknown) => {
          if (error instanceof TripKitError && error.condition === 'shelf_too_long')
            return 'too_long' as const;
          throw error;
        });
      if (file === null) return null;
      if (file === 'too_long') return refuse('too_long', MAX_BYTES);
      if (file === 'unchanged') return { ...old, version, refused: null };
      const { bytes, etag } = file;
      const json = parsedJson(bytes.toString('utf8'));
      if (json === undefined && tries < TRIES) continue;
      const found = readReceipt(json, name);
      if (typeof found === 'string') return refuse(found, bytes.length);
      const at = Date.parse(found.at);
      if (at > this.#now() + AHEAD_MS) return refuse('future', bytes.length);
      if (old.receipt !== null && at < Date.parse(old.receipt.at)) return refuse('older', bytes.length);
      return { version, etag, bytes: bytes.length, receipt: found, refused: null };
    }
  }
}

function readReceipt(json: unknown, name: string): Receipt | Reason {
  const read = envelope.safeParse(json);
  if (!read.success) return 'malformed';
  const { receipt: text, key, signature } = read.data;
  if (NAME.exec(name)?.[1] !== fingerprintOf(key)) return 'forged';
  if (!isSignedBy(PURPOSE + text, key, signature)) return 'forged';
  const content = receipt.safeParse(parsedJson(text));
  return content.success ? content.data : 'malformed';
}
