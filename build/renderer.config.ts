import { join } from 'node:path';
import react from '@vitejs/plugin-react';
import type { InlineConfig } from 'vite';
import { firstChunks } from './first-chunks.ts';
import { packedGuides } from './guides.ts';
import { collectLicenses } from './licenses.ts';

/**
 * The renderer: out/renderer/index.html, the pages of documents and of set-up beside it, and their files, clean under the app's Content-Security-Policy: no inline
 * script or style, nothing as data: URL that is not an image or font.
 */
export function rendererConfig(root: string): InlineConfig {
  return {
    root: join(root, 'renderer'),
    base: '/',
    configFile: false,
    envDir: false,
    publicDir: false,
    logLevel: 'warn',
    plugins: [packedGuides(root), react(), collectLicenses('renderer')],
    worker: { format: 'es', plugins: () => [collectLicenses('renderer')] },
    build: {
      target: 'chrome150',
      outDir: join(root, 'out/renderer'),
      emptyOutDir: false,
      sourcemap: false,
      assetsInlineLimit: 0,
      modulePreload: { polyfill: false },
      reportCompressedSize: false,
      chunkSizeWarningLimit: 100_000,
      rolldownOptions: {
        input: ['index.html', 'documents/index.html', 'documents/jobs.html', 'setup/index.html'].map((page) =>
          join(root, 'renderer', page),
        ),
        output: { codeSplitting: { groups: firstChunks(join(root, 'renderer')) } },
      },
    },
  };
}
