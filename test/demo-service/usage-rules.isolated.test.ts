/** The service tells off every breach of a rule: tests of the app rely on it where they ask for no violation. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type DemoService, startDemoService } from './demo-service.ts';
import {
  authenticate,
  bearer,
  call,
  getPdf,
  pdfUrl,
  request,
  requested,
  storageUrl,
  tokenFor,
} from './harness.ts';

let service: DemoService;
let token: string;
beforeAll(async () => {
  service = await startDemoService({
    generation_ms: { from: 0, to: 0 },
    earliest_poll_ms: 0,
    pages_max: 1,
  });
  token = await tokenFor(service);
});
afterAll(() => service.close());

/** Makes calls one after the other; what they were answered with, and the rules that they broke. */
async function told(calls: readonly (() => Promise<{ status: number }>)[]) {
  const before = service.violations().length;
  const statuses: number[] = [];
  for (const make of calls) statuses.push((await make()).status);
  return { statuses, violations: service.violations().slice(before) };
}

describe('breaches of a rule', () => {
  it('of Authenticate', async () => {
    const { identity, profile } = service;
    const url = profile.auth_url.replace('{company_code}', 'DEMO');
    const { location } = await authenticate(service);
    const post = (type: string, body: string) => () =>
      call(service, url, { identity, method: 'POST', headers: { 'content-type': type }, body });
    const { statuses, violations } = await told([
      () => call(service, location, { identity }),
      () => call(service, url, { identity }),
      post('application/x-www-form-urlencoded', 'client_id=a&client_id=b'),
      post('application/json', '{}'),
    ]);
    expect(violations.map(({ rule, status }) => [rule, status])).toEqual([
      ['redirect_followed', 404],
      ['method', 405],
      ['parameter_repeated', 400],
      ['content_type', 415],
    ]);
    expect(statuses).toEqual(violations.map(({ status }) => status));
  });

  it('of the API', async () => {
    const id = await requested(service, token);
    const url = pdfUrl(service, id);
    const good = bearer(token);
    const { 'user-agent': _, ...noAgent } = good;
    const { authorization: __, ...noToken } = good;
    const json = { ...good, 'content-type': 'application/json' };
    const rows: [rule: string, status: number, make: () => Promise<{ status: number }>][] = [
      ['user_agent', 400, () => call(service, url, { headers: noAgent })],
      [
        'user_agent',
        400,
        () => call(service, url, { headers: { ...good, 'user-agent': 'Mozilla/5.0 (X11)' } }),
      ],
      ['authorization_missing', 401, () => call(service, url, { headers: noToken })],
      [
        'authorization_malformed',
        401,
        () => call(service, url, { headers: { ...good, authorization: 'Basic YTpi' } }),
      ],
      [
        'body_not_due',
        400,
        () => call(service, url, { headers: { ...good, 'content-length': '2' }, body: '{}' }),
      ],
      ['method', 405, () => call(service, url, { headers: good, method: 'POST' })],
      ['query_not_due', 400, () => call(service, `${url}?a=1`, { headers: good })],
      ['redirect_followed', 404, () => call(service, `${service.urls.api}/redirected`, { headers: good })],
      ['unknown_path', 404, () => call(service, `${service.urls.api}/v2/`, { headers: good })],
      [
        'body_malformed',
        400,
        () =>
          call(service, `${service.urls.api}/v1/companies/DEMO/tripkits`, {
            method: 'POST',
            headers: json,
            body: '{"origin"',
          }),
      ],
    ];
    const { statuses, violations } = await told(rows.map(([, , make]) => make));
    expect(violations.map(({ rule, status }) => [rule, status])).toEqual(
      rows.map(([rule, status]) => [rule, status]),
    );
    expect(statuses).toEqual(rows.map(([, status]) => status));
    expect(violations[0]?.tripkit_id).toBe(id);
  });

  it('of storage', async () => {
    const url = await storageUrl(service, token, await requested(service, token));
    const { violations } = await told([
      () => call(service, url, { headers: bearer('abc') }),
      () => call(service, url),
    ]);
    expect(violations).toMatchObject([{ rule: 'authorization_at_storage', server: 'storage', status: 400 }]);
    for (const changed of [url.replace('Signature=', 'Signature=x'), url.replace(/Expires=\d/, 'Expires=9')])
      expect((await call(service, changed)).status).toBe(403);
  });

  it('by asking within 5 s, whatever the generation takes, but not for a kit that nobody requested here', async () => {
    const strict = await startDemoService({ generation_ms: { from: 0, to: 0 }, pages_max: 1 });
    try {
      const own = await tokenFor(strict);
      const id = await requested(strict, own);
      expect((await getPdf(strict, own, id)).status).toBe(400);
      expect(strict.violations()).toMatchObject([{ rule: 'too_early', tripkit_id: id, operation: 'pdf' }]);
      await strict.addTripKit({ tripkit_id: 'tracked' });
      expect((await getPdf(strict, own, 'tracked')).status).toBe(200);
    } finally {
      await strict.close();
    }
  });
});

it.each(['demoair-tripkit/1.0', 'demo-tripkit/0.1.0', 'x-y/2.0.0-beta.1'])(
  'the User-Agent %s breaks none',
  async (agent) => {
    const headers = { ...bearer(token), 'user-agent': agent };
    const { violations } = await told([() => call(service, pdfUrl(service, 'x'), { headers })]);
    expect(violations).toEqual([]);
  },
);

it('each operation wants its own scope', async () => {
  const create = await tokenFor(service, 'urn:demo:create');
  const download = await tokenFor(service, 'urn:demo:download');
  expect((await request(service, download)).status).toBe(401);
  const id = await requested(service, create);
  expect((await getPdf(service, create, id)).status).toBe(401);
  expect((await getPdf(service, download, id)).status).not.toBe(401);
});

it('the journal keeps no token', async () => {
  await call(service, `${service.urls.api}/v1/x?token=${encodeURIComponent(token)}`, {
    headers: bearer(token),
  });
  expect(JSON.stringify(service.journal())).not.toContain(token.slice(10, 30));
});
