/** Derives keys from passphrases, with a limit on the work that a file may cause. */
import { hash } from 'node:crypto';
import forge from 'node-forge';
import { identityError } from './identity-error.ts';

/** NSS uses 600 000, others 2 000 to 100 000; a file with many more only tries to block the app. */
const MAX_ITERATIONS = 2_000_000;
/** For all derivations of one file together: some seconds of work. */
const MAX_TOTAL = 8_000_000;

/** Counts the iterations that a file requires, and refuses to exceed the limits. */
export class WorkBudget {
  #spent = 0;

  /**
   * @param times how often that many are run
   * @throws TripKitError identity `too_costly`.
   */
  spend(iterations: number, times: number): void {
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

/** The purpose of a derived key: RFC 7292, appendix B.3. */
const keyPurpose = { key: 1, iv: 2, mac: 3 };

/**
 * The key derivation of PKCS#12 (RFC 7292, appendix B.2) by node-forge.
 *
 * @param password null for none, which differs from an empty one.
 * @param size bytes wanted.
 * @throws TripKitError identity `too_costly`.
 */
export function pkcs12Key(
  digest: DigestName,
  password: string | null,
  salt: Buffer,
  iterations: number,
  purpose: keyof typeof keyPurpose,
  size: number,
  budget: WorkBudget,
): Buffer {
  budget.spend(iterations, Math.ceil(size / digestSizes[digest]));
  const saltBytes = forge.util.createBuffer(salt.toString('latin1'));
  const key = forge.pkcs12.generateKey(
    password,
    saltBytes,
    keyPurpose[purpose],
    iterations,
    size,
    nodeDigest(digest),
  );
  return Buffer.from(key.getBytes(), 'latin1');
}

/** Node's digest in the form that `generateKey` needs: several times as fast as node-forge's, which also lacks SHA-224. */
function nodeDigest(name: DigestName): forge.md.MessageDigest {
  let bytes = '';
  const digest = {
    blockLength: name === 'sha384' || name === 'sha512' ? 128 : 64,
    digestLength: digestSizes[name],
    start: () => {
      bytes = '';
    },
    update: (more: string) => {
      bytes += more;
    },
    digest: () => forge.util.createBuffer(hash(name, Buffer.from(bytes, 'latin1'), 'binary')),
  };
  return digest as unknown as forge.md.MessageDigest;
}
