/** A computer of the test's own: a home folder with a certificate store, tokens in software, a card reader, a PIN prompt. */
import { generateKeyPairSync, type KeyObject } from 'node:crypto';
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { CertificateAuthority } from '../../demo-service/pki.ts';
import { test as base } from '../../e2e/fixtures.ts';
import type { LaunchedApp } from '../../runtime/launch.ts';
import { type CardReader, startCardReader } from './card-reader.ts';
import { issueClientCertificate, publicKeyOf } from './client-certificates.ts';
import { createNssDatabase, type NssDatabase } from './nss-database.ts';
import { createPinentry, type Pinentry } from './pinentry.ts';
import { createSoftTokens, type KeyKind, SOFTHSM, type SoftTokens } from './soft-tokens.ts';

export { expect } from '../../e2e/fixtures.ts';

/** The PKCS#11 library for smart cards that machines have, by Debian's package opensc-pkcs11. */
const OPENSC = '/usr/lib/x86_64-linux-gnu/opensc-pkcs11.so';

export interface Computer {
  store: NssDatabase;
  pins: Pinentry;
  /** Makes a key in the store; the private half, which tests look for. */
  addKey(options: NewKey): Promise<KeyObject>;
  /** Plugs in an empty set of tokens. */
  tokens(): Promise<SoftTokens>;
  /** Plugs in a card reader. */
  reader(): Promise<CardReader>;
}

export interface NewKey {
  authority: CertificateAuthority;
  name: string;
  kind?: KeyKind;
  validity?: { from: number; to: number };
}

export interface ComputerFixtures {
  computer: Computer;
}

/** A private key. */
export function newKey(kind: KeyKind): KeyObject {
  return kind === 'rsa'
    ? generateKeyPairSync('rsa', { modulusLength: 2048 }).privateKey
    : generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey;
}

/** As the end-to-end tests', but the app is on this computer. */
export const test = base.extend<ComputerFixtures & { computerEnv: Record<string, string> }>({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads a fixture's needs from this pattern
  computerEnv: async ({}, use) => {
    await use({});
  },
  computer: async ({ folder, computerEnv }, use) => {
    const home = join(folder, 'home');
    await mkdir(home, { recursive: true });
    const store = await createNssDatabase(home);
    const pins = await createPinentry(join(folder, 'pinentry'));
    const readers: CardReader[] = [];
    Object.assign(computerEnv, store.env, pins.env);
    await use({
      store,
      pins,
      async addKey({ authority, name, kind = 'rsa', validity }) {
        const key = newKey(kind);
        const certificate = issueClientCertificate({
          authority,
          publicKey: publicKeyOf(key),
          common_name: name,
          ...(validity ? { validity } : {}),
        });
        await store.add(name, key, certificate);
        return key;
      },
      async tokens() {
        const tokens = await createSoftTokens(join(folder, 'softhsm'));
        Object.assign(computerEnv, tokens.env);
        await store.addModule('softhsm', SOFTHSM, tokens.env);
        return tokens;
      },
      async reader() {
        const reader = await startCardReader(join(folder, 'reader'));
        readers.push(reader);
        Object.assign(computerEnv, reader.env);
        await store.addModule('opensc', OPENSC, reader.env);
        return reader;
      },
    });
    for (const reader of readers) await reader.close();
  },
  // The computer is named first, so that its reader goes after the app.
  launch: async ({ computer: _computer, computerEnv, launch }, use) => {
    await use(({ env, ...options } = {}) => launch({ ...options, env: { ...computerEnv, ...env } }));
  },
});

/** What set-up lists for a profile: names, and why each can't be chosen. */
export interface Listed {
  name: string;
  sha256: string;
  problem: string | null;
}

/** Takes in a profile in set-up's window; its id. */
export async function takeProfile({ setupPage }: LaunchedApp, profile: string): Promise<string> {
  const page = await setupPage();
  return page.evaluate(async (text) => {
    const taken = await window.tripkitSetup?.profiles.offer('profile.json', text);
    if (!taken?.ok || !taken.value) throw new Error(JSON.stringify(taken));
    return taken.value.id;
  }, profile);
}

/** The certificates of this computer as set-up lists them, or the sentence that says why it can't. */
export async function listed({ setupPage }: LaunchedApp, profile_id: string): Promise<Listed[] | string> {
  const page = await setupPage();
  return page.evaluate(async (id) => {
    const answer = await window.tripkitSetup?.identity.listComputer(id);
    if (!answer) throw new Error('There is no bridge.');
    if (!answer.ok) return answer.error.message;
    return answer.value.map(({ identity, problem }) => ({
      name: identity.subject,
      sha256: identity.sha256,
      problem,
    }));
  }, profile_id);
}

/** Chooses the certificate of this name; its fingerprint. */
export async function choose(app: LaunchedApp, profile_id: string, name: string): Promise<string> {
  const list = await listed(app, profile_id);
  const one = typeof list === 'string' ? undefined : list.find((each) => each.name.includes(name));
  if (!one) throw new Error(`${name} is not listed: ${JSON.stringify(list)}`);
  const page = await app.setupPage();
  const state = await page.evaluate(
    ({ id, sha256 }) => window.tripkitSetup?.identity.chooseComputer(id, sha256),
    { id: profile_id, sha256: one.sha256 },
  );
  if (!state?.ok || state.value.state !== 'usable') throw new Error(JSON.stringify(state));
  return one.sha256;
}

/** The steps of the connection test, by name: how each went, and what was said. */
export async function testSteps(
  { setupPage }: LaunchedApp,
  profile_id: string,
): Promise<Record<string, string>> {
  const page = await setupPage();
  return page.evaluate(async (wanted) => {
    const answer = await window.tripkitSetup?.profiles.test(wanted);
    if (!answer?.ok) throw new Error(JSON.stringify(answer));
    return Object.fromEntries(
      answer.value.steps.map(({ id, ok, what, advice }) => [id, `${ok}: ${what} ${advice ?? ''}`]),
    );
  }, profile_id);
}
