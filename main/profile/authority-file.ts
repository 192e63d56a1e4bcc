/** Reads the operator's CA in its usual forms: PEM, one or several, or DER. */
import { X509Certificate } from 'node:crypto';
import { utc } from '../common/clock.ts';
import { TripKitError } from '../common/errors.ts';
import { readTrustRoots } from './trust.ts';

/** A CA certificate: its public facts and its PEM. */
export interface Authority {
  subject: string;
  /** SHA-256 fingerprint as openssl and Windows show it. */
  sha256: string;
  /** ISO 8601 UTC. */
  valid_to: string;
  pem: string;
}

/** @throws TripKitError of kind `config` that says what the file is instead */
export function readAuthorities(bytes: Buffer): Authority[] {
  const text = bytes.toString('latin1');
  if (!text.includes('-----BEGIN ')) return [authority(fromDer(bytes))];
  const read = readTrustRoots(text);
  if ('problem' in read || read.value === 'system') {
    const problem = 'problem' in read ? read.problem.trim() : 'is no certificate';
    throw new TripKitError('config', `The CA file ${problem}. Choose the certificate of the operator’s CA.`);
  }
  return read.value.map((pem) => authority(new X509Certificate(pem)));
}

function fromDer(bytes: Buffer): X509Certificate {
  try {
    return new X509Certificate(bytes);
  } catch (error) {
    throw new TripKitError(
      'config',
      'The CA file is no certificate. Choose the .pem, .crt or .cer file of the operator’s CA.',
      { cause: error },
    );
  }
}

function authority(certificate: X509Certificate): Authority {
  const valid_to = Date.parse(certificate.validTo);
  if (Number.isNaN(valid_to)) {
    throw new TripKitError(
      'config',
      'The CA file is damaged: it does not say how long its certificate is valid. Copy it again, or ask your IT to send it again.',
    );
  }
  return {
    subject: (certificate.subject ?? '').split('\n').reverse().join(', '),
    sha256: certificate.fingerprint256,
    valid_to: utc(valid_to),
    pem: certificate.toString(),
  };
}
