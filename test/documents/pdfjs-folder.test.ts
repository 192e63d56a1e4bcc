import { expect, test } from 'vitest';
import { pdfjsUrls } from '../../main/documents/pdfjs-folder.ts';

test.each(['/opt/app/pdfjs', 'C:\\Program Files\\app\\pdfjs'])(
  'pdf.js gets addresses that end with a slash, of %s',
  (folder) => {
    const { cMapUrl, wasmUrl } = pdfjsUrls(folder);
    expect(cMapUrl).toBe(`${folder}/cmaps/`);
    expect(wasmUrl).toMatch(/^file:\/\/\/.*\/wasm\/$/);
  },
);
