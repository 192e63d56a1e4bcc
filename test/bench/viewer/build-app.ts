import { cpSync, mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { build, type InlineConfig } from 'vite';
import { mainConfig } from '../../../build/main.config.ts';
import { copyPdfjsAssets } from '../../../build/pdfjs-assets.ts';
import { preloadConfig, preloads } from '../../../build/preload.config.ts';
import { rendererConfig } from '../../../build/renderer.config.ts';

/** The checkout. */
export const checkout = join(import.meta.dirname, '../../..');

/**
 * Builds the shipping bundles of the sources in `root` into `folder/out`, so that the run is not disturbed by a build of out/.
 * The window host runs them with TRIPKIT_HOST_APP=folder.
 */
export async function buildApp(folder: string, root: string = checkout): Promise<void> {
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  cpSync(join(root, 'package.json'), join(folder, 'package.json'));
  const configs: [string, InlineConfig][] = [
    ['main', mainConfig(root)],
    ...preloads.map((name): [string, InlineConfig] => ['preload', preloadConfig(root, name)]),
    ['renderer', rendererConfig(root)],
  ];
  for (const [name, config] of configs) {
    await build({ ...config, build: { ...config.build, outDir: join(folder, 'out', name) } });
  }
  await copyPdfjsAssets(folder);
}
