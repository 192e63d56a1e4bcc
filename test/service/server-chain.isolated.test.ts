/** The chain check against an independent oracle: node:tls makes a handshake with the same chain and the same roots. */
import { constants, generateKeyPairSync, privateEncrypt, X509Certificate } from 'node:crypto';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { connect, createServer } from 'node:tls';
import fc from 'fast-check';
import forge from 'node-forge';
import { expect, test, vi } from 'vitest';
import { chainProblem } from '../../main/service/server-chain.ts';

vi.setConfig({ testTimeout: 120_000 });

const DAY = 86_400_000;
const HOST = 'login.demo-air.example';

interface Key {
  public: forge.pki.rsa.PublicKey;
  pem: string;
}

function newKey(bits = 2048): Key {
  const { privateKey, publicKey } = generateKeyPairSync('rsa', {
    modulusLength: bits,
    publicKeyEncoding: { type: 'spki', format: 'pem' },
    privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
  });
  return {
    public: forge.pki.publicKeyFromPem(publicKey),
    pem: privateKey,
  };
}

/** Keys are dear: one for each level, and one that is too short. */
const keys = [newKey(), newKey(), newKey(), newKey()] as const;
const short = newKey(1024);

interface Defects {
  dates?: 'expired' | 'not_yet';
  /** Of an issuer. */
  ca?: 'absent' | 'false' | 'no_sign' | 'no_length';
  usage?: 'server' | 'client' | 'both' | 'none';
  critical?: boolean;
  weak?: 'sha1' | 'short';
  names?: 'other' | 'wildcard' | 'address' | 'none';
  constraint?: 'permits' | 'excludes' | 'permits_other';
}

interface Spec {
  levels: number;
  defects: Defects[];
  /** Which of the intermediates are sent, in which order. */
  sent: 'all' | 'reversed' | 'none' | 'with_root' | 'twice';
  roots: 'right' | 'other' | 'intermediate' | 'none';
}

/** Digests, and what PKCS #1 v1.5 writes before theirs (RFC 8017, 9.2). */
const SIGNATURE: Record<'sha1' | 'sha256', { digest: () => forge.md.MessageDigest; before: string }> = {
  sha1: { digest: () => forge.md.sha1.create(), before: '3021300906052b0e03021a05000414' },
  sha256: { digest: () => forge.md.sha256.create(), before: '3031300d060960864801650304020105000420' },
};

/** Signs as node-forge does, by OpenSSL: some fifty times faster. */
function signer(
  pem: string,
  { digest, before }: (typeof SIGNATURE)['sha1' | 'sha256'],
): Parameters<forge.pki.Certificate['sign']> {
  const key = { key: pem, padding: constants.RSA_PKCS1_PADDING };
  const sign = (made: forge.md.MessageDigest) =>
    privateEncrypt(key, Buffer.from(before + made.digest().toHex(), 'hex')).toString('latin1');
  return [{ sign } as unknown as forge.pki.rsa.PrivateKey, digest()];
}

function nameConstraints(kind: NonNullable<Defects['constraint']>): object {
  const { Class, Type, create, toDer } = forge.asn1;
  const name = kind === 'permits_other' ? 'elsewhere.example' : 'demo-air.example';
  const base = create(Class.CONTEXT_SPECIFIC, 2 as forge.asn1.Type, false, name);
  const tree = create(Class.UNIVERSAL, Type.SEQUENCE, true, [base]);
  const tag = (kind === 'excludes' ? 1 : 0) as forge.asn1.Type;
  const trees = create(Class.CONTEXT_SPECIFIC, tag, true, [tree]);
  const value = toDer(create(Class.UNIVERSAL, Type.SEQUENCE, true, [trees])).getBytes();
  return { id: '2.5.29.30', critical: true, value };
}

function make(level: number, levels: number, defects: Defects, authority: string): [pem: string, key: Key] {
  const key = defects.weak === 'short' && level > 0 ? short : (keys[level] as Key);
  const certificate = forge.pki.createCertificate();
  certificate.publicKey = key.public;
  certificate.serialNumber = `4${level}${(serial++).toString(16).padStart(8, '0')}`;
  const now = Date.now();
  certificate.validity.notBefore = new Date(now + (defects.dates === 'not_yet' ? DAY : -9 * DAY));
  certificate.validity.notAfter = new Date(now + (defects.dates === 'expired' ? -DAY : 9 * DAY));
  const nameOf = (at: number) => [{ name: 'commonName', value: at < 0 ? authority : `Level ${at}` }];
  certificate.setSubject(nameOf(level === levels ? -1 : level));
  certificate.setIssuer(nameOf(level + 1 >= levels ? -1 : level + 1));
  const extensions: object[] = [];
  if (level > 0) {
    if (defects.ca !== 'absent') {
      const length = defects.ca === 'no_length' ? { pathLenConstraint: 0 } : {};
      extensions.push({ name: 'basicConstraints', cA: defects.ca !== 'false', critical: true, ...length });
    }
    const signs = defects.ca !== 'no_sign';
    extensions.push({ name: 'keyUsage', keyCertSign: signs, cRLSign: true, critical: true });
  } else {
    extensions.push({ name: 'basicConstraints', cA: false, critical: true });
    const signs = defects.ca !== 'no_sign';
    extensions.push({ name: 'keyUsage', digitalSignature: signs, dataEncipherment: true, critical: true });
    const altNames = {
      other: [{ type: 2, value: 'other.example' }],
      wildcard: [{ type: 2, value: '*.demo-air.example' }],
      address: [{ type: 7, ip: '127.0.0.1' }],
      none: null,
      right: [{ type: 2, value: HOST }],
    }[defects.names ?? 'right'];
    if (altNames) extensions.push({ name: 'subjectAltName', altNames });
  }
  if (defects.usage) {
    const { usage } = defects;
    const purposes = { serverAuth: usage !== 'client' && usage !== 'none', clientAuth: usage !== 'server' };
    extensions.push({ name: 'extKeyUsage', ...purposes });
  }
  if (defects.critical) extensions.push({ id: '1.3.6.1.4.1.99999.1', critical: true, value: '\x05\x00' });
  if (defects.constraint && level > 0) extensions.push(nameConstraints(defects.constraint));
  certificate.setExtensions(extensions);
  return [sign(certificate, level, levels, defects), key];
}

