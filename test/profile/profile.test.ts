import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { TripKitError } from '../../main/common/errors.ts';
import { APP_VERSION } from '../../main/common/version.ts';
import { parseServiceProfile } from '../../main/profile/profile.ts';
import { checkDocumentUrl } from '../../main/service/download.ts';
import { newShelfKey } from '../../main/shelf/shelf-index.ts';
import { aProfile } from './a-profile.ts';

const PEM = readFileSync(new URL('../identity/fixtures/certificate.pem', import.meta.url), 'utf8');
const KEY = readFileSync(new URL('../identity/fixtures/key.pem', import.meta.url), 'utf8');

const parse = (changes: object = {}) => parseServiceProfile(JSON.stringify({ ...aProfile, ...changes }));

function failure(text: string | object): string {
  try {
    parseServiceProfile(typeof text === 'string' ? text : JSON.stringify({ ...aProfile, ...text }));
  } catch (error) {
    if (error instanceof TripKitError && error.kind === 'config') return error.message;
    throw error;
  }
  throw new Error('did not throw');
}

describe('a minimal profile', () => {
  it('gets the defaults of the contract', () => {
    expect(parse()).toEqual({
      ...aProfile,
      auth_url: 'https://127.0.0.1:9443/as/DEMO/authorization.oauth2',
      token_per_scope: false,
      user_agent: `demo-tripkit/${APP_VERSION}`,
      trust: { auth: 'system', api: 'system', storage: 'system' },
      storage: { insecure_hosts: [] },
      request: {
        method: 'POST',
        path: '/v1/companies/{company_code}/tripkits',
        body: {
          company: '{company_name}',
          origin: '{origin}',
          destination: '{destination}',
          route: '{route?}',
          alternates: '{alternates?}',
        },
        tripkit_id: { pointer: '/tripkit_id' },
      },
      batch: { max_alternates: 6, parallel_requests: 4, parallel_downloads: 3 },
      shelf: null,
    });
  });

  it.each([
    [{ webdav: 'https://files.example/kits' }, { webdav: 'https://files.example/kits/' }],
    [{ webdav: 'https://files.example/kits/' }, { webdav: 'https://files.example/kits/' }],
    [
      { s3: { endpoint: 'https://s3.example/', bucket: 'kits' } },
      { s3: { endpoint: 'https://s3.example', bucket: 'kits', region: 'us-east-1', prefix: '' } },
    ],
    [
      {
        s3: { endpoint: 'https://s3.example:7480', bucket: 'kits.1', region: 'eu-west-1', prefix: 'a/b.c_d' },
      },
      {
        s3: { endpoint: 'https://s3.example:7480', bucket: 'kits.1', region: 'eu-west-1', prefix: 'a/b.c_d' },
      },
    ],
    [{ folder: '/srv/kits' }, { folder: '/srv/kits' }],
    [{ folder: '\\\\server\\kits' }, { folder: '\\\\server\\kits' }],
    [{ folder: 'S:\\kits' }, { folder: 'S:\\kits' }],
  ])('may name a shelf: %j', (place, read) => {
    const shelf = { name: 'Demo Air', keys: [newShelfKey().key] };
    expect(parse({ shelf: { ...shelf, ...place } }).shelf).toEqual({
      ...shelf,
      trust: 'system',
      place: read,
      heard_within_hours: 24,
      receipts: 'none',
    });
  });

  it('fills each part of request and batch that is not given', () => {
    expect(
      parse({ request: { tripkit_id: { header: 'Location', pattern: '/tripkits/([^/?]+)' } } }).request,
    ).toEqual({
      ...parse().request,
      tripkit_id: { header: 'location', pattern: '/tripkits/([^/?]+)' },
    });
    expect(parse({ request: { body: null } }).request.body).toBeNull();
    expect(parse({ batch: { max_alternates: 2 } }).batch).toEqual({
      max_alternates: 2,
      parallel_requests: 4,
      parallel_downloads: 3,
    });
  });

  it('bears a byte order mark', () => {
    expect(parseServiceProfile(`\uFEFF${JSON.stringify(aProfile)}`).name).toBe(aProfile.name);
  });
});

