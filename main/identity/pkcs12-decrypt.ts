/**
 * Decryption and integrity of a PKCS#12 file (RFC 7292, RFC 8018). Digests and AES are Node's; RC2 and triple DES, which
 * Electron's BoringSSL and OpenSSL 3 refuse, are node-forge's.
 */
import { createDecipheriv, createHmac, pbkdf2Sync, timingSafeEqual } from 'node:crypto';
import forge from 'node-forge';
import { type Asn1Node, elements, integer, isInteger, isSequence, octets, oid } from './asn1.ts';
import { identityError } from './identity-error.ts';
import { type DigestName, digestSizes, pkcs12Key, type WorkBudget } from './pkcs12-kdf.ts';

/** One encoding of the passphrase. */
export interface PassphraseForm {
  /** For PKCS#12's own derivation; null for none. */
  text: string | null;
  /** For PBKDF2. */
  utf8: Buffer;
}

/**
 * The encodings of one passphrase by different tools, the standard's first. Others: no bytes at all for an empty one
 * (OpenSSL's "no password"), composed and decomposed letters, and UTF-8 bytes read as letters (OpenSSL before 1.1).
 */
export function passphraseForms(passphrase: string): PassphraseForm[] {
  const utf8 = Buffer.from(passphrase, 'utf8');
  if (passphrase === '') return ['', null].map((text) => ({ text, utf8 }));
  const asLetters = utf8.toString('latin1');
  const texts = new Set([passphrase, passphrase.normalize('NFC'), passphrase.normalize('NFD'), asLetters]);
  return [...texts].map((text) => ({
    text,
    utf8: Buffer.from(text, text === asLetters ? 'latin1' : 'utf8'),
  }));
}

/** Whether the MacData of a PFX matches `content` with this form of the passphrase. */
export function macFits(
  macData: Asn1Node,
  content: Buffer,
  form: PassphraseForm,
  budget: WorkBudget,
): boolean {
  const [digestInfo, salt, iterations] = elements(macData);
  const [algorithm, expected] = elements(digestInfo);
  const [name, parameters] = elements(algorithm);
  let digest: DigestName;
  let key: Buffer;
  if (oid(name) === '1.2.840.113549.1.5.14') {
    // PBMAC1 (RFC 9579): PBKDF2 and HMAC, the passphrase in UTF-8.
    const [derivation, scheme] = elements(parameters);
    digest = digestNamed(elements(scheme)[0], 'hmacWith', 'integrity check');
    key = pbkdf2(derivation, digestSizes[digest], form, budget);
  } else {
    digest = digestNamed(name, '', 'integrity check');
    const rounds = iterations === undefined ? 1 : iterationsOf(iterations);
    key = pkcs12Key(digest, form.text, octets(salt), rounds, 'mac', digestSizes[digest], budget);
  }
  const actual = createHmac(digest, key).update(content).digest();
  const wanted = octets(expected);
  return wanted.length === actual.length && timingSafeEqual(wanted, actual);
}

/**
 * Decrypts a ciphertext by its AlgorithmIdentifier.
 *
 * @returns the plain bytes, or null if the padding shows that the key is wrong.
 * @throws TripKitError identity `unsupported` or `too_costly`.
 */
export function decrypt(
  algorithm: Asn1Node | undefined,
  data: Buffer,
  form: PassphraseForm,
  budget: WorkBudget,
): Buffer | null {
  const [name, parameters] = elements(algorithm);
  if (oid(name) === 'pkcs5PBES2') return pbes2(parameters, data, form, budget);
  const { cipher, keySize } = known(pkcs12Schemes[oid(name)], 'encryption');
  const [salt, iterations] = elements(parameters);
  const derive = (purpose: 'key' | 'iv', size: number) =>
    pkcs12Key('sha1', form.text, octets(salt), iterationsOf(iterations), purpose, size, budget);
  return decipher(cipher, derive('key', keySize), derive('iv', 8), data);
}

type Cipher = `aes-${128 | 192 | 256}-cbc` | 'des3' | 'rc2';
type Scheme = { cipher: Cipher; keySize: number };

