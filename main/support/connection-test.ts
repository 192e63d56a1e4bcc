import { systemClock } from '../common/clock.ts';
import { TripKitError } from '../common/errors.ts';
import type { ProfileIdentity } from '../identity/identity-store.ts';
import type { ServiceProfile } from '../profile/profile.ts';
import type { OpenComputerClient } from '../service/computer-client.ts';
import { presentedIdentity } from '../service/open.ts';
import type { ProxyFinder } from '../service/proxy.ts';

/** Time limit of a connection test, ms. */
const LIMIT_MS = 90_000;
/** The same if the person may have to find a card and type its PIN, ms. */
const PERSON_LIMIT_MS = 170_000;

/**
 * Tests the connection of a profile with its identity (main/service/diagnose.ts).
 * @param identityOf rejects if there is no usable identity: the test reports that as a step, and continues
 * @throws TripKitError of kind `deadline` if the test takes too long
 */
export async function testConnection(
  profile: ServiceProfile,
  identityOf: () => Promise<ProfileIdentity>,
  options: { findProxy: ProxyFinder; computer: OpenComputerClient; limit_ms?: number },
) {
  const { identity, problem } = await identityOf().then(
    (identity) => ({ identity, problem: undefined }),
    (error: unknown) => {
      if (!(error instanceof TripKitError)) throw error;
      return { identity: null, problem: error.message };
    },
  );
  const usual = identity?.kind === 'computer' ? PERSON_LIMIT_MS : LIMIT_MS;
  const limit = AbortSignal.timeout(options.limit_ms ?? usual);
  try {
    const { diagnose } = await import('../service/diagnose.ts');
    const { computer, findProxy } = options;
    const presented = identity && {
      ...(await presentedIdentity(profile, identity, { computer, clock: systemClock })),
      facts: identity.facts,
    };
    return await diagnose(profile, presented, {
      ...{ findProxy, identity_problem: problem, probe: true, signal: limit },
    });
  } catch (error) {
    if (!limit.aborted) throw error;
    throw new TripKitError(
      'deadline',
      'The test took too long: the network answers too slowly. Try again on another network.',
      { cause: error },
    );
  }
}
