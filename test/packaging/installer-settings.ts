/**
 * What electron-builder would hand to the makers of installers: it computes its settings, and stops just before it would
 * run them (its option effectiveOptionComputed), because none of them can be had offline. The 7-Zip before makensis is a
 * script that makes an empty archive.
 */
import { execFile } from 'node:child_process';
import { chmod, mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { compileCache } from '../compile-cache.ts';
import type { Packed } from './pack.ts';

const run = promisify(execFile);

/** The settings of one installer, each of its kind alone. */
export interface InstallerSettings {
  /** Makensis's defines. */
  defines: Record<string, string | number | null>;
  /** The AppImage's desktop entry. */
  desktop: string;
  /** The WiX project of the MSI. */
  project: string;
}

export type InstallerKind = 'nsis' | 'msi' | 'deb' | 'appimage';

/** Makes the installers of these kinds, each from its packed app, as far as their settings: one process for all. */
export async function installerSettings<Kind extends InstallerKind>(
  project: string,
  packed: Readonly<Record<Kind, Packed>>,
  /** The place of updates, as a release has it. */
  publish: object | null = null,
): Promise<Record<Kind, InstallerSettings>> {
  const tools = join(project, 'stand-in-tools');
  await mkdir(tools, { recursive: true });
  const sevenZip = join(tools, '7za');
  await writeFile(
    sevenZip,
    '#!/bin/sh\nfor part in "$@"; do case "$part" in *.7z) : > "$part";; esac; done\n',
  );
  await chmod(sevenZip, 0o755);
  await writeFile(join(tools, 'elevate.exe'), 'no program');
  const result = join(project, 'settings.json');
  const folders = Object.fromEntries(
    Object.entries<Packed>(packed).map(([kind, { folder }]) => [kind, folder]),
  );
  const job = JSON.stringify({ project, folders, result, publish });
  await run(process.execPath, [join(import.meta.dirname, 'settings-process.ts'), job], {
    cwd: project,
    timeout: 120_000,
    env: {
      PATH: process.env.PATH,
      HOME: process.env.HOME,
      ...compileCache,
      ELECTRON_BUILDER_7ZIP_PATH: sevenZip,
      ELECTRON_BUILDER_NSIS_DIR: tools,
    },
  });
  return JSON.parse(await readFile(result, 'utf8'));
}
