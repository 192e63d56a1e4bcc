import { cp, mkdir, readFile, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';

/**
 * What PDF.js loads at run time, below out/renderer/pdfjs/: data for fonts, images and colours. Its worker is written by
 * `pdfjsWorker`.
 */
const assets = ['cmaps', 'iccs', 'standard_fonts', 'wasm'] as const;
const WORKER = 'pdf.worker.min.mjs';

interface Change {
  /** The text that must be in the worker exactly once. */
  find: RegExp;
  /** Its replacement, from what was found and the groups in it. */
  put: (found: string, ...groups: string[]) => string;
}

/**
 * Two short cuts through the page tree (ISO 32000-1, 7.7.3.2), for nodes that count as many pages as they have kids, so that
 * each kid is a page. PDF.js 6.5 reads every page before the wanted one in its node (src/core/catalog.js, getPageDict,
 * getPageIndex), and at open, to find the last page, all of them where the tree has only one node: a kit of 260 MB is then
 * read from end to end, and a jump in one whose tree is balanced waits for up to eight reads one after the other. With them
 * a page is found in the list by its place. Anything unexpected is left to PDF.js's own code.
 */
const pageTree: readonly Change[] = [
  {
    find: /async getPageDict\((\w+)\)\{.*?const (\w+)=this\.xref,(\w+)=this\.pageKidsCountCache,(\w+)=this\.pageIndexCache.*?let (\w+)=0;.*?let (\w+)=\w+\.getRaw\("Count"\);.*?let (\w+)=\w+\.getRaw\("Kids"\);.*?"Page dictionary kids object is not an array\."\)\}/,
    put: (found, index, xref, counts, indices, passed, count, kids) =>
      `${found}if(${count}===${kids}.length&&${kids}.every(kid=>Number.isInteger(kid?.num))){` +
      `const $ref=${kids}[${index}-${passed}],$page=$ref&&await ${xref}.fetchAsync($ref);` +
      `if($page?.has?.("Type")&&!$page.has("Kids")&&$page.getRaw("Type")?.name==="Page"){` +
      `${counts}.has($ref)||${counts}.put($ref,1);` +
      `${indices}.has($ref)||${indices}.put($ref,${index});return[$page,$ref]}}`,
  },
  {
    find: /async getPageIndex\(\w+\)\{.*?let (\w+)=0,(\w+)=\w+;.*?const (\w+)=\w+\.getRaw\("Parent"\);.*?const (\w+)=await \w+\.getAsync\("Parent"\);.*?const (\w+)=await \w+\.getAsync\("Kids"\);.*?"Kids must be an array\."\);/,
    put: (found, total, ref, parentRef, parent, kids) =>
      `${found}if(${parent}.getRaw("Count")===${kids}.length){` +
      `const $at=${kids}.findIndex(kid=>kid?.num===${ref}.num&&kid.gen===${ref}.gen);` +
      `if($at>=0){${total}+=$at;${ref}=${parentRef};continue}}`,
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
 * Names of glyphs by Monotype, `MT` and the character's decimal code (Latin-1): fonts of France's publications have no others, and without
 * them PDF.js gives the numbers of the glyphs for their text (src/core/evaluator.js, _simpleFontToUnicode).
 */
const glyphNames: Change = {
  find: /let (\w+)=0;switch\((\w+)\[0\]\)\{(?=case"G":)/,
  put: (found, code, name) =>
    `${found}case"M":/^MT[1-9][0-9]{1,2}$/.test(${name})&&(${code}=+${name}.slice(2));break;`,
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
  const source = await readFile(join(pdfjsFolder(), 'build', WORKER), 'utf8');
  return toAscii(changed(source, [...pageTree, jpegs, glyphNames]));
}

/** PDF.js's worker for Node threads, as its module, with those of our changes that it needs. Throws likewise. */
export function pdfjsNodeWorker(source: string): string {
  return changed(source, [glyphNames]);
}

function changed(source: string, changes: readonly Change[]): string {
  for (const { find, put } of changes) {
    const [place, another] = source.matchAll(new RegExp(find, 'g'));
    if (!place || another)
      throw new Error(`PDF.js has changed: ${find.source} is not there once. See build/pdfjs-assets.ts.`);
    const [found, ...groups] = place;
    source = source.slice(0, place.index) + put(found, ...groups) + source.slice(place.index + found.length);
  }
  return source;
}

/** Copies the assets of the installed pdfjs-dist; the worker becomes `pdfjs/pdf.worker.min.mjs`. */
export async function copyPdfjsAssets(root: string): Promise<void> {
  const from = pdfjsFolder();
  const to = join(root, 'out/renderer/pdfjs');
  await mkdir(to, { recursive: true });
  for (const asset of assets) await cp(join(from, asset), join(to, asset), { recursive: true });
  await writeFile(join(to, WORKER), await pdfjsWorker());
}
