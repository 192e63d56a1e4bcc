/**
 * Builds the three bundles into out/: `npm run build`, or `node build/bundle.ts main preload` for some of them. Beside them the
 * licenses of what is bundled, and the templates of policies.
 *
 * The bundles are the shipping ones: they hold everything but `electron` and Node's own modules, run without
 * node_modules, carry no source maps, and are the same bytes for the same sources.
 */
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build, type InlineConfig } from 'vite';
import { writeCommandPages } from './command-pages.ts';
import { writeLicenses } from './licenses.ts';
import { mainConfig } from './main.config.ts';
import { copyPdfjsAssets } from './pdfjs-assets.ts';
import { writePolicyTemplates } from './policy-templates.ts';
import { preloadConfig, preloads } from './preload.config.ts';
import { rendererConfig } from './renderer.config.ts';
import { type Env, sameBytes } from './same-bytes.ts';

/** The folder of the checkout. */
const root = fileURLToPath(new URL('..', import.meta.url));

const out = join(root, 'out');
const configs: Readonly<Record<string, readonly InlineConfig[]>> = {
  main: [mainConfig(root)],
  preload: preloads.map((name) => preloadConfig(root, name)),
  renderer: [rendererConfig(root)],
};

/** Builds the named bundles, all of them by default. Rejects with the bundler's error at the first that fails. */
export async function buildBundles(names: readonly string[] = Object.keys(configs)): Promise<void> {
  // For every build, tests included: React's development build is three times as large and contains local folder names.
  process.env.NODE_ENV = 'production';
  for (const name of names) {
    const named = Object.hasOwn(configs, name) ? configs[name] : undefined;
    if (!named) throw new Error(`There is no bundle "${name}": use ${Object.keys(configs).join(', ')}.`);
    for (const old of [name, `licenses/${name}`]) await rm(join(out, old), { recursive: true, force: true });
    for (const config of named) await build(config);
    if (name === 'renderer') await copyPdfjsAssets(root);
  }
  await writeLicenses(out);
  await writePolicyTemplates(join(out, 'policies'));
  const { SOURCE_DATE_EPOCH } = sameBytes<Env>({ ...process.env });
  await writeCommandPages(join(out, 'command'), new Date(Number(SOURCE_DATE_EPOCH) * 1000));
}

if (import.meta.main) {
  const names = process.argv.slice(2);
  await buildBundles(names.length > 0 ? names : undefined);
}
