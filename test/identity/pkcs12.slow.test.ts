import { createPrivateKey, X509Certificate } from 'node:crypto';
import { readFileSync } from 'node:fs';
import * as tls from 'node:tls';
import fc from 'fast-check';
import forge from 'node-forge';
import { describe, expect, it } from 'vitest';
import { TripKitError } from '../../main/common/errors.ts';
import { checkValidity } from '../../main/identity/certificate-facts.ts';
import { openPkcs12, SeveralKeysError } from '../../main/identity/pkcs12.ts';
import { pkcs12Key, WorkBudget } from '../../main/identity/pkcs12-kdf.ts';
import { withoutEndOfValidity } from '../undated.ts';

const PASS = 'correct horse';
const UNICODE = 'pässwörd-€-日本-😀';
const fixture = (name: string) => readFileSync(new URL(`fixtures/${name}`, import.meta.url));

function failure(work: () => unknown): TripKitError {
  try {
    work();
  } catch (error) {
    if (error instanceof TripKitError) return error;
    throw error;
  }
  throw new Error('did not throw');
}

/** What TLS would do with it: the key belongs to the first certificate, and each is issued by the next. */
function expectSound({ key, cert }: { key: string; cert: string }): X509Certificate[] {
  const chain = [...cert.matchAll(/-----BEGIN CERTIFICATE-----[^-]+-----END CERTIFICATE-----\n/g)].map(
    ([pem]) => new X509Certificate(pem),
  );
  const [leaf] = chain;
  expect(key).toMatch(/^-----BEGIN PRIVATE KEY-----/);
  expect(leaf?.checkPrivateKey(createPrivateKey(key))).toBe(true);
  chain.slice(1).forEach((issuer, index) => {
    expect(chain[index]?.verify(issuer.publicKey)).toBe(true);
  });
  expect(() => tls.createSecureContext({ key, cert })).not.toThrow();
  return chain;
}

