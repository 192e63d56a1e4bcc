/**
 * Seals over verified documents: which document belongs to which kit. Only the holder of the key, which is in the system's keychain,
 * can make a seal, so that a change of document, sidecar and database together is detected. Pure.
 */
import { createHmac, timingSafeEqual } from 'node:crypto';
import { z } from 'zod';
import type { KitDocument, KitRecord } from '../store/kit-record.ts';

/** The key of seals. Its secret must not reach a log, an error or a page. */
export interface SealKey {
  /** Identifies the key without revealing anything about it. */
  id: string;
  secret: Buffer;
}

/** The seal in a document's sidecar. */
export const sealSchema = z.object({
  /** SealKey.id */
  key: z.string().regex(/^[0-9a-f]{16}$/),
  /** HMAC-SHA256 of the kit's identity, hex. */
  kit: z.string().regex(/^[0-9a-f]{64}$/),
  /** HMAC-SHA256 of the kit's identity and its document, hex. */
  document: z.string().regex(/^[0-9a-f]{64}$/),
});
export type Seal = z.infer<typeof sealSchema>;

/** The sealed facts of a kit. */
type SealedKit = Pick<KitRecord, 'id' | 'profile_id' | 'tripkit_id' | 'trip' | 'entered'> & {
  document: KitDocument | null;
};

/** Result of checking a seal. `other_kit`: the seal belongs to another kit. `other_key`: made with another key. */
type SealVerdict = 'intact' | 'other_document' | 'other_kit' | 'other_key';

/** @param secret 32 random bytes */
export function sealKey(secret: Buffer): SealKey {
  return { id: mac(secret, ['key']).slice(0, 16), secret };
}

/** The seal of a kit with its document. */
export function sealOf({ id, secret }: SealKey, kit: SealedKit): Seal {
  const which = ['kit', kit.id.toLowerCase(), kit.profile_id, kit.tripkit_id, sorted(requestedTrip(kit))];
  const { bytes, sha256, pages } = kit.document ?? { bytes: 0, sha256: '', pages: 0 };
  return { key: id, kit: mac(secret, which), document: mac(secret, [...which, bytes, sha256, pages]) };
}

export function judgeSeal(key: SealKey, kit: SealedKit, seal: Seal): SealVerdict {
  if (seal.key !== key.id) return 'other_key';
  const should = sealOf(key, kit);
  if (!isSame(should.kit, seal.kit)) return 'other_kit';
  return isSame(should.document, seal.document) ? 'intact' : 'other_document';
}

/** The proof that the holder of the key wrote these values (JSON; the order of keys does not matter), hex. */
export function proofOf({ secret }: SealKey, what: string, values: unknown): string {
  return mac(secret, ['agreement', what, inOrder(values)]);
}

/** Whether `proof` is {@link proofOf} of these values. @param proof 64 hex digits */
export function isProof(key: SealKey, what: string, values: unknown, proof: string): boolean {
  return isSame(proofOf(key, what, values), proof);
}

/** HMAC of the values in a canonical form, with a purpose first, so that a seal can't be used for another purpose. */
function mac(secret: Buffer, values: readonly unknown[]): string {
  return createHmac('sha256', secret)
    .update(JSON.stringify(['trip kit seal 1', ...values]))
    .digest('hex');
}

/** The value as JSON returns it, with the keys of objects in order. */
function inOrder(value: unknown): unknown {
  return JSON.parse(JSON.stringify(value ?? null), (_key, read: unknown) =>
    typeof read === 'object' && read !== null && !Array.isArray(read)
      ? Object.entries(read).sort(byKey)
      : read,
  );
}

function byKey([one]: [string, unknown], [other]: [string, unknown]): number {
  return one < other ? -1 : 1;
}

/** The trip as it was requested, without what a person entered since. */
function requestedTrip({ trip, entered }: Pick<SealedKit, 'trip' | 'entered'>): KitRecord['trip'] {
  if (trip === null || entered === 'trip') return null;
  if (entered === undefined) return trip;
  const { departure: _, ...requested } = trip;
  return requested;
}

/** The trip with its keys in a fixed order, wherever it was read from. */
function sorted(trip: KitRecord['trip']): unknown {
  return trip && Object.entries(trip).sort(byKey);
}

function isSame(one: string, other: string): boolean {
  return timingSafeEqual(Buffer.from(one, 'hex'), Buffer.from(other, 'hex'));
}
