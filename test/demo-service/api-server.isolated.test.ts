import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type DemoService, startDemoService } from './demo-service.ts';
import {
  bearer,
  bodyOf,
  call,
  example,
  getPdf,
  pdfUrl,
  request,
  requested,
  tokenFor,
  whenSettled,
} from './harness.ts';

describe('Request and get-PDF (interface, 4.2 and 4.3)', () => {
  let service: DemoService;
  let token: string;
  beforeAll(async () => {
    service = await startDemoService({
      generation_ms: { from: 100, to: 200 },
      earliest_poll_ms: 0,
      pages_max: 3,
      seed: 7,
    });
    token = await tokenFor(service);
  });
  afterAll(() => service.close());

  it('accepts a trip with 202 and a URL-safe id, says 202 while generating and 200 with a url afterwards', async () => {
    const accepted = await request(service, token, example);
    expect(accepted.status).toBe(202);
    const { tripkit_id } = JSON.parse(accepted.body.toString()) as { tripkit_id: string };
    expect(tripkit_id).toMatch(/^[0-9a-f-]{36}$/);
    const early = await getPdf(service, token, tripkit_id);
    expect(early.status).toBe(202);
    expect(bodyOf(early).messages).toMatchObject([{ code: '202', type: 'Info' }]);
    const done = await whenSettled(service, token, tripkit_id);
    expect(done.status).toBe(200);
    expect(Object.keys(bodyOf(done))).toEqual(['url']);
    expect(bodyOf(done).url).toMatch(
      /^https:\/\/127\.0\.0\.1:\d+\/.*KDEN-KLAX--\d{4}-\d\d-\d\d\.pdf\?.*Signature=/,
    );
  });

  it.each([
    [{ origin: '' }, '102'],
    [{ destination: '' }, '103'],
    [{ origin: 'kden1' }, '102'],
    [{ alternates: ['XX'] }, '104'],
    [{ route: 'EXTAN ?? HVE' }, '105'],
    [{ company: 'Nobody' }, '101'],
    [{ colour: 'red' }, '100'],
    [{ alternates: 'KONT' }, '100'],
  ])('refuses %j on the request itself', async (change, code) => {
    const answer = await request(service, token, { ...example, ...change });
    expect(answer.status).toBe(400);
    expect(bodyOf(answer).messages).toMatchObject([{ code, type: 'Error' }]);
  });

  it.each([
    [{ origin: 'UHPP' }, ['201']],
    [{ alternates: ['KONT', 'VQPR'] }, ['203']],
    [{ origin: 'OPSD', alternates: ['UHPP'] }, ['201', '203']],
    [{ route: 'EXTAN DCT NOWAY' }, ['207']],
  ])('accepts %j and refuses it at get-PDF', async (change, codes) => {
    const id = await requested(service, token, change);
    const answer = await getPdf(service, token, id);
    expect(answer.status).toBe(400);
    expect(bodyOf(answer).messages?.map(({ code }) => code)).toEqual(codes);
    expect(bodyOf(answer).messages?.every(({ type }) => type === 'Error')).toBe(true);
  });

  it('warns with 205 of an ambiguous point, in dot notation too', async () => {
    const id = await requested(service, token, { route: 'EXTAN.J80.BRAVO..HVE' });
    const answer = await whenSettled(service, token, id);
    expect(answer.status).toBe(200);
    expect(bodyOf(answer).messages).toMatchObject([{ code: '205', type: 'Warning' }]);
    expect(bodyOf(answer).messages?.[0]?.message).toContain('BRAVO');
  });

  it('answers 404 for an unknown kit, and 404 with 301 for another company', async () => {
    const unknown = await getPdf(service, token, 'nothing');
    expect(unknown.status).toBe(404);
    expect(bodyOf(unknown).messages).toHaveLength(1);
    const url = pdfUrl(service, 'nothing').replace('DEMO', 'OTHER');
    const foreign = await call(service, url, { headers: bearer(token) });
    expect(foreign.status).toBe(404);
    expect(bodyOf(foreign).messages).toMatchObject([{ code: '301', type: 'Error' }]);
  });

  it('checks the scope of each operation', async () => {
    const create = await tokenFor(service, 'urn:demo:create');
    const download = await tokenFor(service, 'urn:demo:download');
    expect((await request(service, download, example)).status).toBe(401);
    const id = await requested(service, create);
    expect((await getPdf(service, create, id)).status).toBe(401);
    expect((await getPdf(service, download, id)).status).not.toBe(401);
  });

  it('tells off every breach of a usage rule', async () => {
    const id = await requested(service, token);
    const url = pdfUrl(service, id);
    const good = bearer(token);
    const { 'user-agent': _, ...noAgent } = good;
    const { authorization: __, ...noToken } = good;
    const before = service.violations().length;
    const answers = [
      await call(service, url, { headers: noAgent }),
      await call(service, url, { headers: { ...good, 'user-agent': 'Mozilla/5.0 (X11)' } }),
      await call(service, url, { headers: noToken }),
      await call(service, url, { headers: { ...good, authorization: 'Basic YTpi' } }),
      await call(service, url, { headers: { ...good, 'content-length': '2' }, body: '{}' }),
      await call(service, url, { headers: good, method: 'POST' }),
      await call(service, `${url}?a=1`, { headers: good }),
      await call(service, `${service.urls.api}/redirected`, { headers: good }),
      await call(service, `${service.urls.api}/v2/`, { headers: good }),
      await call(service, `${service.urls.api}/v1/companies/DEMO/tripkits`, {
        method: 'POST',
        headers: { ...good, 'content-type': 'application/json' },
        body: '{"origin"',
      }),
    ];
    const told = service.violations().slice(before);
    expect(told.map(({ rule }) => rule)).toEqual([
      'user_agent',
      'user_agent',
      'authorization_missing',
      'authorization_malformed',
      'body_not_due',
      'method',
      'query_not_due',
      'redirect_followed',
      'unknown_path',
      'body_malformed',
    ]);
    expect(told.map(({ status }) => status)).toEqual(answers.map(({ status }) => status));
    expect(answers.map(({ status }) => status)).toEqual([400, 400, 401, 401, 400, 405, 400, 404, 404, 400]);
    expect(told[0]?.tripkit_id).toBe(id);
  });

  it.each(['demoair-tripkit/1.0', 'demo-tripkit/0.1.0', 'x-y/2.0.0-beta.1'])(
    'takes the User-Agent %s',
    async (agent) => {
      const before = service.violations().length;
      await call(service, pdfUrl(service, 'x'), { headers: { ...bearer(token), 'user-agent': agent } });
      expect(service.violations()).toHaveLength(before);
    },
  );
});

