/** The configuration of a release: valid for electron-builder, complete, and never unsigned. */
import { execFile } from 'node:child_process';
import { generateKeyPairSync } from 'node:crypto';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { readAsar } from '../packaging/asar-files.ts';
import { builderConfig } from '../packaging/builder-parts.ts';
import { installerSettings } from '../packaging/installer-settings.ts';
import { copyProject, filesBelow, packProject, stubBundles } from '../packaging/pack.ts';

type Env = Readonly<Record<string, string | undefined>>;
const root = join(import.meta.dirname, '../..');
const release: {
  missingForRelease(platform: string, env: Env): string[];
  releaseConfig(env: Env): Record<string, unknown>;
} = await import(join(root, 'build/release.config.mjs'));

const feed = { TRIPKIT_UPDATE_URL: 'https://updates.tripkit.example/desktop/' };
const keyText = (type: 'ed25519' | 'x25519') =>
  (type === 'ed25519' ? generateKeyPairSync('ed25519') : generateKeyPairSync('x25519')).publicKey
    .export({ format: 'der', type: 'spki' })
    .toString('base64');
const KEYS = [keyText('ed25519'), keyText('ed25519')];
const signed = { ...feed, TRIPKIT_UPDATE_KEYS: KEYS.join(' ') };
const azure = {
  AZURE_SIGNING_ENDPOINT: 'https://weu.codesigning.azure.net/',
  AZURE_SIGNING_ACCOUNT: 'tripkit',
  AZURE_SIGNING_PROFILE: 'public',
  WINDOWS_PUBLISHER_NAME: 'Trip Kit Example Ltd',
  AZURE_TENANT_ID: 't',
  AZURE_CLIENT_ID: 'c',
  AZURE_CLIENT_SECRET: 's',
};
const signtool = {
  WIN_CSC_LINK: 'x.p12',
  WIN_CSC_KEY_PASSWORD: 'p',
  WINDOWS_PUBLISHER_NAME: 'Trip Kit Example Ltd',
};
const apple = {
  CSC_LINK: 'x.p12',
  CSC_KEY_PASSWORD: 'p',
  APPLE_API_KEY: '/tmp/key.p8',
  APPLE_API_KEY_ID: 'K',
  APPLE_API_ISSUER: 'I',
};

let base = '';
let project = '';
beforeAll(async () => {
  base = await mkdtemp(join(tmpdir(), 'tripkit-release-'));
  project = join(base, 'project');
  await copyProject(project);
  await stubBundles(project);
});
afterAll(async () => {
  await rm(base, { recursive: true, force: true });
});

/** electron-builder's own reading and checking of a configuration, `extends` included. */
async function checked(config: object): Promise<Record<string, unknown>> {
  const whole = await builderConfig.getConfig(root, null, config);
  await builderConfig.validateConfiguration(whole, { isEnabled: false });
  return whole as Record<string, unknown>;
}

test('passes electron-builder’s own schema, in every variation', async () => {
  for (const env of [
    {},
    feed,
    signed,
    { ...feed, ...azure },
    { ...feed, ...signtool },
    { ...feed, ...apple },
  ]) {
    const config = await checked(release.releaseConfig(env));
    expect(config).toMatchObject({ forceCodeSigning: true, appId: 'com.tripkit.desktop', asar: true });
  }
  await expect(checked({ ...release.releaseConfig(feed), winn: {} })).rejects.toThrow(/winn/);
});

test('names what is missing, for each system', () => {
  expect(release.missingForRelease('linux', {})).toEqual([
    expect.stringMatching(/^TRIPKIT_UPDATE_URL/),
    expect.stringMatching(/^TRIPKIT_UPDATE_KEYS/),
  ]);
  expect(release.missingForRelease('linux', signed)).toEqual([]);
  expect(release.missingForRelease('win32', feed)).toEqual([
    expect.stringMatching(/AZURE_SIGNING_ENDPOINT.*AZURE_CLIENT_SECRET.*signtool.*WIN_CSC_LINK/),
  ]);
  expect(release.missingForRelease('win32', { ...feed, ...azure })).toEqual([]);
  expect(release.missingForRelease('win32', { ...feed, ...signtool })).toEqual([]);
  const { APPLE_API_KEY: _key, ...partly } = apple;
  expect(release.missingForRelease('darwin', { ...feed, ...partly })).toEqual([
    'macOS needs a signature and notarisation: set APPLE_API_KEY.',
  ]);
  expect(release.missingForRelease('darwin', { ...feed, ...apple })).toEqual([]);
});

test('takes updates from https alone, without anything secret in the address', () => {
  for (const url of [
    'http://updates.tripkit.example/',
    'https://u:p@updates.tripkit.example/',
    'https://x/?sig=1',
    'x',
  ]) {
    expect(release.missingForRelease('linux', { ...signed, TRIPKIT_UPDATE_URL: url })).toHaveLength(1);
    expect(release.releaseConfig({ TRIPKIT_UPDATE_URL: url })).toMatchObject({ publish: null });
  }
  expect(release.releaseConfig(feed)).toMatchObject({
    publish: { provider: 'generic', url: feed.TRIPKIT_UPDATE_URL, channel: 'latest' },
  });
});

