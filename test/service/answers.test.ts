import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { TripKitError } from '../../main/common/errors.ts';
import { readLocation, readRetryAfter } from '../../main/service/answer.ts';
import { readGrant } from '../../main/service/authenticate.ts';
import { answerFailure } from '../../main/service/bearer-call.ts';
import { checkDocumentUrl } from '../../main/service/download.ts';
import { readMessages } from '../../main/service/messages.ts';
import { networkFailure } from '../../main/service/network-failure.ts';

const sent = { state: 'S', host: 'auth.example', now: 0 };
const redirect = (location: string) => ({ status: 302, headers: { location }, text: '' });
const grant = (location: string) => readGrant(redirect(location), sent);
const good = 'access_token=T&state=S&token_type=Bearer&expires_in=899';

describe('the redirect of Authenticate', () => {
  it('is read from fragment and query', () => {
    expect(grant(`https://app/#${good}`)).toEqual({ value: 'T', expires_in: 899 });
    expect(grant(`https://app/cb?${good}`)).toEqual({ value: 'T', expires_in: 899 });
    expect(grant(`#${good.replace('Bearer', 'bearer')}`)).toEqual({ value: 'T', expires_in: 899 });
    expect(grant('https://app/?state=S&token_type=Bearer#access_token=T')).toEqual({
      value: 'T',
      expires_in: 899,
    });
  });

  it('gives any token back exactly, escaped or not', () => {
    const characters = [...'abcXYZ019-._~+/='];
    fc.assert(
      fc.property(
        fc.string({ unit: fc.constantFrom(...characters), minLength: 1 }),
        fc.boolean(),
        (token, escaped) => {
          const written = escaped ? encodeURIComponent(token) : token;
          expect(
            grant(`https://app/#access_token=${written}&state=S&token_type=Bearer&expires_in=2`).value,
          ).toBe(token);
        },
      ),
    );
  });

  it.each([
    ['access_denied', 'accept this client certificate'],
    ['invalid_scope', 'scopes'],
    ['invalid_request', 'response_type'],
    ['unsupported_response_type', 'response_type'],
  ])('gives %s a sentence of its own, in fragment and query', (error, words) => {
    for (const mark of ['#', '?']) {
      const location = `https://app/${mark}error=${error}&error_description=response_code+is+wrong&state=S`;
      expect(() => grant(location)).toThrow(
        expect.objectContaining({
          kind: 'authentication',
          condition: error,
          message: expect.stringMatching(new RegExp(`${words}.*It says: response_code is wrong\\.`)),
        }),
      );
    }
  });

  it.each([
    ['state_mismatch', 'authentication', good.replace('state=S', 'state=another')],
    ['state_mismatch', 'authentication', good.replace('state=S&', '')],
    ['token_type', 'service', good.replace('Bearer', 'MAC')],
    ['expires_in', 'service', good.replace('899', 'soon')],
    ['no_token', 'service', good.replace('access_token=T&', '')],
    ['unusable_token', 'service', good.replace('=T', '=two%0D%0Alines')],
  ])('is refused by %s (%s): %s', (condition, kind, pairs) => {
    expect(() => grant(`https://app/#${pairs}`)).toThrow(expect.objectContaining({ kind, condition }));
  });

  it.each([
    ['no_redirect', 200, {}],
    ['no_location', 302, {}],
    ['server_error', 503, {}],
    ['too_many_requests', 429, { 'retry-after': '7' }],
  ])('tells %s apart', (condition, status, headers) => {
    const read = () => readGrant({ status, headers, text: '<html>' }, sent);
    expect(read).toThrow(expect.objectContaining({ kind: 'service', condition }));
  });

  it('throws nothing but a TripKitError, whatever comes, and grants nothing without our state', () => {
    fc.assert(
      fc.property(fc.string(), fc.integer({ min: 100, max: 599 }), (location, status) => {
        try {
          readGrant({ status, headers: { location: `x#${location}` }, text: location }, sent);
          expect(readLocation(`x#${location}`).get('state')).toBe('S');
        } catch (error) {
          expect(error).toBeInstanceOf(TripKitError);
        }
      }),
    );
  });
});

describe('refusals of a bearer call', () => {
  it('decides every status, and keeps what the service said', () => {
    fc.assert(
      fc.property(fc.integer({ min: 201, max: 599 }), fc.json(), (status, text) => {
        const failure = answerFailure({ status, headers: {}, text }, { host: 'api.example', now: 0 });
        expect(failure.status).toBe(status);
        expect(failure.maybe_received).toBe(true);
        expect(failure.message).not.toBe('');
      }),
    );
  });

  it('takes code 301 for a refused token', () => {
    const text = JSON.stringify({
      messages: [{ code: '301', type: 'Error', message: 'Authentication failure' }],
    });
    expect(answerFailure({ status: 404, headers: {}, text }, { host: 'h', now: 0 })).toMatchObject({
      kind: 'authentication',
      remedy: 'renew_token',
    });
  });
});

