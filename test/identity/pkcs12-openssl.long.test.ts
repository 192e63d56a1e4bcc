/**
 * Our reader of PKCS#12 against OpenSSL's, over random files that the openssl command writes: key and certificates have to
 * be what openssl itself reads from them. Skipped where the machine has no OpenSSL 3.
 */
import { execFileSync, spawnSync } from 'node:child_process';
import { createPrivateKey, X509Certificate } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { TripKitError } from '../../main/common/errors.ts';
import { openPkcs12 } from '../../main/identity/pkcs12.ts';

const version = spawnSync('openssl', ['version'], { encoding: 'utf8' }).stdout ?? '';
const isOpenssl3 = /^OpenSSL (?:3|[4-9]|\d\d)\./.test(version);
const help = isOpenssl3 ? spawnSync('openssl', ['pkcs12', '-help'], { encoding: 'utf8' }).stderr : '';
/** RC2 and PKCS#12's own 3DES schemes are in OpenSSL's legacy provider, which a machine may lack. */
const hasLegacy =
  isOpenssl3 && spawnSync('openssl', ['list', '-provider', 'legacy', '-providers']).status === 0;

let folder = '';
const path = (name: string) => join(folder, name);

function openssl(args: readonly string[], passphrase = ''): string {
  return execFileSync('openssl', args, {
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...process.env, LC_ALL: 'C.UTF-8', PASSPHRASE: passphrase },
  });
}

/** A key and its certificate; `issuer` null for one that signs itself. */
function issue(name: string, key: readonly string[], issuer: string | null): void {
  openssl(['genpkey', '-quiet', ...key, '-out', path(`${name}.key`)]);
  const by = issuer === null ? [] : ['-CA', path(`${issuer}.pem`), '-CAkey', path(`${issuer}.key`)];
  const ca = name.startsWith('ca') ? 'CA:TRUE' : 'CA:FALSE';
  openssl([
    ...[
      'req',
      '-x509',
      '-new',
      '-key',
      path(`${name}.key`),
      '-subj',
      `/O=Demo Air/CN=${name}`,
      '-days',
      '30',
    ],
    ...['-addext', `basicConstraints=critical,${ca}`, ...by, '-out', path(`${name}.pem`)],
  ]);
}

const rsa = (bits: number) => ['-algorithm', 'RSA', '-pkeyopt', `rsa_keygen_bits:${bits}`];
const ec = (curve: string) => ['-algorithm', 'EC', '-pkeyopt', `ec_paramgen_curve:${curve}`];
const leaves = ['rsa', 'p256', 'p384', 'p521'];
/** What lies in the file beside the leaf, in this order. */
const companions = [[], ['ca'], ['ca', 'ca-root'], ['ca-root', 'ca'], ['ca-other', 'ca-root', 'ca']];

beforeAll(() => {
  if (!isOpenssl3) return;
  folder = mkdtempSync(join(tmpdir(), 'tripkit-pkcs12-'));
  issue('ca-root', rsa(2048), null);
  issue('ca-other', ec('P-256'), null);
  issue('ca', ec('P-384'), 'ca-root');
  issue('rsa', rsa(2048), 'ca');
  for (const curve of ['256', '384', '521']) issue(`p${curve}`, ec(`P-${curve}`), 'ca');
});
afterAll(() => {
  if (folder !== '') rmSync(folder, { recursive: true });
});

const encryption = fc.constantFrom(
  ...['NONE', 'AES-128-CBC', 'AES-192-CBC', 'AES-256-CBC', 'DES-EDE3-CBC'],
  ...(hasLegacy ? ['PBE-SHA1-3DES', 'PBE-SHA1-2DES', 'PBE-SHA1-RC2-40', 'PBE-SHA1-RC2-128'] : []),
);
const text = (maxLength: number) =>
  fc
    .oneof(
      fc.constantFrom('', 'correct horse', 'pässwörd-€-日本-😀', 'pa\u0308sswo\u0308rd', 'x'.repeat(70)),
      fc.string({ unit: 'grapheme', maxLength }),
      fc.string({ unit: 'grapheme-ascii', maxLength }),
    )
    // The command line can't pass on a NUL, and reads a passphrase up to the end of a line.
    .filter((one) => !/[\0\r\n]/.test(one));
