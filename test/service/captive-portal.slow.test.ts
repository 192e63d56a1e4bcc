import fc from 'fast-check';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { captivePortal } from '../../main/service/network-failure.ts';
import { type DemoClient, startDemoClient } from './demo.ts';

let client: DemoClient;
beforeAll(async () => {
  client = await startDemoClient();
});
afterAll(() => client.close());
afterEach(() => client.demo.clearFaults());

const html = '<!doctype html><title>Hotel</title>';
const signIn = expect.stringMatching(/sign in to the network first/i);

describe('a network that wants a sign-in', () => {
  it.each([
    [{ action: 'status', status: 511, body: html, content_type: 'text/html' }, 'HTTP 511'],
    [{ action: 'redirect', to: 'https://portal.example/login?mac=1#x' }, 'portal.example (HTTP 302)'],
  ] as const)('is recognised at every server by %j', async (fault, words) => {
    const failure = { kind: 'service', condition: 'captive_portal', remedy: 'wait' };
    client.demo.faults([{ on: 'auth', do: fault, times: 1 }]);
    const fresh = client.client();
    await expect(fresh.pdf('x')).rejects.toMatchObject({
      ...failure,
      message: expect.stringContaining(words),
      maybe_received: false,
    });
    client.demo.faults([{ on: 'pdf', do: fault, times: 1 }]);
    await expect(fresh.pdf('x')).rejects.toMatchObject({ ...failure, message: signIn });
    client.demo.faults([{ on: 'request', do: fault, times: 1 }]);
    // Whether the service has the request is not known: it must not be sent again by itself.
    await expect(fresh.request({ origin: 'EGLL', destination: 'KJFK' })).rejects.toMatchObject({
      ...failure,
      maybe_received: true,
    });
  });

  it.each([
    [{ action: 'wrong_content', what: 'html' }, 'bad_json'],
    [{ action: 'status', status: 403, body: html, content_type: 'text/html' }, 'unexpected_status'],
  ] as const)('is told as the way on where %j comes instead of JSON', async (fault, condition) => {
    client.demo.faults([{ on: 'pdf', do: fault }]);
    await expect(client.service.pdf('x')).rejects.toMatchObject({
      kind: 'service',
      condition,
      message: signIn,
    });
  });

  it('never shows more of the page’s address than its host', () => {
    const place = { role: 'api', origin: 'https://api.example' } as const;
    const part = fc.string().map(encodeURIComponent);
    const hosts = fc.constantFrom('api.example', 'portal.example', '10.0.0.1:8080', '[::1]');
    const url = fc
      .tuple(fc.constantFrom('http', 'https'), hosts, part, part, part)
      .map(([scheme, host, path, query, hash]) => `${scheme}://${host}/${path}?${query}#${hash}`);
    fc.assert(
      fc.property(url, (location) => {
        const failure = captivePortal({ status: 302, headers: { location }, text: '' }, place);
        const { host } = new URL(location);
        expect(failure?.message.includes(host) ?? false).toBe(host !== 'api.example');
        expect(failure?.message.includes(location) ?? false).toBe(false);
      }),
    );
  });

  it('is not what the service’s own redirects are', () => {
    const answer = (location: string) => ({ status: 302, headers: { location }, text: html });
    const auth = { role: 'auth', origin: 'https://auth.example' } as const;
    expect(captivePortal(answer('https://app.example/#error=access_denied'), auth)).toBeNull();
    expect(captivePortal(answer('https://app.example/?state=x'), auth)).toBeNull();
    expect(captivePortal(answer('/login'), auth)).toBeNull();
    expect(captivePortal(answer('app://cb'), auth)).toBeNull();
    expect(captivePortal(answer('https://app.example/'), auth)).toMatchObject({
      condition: 'captive_portal',
    });
  });
});
