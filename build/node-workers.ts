import { basename, dirname, resolve } from 'node:path';
import type { Plugin } from 'vite';

const workerUrl = /new\s+URL\(\s*(['"])(\.{1,2}\/[^'"]+\.ts)\1\s*,\s*import\.meta\.url\s*,?\s*\)/g;

/**
 * Bundles Node workers of the main process. Main code writes
 *
 *     new Worker(new URL('./document-worker.ts', import.meta.url))
 *
 * Run from source (node main/headless.ts) that is the .ts file itself, whose types Node strips. In the bundle this
 * plugin makes the file an entry of its own, out/main/document-worker.js, and the URL that of the built file. Every `new URL('./….ts', import.meta.url)` is taken for a worker: main code has no other use for one.
 * (Vite's own worker plugin is for the browser's Worker and leaves server builds alone.)
 *
 * @param workers gets the files of the workers that were found
 */
export function nodeWorkers(workers: Set<string> = new Set()): Plugin {
  return {
    name: 'tripkit:node-workers',
    enforce: 'pre',
    transform(code, id) {
      if (id.includes('/node_modules/') || !code.includes('import.meta.url')) return null;
      let found = false;
      const rewritten = code.replace(workerUrl, (_match, _quote: string, file: string) => {
        found = true;
        const name = basename(file, '.ts');
        const worker = resolve(dirname(id), file);
        workers.add(worker);
        this.emitFile({ type: 'chunk', id: worker, fileName: `${name}.js` });
        // Every chunk of the bundle lies in the same folder (main.config.ts), so this holds wherever the code ends up.
        return `new URL('./${name}.js', import.meta.url)`;
      });
      return found ? { code: rewritten, map: null } : null;
    },
  };
}
