import type { IdentitySummary } from '../../preload/contract.ts';
import { formatSpan, formatUtc } from '../design/format.ts';
import { Notice } from '../design/notice.tsx';
import { strings } from '../strings.ts';

/** A certificate that ends sooner than this is warned about, ms (30 days). */
const SOON_MS = 30 * 86_400_000;

/** What is wrong with the certificate's dates at `now` (ms), in a sentence; null where nothing is. */
export function validityProblem(
  identity: IdentitySummary,
  now: number,
): { tone: 'danger' | 'warn'; text: string } | null {
  const to = Date.parse(identity.valid_to);
  const from = Date.parse(identity.valid_from);
  if (now >= to) return { tone: 'danger', text: strings.setup.expired(formatUtc(identity.valid_to)) };
  if (now < from) return { tone: 'danger', text: strings.setup.notYet(formatUtc(identity.valid_from)) };
  if (to - now < SOON_MS) return { tone: 'warn', text: strings.setup.expiresSoon(formatSpan(to - now)) };
  return null;
}

/** The public facts of a certificate. */
export function IdentityFacts({ identity }: { identity: IdentitySummary }) {
  const problem = validityProblem(identity, Date.now());
  const facts: [string, string, boolean][] = [
    [strings.setup.subject, identity.subject, false],
    [strings.setup.issuer, identity.issuer, false],
    [
      strings.setup.validity,
      strings.setup.validRange(formatUtc(identity.valid_from), formatUtc(identity.valid_to)),
      false,
    ],
    [strings.setup.key, identity.key, false],
    [strings.setup.serial, identity.serial, true],
    [strings.setup.sha256, identity.sha256, true],
    [strings.setup.chain, String(identity.chain_length), false],
  ];
  return (
    <>
      {problem ? <Notice tone={problem.tone}>{problem.text}</Notice> : null}
      <dl className="facts">
        {facts.map(([name, value, code]) => (
          <div key={name} className="facts__pair">
            <dt>{name}</dt>
            <dd className={code ? 'code' : undefined}>{value}</dd>
          </div>
        ))}
      </dl>
    </>
  );
}
