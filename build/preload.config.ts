import { join } from 'node:path';
import type { InlineConfig } from 'vite';
import { contractNames } from './contract-names.ts';
import { collectLicenses } from './licenses.ts';
import { namesOnly } from './main.config.ts';

/** The preload scripts: of the library's window, and of set-up's. */
export const preloads = ['preload', 'setup'] as const;
export type PreloadName = (typeof preloads)[number];

/**
 * A preload script: one CommonJS file, because a sandboxed preload can load nothing but `electron`
 * (Electron docs, "Process Sandboxing", "Preload scripts").
 */
export function preloadConfig(root: string, name: PreloadName): InlineConfig {
  return {
    root: join(root, 'preload'),
    configFile: false,
    envDir: false,
    logLevel: 'warn',
    plugins: [contractNames(root), collectLicenses('preload')],
    build: {
      target: 'chrome150',
      outDir: join(root, 'out/preload'),
      emptyOutDir: false,
      minify: false,
      sourcemap: false,
      reportCompressedSize: false,
      lib: { entry: join(root, `preload/${name}.ts`), formats: ['cjs'], fileName: () => `${name}.cjs` },
      rolldownOptions: { external: ['electron'], output: { codeSplitting: false, minify: namesOnly } },
    },
  };
}