describe('flavours', () => {
  it.each([
    ['rsa-aes256.p12', PASS, 'CN=Demo Pilot, O=Demo Air, C=NL', 'RSA 2048', 3],
    ['rsa-aes128-sha1mac.p12', PASS, 'CN=Demo Pilot, O=Demo Air, C=NL', 'RSA 2048', 1],
    ['rsa-sha512mac.p12', PASS, 'CN=Demo Pilot, O=Demo Air, C=NL', 'RSA 2048', 1],
    ['rsa-3des.p12', PASS, 'CN=Demo Pilot, O=Demo Air, C=NL', 'RSA 2048', 3],
    ['rsa-rc2-40.p12', PASS, 'CN=Demo Pilot, O=Demo Air, C=NL', 'RSA 2048', 3],
    ['rsa-rc2-128.p12', PASS, 'CN=Demo Pilot, O=Demo Air, C=NL', 'RSA 2048', 1],
    ['rsa-pbes2-3des.p12', PASS, 'CN=Demo Pilot, O=Demo Air, C=NL', 'RSA 2048', 1],
    ['rsa-nomac.p12', PASS, 'CN=Demo Pilot, O=Demo Air, C=NL', 'RSA 2048', 1],
    ['rsa-ber.p12', PASS, 'CN=Demo Pilot, O=Demo Air, C=NL', 'RSA 2048', 3],
    ['rsa-odd-chain.p12', PASS, 'CN=Demo Pilot, O=Demo Air, C=NL', 'RSA 2048', 3],
    ['rsa-600k-iterations.p12', PASS, 'CN=Demo Pilot, O=Demo Air, C=NL', 'RSA 2048', 1],
    ['rsa-empty-pass.p12', '', 'CN=Demo Pilot, O=Demo Air, C=NL', 'RSA 2048', 1],
    ['rsa-empty-pass-legacy.p12', '', 'CN=Demo Pilot, O=Demo Air, C=NL', 'RSA 2048', 1],
    ['rsa-plain.p12', '', 'CN=Demo Pilot, O=Demo Air, C=NL', 'RSA 2048', 1],
    ['rsa-plain-mac.p12', PASS, 'CN=Demo Pilot, O=Demo Air, C=NL', 'RSA 2048', 1],
    ['rsa-unicode.p12', UNICODE, 'CN=Demo Pilot, O=Demo Air, C=NL', 'RSA 2048', 1],
    ['rsa-unicode.p12', UNICODE.normalize('NFD'), 'CN=Demo Pilot, O=Demo Air, C=NL', 'RSA 2048', 1],
    ['rsa-unicode-legacy.p12', UNICODE, 'CN=Demo Pilot, O=Demo Air, C=NL', 'RSA 2048', 1],
    ['ec-p256-aes256.p12', PASS, 'CN=EC Pilot, O=Demo Air, C=NL', 'EC P-256', 3],
    ['ec-p256-rc2-40.p12', PASS, 'CN=EC Pilot, O=Demo Air, C=NL', 'EC P-256', 3],
    ['ec-p384-aes256.p12', PASS, 'CN=Jürgen Ørsted, O=Demo Air, C=NL', 'EC P-384', 3],
  ])('opens %s', (name, passphrase, subject, key, chain_length) => {
    const identity = openPkcs12(fixture(name), passphrase);
    const chain = expectSound(identity);
    expect(chain).toHaveLength(chain_length);
    expect(identity.facts).toMatchObject({ subject, key, chain_length, extended_key_usage: ['clientAuth'] });
    expect(identity.facts.issuer).toBe('CN=Demo Air Issuing CA, O=Demo Air, C=NL');
    expect(identity.facts.sha256).toBe(chain[0]?.fingerprint256);
    expect(identity.facts.valid_to - identity.facts.valid_from).toBe(18_262 * 86_400_000);
  });

  it('puts the chain in order and leaves certificates of others out', () => {
    const subjects = expectSound(openPkcs12(fixture('rsa-odd-chain.p12'), PASS)).map(
      ({ subject }) => subject,
    );
    expect(subjects.map((subject) => /CN=(.*)/.exec(subject)?.[1])).toEqual([
      'Demo Pilot',
      'Demo Air Issuing CA',
      'Demo Air Root CA',
    ]);
  });

  it('bears bytes behind the end, as some mail programs leave them', () => {
    expectSound(openPkcs12(Buffer.concat([fixture('rsa-aes256.p12'), Buffer.alloc(3)]), PASS));
  });
});

describe('several keys', () => {
  it('lists them and opens the chosen one', () => {
    const error = failure(() => openPkcs12(fixture('two-keys.p12'), PASS));
    expect(error).toMatchObject({ kind: 'identity', condition: 'several_keys' });
    expect(error.message).toContain('CN=Demo Pilot');
    expect(error.message).toContain('CN=Second Pilot');
    const { choices } = error as SeveralKeysError;
    expect(error).toBeInstanceOf(SeveralKeysError);
    expect(choices).toHaveLength(2);
    for (const { sha256, local_key_id } of choices) {
      const byFingerprint = openPkcs12(fixture('two-keys.p12'), PASS, {
        key: { sha256: sha256.toLowerCase() },
      });
      expectSound(byFingerprint);
      expect(byFingerprint.facts.sha256).toBe(sha256);
      const byKeyId = openPkcs12(fixture('two-keys.p12'), PASS, {
        key: { local_key_id: local_key_id ?? '' },
      });
      expect(byKeyId.key).toBe(byFingerprint.key);
    }
    const unknown = failure(() => openPkcs12(fixture('two-keys.p12'), PASS, { key: { sha256: 'AA:BB' } }));
    expect(unknown.condition).toBe('unknown_choice');
  });
});