describe('messages', () => {
  it('keeps unknown ones and leaves out what is none', () => {
    expect(
      readMessages({
        messages: [
          { code: 901, type: 'Omen', message: 'x\u001b[2J', more: 1 },
          null,
          'text',
          {},
          { code: '205' },
        ],
      }),
    ).toEqual([
      { code: '901', type: 'Omen', message: 'x [2J', more: 1 },
      { code: '205', type: '', message: '' },
    ]);
  });

  it('keeps simple fields that the interface does not know', () => {
    const odd = {
      code: '999',
      type: 'Notice',
      message: 'x',
      lang: 'en',
      level: 3,
      more: null,
      deep: { a: 1 },
    };
    expect(readMessages({ messages: [odd] })).toEqual([
      { code: '999', type: 'Notice', message: 'x', lang: 'en', level: 3, more: null },
    ]);
  });

  it('redacts the secrets that a service repeats', () => {
    const message =
      'Bearer abcdef123456 was refused at https://store.example/a.pdf?X-Amz-Signature=0123456789ab';
    const [read] = readMessages({ messages: [{ code: '9', type: 'Error', message }] });
    expect(read?.message).not.toMatch(/abcdef123456|0123456789ab/);
    expect(read?.message).toContain('store.example/a.pdf');
  });

  it('never throws', () => {
    fc.assert(fc.property(fc.anything(), (json) => Array.isArray(readMessages(json))));
  });
});

describe('failures of a connection', () => {
  const place = { role: 'auth', host: 'auth.example', connected: true, client_certificate: true } as const;
  const coded = (code: string, cause?: Error) =>
    Object.assign(new Error('secret detail', { cause }), { code });

  it.each([
    ['ERR_SSL_TLSV1_ALERT_UNKNOWN_CA', 'authentication', 'tls_client_certificate'],
    ['ERR_SSL_TLSV13_ALERT_CERTIFICATE_REQUIRED', 'authentication', 'tls_client_certificate'],
    ['ERR_SSL_WRONG_VERSION_NUMBER', 'network', 'tls_other'],
    ['ERR_TLS_CERT_ALTNAME_INVALID', 'network', 'tls_host_name'],
    ['DEPTH_ZERO_SELF_SIGNED_CERT', 'network', 'tls_untrusted'],
    ['ENOTFOUND', 'network', 'dns'],
    ['UND_ERR_CONNECT_TIMEOUT', 'network', 'connect_timeout'],
    ['UND_ERR_BODY_TIMEOUT', 'network', 'stalled'],
    ['ECONNRESET', 'network', 'cut'],
  ])('%s is told as %s (%s)', (code, kind, condition) => {
    const failure = networkFailure(coded(code), place);
    expect(failure).toMatchObject({ kind, condition });
    expect(failure.message).toContain('auth.example');
    expect(failure.message).not.toContain('secret detail');
    expect(networkFailure(coded('UND_ERR_SOCKET', coded(code)), place)).toMatchObject({ kind, condition });
  });
});

describe('Retry-After', () => {
  it('reads seconds and dates, within an hour', () => {
    const now = Date.UTC(2026, 10, 21, 8, 0, 0);
    expect(readRetryAfter('7', now)).toBe(7000);
    expect(readRetryAfter('Sat, 21 Nov 2026 08:00:30 GMT', now)).toBe(30_000);
    expect(readRetryAfter('Sat, 21 Nov 2026 07:00:30 GMT', now)).toBe(0);
    expect(readRetryAfter('99999999', now)).toBe(3_600_000);
    for (const odd of ['', 'soon', '-1', '1.5', undefined]) expect(readRetryAfter(odd, now)).toBeNull();
  });
});

describe('the URL of a document', () => {
  it('takes https, and http from named hosts whatever their case', () => {
    expect(checkDocumentUrl('https://store.example/a?b=c', []).host).toBe('store.example');
    expect(checkDocumentUrl('http://STORE.example/a', ['Store.Example']).protocol).toBe('http:');
    expect(checkDocumentUrl('/b', [], new URL('https://store.example/a')).href).toBe(
      'https://store.example/b',
    );
  });

  it('never throws but a TripKitError of kind document, and never repeats the query', () => {
    const scheme = fc.constantFrom('https', 'http', 'ftp', 'file', 'javascript');
    const written = fc
      .tuple(scheme, fc.constantFrom('', 'u:p@'), fc.string())
      .map(([scheme, user, path]) => `${scheme}://${user}store.example/${path}?key=of-the-query`);
    fc.assert(
      fc.property(fc.oneof(written, fc.string()), (url) => {
        try {
          expect(checkDocumentUrl(url, []).protocol).toBe('https:');
        } catch (error) {
          expect(error).toMatchObject({ kind: 'document' });
          expect(String(error)).not.toContain('of-the-query');
        }
      }),
    );
  });
});