/** RFC 7292, appendix C, without its two RC4 schemes, which no tool uses. */
const pkcs12Schemes: Record<string, Scheme> = {
  'pbeWithSHAAnd3-KeyTripleDES-CBC': { cipher: 'des3', keySize: 24 },
  'pbeWithSHAAnd2-KeyTripleDES-CBC': { cipher: 'des3', keySize: 16 },
  'pbeWithSHAAnd128BitRC2-CBC': { cipher: 'rc2', keySize: 16 },
  'pbewithSHAAnd40BitRC2-CBC': { cipher: 'rc2', keySize: 5 },
};

const pbes2Ciphers: Record<string, Scheme> = {
  'aes128-CBC': { cipher: 'aes-128-cbc', keySize: 16 },
  'aes192-CBC': { cipher: 'aes-192-cbc', keySize: 24 },
  'aes256-CBC': { cipher: 'aes-256-cbc', keySize: 32 },
  'des-EDE3-CBC': { cipher: 'des3', keySize: 24 },
};

function pbes2(
  parameters: Asn1Node | undefined,
  data: Buffer,
  form: PassphraseForm,
  budget: WorkBudget,
): Buffer | null {
  const [derivation, encryption] = elements(parameters);
  const [name, iv] = elements(encryption);
  const { cipher, keySize } = known(pbes2Ciphers[oid(name)], 'encryption');
  return decipher(cipher, pbkdf2(derivation, keySize, form, budget), octets(iv), data);
}

function pbkdf2(
  derivation: Asn1Node | undefined,
  size: number,
  form: PassphraseForm,
  budget: WorkBudget,
): Buffer {
  const [kdf, parameters] = elements(derivation);
  if (oid(kdf) !== 'pkcs5PBKDF2') throw unsupported('key derivation');
  const [salt, iterations, ...rest] = elements(parameters);
  const prf = rest.find((node) => isSequence(node));
  const keyLength = rest.find((node) => isInteger(node));
  if (keyLength !== undefined && integer(keyLength) !== size) throw unsupported('key derivation');
  const digest = prf === undefined ? 'sha1' : digestNamed(elements(prf)[0], 'hmacWith', 'key derivation');
  const rounds = iterationsOf(iterations);
  budget.spend(rounds, 1);
  return pbkdf2Sync(form.utf8, octets(salt), rounds, size, digest);
}

function decipher(cipher: Cipher, key: Buffer, iv: Buffer, data: Buffer): Buffer | null {
  if (cipher === 'rc2') {
    const rc2 = forge.rc2.createDecryptionCipher(key.toString('latin1'), key.length * 8);
    rc2.start(iv.toString('latin1'));
    return finish(rc2, data);
  }
  if (cipher === 'des3') {
    // With two keys, the third is the first again.
    const three = Buffer.concat([key, key]).subarray(0, 24);
    const des = forge.cipher.createDecipher('3DES-CBC', three.toString('latin1'));
    des.start({ iv: iv.toString('latin1') });
    return finish(des, data);
  }
  try {
    const aes = createDecipheriv(cipher, key, iv);
    return Buffer.concat([aes.update(data), aes.final()]);
  } catch {
    return null;
  }
}

function finish(cipher: forge.rc2.cipher | forge.cipher.BlockCipher, data: Buffer): Buffer | null {
  cipher.update(forge.util.createBuffer(data.toString('latin1')));
  return cipher.finish() ? Buffer.from(cipher.output.getBytes(), 'latin1') : null;
}

function iterationsOf(node: Asn1Node | undefined): number {
  const rounds = integer(node);
  if (rounds < 1) throw unsupported('key derivation');
  return rounds;
}

/** The digest for an identifier such as `sha256` or `hmacWithSHA256`. */
function digestNamed(node: Asn1Node | undefined, prefix: '' | 'hmacWith', what: string): DigestName {
  const name = oid(node);
  const digests = Object.keys(digestSizes) as DigestName[];
  return known(
    digests.find((digest) => name === (prefix === '' ? digest : prefix + digest.toUpperCase())),
    what,
  );
}

function known<T>(found: T | undefined, what: string): T {
  if (found === undefined) throw unsupported(what);
  return found;
}

function unsupported(what: string) {
  return identityError(
    'unsupported',
    `This file uses a kind of ${what} that is not in use for certificate files. Ask your IT for a PKCS#12 file with AES-256 or triple DES.`,
  );
}
