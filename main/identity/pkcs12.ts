/**
 * Opens a PKCS#12 file (.p12, .pfx) and returns key and certificate chain as PEM for TLS.
 *
 * Our own parser, because TLS's `pfx` option gives no key and no reason for a failure, and node-forge's `pkcs12FromAsn1`
 * takes one form of the passphrase for both derivations, derives PBKDF2 keys in JavaScript (20 s for a file of NSS), has no
 * limit on iterations, no RC2-128 and no PBMAC1. ASN.1, PKCS#12's key derivation, RC2 and triple DES are node-forge's.
 * test/identity/pkcs12-openssl.long.test.ts compares it with OpenSSL.
 */
import { createPrivateKey, createPublicKey, type KeyObject, X509Certificate } from 'node:crypto';
import { TripKitError } from '../common/errors.ts';
import { Asn1Error, type Asn1Node, parseAsn1 } from './asn1.ts';
import { type CertificateFacts, certificateFacts, isIssuedBy, keyName } from './certificate-facts.ts';
import { identityError } from './identity-error.ts';
import { isCutShort, notPkcs12, truncated } from './not-pkcs12.ts';
import { type Bag, isPfx, readPfx } from './pkcs12-bags.ts';
import { SeveralKeysError } from './several-keys.ts';

export { type CertificateFacts, checkValidity } from './certificate-facts.ts';
export { type IdentityChoice, SeveralKeysError } from './several-keys.ts';

/** A key with its certificate chain, ready for TLS. `key` is a secret. */
export interface ClientIdentity {
  /** PEM, PKCS#8, not encrypted. */
  key: string;
  /** PEM: the leaf, then its issuers in order as far as the file has them. */
  cert: string;
  facts: CertificateFacts;
}

export interface OpenOptions {
  /** Which one, if the file has several: the certificate's SHA-256 fingerprint or localKeyId. */
  key?: { sha256: string } | { local_key_id: string };
}

/** Much larger than any certificate file, bytes. */
const MAX_BYTES = 1024 * 1024;

/**
 * Opens a PKCS#12 file of any kind in use: RC2-40, triple DES, PBES2 with AES; RSA and EC keys; chains in any order;
 * DER or BER; no, an empty, or a non-ASCII passphrase.
 *
 * @throws TripKitError of kind `identity`; its condition is an IdentityCondition. SeveralKeysError lists the choices.
 *   Whether the certificate is valid today is checkValidity's business.
 */
export function openPkcs12(bytes: Uint8Array, passphrase: string, options: OpenOptions = {}): ClientIdentity {
  if (bytes.length > MAX_BYTES) {
    throw identityError(
      'too_large',
      'This file is larger than 1 MiB, which no certificate file is. Choose the .p12 or .pfx file that your IT gave you.',
    );
  }
  const contents = readContents(bytes, passphrase);
  const keys = uniqueKeys(contents.keys);
  if (keys.length === 0) {
    throw identityError(
      'no_key',
      contents.certificates.length === 0
        ? 'This PKCS#12 file is empty: it holds neither key nor certificate. Ask your IT for one that holds both.'
        : 'This PKCS#12 file holds certificates only, no private key. Ask your IT for one that was exported with its key.',
    );
  }
  const certificates = contents.certificates.flatMap(readCertificate);
  const pairs = keys.flatMap((key) => pairUp(key, certificates));
  if (pairs.length === 0) {
    throw identityError(
      'no_certificate',
      'This PKCS#12 file holds a private key, but not the certificate that belongs to it. Ask your IT for one that holds both.',
    );
  }
  const { key, leaf } = choose(pairs, options.key);
  const chain = chainOf(
    leaf,
    certificates.map(({ x509 }) => x509),
  );
  return {
    key: key.export({ format: 'pem', type: 'pkcs8' }).toString(),
    cert: chain.map((certificate) => certificate.toString()).join(''),
    facts: certificateFacts(leaf, ...chain.slice(1)),
  };
}

function readContents(bytes: Uint8Array, passphrase: string): { keys: Bag[]; certificates: Bag[] } {
  let pfx: Asn1Node;
  try {
    pfx = parseAsn1(bytes);
  } catch (error) {
    // Indefinite lengths give no total to compare with: only the parser knows that bytes are missing.
    if (bytes[0] === 0x30 && bytes[1] === 0x80 && error instanceof Asn1Error && error.truncated)
      throw truncated();
    throw notPkcs12(bytes);
  }
  try {
    if (!isPfx(pfx)) throw notPkcs12(bytes);
    return readPfx(pfx, passphrase);
  } catch (error) {
    if (error instanceof TripKitError) throw error;
    if (isCutShort(bytes)) throw truncated();
    throw identityError(
      'damaged',
      'This certificate file is damaged. Copy it again, or ask your IT to send it again.',
      error instanceof Asn1Error ? error : undefined,
    );
  }
}

