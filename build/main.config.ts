import { builtinModules } from 'node:module';
import { join } from 'node:path';
import type { InlineConfig } from 'vite';
import { collectLicenses } from './licenses.ts';
import { nodeWorkers } from './node-workers.ts';

/**
 * Without white space and comments, which name folders of the builder, but with the names of the source: a stack in a log
 * has to say something.
 */
export const namesOnly = { compress: false, mangle: false, codegen: true } as const;

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
    plugins: [nodeWorkers(), collectLicenses('main')],
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
        },
      },
    },
  };
}
