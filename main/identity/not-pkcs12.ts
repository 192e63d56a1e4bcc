/** Says what a file is if it isn't PKCS#12, because "invalid file" does not help a person who chose the wrong one. */
import { createPrivateKey, X509Certificate } from 'node:crypto';
import type { TripKitError } from '../common/errors.ts';
import { elements, oid, parseAsn1 } from './asn1.ts';
import { identityError } from './identity-error.ts';

const ASK = 'Choose the .p12 or .pfx file that your IT gave you';

/** The error for bytes that aren't a PFX: condition `empty`, `truncated` or `not_pkcs12`. */
export function notPkcs12(bytes: Uint8Array): TripKitError {
  if (bytes.length === 0) {
    return identityError('empty', `This file is empty: it was not copied whole. ${ASK}.`);
  }
  const what = kindOfFile(Buffer.from(bytes));
  if (what !== null) return identityError('not_pkcs12', `This file is ${what}, not a PKCS#12 file. ${ASK}.`);
  if (isCutShort(bytes)) return truncated();
  return identityError('not_pkcs12', `This file is not a PKCS#12 file. ${ASK}.`);
}

export function truncated(): TripKitError {
  return identityError(
    'truncated',
    'This certificate file is cut short: it was not copied whole. Copy it again, or ask your IT to send it again.',
  );
}

/** Whether the bytes begin with a DER SEQUENCE that is longer than the file. */
export function isCutShort(bytes: Uint8Array): boolean {
  if (bytes[0] !== 0x30) return false;
  const first = bytes[1];
  if (first === undefined) return true;
  if (first < 0x80) return bytes.length < 2 + first;
  const size = first & 0x7f;
  if (size === 0 || size > 4) return false;
  if (bytes.length < 2 + size) return true;
  return bytes.length < 2 + size + Buffer.from(bytes).readUIntBE(2, size);
}

function kindOfFile(bytes: Buffer): string | null {
  const text = textOf(bytes);
  if (text !== null) return kindOfText(text);
  const start = bytes.toString('hex', 0, 5);
  if (start === '255044462d') return 'a PDF document';
  if (start.startsWith('504b0304')) return 'a ZIP archive, which has to be unpacked first,';
  if (start.startsWith('feedfeed')) return 'a Java keystore (JKS)';
  return bytes[0] === 0x30 ? kindOfDer(bytes) : null;
}

/** Kinds of text by their beginning, in lower case. */
const textKinds: readonly [RegExp, string][] = [
  [/^(?:<!doctype html|<html|<head|<body)/, 'an HTML page, perhaps of a sign-in or an error'],
  [/^</, 'an XML document'],
  [/^[{[]/, 'a JSON document, perhaps the service profile'],
  [/^mi[a-z0-9+/=\s]+$/, 'text in base64, which has to be decoded first,'],
];

function kindOfText(text: string): string {
  const label = /-----BEGIN ([A-Z0-9 ]{1,60})-----/.exec(text)?.[1];
  if (label !== undefined) return kindOfPem(text, label);
  const start = text.trimStart().slice(0, 200).toLowerCase();
  return textKinds.find(([pattern]) => pattern.test(start))?.[1] ?? 'a text document';
}

/** @param label of its first block */
function kindOfPem(text: string, label: string): string {
  const hasKey = /-----BEGIN [A-Z0-9 ]{0,40}PRIVATE KEY-----/.test(text);
  if (hasKey) {
    const hasCertificate = text.includes('-----BEGIN CERTIFICATE-----');
    return `a PEM private key${hasCertificate ? ' with its certificate' : ''}`;
  }
  if (label === 'PKCS7' || label === 'CMS') {
    return 'a PKCS#7 file in PEM form, which holds certificates without a key';
  }
  if (label.endsWith('CERTIFICATE REQUEST')) return 'a request for a certificate';
  if (label.endsWith('CERTIFICATE')) return 'a PEM certificate without its key';
  return 'a PEM file of another kind';
}

function kindOfDer(bytes: Buffer): string | null {
  if (tried(() => new X509Certificate(bytes)) !== null) return 'a certificate without its key (DER)';
  for (const type of ['pkcs8', 'pkcs1', 'sec1'] as const) {
    if (tried(() => createPrivateKey({ key: bytes, format: 'der', type })) !== null)
      return 'a private key without its certificate (DER)';
  }
  const [first, second] = tried(() => elements(parseAsn1(bytes))) ?? [];
  // The OID that is the first element, or begins it.
  const name = tried(() => oid(first)) ?? tried(() => oid(elements(first)[0]));
  if (name !== null && /data$/i.test(name)) return 'a PKCS#7 file, which holds certificates without a key';
  return name !== null && second !== undefined ? 'an encrypted private key without its certificate' : null;
}

/** Null if it throws. */
function tried<T>(read: () => T): T | null {
  try {
    return read();
  } catch {
    return null;
  }
}

/** The bytes as text, in UTF-8 or UTF-16 with its mark; null if they are binary. */
function textOf(bytes: Buffer): string | null {
  const byteOrderMark = bytes.subarray(0, 2).toString('hex');
  if (byteOrderMark === 'fffe') return bytes.subarray(2).toString('utf16le');
  try {
    const text = new TextDecoder('utf-8', { fatal: true }).decode(bytes);
    return /[^\P{Cc}\t\n\r\f]/u.test(text) ? null : text;
  } catch {
    return null;
  }
}
