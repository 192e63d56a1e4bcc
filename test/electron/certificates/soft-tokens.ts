/**
 * Tokens in software (SoftHSM 2), as a smart card's or a security module's: the key is made in the token, is marked as
 * sensitive and never leaves it, and signs only for whoever knows the PIN.
 */
import { mkdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { runProgram } from './programs.ts';

/** The PKCS#11 library, by Debian's package libsofthsm2. */
export const SOFTHSM = '/usr/lib/softhsm/libsofthsm2.so';
const OFFICER_PIN = '87654321';
const KEY_ID = '01';

export type KeyKind = 'rsa' | 'ec';
const kinds: Readonly<Record<KeyKind, string>> = { rsa: 'rsa:2048', ec: 'EC:prime256v1' };

export interface NewToken {
  label: string;
  pin: string;
  kind: KeyKind;
  /** Issues the certificate for the key that was made. @returns DER */
  issue(publicKey: Buffer): Buffer;
}

export interface SoftTokens {
  /** What programs need to find them. */
  env: { SOFTHSM2_CONF: string };
  /** Makes a token with one key and its certificate. */
  add(token: NewToken): Promise<void>;
  /** What pkcs11-tool says of a token's private key. */
  describe(label: string, pin: string): Promise<string>;
}

/** An empty set of tokens. */
export async function createSoftTokens(folder: string): Promise<SoftTokens> {
  await mkdir(join(folder, 'tokens'), { recursive: true });
  const config = join(folder, 'softhsm2.conf');
  await writeFile(config, `directories.tokendir = ${join(folder, 'tokens')}\nlog.level = ERROR\n`);
  const env = { SOFTHSM2_CONF: config };
  const tool = (label: string, pin: string, ...args: string[]) =>
    runProgram(
      'pkcs11-tool',
      ['--module', SOFTHSM, '--token-label', label, '--login', '--pin', pin, ...args],
      { env },
    );
  return {
    env,
    async add({ label, pin, kind, issue }) {
      await runProgram(
        'softhsm2-util',
        ['--init-token', '--free', '--label', label, '--pin', pin, '--so-pin', OFFICER_PIN],
        { env },
      );
      await tool(label, pin, '--keypairgen', '--key-type', kinds[kind], '--id', KEY_ID, '--sensitive');
      const file = join(folder, `${label}.der`);
      await tool(label, pin, '--read-object', '--type', 'pubkey', '--id', KEY_ID, '--output-file', file);
      const spki = await runProgram('openssl', [
        'pkey',
        '-pubin',
        '-inform',
        'DER',
        '-in',
        file,
        '-outform',
        'PEM',
      ]);
      const der = Buffer.from(spki.replace(/-----[^-]+-----|\s/g, ''), 'base64');
      await writeFile(file, issue(der));
      await tool(label, pin, '--write-object', file, '--type', 'cert', '--id', KEY_ID, '--label', label);
      await rm(file);
    },
    describe: (label, pin) => tool(label, pin, '--list-objects', '--type', 'privkey'),
  };
}
