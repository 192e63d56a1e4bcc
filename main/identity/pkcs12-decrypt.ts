/**
 * Decryption and integrity of a PKCS#12 file (RFC 7292, RFC 8018). Digests and AES are Node's; RC2 and triple DES,
 * which Electron's BoringSSL and OpenSSL 3 refuse, are node-forge's.
 */
import { createDecipheriv, createHmac, pbkdf2Sync, timingSafeEqual } from 'node:crypto';
import forge from 'node-forge';
import { type Asn1Node, elements, integer, isInteger, isSequence, octets, oid } from './asn1.ts';
import { identityError } from './identity-error.ts';
import {
  bmpPassword,
  type DigestName,
  digestSizes,
  keyPurpose,
  pkcs12Key,
  pkcs12Runs,
  type WorkBudget,
} from './pkcs12-kdf.ts';

/** One way of writing the passphrase as bytes. */
export interface PassphraseForm {
  /** For PKCS#12's own derivation. */
  bmp: Buffer;
  /** For PBKDF2. */
  utf8: Buffer;
}

/**
 * The forms that tools give one passphrase, the standard's first. Beyond it: no bytes at all for an empty one
 * (OpenSSL's "no password"), composed and decomposed letters, and UTF-8 bytes taken for letters (OpenSSL before 1.1).
 */
export function passphraseForms(passphrase: string): PassphraseForm[] {
  if (passphrase === '') {
    const none = Buffer.alloc(0);
    return [
      { bmp: bmpPassword(''), utf8: none },
      { bmp: none, utf8: none },
    ];
  }
  const bytesAsLetters = Buffer.from(passphrase, 'utf8').toString('latin1');
  const texts = new Set([
    passphrase,
    passphrase.normalize('NFC'),
    passphrase.normalize('NFD'),
    bytesAsLetters,
  ]);
  return [...texts].map((text) => ({
    bmp: bmpPassword(text),
    utf8: Buffer.from(text, text === bytesAsLetters ? 'latin1' : 'utf8'),
  }));
}

const digests: Record<string, DigestName> = {
  '1.2.840.113549.2.5': 'md5',
  '1.3.14.3.2.26': 'sha1',
  '2.16.840.1.101.3.4.2.4': 'sha224',
  '2.16.840.1.101.3.4.2.1': 'sha256',
  '2.16.840.1.101.3.4.2.2': 'sha384',
  '2.16.840.1.101.3.4.2.3': 'sha512',
};

const hmacs: Record<string, DigestName> = {
  '1.2.840.113549.2.7': 'sha1',
  '1.2.840.113549.2.8': 'sha224',
  '1.2.840.113549.2.9': 'sha256',
  '1.2.840.113549.2.10': 'sha384',
  '1.2.840.113549.2.11': 'sha512',
};

/** Whether the MacData of a PFX fits `content` under this form of the passphrase. */
export function macFits(
  macData: Asn1Node,
  content: Buffer,
  form: PassphraseForm,
  budget: WorkBudget,
): boolean {
  const [digestInfo, salt, iterations] = elements(macData);
  const [algorithm, expected] = elements(digestInfo);
  const [name, parameters] = elements(algorithm);
  const saltBytes = octets(salt);
  const rounds = iterations === undefined ? 1 : iterationsOf(iterations);
  let digest: DigestName;
  let key: Buffer;
  if (oid(name) === '1.2.840.113549.1.5.14') {
    // PBMAC1 (RFC 9579): PBKDF2 and HMAC, the passphrase in UTF-8.
    const [derivation, scheme] = elements(parameters);
    digest = known(hmacs[oid(elements(scheme)[0])], 'integrity check');
    key = pbkdf2(derivation, digestSizes[digest], form, budget);
  } else {
    digest = known(digests[oid(name)], 'integrity check');
    budget.spend(rounds);
    key = pkcs12Key(digest, form.bmp, saltBytes, keyPurpose.mac, rounds, digestSizes[digest]);
  }
  const actual = createHmac(digest, key).update(content).digest();
  const wanted = octets(expected);
  return wanted.length === actual.length && timingSafeEqual(wanted, actual);
}

/**
 * Decrypts what an AlgorithmIdentifier and its ciphertext stand for.
 *
 * @returns the plain bytes, or null where the padding shows that the key is wrong.
 * @throws TripKitError identity `unsupported` or `too_costly`.
 */
