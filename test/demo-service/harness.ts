/** A plain client for the tests of the demo service: node:https and nothing of the app, so that neither hides the other. */
import https from 'node:https';
import { text } from 'node:stream/consumers';
import type { DemoService } from './demo-service.ts';
import type { Identity } from './pki.ts';

export interface Received {
  status: number;
  location: string;
  body: string;
}

export interface Call {
  method?: string;
  headers?: Record<string, string>;
  body?: string;
  identity?: Identity;
}

/** Rejects where there is no answer at all. */
export function call(service: DemoService, url: string, options: Call = {}): Promise<Received> {
  const { method = 'GET', headers = {}, body, identity } = options;
  const trust = { ca: service.pki.operator.pem, agent: false as const };
  const own = identity ? { pfx: identity.p12, passphrase: identity.passphrase } : {};
  return new Promise((resolve, reject) => {
    const sent = https.request(url, { method, headers, ...trust, ...own }, (answer) => {
      const { statusCode: status = 0, headers: of } = answer;
      text(answer).then((all) => resolve({ status, location: of.location ?? '', body: all }), reject);
    });
    sent.on('error', reject);
    sent.end(body);
  });
}

/** Calls Authenticate for these scopes. */
export function authenticate(
  service: DemoService,
  scope = 'urn:demo:create urn:demo:download',
): Promise<Received> {
  const parameters = { client_id: 'demo-client', scope, response_type: 'token', state: 's' };
  return call(service, service.profile.auth_url.replace('{company_code}', 'DEMO'), {
    method: 'POST',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    body: new URLSearchParams(parameters).toString(),
    identity: service.identity,
  });
}

/** A token for these scopes. */
export async function tokenFor(service: DemoService, scope?: string): Promise<string> {
  const { location } = await authenticate(service, scope);
  return new URLSearchParams(new URL(location).hash.slice(1)).get('access_token') ?? '';
}

export function bearer(token: string): Record<string, string> {
  return { 'user-agent': 'demoair-tripkit/1.0', authorization: `Bearer ${token}` };
}

/** Calls Request Trip Kit. */
export function request(service: DemoService, token: string): Promise<Received> {
  return call(service, `${service.urls.api}/v1/companies/DEMO/tripkits`, {
    method: 'POST',
    headers: { ...bearer(token), 'content-type': 'application/json' },
    body: JSON.stringify({ company: 'Demo Air', origin: 'KDEN', destination: 'KLAX' }),
  });
}

/** Requests a kit and answers its id. */
export async function requested(service: DemoService, token: string): Promise<string> {
  const { body } = await request(service, token);
  return (JSON.parse(body) as { tripkit_id: string }).tripkit_id;
}

export function pdfUrl(service: DemoService, tripkit_id: string): string {
  return `${service.urls.api}/v1/companies/DEMO/tripkits/${encodeURIComponent(tripkit_id)}/pdf`;
}

/** Calls Get Trip Kit PDF. */
export function getPdf(service: DemoService, token: string, tripkit_id: string): Promise<Received> {
  return call(service, pdfUrl(service, tripkit_id), { headers: bearer(token) });
}

/** The storage URL of a kit, once it is generated. */
export async function storageUrl(service: DemoService, token: string, tripkit_id: string): Promise<string> {
  for (;;) {
    const { status, body } = await getPdf(service, token, tripkit_id);
    if (status !== 202) return (JSON.parse(body) as { url?: string }).url ?? '';
  }
}
