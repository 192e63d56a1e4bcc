/**
 * The certificate store of a person's account on Linux: NSS's database in `.pki/nssdb` of the home folder, which Chromium
 * reads (Chromium docs, "Linux Cert Management"), made by NSS's own tools.
 */
import type { KeyObject } from 'node:crypto';
import { mkdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pemOf } from './client-certificates.ts';
import { runProgram } from './programs.ts';

const TRANSPORT_PASSWORD = 'transport';

export interface NssDatabase {
  /** What the app needs to find it. */
  env: { HOME: string };
  /** Puts in a key with its certificate (DER). */
  add(name: string, key: KeyObject, certificate: Buffer): Promise<void>;
  /** Trusts an authority for servers, as an administrator would. */
  trust(name: string, pem: string): Promise<void>;
  /** Tries to take a key out of the store or of a token, whose PIN is known; what was said of it. */
  takeOut(
    name: string,
    token?: { label: string; pin: string; env: Readonly<Record<string, string>> },
  ): Promise<string>;
  /** Adds the tokens of a PKCS#11 library. */
  addModule(name: string, library: string, env?: Readonly<Record<string, string>>): Promise<void>;
}

/** Makes a home folder with an empty database, without a password as Chromium makes it. */
export async function createNssDatabase(home: string): Promise<NssDatabase> {
  const folder = join(home, '.pki/nssdb');
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const database = `sql:${folder}`;
  await runProgram('certutil', ['-N', '-d', database, '--empty-password']);
  return {
    env: { HOME: home },
    async add(name, key, certificate) {
      const parts = join(home, `${name}.pem`);
      const file = join(home, `${name}.p12`);
      await writeFile(parts, `${key.export({ type: 'pkcs8', format: 'pem' })}${pemOf(certificate)}`, {
        mode: 0o600,
      });
      await runProgram('openssl', [
        ...['pkcs12', '-export', '-in', parts, '-name', name],
        ...['-out', file, '-passout', `pass:${TRANSPORT_PASSWORD}`],
      ]);
      await runProgram('pk12util', ['-i', file, '-d', database, '-W', TRANSPORT_PASSWORD]);
      await rm(parts);
      await rm(file);
    },
    async trust(name, pem) {
      const file = join(home, 'authority.pem');
      await writeFile(file, pem);
      await runProgram('certutil', ['-A', '-d', database, '-n', name, '-t', 'C,,', '-i', file]);
      await rm(file);
    },
    async takeOut(name, token) {
      const pin = join(home, 'pin');
      const file = join(home, 'taken-out.p12');
      const slot = token ? ['-h', token.label, '-k', pin] : [];
      const nickname = token ? `${token.label}:${name}` : name;
      await writeFile(pin, token ? `${token.label}:${token.pin}\n` : '', { mode: 0o600 });
      const said = await runProgram(
        'pk12util',
        ['-d', database, '-o', file, '-n', nickname, ...slot, '-W', TRANSPORT_PASSWORD],
        { env: token?.env ?? {} },
      ).catch((error: Error) => error.message);
      await rm(pin);
      await rm(file, { force: true });
      return said;
    },
    async addModule(name, library, env = {}) {
      await runProgram('modutil', ['-force', '-dbdir', database, '-add', name, '-libfile', library], { env });
    },
  };
}
