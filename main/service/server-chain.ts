/**
 * Whether a server's certificates lead to an authority that the profile trusts, for connections that Chromium makes
 * (certificates of this computer), not node:tls. RFC 5280, section 6, as far as server certificates need it; stricter than
 * node:tls where they differ, never laxer (test/service/server-chain.isolated.test.ts compares the two).
 *
 * Not checked: revocation (as in the rest of the app), certificate policies, Certificate Transparency.
 */
import type { KeyObject, X509Certificate } from 'node:crypto';
import { checkServerIdentity } from 'node:tls';
import {
  type CertificateExtensions,
  EXTENSIONS,
  type NameConstraints,
  readExtensions,
} from '../common/certificate-extensions.ts';
import { isIssuedBy } from '../identity/certificate-facts.ts';

/** The certificates to check. */
interface ServerChain {
  /** As the server sent them, its own first. */
  chain: readonly X509Certificate[];
  /** The only trusted authorities. */
  roots: readonly X509Certificate[];
  /** Name or address of the connection, without brackets. */
  host: string;
  /** Ms since 1970 UTC. */
  now: number;
}

/** A code of node:tls; main/service/network-failure.ts has the sentences. */
export type ChainProblem =
  | 'UNABLE_TO_GET_ISSUER_CERT_LOCALLY'
  | 'CERT_HAS_EXPIRED'
  | 'CERT_NOT_YET_VALID'
  | 'INVALID_CA'
  | 'INVALID_PURPOSE'
  | 'PATH_LENGTH_EXCEEDED'
  | 'CERT_UNTRUSTED'
  | 'ERR_TLS_CERT_ALTNAME_INVALID';

/** No sane chain is longer than this. */
const MAX_LENGTH = 10;
/** Most certificates that are tried as issuers: a hostile server may send certificates that all name each other. */
const MAX_TRIES = 200;

const SERVER_AUTH = '2b06010505070301';
/** The critical extensions that are understood; any other makes a certificate unusable (RFC 5280, section 4.2). */
const understood: ReadonlySet<string> = new Set(Object.values(EXTENSIONS));
/** md2, md4, md5 and sha1 with RSA, sha1 with DSA and ECDSA: signatures that can be forged. */
const broken = new Set([
  '2a864886f70d010102',
  '2a864886f70d010103',
  '2a864886f70d010104',
  '2a864886f70d010105',
  '2b0e03021d',
  '2a8648ce380403',
  '2a8648ce3d0401',
]);

/** What is wrong with a server's chain; null if it is trusted. */
export function chainProblem({ chain, roots, host, now }: ServerChain): ChainProblem | null {
  const [leaf] = chain;
  if (!leaf || chain.length > MAX_LENGTH) return 'UNABLE_TO_GET_ISSUER_CERT_LOCALLY';
  let first: ChainProblem | null = null;
  for (const path of pathsTo(leaf, chain.slice(1), roots)) {
    const problem = pathProblem(path, now);
    if (problem === null) {
      return checkServerIdentity(host, leaf.toLegacyObject()) ? 'ERR_TLS_CERT_ALTNAME_INVALID' : null;
    }
    first ??= problem;
  }
  return first ?? 'UNABLE_TO_GET_ISSUER_CERT_LOCALLY';
}

/** The paths from a certificate to trusted self-signed roots, the certificate first. */
function* pathsTo(
  leaf: X509Certificate,
  sent: readonly X509Certificate[],
  roots: readonly X509Certificate[],
): Generator<X509Certificate[]> {
  const trusted = new Set(roots.map(({ fingerprint256 }) => fingerprint256));
  let tries = 0;
  function* grow(path: X509Certificate[]): Generator<X509Certificate[]> {
    const last = path.at(-1);
    if (!last) return;
    if (last.subject === last.issuer && trusted.has(last.fingerprint256)) yield path;
    if (path.length === MAX_LENGTH) return;
    for (const issuer of [...roots, ...sent]) {
      if (path.some(({ fingerprint256 }) => fingerprint256 === issuer.fingerprint256)) continue;
      tries += 1;
      if (tries > MAX_TRIES) return;
      if (isIssuedBy(last, issuer)) yield* grow([...path, issuer]);
    }
  }
  yield* grow([leaf]);
}

