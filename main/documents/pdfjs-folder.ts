import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';

/** The folder with the data of pdf.js: beside the app's bundles; in the package when the command runs from source. */
export function pdfjsFolder(): string {
  const bundled = join(import.meta.dirname, '..', 'renderer', 'pdfjs');
  return existsSync(bundled) ? bundled : join(import.meta.dirname, '..', '..', 'node_modules', 'pdfjs-dist');
}

/**
 * The options with which pdf.js finds its data. It refuses an address without `/` at its end, and adds names to it; Windows reads such
 * paths, too.
 *
 * @param folder its folder, absolute
 */
export function pdfjsUrls(folder: string): { cMapUrl: string; wasmUrl: string } {
  return { cMapUrl: `${folder}/cmaps/`, wasmUrl: pathToFileURL(`${folder}/wasm/`).href };
}
