/**
 * "Test connection": tests the way to the service step by step and says exactly where it ends. The steps up to the
 * certificates are made one by one; from Authenticate on, the client's own code makes them, so the test covers the code
 * that is used.
 */
import type { Diagnosis, DiagnosisStep } from '../../preload/contract/support.ts';
import { type Clock, systemClock } from '../common/clock.ts';
import { TripKitError } from '../common/errors.ts';
import { type CertificateFacts, checkValidity, commonNameOf } from '../identity/certificate-facts.ts';
import type { ServiceProfile } from '../profile/profile.ts';
import { defaultTimeLimits, type TimeLimits } from './connection.ts';
import { StepRecorder } from './diagnose-steps.ts';
import { testWay } from './diagnose-way.ts';
import { nameServer } from './network-failure.ts';
import { type ProxyFinder, ProxyRoutes } from './proxy.ts';
import { type PresentedIdentity, TripKitService } from './trip-kit-service.ts';

/** The options of a connection test. */
export interface DiagnoseOptions {
  /** The proxy settings; without them every connection is direct. */
  findProxy?: ProxyFinder | undefined;
  /** Called with each step as it ends. */
  onStep?: ((step: DiagnosisStep) => void) | undefined;
  /**
   * Also asks get-PDF for a kit that can't exist, to see whether the service accepts our token: a 404 is the interface's
   * own answer. Default false.
   */
  probe?: boolean;
  /** Why `identity` is null, in words: for example, the keychain is locked. */
  identity_problem?: string | undefined;
  clock?: Clock;
  limits?: Partial<TimeLimits>;
  signal?: AbortSignal | undefined;
}

/** Whose connection is tested: what the service's client presents, and the public facts of the certificate. */
export type DiagnosedIdentity = PresentedIdentity & {
  facts: Pick<CertificateFacts, 'subject' | 'issuer' | 'valid_from' | 'valid_to'>;
};

/** The service never uses this as a tripkit_id. */
const NO_SUCH_KIT = 'connection-test-no-such-kit';

/**
 * Tests the connection of a profile with an identity, and closes its transport. Sends no request for a kit.
 *
 * @throws an AbortError if `signal` aborted; every failure is a step
 */
export async function diagnose(
  profile: ServiceProfile,
  identity: DiagnosedIdentity | null,
  options: DiagnoseOptions = {},
): Promise<Diagnosis> {
  const { clock = systemClock, findProxy } = options;
  const limits = { ...defaultTimeLimits, ...options.limits };
  const signal = options.signal ?? new AbortController().signal;
  signal.throwIfAborted();
  const steps = new StepRecorder(options.onStep);
  const way = {
    proxies: findProxy ? new ProxyRoutes({ find: findProxy, monotonic: () => clock.monotonic() }) : null,
    steps,
    limit_ms: limits.connect,
    now: () => clock.now(),
    signal,
  };
  const service = identity && new TripKitService({ profile, identity, clock, limits, findProxy });
  const test: Test = { profile, steps, signal, now: clock.now() };
  try {
    const auth = new URL(profile.auth_url);
    const system_signs_in = identity !== null && 'transport' in identity;
    const authReached = await testWay({
      ...way,
      role: 'auth',
      url: auth,
      trust: profile.trust.auth,
      system_signs_in,
    });
    const usable = checkIdentity(test, identity, options.identity_problem);
    let granted = false;
    if (authReached && usable && service) granted = await testAuthenticate(test, service, usable);
    else {
      const why = authReached ? 'there is no usable client certificate' : 'the server could not be reached';
      steps.skipped('authenticate', 'auth', `Not tried: ${why}.`);
    }
    const api = new URL(profile.base_url);
    const apiReached = await testWay({ ...way, role: 'api', url: api, trust: profile.trust.api });
    if (options.probe) {
      if (granted && apiReached && service) await testToken(test, service);
      else steps.skipped('get_pdf', 'api', 'Not tried: an earlier step is missing.');
    }
    const later = 'where the document storage is, only the service’s answer for a finished kit says';
    steps.skipped('storage', 'storage', `Not tried: ${later}.`);
  } finally {
    await service?.close();
  }
  signal.throwIfAborted();
  return { steps: steps.steps, verdict: verdict(profile, steps) };
}

interface Test {
  profile: ServiceProfile;
  steps: StepRecorder;
  signal: AbortSignal;
  /** Ms since 1970 UTC. */
  now: number;
}

