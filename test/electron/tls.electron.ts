/**
 * Two-way TLS over Electron's BoringSSL: what differs from Node's OpenSSL is the library that opens the identity and signs the
 * handshake. The command line of the app is used: it runs in Electron's main process, as the app's own calls do.
 */
import { execFile } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { test as base, expect } from '../e2e/fixtures.ts';
import { type AuthServerOptions, startAuthServer } from './auth-server.ts';
import { type Run, run, unpackagedApp } from './programs.ts';

const fixtures = join(import.meta.dirname, '../identity/fixtures');
const PASS = 'correct horse';

/**
 * Files of which the library opens or signs something else than of the others, each over a version of TLS. Those of RC2 and triple DES
 * alone are opened by node-forge, here as in Node: one of them. test/identity/pkcs12.slow.test.ts has all, and says how each is made.
 */
const handshakes = [
  ['rsa-aes128-sha1mac', 'TLSv1.2'],
  ['rsa-sha512mac', 'TLSv1.3'],
  ['rsa-rc2-40', 'TLSv1.2'],
  ['rsa-aes256', 'TLSv1.3'],
  ['ec-p256-aes256', 'TLSv1.2'],
  ['ec-p384-aes256', 'TLSv1.3'],
] as const;

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
        const answer = await run(unpackagedApp(), ['--headless', 'token', '--profile', profile, ...command]);
        return { ...answer, seen: server.seen };
      } finally {
        await server.close();
      }
    });
  },
});

interface Token extends Run {
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

for (const [name, version] of handshakes) {
  test(`${name}: its key signs the handshake, over ${version} alone`, async ({ token }) => {
    const { code, stdout, stderr, seen } = await token(name, PASS, {
      versions: { from: version, to: version },
    });
    expect([code, stderr]).toEqual([0, expect.not.stringContaining('rror')]);
    expect(JSON.parse(stdout.trim().split('\n').at(-1) ?? '')).toMatchObject({ event: 'token' });
    expect(new Set(seen.map(({ protocol }) => protocol))).toEqual(new Set([version]));
    expect(new Set(seen.map(({ fingerprint }) => fingerprint)).size).toBe(1);
    // This one has its issuers, which are sent along.
    if (name === 'rsa-aes256') expect(seen[0]?.chain).toBe(3);
    expect(stdout + stderr).not.toContain('a-token-of-this-test');
  });
}

test('a wrong passphrase sends nothing', async ({ token }) => {
  const { code, stdout, seen } = await token('rsa-aes256', 'wrong');
  expect(code).toBe(2);
  expect(stdout).toContain('identity');
  expect(seen).toEqual([]);
});
