/**
 * "Test connection": tests the way to the service step by step and says exactly where it ends. The steps up to the
 * certificates are made one by one; from Authenticate on, the client's own code makes them, so the test covers the code
 * that is used.
 */
import { X509Certificate } from 'node:crypto';
import { type Clock, systemClock } from '../common/clock.ts';
import { TripKitError } from '../common/errors.ts';
import { utcMinute } from '../common/text.ts';
import type { ServiceProfile } from '../profile/profile.ts';
import type { AuthTransport } from './auth-transport.ts';
import { defaultTimeLimits, type TimeLimits } from './connection.ts';
import { type Diagnosis, type DiagnosisStep, oneLineName, StepRecorder } from './diagnose-steps.ts';
import { testWay } from './diagnose-way.ts';
import { nameServer } from './network-failure.ts';
import { type ProxyFinder, ProxyRoutes } from './proxy.ts';
import { TripKitService } from './trip-kit-service.ts';

export type { Diagnosis, DiagnosisStep, DiagnosisStepId, ShownCertificate } from './diagnose-steps.ts';

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

/** Whose connection is tested: key and chain in PEM; or a computer certificate's facts, and the client that calls with it. */
export type DiagnosedIdentity =
  | { key: string; cert: string }
  | { transport: AuthTransport; facts: PresentedFacts };

/** Public facts of a certificate. Times are ms since 1970 UTC. */
interface PresentedFacts {
  /** Its common name. */
  name: string;
  issuer: string;
  valid_from: number;
  valid_to: number;
}

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
  return { ok: steps.decisive === null, verdict: verdict(profile, steps), steps: steps.steps };
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
): PresentedFacts | null {
  const refuse = (condition: string, message: string) => {
    steps.failed('client_certificate', 'auth', { condition, message });
    return null;
  };
  if (!identity) {
    const none =
      'There is no client certificate for this profile. Import the .p12 or .pfx file that your IT gave you.';
    return refuse('none', problem ?? none);
  }
  const facts = 'facts' in identity ? identity.facts : factsOf(new X509Certificate(identity.cert));
  const { valid_from: from, valid_to: to } = facts;
  if (now > to) {
    const next = 'facts' in identity ? 'choose it in set-up' : 'import it';
    const message = `The client certificate expired on ${utcMinute(to)}. Ask your IT for a new one and ${next}.`;
    return refuse('expired', message);
  }
  if (now < from) {
    const message = `The client certificate is valid only from ${utcMinute(from)}. Check this computer’s date and time, or wait until then.`;
    return refuse('not_yet_valid', message);
  }
  return facts;
}

function factsOf(certificate: X509Certificate): PresentedFacts {
  return {
    name: commonName(certificate),
    issuer: oneLineName(certificate.issuer),
    valid_from: Date.parse(certificate.validFrom),
    valid_to: Date.parse(certificate.validTo),
  };
}

/** Failures of Authenticate that concern the certificate itself. */
const certificateRefusals = ['tls_client_certificate', 'access_denied'];

async function testAuthenticate(
  { profile, steps, signal }: Test,
  service: TripKitService,
  certificate: PresentedFacts,
): Promise<boolean> {
  const server = nameServer('auth', new URL(profile.auth_url).host);
  const mine = `The client certificate “${certificate.name}”`;
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
        message: `The ${server} closed the connection as soon as the client certificate “${certificate.name}” was shown: it most likely refuses it. Ask your airline’s IT whether this certificate, issued by “${certificate.issuer}”, is registered with the service.`,
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

function verdict(profile: ServiceProfile, { decisive }: StepRecorder): string {
  if (!decisive) {
    return `The connection works: the service accepts this certificate for ${profile.company_name}, and both servers can be reached.`;
  }
  return `The connection does not work yet. ${decisive.what}${decisive.advice === null ? '' : ` ${decisive.advice}`}`;
}

function commonName(certificate: X509Certificate): string {
  return /^CN=(.+)$/m.exec(certificate.subject ?? '')?.[1] ?? oneLineName(certificate.subject);
}
