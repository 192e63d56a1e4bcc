import { TripKitError } from '../common/errors.ts';
import { utc } from '../common/utc.ts';
import type { ServiceProfile } from '../profile/profile.ts';
import type { ShownCertificate } from '../service/diagnose-steps.ts';
import type { ProxyFinder } from '../service/proxy.ts';

/** However bad the network is, a person gets an answer within this, ms. */
const LIMIT_MS = 90_000;

/**
 * Tests the connection of a profile with its identity (main/service/diagnose.ts).
 * @param identityOf rejects where there is no usable identity: the test says so as a step, and goes on
 * @throws TripKitError of kind `deadline` where the whole takes too long
 */
export async function testConnection(
  profile: ServiceProfile,
  identityOf: () => Promise<{ key: string; cert: string }>,
  options: { findProxy: ProxyFinder; limit_ms?: number },
) {
  const { identity, problem } = await identityOf().then(
    (identity) => ({ identity, problem: undefined }),
    (error: unknown) => {
      if (!(error instanceof TripKitError)) throw error;
      return { identity: null, problem: error.message };
    },
  );
  const limit = AbortSignal.timeout(options.limit_ms ?? LIMIT_MS);
  try {
    const { diagnose } = await import('../service/diagnose.ts');
    const { ok, verdict, steps } = await diagnose(profile, identity, {
      findProxy: options.findProxy,
      identity_problem: problem,
      probe: true,
      signal: limit,
    });
    return {
      verdict: { ok, message: verdict },
      steps: steps.map(({ certificates, ...step }) => ({
        ...step,
        ...(certificates ? { certificates: certificates.map(inUtc) } : {}),
      })),
    };
  } catch (error) {
    if (!limit.aborted) throw error;
    throw new TripKitError(
      'deadline',
      'The test took too long: the network answers too slowly. Try again on another network.',
      { cause: error },
    );
  }
}

function inUtc({ valid_from, valid_to, ...certificate }: ShownCertificate) {
  return { ...certificate, valid_from: utc(valid_from), valid_to: utc(valid_to) };
}
