/**
 * Two-way TLS over Electron's BoringSSL: what differs from Node's OpenSSL is the library that opens the identity and signs the
 * handshake. The command line of the app is used: it runs in Electron's main process, as the app's own calls do.
 */
import { execFile } from 'node:child_process';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { test as base, expect } from '../e2e/fixtures.ts';
import { type AuthServerOptions, startAuthServer } from './auth-server.ts';
import { run, unpackagedApp } from './programs.ts';

const fixtures = join(import.meta.dirname, '../identity/fixtures');
const PASS = 'correct horse';
const UNICODE = 'pässwörd-€-日本-😀';

/** Name, passphrase: every cipher and digest. test/identity/pkcs12.test.ts has all, and says how each is made. */
const flavours: readonly (readonly [name: string, passphrase: string])[] = [
  ['rsa-aes256', PASS],
  ['rsa-aes128-sha1mac', PASS],
  ['rsa-sha512mac', PASS],
  ['rsa-3des', PASS],
  ['rsa-rc2-40', PASS],
  ['rsa-rc2-128', PASS],
  ['rsa-pbes2-3des', PASS],
  ['rsa-ber', PASS],
  ['rsa-empty-pass-legacy', ''],
  ['rsa-unicode', UNICODE],
  ['rsa-unicode-legacy', UNICODE],
  ['ec-p256-aes256', PASS],
  ['ec-p256-rc2-40', PASS],
  ['ec-p384-aes256', PASS],
];

const test = base.extend<{
  token(name: string, passphrase: string, options?: AuthServerOptions): Promise<Token>;
}>({
  token: async ({ folder }, use) => {
    await use(async (name, passphrase, options = {}) => {
      const server = await startAuthServer(options);
      try {
        const profile = join(folder, 'profile.json');
        const secret = join(folder, 'passphrase');
        await writeFile(profile, server.profile);
        await writeFile(secret, passphrase);
        const identity = join(fixtures, `${name}.p12`);
        const command = ['--identity', identity, '--passphrase-file', secret, '--json'];
        const shown = await run(unpackagedApp(), ['--headless', 'identity', 'show', ...command]);
        const answer = await run(unpackagedApp(), ['--headless', 'token', '--profile', profile, ...command]);
        return { ...answer, shown: shown.stdout, seen: server.seen };
      } finally {
        await server.close();
      }
    });
  },
});

interface Token {
  code: number;
  stdout: string;
  stderr: string;
  /** What `identity show` said. */
  shown: string;
  seen: { fingerprint: string; protocol: string | null; cipher: string; chain: number }[];
}

test('which TLS library this is', { tag: '@electron-45' }, async () => {
  const { file } = unpackagedApp();
  const { stdout } = await promisify(execFile)(
    file,
    [
      '--print',
      'JSON.stringify([process.versions.electron, process.versions.openssl, process.features.openssl_is_boringssl])',
    ],
    { env: { ...process.env, ELECTRON_RUN_AS_NODE: '1' } },
  );
  const [electron, , isBoringSsl] = JSON.parse(stdout);
  expect(electron).toMatch(/^45\./);
  expect(isBoringSsl).toBe(true);
});

for (const [name, passphrase] of flavours) {
  test(`${name}: its key signs the handshake`, async ({ token }) => {
    const { code, stdout, stderr, seen } = await token(name, passphrase);
    expect([code, stderr]).toEqual([0, expect.not.stringContaining('rror')]);
    expect(JSON.parse(stdout.trim().split('\n').at(-1) ?? '')).toMatchObject({ event: 'token' });
    expect(seen.length).toBeGreaterThan(0);
    expect(new Set(seen.map(({ fingerprint }) => fingerprint)).size).toBe(1);
    expect(stdout + stderr).not.toContain('a-token-of-this-test');
  });
}

for (const version of ['TLSv1.2', 'TLSv1.3'] as const) {
  for (const name of ['rsa-aes256', 'ec-p256-aes256', 'ec-p384-aes256']) {
    test(`${name} over ${version} alone`, async ({ token }) => {
      const { code, seen, stderr } = await token(name, PASS, { versions: { from: version, to: version } });
      expect([code, stderr]).toEqual([0, expect.any(String)]);
      expect(seen.map(({ protocol }) => protocol)).toContain(version);
    });
  }
}

test('the issuers of the certificate are sent along', async ({ token }) => {
  const { seen, shown } = await token('rsa-aes256', PASS);
  expect(seen[0]?.chain).toBe(3);
  expect(shown).toContain('CN=Demo Pilot');
});

test('a wrong passphrase sends nothing', async ({ token }) => {
  const { code, stdout, seen } = await token('rsa-aes256', 'wrong');
  expect(code).toBe(2);
  expect(stdout).toContain('identity');
  expect(seen).toEqual([]);
  expect((await readFile(join(fixtures, 'rsa-aes256.p12'))).length).toBeGreaterThan(0);
});
