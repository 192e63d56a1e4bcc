/**
 * Sets the fuse that electron-builder does not know yet, as its `afterPack` hook. Electron 45 has nine fuses; the
 * @electron/fuses that electron-builder carries knows eight (electron-builder.yml, electronFuses). The ninth,
 * WasmTrapHandlers, stays as V8 was built for: out-of-bounds accesses of WebAssembly are caught by guard pages.
 *
 * The wire is described in Electron's docs, "Electron Fuses", "The hard way".
 */
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

const SENTINEL = Buffer.from('dL7pKGdnNz796PbbjQWNKmHXBZaB9tsX');
const VERSION = 1;
/** In the order of the wire. A further one must be decided on before anything is packaged. */
export const FUSES = [
  'runAsNode',
  'enableCookieEncryption',
  'enableNodeOptionsEnvironmentVariable',
  'enableNodeCliInspectArguments',
  'enableEmbeddedAsarIntegrityValidation',
  'onlyLoadAppFromAsar',
  'loadBrowserProcessSpecificV8Snapshot',
  'grantFileProtocolExtraPrivileges',
  'wasmTrapHandlers',
];
const ON = '1'.charCodeAt(0);

/**
 * Sets the last fuse in every wire of an Electron binary (a universal one has two).
 * @param {Buffer} binary is changed
 * @throws {Error} where there is no wire, or one that is not of nine fuses
 */
export function setLastFuse(binary) {
  let found = 0;
  for (let at = binary.indexOf(SENTINEL); at >= 0; at = binary.indexOf(SENTINEL, at + 1)) {
    const wire = at + SENTINEL.length;
    const [version, length] = [binary[wire], binary[wire + 1]];
    if (version !== VERSION || length !== FUSES.length) {
      throw new Error(
        `This Electron has ${length} fuses of version ${version}, not ${FUSES.length} of version ${VERSION}. Decide on each in electron-builder.yml and build/last-fuse.mjs.`,
      );
    }
    binary[wire + 2 + FUSES.length - 1] = ON;
    found += 1;
  }
  if (found === 0) throw new Error('There is no fuse wire in this Electron binary.');
}

/** @param {{ appOutDir: string, electronPlatformName: string, packager: { executableName?: string, appInfo: { productFilename: string } } }} context */
export default async function afterPack({ appOutDir, electronPlatformName, packager }) {
  const name = packager.appInfo.productFilename;
  const framework = 'Electron Framework.framework';
  const file =
    electronPlatformName === 'darwin'
      ? join(appOutDir, `${name}.app`, 'Contents', 'Frameworks', framework, 'Electron Framework')
      : join(appOutDir, electronPlatformName === 'win32' ? `${name}.exe` : (packager.executableName ?? name));
  const binary = await readFile(file);
  setLastFuse(binary);
  await writeFile(file, binary);
}