function pathProblem(path: readonly X509Certificate[], now: number): ChainProblem | null {
  const read: CertificateExtensions[] = [];
  try {
    for (const certificate of path) read.push(readExtensions(certificate.raw));
  } catch {
    return 'CERT_UNTRUSTED';
  }
  /** The number of issuers so far that are not self-issued: path lengths count only these. */
  let between = 0;
  for (const [index, certificate] of path.entries()) {
    const facts = read[index];
    if (!facts) return 'CERT_UNTRUSTED';
    const root = index === path.length - 1;
    const problem =
      purposeProblem(facts, index === 0) ??
      (facts.path_length !== null && index > 0 && between > facts.path_length
        ? 'PATH_LENGTH_EXCEEDED'
        : null) ??
      (facts.critical.some((oid) => !understood.has(oid)) ? 'CERT_UNTRUSTED' : null) ??
      (!isStrong(certificate.publicKey) || (!root && broken.has(facts.signature_algorithm))
        ? 'CERT_UNTRUSTED'
        : null) ??
      timeProblem(certificate, now);
    if (problem !== null) return problem;
    if (index > 0 && certificate.subject !== certificate.issuer) between += 1;
    const { name_constraints } = facts;
    // node:tls uses the common name as the host if there is no other name; constraints do not cover that.
    if (name_constraints && read[0]?.names.length === 0) return 'CERT_UNTRUSTED';
    if (name_constraints && !read.slice(0, index).every((below) => mayName(name_constraints, below))) {
      return 'CERT_UNTRUSTED';
    }
  }
  return null;
}

/** Whether a certificate may have its role in the chain: that of a server, or of an issuer. */
function purposeProblem(facts: CertificateExtensions, leaf: boolean): ChainProblem | null {
  const { key_usage, extended_key_usage, authority, version } = facts;
  if (leaf) {
    const usable =
      key_usage === null ||
      key_usage.has('digitalSignature') ||
      key_usage.has('keyEncipherment') ||
      key_usage.has('keyAgreement');
    if (!usable) return 'INVALID_PURPOSE';
  } else if (version !== 3 || !authority || (key_usage && !key_usage.has('keyCertSign'))) return 'INVALID_CA';
  return extended_key_usage && !extended_key_usage.includes(SERVER_AUTH) ? 'INVALID_PURPOSE' : null;
}

function timeProblem(certificate: X509Certificate, now: number): ChainProblem | null {
  // Also if a date can't be read.
  if (!(now >= Date.parse(certificate.validFrom))) return 'CERT_NOT_YET_VALID';
  return now <= Date.parse(certificate.validTo) ? null : 'CERT_HAS_EXPIRED';
}

/** At least 112 bits of security (NIST SP 800-57, part 1, table 2), as OpenSSL's level 2 requires. */
function isStrong({ asymmetricKeyType: type, asymmetricKeyDetails: details }: KeyObject): boolean {
  if (type === 'rsa' || type === 'rsa-pss') return (details?.modulusLength ?? 0) >= 2048;
  return type === 'ec' || type === 'ed25519' || type === 'ed448';
}

/** Tags of GeneralName for a server's names. */
const DNS_NAME = 0x82;
const ADDRESS = 0x87;

/** Whether an authority's constraints permit the names of a certificate below it. Other kinds of constraints permit none. */
function mayName({ permitted, excluded }: NameConstraints, { names }: CertificateExtensions): boolean {
  const all = [...permitted, ...excluded];
  if (all.some(({ tag }) => tag !== DNS_NAME && tag !== ADDRESS)) return false;
  return names.every(({ tag, content }) => {
    const within = (base: { tag: number; content: Buffer }) =>
      base.tag === tag &&
      (tag === DNS_NAME ? isBelow(content, base.content) : isInNetwork(content, base.content));
    const limits = permitted.filter((base) => base.tag === tag);
    const reaches = (base: { tag: number; content: Buffer }) =>
      within(base) || (tag === DNS_NAME && base.tag === DNS_NAME && isWildcardOf(content, base.content));
    return !excluded.some(reaches) && (limits.length === 0 || limits.some(within));
  });
}

const hostIn = (name: Buffer) => name.toString('latin1').toLowerCase();

/** Whether a name with an asterisk covers names of this domain too. */
function isWildcardOf(name: Buffer, base: Buffer): boolean {
  const host = hostIn(name);
  return host.startsWith('*.') && hostIn(base).endsWith(host.slice(1));
}

function isBelow(name: Buffer, base: Buffer): boolean {
  const [host, domain] = [hostIn(name), hostIn(base)];
  return domain === '' || host === domain || host.endsWith(domain.startsWith('.') ? domain : `.${domain}`);
}

/** @param base address and mask */
function isInNetwork(address: Buffer, base: Buffer): boolean {
  const { length } = address;
  if (base.length !== 2 * length) return false;
  return address.every((byte, at) => {
    const mask = base[length + at] ?? 0;
    return (byte & mask) === ((base[at] ?? 0) & mask);
  });
}
