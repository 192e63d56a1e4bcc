/** Finds the pages that are to be marked, with what they inherit (ISO 32000-1, 7.7.3). */
import type { PdfObjects } from './objects.ts';
import { Irregular, integer, isName, type PdfDict, PdfRef, type PdfValue } from './values.ts';

export type PageRotation = 0 | 90 | 180 | 270;

/** One page as viewers show it. */
export interface PagePlace {
  ref: PdfRef;
  /** What is shown of it, in its own units: left, bottom, right, top. */
  view: [number, number, number, number];
  /** How it is turned before it is shown, degrees clockwise. */
  rotation: PageRotation;
  /** Its annotations as they stand: an array, a reference to one, or undefined. */
  annots: PdfValue | undefined;
}

type Box = PagePlace['view'];

interface Inherited {
  media: Box | null;
  crop: Box | null;
  rotation: number;
}

const max_depth = 64;

/**
 * The wanted pages, by number from 1; a number behind the last page is not in the answer.
 *
 * @throws Irregular
 */
export async function findPages(
  objects: PdfObjects,
  root: PdfValue | undefined,
  wanted: ReadonlySet<number>,
): Promise<Map<number, PagePlace>> {
  const found = new Map<number, PagePlace>();
  if (!(root instanceof PdfRef)) throw new Irregular('no page tree');
  await visit(root, 0, { media: null, crop: null, rotation: 0 }, 1);
  return found;

  /** Resolves to how many pages there are at and below `ref`, of which the first is number `first`. */
  async function visit(ref: PdfRef, depth: number, above: Inherited, first: number): Promise<number> {
    if (depth > max_depth) throw new Irregular('a page tree that does not end');
    const node = await objects.dictionary(ref);
    const here = await inherit(objects, node, above);
    if (isName(node.get('Type'), 'Page')) {
      if (wanted.has(first)) found.set(first, placeOf(ref, node, here));
      return 1;
    }
    const count = integer(await objects.resolve(node.get('Count')), 0, 1e7);
    const kids = await objects.resolve(node.get('Kids'));
    if (!Array.isArray(kids)) throw new Irregular('a page tree without pages');
    if (!holdsWanted(wanted, first, count)) return count;
    let pages = 0;
    for (const kid of kids) {
      if (!(kid instanceof PdfRef)) throw new Irregular('an unusual page tree');
      pages += await visit(kid, depth + 1, here, first + pages);
      if (pages > count) throw new Irregular('a wrong page count');
    }
    return pages;
  }
}

function holdsWanted(wanted: ReadonlySet<number>, first: number, count: number): boolean {
  for (const page of wanted) if (page >= first && page < first + count) return true;
  return false;
}

async function inherit(objects: PdfObjects, node: PdfDict, above: Inherited): Promise<Inherited> {
  const rotation = await objects.resolve(node.get('Rotate'));
  return {
    media: (await boxOf(objects, node.get('MediaBox'))) ?? above.media,
    crop: (await boxOf(objects, node.get('CropBox'))) ?? above.crop,
    rotation: typeof rotation === 'number' ? rotation : above.rotation,
  };
}

async function boxOf(objects: PdfObjects, value: PdfValue | undefined): Promise<Box | null> {
  const box = await objects.resolve(value);
  if (!Array.isArray(box) || box.length !== 4) return null;
  const sides = await Promise.all(box.map((side) => objects.resolve(side)));
  const [a, b, c, d] = sides.map((side) => (typeof side === 'number' ? side : Number.NaN));
  if (a === undefined || b === undefined || c === undefined || d === undefined) return null;
  if ([a, b, c, d].some(Number.isNaN) || a === c || b === d) return null;
  return [Math.min(a, c), Math.min(b, d), Math.max(a, c), Math.max(b, d)];
}

/** As pdf.js shows it: the crop box within the media box, US Letter where there is none (its Page.view). */
function placeOf(ref: PdfRef, page: PdfDict, { media, crop, rotation }: Inherited): PagePlace {
  const whole: Box = media ?? [0, 0, 612, 792];
  const part = crop ?? whole;
  const view: Box = [
    Math.max(whole[0], part[0]),
    Math.max(whole[1], part[1]),
    Math.min(whole[2], part[2]),
    Math.min(whole[3], part[3]),
  ];
  const turn = rotation % 90 === 0 ? ((rotation % 360) + 360) % 360 : 0;
  return {
    ref,
    view: view[0] < view[2] && view[1] < view[3] ? view : whole,
    rotation: turn as PageRotation,
    annots: page.get('Annots'),
  };
}
