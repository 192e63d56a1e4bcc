import { basename, dirname, extname, resolve } from 'node:path';
import type { Plugin } from 'vite';

const workerUrl = /new\s+URL\(\s*(['"])(\.{1,2}\/[^'"]+\.ts)\1\s*,\s*import\.meta\.url\s*,?\s*\)/g;

/**
 * Bundles Node workers of the main process. Main code writes
 *
 *     new Worker(new URL('./verify-worker.ts', import.meta.url))
 *
 * Run from source (node main/headless.ts) that is the .ts file itself, whose types Node strips. In the bundle this
 * plugin makes the file an entry of its own and the URL that of the built file, out/main/<name>-<hash>.js beside its
 * chunks. Every `new URL('./….ts', import.meta.url)` is taken for a worker: main code has no other use for one.
 * (Vite's own worker plugin is for the browser's Worker and leaves server builds alone.)
 */
export function nodeWorkers(): Plugin {
  return {
    name: 'tripkit:node-workers',
    enforce: 'pre',
    transform(code, id) {
      if (id.includes('/node_modules/') || !code.includes('import.meta.url')) return null;
      let found = false;
      const rewritten = code.replace(workerUrl, (_match, _quote: string, file: string) => {
        found = true;
        const path = resolve(dirname(id), file);
        const reference = this.emitFile({ type: 'chunk', id: path, name: basename(path, extname(path)) });
        return `new URL(import.meta.ROLLUP_FILE_URL_${reference})`;
      });
      return found ? { code: rewritten, map: null } : null;
    },
  };
}
