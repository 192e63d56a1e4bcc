/** Looks for secrets in everything a run printed or left, in the clear and in the usual disguises. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Certified } from './pki.ts';

/** A secret by a name that may be shown. */
export interface Secret {
  readonly name: string;
  readonly value: Buffer;
}

/** The private parts of a key: the whole DER, and its secret numbers. */
export function keySecrets(identity: Certified): Secret[] {
  const der = identity.key.export({ type: 'pkcs8', format: 'der' });
  const jwk = identity.key.export({ format: 'jwk' });
  const numbers = [jwk.d, jwk.p, jwk.q].filter((part): part is string => typeof part === 'string');
  return [
    // The head of the DER is the same in every key: its secret part begins later.
    { name: 'private key (DER)', value: der.subarray(der.length - 40) },
    ...numbers.map((part) => ({
      name: 'private key number',
      value: Buffer.from(part, 'base64url').subarray(0, 24),
    })),
  ];
}

/** Where a text hides a secret; empty when it does not. `where` names the text. */
export function findSecrets(text: Buffer, where: string, secrets: readonly Secret[]): string[] {
  const latin = text.toString('latin1');
  const lower = latin.toLowerCase();
  const found: string[] = [];
  for (const { name, value } of secrets) {
    for (const [form, needle] of disguises(value)) {
      const hit =
        form === 'hex' || form === 'percent-encoded' ? lower.includes(needle) : latin.includes(needle);
      if (hit) found.push(`${where} shows ${name} (${form})`);
    }
  }
  return found;
}

function disguises(value: Buffer): [string, string][] {
  const clear = value.toString('latin1');
  const percent = encodeURIComponent(value.toString('utf8')).toLowerCase();
  const all = [...value].map((byte) => `%${byte.toString(16).padStart(2, '0')}`).join('');
  const forms: [string, string][] = [
    ['clear', clear],
    ['hex', value.toString('hex')],
    ['percent-encoded', percent],
    ['percent-encoded', all],
  ];
  if (clear.length > 60) forms.push(['its first half, clear', clear.slice(0, clear.length / 2)]);
  // base64 of a longer text that holds the secret at any of three offsets: the characters that depend on it alone.
  for (const offset of [0, 1, 2]) {
    const padded = Buffer.concat([Buffer.alloc(offset), value]);
    const whole = padded.toString('base64').replace(/=+$/, '');
    const inner = whole.slice(Math.ceil((offset * 8) / 6), Math.floor((padded.length * 8) / 6));
    if (inner.length < 8) continue;
    forms.push(['base64', inner], ['base64url', inner.replaceAll('+', '-').replaceAll('/', '_')]);
  }
  return forms;
}

/** All files below a folder. */
export function filesBelow(folder: string): string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name));
}

/** Checks the names and contents of all files below some folders. */
export function findSecretsBelow(folders: readonly string[], secrets: readonly Secret[]): string[] {
  return folders.flatMap((folder) =>
    filesBelow(folder).flatMap((file) =>
      findSecrets(Buffer.concat([Buffer.from(`${file}\n`), readFileSync(file)]), file, secrets),
    ),
  );
}
