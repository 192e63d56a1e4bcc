/**
 * Builds the three bundles into out/: `npm run build`, or `node build/bundle.ts main preload` for some of them.
 *
 * The bundles are the shipping ones: they hold everything but `electron` and Node's own modules, run without
 * node_modules, carry no source maps, and are the same bytes for the same sources.
 */
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build, type InlineConfig } from 'vite';
import { forgetLicenses, writeLicenses } from './licenses.ts';
import { mainConfig } from './main.config.ts';
import { copyPdfjsAssets } from './pdfjs-assets.ts';
import { preloadConfig } from './preload.config.ts';
import { rendererConfig } from './renderer.config.ts';

/** The folder of the checkout. */
export const root = fileURLToPath(new URL('..', import.meta.url));

const targets = {
  main: () => bundle('main', mainConfig(root)),
  preload: () => bundle('preload', preloadConfig(root)),
  renderer: async () => {
    await bundle('renderer', rendererConfig(root));
    await copyPdfjsAssets(root);
  },
} as const;
type Target = keyof typeof targets;

async function bundle(target: Target, config: InlineConfig): Promise<void> {
  // Whoever builds, a test included: React's development build is three times as large and names the builder's folders.
  process.env.NODE_ENV = 'production';
  await rm(join(root, 'out', target), { recursive: true, force: true });
  await forgetLicenses(join(root, 'out'), target);
  await build(config);
}

function isTarget(name: string): name is Target {
  return Object.hasOwn(targets, name);
}

/** Builds the named bundles, all of them by default. Rejects with the bundler's error at the first that fails. */
export async function buildBundles(names: readonly string[] = Object.keys(targets)): Promise<void> {
  for (const name of names) {
    if (!isTarget(name)) throw new Error(`There is no bundle "${name}": use main, preload, renderer.`);
    await targets[name]();
  }
  await writeLicenses(join(root, 'out'));
}

if (import.meta.main) {
  const names = process.argv.slice(2);
  await buildBundles(names.length > 0 ? names : undefined);
}
