/**
 * A server of Authenticate that takes every client certificate and remembers whose key it saw: TLS itself has proven by
 * then that the client has the key (RFC 8446, CertificateVerify). Which authorities it names, and which versions of TLS it
 * speaks, is a test's choice.
 */
import { createServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import type { SecureVersion, TLSSocket } from 'node:tls';
import { createAuthority, issueServer } from '../demo-service/pki.ts';
import { aProfile } from '../profile/a-profile.ts';

/** A handshake with a client certificate. */
export interface SeenClient {
  /** SHA-256 of the certificate, hex with colons, upper case. */
  fingerprint: string;
  protocol: string | null;
  cipher: string;
  /** How many certificates came: the client's own and its issuers. */
  chain: number;
}

export interface AuthServer {
  /** A service profile for it, as JSON text. */
  profile: string;
  seen: SeenClient[];
  close(): Promise<void>;
}

export interface AuthServerOptions {
  versions?: { from: SecureVersion; to: SecureVersion };
}

export async function startAuthServer({ versions }: AuthServerOptions = {}): Promise<AuthServer> {
  const authority = await createAuthority('Electron suite CA', 'Trip Kit tests');
  const { cert, key } = await issueServer(authority, '127.0.0.1');
  const seen: SeenClient[] = [];
  const server = createServer(
    {
      cert,
      key,
      requestCert: true,
      rejectUnauthorized: false,
      ...(versions ? { minVersion: versions.from, maxVersion: versions.to } : {}),
    },
    (request, response) => {
      const socket = request.socket as TLSSocket;
      let body = '';
      request.setEncoding('utf8');
      request.on('data', (chunk: string) => {
        body += chunk;
      });
      request.on('end', () => {
        const certificate = socket.getPeerCertificate(true);
        if (certificate.fingerprint256) {
          seen.push({
            fingerprint: certificate.fingerprint256,
            protocol: socket.getProtocol(),
            cipher: socket.getCipher().name,
            chain: chainLength(certificate),
          });
        }
        const state = new URLSearchParams(body).get('state') ?? '';
        const answer = certificate.fingerprint256
          ? { access_token: 'a-token-of-this-test', token_type: 'Bearer', expires_in: '600' }
          : { error: 'access_denied', error_description: 'No certificate.' };
        const fragment = new URLSearchParams({ ...answer, ...(state ? { state } : {}) });
        response.writeHead(302, { location: `https://${request.headers.host}/redirected#${fragment}` }).end();
      });
    },
  );
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const profile = JSON.stringify({
    ...aProfile,
    auth_url: `https://127.0.0.1:${port}/as/{company_code}/authorization.oauth2`,
    base_url: `https://127.0.0.1:${port}`,
    trust: { auth: [authority.pem] },
  });
  return {
    profile,
    seen,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

function chainLength(certificate: { fingerprint256?: string; issuerCertificate?: unknown }): number {
  const found = new Set<string>();
  let next: unknown = certificate;
  while (typeof next === 'object' && next !== null) {
    const fingerprint = Reflect.get(next, 'fingerprint256');
    if (typeof fingerprint !== 'string' || found.has(fingerprint)) break;
    found.add(fingerprint);
    next = Reflect.get(next, 'issuerCertificate');
  }
  return found.size;
}
