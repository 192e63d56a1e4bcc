/**
 * A public key infrastructure for the strict service, made in memory at start with node:crypto (keys, signatures) and
 * node-forge (ASN.1). Written from X.509 (RFC 5280) and PKCS#12 (RFC 7292), so that it shares nothing with the app.
 */
import { createHash, generateKeyPairSync, type KeyObject, randomBytes, sign } from 'node:crypto';
import forge from 'node-forge';

const { asn1, pki } = forge;
const { Class, Type } = asn1;
type Asn1 = forge.asn1.Asn1;

const seq = (...parts: Asn1[]): Asn1 => asn1.create(Class.UNIVERSAL, Type.SEQUENCE, true, parts);
const set = (...parts: Asn1[]): Asn1 => asn1.create(Class.UNIVERSAL, Type.SET, true, parts);
const oid = (dotted: string): Asn1 =>
  asn1.create(Class.UNIVERSAL, Type.OID, false, asn1.oidToDer(dotted).getBytes());
const octets = (bytes: string): Asn1 => asn1.create(Class.UNIVERSAL, Type.OCTETSTRING, false, bytes);
const explicit0 = (part: Asn1): Asn1 => asn1.create(Class.CONTEXT_SPECIFIC, 0, true, [part]);
const integer = (value: number): Asn1 =>
  asn1.create(Class.UNIVERSAL, Type.INTEGER, false, asn1.integerToDer(value).getBytes());
const derOf = (node: Asn1): Buffer => Buffer.from(asn1.toDer(node).getBytes(), 'latin1');
const parse = (der: Buffer): Asn1 => asn1.fromDer(der.toString('latin1'));

/** A certificate with its private key. */
export interface Certified {
  readonly commonName: string;
  readonly key: KeyObject;
  readonly keyPem: string;
  readonly certDer: Buffer;
  readonly certPem: string;
}

/** What a certificate shall say. Times are UTC; `hosts` are DNS names or IPv4 addresses. */
export interface CertificateWish {
  readonly commonName: string;
  readonly kind: 'ca' | 'server' | 'client';
  readonly issuer?: Certified;
  readonly keyType?: 'ec' | 'rsa';
  readonly hosts?: readonly string[];
  readonly notBefore?: Date;
  readonly notAfter?: Date;
}

const organisation = 'Conformance';
const day = 86_400_000;

/** Makes a key pair and a certificate for it; self-signed when no issuer is named. */
export function certify(wish: CertificateWish): Certified {
  const { privateKey, publicKey } =
    wish.keyType === 'rsa'
      ? generateKeyPairSync('rsa', { modulusLength: 2048 })
      : generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const signer = wish.issuer?.key ?? privateKey;
  const draft = pki.createCertificate();
  draft.serialNumber = `01${randomBytes(12).toString('hex')}`;
  draft.validity.notBefore = wish.notBefore ?? new Date(Date.now() - day);
  draft.validity.notAfter = wish.notAfter ?? new Date(Date.now() + 30 * day);
  const name = (commonName: string): forge.pki.CertificateField[] => [
    { name: 'commonName', value: commonName },
    { name: 'organizationName', value: organisation },
  ];
  draft.setSubject(name(wish.commonName));
  draft.setIssuer(name(wish.issuer?.commonName ?? wish.commonName));
  draft.setExtensions(extensionsOf(wish));
  // node-forge writes RSA keys only: it drafts with a stand-in, and the real key and algorithm replace its own.
  draft.publicKey = standInKey();
  const shaped = draft as unknown as { siginfo: { algorithmOid: string }; signatureOid: string };
  shaped.siginfo.algorithmOid = '1.2.840.113549.1.1.11';
  shaped.signatureOid = shaped.siginfo.algorithmOid;
  const algorithm =
    signer.asymmetricKeyType === 'ec'
      ? seq(oid('1.2.840.10045.4.3.2'))
      : seq(oid('1.2.840.113549.1.1.11'), asn1.create(Class.UNIVERSAL, Type.NULL, false, ''));
  const tbs = (pki as unknown as { getTBSCertificate(from: forge.pki.Certificate): Asn1 }).getTBSCertificate(
    draft,
  );
  const parts = tbs.value as Asn1[];
  parts[2] = algorithm;
  parts[6] = parse(publicKey.export({ type: 'spki', format: 'der' }));
  const signature = sign('sha256', derOf(tbs), signer).toString('latin1');
  const certDer = derOf(
    seq(tbs, algorithm, asn1.create(Class.UNIVERSAL, Type.BITSTRING, false, `\0${signature}`)),
  );
  return {
    commonName: wish.commonName,
    key: privateKey,
    keyPem: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
    certDer,
    certPem: pemOf(certDer),
  };
}

