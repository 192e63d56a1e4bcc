/**
 * Checks a server's certificate for the connection test. The handshake completes even with a bad certificate, so it can be
 * shown; nothing is sent over the connection, and our own certificate is not presented.
 */

import { X509Certificate } from 'node:crypto';
import { isIP, type Socket } from 'node:net';
import { checkServerIdentity, connect, type DetailedPeerCertificate, type TLSSocket } from 'node:tls';
import type { ShownCertificate } from '../../preload/contract/support.ts';
import { utc } from '../common/clock.ts';
import { oneLine } from '../identity/certificate-facts.ts';
import { errorCode } from './network-failure.ts';
import { ready } from './proxy-tunnel.ts';
import { chainProblem } from './server-chain.ts';

/** The result of checking a server's certificate. */
export interface TlsFindings {
  /** The server's own first; empty if the handshake ended before it was received. */
  certificates: ShownCertificate[];
  /** What is wrong with the certificate, as a code of node:tls; null if nothing is. */
  problem: string | null;
  /** The code with which the handshake ended early, as it may if the server asks for a client certificate; null if it did not. */
  ended: string | null;
  /** `TLSv1.3`; null if no handshake was completed. */
  protocol: string | null;
}

/** No sane chain is longer than this. */
const MAX_CHAIN = 10;

/**
 * Makes a TLS handshake over an open connection and closes it.
 *
 * @param options.host name or address, without brackets
 * @param options.ca PEM certificates: only these are trusted
 * @param options.now ms since 1970 UTC
 * @throws the signal's reason
 */
export async function inspectTls(
  socket: Socket,
  options: { host: string; ca: readonly string[]; now: number; signal: AbortSignal },
): Promise<TlsFindings> {
  const { host, ca, now, signal } = options;
  const secure: TLSSocket = connect({
    socket,
    host,
    servername: isIP(host) ? '' : host,
    ca: [...ca],
    // The verdict is read below, and the connection is closed without sending anything.
    rejectUnauthorized: false,
    ALPNProtocols: ['http/1.1'],
    minVersion: 'TLSv1.2',
  });
  let leaf: DetailedPeerCertificate | null = null;
  // Node returns the chain once, and no longer after the socket is closed.
  secure.once('error', () => {
    leaf ??= peerOf(secure);
  });
  try {
    await ready(secure, 'secureConnect', signal);
    leaf = peerOf(secure);
    const chain = chainOf(leaf);
    const protocol = secure.getProtocol();
    const isOtherHost = leaf !== null && checkServerIdentity(host, leaf) !== undefined;
    const problem =
      codeOf(secure.authorizationError) ?? (isOtherHost ? 'ERR_TLS_CERT_ALTNAME_INVALID' : null);
    sayGoodbye(secure);
    return {
      certificates: chain.flatMap(show),
      problem,
      ended: null,
      protocol,
    };
  } catch (error) {
    socket.destroy();
    if (signal.aborted) throw signal.reason;
    const chain = chainOf(leaf);
    return {
      certificates: chain.flatMap(show),
      // node:tls has not judged it, because the server ended the handshake.
      problem:
        chain.length === 0
          ? null
          : chainProblem({ chain, roots: ca.map((pem) => new X509Certificate(pem)), host, now }),
      ended: errorCode(error) || 'ECONNRESET',
      protocol: null,
    };
  }
}

/** How long a server that no longer answers may take to close, ms. */
const GOODBYE_MS = 1_000;

/** Closes a connection properly, so the server's log shows no broken handshake. */
function sayGoodbye(secure: TLSSocket): void {
  const timer = setTimeout(() => secure.destroy(), GOODBYE_MS);
  timer.unref();
  secure.once('close', () => clearTimeout(timer));
  secure.resume();
  secure.end();
}

function peerOf(socket: TLSSocket): DetailedPeerCertificate | null {
  const peer = socket.getPeerCertificate(true);
  return peer && Buffer.isBuffer(peer.raw) ? peer : null;
}

/** A chain ends at a certificate that is its own issuer, or whose issuer is not known. */
function chainOf(leaf: DetailedPeerCertificate | null): X509Certificate[] {
  const chain: X509Certificate[] = [];
  for (let at: DetailedPeerCertificate | undefined = leaf ?? undefined; at && chain.length < MAX_CHAIN; ) {
    chain.push(new X509Certificate(at.raw));
    if (at.issuerCertificate === at || at.issuerCertificate?.fingerprint256 === at.fingerprint256) break;
    at = at.issuerCertificate;
  }
  return chain;
}

/** Nothing for a certificate without readable dates. */
function show(certificate: X509Certificate): ShownCertificate[] {
  const valid_from = Date.parse(certificate.validFrom);
  const valid_to = Date.parse(certificate.validTo);
  if (Number.isNaN(valid_from + valid_to)) return [];
  return [
    {
      subject: oneLine(certificate.subject),
      issuer: oneLine(certificate.issuer),
      sha256: certificate.fingerprint256,
      valid_from: utc(valid_from),
      valid_to: utc(valid_to),
    },
  ];
}

function codeOf(error: unknown): string | null {
  if (!error) return null;
  return error instanceof Error ? errorCode(error) : String(error);
}
