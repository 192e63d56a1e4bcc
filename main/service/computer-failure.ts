/**
 * Failures with a certificate of this computer, in the same kinds and sentences as all others (network-failure.ts), from
 * Chromium's error names (net/base/net_error_list.h).
 */
import { TripKitError } from '../common/errors.ts';
import { CallFailure, type ServerRole } from './answer.ts';
import type { CertificateUse, ComputerFailure } from './computer-client.ts';
import { nameServer, networkFailure } from './network-failure.ts';
import { type ProxyCondition, ProxyError } from './proxy.ts';
import { refusal } from './proxy-tunnel.ts';

/** The server and the certificate of a failed call. */
export interface ComputerPlace {
  role: ServerRole;
  /** Host and port. */
  host: string;
  /** The certificate's name in a sentence: its common name. */
  name: string;
}

/** The failure that the outcome of a call means. */
export function computerFailure(failure: ComputerFailure, place: ComputerPlace): CallFailure | TripKitError {
  const { error, chain, proxy, certificate } = failure;
  const network = (code: string | ProxyError, connected = false) =>
    networkFailure(typeof code === 'string' ? coded(code, error) : code, {
      role: place.role,
      host: place.host,
      connected,
      client_certificate: certificate === 'presented',
    });
  if (chain !== null) return network(chain);
  const unpresented = notPresented(certificate, place);
  if (unpresented) return unpresented;
  if (proxy !== null) {
    return network(
      refusal({ type: 'http', host: proxy.host, port: proxy.port }, { status: 407, schemes: proxy.scheme }),
    );
  }
  const certificateTrouble = certificateErrors[error];
  if (certificateTrouble) return certificateTrouble(place);
  const way = proxyErrors[error];
  if (way) return network(new ProxyError(way[0], way[1], error));
  if (error.startsWith('ERR_CERT_')) return network('UNABLE_TO_GET_ISSUER_CERT_LOCALLY');
  if (error.startsWith('ERR_SSL_')) return network(error);
  const [code, connected = false] = networkErrors[error] ?? [error];
  const broken = network(code, connected);
  return connected && certificate === 'not_asked' ? brokenOff(broken, place) : broken;
}

/** A server that requires a certificate may say so or just close the connection: which of the two is not known here. */
function brokenOff(failure: CallFailure, { role, host }: ComputerPlace): CallFailure {
  return new CallFailure(
    failure.kind,
    `The ${nameServer(role, host)} broke the connection off, and asked for no certificate that this computer has. If yours is on a card, insert it; else check the network connection. Then try again.`,
    failure,
  );
}

/** Why the certificate was not presented, if known; null if it was presented or not asked for. */
export function notPresented(certificate: CertificateUse, place: ComputerPlace): TripKitError | null {
  if (certificate === 'missing') return missing(place);
  if (certificate === 'no_pin') return noPin(place);
  return certificate === 'no_prompt' ? noPrompt() : null;
}

/** The chosen certificate is missing. */
function missing({ role, host, name }: ComputerPlace): TripKitError {
  return identityTrouble(
    'missing',
    `The certificate “${name}” isn’t among those of this computer that the ${nameServer(role, host)} takes. Insert the card that holds it and try again; if it was replaced, choose the new one in set-up.`,
  );
}

/** The server accepted no certificate of this computer. */
export function noneFits({ role, host, name }: ComputerPlace): TripKitError {
  return identityTrouble(
    'none_fits',
    `No certificate of this computer fits what the ${nameServer(role, host)} asks for, so “${name}” wasn’t shown to it. Insert the card that holds it and try again; if it stays so, ask your airline’s IT whether it is installed on this computer.`,
  );
}

/** There was no answer for so long that the reason is not known. */
export function silent({ role, host, name }: ComputerPlace): TripKitError {
  return identityTrouble(
    'not_in_time',
    `The sign-in with the certificate${name === '' ? '' : ` “${name}”`} took too long: its PIN wasn’t entered, its card didn’t answer, or the ${nameServer(role, host)} didn’t. Take the card out, insert it again, and try with its PIN at hand; if that doesn’t help, quit the app and start it again.`,
  );
}

function noPin({ name }: ComputerPlace): TripKitError {
  return identityTrouble(
    'pin',
    `The PIN for the certificate${name === '' ? '' : ` “${name}”`} wasn’t entered or was wrong. Try again with its PIN at hand: a card locks itself after a few wrong ones.`,
  );
}

function noPrompt(): TripKitError {
  return identityTrouble(
    'no_prompt',
    'This computer has no program that asks for the PIN of the card. Install a pinentry that has a window (pinentry-gnome3 or pinentry-qt), or ask your IT to, and try again.',
  );
}

function noSignature({ name }: ComputerPlace): TripKitError {
  return identityTrouble(
    'signature',
    `The key of the certificate “${name}” didn’t sign: its PIN was wrong or cancelled, or its card was removed. Insert the card and try again with its PIN at hand: a card locks itself after a few wrong ones.`,
  );
}

function noKey({ name }: ComputerPlace): TripKitError {
  return identityTrouble(
    'no_key',
    `The key of the certificate “${name}” can’t be used on this computer. Insert the card that holds it and try again; if it stays so, ask your airline’s IT.`,
  );
}

function noAlgorithm({ role, host, name }: ComputerPlace): TripKitError {
  return identityTrouble(
    'algorithm',
    `The key of the certificate “${name}” and the ${nameServer(role, host)} have no way of signing in common. Ask your airline’s IT for another certificate.`,
  );
}

function identityTrouble(condition: string, message: string): TripKitError {
  return new TripKitError('identity', message, { condition });
}

