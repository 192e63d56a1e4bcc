/** A plain client for the tests of the demo service: node:https and nothing of the app, so that neither hides the other. */
import http from 'node:http';
import https from 'node:https';
import type { DemoService } from './demo-service.ts';
import type { Identity } from './pki.ts';

export interface Received {
  status: number;
  headers: http.IncomingHttpHeaders;
  body: Buffer;
  /** False where the connection ended before the body did. */
  complete: boolean;
}

export interface Call {
  method?: string;
  headers?: Record<string, string>;
  body?: string;
  identity?: Identity;
  signal?: AbortSignal;
}

/** Rejects where there is no answer at all. */
export function call(service: DemoService, url: string, options: Call = {}): Promise<Received> {
  return new Promise((resolve, reject) => {
    const { method = 'GET', headers = {}, body, identity, signal } = options;
    const secure = url.startsWith('https:');
    const req = (secure ? https : http).request(
      url,
      {
        method,
        headers,
        agent: false,
        ...(secure ? { ca: service.pki.operator.pem } : {}),
        ...(identity ? { pfx: identity.p12, passphrase: identity.passphrase } : {}),
        ...(signal ? { signal } : {}),
      },
      (res) => {
        const chunks: Buffer[] = [];
        const settle = (complete: boolean) =>
          resolve({
            status: res.statusCode ?? 0,
            headers: res.headers,
            body: Buffer.concat(chunks),
            complete,
          });
        res.on('data', (chunk: Buffer) => chunks.push(chunk));
        res.on('end', () => settle(true));
        res.on('error', () => settle(false));
      },
    );
    req.on('error', reject);
    req.end(body);
  });
}

const form = { 'content-type': 'application/x-www-form-urlencoded' };

export interface Redirected {
  status: number;
  location: string;
  where: 'fragment' | 'query';
  parameters: [string, string][];
}

/** Calls Authenticate with these parameters and takes the redirect apart. */
export async function authenticate(
  service: DemoService,
  parameters: Record<string, string>,
  identity: Identity | undefined = service.identity,
): Promise<Redirected> {
  const url = service.profile.auth_url.replace('{company_code}', 'DEMO');
  const body = new URLSearchParams(parameters).toString();
  const answer = await call(service, url, {
    method: 'POST',
    headers: form,
    body,
    ...(identity ? { identity } : {}),
  });
  const location = answer.headers.location ?? '';
  const { hash, search } = new URL(location, url);
  const where = hash === '' ? 'query' : 'fragment';
  const text = (hash || search).slice(1);
  const decoded = text.split('&').map((pair): [string, string] => {
    const [name = '', value = ''] = pair.split('=');
    return [name, decodeURIComponent(value)];
  });
  return { status: answer.status, location, where, parameters: decoded };
}

export const bothScopes = 'urn:demo:create urn:demo:download';

/** A token for these scopes. */
export async function tokenFor(service: DemoService, scope = bothScopes): Promise<string> {
  const { parameters } = await authenticate(service, {
    client_id: 'demo-client',
    scope,
    response_type: 'token',
    state: 's',
  });
  return new Map(parameters).get('access_token') ?? '';
}

export function bearer(token: string): Record<string, string> {
  return { 'user-agent': 'demoair-tripkit/1.0', authorization: `Bearer ${token}` };
}

export const example = { company: 'Demo Air', origin: 'KDEN', destination: 'KLAX' };

/** Calls Request Trip Kit. */
export function request(service: DemoService, token: string, body: unknown): Promise<Received> {
  return call(service, `${service.urls.api}/v1/companies/DEMO/tripkits`, {
    method: 'POST',
    headers: { ...bearer(token), 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
}

export function pdfUrl(service: DemoService, tripkit_id: string): string {
  return `${service.urls.api}/v1/companies/DEMO/tripkits/${encodeURIComponent(tripkit_id)}/pdf`;
}

/** Calls Get Trip Kit PDF. */
export function getPdf(service: DemoService, token: string, tripkit_id: string): Promise<Received> {
  return call(service, pdfUrl(service, tripkit_id), { headers: bearer(token) });
}

export interface PdfBody {
  url?: string;
  messages?: { code: string; type: string; message: string }[];
}

export function bodyOf(answer: Received): PdfBody {
  return JSON.parse(answer.body.toString('utf8')) as PdfBody;
}

/** Requests a kit and answers its id. */
export async function requested(service: DemoService, token: string, trip: object = {}): Promise<string> {
  const answer = await request(service, token, { ...example, ...trip });
  return (JSON.parse(answer.body.toString('utf8')) as { tripkit_id: string }).tripkit_id;
}

/** Asks until the answer is no 202. */
export async function whenSettled(
  service: DemoService,
  token: string,
  tripkit_id: string,
): Promise<Received> {
  for (;;) {
    const answer = await getPdf(service, token, tripkit_id);
    if (answer.status !== 202) return answer;
  }
}

/** The storage URL of a kit that is generated. */
export async function storageUrl(service: DemoService, token: string, tripkit_id: string): Promise<string> {
  return bodyOf(await whenSettled(service, token, tripkit_id)).url ?? '';
}
