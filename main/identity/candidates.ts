/** Certificates of this computer that a server would accept, and whether a person may choose them. */
import { X509Certificate } from 'node:crypto';
import { readExtensions } from '../common/certificate-extensions.ts';
import { utcMinute } from '../common/text.ts';
import { type CertificateFacts, certificateFacts } from './certificate-facts.ts';

/** One certificate. `problem` says in a sentence why it can't be chosen; null if it can. */
export interface Candidate {
  facts: CertificateFacts;
  problem: string | null;
}

/** Extended key usages for client sign-in (RFC 5280, section 4.2.1.12); a certificate without any is not restricted. */
const SIGNS_IN = ['clientAuth', 'anyExtendedKeyUsage'];

/**
 * Checks the certificates that a server would accept; those that can be chosen come first.
 *
 * @param chains DER, each with its issuers as far as the computer has them; unreadable and duplicate ones are left out
 * @param now ms since 1970 UTC
 */
export function assessCandidates(chains: readonly (readonly Uint8Array[])[], now: number): Candidate[] {
  const found = new Map<string, Candidate>();
  for (const chain of chains) {
    const candidate = assess(chain, now);
    if (candidate && !found.has(candidate.facts.sha256)) found.set(candidate.facts.sha256, candidate);
  }
  return [...found.values()].sort(
    (one, other) => Number(one.problem !== null) - Number(other.problem !== null),
  );
}

function assess(chain: readonly Uint8Array[], now: number): Candidate | null {
  try {
    const [leaf, ...issuers] = chain.map((der) => new X509Certificate(der));
    if (!leaf) return null;
    const facts = certificateFacts(leaf, ...issuers);
    if (Number.isNaN(facts.valid_from + facts.valid_to)) return null;
    return { facts, problem: problemOf(facts, readExtensions(leaf.raw).key_usage, now) };
  } catch {
    return null;
  }
}

function problemOf(
  { valid_from, valid_to, extended_key_usage: purposes }: CertificateFacts,
  use: ReadonlySet<string> | null,
  now: number,
): string | null {
  if (now > valid_to) return `It expired on ${utcMinute(valid_to)}.`;
  if (now < valid_from) return `It is valid only from ${utcMinute(valid_from)}.`;
  if (purposes.length > 0 && !purposes.some((purpose) => SIGNS_IN.includes(purpose))) {
    return 'It isn’t made for signing in (no clientAuth in its extended key usage).';
  }
  // In TLS the client signs (RFC 8446, section 4.4.2.3; RFC 5246, section 7.4.6).
  if (use !== null && !use.has('digitalSignature')) {
    return 'Its key may not sign (no digitalSignature in its key usage).';
  }
  return null;
}