/** Errors of the client certificate, with their failures. */
const certificateErrors: Readonly<Record<string, (place: ComputerPlace) => TripKitError>> = {
  ERR_SSL_CLIENT_AUTH_CERT_NEEDED: noneFits,
  ERR_SSL_CLIENT_AUTH_PRIVATE_KEY_ACCESS_DENIED: noPin,
  ERR_SSL_CLIENT_AUTH_SIGNATURE_FAILED: noSignature,
  ERR_SSL_CLIENT_AUTH_CERT_NO_PRIVATE_KEY: noKey,
  ERR_SSL_CLIENT_AUTH_CERT_BAD_FORMAT: noKey,
  ERR_SSL_CLIENT_AUTH_NO_COMMON_ALGORITHMS: noAlgorithm,
};

/** Errors of the network, as codes that network-failure.ts knows, and whether there was a connection. */
const networkErrors: Readonly<Record<string, readonly [code: string, connected?: boolean]>> = {
  ERR_NAME_NOT_RESOLVED: ['ENOTFOUND'],
  ERR_NAME_RESOLUTION_FAILED: ['ENOTFOUND'],
  ERR_DNS_TIMED_OUT: ['ENOTFOUND'],
  ERR_CONNECTION_REFUSED: ['ECONNREFUSED'],
  ERR_CONNECTION_TIMED_OUT: ['UND_ERR_CONNECT_TIMEOUT'],
  ERR_TIMED_OUT: ['UND_ERR_CONNECT_TIMEOUT'],
  ERR_INTERNET_DISCONNECTED: ['ENETUNREACH'],
  ERR_ADDRESS_UNREACHABLE: ['ENETUNREACH'],
  ERR_ADDRESS_INVALID: ['ENETUNREACH'],
  ERR_NETWORK_ACCESS_DENIED: ['ENETUNREACH'],
  ERR_CONNECTION_RESET: ['ECONNRESET', true],
  ERR_CONNECTION_CLOSED: ['ECONNRESET', true],
  ERR_CONNECTION_ABORTED: ['ECONNRESET', true],
  ERR_EMPTY_RESPONSE: ['ECONNRESET', true],
  ERR_NETWORK_CHANGED: ['ECONNRESET', true],
  ERR_INCOMPLETE_CHUNKED_ENCODING: ['ECONNRESET', true],
  ERR_CONTENT_LENGTH_MISMATCH: ['ECONNRESET', true],
  // The server's alerts about our certificate; node:tls has a code for each that begins like this.
  ERR_BAD_SSL_CLIENT_AUTH_CERT: ['ERR_SSL_ALERT', true],
};

const PROXY = 'The proxy on the way to the %s';
const CHECK = 'Check the network connection and the proxy settings of this computer, and try again.';
const WITH_SYSTEM = `${PROXY} asks for a sign-in that this computer’s own sign-in could not give (HTTP 407). Ask your airline’s IT to let this app through, or to name a proxy that takes this computer’s sign-in.`;
const signIn = ['proxy_authentication', WITH_SYSTEM] as const;
const settings = [
  'proxy_settings',
  'The proxy settings of this computer for the %s could not be read. Check them, or ask your airline’s IT, and try again.',
] as const;

/** Errors of proxies; Chromium does not say which proxy failed. */
const proxyErrors: Readonly<Record<string, readonly [ProxyCondition, string]>> = {
  ERR_PROXY_CONNECTION_FAILED: ['proxy_unreachable', `${PROXY} can’t be reached. ${CHECK}`],
  ERR_SOCKS_CONNECTION_FAILED: ['proxy_unreachable', `${PROXY} can’t be reached. ${CHECK}`],
  ERR_SOCKS_CONNECTION_HOST_UNREACHABLE: ['proxy_unreachable', `${PROXY} finds no way to it. ${CHECK}`],
  ERR_PROXY_CERTIFICATE_INVALID: [
    'proxy_tls',
    `${PROXY} offers no secure connection that can be trusted. ${CHECK}`,
  ],
  ERR_TUNNEL_CONNECTION_FAILED: [
    'proxy_refused',
    `${PROXY} does not let this connection through. Ask your airline’s IT to allow it.`,
  ],
  ERR_PROXY_AUTH_UNSUPPORTED: signIn,
  ERR_PROXY_AUTH_REQUESTED: signIn,
  ERR_PROXY_AUTH_REQUESTED_WITH_NO_CONNECTION: signIn,
  ERR_UNEXPECTED_PROXY_AUTH: signIn,
  ERR_INVALID_AUTH_CREDENTIALS: signIn,
  ERR_MISSING_AUTH_CREDENTIALS: signIn,
  ERR_UNSUPPORTED_AUTH_SCHEME: signIn,
  ERR_MISCONFIGURED_AUTH_ENVIRONMENT: signIn,
  ERR_UNEXPECTED_SECURITY_LIBRARY_STATUS: signIn,
  ERR_UNDOCUMENTED_SECURITY_LIBRARY_STATUS: signIn,
  ERR_MANDATORY_PROXY_CONFIGURATION_FAILED: settings,
  ERR_PAC_SCRIPT_FAILED: settings,
  ERR_PAC_SCRIPT_TERMINATED: settings,
  ERR_NO_SUPPORTED_PROXIES: [
    'proxy_unsupported',
    'The proxy settings of this computer for the %s name a proxy that can’t be used. Ask your airline’s IT.',
  ],
};

/** @param text Chromium's own name, for logs */
function coded(code: string, text: string): Error {
  return Object.assign(new Error(text), { code });
}
