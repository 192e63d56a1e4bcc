/** Finds the pages to mark, with their inherited attributes (ISO 32000-1, 7.7.3). */
import type { PdfObjects } from '../documents/pdf/objects.ts';
import { MAX_DEPTH } from '../documents/pdf/pages.ts';
import { Irregular, integer, isName, type PdfDict, PdfRef, type PdfValue } from '../documents/pdf/values.ts';

/** How a page is displayed. */
export interface PageView {
  /** The visible area in the page's own units: left, bottom, right, top. */
  view: [number, number, number, number];
  /** The rotation for display, degrees clockwise. */
  rotation: 0 | 90 | 180 | 270;
}

export interface FoundPage extends PageView {
  ref: PdfRef;
  /** Its existing annotations: an array, a reference to one, or undefined. */
  annots: PdfValue | undefined;
  /** Its fonts, pictures and so on: a dictionary, a reference to one, or undefined. */
  resources: PdfValue | undefined;
}

interface Inherited {
  media: PageView['view'] | null;
  crop: PageView['view'] | null;
  rotation: number;
  resources: PdfValue | undefined;
}

/**
 * The wanted pages, by number from 1. Numbers after the last page are left out.
 *
 * @throws Irregular
 */
export async function findPages(
  objects: PdfObjects,
  root: PdfValue | undefined,
  wanted: ReadonlySet<number>,
): Promise<Map<number, FoundPage>> {
  const found = new Map<number, FoundPage>();
  if (!(root instanceof PdfRef)) throw new Irregular('no page tree');
  await visit(root, 0, { media: null, crop: null, rotation: 0, resources: undefined }, 1);
  return found;

  /** Resolves to the number of pages at and below `ref`; the first of them has the number `first`. */
  async function visit(ref: PdfRef, depth: number, above: Inherited, first: number): Promise<number> {
    if (depth > MAX_DEPTH) throw new Irregular('a page tree that does not end');
    const node = await objects.dictionary(ref);
    const here = await inherit(objects, node, above);
    if (isName(node.get('Type'), 'Page')) {
      if (wanted.has(first)) {
        found.set(first, { ref, annots: node.get('Annots'), resources: here.resources, ...viewOf(here) });
      }
      return 1;
    }
    const count = integer(await objects.resolve(node.get('Count')), 0, 1e7);
    const kids = await objects.resolve(node.get('Kids'));
    if (!Array.isArray(kids)) throw new Irregular('a page tree without pages');
    if (![...wanted].some((page) => page >= first && page < first + count)) return count;
    let pages = 0;
    for (const kid of kids) {
      if (!(kid instanceof PdfRef)) throw new Irregular('an unusual page tree');
      pages += await visit(kid, depth + 1, here, first + pages);
      if (pages > count) throw new Irregular('a wrong page count');
    }
    return pages;
  }
}

async function inherit(objects: PdfObjects, node: PdfDict, above: Inherited): Promise<Inherited> {
  const rotation = await objects.resolve(node.get('Rotate'));
  return {
    media: (await objects.box(node.get('MediaBox'))) ?? above.media,
    crop: (await objects.box(node.get('CropBox'))) ?? above.crop,
    rotation: typeof rotation === 'number' ? rotation : above.rotation,
    resources: node.get('Resources') ?? above.resources,
  };
}

/** As pdf.js displays it: the crop box within the media box, US Letter if there is none (its Page.view). */
function viewOf({ media, crop, rotation }: Inherited): PageView {
  const whole = media ?? [0, 0, 612, 792];
  const part = crop ?? whole;
  const left = Math.max(whole[0], part[0]);
  const bottom = Math.max(whole[1], part[1]);
  const right = Math.min(whole[2], part[2]);
  const top = Math.min(whole[3], part[3]);
  const turn = rotation % 90 === 0 ? ((rotation % 360) + 360) % 360 : 0;
  return {
    view: left < right && bottom < top ? [left, bottom, right, top] : whole,
    rotation: turn as PageView['rotation'],
  };
}