it('keeps the version equal to package.json’s', () => {
  const text = readFileSync(new URL('../../package.json', import.meta.url), 'utf8');
  expect((JSON.parse(text) as { version: string }).version).toBe(APP_VERSION);
});

describe('user_agent', () => {
  it('is kept as given', () => {
    expect(parse({ user_agent: 'DemoAir-TripKit/1.0' }).user_agent).toBe('DemoAir-TripKit/1.0');
  });

  it('is by default lower case and a safe header value, whatever the company code', () => {
    fc.assert(
      fc.property(fc.string({ minLength: 1, maxLength: 30, unit: 'grapheme' }), (company_code) => {
        fc.pre(
          company_code.trim() !== '' &&
            !/^\.{1,2}$/.test(company_code.trim()) &&
            !/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/u.test(company_code),
        );
        const { user_agent } = parse({ company_code });
        expect(user_agent).toMatch(/^[a-z0-9._-]+-tripkit\/\d[a-z0-9.-]*$/);
      }),
    );
  });
});

describe('URLs', () => {
  it('fills company_code into auth_url percent-encoded', () => {
    const { auth_url } = parse({
      company_code: 'A/B C',
      auth_url: 'https://h/{company_code}?c={company_code}',
    });
    expect(auth_url).toBe('https://h/A%2FB%20C?c=A%2FB%20C');
  });

  it.each([
    ['https://h/', 'https://h'],
    ['https://H:443/api//', 'https://h/api'],
    ['https://h:9444/a/b/', 'https://h:9444/a/b'],
  ])('base_url %s becomes %s', (base_url, normal) => {
    expect(parse({ base_url }).base_url).toBe(normal);
  });

  it.each([
    [{ base_url: 'http://example.com' }, 'base_url uses http'],
    [{ base_url: 'http://127.0.0.1:9444' }, 'base_url uses http'],
    [{ base_url: 'http://localhost' }, 'base_url uses http'],
    [{ auth_url: 'http://[::1]/' }, 'auth_url uses http'],
    [{ auth_url: 'HTTP://h/' }, 'auth_url uses http'],
    [{ auth_url: 'ftp://h/' }, 'auth_url uses ftp'],
    [{ auth_url: '/as/authorization' }, 'auth_url is not a whole URL'],
    [{ auth_url: 'https:h' }, 'auth_url has to begin with https://'],
    [{ auth_url: 'https://h/{company}' }, 'auth_url has the unknown placeholder "{company}"'],
    [{ auth_url: 'https://h/#x' }, 'auth_url has a fragment'],
    [{ auth_url: 'https://u:p@h/' }, 'auth_url holds a user name or password'],
    [{ base_url: 'https://@h/' }, 'base_url holds a user name or password'],
    [{ base_url: 'https://h/?x=1' }, 'base_url has a query'],
    [{ base_url: 'https://h/?' }, 'base_url has a query'],
    [{ base_url: 'https://h/#' }, 'base_url has a fragment'],
    [{ base_url: 'https://h/{company_code}' }, 'base_url has braces'],
    [{ base_url: ' https://h' }, 'base_url holds white space'],
    [{ base_url: 'https:\\\\h' }, 'base_url holds white space or a backslash'],
  ])('refuses %j', (changes, message) => {
    expect(failure(changes)).toContain(message);
  });
});