test('names the keys that sign AppImages in the app’s package.json; a wrong one takes all with it', () => {
  expect(release.releaseConfig(signed)).toMatchObject({ extraMetadata: { updateKeys: KEYS } });
  expect(release.releaseConfig({ TRIPKIT_UPDATE_KEYS: KEYS.join(',\n') })).toMatchObject({
    extraMetadata: { updateKeys: KEYS },
  });
  for (const wrong of ['', 'x', `${KEYS[0]} x`, keyText('x25519'), Array(5).fill(KEYS[0]).join(' ')]) {
    const env = { ...feed, TRIPKIT_UPDATE_KEYS: wrong };
    expect(release.missingForRelease('linux', env)).toEqual([expect.stringMatching(/^TRIPKIT_UPDATE_KEYS/)]);
    expect(release.releaseConfig(env)).toMatchObject({ extraMetadata: {} });
    expect(release.releaseConfig(env).extraMetadata).not.toHaveProperty('updateKeys');
  }
});

test('signs by Azure where it is set up, else by signtool, with SHA-256 and the publisher’s name', () => {
  expect(release.releaseConfig({ ...feed, ...azure, ...signtool })).toMatchObject({
    win: { azureSignOptions: { publisherName: 'Trip Kit Example Ltd', codeSigningAccountName: 'tripkit' } },
  });
  expect(release.releaseConfig({ ...feed, ...signtool })).toMatchObject({
    win: { signtoolOptions: { publisherName: 'Trip Kit Example Ltd', signingHashAlgorithms: ['sha256'] } },
  });
});

/** What electron-builder says when it refuses; null if it packs. */
const refusal = (platform: 'win32' | 'darwin', config?: string) =>
  packProject(project, platform, { ...(config ? { config } : { release: true }), env: feed }).then(
    () => null,
    (error: { stdout: string; stderr: string }) => error.stdout + error.stderr,
  );

test('an unsigned release is not built, and says why', async () => {
  const failed = await refusal('darwin');
  expect(failed).toMatch(/A release can't be built unsigned/);
  expect(failed).toMatch(/notarisation/);
  expect(failed).toMatch(/docs\/release\.md/);
  expect(await filesBelow(join(project, 'dist-darwin')).catch(() => [])).toEqual([]);
});

test('were that overlooked, electron-builder itself would refuse an unsigned program for Windows', async () => {
  await writeFile(
    join(project, 'build/overlooked.mjs'),
    "import release from './release.config.mjs';\nexport default { ...release, beforePack: null };\n",
  );
  expect(await refusal('win32', './build/overlooked.mjs')).toMatch(
    /not signed and "forceCodeSigning" is set/,
  );
});

test('a release for Linux packs, and says where its updates come from and who signs them', async () => {
  const packed = await packProject(project, 'linux', { release: true, env: signed });
  const files = await readAsar(join(packed.resources, 'app.asar'));
  const manifest = files.find(({ path }) => path === 'package.json')?.content.toString('utf8') ?? '';
  expect(JSON.parse(manifest)).toMatchObject({ updateKeys: KEYS });
  const { publish } = release.releaseConfig(feed) as { publish: object };
  await installerSettings(project, { deb: packed }, publish);
  expect(await readFile(join(packed.resources, 'app-update.yml'), 'utf8')).toBe(
    `provider: generic\nurl: ${feed.TRIPKIT_UPDATE_URL}\nchannel: latest\nupdaterCacheDirName: trip-kit-desktop-updater\n`,
  );
  expect(await readFile(join(packed.resources, 'package-type'), 'utf8')).toBe('deb');
});

test('entitlements: the compiler of JavaScript, and no other exception from the hardened runtime', async () => {
  const { mac } = (await checked({ extends: 'electron-builder.yml' })) as {
    mac: { entitlements: string; entitlementsInherit: string; hardenedRuntime: boolean; notarize: boolean };
  };
  expect(mac).toMatchObject({ hardenedRuntime: true, notarize: true });
  for (const file of new Set([mac.entitlements, mac.entitlementsInherit])) {
    const keys = [...(await readFile(join(root, file), 'utf8')).matchAll(/<key>([^<]+)<\/key>/g)];
    expect(keys.map(([, key]) => key)).toEqual(['com.apple.security.cs.allow-jit']);
  }
});

test('the bill of materials names what is shipped, Electron included, and no developer’s tool', async () => {
  const write = () =>
    promisify(execFile)(process.execPath, [join(root, 'build/sbom.ts')], {
      cwd: root,
      maxBuffer: 32 * 1024 * 1024,
    });
  const [{ stdout }, again] = await Promise.all([write(), write()]);
  expect(again.stdout).toBe(stdout);
  const bom: { bomFormat: string; components: { name: string; version: string; purl: string }[] } =
    JSON.parse(stdout);
  const manifest = JSON.parse(await readFile(join(root, 'package.json'), 'utf8'));
  const names = bom.components.map(({ name }) => name);
  expect(bom.bomFormat).toBe('CycloneDX');
  expect(names).toEqual(expect.arrayContaining([...Object.keys(manifest.dependencies), 'electron']));
  for (const tool of ['vitest', 'vite', 'playwright-core', 'electron-builder', 'pdfkit', 'typescript']) {
    expect(names).not.toContain(tool);
  }
  expect(bom.components.find(({ name }) => name === 'electron')).toMatchObject({
    version: manifest.devDependencies.electron,
    purl: `pkg:npm/electron@${manifest.devDependencies.electron}`,
  });
});

test('the notes of a release are its section of the changelog', async () => {
  const { notesOf } = await import('../../build/release-notes.ts');
  const changelog =
    '# Changelog\n\n## [Unreleased]\n\n## [1.2.0] - 2026-12-01\n\n### Added\n- A.\n\n## [1.1.0]\n- B.\n';
  expect(notesOf(changelog, '1.2.0')).toMatch(/^### Added\n- A\.\n\n## Check/);
  expect(() => notesOf(changelog, 'Unreleased')).toThrow(/says nothing/);
  expect(() => notesOf(changelog, '1.2')).toThrow(/says nothing/);
});
