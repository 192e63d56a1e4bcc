/** The command line in a bundle for the Node that runs under Wine, with the files that it reads. out/, which ships, is not touched. */
import { cp, mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { build } from 'vite';
import { mainConfig } from '../../build/main.config.ts';
import { copyPdfjsAssets } from '../../build/pdfjs-assets.ts';
import { WINDOWS_NODE } from './windows-node.ts';

const root = join(import.meta.dirname, '../..');

/**
 * Builds main/headless.ts below `folder` by the app's own configuration, with an older target.
 *
 * @returns the arguments of node.exe that start the command line
 */
export async function buildCommand(folder: string): Promise<string[]> {
  process.env.NODE_ENV = 'production';
  const { build: settings, ...config } = mainConfig(root);
  const outDir = join(folder, 'out/main');
  const target = `node${WINDOWS_NODE.version}`;
  await build({ ...config, build: { ...settings, ssr: join(root, 'main/headless.ts'), target, outDir } });
  await copyPdfjsAssets(folder);
  const assets = join(folder, 'out/renderer/assets');
  await mkdir(assets, { recursive: true });
  await cp(join(root, 'renderer/airports/airports.txt'), join(assets, 'airports.txt'));
  const shims = [join(root, 'test/runtime/shims/javascript.js'), join(import.meta.dirname, 'first.cjs')];
  const texts = await Promise.all(shims.map((file) => readFile(file, 'utf8')));
  const first = join(folder, 'first.cjs');
  await writeFile(first, texts.join('\n'));
  return ['--disable-warning=ExperimentalWarning', `--require=${first}`, join(outDir, 'headless.js')];
}
