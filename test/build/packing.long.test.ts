/**
 * The app as users get it, packed by electron-builder for three systems around a stand-in for Electron: no runtime is
 * needed for what is looked at here. What only the real tools do (signing, NSIS, WiX, fpm, hdiutil) is in docs/release.md.
 */
import { generateKeyPairSync } from 'node:crypto';
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { homedir, tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { policyTemplates } from '../../build/policy-templates.ts';
import { appImageTools } from '../packaging/appimage-tools.ts';
import { fileHash, headerHash, type PackedFile, readAsar } from '../packaging/asar-files.ts';
import { plist, type ResourceEntry, resedit } from '../packaging/builder-parts.ts';
import { type InstallerSettings, installerSettings } from '../packaging/installer-settings.ts';
import { buildProject, copyProject, filesBelow, type Packed, packProject } from '../packaging/pack.ts';
import { readFuses } from '../packaging/stand-in-dist.ts';
import { isOnPath } from '../runtime/packages.ts';

/** What a release may weigh without Electron, bytes. Two of these MB are the guides with their pictures. */
const MAX_BYTES = 14 * 1024 * 1024;
/** Values that stand in the environment of a build and must not get into what it makes. */
const canaries = {
  CSC_KEY_PASSWORD: 'canary-csc-3f9a1c77',
  WIN_CSC_KEY_PASSWORD: 'canary-win-8812bd03',
  APPLE_API_KEY_ID: 'canary-apple-51c2e9aa',
  AZURE_CLIENT_SECRET: 'canary-azure-0d47f6b1',
  GH_TOKEN: 'canary-github-99e0a2c4',
  NPM_TOKEN: 'canary-npm-77aa10fe',
};
/** All nine, in the order of the wire: electron-builder.yml and build/last-fuse.mjs. */
const FUSES = '010011001';

let base = '';
let project = '';
let files: PackedFile[] = [];
const packed: Record<string, Packed> = {};
const platforms = ['linux', 'win32', 'darwin'] as const;

function of(platform: (typeof platforms)[number]): Packed {
  const found = packed[platform];
  if (!found) throw new Error(`${platform} was not packed.`);
  return found;
}

beforeAll(async () => {
  base = await mkdtemp(join(tmpdir(), 'tripkit-packing-'));
  project = join(base, 'project');
  await copyProject(project);
  await buildProject(project);
  for (const platform of platforms)
    packed[platform] = await packProject(project, platform, { env: canaries });
  files = await readAsar(join(of('linux').resources, 'app.asar'));
});

afterAll(async () => {
  await rm(base, { recursive: true, force: true, maxRetries: 5 });
});

describe('the asar', () => {
  /** Every kind of file that a package may hold. */
  const allowed = [
    /^package\.json$/,
    /^out\/main\/[\w.-]+\.js$/,
    /^out\/preload\/(preload|setup)\.cjs$/,
    /^out\/renderer\/((documents|setup)\/)?index\.html$/,
    /^out\/renderer\/documents\/jobs\.html$/,
    /^out\/renderer\/assets\/[\w.-]+\.(js|mjs|css|svg|png|woff2|json)$/,
    /^out\/renderer\/assets\/airports-[\w-]+\.txt$/,
    /^out\/renderer\/pdfjs\/[\w.-]+\.mjs$/,
    /^out\/renderer\/pdfjs\/(cmaps|iccs|standard_fonts)\/([\w-]+\.(bcmap|icc|pfb|ttf)|LICENSE\w*)$/,
    /^out\/renderer\/pdfjs\/wasm\/(\w+_nowasm_fallback\.js|LICENSE\w*)$/,
  ];
  const paths = () => files.map(({ path }) => path).sort();

  test('holds the bundles of out/, whole, and nothing else', async () => {
    const built = (await filesBelow(join(project, 'out'))).map((path) => `out/${path}`);
    const shipped = built.filter(
      (path) =>
        !/\.wasm$|\/quickjs-eval\.js$|^out\/(?:command|licenses|policies)\/|^out\/THIRD-PARTY/.test(path),
    );
    expect(paths()).toEqual([...shipped, 'package.json'].sort());
    expect(paths().filter((path) => !allowed.some((kind) => kind.test(path)))).toEqual([]);
    expect(paths()).toEqual(
      expect.arrayContaining([
        'out/main/main.js',
        'out/main/document-worker.js',
        'out/preload/preload.cjs',
        'out/preload/setup.cjs',
      ]),
    );
  });

  test('is the same on every system', async () => {
    const sums = await Promise.all(
      platforms.map((platform) => fileHash(join(of(platform).resources, 'app.asar'))),
    );
    expect(new Set(sums).size).toBe(1);
  });

  test('reads no schema before Electron is ready, and neither the HTTP client nor ajv at its start', () => {
    const texts = new Map(files.map(({ path, content }) => [path, content.toString('latin1')]));
    const reached = (from: string, seen = new Set<string>()): Set<string> => {
      seen.add(from);
      for (const [, name] of texts.get(from)?.matchAll(/(?:from|import)"\.\/([^"]+)"/g) ?? [])
        if (!seen.has(`out/main/${name}`)) reached(`out/main/${name}`, seen);
      return seen;
    };
    const chunk = (name: string) => paths().find((path) => path.startsWith(`out/main/${name}-`)) ?? 'none';
    const start = reached('out/main/main.js');
    for (const path of start) expect(texts.get(path), path).not.toMatch(/ZodObject/);
    for (const path of [...start, ...reached(chunk('start-app')), ...reached(chunk('open-rooms'))])
      expect(texts.get(path), path).not.toMatch(/UND_ERR_INVALID_RETURN_VALUE|strictTuples/);
    expect([...texts.values()].some((text) => text.includes('UND_ERR_INVALID_RETURN_VALUE'))).toBe(true);
  });

  test('its package.json is the app’s own, without what npm and developers need', () => {
    const own = files.find(({ path }) => path === 'package.json')?.content.toString('utf8') ?? '';
    const { dependencies, overrides, engines, allowScripts, ...rest } = JSON.parse(own);
    expect([dependencies, overrides, engines, allowScripts]).toEqual([null, null, null, null]);
    expect(Object.keys(rest).sort()).toEqual(
      'author description desktopName license main name private productName type version'.split(' '),
    );
    expect(rest).toMatchObject({ main: 'out/main/main.js', type: 'module', productName: 'Trip Kit Desktop' });
  });

  test('weighs at most 14 MB with its licenses', async () => {
    const beside = await filesBelow(join(of('linux').resources, 'licenses'));
    const texts = await Promise.all(
      beside.map((file) => readFile(join(of('linux').resources, 'licenses', file))),
    );
    const asarBytes = (await readFile(join(of('linux').resources, 'app.asar'))).length;
    const total = asarBytes + texts.reduce((sum, text) => sum + text.length, 0);
    const groups = new Map<string, number>();
    for (const { path, size } of files) {
      const group = /^(out\/renderer\/pdfjs\/[a-z_]+)\//.exec(path)?.[1] ?? path;
      groups.set(group, (groups.get(group) ?? 0) + size);
    }
    const lines = [...groups].sort(([, a], [, b]) => b - a).map(([name, size]) => `${size}\t${name}`);
    process.stdout.write(
      `The packed app without Electron: ${total} bytes, ${files.length} files\n${lines.join('\n')}\n`,
    );
    expect(total).toBeLessThanOrEqual(MAX_BYTES);
  });

  test('holds no secret, no value of the build’s environment and no path of the build machine', () => {
    const forbidden = [...Object.values(canaries), project, base, process.cwd(), homedir()].filter(
      (text) => text.length > 5,
    );
    const key = /-----BEGIN (?:[A-Z]+ )*PRIVATE KEY-----\\?[rn\s]+[A-Za-z0-9+/]{40}/;
    for (const { path, content } of files) {
      for (const text of forbidden) expect(content.includes(text), `${text} in ${path}`).toBe(false);
      expect(key.test(content.toString('latin1')), path).toBe(false);
    }
  });
});

describe('licenses', () => {
  test('of every bundled package are there, of kinds that allow it, and no developer’s tool is bundled', async () => {
    const manifest = JSON.parse(await readFile(join(project, 'package.json'), 'utf8'));
    const notes = join(project, 'out/licenses');
    const bundled: { name: string; version: string; license: string }[] = [];
    for (const note of (await readdir(notes, { recursive: true })).filter((name) => name.endsWith('.json'))) {
      bundled.push(...JSON.parse(await readFile(join(notes, note), 'utf8')));
    }
    const text = await readFile(join(of('linux').resources, 'licenses/THIRD-PARTY-LICENSES.txt'), 'utf8');
    expect(text).toContain('OurAirports');
    expect(bundled.length).toBeGreaterThan(20);
    for (const { name, version, license } of bundled) {
      expect(text).toContain(`\n${name} ${version}\nLicense: ${license}\n`);
      expect(license).toMatch(
        /^(MIT|ISC|0BSD|BSD-[23]-Clause|Apache-2\.0|BlueOak-1\.0\.0|\(BSD-3-Clause OR GPL-2\.0\))$/,
      );
    }
    // The bundler's own helpers are a few lines in each bundle.
    const tools = Object.keys(manifest.devDependencies).filter((name) => name !== 'vite');
    expect(bundled.map(({ name }) => name).filter((name) => tools.includes(name))).toEqual([]);
    for (const asset of ['cmaps', 'standard_fonts', 'wasm', 'iccs']) {
      expect(text).toMatch(new RegExp(`^Data and decoders of PDF\\.js: ${asset}/LICENSE`, 'm'));
    }
  });
});

describe('Electron around it', () => {
  const beside = [
    'resources/licenses/LICENSE.txt',
    'resources/licenses/THIRD-PARTY-LICENSES.txt',
    ...Object.keys(policyTemplates()).map((path) => `resources/policies/${path}`),
  ];
  const common = [
    'LICENSE.electron.txt',
    'LICENSES.chromium.html',
    'resources/app.asar',
    ...beside,
    'version',
  ];
  const locales = ['locales/en-GB.pak', 'locales/en-US.pak'];

  test('Linux and Windows: the program, its resources, and nothing of ours but the asar, licenses and templates of policies', async () => {
    expect(await filesBelow(of('linux').folder)).toEqual(
      [...common, ...locales, 'chrome-sandbox', 'trip-kit-desktop'].sort(),
    );
    expect(await filesBelow(of('win32').folder)).toEqual(
      [...common, ...locales, 'Trip Kit Desktop.exe', 'bin/tripkit.cmd'].sort(),
    );
  });

  test('macOS: the same below Contents/Resources', async () => {
    const inside = await filesBelow(of('darwin').resources);
    expect(inside.filter((path) => !path.endsWith('.lproj'))).toEqual(
      ['app.asar', 'icon.icns', 'tripkit', ...beside.map((path) => path.replace('resources/', ''))].sort(),
    );
  });

  test('all nine fuses are set, and read back', async () => {
    const binaries = {
      linux: join(of('linux').folder, 'trip-kit-desktop'),
      win32: join(of('win32').folder, 'Trip Kit Desktop.exe'),
      darwin: join(
        of('darwin').resources,
        '../Frameworks/Electron Framework.framework/Versions/A/Electron Framework',
      ),
    };
    for (const [platform, file] of Object.entries(binaries)) {
      expect([platform, readFuses(await readFile(file))]).toEqual([platform, [FUSES]]);
    }
  });

  test('macOS: Info.plist names app, files, scheme, category and the asar’s hash, and asks for no device', async () => {
    const info = plist.parse(await readFile(join(of('darwin').resources, '../Info.plist'), 'utf8'));
    expect(info).toMatchObject({
      CFBundleIdentifier: 'com.tripkit.desktop',
      CFBundleName: 'Trip Kit Desktop',
      CFBundleExecutable: 'Trip Kit Desktop',
      CFBundleIconFile: 'icon.icns',
      CFBundleShortVersionString: JSON.parse(await readFile(join(project, 'package.json'), 'utf8')).version,
      LSApplicationCategoryType: 'public.app-category.travel',
      LSMinimumSystemVersion: '13.0',
      NSRequiresAquaSystemAppearance: false,
      CFBundleURLTypes: [{ CFBundleURLSchemes: ['tripkit'], CFBundleTypeRole: 'Viewer' }],
      CFBundleDocumentTypes: [{ CFBundleTypeExtensions: ['tripkit-profile'], LSHandlerRank: 'Owner' }],
      ElectronAsarIntegrity: {
        'Resources/app.asar': {
          algorithm: 'SHA256',
          hash: headerHash(join(of('darwin').resources, 'app.asar')),
        },
      },
    });
    expect(Object.keys(info as object).filter((key) => key.endsWith('UsageDescription'))).toEqual([]);
  });

  test('Windows: the program says who it is, runs as its user, and holds the asar’s hash', async () => {
    const program = await readFile(join(of('win32').folder, 'Trip Kit Desktop.exe'));
    const { entries } = resedit.NtExecutableResource.from(resedit.NtExecutable.from(program));
    const [version] = resedit.Resource.VersionInfo.fromEntries(entries);
    const [language] = version?.getAllLanguagesForStringValues() ?? [];
    expect(version?.getStringValues(language ?? {})).toMatchObject({
      CompanyName: 'The Trip Kit Desktop founders',
      FileDescription: 'Trip Kit Desktop',
      ProductName: 'Trip Kit Desktop',
      LegalCopyright: 'Copyright © 2026 The Trip Kit Desktop founders',
    });
    const text = (entry: ResourceEntry | undefined) =>
      Buffer.from(entry?.bin ?? new ArrayBuffer(0)).toString('utf8');
    expect(JSON.parse(text(entries.find(({ type }) => type === 'INTEGRITY')))).toEqual([
      {
        file: 'resources\\app.asar',
        alg: 'SHA256',
        value: headerHash(join(of('win32').resources, 'app.asar')),
      },
    ]);
    // Nine sizes of the icon (RT_ICON), and the group that lists them.
    expect(entries.filter(({ type }) => type === 3)).toHaveLength(9);
    const manifest = entries.find(({ type }) => type === 24);
    if (manifest) expect(text(manifest)).not.toMatch(/requireAdministrator|highestAvailable/);
  });

  test('no feed of updates is packed outside a release', async () => {
    for (const platform of platforms) {
      expect(await filesBelow(of(platform).resources)).not.toContain('app-update.yml');
    }
  });
});

describe('installers', () => {
  let settings: Record<'nsis' | 'msi' | 'appimage', InstallerSettings>;
  beforeAll(async () => {
    settings = await installerSettings(project, {
      nsis: of('win32'),
      msi: of('win32'),
      appimage: of('linux'),
    });
  });

  test('NSIS: chosen scope, elevation only where asked for, nothing starts by itself, no data deleted', () => {
    const { defines } = settings.nsis;
    expect(defines).toMatchObject({
      APP_ID: 'com.tripkit.desktop',
      APP_GUID: '5f0f64ab-0a4f-5b6c-9a55-3d0d4b5e7c11',
      COMPANY_NAME: 'The Trip Kit Desktop founders',
      MULTIUSER_INSTALLMODE_ALLOW_ELEVATION: null,
      INSTALL_MODE_PER_ALL_USERS_REQUIRED: null,
      HIDE_RUN_AFTER_FINISH: null,
      DO_NOT_CREATE_DESKTOP_SHORTCUT: null,
    });
    for (const unwanted of [
      'ONE_CLICK',
      'RUN_AFTER_FINISH',
      'INSTALL_MODE_PER_ALL_USERS',
      'INSTALL_MODE_PER_ALL_USERS_DEFAULT',
      'DELETE_APP_DATA_ON_UNINSTALL',
    ]) {
      expect(defines).not.toHaveProperty(unwanted);
    }
  });

  test('MSI: for all users, with the scheme', () => {
    const { project: wix } = settings.msi;
    expect(wix).toContain('UpgradeCode="2B7C4C5E-7A0D-4E38-9E33-6C1E6A1B7F42"');
    expect(wix).toContain('Manufacturer="The Trip Kit Desktop founders"');
    expect(wix).toContain('<Property Id="ALLUSERS" Secure="yes" Value="1"/>');
    expect(wix).not.toContain('runAfterFinish');
    expect(wix).not.toContain('desktopShortcut');
    expect(wix).toContain('Key="SOFTWARE\\Classes\\tripkit"');
    expect(wix).toContain('<Extension Id="tripkit-profile" Advertise="yes">');
  });

  test('AppImage: it does not switch the sandbox off by itself', () => {
    const { desktop } = settings.appimage;
    expect(desktop).toContain('\nExec=AppRun %U\n');
    expect(desktop).not.toContain('sandbox');
  });
});

describe('two builds of the same sources, by different people in different folders, are the same bytes', () => {
  let other = '';
  const sums = async (folder: string, files: readonly string[]) =>
    Object.fromEntries(
      await Promise.all(files.map(async (file) => [file, await fileHash(join(folder, file))] as const)),
    );

  beforeAll(async () => {
    other = join(base, 'another', 'folder');
    await copyProject(other);
    await buildProject(other);
  });

  test('the bundles', async () => {
    const files = await filesBelow(join(other, 'out'));
    expect(files).toEqual(await filesBelow(join(project, 'out')));
    expect(await sums(join(other, 'out'), files)).toEqual(await sums(join(project, 'out'), files));
  });

  const lacking = ['dpkg-deb', 'rpmbuild', 'mksquashfs'].filter((program) => !isOnPath(program));
  const here = process.platform === 'linux' && lacking.length === 0;
  const targets = here ? ['AppImage', 'deb', 'rpm'] : [];

  test(`the asar of a release, its deb, rpm and AppImage${here ? '' : ` (these not here: ${lacking.join(', ')})`}`, async () => {
    const key = generateKeyPairSync('ed25519').publicKey.export({ format: 'der', type: 'spki' });
    const env = {
      TRIPKIT_UPDATE_URL: 'https://updates.tripkit.example/desktop/',
      TRIPKIT_UPDATE_KEYS: key.toString('base64'),
      TRIPKIT_HOMEPAGE: 'https://tripkit.example/',
      SOURCE_DATE_EPOCH: '1795000000',
    };
    const made = async (folder: string, umask: string, TZ: string) => {
      const tools = here ? { APPIMAGE_TOOLS_PATH: await appImageTools(join(folder, 'appimage-tools')) } : {};
      const { resources } = await packProject(folder, 'linux', {
        release: true,
        targets,
        // What compresses a release gives the same bytes for the same bytes: linux-packages.long.test.ts.
        quick: true,
        umask,
        env: { ...env, TZ, ...tools },
      });
      const dist = join(folder, 'dist-linux');
      const packages = (await readdir(dist)).filter((name) => /\.(AppImage|deb|rpm)$/.test(name)).sort();
      return { ...(await sums(dist, packages)), ...(await sums(resources, ['app.asar'])) };
    };
    const mine = await made(project, '000', 'UTC');
    const theirs = await made(other, '077', 'Pacific/Auckland');
    expect(Object.keys(mine)).toHaveLength(targets.length + 1);
    expect(theirs).toEqual(mine);
  });
});
