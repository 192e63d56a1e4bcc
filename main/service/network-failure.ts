import { CallFailure, readLocation, type ServerRole, type TextAnswer } from './answer.ts';
import { ProxyError } from './proxy.ts';

const serverName: Record<ServerRole, string> = {
  auth: 'authentication server',
  api: 'trip kit service',
  storage: 'document storage',
  webhook: 'webhook',
  shelf: 'shelf',
};

/** The name of a server in a sentence, with its host: "authentication server auth.example". */
export function nameServer(role: ServerRole, host: string): string {
  return `${serverName[role]} ${host}`;
}

/** The place of a call, for its failure's sentence. */
interface CallPlace {
  role: ServerRole;
  /** Host and port, nothing else: the rest of a storage URL is secret. */
  host: string;
  /** Whether there was a connection, so that the server may have received the request. */
  connected: boolean;
  /** Whether the call presented a client certificate. */
  client_certificate: boolean;
}

/**
 * Turns an error of undici, node:tls, node:net or node:dns into a failure of kind `network` (or `authentication`, if the
 * server's TLS refuses our certificate). The text of the original error is kept as `cause`, for logs only.
 */
export function networkFailure(error: unknown, place: CallPlace): CallFailure {
  const server = nameServer(place.role, place.host);
  if (error instanceof ProxyError) {
    return new CallFailure('network', error.messageFor(server), {
      condition: error.condition,
      role: place.role,
      cause: error,
      remedy: error.passing ? 'wait' : 'none',
      maybe_received: false,
    });
  }
  const code = errorCode(error);
  const details = (condition: string) => ({
    condition,
    role: place.role,
    cause: error,
    remedy: 'wait' as const,
    maybe_received: place.connected,
  });
  const certificate = find(certificateProblems, code);
  if (certificate) {
    const [, condition, happened] = certificate;
    const message = `The certificate of the ${server} ${happened}`;
    return new CallFailure('network', message, { ...details(condition), remedy: 'none' });
  }
  if (place.client_certificate && /^ERR_SSL_.*ALERT/.test(code)) {
    return new CallFailure(
      'authentication',
      `The ${server} refused the client certificate in the TLS handshake. Ask your airline's IT whether this certificate is registered with the service and still valid.`,
      { ...details('tls_client_certificate'), remedy: 'none' },
    );
  }
  if (/^(ERR_SSL|ERR_TLS|EPROTO)/.test(code)) {
    return new CallFailure(
      'network',
      `No secure connection to the ${server} could be made (${code}). Check the address in the profile, and whether a proxy or firewall is in between.`,
      { ...details('tls_other'), remedy: 'none' },
    );
  }
  const [, condition, happened] = find(connectionProblems, code) ?? (place.connected ? cut : noConnection);
  // Some servers refuse a certificate by closing the connection.
  const hint =
    condition === 'cut' && place.client_certificate
      ? ' If it stays so, the server may be refusing the client certificate: ask your airline’s IT.'
      : '';
  return new CallFailure(
    'network',
    `${happened.replace('%s', server)} Check the network connection and try again.${hint}`,
    details(condition),
  );
}

/** The meaning of codes of undici, node:tls, node:net and node:dns. */
type Problem = [codes: readonly string[], condition: string, happened: string];

const connectionProblems: readonly Problem[] = [
  [['ENOTFOUND', 'EAI_AGAIN'], 'dns', 'The name of the %s could not be looked up.'],
  [['ECONNREFUSED'], 'refused', 'The %s does not accept connections.'],
  [['UND_ERR_CONNECT_TIMEOUT', 'ETIMEDOUT'], 'connect_timeout', 'The %s could not be reached in time.'],
  [
    ['ENETUNREACH', 'EHOSTUNREACH', 'ENETDOWN', 'EADDRNOTAVAIL'],
    'unreachable',
    'There is no network route to the %s.',
  ],
  [['UND_ERR_HEADERS_TIMEOUT', 'TimeoutError'], 'answer_timeout', 'The %s did not answer in time.'],
  [['UND_ERR_BODY_TIMEOUT'], 'stalled', 'The %s stopped sending.'],
];
const cut: Problem = [[], 'cut', 'The connection to the %s broke before its answer was complete.'];
const noConnection: Problem = [[], 'connection', 'No connection to the %s could be made.'];

