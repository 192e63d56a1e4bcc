/** Client certificates by a demo service's authority, for keys of any kind and wherever they are. */
import { createPublicKey, type KeyObject, randomBytes } from 'node:crypto';
import forge from 'node-forge';
import type { CertificateAuthority } from '../../demo-service/pki.ts';

const DAY_MS = 86_400_000;

export interface ClientCertificateOptions {
  authority: CertificateAuthority;
  /** SubjectPublicKeyInfo, DER. */
  publicKey: Buffer;
  common_name: string;
  /** ms since 1970; default: yesterday and in a year. */
  validity?: { from: number; to: number };
}

/** The public half of a key, as a certificate holds it. */
export const publicKeyOf = (key: KeyObject): Buffer =>
  createPublicKey(key).export({ type: 'spki', format: 'der' }) as Buffer;

/** Issues a certificate for client authentication; DER. */
export function issueClientCertificate(options: ClientCertificateOptions): Buffer {
  const { authority, publicKey, common_name } = options;
  const { from, to } = options.validity ?? { from: Date.now() - DAY_MS, to: Date.now() + 365 * DAY_MS };
  const certificate = forge.pki.createCertificate();
  // forge knows RSA alone: its place is taken below.
  certificate.publicKey = authority.certificate.publicKey;
  certificate.serialNumber = `4${randomBytes(15).toString('hex')}0`;
  certificate.validity.notBefore = new Date(from);
  certificate.validity.notAfter = new Date(to);
  certificate.setSubject([
    { name: 'commonName', value: common_name },
    { name: 'organizationName', value: 'Demo Air' },
  ]);
  certificate.setIssuer(authority.certificate.subject.attributes);
  certificate.setExtensions([
    { name: 'basicConstraints', cA: false, critical: true },
    { name: 'keyUsage', digitalSignature: true, critical: true },
    { name: 'extKeyUsage', clientAuth: true },
  ]);
  certificate.sign(authority.key, forge.md.sha256.create());
  const whole = forge.pki.certificateToAsn1(certificate);
  const [tbs, , signature] = whole.value as forge.asn1.Asn1[];
  if (!tbs || !signature) throw new Error('forge made no certificate.');
  // RFC 5280, 4.1: version, serialNumber, signature, issuer, validity, subject, subjectPublicKeyInfo.
  (tbs.value as forge.asn1.Asn1[])[6] = forge.asn1.fromDer(publicKey.toString('binary'));
  const digest = forge.md.sha256.create();
  digest.update(forge.asn1.toDer(tbs).getBytes());
  // A BIT STRING, whose first octet says that no bit is unused.
  signature.value = `\0${authority.key.sign(digest)}`;
  return Buffer.from(forge.asn1.toDer(whole).getBytes(), 'binary');
}

/** A certificate as PEM. */
export const pemOf = (der: Buffer): string =>
  `-----BEGIN CERTIFICATE-----\n${der.toString('base64').replace(/.{64}/g, '$&\n')}\n-----END CERTIFICATE-----\n`;