export function decrypt(
  algorithm: Asn1Node | undefined,
  data: Buffer,
  form: PassphraseForm,
  budget: WorkBudget,
): Buffer | null {
  const [name, parameters] = elements(algorithm);
  const scheme = oid(name);
  if (scheme === '1.2.840.113549.1.5.13') return pbes2(parameters, data, form, budget);
  const legacy = known(pkcs12Schemes[scheme], 'encryption');
  const [salt, iterations] = elements(parameters);
  const rounds = iterationsOf(iterations);
  budget.spend(rounds, pkcs12Runs('sha1', legacy.keySize) + pkcs12Runs('sha1', 8));
  const saltBytes = octets(salt);
  const key = pkcs12Key('sha1', form.bmp, saltBytes, keyPurpose.key, rounds, legacy.keySize);
  const iv = pkcs12Key('sha1', form.bmp, saltBytes, keyPurpose.iv, rounds, 8);
  return forgeDecrypt(legacy.cipher, key, iv, data);
}

/** RFC 7292, appendix C, without its two RC4 schemes, which no tool writes. */
const pkcs12Schemes: Record<string, { cipher: 'des3' | 'rc2'; keySize: number }> = {
  '1.2.840.113549.1.12.1.3': { cipher: 'des3', keySize: 24 },
  '1.2.840.113549.1.12.1.4': { cipher: 'des3', keySize: 16 },
  '1.2.840.113549.1.12.1.5': { cipher: 'rc2', keySize: 16 },
  '1.2.840.113549.1.12.1.6': { cipher: 'rc2', keySize: 5 },
};

const pbes2Ciphers: Record<string, { cipher: `aes-${128 | 192 | 256}-cbc` | 'des3'; keySize: number }> = {
  '2.16.840.1.101.3.4.1.2': { cipher: 'aes-128-cbc', keySize: 16 },
  '2.16.840.1.101.3.4.1.22': { cipher: 'aes-192-cbc', keySize: 24 },
  '2.16.840.1.101.3.4.1.42': { cipher: 'aes-256-cbc', keySize: 32 },
  '1.2.840.113549.3.7': { cipher: 'des3', keySize: 24 },
};

function pbes2(
  parameters: Asn1Node | undefined,
  data: Buffer,
  form: PassphraseForm,
  budget: WorkBudget,
): Buffer | null {
  const [derivation, encryption] = elements(parameters);
  const [cipherName, iv] = elements(encryption);
  const { cipher, keySize } = known(pbes2Ciphers[oid(cipherName)], 'encryption');
  const key = pbkdf2(derivation, keySize, form, budget);
  const ivBytes = octets(iv);
  if (cipher === 'des3') return forgeDecrypt('des3', key, ivBytes, data);
  try {
    const decipher = createDecipheriv(cipher, key, ivBytes);
    return Buffer.concat([decipher.update(data), decipher.final()]);
  } catch {
    return null;
  }
}

function pbkdf2(
  derivation: Asn1Node | undefined,
  size: number,
  form: PassphraseForm,
  budget: WorkBudget,
): Buffer {
  const [kdf, parameters] = elements(derivation);
  if (oid(kdf) !== '1.2.840.113549.1.5.12') throw unsupported('key derivation');
  const [salt, iterations, ...rest] = elements(parameters);
  const prf = rest.find((node) => isSequence(node));
  const keyLength = rest.find((node) => isInteger(node));
  if (keyLength !== undefined && integer(keyLength) !== size) throw unsupported('key derivation');
  const digest = prf === undefined ? 'sha1' : known(hmacs[oid(elements(prf)[0])], 'key derivation');
  const rounds = iterationsOf(iterations);
  budget.spend(rounds);
  return pbkdf2Sync(form.utf8, octets(salt), rounds, size, digest);
}

function forgeDecrypt(name: 'des3' | 'rc2', key: Buffer, iv: Buffer, data: Buffer): Buffer | null {
  const ivText = iv.toString('latin1');
  let decipher: forge.rc2.cipher | forge.cipher.BlockCipher;
  if (name === 'rc2') {
    decipher = forge.rc2.createDecryptionCipher(key.toString('latin1'), key.length * 8);
    decipher.start(ivText);
  } else {
    // The third of the three keys is the first again where there are two.
    const three = Buffer.concat([key, key]).subarray(0, 24);
    decipher = forge.cipher.createDecipher('3DES-CBC', three.toString('latin1'));
    decipher.start({ iv: ivText });
  }
  decipher.update(forge.util.createBuffer(data.toString('latin1')));
  return decipher.finish() ? Buffer.from(decipher.output.getBytes(), 'latin1') : null;
}

function iterationsOf(node: Asn1Node | undefined): number {
  const rounds = integer(node);
  if (rounds < 1) throw unsupported('key derivation');
  return rounds;
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