/** OpenSSL writes friendly names as BMPStrings, without surrogates. */
const friendlyName = text(12).filter((one) => !/[\u{10000}-\u{10ffff}]/u.test(one));
const mac = fc.oneof(
  { weight: 6, arbitrary: fc.constantFrom('md5', 'sha1', 'sha224', 'sha256', 'sha384', 'sha512') },
  { weight: 1, arbitrary: fc.constantFrom('none', ...(help.includes('pbmac1') ? ['pbmac1'] : [])) },
);
const file = fc.record({
  leaf: fc.constantFrom(...leaves),
  beside: fc.constantFrom(...companions),
  keypbe: encryption,
  certpbe: encryption,
  mac,
  iterations: fc.constantFrom(1, 2, 100, 2048),
  passphrase: text(24),
  name: friendlyName,
  caName: friendlyName,
});
type File = typeof file extends fc.Arbitrary<infer T> ? T : never;

/** Writes the file with openssl. */
function write({ leaf, beside, keypbe, certpbe, mac, iterations, passphrase, name, caName }: File): void {
  writeFileSync(path('beside.pem'), beside.map((one) => readFileSync(path(`${one}.pem`), 'utf8')).join(''));
  const macs = { none: ['-nomac'], pbmac1: ['-pbmac1_pbkdf2'] }[mac] ?? ['-macalg', mac];
  openssl(
    [
      ...[
        'pkcs12',
        '-export',
        '-inkey',
        path(`${leaf}.key`),
        '-in',
        path(`${leaf}.pem`),
        '-out',
        path('x.p12'),
      ],
      ...['-keypbe', keypbe, '-certpbe', certpbe, '-iter', String(iterations), ...macs],
      ...(hasLegacy ? ['-legacy'] : []),
      ...(beside.length > 0 ? ['-certfile', path('beside.pem')] : []),
      ...(name === '' ? [] : ['-name', name]),
      ...(caName === '' ? [] : ['-caname', caName]),
      ...['-passout', 'env:PASSPHRASE'],
    ],
    passphrase,
  );
}

/** What openssl reads from the file; null where it refuses. */
function readByOpenssl(passphrase: string): { key: Buffer; certificates: Set<string> } | null {
  try {
    const read = ['pkcs12', '-in', path('x.p12'), '-nodes', '-passin', 'env:PASSPHRASE'];
    const pem = openssl(hasLegacy ? [...read, '-legacy'] : read, passphrase);
    const blocks = pem.match(/-----BEGIN CERTIFICATE-----[^-]+-----END CERTIFICATE-----/g) ?? [];
    return {
      key: pkcs8(pem),
      certificates: new Set(blocks.map((one) => new X509Certificate(one).fingerprint256)),
    };
  } catch {
    return null;
  }
}

function pkcs8(pem: string): Buffer {
  return createPrivateKey(pem).export({ format: 'der', type: 'pkcs8' });
}

function readByUs(passphrase: string): { key: Buffer; chain: string[] } | null {
  try {
    const { key, cert } = openPkcs12(readFileSync(path('x.p12')), passphrase);
    const chain = cert.split(/(?<=-----END CERTIFICATE-----\n)/).map((pem) => new X509Certificate(pem));
    return { key: pkcs8(key), chain: chain.map(({ fingerprint256 }) => fingerprint256) };
  } catch (error) {
    expect(error).toBeInstanceOf(TripKitError);
    return null;
  }
}

describe.skipIf(!isOpenssl3)('against OpenSSL', () => {
  it('reads key and certificates of whatever openssl writes, and refuses what it refuses', () => {
    const fingerprint = (name: string) =>
      new X509Certificate(readFileSync(path(`${name}.pem`))).fingerprint256;
    fc.assert(
      fc.property(file, (one) => {
        write(one);
        const theirs = readByOpenssl(one.passphrase);
        const ours = readByUs(one.passphrase);
        if (theirs === null || ours === null)
          throw new Error(`${theirs ? 'we do' : 'openssl does'} not read it`);
        expect(ours.key.equals(theirs.key)).toBe(true);
        const chain = [one.leaf, 'ca', 'ca-root']
          .map(fingerprint)
          .filter((each) => theirs.certificates.has(each));
        expect(ours.chain).toEqual(chain);

        const wrong = `${one.passphrase}x`;
        expect(readByUs(wrong) === null).toBe(readByOpenssl(wrong) === null);
      }),
      { numRuns: 50 },
    );
  });
});