let standIn: forge.pki.rsa.PublicKey | undefined;
function standInKey(): forge.pki.rsa.PublicKey {
  standIn ??= pki.publicKeyFromPem(
    generateKeyPairSync('rsa', { modulusLength: 2048 })
      .publicKey.export({ type: 'spki', format: 'pem' })
      .toString(),
  ) as forge.pki.rsa.PublicKey;
  return standIn;
}

function extensionsOf(wish: CertificateWish): object[] {
  if (wish.kind === 'ca') {
    return [
      { name: 'basicConstraints', cA: true, critical: true },
      { name: 'keyUsage', keyCertSign: true, cRLSign: true, critical: true },
    ];
  }
  const usage = {
    name: 'extKeyUsage',
    serverAuth: wish.kind === 'server',
    clientAuth: wish.kind === 'client',
  };
  if (wish.kind === 'client') return [usage];
  const altNames = (wish.hosts ?? ['localhost', '127.0.0.1']).map((host) =>
    /^[\d.]+$/.test(host) ? { type: 7, ip: host } : { type: 2, value: host },
  );
  return [usage, { name: 'subjectAltName', altNames }];
}

function pemOf(der: Buffer): string {
  const lines = der.toString('base64').match(/.{1,64}/g) ?? [];
  return `-----BEGIN CERTIFICATE-----\n${lines.join('\n')}\n-----END CERTIFICATE-----\n`;
}

/** How the private key lies in a PKCS#12 file: PBES2 with AES-256, or the legacy 3DES of older tools. */
export type Pkcs12Cipher = 'aes256' | '3des';

/** What a PKCS#12 file holds; without `identity` it has certificates only. */
export interface Pkcs12Wish {
  readonly identity?: Certified;
  readonly chain?: readonly Certified[];
  readonly passphrase: string;
  readonly cipher?: Pkcs12Cipher;
}

/** Writes a PKCS#12 file (RFC 7292) with a SHA-1 password MAC. */
export function pkcs12(wish: Pkcs12Wish): Buffer {
  const bags: Asn1[] = [];
  const { identity } = wish;
  const keyId = set(
    seq(
      oid('1.2.840.113549.1.9.21'),
      set(
        octets(
          createHash('sha1')
            .update(identity?.certDer ?? '')
            .digest()
            .toString('latin1'),
        ),
      ),
    ),
  );
  for (const certificate of [...(identity ? [identity] : []), ...(wish.chain ?? [])]) {
    const bag = seq(
      oid('1.2.840.113549.1.9.22.1'),
      explicit0(octets(certificate.certDer.toString('latin1'))),
    );
    const attributes = certificate === identity ? [keyId] : [];
    bags.push(seq(oid('1.2.840.113549.1.12.10.1.3'), explicit0(bag), ...attributes));
  }
  const safes = [dataOf(seq(...bags))];
  if (identity) {
    const shrouded = shroudedKey(identity.key, wish.passphrase, wish.cipher ?? 'aes256');
    safes.push(dataOf(seq(seq(oid('1.2.840.113549.1.12.10.1.2'), explicit0(shrouded), keyId))));
  }
  const authenticatedSafe = derOf(seq(...safes)).toString('latin1');
  const salt = randomBytes(8).toString('latin1');
  const rounds = 2048;
  const keyMaker = forge.pkcs12 as unknown as {
    generateKey(
      password: string,
      salt: forge.util.ByteBuffer,
      id: number,
      rounds: number,
      bytes: number,
    ): forge.util.ByteBuffer;
  };
  const macKey = keyMaker.generateKey(wish.passphrase, forge.util.createBuffer(salt), 3, rounds, 20);
  const mac = forge.hmac.create();
  mac.start('sha1', macKey);
  mac.update(authenticatedSafe);
  const sha1 = seq(oid('1.3.14.3.2.26'), asn1.create(Class.UNIVERSAL, Type.NULL, false, ''));
  const macData = seq(seq(sha1, octets(mac.digest().getBytes())), octets(salt), integer(rounds));
  return derOf(seq(integer(3), dataNode(authenticatedSafe), macData));
}