let serial = 1;
const signers = new Map<number, Key>();

function sign(certificate: forge.pki.Certificate, level: number, levels: number, defects: Defects): string {
  const by = level === levels ? (keys[level] as Key) : (signers.get(level + 1) ?? (keys[level + 1] as Key));
  certificate.sign(...signer(by.pem, SIGNATURE[defects.weak === 'sha1' ? 'sha1' : 'sha256']));
  return forge.pki.certificateToPem(certificate);
}

function chainOf({ levels, defects, sent, roots }: Spec) {
  signers.clear();
  const pems: string[] = [];
  let leafKey: Key = keys[0];
  for (let level = levels; level >= 0; level -= 1) {
    // A root signs itself with the key of its level, so that it keeps it.
    const given = defects[level] ?? {};
    const own = level === levels && given.weak === 'short' ? { ...given, weak: undefined } : given;
    const [pem, key] = make(level, levels, own as Defects, 'Operator CA');
    signers.set(level, key);
    pems[level] = pem;
    if (level === 0) leafKey = key;
  }
  const between = pems.slice(1, levels);
  const root = pems[levels] as string;
  const along = {
    all: between,
    reversed: [...between].reverse(),
    none: [],
    with_root: [...between, root],
    twice: [...between, ...between],
  }[sent];
  const [other] = make(levels, levels, {}, 'Another CA');
  const trusted = {
    right: [root, other],
    other: [other],
    intermediate: [between[0] ?? other],
    none: [] as string[],
  }[roots];
  return { leaf: pems[0] as string, key: leafKey.pem, along, trusted };
}

/** What node:tls says: null where it takes the connection. */
async function oracle(
  { leaf, key, along, trusted }: ReturnType<typeof chainOf>,
  host: string,
): Promise<string | null> {
  const server = createServer({ cert: [leaf, ...along].join(''), key, ciphers: 'DEFAULT@SECLEVEL=0' });
  server.on('tlsClientError', () => {});
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  try {
    return await new Promise((resolve) => {
      const socket = connect({
        host: '127.0.0.1',
        port,
        servername: host,
        ca: trusted,
        minVersion: 'TLSv1.2',
        rejectUnauthorized: true,
      });
      socket.on('secureConnect', () => {
        socket.destroy();
        resolve(null);
      });
      socket.on('error', (error) => resolve((error as { code?: string }).code ?? 'error'));
    });
  } finally {
    server.close();
  }
}

function ours({ leaf, along, trusted }: ReturnType<typeof chainOf>, host: string): string | null {
  return chainProblem({
    chain: [leaf, ...along].map((pem) => new X509Certificate(pem)),
    roots: trusted.map((pem) => new X509Certificate(pem)),
    host,
    now: Date.now(),
  });
}

const right: Spec = { levels: 2, defects: [{}, {}, {}], sent: 'all', roots: 'right' };
const withDefect = (level: number, defect: Defects): Spec => ({
  ...right,
  defects: right.defects.map((none, at) => (at === level ? defect : none)),
});