describe('refusals', () => {
  it.each([
    ['rsa-aes256.p12', 'wrong', 'wrong_passphrase', /does not open/],
    ['rsa-rc2-40.p12', 'Correct horse', 'wrong_passphrase', /does not open/],
    ['rsa-nomac.p12', 'wrong', 'wrong_passphrase', /does not open/],
    ['rsa-unicode.p12', 'passwörd', 'wrong_passphrase', /does not open/],
    ['rsa-aes256.p12', '', 'wrong_passphrase', /needs a passphrase/],
    ['certificates-only.p12', PASS, 'no_key', /certificates only/],
    ['key-only.p12', PASS, 'no_certificate', /not the certificate/],
    ['truncated.p12', PASS, 'truncated', /cut short/],
    ['certificate.pem', PASS, 'not_pkcs12', /a PEM certificate without its key/],
    ['key.pem', PASS, 'not_pkcs12', /a PEM private key, /],
    ['key-and-certificate.pem', PASS, 'not_pkcs12', /a PEM private key with its certificate/],
    ['certificate.der', PASS, 'not_pkcs12', /a certificate without its key \(DER\)/],
    ['key.der', PASS, 'not_pkcs12', /a private key without its certificate/],
    ['encrypted-key.der', PASS, 'not_pkcs12', /an encrypted private key/],
    ['certificates.p7b', PASS, 'not_pkcs12', /PKCS#7/],
  ])('%s with “%s”: %s', (name, passphrase, condition, message) => {
    const error = failure(() => openPkcs12(fixture(name), passphrase));
    expect(error).toMatchObject({ kind: 'identity', condition });
    expect(error.message).toMatch(message);
  });

  it.each([
    ['', 'empty', /empty/],
    ['{"name":"x"}', 'not_pkcs12', /JSON/],
    ['\n<!DOCTYPE html><html>', 'not_pkcs12', /HTML/],
    ['<?xml version="1.0"?>', 'not_pkcs12', /XML/],
    ['%PDF-1.7\n\x00', 'not_pkcs12', /PDF/],
    ['PK\x03\x04\x00\x00', 'not_pkcs12', /ZIP/],
    ['MIIJKQIBAzCCCO8GCSqGSIb3\n', 'not_pkcs12', /base64/],
    ['hello', 'not_pkcs12', /text/],
    ['\x00\x01\x02', 'not_pkcs12', /not a PKCS#12/],
  ])('text %j: %s', (text, condition, message) => {
    const error = failure(() => openPkcs12(Buffer.from(text, 'latin1'), ''));
    expect(error).toMatchObject({ kind: 'identity', condition });
    expect(error.message).toMatch(message);
  });

  it('says so wherever a file is cut, DER and BER', () => {
    for (const name of ['rsa-aes256.p12', 'rsa-ber.p12']) {
      const whole = fixture(name);
      for (let length = 4; length < whole.length; length += 37) {
        expect(failure(() => openPkcs12(whole.subarray(0, length), PASS)).condition).toBe('truncated');
      }
    }
  });

  it('refuses more than 1 MiB', () => {
    expect(failure(() => openPkcs12(Buffer.alloc(1024 * 1024 + 1), '')).condition).toBe('too_large');
  });

  it('refuses an extreme iteration count at once', () => {
    const pfx = forge.asn1.fromDer(forge.util.createBuffer(fixture('rsa-aes256.p12').toString('latin1')));
    const parts = (node: forge.asn1.Asn1 | undefined) => node?.value as forge.asn1.Asn1[] | undefined;
    const iterations = parts(parts(pfx)?.[2])?.[2];
    if (iterations === undefined) throw new Error('no iterations');
    for (const hex of ['00989680', '7fffffff', '7fffffffffffffffffffffff']) {
      iterations.value = forge.util.hexToBytes(hex);
      const bytes = Buffer.from(forge.asn1.toDer(pfx).getBytes(), 'latin1');
      expect(failure(() => openPkcs12(bytes, PASS)).condition).toBe('too_costly');
    }
  });

  it.each([
    [19, null],
    [20, 'too_many'],
    [600, 'too_many'],
  ])('holds %i certificates beside its key: %s', (count, condition) => {
    const pem = fixture('key-and-certificate.pem').toString();
    const key = forge.pki.privateKeyFromPem(pem.slice(pem.indexOf('-----BEGIN PRIVATE')));
    const certificate = forge.pki.certificateFromPem(pem.slice(pem.indexOf('-----BEGIN CERTIFICATE')));
    const many = new Array<forge.pki.Certificate>(count).fill(certificate);
    const made = forge.pkcs12.toPkcs12Asn1(key, many, '', { useMac: false });
    const bytes = Buffer.from(forge.asn1.toDer(made).getBytes(), 'latin1');
    if (condition === null) expectSound(openPkcs12(bytes, ''));
    else expect(failure(() => openPkcs12(bytes, '')).condition).toBe(condition);
  });

  it('counts the iterations of every digest that a key is put together from', () => {
    const derive = (size: number, budget = new WorkBudget()) =>
      pkcs12Key('sha1', '', Buffer.alloc(8), 2_000_000, 'key', size, budget);
    for (const size of [81, 100, 101]) expect(failure(() => derive(size)).condition).toBe('too_costly');
    const spent = new WorkBudget();
    spent.spend(2_000_000, 3);
    for (const size of [21, 24]) expect(failure(() => derive(size, spent)).condition).toBe('too_costly');
  });

  it('shows neither passphrase nor key in an error', () => {
    const secret = 'sEcReT-passphrase';
    for (const name of ['rsa-aes256.p12', 'rsa-nomac.p12', 'truncated.p12', 'key.pem', 'two-keys.p12']) {
      const error = failure(() => openPkcs12(fixture(name), name === 'two-keys.p12' ? PASS : secret));
      const shown = `${error.message} ${error.stack} ${JSON.stringify(error)}`;
      expect(shown).not.toContain(secret);
      expect(shown).not.toContain('MIIE');
    }
  });
});

describe('hostile bytes', () => {
  it('throws nothing but TripKitError of kind identity, whatever the bytes', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 400 }), fc.string(), (bytes, passphrase) => {
        expect(failure(() => openPkcs12(bytes, passphrase)).kind).toBe('identity');
      }),
    );
  });

  it('opens to the same identity or refuses, whatever single byte is changed', () => {
    const whole = fixture('rsa-nomac.p12');
    const sound = openPkcs12(whole, PASS);
    fc.assert(
      fc.property(fc.nat(whole.length - 1), fc.integer({ min: 1, max: 255 }), (at, change) => {
        const bytes = Buffer.from(whole);
        bytes[at] = (bytes[at] ?? 0) ^ change;
        try {
          expectSound(openPkcs12(bytes, PASS));
        } catch (error) {
          expect(error).toBeInstanceOf(TripKitError);
          expect((error as TripKitError).kind).toBe('identity');
        }
      }),
      { numRuns: 75 },
    );
    expect(openPkcs12(whole, PASS).facts).toEqual(sound.facts);
  });

  it('survives deep nesting', () => {
    expect(failure(() => openPkcs12(Buffer.alloc(200_000, Buffer.from('3080', 'hex')), '')).kind).toBe(
      'identity',
    );
  });
});

describe('checkValidity', () => {
  const facts = { valid_from: Date.UTC(2026, 0, 1), valid_to: Date.UTC(2027, 0, 1) };

  it('accepts both ends', () => {
    expect(() => checkValidity(facts, facts.valid_from)).not.toThrow();
    expect(() => checkValidity(facts, facts.valid_to)).not.toThrow();
  });

  it('tells expired and not yet valid with the date', () => {
    const expired = failure(() => checkValidity(facts, facts.valid_to + 1));
    expect(expired).toMatchObject({ kind: 'identity', condition: 'expired' });
    expect(expired.message).toContain('1 Jan 2027 00:00Z');
    const early = failure(() => checkValidity(facts, facts.valid_from - 1));
    expect(early).toMatchObject({ kind: 'identity', condition: 'not_yet_valid' });
    expect(early.message).toContain('1 Jan 2026 00:00Z');
  });
});

it('takes no certificate whose dates can’t be read: it would be valid at any time', () => {
  const plain = fixture('rsa-plain.p12');
  expect(openPkcs12(plain, '').facts.valid_to).toBeGreaterThan(0);
  expect(failure(() => openPkcs12(withoutEndOfValidity(plain), ''))).toMatchObject({
    condition: 'no_certificate',
  });
});
