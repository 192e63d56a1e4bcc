import { cp, mkdir, readFile, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';

/**
 * What PDF.js loads at run time, below out/renderer/pdfjs/: the worker that draws, and data for fonts, images and colours.
 * The worker that parses is written by `pdfjsWorker`.
 */
const assets = ['build/pdf.renderer.min.mjs', 'cmaps', 'iccs', 'standard_fonts', 'wasm'] as const;
const WORKER = 'pdf.worker.min.mjs';

interface Change {
  /** What must stand in the worker exactly once. */
  find: RegExp;
  /** Its replacement, from what was found and the groups in it. */
  put: (found: string, ...groups: string[]) => string;
}

/**
 * Two short cuts for page trees without inner nodes (ISO 32000-1, 7.7.3.2: as many Kids as Count), which most makers of
 * merged kits write. PDF.js 6.5 reads every page's dictionary to find one (src/core/catalog.js, getPageDict, getPageIndex),
 * and looks for the last page at open: in a kit of 260 MB that reads the file from end to end. With them a page is found in
 * the list by its number. Whatever is not as expected goes PDF.js's own way.
 */
const flatTrees: readonly Change[] = [
  {
    find: /async getPageDict\((\w+)\)\{/,
    put: (found, index) =>
      `${found}{const d=this.toplevelPagesDict,k=d.getRaw("Kids");` +
      `if(Array.isArray(k)&&k.length>1&&k.length===d.getRaw("Count")&&k.every(r=>Number.isInteger(r?.num))){` +
      `const r=k[${index}],o=r&&await this.xref.fetchAsync(r);` +
      `if(o?.has?.("Type")&&!o.has("Kids")&&o.getRaw("Type")?.name==="Page"){` +
      `this.pageKidsCountCache.has(r)||this.pageKidsCountCache.put(r,1);` +
      `this.pageIndexCache.has(r)||this.pageIndexCache.put(r,${index});return[o,r]}}}`,
  },
  {
    find: /async getPageIndex\((\w+)\)\{/,
    put: (found, ref) =>
      `${found}{const d=this.toplevelPagesDict,k=d.getRaw("Kids");` +
      `if(Array.isArray(k)&&k.length>1&&k.length===d.getRaw("Count")){` +
      `const i=k.findIndex(r=>r?.num===${ref}.num&&r.gen===${ref}.gen);` +
      `if(i>=0){const o=await this.xref.fetchAsync(k[i]);if(o?.getRaw?.("Type")?.name==="Page")return i}}}`,
  },
];

/**
 * JPEG pictures are decoded by `createImageBitmap`. PDF.js uses `ImageDecoder` (src/core/jpeg_stream.js), and Chromium 156
 * without a GPU keeps the shared memory of every such frame for the life of the process, closed or not: 8.7 MB for each
 * scanned page that was seen. Pictures that must be made smaller, and those that fail, go PDF.js's own way.
 */
const jpegs: Change = {
  find: /\w+=new ImageDecoder\((\w+)\);return\(await \w+\.decode\(\)\)\.image\}/,
  put: (found, init) =>
    `if(!${init}.desiredWidth)return await createImageBitmap(new Blob([${init}.data],{type:"image/jpeg"}));${found}`,
};

/**
 * The same program in ASCII: 50 signs beyond Latin-1 in its strings make Chromium keep all of it, 1.3 million signs, in two
 * bytes each, for every worker. Throws where a sign stands behind a backslash, which an escape would change.
 */
export function toAscii(source: string): string {
  if (/\\[^\0-\x7f]/.test(source)) throw new Error('A sign behind a backslash. See build/pdfjs-assets.ts.');
  return source.replaceAll(/[^\0-\x7f]/g, (sign) => `\\u${sign.charCodeAt(0).toString(16).padStart(4, '0')}`);
}

function pdfjsFolder(): string {
  return dirname(createRequire(import.meta.url).resolve('pdfjs-dist/package.json'));
}

/** The parsing worker with our changes. Throws where the installed PDF.js is not the one they were written for. */
export async function pdfjsWorker(): Promise<string> {
  let source = await readFile(join(pdfjsFolder(), 'build', WORKER), 'utf8');
  for (const { find, put } of [...flatTrees, jpegs]) {
    const [place, another] = source.matchAll(new RegExp(find, 'g'));
    if (!place || another)
      throw new Error(`PDF.js has changed: ${find.source} is not there once. See build/pdfjs-assets.ts.`);
    const [found, ...groups] = place;
    source = source.slice(0, place.index) + put(found, ...groups) + source.slice(place.index + found.length);
  }
  return toAscii(source);
}

/** Copies the assets of the installed pdfjs-dist; the workers become `pdfjs/pdf.….min.mjs`. */
export async function copyPdfjsAssets(root: string): Promise<void> {
  const from = pdfjsFolder();
  const to = join(root, 'out/renderer/pdfjs');
  await mkdir(to, { recursive: true });
  for (const asset of assets) {
    await cp(join(from, asset), join(to, asset.replace('build/', '')), { recursive: true });
  }
  await writeFile(join(to, WORKER), await pdfjsWorker());
}
