import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type DemoService, startDemoService } from './demo-service.ts';
import { authenticate, bearer, bothScopes, call, example, getPdf, request, tokenFor } from './harness.ts';

const good = { client_id: 'demo-client', scope: bothScopes, response_type: 'token', state: 'a b&c=1' };

describe('Authenticate (interface, 4.1)', () => {
  let service: DemoService;
  beforeAll(async () => {
    service = await startDemoService({ odd_tokens: true });
  });
  afterAll(() => service.close());

  it('answers a good request with access_token, state, token_type and expires_in in the fragment, in that order', async () => {
    const { status, where, parameters } = await authenticate(service, good);
    expect(status).toBe(302);
    expect(where).toBe('fragment');
    expect(parameters.map(([name]) => name)).toEqual(['access_token', 'state', 'token_type', 'expires_in']);
    expect(new Map(parameters).get('state')).toBe('a b&c=1');
    expect(new Map(parameters).get('token_type')).toBe('Bearer');
    expect(new Map(parameters).get('expires_in')).toBe('899');
  });

  it('leaves state out where none was sent', async () => {
    const { state: _, ...rest } = good;
    const { parameters } = await authenticate(service, rest);
    expect(parameters.map(([name]) => name)).toEqual(['access_token', 'token_type', 'expires_in']);
  });

  it('percent-encodes odd tokens', async () => {
    const { location } = await authenticate(service, good);
    expect(location).toMatch(/access_token=a%2Bb%2Fc-\._~[\w-]+%3D%3D&/);
  });

  it.each([
    ['access_denied', 'query', 'The client ID is not authorized.', { ...good, client_id: 'other' }],
    [
      'invalid_scope',
      'fragment',
      'subset of the provided scopes',
      { ...good, scope: 'urn:demo:create urn:x' },
    ],
    ['invalid_request', 'query', 'response_code is required', { ...good, response_type: '' }],
    ['unsupported_response_type', 'fragment', undefined, { ...good, response_type: 'code' }],
  ])('answers %s in the %s', async (error, where, description, parameters) => {
    const answer = await authenticate(service, parameters);
    expect(answer.status).toBe(302);
    expect(answer.where).toBe(where);
    const map = new Map(answer.parameters);
    expect(map.get('error')).toBe(error);
    expect(map.get('state')).toBe(good.state);
    if (description === undefined) expect(map.has('error_description')).toBe(false);
    else expect(map.get('error_description')).toContain(description);
  });

  it.each(['foreign', 'no'])('answers access_denied to %s client certificate', async (whose) => {
    const { where, parameters } =
      whose === 'foreign'
        ? await authenticate(service, good, service.foreignIdentity)
        : await withoutCertificate();
    expect(where).toBe('query');
    expect(new Map(parameters).get('error')).toBe('access_denied');
    const last = service.journal().at(-1);
    expect(last).toMatchObject({ kind: 'request', operation: 'auth', client_authorized: false });
  });

  async function withoutCertificate() {
    const url = service.profile.auth_url.replace('{company_code}', 'DEMO');
    const headers = { 'content-type': 'application/x-www-form-urlencoded' };
    const answer = await call(service, url, {
      method: 'POST',
      headers,
      body: new URLSearchParams(good).toString(),
    });
    const { search } = new URL(answer.headers.location ?? '');
    return { where: 'query', parameters: [...new URLSearchParams(search)] };
  }

  it('gives a token that works nowhere for a blank scope', async () => {
    const token = await tokenFor(service, '');
    expect(token).not.toBe('');
    expect((await request(service, token, example)).status).toBe(401);
    expect((await getPdf(service, token, 'x')).status).toBe(401);
  });

  it('tells off a followed redirect, a GET, a repeated parameter, and another content type', async () => {
    const { location } = await authenticate(service, good);
    const url = service.profile.auth_url.replace('{company_code}', 'DEMO');
    const { identity } = service;
    const headers = { 'content-type': 'application/x-www-form-urlencoded' };
    const before = service.violations().length;
    await call(service, location, { identity });
    await call(service, url, { identity });
    await call(service, url, { identity, headers, method: 'POST', body: 'client_id=a&client_id=b' });
    await call(service, url, {
      identity,
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: '{}',
    });
    const told = service.violations().slice(before);
    expect(told.map(({ rule, status }) => [rule, status])).toEqual([
      ['redirect_followed', 404],
      ['method', 405],
      ['parameter_repeated', 400],
      ['content_type', 415],
    ]);
  });

  it('keeps no token and no state in the journal', async () => {
    const token = await tokenFor(service);
    await call(service, `${service.urls.api}/v1/x?token=${encodeURIComponent(token)}`, {
      headers: bearer(token),
    });
    expect(JSON.stringify(service.journal())).not.toContain(token.slice(10, 30));
  });
});

describe('Authenticate with options', () => {
  it('refuses foreign clients in the handshake', async () => {
    const service = await startDemoService({ refuse_in_handshake: true });
    try {
      await expect(authenticate(service, good, service.foreignIdentity)).rejects.toThrow();
      await service.until((entry) => entry.kind === 'handshake' && entry.server === 'auth');
      expect((await authenticate(service, good)).status).toBe(302);
    } finally {
      await service.close();
    }
  });

  it('puts every error where it is told to, and gives tokens the life that it is told to', async () => {
    const service = await startDemoService({ auth_error_form: 'fragment', token_life_s: 0 });
    try {
      const { where } = await authenticate(service, { ...good, response_type: '' });
      expect(where).toBe('fragment');
      const token = await tokenFor(service);
      expect((await getPdf(service, token, 'x')).status).toBe(401);
    } finally {
      await service.close();
    }
  });
});
