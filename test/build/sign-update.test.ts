/** The tools that make the key of updates and sign a release: what they sign is what the app takes, and nothing else is signed. */
import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { beforeEach, expect, test } from 'vitest';
import { makeUpdateKey, publicKeyText, readUpdateKey } from '../../build/make-update-key.ts';
import { signFeeds } from '../../build/sign-update.ts';
import { signedFiles, updateKeys } from '../../main/updates/signed-update.ts';
import { freshFolder } from '../fresh-folder.ts';

const root = join(import.meta.dirname, '../..');
const run = promisify(execFile);
/** As electron-updater reads a feed. */
const { load }: { load(text: string): unknown } = createRequire(
  createRequire(import.meta.url).resolve('electron-updater'),
)('js-yaml');

let folder: string;
let keyFile: string;
beforeEach(() => {
  folder = freshFolder();
  keyFile = join(folder, 'update.key');
});

const NAMES = {
  x64: 'Trip-Kit-Desktop-1.3.0-linux-x86_64.AppImage',
  arm64: 'Trip-Kit-Desktop-1.3.0-linux-arm64.AppImage',
};
const feedFile = (arch: keyof typeof NAMES) =>
  join(folder, `latest-linux${arch === 'x64' ? '' : '-arm64'}.yml`);
/** A package and its feed file, as electron-builder leaves them. */
async function release(arch: keyof typeof NAMES): Promise<void> {
  const content = Buffer.alloc(200_000, arch);
  const sum = createHash('sha512').update(content).digest('base64');
  await writeFile(join(folder, NAMES[arch]), content);
  await writeFile(
    feedFile(arch),
    `version: 1.3.0\nfiles:\n  - url: ${NAMES[arch]}\n    sha512: ${sum}\n    size: ${content.length}\n    blockMapSize: 12345\npath: ${NAMES[arch]}\nsha512: ${sum}\nreleaseDate: '2026-11-21T08:00:00.000Z'\n`,
  );
}
const feedOf = async (arch: keyof typeof NAMES) => load(await readFile(feedFile(arch), 'utf8'));

test('what is signed is what the app takes, each file for its own processor; the rest of the feed stays', async () => {
  await release('x64');
  await release('arm64');
  const before = await feedOf('x64');
  const keys = updateKeys([makeUpdateKey(keyFile, undefined)]);
  expect(await signFeeds(folder, [readUpdateKey(keyFile, undefined)])).toEqual([NAMES.arm64, NAMES.x64]);
  for (const arch of ['x64', 'arm64'] as const) {
    const trust = { keys, platform: `linux-${arch}` };
    expect(signedFiles(await feedOf(arch), trust)).toMatchObject([{ version: '1.3.0', file: NAMES[arch] }]);
  }
  const arm64 = await feedOf('arm64');
  expect(() => signedFiles(arm64, { keys, platform: 'linux-x64' })).toThrow(/not signed by a key/);
  const { files, ...rest } = (await feedOf('x64')) as { files: Record<string, unknown>[] };
  const [{ signatures, ...file } = {}] = files;
  expect(signatures).toHaveLength(1);
  expect({ ...rest, files: [file] }).toEqual(before);
  expect((await readdir(folder)).filter((name) => name.endsWith('.part'))).toEqual([]);
});

test('two keys sign while one takes the other’s place; signing again replaces', async () => {
  await release('x64');
  const texts = ['old', 'new'].map((name) => makeUpdateKey(join(folder, name), undefined));
  const keys = ['old', 'new'].map((name) => readUpdateKey(join(folder, name), undefined));
  await signFeeds(folder, keys);
  for (const text of texts) {
    const trust = { keys: updateKeys([text]), platform: 'linux-x64' };
    expect(signedFiles(await feedOf('x64'), trust)).toHaveLength(1);
  }
  await signFeeds(folder, keys.slice(1));
  const old = { keys: updateKeys(texts.slice(0, 1)), platform: 'linux-x64' };
  const feed = await feedOf('x64');
  expect(() => signedFiles(feed, old)).toThrow(/not signed by a key/);
});

test('a package that is not the one of its feed file, a missing one, and no feed are not signed', async () => {
  makeUpdateKey(keyFile, undefined);
  const keys = [readUpdateKey(keyFile, undefined)];
  await expect(signFeeds(folder, keys)).rejects.toThrow(/There is no latest-linux/);
  await release('arm64');
  await release('x64');
  const before = await readFile(feedFile('arm64'));
  await writeFile(join(folder, NAMES.x64), Buffer.alloc(200_000, 'another'));
  await expect(signFeeds(folder, keys)).rejects.toThrow(/is not the package that its feed file names/);
  // Nothing was: neither the other, which is sound.
  expect(await readFile(feedFile('arm64'))).toEqual(before);
  await rm(join(folder, NAMES.x64));
  await expect(signFeeds(folder, keys)).rejects.toThrow(/ENOENT/);
});

test('a private key is for its owner, under its passphrase, and never written over', async () => {
  const text = makeUpdateKey(keyFile, 'a passphrase');
  if (process.platform !== 'win32') expect((await stat(keyFile)).mode & 0o777).toBe(0o600);
  expect(await readFile(keyFile, 'utf8')).toMatch(/^-----BEGIN ENCRYPTED PRIVATE KEY-----/);
  expect(publicKeyText(readUpdateKey(keyFile, 'a passphrase'))).toBe(text);
  for (const wrong of ['another', undefined]) {
    expect(() => readUpdateKey(keyFile, wrong)).toThrow(
      /TRIPKIT_UPDATE_KEY_PASSPHRASE is not its passphrase/,
    );
  }
  expect(() => makeUpdateKey(keyFile, undefined)).toThrow(/EEXIST/);
});

test('the commands say nothing of the private key', async () => {
  const tool = (name: string, args: string[]) =>
    run(process.execPath, [join(root, `build/${name}.ts`), ...args], { cwd: root });
  await release('x64');
  const made = await tool('make-update-key', [keyFile]);
  expect(updateKeys([made.stdout.trim()])).toHaveLength(1);
  const signed = await tool('sign-update', [folder, keyFile]);
  expect(signed.stdout).toBe(`Signed: ${NAMES.x64}\nby ${made.stdout}`);
  const secret = (await readFile(keyFile, 'utf8')).split('\n')[1] ?? '';
  expect(secret.length).toBeGreaterThan(40);
  for (const { stdout, stderr } of [made, signed]) {
    expect(stdout).not.toContain(secret);
    expect(stderr).not.toContain(secret);
  }
  await expect(tool('sign-update', [folder])).rejects.toMatchObject({ code: 2 });
  await expect(tool('make-update-key', [])).rejects.toMatchObject({ code: 2 });
});
