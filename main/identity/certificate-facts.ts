/** Facts of a certificate for a person; public facts only. */
import type { KeyObject, X509Certificate } from 'node:crypto';
import { z } from 'zod';
import { identitySummary } from '../../preload/contract/identity.ts';
import { utcMinute } from '../common/text.ts';
import { identityError } from './identity-error.ts';

/** Public facts of a client certificate, as stored in identity files; times are ms since 1970 UTC. */
export const certificateFactsSchema = z.strictObject({
  ...identitySummary.omit({ expiry: true }).shape,
  valid_from: z.number(),
  valid_to: z.number(),
});
export type CertificateFacts = z.infer<typeof certificateFactsSchema>;

/** RFC 5280, section 4.2.1.12. */
const usageNames: Record<string, string> = {
  '1.3.6.1.5.5.7.3.1': 'serverAuth',
  '1.3.6.1.5.5.7.3.2': 'clientAuth',
  '1.3.6.1.5.5.7.3.3': 'codeSigning',
  '1.3.6.1.5.5.7.3.4': 'emailProtection',
  '1.3.6.1.5.5.7.3.8': 'timeStamping',
  '1.3.6.1.5.5.7.3.9': 'OCSPSigning',
  '2.5.29.37.0': 'anyExtendedKeyUsage',
};

/** SEC 2 and OpenSSL names of the NIST curves. */
const curveNames: Record<string, string> = {
  prime256v1: 'P-256',
  secp256r1: 'P-256',
  secp384r1: 'P-384',
  secp521r1: 'P-521',
};

/** The facts of the leaf of a chain: the leaf first, then its issuers. */
export function certificateFacts(leaf: X509Certificate, ...issuers: X509Certificate[]): CertificateFacts {
  const last = issuers.at(-1) ?? leaf;
  return {
    subject: oneLine(leaf.subject),
    issuer: oneLine(leaf.issuer),
    serial: leaf.serialNumber.toUpperCase(),
    sha256: leaf.fingerprint256,
    valid_from: Date.parse(leaf.validFrom),
    valid_to: Date.parse(leaf.validTo),
    key: keyName(leaf.publicKey),
    chain_length: 1 + issuers.length,
    chain_complete: last.subject === last.issuer,
    // Node's name for the extended key usages; undefined without the extension.
    extended_key_usage: [...(leaf.keyUsage ?? [])].map((usage) => usageNames[usage] ?? usage),
  };
}

/**
 * Checks that the certificate is valid at `now` (ms since 1970 UTC).
 *
 * @throws TripKitError identity, condition `expired` or `not_yet_valid`.
 */
export function checkValidity(
  facts: Pick<CertificateFacts, 'valid_from' | 'valid_to'>,
  now: number,
  kind: 'file' | 'computer' = 'file',
): void {
  if (now > facts.valid_to) {
    const next = kind === 'file' ? 'import it' : 'choose it in set-up';
    throw identityError(
      'expired',
      `The client certificate expired on ${utcMinute(facts.valid_to)}. Ask your IT for a new one and ${next}.`,
    );
  }
  if (now < facts.valid_from) {
    throw identityError(
      'not_yet_valid',
      `The client certificate is valid only from ${utcMinute(facts.valid_from)}. Check this computer’s date and time, or wait until then.`,
    );
  }
}

/** `RSA 2048`, `EC P-256`, `Ed25519`. */
export function keyName(key: KeyObject): string {
  const { asymmetricKeyType: type, asymmetricKeyDetails: details } = key;
  if (type === 'rsa') return `RSA ${details?.modulusLength ?? '?'}`;
  if (type === 'rsa-pss') return `RSA-PSS ${details?.modulusLength ?? '?'}`;
  if (type === 'ec') return `EC ${curveNames[details?.namedCurve ?? ''] ?? details?.namedCurve ?? '?'}`;
  if (type === 'ed25519') return 'Ed25519';
  if (type === 'ed448') return 'Ed448';
  return type ?? 'unknown';
}

/** The common name of a subject as {@link certificateFacts} gives it; the whole subject if it has none. */
export function commonNameOf(subject: string): string {
  return /(?:^|, )CN=(.+?)(?=, [A-Za-z0-9.]+=|$)/.exec(subject)?.[1] ?? subject;
}

/** A name in one line, most specific part first. Node gives one attribute per line, in the certificate's order: general first. */
export function oneLine(name: string | undefined): string {
  return (name ?? '')
    .split('\n')
    .filter((part) => part !== '')
    .reverse()
    .join(', ');
}

/** Whether a certificate has the name of this issuer and a signature by its key. */
export function isIssuedBy(certificate: X509Certificate, issuer: X509Certificate): boolean {
  try {
    return certificate.checkIssued(issuer) && certificate.verify(issuer.publicKey);
  } catch {
    // A key or algorithm that this OpenSSL or BoringSSL does not know.
    return false;
  }
}
