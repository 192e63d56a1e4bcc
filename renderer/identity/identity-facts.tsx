import type { IdentitySummary } from '../../preload/contract.ts';
import { type Fact, Facts } from '../design/facts.tsx';
import { formatUtc } from '../design/format.ts';
import { Notice } from '../design/notice.tsx';
import { setupWords } from '../setup/words.ts';

const words = setupWords;

/** What to say about the certificate's dates at `now` (ms): the contract's own notice, or that it is not valid yet. */
export function validityProblem(
  identity: Pick<IdentitySummary, 'expiry' | 'valid_from'>,
  now: number,
): { tone: 'danger' | 'warn'; text: string } | null {
  if (now < Date.parse(identity.valid_from))
    return { tone: 'danger', text: words.notYet(formatUtc(identity.valid_from)) };
  const { level, message } = identity.expiry;
  if (message === null) return null;
  return { tone: level === 'expired' ? 'danger' : 'warn', text: message };
}

/** Whether the certificate may be used to sign in; one without restrictions may. */
function isForSigningIn(identity: Pick<IdentitySummary, 'extended_key_usage'>): boolean {
  const usage = identity.extended_key_usage;
  return usage.length === 0 || usage.some((name) => ANY_OR_CLIENT.has(name));
}
/** RFC 5280 section 4.2.1.12: id-kp-clientAuth and anyExtendedKeyUsage, by name and by OID. */
const ANY_OR_CLIENT = new Set(['clientAuth', '1.3.6.1.5.5.7.3.2', 'anyExtendedKeyUsage', '2.5.29.37.0']);

function chainText({ chain_complete, chain_length }: IdentitySummary): string {
  return chain_complete ? words.chainComplete(chain_length) : words.chainIncomplete(chain_length);
}

/** The public facts of a certificate. `ofComputer`: its chain is the system's to know. */
export function IdentityFacts({ identity, ofComputer }: { identity: IdentitySummary; ofComputer: boolean }) {
  const problem = validityProblem(identity, Date.now());
  const facts: Fact[] = [
    [words.subject, identity.subject],
    [words.issuer, identity.issuer],
    [words.validity, words.validRange(formatUtc(identity.valid_from), formatUtc(identity.valid_to))],
    [words.key, identity.key],
    [words.usage, identity.extended_key_usage.join(', ') || words.usageAny],
    ...(ofComputer ? [] : [[words.chain, chainText(identity)] satisfies Fact]),
    [words.serial, identity.serial, 'code'],
    [words.sha256, identity.sha256, 'code'],
  ];
  return (
    <>
      {problem ? <Notice tone={problem.tone}>{problem.text}</Notice> : null}
      {isForSigningIn(identity) ? null : <Notice tone="warn">{words.usageNoClient}</Notice>}
      <Facts facts={facts} />
    </>
  );
}
