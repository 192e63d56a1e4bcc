/** The engine's process in a bundle: a campaign starts hundreds of them, and each takes half as long as from source. */
import { join } from 'node:path';
import { build } from 'vite';
import { mainConfig } from '../../build/main.config.ts';

const root = join(import.meta.dirname, '../..');

/**
 * Builds it with its threads by the app's own configuration.
 *
 * @returns the program
 */
export async function bundleEngine(folder: string): Promise<string> {
  const { build: settings, ...config } = mainConfig(root);
  const outDir = join(folder, 'main');
  await build({
    ...config,
    // What it says of chunks is about the app.
    logLevel: 'error',
    build: { ...settings, ssr: join(import.meta.dirname, 'engine-process.ts'), outDir },
  });
  return join(outDir, 'engine-process.js');
}