const named: [string, Spec, ReturnType<typeof ours>][] = [
  ['a sound chain', right, null],
  ['its root sent along', { ...right, sent: 'with_root' }, null],
  ['no intermediate', { ...right, sent: 'none' }, 'UNABLE_TO_GET_ISSUER_CERT_LOCALLY'],
  ['another root', { ...right, roots: 'other' }, 'UNABLE_TO_GET_ISSUER_CERT_LOCALLY'],
  [
    'an intermediate alone is trusted',
    { ...right, roots: 'intermediate' },
    'UNABLE_TO_GET_ISSUER_CERT_LOCALLY',
  ],
  ['expired', withDefect(0, { dates: 'expired' }), 'CERT_HAS_EXPIRED'],
  ['an issuer that is not valid yet', withDefect(1, { dates: 'not_yet' }), 'CERT_NOT_YET_VALID'],
  ['an expired root', withDefect(2, { dates: 'expired' }), 'CERT_HAS_EXPIRED'],
  ['an issuer that is none', withDefect(1, { ca: 'false' }), 'INVALID_CA'],
  ['an issuer that may not sign', withDefect(1, { ca: 'no_sign' }), 'UNABLE_TO_GET_ISSUER_CERT_LOCALLY'],
  ['a path that is too long', withDefect(2, { ca: 'no_length' }), 'PATH_LENGTH_EXCEEDED'],
  ['a certificate of a client', withDefect(0, { usage: 'client' }), 'INVALID_PURPOSE'],
  ['a key that may not sign', withDefect(0, { ca: 'no_sign' }), 'INVALID_PURPOSE'],
  ['an unknown critical extension', withDefect(1, { critical: true }), 'CERT_UNTRUSTED'],
  ['a signature by SHA-1', withDefect(0, { weak: 'sha1' }), 'CERT_UNTRUSTED'],
  ['a short key', withDefect(1, { weak: 'short' }), 'CERT_UNTRUSTED'],
  ['another host', withDefect(0, { names: 'other' }), 'ERR_TLS_CERT_ALTNAME_INVALID'],
  ['an asterisk', withDefect(0, { names: 'wildcard' }), null],
  ['a constraint that permits', withDefect(1, { constraint: 'permits' }), null],
  ['a constraint that excludes', withDefect(2, { constraint: 'excludes' }), 'CERT_UNTRUSTED'],
  ['a constraint that permits others', withDefect(1, { constraint: 'permits_other' }), 'CERT_UNTRUSTED'],
];

test.each(named)('%s', async (_name, spec, problem) => {
  const made = chainOf(spec);
  expect(ours(made, HOST)).toBe(problem);
  expect((await oracle(made, HOST)) === null).toBe(problem === null);
});

const maybe = <T>(arbitrary: fc.Arbitrary<T>) => fc.option(arbitrary, { nil: undefined, freq: 6 });
const defects = fc.record(
  {
    dates: maybe(fc.constantFrom('expired', 'not_yet')),
    ca: maybe(fc.constantFrom('absent', 'false', 'no_sign', 'no_length')),
    usage: maybe(fc.constantFrom('server', 'client', 'both', 'none')),
    critical: maybe(fc.constant(true)),
    weak: maybe(fc.constantFrom('sha1', 'short')),
    names: maybe(fc.constantFrom('other', 'wildcard', 'none')),
    constraint: maybe(fc.constantFrom('permits', 'excludes', 'permits_other')),
  },
  { requiredKeys: [] },
) as fc.Arbitrary<Defects>;
const spec: fc.Arbitrary<Spec> = fc.record({
  levels: fc.integer({ min: 1, max: 3 }),
  defects: fc.array(fc.oneof({ weight: 3, arbitrary: fc.constant({}) }, { weight: 1, arbitrary: defects }), {
    minLength: 4,
    maxLength: 4,
  }),
  sent: fc.constantFrom('all', 'all', 'reversed', 'none', 'with_root', 'twice'),
  roots: fc.constantFrom('right', 'right', 'right', 'other', 'intermediate'),
});

test('never laxer than node:tls, and as lax where it is not stricter on purpose', async () => {
  let accepted = 0;
  await fc.assert(
    fc.asyncProperty(spec, async (one) => {
      const made = chainOf(one);
      const [found, said] = [ours(made, HOST), await oracle(made, HOST)];
      if (found === null) {
        accepted += 1;
        expect(said).toBeNull();
      } else if (said === null) {
        // Constraints on a certificate that has a common name alone; issuers that don't say that they are authorities.
        const unsaid = one.defects.slice(1, one.levels + 1).some(({ ca }) => ca === 'absent');
        const onPurpose = unsaid
          ? ['INVALID_CA']
          : one.defects[0]?.names === 'none'
            ? ['CERT_UNTRUSTED']
            : [];
        expect(onPurpose).toContain(found);
      }
    }),
    { numRuns: 60 },
  );
  expect(accepted).toBeGreaterThan(3);
});

test('a server that sends certificates that all name each other is answered soon', () => {
  const same = Array.from({ length: 9 }, () => make(1, 1, {}, 'Round CA')[0]);
  const [leaf] = make(0, 1, {}, 'Round CA');
  const chain = [leaf, ...same].map((pem) => new X509Certificate(pem));
  expect(chainProblem({ chain, roots: [], host: HOST, now: Date.now() })).toBe(
    'UNABLE_TO_GET_ISSUER_CERT_LOCALLY',
  );
});

test('no certificate at all, and too many, are trusted by nobody', () => {
  const made = chainOf(right);
  const leaf = new X509Certificate(made.leaf);
  const roots = made.trusted.map((pem) => new X509Certificate(pem));
  for (const chain of [[], Array.from({ length: 11 }, () => leaf)])
    expect(chainProblem({ chain, roots, host: HOST, now: Date.now() })).toBe(
      'UNABLE_TO_GET_ISSUER_CERT_LOCALLY',
    );
});
