import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { freshFolder } from '../fresh-folder.ts';

const root = join(import.meta.dirname, '../..');
const hook: {
  FUSES: string[];
  setLastFuse(binary: Buffer): void;
  default(context: object): Promise<void>;
} = await import(join(root, 'build/last-fuse.mjs'));

/** What each fuse has to be (Electron docs, "Electron Fuses"). */
const wanted: Record<string, boolean> = {
  runAsNode: false,
  enableCookieEncryption: true,
  enableNodeOptionsEnvironmentVariable: false,
  enableNodeCliInspectArguments: false,
  enableEmbeddedAsarIntegrityValidation: true,
  onlyLoadAppFromAsar: true,
  loadBrowserProcessSpecificV8Snapshot: false,
  grantFileProtocolExtraPrivileges: false,
};

test('all nine fuses are set: eight by electron-builder, the last by our hook', async () => {
  const yml = await readFile(join(root, 'electron-builder.yml'), 'utf8');
  const section = /^electronFuses:\n((?: {2}\w+: \w+\n)+)/m.exec(yml)?.[1] ?? '';
  const set = Object.fromEntries(
    [...section.matchAll(/^ {2}(\w+): (true|false)$/gm)].map(([, name = '', value]) => [
      name,
      value === 'true',
    ]),
  );
  expect(set).toEqual(wanted);
  expect(hook.FUSES).toEqual([...Object.keys(wanted), 'wasmTrapHandlers']);
  expect(yml).toMatch(/^afterPack: build\/after-pack\.mjs$/m);
  expect(await readFile(join(root, 'build/after-pack.mjs'), 'utf8')).toContain('await setFuse(context)');
  expect(yml).toMatch(/^asar: true$/m);
});

const wire = (states: string, version = 1) =>
  Buffer.concat([
    Buffer.from('code dL7pKGdnNz796PbbjQWNKmHXBZaB9tsX'),
    Buffer.from([version, states.length]),
    Buffer.from(`${states}more code`),
  ]);

test('the hook sets the ninth fuse and nothing else, in both halves of a universal binary', () => {
  const binary = Buffer.concat([wire('101100010'), wire('101100010')]);
  hook.setLastFuse(binary);
  expect(binary).toEqual(Buffer.concat([wire('101100011'), wire('101100011')]));
});

test('an Electron with other fuses is not packaged before somebody decides on them', () => {
  expect(() => hook.setLastFuse(wire('1011000110'))).toThrow(/10 fuses/);
  expect(() => hook.setLastFuse(wire('10110001'))).toThrow(/8 fuses/);
  expect(() => hook.setLastFuse(wire('101100011', 2))).toThrow(/version 2/);
  expect(() => hook.setLastFuse(Buffer.from('no wire'))).toThrow(/no fuse wire/);
});

test('the hook finds the executable that electron-builder packed', async () => {
  const appOutDir = freshFolder();
  const file = join(appOutDir, 'trip-kit-desktop');
  await writeFile(file, wire('101100010'));
  const packager = { executableName: 'trip-kit-desktop', appInfo: { productFilename: 'Trip Kit Desktop' } };
  await hook.default({ appOutDir, electronPlatformName: 'linux', packager });
  expect(await readFile(file)).toEqual(wire('101100011'));
});
