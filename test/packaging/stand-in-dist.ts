/**
 * Folders that look like a distribution of Electron as far as electron-builder looks at one (app-builder-lib:
 * electron/ElectronFramework, electronMac, electronWin, platformPackager). Nothing in them runs. Their binaries hold a
 * fuse wire as a fresh Electron 45 has it, so that setting and reading back the fuses is the real thing.
 */
import { chmod, mkdir, rm, symlink, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { plist, resedit } from './builder-parts.ts';

const { NtExecutable, NtExecutableResource, Resource } = resedit;

export type StandInPlatform = 'linux' | 'win32' | 'darwin';

const SENTINEL = 'dL7pKGdnNz796PbbjQWNKmHXBZaB9tsX';
/** As Electron is built: which of the nine are on differs from what we want, so that a fuse that isn't set is seen. */
const FRESH = '101110010';

/** Code with a fuse wire of version 1. */
export function fuseWire(states: string = FRESH): Buffer {
  return Buffer.concat([
    Buffer.from(`no code, but a wire: ${SENTINEL}`),
    Buffer.from([1, states.length]),
    Buffer.from(`${states} and no more`),
  ]);
}

/** The states of the fuses in a binary, a wire each, as text of 0 and 1. */
export function readFuses(binary: Buffer): string[] {
  const found: string[] = [];
  for (let at = binary.indexOf(SENTINEL); at >= 0; at = binary.indexOf(SENTINEL, at + 1)) {
    const wire = at + SENTINEL.length;
    const length = binary.readUInt8(wire + 1);
    found.push(binary.toString('latin1', wire + 2, wire + 2 + length));
  }
  return found;
}

/** Writes a distribution into a folder; what is there goes. */
export async function writeStandInDist(platform: StandInPlatform, folder: string): Promise<void> {
  await rm(folder, { recursive: true, force: true });
  await put(join(folder, 'LICENSE'), 'The license of Electron.');
  await put(join(folder, 'LICENSES.chromium.html'), '<title>The licenses of Chromium</title>');
  await put(join(folder, 'version'), '45.4.1');
  if (platform === 'darwin') {
    await writeMacApp(folder);
    return;
  }
  for (const language of ['de', 'en-GB', 'en-US']) {
    await put(join(folder, 'locales', `${language}.pak`), language);
  }
  await mkdir(join(folder, 'resources'));
  if (platform === 'win32') {
    await put(join(folder, 'electron.exe'), windowsProgram());
  } else {
    await put(join(folder, 'electron'), fuseWire());
    await chmod(join(folder, 'electron'), 0o755);
    await put(join(folder, 'chrome-sandbox'), 'setuid helper');
  }
}

/** A PE file with the one version resource that electron-builder edits, and the wire in a resource of its own. */
function windowsProgram(): Buffer {
  const program = NtExecutable.createEmpty(false, false);
  const resources = NtExecutableResource.from(program);
  const version = Resource.VersionInfo.create({
    lang: 1033,
    fixedInfo: { fileVersionMS: 45 * 65_536, fileVersionLS: 0 },
    strings: [
      { lang: 1033, codepage: 1200, values: { FileDescription: 'Electron', ProductName: 'Electron' } },
    ],
  });
  version.outputToResourceEntries(resources.entries);
  const wire = fuseWire();
  resources.entries.push({
    type: 10,
    id: 1,
    lang: 1033,
    codepage: 1200,
    bin: wire.buffer.slice(wire.byteOffset, wire.byteOffset + wire.byteLength) as ArrayBuffer,
  });
  resources.outputResource(program);
  return Buffer.from((program as { generate(): ArrayBuffer }).generate());
}

const helpers = ['', ' (GPU)', ' (Plugin)', ' (Renderer)'];

async function writeMacApp(folder: string): Promise<void> {
  const contents = join(folder, 'Electron.app', 'Contents');
  await put(join(contents, 'MacOS', 'Electron'), 'launcher');
  await chmod(join(contents, 'MacOS', 'Electron'), 0o755);
  await put(join(contents, 'Info.plist'), infoPlist('Electron', 'com.github.Electron'));
  await put(join(contents, 'Resources', 'electron.icns'), 'icon');
  for (const language of ['de', 'en', 'en_GB']) await mkdir(join(contents, 'Resources', `${language}.lproj`));
  const framework = join(contents, 'Frameworks', 'Electron Framework.framework');
  await put(join(framework, 'Versions', 'A', 'Electron Framework'), fuseWire());
  for (const language of ['de', 'en', 'en_GB']) {
    await put(join(framework, 'Versions', 'A', 'Resources', `${language}.lproj`, 'locale.pak'), language);
  }
  await symlink('Versions/A/Electron Framework', join(framework, 'Electron Framework'));
  await symlink('Versions/A/Resources', join(framework, 'Resources'));
  for (const kind of helpers) {
    const name = `Electron Helper${kind}`;
    const helper = join(contents, 'Frameworks', `${name}.app`, 'Contents');
    await put(join(helper, 'MacOS', name), 'helper');
    await put(join(helper, 'Info.plist'), infoPlist(name, 'com.github.Electron.helper'));
  }
}

function infoPlist(name: string, id: string): string {
  return plist.build({
    CFBundleExecutable: name,
    CFBundleName: name,
    CFBundleIdentifier: id,
    CFBundleVersion: '45.4.1',
    CFBundleIconFile: 'electron.icns',
  });
}

async function put(file: string, content: string | Buffer): Promise<void> {
  await mkdir(dirname(file), { recursive: true });
  await writeFile(file, content);
}
