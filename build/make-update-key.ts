/**
 * Makes the key that signs updates of AppImages: `node build/make-update-key.ts FILE`. The private key goes into a new file,
 * encrypted where TRIPKIT_UPDATE_KEY_PASSPHRASE is set; the public one, for TRIPKIT_UPDATE_KEYS, to standard output.
 */
import { createPrivateKey, createPublicKey, generateKeyPairSync, type KeyObject } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';

/** The public key of a private one as TRIPKIT_UPDATE_KEYS names it: SubjectPublicKeyInfo (RFC 8410) in base64. */
export function publicKeyText(privateKey: KeyObject): string {
  return createPublicKey(privateKey).export({ format: 'der', type: 'spki' }).toString('base64');
}

/**
 * Makes a pair of keys of Ed25519 and writes the private one, PKCS#8 in PEM, for its owner alone.
 *
 * @returns the public key, as TRIPKIT_UPDATE_KEYS names it
 * @throws errors of node:fs, also where the file is there
 */
export function makeUpdateKey(file: string, passphrase: string | undefined): string {
  const { privateKey } = generateKeyPairSync('ed25519');
  const pem = privateKey.export({
    format: 'pem',
    type: 'pkcs8',
    ...(passphrase ? { cipher: 'aes-256-cbc', passphrase } : {}),
  });
  writeFileSync(file, pem, { mode: 0o600, flag: 'wx', flush: true });
  return publicKeyText(privateKey);
}

/** Reads a private key. @throws Error with a sentence that holds nothing of it */
export function readUpdateKey(file: string, passphrase: string | undefined): KeyObject {
  const key = readFileSync(file);
  try {
    const read = createPrivateKey({ key, format: 'pem', ...(passphrase ? { passphrase } : {}) });
    if (read.asymmetricKeyType === 'ed25519') return read;
  } catch {
    // What OpenSSL says of it is of no use to a person.
  }
  throw new Error(
    `${file} holds no private key of Ed25519, or TRIPKIT_UPDATE_KEY_PASSPHRASE is not its passphrase.`,
  );
}

if (import.meta.main) {
  const [file] = process.argv.slice(2);
  if (file === undefined) {
    process.stderr.write('Use: node build/make-update-key.ts FILE\n');
    process.exitCode = 2;
  } else {
    const key = makeUpdateKey(file, process.env.TRIPKIT_UPDATE_KEY_PASSPHRASE);
    process.stdout.write(`${key}\n`);
  }
}
