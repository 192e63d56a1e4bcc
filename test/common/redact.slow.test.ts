import fc from 'fast-check';
import { describe, expect, it, onTestFinished } from 'vitest';
import type { Log } from '../../main/common/log.ts';
import { redactingLog, redactText, redactUrl, registerSecret } from '../../main/common/redact.ts';
import { anyLetter } from '../any-letter.ts';

const register = (value: string) => onTestFinished(registerSecret(value));

describe('redactUrl', () => {
  it.each([
    ['https://h/a/b.pdf?X-Amz-Signature=abc&x=1', 'https://h/a/b.pdf?…'],
    ['https://h/cb#access_token=abc', 'https://h/cb?…'],
    ['https://user:pa@ss@h:1/x', 'https://h:1/x'],
    ['https://h/a', 'https://h/a'],
    ['//u:p@h/a?b', '//h/a?…'],
    ['/path?x=1', '/path?…'],
    ['', ''],
  ])('%j becomes %j', (url, redacted) => {
    expect(redactUrl(url)).toBe(redacted);
  });

  it('never keeps query, fragment or credentials', () => {
    const part = fc.string({ unit: anyLetter }).map(encodeURIComponent);
    const address = fc
      .tuple(fc.constantFrom('https://s3.example', 'http://h:8080', 'https://[::1]'), part, part, part)
      .map(([origin, path, query, hash]) => `${origin}/${path}?${query}#${hash}`);
    fc.assert(
      fc.property(address, (url) => {
        const parsed = new URL(url);
        parsed.username = 'someuser';
        parsed.password = 'somepass';
        const redacted = redactUrl(parsed.href);
        expect(redacted).not.toMatch(/someuser|somepass|[?#](?!…$)/);
        expect(redacted.startsWith(`${parsed.origin}${parsed.pathname}`)).toBe(true);
      }),
    );
  });
});

describe('redactText', () => {
  it.each([
    ['GET https://s3/k.pdf?sig=abcdef&e=1 gave 403', 'GET https://s3/k.pdf?… gave 403'],
    ['at "https://h/x?y" and (https://h/z#w)', 'at "https://h/x?…" and (https://h/z?…'],
    ['Authorization: Bearer abc.DEF-123_~+/==', 'Authorization: Bearer […]'],
    ['authorization: basic dXNlcjpwYXNz', 'authorization: basic […]'],
    ['Proxy-Authorization: Negotiate YIIJvwYGKwYBBQUCoIIJszCC', 'Proxy-Authorization: Negotiate […]'],
    ['proxies that want Negotiate or NTLM are told', 'proxies that want Negotiate or NTLM are told'],
    ['Set-Cookie: s=abc; Path=/\nDate: x', 'Set-Cookie: […]\nDate: x'],
    ['cookie: a=b; c=d', 'cookie: […]'],
    ['token=abc&api_key=def&apiKey=ghi', 'token=[…]&api_key=[…]&apiKey=[…]'],
    ['{"clientSecret":"abc","sessionToken":"def"}', '{"clientSecret":"[…]","sessionToken":"[…]"}'],
    ['age AGE-SECRET-KEY-1QQPZRY9X8 end', 'age […] end'],
    ['access_token=abc123&token_type=Bearer', 'access_token=[…]&token_type=Bearer'],
    ['{"access_token":"abc\\"123","expires_in":"899"}', '{"access_token":"[…]","expires_in":"899"}'],
    ['{"access_token":"abc123', '{"access_token":"[…]'],
    ['{"access_token":"abc\\\\"}', '{"access_token":"[…]"}'],
    ["secret : 'a\\'b\"c", "secret : '[…]"],
    ['pwd:"a\\', 'pwd:"[…]'],
    ["{ passphrase: 'x y z' }", "{ passphrase: '[…]' }"],
    ['TRIPKIT_PASSPHRASE=xyz tripkit fetch', 'TRIPKIT_PASSPHRASE=[…] tripkit fetch'],
    ['{"TRIPKIT_PASSPHRASE":"x y","LANG":"C"}', '{"TRIPKIT_PASSPHRASE":"[…]","LANG":"C"}'],
    ['/b/k.pdf?X-Amz-Signature=abc&X-Amz-Date=1', '/b/k.pdf?X-Amz-Signature=[…]&X-Amz-Date=[…]'],
    ['key -----BEGIN PRIVATE KEY-----\nMIIE\n-----END PRIVATE KEY----- end', 'key […] end'],
    ['key -----BEGIN RSA PRIVATE KEY-----\\nMIIE cut off', 'key […]'],
    ['jwt eyJhbGciOi.eyJzdWIiOi.c2ln!', 'jwt […]!'],
    ['nothing secret: kit K1 is ready, 12:30 UTC', 'nothing secret: kit K1 is ready, 12:30 UTC'],
  ])('%j', (text, redacted) => {
    expect(redactText(text)).toBe(redacted);
    expect(redactText(redacted)).toBe(redacted);
  });

  // A pattern that reads a text again from each of its places takes minutes for a million characters.
  it.each([
    ...['-----BEGIN A-----', 'https://', 'https://u@', 'a'.repeat(50), '\\', 'a+.-', 'Bearer \t', 'pwd : '],
    ...[
      '"token":"',
      'sig:"',
      'Cookie: ',
      'Negotiate A',
      'AGE-SECRET-KEY-',
      `sig:'"`,
      'sig:"\\',
      'x-amz-',
      'x-goog-x-amz-',
      'x-amz-a=',
      'eyJ-',
      'eyJ.',
      'eyJa.eyJ',
    ],
  ])('comes to an end on a long hostile text of %j', (piece) => {
    expect(redactText(piece.repeat(1024 ** 2 / piece.length)).length).toBeGreaterThan(0);
  });
});

// A pattern that can go back keeps every place that it may go back to, and V8 has room for some million of them.
it.each(['a', '. ', '\\\\', '\\"', "'"])(
  'a value of many times %j that is not closed goes whole',
  (piece) => {
    const redacted = redactText(`{"access_token":"${piece.repeat(16 * 1024 ** 2)}`);
    expect(redacted.slice(0, 100)).toBe('{"access_token":"[…]');
    expect(redacted.length).toBeLessThan(100);
  },
);

describe('registered secrets', () => {
  const secret = 'pä$$ w/örd+"1"';

  it('go in every form', () => {
    register(secret);
    const bytes = Buffer.from(secret);
    const forms = [
      secret,
      JSON.stringify({ secret }),
      bytes.toString('base64'),
      bytes.toString('base64url'),
      bytes.toString('hex'),
      bytes.toString('hex').toUpperCase(),
      encodeURIComponent(secret),
      encodeURIComponent(secret).toLowerCase(),
      new URLSearchParams({ secret }).toString(),
    ];
    for (const form of forms) {
      const redacted = redactText(`<${form}>`);
      expect(redacted).toContain('[…]');
      expect(redacted).not.toContain(form);
      expect(redacted).not.toMatch(/örd|w%2f|c3a4/i);
    }
  });

  it('go from base64 of a longer text too', () => {
    register('correct horse');
    for (const before of ['', 'u', 'us', 'user:']) {
      const text = Buffer.from(`${before}correct horse battery`).toString('base64');
      const left = Buffer.from(redactText(text).replace('[…]', ''), 'base64').toString('latin1');
      expect(left).not.toContain('orrect hors');
    }
  });

  it('are ended one by one', () => {
    const first = registerSecret('twice-told');
    const second = registerSecret('twice-told');
    first();
    first();
    expect(redactText('a twice-told tale')).toBe('a […] tale');
    second();
    expect(redactText('a twice-told tale')).toBe('a twice-told tale');
  });

  it('of less than four characters are left alone', () => {
    register('abc');
    expect(redactText('abc')).toBe('abc');
  });

  it('never show, whatever they are and wherever they stand', () => {
    const text = fc.string({ unit: 'grapheme', maxLength: 40 });
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme', minLength: 4 }), text, text, (value, before, after) => {
        fc.pre(!/[…\p{Cs}]/u.test(value + before + after) && value.trim().length >= 4);
        const end = registerSecret(value);
        try {
          const bytes = Buffer.from(value);
          const forms = [value, bytes.toString('base64'), bytes.toString('hex'), bytes.toString('base64url')];
          for (const form of forms) expect(redactText(`${before}${form}${after}`).includes(form)).toBe(false);
        } finally {
          end();
        }
      }),
    );
  });
});

describe('redactingLog', () => {
  it('redacts texts and causes, those underneath too', async () => {
    const lines: string[] = [];
    const keep = (text: string, cause?: unknown) => lines.push(text, String(cause));
    const sink: Log = { info: keep, warn: keep, error: keep };
    const log = redactingLog(sink);
    register('hunter2-hunter2');
    log.info('a hunter2-hunter2');
    log.warn('b https://h/?q=1');
    const cause = new Error('outer hunter2-hunter2', { cause: new Error('inner access_token=abcdef') });
    log.error('c', cause);
    const all = lines.join('\n');
    expect(all).not.toMatch(/hunter2|q=1|abcdef/);
    expect(all).toContain('outer […]');
    expect(all).toContain('inner access_token=[…]');
  });
});
