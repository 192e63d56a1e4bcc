/** The process of installer-settings.ts: electron-builder looks at the environment and working folder of its process. */
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { z } from 'zod';
import { electronBuilder } from './builder-parts.ts';

const kinds = z.enum(['nsis', 'msi', 'deb', 'appimage']);
const job = z
  .object({
    project: z.string(),
    /** Of the packed app that each installer is made of. */
    folders: z.partialRecord(kinds, z.string()),
    result: z.string(),
    publish: z.looseObject({}).nullable(),
  })
  .parse(JSON.parse(process.argv[2] ?? ''));

const STOP = 'The MSI project is seen; WiX is not run.';

async function settingsOf(kind: z.infer<typeof kinds>, prepackaged: string) {
  const seen = { defines: {}, desktop: '', project: '' };

  /** NSIS: [defines, commands]; AppImage: { desktop }; of fpm's nothing is looked at. True: stop here. */
  async function onSettings(settings: unknown): Promise<boolean> {
    if (kind === 'nsis' && Array.isArray(settings)) seen.defines = settings[0];
    if (kind === 'appimage') seen.desktop = z.object({ desktop: z.string() }).parse(settings).desktop;
    return true;
  }

  /** The hook of electron-builder.yml, and no further: WiX runs on Windows or in wine only. */
  async function onMsiProject(file: string): Promise<void> {
    const hook = await import(pathToFileURL(join(job.project, 'build/windows/msi-project.mjs')).href);
    await hook.default(file);
    seen.project = await readFile(file, 'utf8');
    throw new Error(STOP);
  }

  const windows = kind === 'nsis' || kind === 'msi';
  const work = electronBuilder.build({
    projectDir: job.project,
    prepackaged,
    publish: 'never',
    x64: true,
    [windows ? 'win' : 'linux']: [kind === 'appimage' ? 'AppImage' : kind],
    effectiveOptionComputed: onSettings,
    config: {
      directories: { output: `${job.project}/dist-settings`, buildResources: 'build' },
      ...(kind === 'msi' ? { msiProjectCreated: onMsiProject } : {}),
      publish: job.publish,
      // fpm asks for one; the real one comes with a release.
      extraMetadata: { homepage: 'https://tripkit.example/' },
    },
  });
  await work.catch((error: unknown) => {
    if (!(error instanceof Error && error.message.includes(STOP))) throw error;
  });
  return seen;
}

const all: Record<string, unknown> = {};
for (const kind of kinds.options) {
  const folder = job.folders[kind];
  if (folder !== undefined) all[kind] = await settingsOf(kind, folder);
}
await writeFile(job.result, JSON.stringify(all));