describe('trust', () => {
  it('takes PEM certificates one by one, each once, without what stands around them', () => {
    const one = PEM.trim();
    const { trust } = parse({ trust: { auth: [`subject=x\n${PEM}${PEM}`], api: PEM, storage: 'system' } });
    expect(trust.auth).toHaveLength(1);
    expect((trust.auth[0] ?? '').trim()).toBe(one);
    expect(trust.api).toEqual(trust.auth);
    expect(trust.storage).toBe('system');
  });

  it.each([
    [{ auth: [] }, 'trust.auth is an empty list'],
    [{ auth: 'System' }, 'trust.auth is not "system"'],
    [{ auth: [PEM, 'x'] }, 'trust.auth[1] is not "system"'],
    [{ auth: [PEM.slice(0, 300)] }, 'trust.auth[0] is not "system" and holds no whole PEM'],
    [{ auth: [PEM.replace(/[A-Z]{3}/, '!!!')] }, 'trust.auth[0] '],
    [{ auth: [PEM + PEM.replace('MII', 'AAA')] }, 'trust.auth[0], block 2, is a PEM certificate that can'],
    [{ auth: [KEY] }, 'trust.auth[0] holds a private key'],
    [{ auth: 5 }, 'trust.auth has to be "system" or a list'],
    [{ api: 'system' }, 'trust.auth is missing'],
    [{ auth: 'system', apo: 'system' }, 'trust.apo is an unknown key'],
  ])('refuses %#', (trust, message) => {
    const text = failure({ trust });
    expect(text).toContain(message);
    expect(text).not.toContain('MII');
  });

  it('requires trust', () => {
    expect(failure({ trust: undefined })).toContain('trust is missing');
  });
});

describe('insecure_hosts', () => {
  it('are bare names, compared without regard to case', () => {
    const profile = parse({
      storage: { insecure_hosts: ['Files.Example.com', '127.0.0.1', '::1', 'files.example.COM'] },
    });
    expect(profile.storage.insecure_hosts).toEqual(['files.example.com', '127.0.0.1', '[::1]']);
    const check = (url: string) => checkDocumentUrl(url, profile.storage.insecure_hosts).hostname;
    expect(check('http://FILES.example.com/x')).toBe('files.example.com');
    expect(check('http://[::1]:80/x')).toBe('[::1]');
    expect(() => check('http://evil.files.example.com/x')).toThrow(TripKitError);
  });

  it.each(['http://h', 'h:80', 'h/x', 'a@h', '*.h', '', ' ', 'h?x', 'a b'])('refuses %j', (host) => {
    expect(failure({ storage: { insecure_hosts: ['ok', host] } })).toContain('storage.insecure_hosts[1]');
  });
});

