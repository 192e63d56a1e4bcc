/** Our installer, made by electron-builder from its own templates and electron-builder.yml around a stand-in for Electron, with Debian's NSIS. */
import { chmodSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { copyProject, packProject, stubBundles } from '../packaging/pack.ts';
import type { Wine } from './wine.ts';

/** Makes the installers of these versions in a new folder; their paths. */
export async function makeInstallers(
  wine: Wine,
  folder: string,
  versions: readonly string[],
): Promise<string[]> {
  const tools = join(folder, 'tools');
  const script = (name: string, text: string) => {
    mkdirSync(dirname(join(tools, name)), { recursive: true });
    writeFileSync(join(tools, name), `#!/bin/sh\n${text}\n`);
    chmodSync(join(tools, name), 0o755);
  };
  // makensis.cjs packs the files themselves.
  script('7za', 'for part in "$@"; do case "$part" in *.7z) : > "$part";; esac; done');
  script('linux/makensis', `exec "${process.execPath}" "${join(import.meta.dirname, 'makensis.cjs')}" "$@"`);
  script('bin/wine', `exec ${wine.facts.wine} "$@"`);
  writeFileSync(join(tools, 'elevate.exe'), 'no program');
  mkdirSync(join(tools, 'plugins/x86-unicode'), { recursive: true });
  const env = {
    ...(wine.env as Record<string, string>),
    PATH: `${join(tools, 'bin')}:${process.env.PATH}`,
    ELECTRON_BUILDER_7ZIP_PATH: join(tools, '7za'),
    ELECTRON_BUILDER_NSIS_DIR: tools,
    ELECTRON_BUILDER_NSIS_RESOURCES_DIR: tools,
  };
  const made: string[] = [];
  for (const version of versions) {
    const project = join(folder, version);
    await copyProject(project);
    await stubBundles(project);
    const facts = JSON.parse(readFileSync(join(project, 'package.json'), 'utf8')) as object;
    writeFileSync(join(project, 'package.json'), JSON.stringify({ ...facts, version }));
    const { folder: unpacked } = await packProject(project, 'win32', { targets: ['nsis'], env });
    made.push(join(dirname(unpacked), `Trip-Kit-Desktop-${version}-win-x64.exe`));
  }
  return made;
}
