/**
 * Builds the bundles for the older Electron into olderApp: the project's own configurations with a lower target and the shims
 * of shims/. out/, which ships, is not touched: `node test/runtime/older-bundles.ts`.
 */
import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { build, type InlineConfig, type Plugin } from 'vite';
import { writeLicenses } from '../../build/licenses.ts';
import { mainConfig } from '../../build/main.config.ts';
import { copyPdfjsAssets } from '../../build/pdfjs-assets.ts';
import { preloadConfig } from '../../build/preload.config.ts';
import { rendererConfig } from '../../build/renderer.config.ts';
import { olderApp } from './runtime.ts';

const root = join(import.meta.dirname, '../..');
const shimFile = (name: string) => join(import.meta.dirname, 'shims', name);
/** Node's modules that lack something (the shims say what). */
const modules: Readonly<Record<string, string>> = {
  'node:sqlite': 'node-sqlite.ts',
  'node:tls': 'node-tls.ts',
  'node:module': 'node-module.ts',
};
/** The engines of Electron 33, as the bundler names them. */
const TARGETS = { main: 'node20.18', page: 'chrome130' } as const;
const FIRST_SCRIPT = 'first.js';

/** Puts shims in the place of Node's modules, and others in front of what Node starts: the app and its threads. */
function mainShims(): Plugin {
  const ours = join(root, 'main');
  return {
    name: 'tripkit:shims-main',
    enforce: 'pre',
    resolveId(source, importer) {
      const name = modules[source];
      return name !== undefined && importer?.startsWith(ours) ? shimFile(name) : null;
    },
    transform(code, id) {
      const first =
        id === join(ours, 'main.ts')
          ? ['node-globals.ts', 'electron.ts', 'net-request.ts']
          : id.startsWith(ours) && id.endsWith('-worker.ts')
            ? ['node-globals.ts']
            : [];
      if (first.length === 0) return null;
      const imports = first.map((name) => `import ${JSON.stringify(shimFile(name))};`).join('');
      return { code: imports + code, map: null };
    },
  };
}

/** A script before all others of the page; a file of its own, because the page's policy allows none in the document. */
function pageShims(): Plugin {
  return {
    name: 'tripkit:shims-page',
    transformIndexHtml: {
      order: 'post',
      handler: () => [{ tag: 'script', attrs: { src: `/${FIRST_SCRIPT}` }, injectTo: 'head-prepend' }],
    },
  };
}

function lowered(config: InlineConfig, target: string, folder: string, plugins: Plugin[] = []): InlineConfig {
  return {
    ...config,
    plugins: [...plugins, ...(config.plugins ?? [])],
    build: { ...config.build, target, outDir: folder },
  };
}

/** The configurations of the bundles for the older Electron, which are written below `out`. */
export function olderConfigs(out: string) {
  return {
    main: lowered(mainConfig(root), TARGETS.main, join(out, 'main'), [mainShims()]),
    preload: lowered(preloadConfig(root, 'preload'), TARGETS.page, join(out, 'preload')),
    'preload-setup': lowered(preloadConfig(root, 'setup'), TARGETS.page, join(out, 'preload')),
    renderer: lowered(rendererConfig(root), TARGETS.page, join(out, 'renderer'), [pageShims()]),
  };
}

/** What stands beside the bundles of an app in `folder`: PDF.js's files, the shims of the page, package.json. */
export async function addOlderAssets(folder: string): Promise<void> {
  const renderer = join(folder, 'out/renderer');
  await copyPdfjsAssets(folder);
  const javascript = await readFile(shimFile('javascript.js'), 'utf8');
  await writeFile(join(renderer, FIRST_SCRIPT), javascript);
  const pdfjs = join(renderer, 'pdfjs');
  for (const name of (await readdir(pdfjs)).filter((file) => file.endsWith('.mjs'))) {
    const text = await readFile(join(pdfjs, name), 'utf8');
    await writeFile(join(pdfjs, name), `${javascript}\n${text}`);
  }
  await writeAppFacts(folder);
}

/** As much of package.json as starts and packs an app; electron-builder wants nothing of a checkout here. */
export async function writeAppFacts(folder: string): Promise<void> {
  const given = JSON.parse(await readFile(join(root, 'package.json'), 'utf8')) as Record<string, unknown>;
  const kept = ['name', 'productName', 'version', 'description', 'license', 'type', 'main'];
  const facts = Object.fromEntries(kept.map((key) => [key, given[key]]));
  await writeFile(join(folder, 'package.json'), JSON.stringify(facts));
}

/** Builds the app for the older Electron into a folder. Rejects with the bundler's error. */
export async function buildOlderBundles(folder = olderApp): Promise<void> {
  process.env.NODE_ENV = 'production';
  const out = join(folder, 'out');
  await rm(out, { recursive: true, force: true });
  await mkdir(out, { recursive: true });
  for (const config of Object.values(olderConfigs(out))) await build(config);
  await addOlderAssets(folder);
  await writeLicenses(out);
}

if (import.meta.main) await buildOlderBundles();
