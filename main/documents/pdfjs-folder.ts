import { existsSync } from 'node:fs';
import { join } from 'node:path';

/** The folder with the data of pdf.js: beside the app's bundles; in the package when the command runs from source. */
export function pdfjsFolder(): string {
  const bundled = join(import.meta.dirname, '..', 'renderer', 'pdfjs');
  return existsSync(bundled) ? bundled : join(import.meta.dirname, '..', '..', 'node_modules', 'pdfjs-dist');
}
