import type { Clock } from '../common/clock.ts';
import { commonNameOf } from '../identity/certificate-facts.ts';
import type { ServiceProfile } from '../profile/profile.ts';
import type { OpenComputerClient } from './computer-client.ts';
import type { PresentedIdentity } from './trip-kit-service.ts';

/** The parts of an identity that a client needs. */
export type PoolIdentity =
  | { kind: 'file'; key: string; cert: string; facts: { sha256: string } }
  | { kind: 'computer'; facts: { sha256: string; subject: string }; cards: readonly string[] | null };

/**
 * What a client presents for an identity: the key with its chain, or a way to have the computer's own key sign. Made for
 * one client and closed with it.
 *
 * @param open calls with certificates of this computer
 */
export async function presentedIdentity(
  profile: Pick<ServiceProfile, 'auth_url' | 'trust'>,
  identity: PoolIdentity,
  { computer: open, clock }: { computer: OpenComputerClient; clock: Pick<Clock, 'now'> },
): Promise<PresentedIdentity> {
  if (identity.kind === 'file') return { key: identity.key, cert: identity.cert };
  const { sha256, subject } = identity.facts;
  const { ComputerTransport } = await import('./computer-transport.ts');
  const now = () => clock.now();
  return {
    transport: new ComputerTransport({
      profile,
      sha256,
      name: commonNameOf(subject),
      cards: identity.cards,
      open,
      now,
    }),
  };
}
