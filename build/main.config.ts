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

/**
 * The main process: out/main/main.js, an ES module for the Node 24 inside Electron 45, with everything bundled but
 * `electron` and Node's own modules.
 */
export function mainConfig(root: string): InlineConfig {
  return {
    root: join(root, 'main'),
    configFile: false,
    envDir: false,
    logLevel: 'warn',
    plugins: [nodeWorkers(), asciiChunks(), collectLicenses('main')],
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
          // main.js awaits a command to its end: what that loads must not wait for main.js, so it imports nothing from there.
          codeSplitting: { groups: [{ name: 'shared', minShareCount: 2 }] },
        },
      },
    },
  };
}
