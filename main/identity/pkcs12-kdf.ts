/** Keys from passphrases, with a bound on the work that a file may ask for. */
import { hash } from 'node:crypto';
import { identityError } from './identity-error.ts';

/** NSS writes 600 000, others 2 000 to 100 000; far beyond that a file only means to keep the app busy. */
const MAX_ITERATIONS = 2_000_000;
/** Of all derivations of one file together: some seconds of work. */
const MAX_TOTAL = 8_000_000;

/** Counts the iterations that a file asks for, and refuses beyond the bounds. */
export class WorkBudget {
  #spent = 0;

  /**
   * @param times how often that many are run
   * @throws TripKitError identity `too_costly`.
   */
  spend(iterations: number, times = 1): void {
    this.#spent += iterations * times;
    if (iterations > MAX_ITERATIONS || this.#spent > MAX_TOTAL) {
      throw identityError(
        'too_costly',
        'Opening this file would take too long: it asks for an extreme number of key derivation rounds. Ask your IT for a file with at most 2,000,000.',
      );
    }
  }
}

/** The digests in use, and their sizes in bytes. */
export const digestSizes = { md5: 16, sha1: 20, sha224: 28, sha256: 32, sha384: 48, sha512: 64 };
export type DigestName = keyof typeof digestSizes;

/** What a derived key is for: RFC 7292, appendix B.3. */
export const keyPurpose = { key: 1, iv: 2, mac: 3 } as const;

/** How often `pkcs12Key` runs the iterations for a key of `size` bytes. */
export function pkcs12Runs(digest: DigestName, size: number): number {
  return Math.ceil(size / digestSizes[digest]);
}

/**
 * The key derivation of PKCS#12: RFC 7292, appendix B.2. Ours because node-forge's takes ten times as long, on the
 * thread that the window waits for; a test holds the two together.
 *
 * @param password as a BMPString with its two zero bytes (`bmpPassword`), or empty for none.
 * @param size bytes wanted.
 */
export function pkcs12Key(
  digest: DigestName,
  password: Uint8Array,
  salt: Uint8Array,
  purpose: 1 | 2 | 3,
  iterations: number,
  size: number,
): Buffer {
  const block = digest === 'sha384' || digest === 'sha512' ? 128 : 64;
  const diversifier = Buffer.alloc(block, purpose);
  const input = Buffer.concat([fill(salt, block), fill(password, block)]);
  const parts: Buffer[] = [];
  for (let have = 0; have < size; ) {
    let part: Buffer = hash(digest, Buffer.concat([diversifier, input]), 'buffer');
    for (let round = 1; round < iterations; round += 1) part = hash(digest, part, 'buffer');
    parts.push(part);
    have += part.length;
    addToBlocks(input, Buffer.alloc(block, part), block);
  }
  return Buffer.concat(parts).subarray(0, size);
}

/** A passphrase as RFC 7292, appendix B.1 wants it: UTF-16, big end first, two zero bytes behind it. */
export function bmpPassword(text: string): Buffer {
  return Buffer.from(`${text}\0`, 'utf16le').swap16();
}

/** Copies of `bytes` up to a whole number of blocks; nothing for nothing. */
function fill(bytes: Uint8Array, block: number): Buffer {
  if (bytes.length === 0) return Buffer.alloc(0);
  return Buffer.alloc(block * Math.ceil(bytes.length / block), bytes);
}

/** Each block of `input` becomes (block + addend + 1) mod 2^(8·size), in place. */
function addToBlocks(input: Buffer, addend: Buffer, size: number): void {
  for (let start = 0; start < input.length; start += size) {
    let carry = 1;
    for (let i = size - 1; i >= 0; i -= 1) {
      carry += (input[start + i] ?? 0) + (addend[i] ?? 0);
      input[start + i] = carry & 0xff;
      carry >>= 8;
    }
  }
}