const dataNode = (bytes: string): Asn1 => seq(oid('1.2.840.113549.1.7.1'), explicit0(octets(bytes)));
const dataOf = (content: Asn1): Asn1 => dataNode(derOf(content).toString('latin1'));

function shroudedKey(key: KeyObject, passphrase: string, cipher: Pkcs12Cipher): Asn1 {
  if (cipher === 'aes256') {
    return parse(key.export({ type: 'pkcs8', format: 'der', cipher: 'aes-256-cbc', passphrase }));
  }
  const plain = parse(key.export({ type: 'pkcs8', format: 'der' }));
  return pki.encryptPrivateKeyInfo(plain, passphrase, { algorithm: '3des', count: 2048, saltSize: 8 });
}

/** All authorities and identities of the suite: each server has a CA of its own, so that trust can't leak between them. */
export interface Pki {
  readonly airlineCa: Certified;
  readonly authCa: Certified;
  readonly apiCa: Certified;
  readonly storageCa: Certified;
  readonly foreignCa: Certified;
  readonly auth: Certified;
  readonly api: Certified;
  readonly storage: Certified;
  readonly foreign: Certified;
  readonly elsewhere: Certified;
  readonly client: Certified;
  readonly clientEc: Certified;
  readonly expired: Certified;
  readonly stranger: Certified;
}

let made: Pki | undefined;

/** The suite's PKI, made once a process. */
export function thePki(): Pki {
  if (made) return made;
  const ca = (commonName: string): Certified => certify({ commonName, kind: 'ca' });
  const airlineCa = ca('Airline CA');
  const authCa = ca('Operator CA');
  const apiCa = ca('API CA');
  const storageCa = ca('Storage CA');
  const foreignCa = ca('Foreign CA');
  const server = (commonName: string, issuer: Certified, hosts?: string[]): Certified =>
    certify({ commonName, kind: 'server', issuer, ...(hosts ? { hosts } : {}) });
  const client = (commonName: string, issuer: Certified, more: Partial<CertificateWish> = {}): Certified =>
    certify({ commonName, kind: 'client', issuer, keyType: 'rsa', ...more });
  made = {
    airlineCa,
    authCa,
    apiCa,
    storageCa,
    foreignCa,
    auth: server('auth', authCa),
    api: server('api', apiCa),
    storage: server('storage', storageCa),
    foreign: server('foreign', foreignCa),
    elsewhere: server('elsewhere', apiCa, ['elsewhere.example']),
    client: client('dispatch-desk-7', airlineCa),
    clientEc: client('dispatch-desk-8', airlineCa, { keyType: 'ec' }),
    expired: client('dispatch-desk-old', airlineCa, {
      notBefore: new Date(Date.now() - 40 * day),
      notAfter: new Date(Date.now() - 2 * day),
    }),
    stranger: client('somebody-else', foreignCa),
  };
  return made;
}