const certificateProblems: readonly Problem[] = [
  [
    ['ERR_TLS_CERT_ALTNAME_INVALID'],
    'tls_host_name',
    'is for another host name. Tell your airline’s IT before you go on.',
  ],
  [
    ['CERT_HAS_EXPIRED'],
    'tls_expired',
    'has expired. Check the date of this computer; if it is right, tell your airline’s IT.',
  ],
  [
    ['CERT_NOT_YET_VALID'],
    'tls_not_yet_valid',
    'is not valid yet. Check the date of this computer; if it is right, tell your airline’s IT.',
  ],
  [['CERT_REVOKED'], 'tls_untrusted', 'has been revoked. Tell your airline’s IT before you go on.'],
  [
    [
      'UNABLE_TO_VERIFY_LEAF_SIGNATURE',
      'UNABLE_TO_GET_ISSUER_CERT',
      'UNABLE_TO_GET_ISSUER_CERT_LOCALLY',
      'SELF_SIGNED_CERT_IN_CHAIN',
      'DEPTH_ZERO_SELF_SIGNED_CERT',
      'CERT_UNTRUSTED',
      'CERT_SIGNATURE_FAILURE',
      'INVALID_CA',
      'INVALID_PURPOSE',
      'CERT_CHAIN_TOO_LONG',
      'PATH_LENGTH_EXCEEDED',
      'HOSTNAME_MISMATCH',
    ],
    'tls_untrusted',
    'is not from an authority that the profile trusts. On hotel or airport Wi-Fi, sign in to the network first; elsewhere, ask your airline’s IT to check "trust" in the profile.',
  ],
];

function find(problems: readonly Problem[], code: string): Problem | undefined {
  return problems.find(([codes]) => codes.includes(code));
}

/** Whether an error code means that there was no connection at all, so the server is not at fault. */
export function isUnreachable(code: string): boolean {
  return find(connectionProblems, code) !== undefined;
}

/** The stable code of an error, inside the wrappers of undici and node:net. */
export function errorCode(error: unknown): string {
  for (let e = error, depth = 0; e instanceof Error && depth < 4; depth += 1) {
    const code: unknown = Reflect.get(e, 'code');
    const inner: unknown = e instanceof AggregateError ? e.errors[0] : e.cause;
    if (typeof code === 'string' && (code !== 'UND_ERR_SOCKET' || !(inner instanceof Error))) return code;
    if (!(inner instanceof Error)) return e.name;
    e = inner;
  }
  return '';
}

// Recognises the sign-in page of a network (hotel, airport, cabin Wi-Fi) in place of the service's answer. Over https it
// comes from a gateway whose certificate is trusted, or as HTTP 511; most often such a network shows a certificate that is
// not the server's (network-failure.ts).

/** Network Authentication Required (RFC 6585 section 6). */
const SIGN_IN_REQUIRED = 511;
/** A redirect of Authenticate has at least one of these (interface document, 4.1 and "Authentication errors"). */
const ownParameters = ['access_token', 'error', 'state', 'token_type'];

/** What to do about it; added after another sentence. */
export const SIGN_IN_FIRST = 'Sign in to the network first: open a web page in your browser, then try again.';

/** The failure if a network's sign-in page gave this answer; null if it did not. */
export function captivePortal(
  { status, headers: { location } }: TextAnswer,
  { role, origin }: { role: ServerRole; origin: string },
): CallFailure | null {
  // Its failures are told where nobody sits: the server's own status says more.
  if (role === 'webhook') return null;
  const { host } = new URL(origin);
  const server = nameServer(role, host);
  const portal = (happened: string) =>
    new CallFailure('service', `${happened} ${SIGN_IN_FIRST}`, {
      condition: 'captive_portal',
      status,
      remedy: 'wait',
      maybe_received: true,
    });
  if (status === SIGN_IN_REQUIRED) {
    return portal(`The network asks for a sign-in before the ${server} can be reached (HTTP 511).`);
  }
  if (status < 300 || status > 399 || typeof location !== 'string') return null;
  if (role === 'auth' && ownParameters.some((name) => readLocation(location).has(name))) return null;
  const url = URL.parse(location, origin);
  if (!url || !/^https?:$/.test(url.protocol) || url.host === host) return null;
  return portal(`Instead of the ${server} something answered that sends to ${url.host} (HTTP ${status}).`);
}