describe('keys and values', () => {
  it.each([
    [{ foo: 1 }, 'foo is an unknown key'],
    [{ scopes: { request: 'a', download: 'b', other: 'c' } }, 'scopes.other is an unknown key'],
    [{ request: { headers: {} } }, 'request.headers is an unknown key'],
    [{ request: { tripkit_id: { pointer: '/a', path: 'x' } } }, 'request.tripkit_id.path is an unknown key'],
    [{ batch: { max: 1 } }, 'batch.max is an unknown key'],
    [{ 'a b': 1 }, '"a b" is an unknown key'],
    [{ client_id: undefined }, 'client_id is missing'],
    [{ client_id: ' ' }, 'client_id is empty'],
    [{ name: 7 }, 'name has to be a text'],
    [{ company_code: '..' }, 'company_code can’t be a dot or two'],
    [{ company_code: 'A\u0000' }, 'company_code holds a control'],
    [{ company_code: 'A\ud800' }, 'company_code holds a control, invisible or broken'],
    [{ name: 'Air\u202Etxt.exe' }, 'name holds a control, invisible or broken'],
    [{ name: 'Air\u2028Agreed' }, 'name holds a control, invisible or broken'],
    [{ scopes: { request: 'a b', download: 'c' } }, 'scopes.request isn’t a scope name'],
    [{ scopes: { request: 'a"', download: 'c' } }, 'scopes.request isn’t a scope name'],
    [{ scopes: { request: '', download: 'c' } }, 'scopes.request is empty'],
    [{ user_agent: 'a\r\nX: y' }, 'user_agent isn’t a header value'],
    [{ user_agent: 'ü' }, 'user_agent isn’t a header value'],
    [{ token_per_scope: 'yes' }, 'token_per_scope has to be true or false'],
    [{ batch: { max_alternates: 0 } }, 'batch.max_alternates has to be a whole number from 1'],
    [{ batch: { parallel_requests: 1.5 } }, 'batch.parallel_requests has to be a whole number'],
    [
      { batch: { parallel_downloads: 1000 } },
      'batch.parallel_downloads has to be a whole number from 1 to 16',
    ],
    [{ batch: { parallel_downloads: '3' } }, 'batch.parallel_downloads has to be'],
    [
      { shelf: { name: 'A', keys: ['k'], folder: '/a' } },
      'shelf.keys[0] isn’t a key that “tripkit shelf key”',
    ],
    [{ shelf: { name: 'A', keys: [], folder: '/a' } }, 'shelf.keys is an empty list'],
    [
      { shelf: { name: 'A', keys: ['A'.repeat(43)], folder: '/a', receipts: 'all' } },
      'shelf.receipts has to be "none", "laptop" or "person"',
    ],
    [{ shelf: { name: 'A', keys: ['A'.repeat(43)] } }, 'shelf needs one of folder, webdav and s3'],
    [
      {
        shelf: {
          ...{ name: 'A', keys: ['A'.repeat(43)], folder: '/a' },
          s3: { endpoint: 'https://a', bucket: 'kits' },
        },
      },
      'shelf needs one of folder, webdav and s3',
    ],
    ...[
      [{ endpoint: 'http://a' }, 'endpoint uses http'],
      [{ bucket: 'Kits' }, 'bucket isn’t the name of a bucket'],
      [{ region: 'eu west' }, 'region isn’t the name of a region'],
      [{ prefix: 'a/../b' }, 'prefix has to be names of letters, digits'],
      [{ prefix: '/a' }, 'prefix has to be names'],
      [{ secret: 'x' }, 'secret'],
    ].map(([wrong, why]): [object, string] => [
      {
        shelf: {
          ...{ name: 'A', keys: ['A'.repeat(43)] },
          s3: { endpoint: 'https://a', bucket: 'kits', ...(wrong as object) },
        },
      },
      `shelf.s3.${why}`,
    ]),
    [{ shelf: { name: 'A', keys: ['A'.repeat(43)], folder: 'a' } }, 'shelf.folder isn’t a whole path'],
    [{ shelf: { name: 'A', keys: ['A'.repeat(43)], webdav: 'http://a' } }, 'shelf.webdav uses http'],
    [{ request: { method: 'GET' } }, 'request.method has to be one of POST, PUT, PATCH'],
    [{ request: { path: 'v1' } }, 'request.path has to begin with "/"'],
    [{ request: { path: '/v1/{company}' } }, 'request.path has the unknown placeholder "{company}"'],
    [{ request: { path: '/v1/../x' } }, 'request.path holds a "." or ".." segment'],
    [{ request: { path: '/v1/%2E%2e/x' } }, 'request.path holds a "." or ".." segment'],
    [{ request: { path: '/v1/ü' } }, 'request.path holds a character'],
    [{ request: { path: '/v1#x' } }, 'request.path holds a character'],
    [{ request: { body: { foo: '{orign}' } } }, 'request.body.foo has the unknown placeholder "{orign}"'],
    [
      { request: { body: { a: [{ b: 'x {nope?} y' }] } } },
      'request.body.a[0].b has the unknown placeholder "{nope?}"',
    ],
    [{ request: { tripkit_id: {} } }, 'request.tripkit_id has to be'],
    [{ request: { tripkit_id: { pointer: 'a' } } }, 'request.tripkit_id.pointer isn’t a JSON Pointer'],
    [{ request: { tripkit_id: { pointer: '/a~2' } } }, 'request.tripkit_id.pointer isn’t a JSON Pointer'],
    [
      { request: { tripkit_id: { pointer: '/a', header: 'x', pattern: '(a)' } } },
      'request.tripkit_id has to be either',
    ],
    [{ request: { tripkit_id: { header: 'x' } } }, 'request.tripkit_id.pattern is missing'],
    [{ request: { tripkit_id: { pattern: '(x)' } } }, 'request.tripkit_id.header is missing'],
    [
      { request: { tripkit_id: { header: 'a b', pattern: '(x)' } } },
      'request.tripkit_id.header isn’t an HTTP header name',
    ],
    [
      { request: { tripkit_id: { header: 'x', pattern: '(x' } } },
      'request.tripkit_id.pattern isn’t a regular expression',
    ],
    [
      { request: { tripkit_id: { header: 'x', pattern: '(?:x)' } } },
      'request.tripkit_id.pattern has no capture group',
    ],
    [{ request: { tripkit_id: { header: 'x', pattern: `(${'x'.repeat(300)})` } } }, 'is longer than 256'],
  ])('refuses %j', (changes, message) => {
    expect(failure(changes)).toContain(message);
  });

  it('lists several at once', () => {
    const text = failure({ foo: 1, client_id: '', request: { method: 'X' } });
    expect(text).toContain('foo is an unknown key');
    expect(text).toContain('client_id is empty');
    expect(text).toContain('request.method');
    expect(failure({ client_id: '', base_url: 'http://h' })).toMatch(
      /client_id is empty; base_url uses http/,
    );
  });
});