/** The identity's certificate if it may be presented; otherwise null and a failed step. */
function checkIdentity(
  { steps, now }: Test,
  identity: DiagnosedIdentity | null,
  problem: string | undefined,
): DiagnosedIdentity['facts'] | null {
  if (!identity) {
    const none =
      'There is no client certificate for this profile. Import the .p12 or .pfx file that your IT gave you.';
    steps.failed('client_certificate', 'auth', { condition: 'none', message: problem ?? none });
    return null;
  }
  try {
    checkValidity(identity.facts, now, 'transport' in identity ? 'computer' : 'file');
    return identity.facts;
  } catch (error) {
    if (!(error instanceof TripKitError)) throw error;
    steps.failed('client_certificate', 'auth', error);
    return null;
  }
}

/** Failures of Authenticate that concern the certificate itself. */
const certificateRefusals = ['tls_client_certificate', 'access_denied'];

async function testAuthenticate(
  { profile, steps, signal }: Test,
  service: TripKitService,
  { subject, issuer }: DiagnosedIdentity['facts'],
): Promise<boolean> {
  const server = nameServer('auth', new URL(profile.auth_url).host);
  const name = commonNameOf(subject);
  const mine = `The client certificate “${name}”`;
  try {
    const granted = await service.authenticate(signal);
    steps.passed('client_certificate', 'auth', `${mine} was accepted by the ${server}.`);
    const tokens = granted.map(
      ({ scopes, expires_in }) =>
        `for ${scopes.map((scope) => `“${scope}”`).join(' and ')}, valid for ${expires_in} s`,
    );
    const what = `The ${server} knows the client_id and granted ${tokens.length === 1 ? 'a token' : 'tokens'} ${tokens.join('; ')}.`;
    steps.passed('authenticate', 'auth', what);
    return true;
  } catch (error) {
    signal.throwIfAborted();
    if (!(error instanceof TripKitError)) throw error;
    const { condition = 'other', kind, status } = error;
    // A missing card or a PIN that was not given: the server has received nothing of it.
    if (kind === 'identity' || certificateRefusals.includes(condition)) {
      steps.failed('client_certificate', 'auth', error);
      steps.skipped(
        'authenticate',
        'auth',
        kind === 'identity'
          ? 'Not tried: the client certificate could not be used.'
          : 'Not tried: the client certificate was not accepted.',
      );
    } else if (kind === 'network' && (condition === 'cut' || condition === 'connection')) {
      // Just before, the same server completed a handshake, or ended one because it wants a certificate.
      steps.failed('client_certificate', 'auth', {
        condition: 'tls_client_certificate',
        message: `The ${server} closed the connection as soon as the client certificate “${name}” was shown: it most likely refuses it. Ask your airline’s IT whether this certificate, issued by “${issuer}”, is registered with the service.`,
      });
      steps.skipped('authenticate', 'auth', 'Not tried: the client certificate was not accepted.');
    } else {
      // An answer means that the handshake was completed with our certificate.
      if (status === undefined) {
        steps.skipped('client_certificate', 'auth', `Whether ${mine} is accepted could not be seen.`);
      } else steps.passed('client_certificate', 'auth', `${mine} was accepted in the TLS handshake.`);
      steps.failed('authenticate', 'auth', error);
    }
    return false;
  }
}

async function testToken({ profile, steps, signal }: Test, service: TripKitService): Promise<void> {
  const server = nameServer('api', new URL(profile.base_url).host);
  const accepted = `The ${server} takes the token`;
  try {
    await service.pdf(NO_SUCH_KIT, signal);
    steps.passed('get_pdf', 'api', `${accepted}.`);
  } catch (error) {
    signal.throwIfAborted();
    if (!(error instanceof TripKitError)) throw error;
    if (error.kind === 'not_found' || error.kind === 'rejected') {
      const what = `${accepted}: it answered that the kit of this test does not exist, as it should.`;
      steps.passed('get_pdf', 'api', what);
    } else steps.failed('get_pdf', 'api', error);
  }
}

function verdict(profile: ServiceProfile, { decisive }: StepRecorder): Diagnosis['verdict'] {
  const message = decisive
    ? `The connection does not work yet. ${decisive.what}${decisive.advice === null ? '' : ` ${decisive.advice}`}`
    : `The connection works: the service accepts this certificate for ${profile.company_name}, and both servers can be reached.`;
  return { ok: !decisive, message };
}
