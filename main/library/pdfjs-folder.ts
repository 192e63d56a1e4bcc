/** Where the data files of pdf.js are (`cmaps`): beside the bundles of the app, else in the package, when a command runs from source. */
import { existsSync } from 'node:fs';
import { join } from 'node:path';

/** The folder, absolute. */
export function pdfjsFolder(): string {
  const bundled = join(import.meta.dirname, '..', 'renderer', 'pdfjs');
  return existsSync(bundled) ? bundled : join(import.meta.dirname, '..', '..', 'node_modules', 'pdfjs-dist');
}