describe('text that is no JSON', () => {
  it.each([
    ['', 'is empty'],
    ['{\n  "a": 1,\n  "b": nul\n}', 'line 3, column 8'],
    ['{"a":1,}', 'line 1, column 8'],
    ['{"a"', 'line 1, column 5, where the text ends too early'],
    ['[1 2]', 'line 1, column 4'],
    ['{}x', 'line 1, column 3'],
  ])('%j: %s', (text, message) => {
    expect(failure(text)).toContain(message);
  });

  it('quotes none of it', () => {
    expect(failure(KEY)).not.toContain('MII');
  });

  it('refuses nesting and size beyond reason', () => {
    expect(failure('['.repeat(100_000) + ']'.repeat(100_000))).toContain('nested');
    expect(failure(`"${'x'.repeat(1_100_000)}"`)).toContain('1 MiB');
  });
});

describe('properties', () => {
  const whatever = (text: string) => {
    try {
      parseServiceProfile(text);
    } catch (error) {
      expect(error).toBeInstanceOf(TripKitError);
      expect((error as TripKitError).kind).toBe('config');
    }
  };

  it('throws nothing but TripKitError of kind config', () => {
    fc.assert(fc.property(fc.string(), whatever));
    fc.assert(fc.property(fc.json(), whatever));
  });

  it('throws nothing but TripKitError, whatever one key holds', () => {
    const keys = [
      'name',
      'auth_url',
      'base_url',
      'scopes',
      'user_agent',
      'trust',
      'storage',
      'request',
      'batch',
    ];
    fc.assert(
      fc.property(fc.constantFrom(...keys), fc.jsonValue(), (key, value) => {
        whatever(JSON.stringify({ ...aProfile, [key]: value }));
      }),
    );
    fc.assert(
      fc.property(fc.jsonValue(), fc.jsonValue(), fc.string(), (body, tripkit_id, path) => {
        whatever(JSON.stringify({ ...aProfile, request: { body, tripkit_id, path } }));
      }),
    );
  });

  it('reads its own output back to the same profile', () => {
    const text = fc
      .string({ unit: 'grapheme-ascii', minLength: 1, maxLength: 40 })
      .filter((s) => s.trim() !== '');
    fc.assert(
      fc.property(text, text, fc.nat(30), (name, client_id, max) => {
        const once = parse({ name, client_id, batch: { max_alternates: max + 1 } });
        expect(parseServiceProfile(JSON.stringify(once))).toEqual(once);
      }),
    );
  });
});
