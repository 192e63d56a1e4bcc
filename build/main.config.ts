import { builtinModules } from 'node:module';
import { basename, dirname, join, resolve } from 'node:path';
import type { InlineConfig, Plugin } from 'vite';
import { collectLicenses } from './licenses.ts';
import { pdfjsNodeWorker, toAscii } from './pdfjs-assets.ts';

/**
 * Without white space and comments, which name folders of the builder, but with the functions' names of the source: a stack in a log
 * has to say something. Shorter names of all else are 17 % fewer bytes, which each start reads.
 */
export const namesOnly = { compress: false, mangle: { keepNames: true }, codegen: true } as const;

/** One sign beyond Latin-1 makes V8 keep the whole text of a chunk in two bytes each. */
function asciiChunks(): Plugin {
  return {
    name: 'tripkit:ascii-chunks',
    generateBundle: {
      order: 'post',
      handler(_options, bundle) {
        for (const chunk of Object.values(bundle))
          if (chunk.type === 'chunk') chunk.code = toAscii(chunk.code);
      },
    },
  };
}

/** Our changes of PDF.js's worker, which document threads parse with. Run from source, they have PDF.js's own. */
function pdfjsChanges(): Plugin {
  return {
    name: 'tripkit:pdfjs-changes',
    transform: (code, id) =>
      id.endsWith('/pdf.worker.min.mjs') ? { code: pdfjsNodeWorker(code), map: null } : null,
  };
}

/**
 * Parts of electron-store that do harm here. ajv is a quarter of a megabyte that each start reads, for schemas that we don’t give it: zod
 * checks the settings. when-exit takes SIGTERM (the end of a session) from Electron, which quits in order, and kills the process.
 */
function smallerStore(): Plugin {
  const parts: Readonly<Record<string, string>> = {
    ajv: `export class Ajv2020 { constructor() { throw new Error('The bundle has no ajv.'); } } export default {};`,
    'when-exit': `export default (callback) => void process.once('exit', callback);`,
  };
  return {
    name: 'tripkit:smaller-store',
    enforce: 'pre',
    resolveId: (id) => {
      const [, part] = /^(ajv|when-exit)(?:-formats|\/dist\/2020\.js)?$/.exec(id) ?? [];
      return part === undefined ? null : `\0${part}`;
    },
    load: (id) => (id.startsWith('\0') ? (parts[id.slice(1)] ?? null) : null),
  };
}

interface Graph {
  getModuleInfo(id: string): { importedIds: readonly string[] } | null;
}

/**
 * What the entry imports goes into a chunk beside it, so that no chunk imports the entry itself: main.js awaits a command to
 * its end, and what that loads would wait for main.js. What a worker needs, too, goes into another: a worker has no `electron`.
 */
function besideEntry(
  entry: string,
  workers: ReadonlySet<string>,
): (id: string, graph: Graph) => 'base' | 'app' | null {
  const below = (from: readonly string[], graph: Graph) => {
    const found = new Set<string>();
    const add = (id: string) => {
      if (found.has(id)) return;
      found.add(id);
      for (const next of graph.getModuleInfo(id)?.importedIds ?? []) add(next);
    };
    for (const id of from) add(id);
    return found;
  };
  let ofEntry: Set<string> | null = null;
  let ofWorkers: Set<string> | null = null;
  return (id, graph) => {
    ofEntry ??= below([entry], graph);
    ofWorkers ??= below([...workers], graph);
    if (id === entry || !ofEntry.has(id)) return null;
    return ofWorkers.has(id) ? 'base' : 'app';
  };
}

/**
 * The main process: out/main/main.js, an ES module for the Node 24 inside Electron 45, with everything bundled but
 * `electron` and Node's own modules.
 */
export function mainConfig(root: string): InlineConfig {
  const workers = new Set<string>();
  const place = besideEntry(join(root, 'main/main.ts'), workers);
  return {
    root: join(root, 'main'),
    configFile: false,
    envDir: false,
    logLevel: 'warn',
    plugins: [nodeWorkers(workers), smallerStore(), pdfjsChanges(), asciiChunks(), collectLicenses('main')],
    resolve: { external: ['electron', ...builtinModules, ...builtinModules.map((name) => `node:${name}`)] },
    ssr: { noExternal: true, target: 'node' },
    build: {
      ssr: join(root, 'main/main.ts'),
      target: 'node24',
      outDir: join(root, 'out/main'),
      emptyOutDir: false,
      minify: false,
      sourcemap: false,
      reportCompressedSize: false,
      chunkSizeWarningLimit: 100_000,
      rolldownOptions: {
        output: {
          format: 'es',
          entryFileNames: '[name].js',
          chunkFileNames: '[name]-[hash].js',
          minify: namesOnly,
          codeSplitting: {
            groups: ['base', 'app'].map((chunk, index) => ({
              name: (id: string, graph: Graph) => (place(id, graph) === chunk ? chunk : null),
              debugName: chunk,
              // A group takes along what its modules import, unless another has taken that before.
              priority: 2 - index,
            })),
          },
        },
      },
    },
  };
}

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
function nodeWorkers(workers: Set<string> = new Set()): Plugin {
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
