import { builtinModules } from 'node:module';
import { join } from 'node:path';
import type { InlineConfig, Plugin } from 'vite';
import { collectLicenses } from './licenses.ts';
import { nodeWorkers } from './node-workers.ts';
import { toAscii } from './pdfjs-assets.ts';

/**
 * Without white space and comments, which name folders of the builder, but with the names of the source: a stack in a log
 * has to say something.
 */
export const namesOnly = { compress: false, mangle: false, codegen: true } as const;

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
    plugins: [nodeWorkers(workers), asciiChunks(), collectLicenses('main')],
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
