/**
 * Certificates of the demo service, made by each process: nothing of them is worth stealing, nothing expires in the
 * repository. Keys come from node:crypto (fast, off the main thread), X.509 and PKCS#12 from node-forge.
 */
import { generateKeyPair, randomBytes } from 'node:crypto';
import { promisify } from 'node:util';
import forge from 'node-forge';

const newKeyPair = promisify(generateKeyPair);
const DAY_MS = 86_400_000;

interface KeyPair {
  key: forge.pki.rsa.PrivateKey;
  publicKey: forge.pki.rsa.PublicKey;
  key_pem: string;
}

/** A certificate authority that can issue. */
export interface CertificateAuthority {
  certificate: forge.pki.Certificate;
  key: forge.pki.rsa.PrivateKey;
  /** Its own certificate: what a trust store takes. */
  pem: string;
}

/** A server's certificate and key, for node:https. */
export interface ServerCertificate {
  cert: string;
  key: string;
}

/** A client identity as an airline's IT hands it out. */
export interface Identity {
  /** PKCS#12 (RFC 7292) with key, certificate and issuer. */
  p12: Buffer;
  passphrase: string;
  /** The same as PEM, for clients that take it so. */
  cert_pem: string;
  key_pem: string;
}

/** How an identity differs from an ordinary one. */
export interface IdentityOptions {
  passphrase?: string;
  /** ms since 1970; default: yesterday. */
  not_before?: number;
  /** ms since 1970; default: in a year. */
  not_after?: number;
  /** Encryption in the PKCS#12; `3des` is what older tools write. */
  encryption?: 'aes256' | '3des';
}

async function newKey(): Promise<KeyPair> {
  const pair = await newKeyPair('rsa', {
    modulusLength: 2048,
    publicKeyEncoding: { type: 'spki', format: 'pem' },
    privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
  });
  return {
    key: forge.pki.privateKeyFromPem(pair.privateKey),
    publicKey: forge.pki.publicKeyFromPem(pair.publicKey),
    key_pem: pair.privateKey,
  };
}

function subject(common_name: string, organisation: string): forge.pki.CertificateField[] {
  return [
    { name: 'commonName', value: common_name },
    { name: 'organizationName', value: organisation },
  ];
}

function newCertificate(
  publicKey: forge.pki.rsa.PublicKey,
  name: forge.pki.CertificateField[],
  issuer: forge.pki.CertificateField[],
  validity: { from: number; to: number },
): forge.pki.Certificate {
  const certificate = forge.pki.createCertificate();
  certificate.publicKey = publicKey;
  // RFC 5280, 4.1.2.2: positive, at most 20 octets.
  certificate.serialNumber = `4${randomBytes(15).toString('hex')}0`;
  certificate.validity.notBefore = new Date(validity.from);
  certificate.validity.notAfter = new Date(validity.to);
  certificate.setSubject(name);
  certificate.setIssuer(issuer);
  return certificate;
}

function aYear(): { from: number; to: number } {
  return { from: Date.now() - DAY_MS, to: Date.now() + 365 * DAY_MS };
}

/** Makes a self-signed authority. */
export async function createAuthority(
  common_name: string,
  organisation: string,
): Promise<CertificateAuthority> {
  const pair = await newKey();
  const name = subject(common_name, organisation);
  const certificate = newCertificate(pair.publicKey, name, name, aYear());
  certificate.setExtensions([
    { name: 'basicConstraints', cA: true, critical: true },
    { name: 'keyUsage', keyCertSign: true, cRLSign: true, critical: true },
    { name: 'subjectKeyIdentifier' },
  ]);
  certificate.sign(pair.key, forge.md.sha256.create());
  return { certificate, key: pair.key, pem: forge.pki.certificateToPem(certificate) };
}

/** Issues a server certificate for 127.0.0.1 and localhost, or for the given DNS names alone. */
export async function issueServer(
  authority: CertificateAuthority,
  common_name: string,
  dns_names?: readonly string[],
): Promise<ServerCertificate> {
  const pair = await newKey();
  const certificate = newCertificate(
    pair.publicKey,
    subject(common_name, 'Trip Kit Demo Operator'),
    authority.certificate.subject.attributes,
    aYear(),
  );
  certificate.setExtensions([
    { name: 'basicConstraints', cA: false, critical: true },
    { name: 'keyUsage', digitalSignature: true, keyEncipherment: true, critical: true },
    { name: 'extKeyUsage', serverAuth: true },
    { name: 'subjectKeyIdentifier' },
    {
      name: 'subjectAltName',
      // 2: dNSName, 7: iPAddress (RFC 5280, 4.2.1.6).
      altNames: dns_names
        ? dns_names.map((value) => ({ type: 2, value }))
        : [
            { type: 2, value: 'localhost' },
            { type: 7, ip: '127.0.0.1' },
          ],
    },
  ]);
  certificate.sign(authority.key, forge.md.sha256.create());
  return { cert: forge.pki.certificateToPem(certificate), key: pair.key_pem };
}

/** Issues a client identity. */
export async function issueIdentity(
  authority: CertificateAuthority,
  common_name: string,
  organisation: string,
  options: IdentityOptions = {},
): Promise<Identity> {
  const pair = await newKey();
  const year = aYear();
  const certificate = newCertificate(
    pair.publicKey,
    subject(common_name, organisation),
    authority.certificate.subject.attributes,
    { from: options.not_before ?? year.from, to: options.not_after ?? year.to },
  );
  certificate.setExtensions([
    { name: 'basicConstraints', cA: false, critical: true },
    { name: 'keyUsage', digitalSignature: true, critical: true },
    { name: 'extKeyUsage', clientAuth: true },
    { name: 'subjectKeyIdentifier' },
  ]);
  certificate.sign(authority.key, forge.md.sha256.create());
  const passphrase = options.passphrase ?? randomBytes(12).toString('base64url');
  const p12 = forge.pkcs12.toPkcs12Asn1(pair.key, [certificate, authority.certificate], passphrase, {
    algorithm: options.encryption ?? 'aes256',
    friendlyName: common_name,
  });
  return {
    p12: Buffer.from(forge.asn1.toDer(p12).getBytes(), 'binary'),
    passphrase,
    cert_pem: forge.pki.certificateToPem(certificate),
    key_pem: pair.key_pem,
  };
}

/** Everything that a demo service needs. */
export interface DemoPki {
  /** The airline's own CA: issues client identities, trusted by the auth server. */
  airline: CertificateAuthority;
  /** The operator's CA: issues the servers' certificates, trusted by clients. */
  operator: CertificateAuthority;
  server: ServerCertificate;
  identity: Identity;
  /** Issued by somebody else's CA: well made, and not accepted. */
  foreign_identity: Identity;
}

/** Makes both authorities, the servers' certificate, and two identities. */
export async function createPki(company_name: string): Promise<DemoPki> {
  const [airline, operator, stranger] = await Promise.all([
    createAuthority(`${company_name} Client CA`, company_name),
    createAuthority('Trip Kit Demo Operator CA', 'Trip Kit Demo Operator'),
    createAuthority('Some Other Airline CA', 'Some Other Airline'),
  ]);
  const [server, identity, foreign_identity] = await Promise.all([
    issueServer(operator, 'localhost'),
    issueIdentity(airline, `${company_name} Trip Kit Client`, company_name),
    issueIdentity(stranger, 'Some Other Client', 'Some Other Airline'),
  ]);
  return { airline, operator, server, identity, foreign_identity };
}