describe('Usage rule 1 and ids', () => {
  it('tells off a get-PDF within 5 s whatever the generation time, but not for a kit that nobody requested here', async () => {
    const service = await startDemoService({ generation_ms: { from: 0, to: 0 }, pages_max: 1 });
    try {
      const token = await tokenFor(service);
      const id = await requested(service, token);
      expect((await getPdf(service, token, id)).status).toBe(400);
      expect(service.violations()).toMatchObject([{ rule: 'too_early', tripkit_id: id, operation: 'pdf' }]);
      await service.addTripKit({ tripkit_id: 'tracked' });
      expect((await getPdf(service, token, 'tracked')).status).toBe(200);
    } finally {
      await service.close();
    }
  });

  it('shrinks the 5 s in proportion when told to', async () => {
    const service = await startDemoService({
      generation_ms: { from: 200, to: 200 },
      earliest_poll_ms: 'in_proportion',
      pages_max: 1,
    });
    try {
      const about = await call(service, `${service.urls.control}/about`);
      expect(JSON.parse(about.body.toString())).toMatchObject({ earliest_poll_ms: 50 });
    } finally {
      await service.close();
    }
  });

  it('hands out hostile ids and finds them again', async () => {
    const hostile = ['../../etc/passwd', 'a/b?c#d%00', 'ünï 🛩 "<script>', '..'];
    const service = await startDemoService({
      tripkit_ids: hostile,
      generation_ms: { from: 0, to: 0 },
      earliest_poll_ms: 0,
      pages_max: 1,
    });
    try {
      const token = await tokenFor(service);
      for (const id of hostile) {
        expect(await requested(service, token)).toBe(id);
        // A dot segment can't be sent as such by a URL parser (WHATWG URL, 4.4).
        if (id !== '..') expect((await whenSettled(service, token, id)).status).toBe(200);
      }
    } finally {
      await service.close();
    }
  });

  it('repeats ids with the seed', async () => {
    const ids: string[] = [];
    for (let i = 0; i < 2; i += 1) {
      const service = await startDemoService({ seed: 42, pages_max: 1 });
      ids.push(await requested(service, await tokenFor(service)));
      await service.close();
    }
    expect(ids[0]).toBe(ids[1]);
  });
});
