import { cp, mkdir } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';

/** What PDF.js loads at run time, below out/renderer/pdfjs/: its worker, and data for fonts, images and colours. */
const assets = ['build/pdf.worker.min.mjs', 'cmaps', 'iccs', 'standard_fonts', 'wasm'] as const;

/** Copies the assets of the installed pdfjs-dist; the worker becomes `pdfjs/pdf.worker.min.mjs`. */
export async function copyPdfjsAssets(root: string): Promise<void> {
  const from = dirname(createRequire(import.meta.url).resolve('pdfjs-dist/package.json'));
  const to = join(root, 'out/renderer/pdfjs');
  await mkdir(to, { recursive: true });
  for (const asset of assets) {
    await cp(join(from, asset), join(to, asset.replace('build/', '')), { recursive: true });
  }
}
