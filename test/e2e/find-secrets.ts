/** The secrets of a run against the demo service, and where they are found in files and texts. */
import { createPrivateKey } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { filesBelow, findSecrets, type Secret } from '../conformance/secrets.ts';
import type { Demo } from './fixtures.ts';

/** Everything that a run must not leave behind: what the airline handed over, and what the service gave out. */
export function secretsOf({ service, passphrase }: Demo): Secret[] {
  const { tokens, storage_queries } = service.secrets();
  return [
    { name: 'the passphrase', value: Buffer.from(passphrase) },
    ...keyOf(service.identity.key_pem),
    ...tokens.map((token) => ({ name: 'a token', value: Buffer.from(token) })),
    ...storage_queries.flatMap((query) => [
      { name: 'a storage query', value: Buffer.from(query) },
      // The signature alone opens the document as well.
      {
        name: 'a storage signature',
        value: Buffer.from(new URLSearchParams(query).get('Signature') ?? query),
      },
    ]),
  ];
}

/** The secret part of a key: its PEM line by line, slices of its DER, its numbers. */
export function keyOf(pem: string): Secret[] {
  const key = createPrivateKey(pem);
  const der = key.export({ format: 'der', type: 'pkcs8' });
  const { d, p, q } = key.export({ format: 'jwk' });
  // The head of the DER and the modulus are public, or the same in every key.
  const private_der = der.subarray(Math.floor(der.length / 2));
  const slices = Array.from({ length: Math.floor(private_der.length / 32) }, (_, index) =>
    private_der.subarray(index * 32, index * 32 + 32),
  );
  const lines = pem.split('\n').filter((line) => line.length === 64);
  return [
    ...lines.slice(Math.floor(lines.length / 2)).map((line) => ({
      name: 'a line of the key’s PEM',
      value: Buffer.from(line),
    })),
    ...slices.map((value) => ({ name: 'a piece of the key’s DER', value })),
    ...[d, p, q]
      .filter((number) => number !== undefined)
      .map((number) => ({
        name: 'a number of the key',
        value: Buffer.from(number, 'base64url').subarray(0, 32),
      })),
  ];
}

/** Where secrets stand in a text or in bytes: in clear, base64, hex, percent-encoded, JSON-escaped, or UTF-16. */
export function leaksIn(content: Buffer | string, where: string, secrets: readonly Secret[]): string[] {
  const bytes = typeof content === 'string' ? Buffer.from(content) : content;
  const plain = findSecrets(bytes, where, secrets);
  const wide = secrets.filter(({ value }) =>
    bytes.includes(Buffer.from(value.toString('latin1'), 'utf16le')),
  );
  const escaped = secrets.filter(({ value }) => {
    const text = value.toString('utf8');
    const inJson = JSON.stringify(text).slice(1, -1);
    return inJson !== text && bytes.includes(Buffer.from(inJson));
  });
  return [
    ...new Set([
      ...plain,
      ...wide.map(({ name }) => `${where} shows ${name} (UTF-16)`),
      ...escaped.map(({ name }) => `${where} shows ${name} (JSON)`),
    ]),
  ];
}

/** The same for every file below a folder, names included, read as raw bytes; and how many files that were. */
export function leaksBelow(folder: string, secrets: readonly Secret[]): { leaks: string[]; files: string[] } {
  const files = filesBelow(folder);
  const leaks = files.flatMap((file) =>
    leaksIn(Buffer.concat([Buffer.from(`${file}\n`), readFileSync(file)]), file, secrets),
  );
  return { leaks, files };
}