interface Key {
  key: KeyObject;
  /** DER of the public key, to compare. */
  spki: Buffer;
  local_key_id: string | null;
}

interface Certificate {
  x509: X509Certificate;
  local_key_id: string | null;
}

type Pair = Omit<Key, 'spki'> & { leaf: X509Certificate };

function uniqueKeys(bags: readonly Bag[]): Key[] {
  const keys: Key[] = [];
  for (const bag of bags) {
    let key: KeyObject;
    try {
      key = createPrivateKey({ key: bag.der, format: 'der', type: 'pkcs8' });
    } catch {
      throw identityError(
        'unsupported',
        'The private key in this file can’t be read: it is damaged or of an unusual kind. Ask your IT for an RSA or EC (P-256, P-384) key.',
      );
    }
    const spki = createPublicKey(key).export({ format: 'der', type: 'spki' });
    if (!keys.some((other) => other.spki.equals(spki)))
      keys.push({ key, spki, local_key_id: bag.local_key_id });
  }
  return keys;
}

/** The key with its certificate: the one that the file assigns to it, otherwise the one that is valid longest. */
function pairUp(key: Key, certificates: readonly Certificate[]): Pair[] {
  const own = certificates.filter(({ x509 }) => publicKeyOf(x509)?.equals(key.spki));
  const tied = own.filter(({ local_key_id }) => local_key_id !== null && local_key_id === key.local_key_id);
  const [leaf] = (tied.length > 0 ? tied : own)
    .map(({ x509 }) => x509)
    .sort((a, b) => Date.parse(b.validTo) - Date.parse(a.validTo));
  return leaf === undefined ? [] : [{ key: key.key, leaf, local_key_id: key.local_key_id }];
}

function choose(
  pairs: readonly Pair[],
  wanted: { sha256: string } | { local_key_id: string } | undefined,
): Pair {
  const [only, second] = pairs;
  if (wanted === undefined) {
    if (only !== undefined && second === undefined) return only;
    throw new SeveralKeysError(
      pairs.map(({ key, leaf, local_key_id }) => {
        const { subject, sha256 } = certificateFacts(leaf);
        return { sha256, subject: `${subject}, ${keyName(key)}`, local_key_id };
      }),
    );
  }
  const plain = (text: string) => text.replaceAll(':', '').toLowerCase();
  const found = pairs.find(({ leaf, local_key_id }) =>
    'sha256' in wanted
      ? plain(leaf.fingerprint256) === plain(wanted.sha256)
      : local_key_id !== null && local_key_id === plain(wanted.local_key_id),
  );
  if (found !== undefined) return found;
  throw identityError(
    'unknown_choice',
    'The chosen key is not in this file. Choose one of those that it holds.',
  );
}

/** Nobody issues longer chains. */
const MAX_CHAIN = 10;

/** The leaf and its issuers as far as they are present, matched by names and signatures. Others are left out. */
function chainOf(leaf: X509Certificate, certificates: readonly X509Certificate[]): X509Certificate[] {
  const chain = [leaf];
  for (let last = leaf; ; ) {
    const issuer = certificates.find(
      (candidate) => !chain.some((used) => used.raw.equals(candidate.raw)) && isIssuedBy(last, candidate),
    );
    if (issuer === undefined || chain.length === MAX_CHAIN || isIssuedBy(last, last)) return chain;
    chain.push(issuer);
    last = issuer;
  }
}

/**
 * Skips an unreadable certificate: it may be a part of the chain that is not needed. Also skips one without readable dates,
 * which would always count as valid (checkValidity).
 */
function readCertificate({ der, local_key_id }: Bag): Certificate[] {
  try {
    const x509 = new X509Certificate(der);
    const isDated = [x509.validFrom, x509.validTo].every((date) => !Number.isNaN(Date.parse(date)));
    return isDated ? [{ x509, local_key_id }] : [];
  } catch {
    return [];
  }
}

function publicKeyOf(certificate: X509Certificate): Buffer | null {
  try {
    return certificate.publicKey.export({ format: 'der', type: 'spki' });
  } catch {
    return null;
  }
}
