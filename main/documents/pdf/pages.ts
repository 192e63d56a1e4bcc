/** The page tree (ISO 32000-1, 7.7.3). */
import type { PdfObjects } from './objects.ts';
import { Irregular, integer, isName, type PdfDict, PdfRef, type PdfValue } from './values.ts';

export interface PageTree {
  pages: number;
  /** Object number of the first page. */
  firstPage: number;
}

interface Leaf {
  num: number;
  page: PdfDict;
}

export const MAX_DEPTH = 64;

/**
 * Walks the whole tree: readers find a page by the counts of the nodes before it, so each count must be right.
 *
 * @throws Irregular
 */
export async function readPageTree(objects: PdfObjects, root: PdfValue | undefined): Promise<PageTree> {
  const visited = new Set<number>();
  /** The first leaf and the last one. */
  const ends: Leaf[] = [];
  if (!(root instanceof PdfRef)) throw new Irregular('no page tree');
  const pages = await visit(root, null, 0, false);
  const [first] = ends;
  if (first === undefined) throw new Irregular('no pages');
  for (const { page } of ends) await checkContents(objects, page);
  return { pages, firstPage: first.num };

  /** The number of pages at and below `ref`. */
  async function visit(
    ref: PdfRef,
    parent: PdfRef | null,
    depth: number,
    inheritsBox: boolean,
  ): Promise<number> {
    if (depth > MAX_DEPTH || visited.has(ref.num)) throw new Irregular('a page tree that does not end');
    visited.add(ref.num);
    const node = await objects.dictionary(ref);
    checkParent(node, parent);
    const hasBox = (await checkInheritable(objects, node)) || inheritsBox;
    if (isName(node.get('Type'), 'Page')) {
      checkLeaf(objects, node, hasBox);
      ends[Math.min(ends.length, 1)] = { num: ref.num, page: node };
      return 1;
    }
    if (!isName(node.get('Type'), 'Pages')) throw new Irregular('no page');
    const kids = await objects.resolve(node.get('Kids'));
    if (!Array.isArray(kids)) throw new Irregular('a page tree without pages');
    let count = 0;
    for (const kid of kids) {
      if (!(kid instanceof PdfRef)) throw new Irregular('an unusual page tree');
      count += await visit(kid, ref, depth + 1, hasBox);
    }
    if (count === 0) throw new Irregular('a page tree without pages');
    return integer(node.get('Count'), count, count);
  }
}

function checkLeaf(objects: PdfObjects, page: PdfDict, hasBox: boolean): void {
  if (!hasBox || page.has('Kids')) throw new Irregular('an unusual page');
  const contents = page.get('Contents');
  for (const part of Array.isArray(contents) ? contents : [contents]) {
    if (part instanceof PdfRef) objects.expectInUse(part);
  }
}

/** Checks the attributes that readers look up on the way from a page to the root. Resolves to whether there is a media box. */
async function checkInheritable(objects: PdfObjects, node: PdfDict): Promise<boolean> {
  for (const key of ['CropBox', 'MediaBox']) {
    if (node.has(key) && (await objects.box(node.get(key))) === null) throw new Irregular('an unusual box');
  }
  if (node.has('Rotate')) integer(await objects.resolve(node.get('Rotate')), -3600, 3600);
  const unit = await objects.resolve(node.get('UserUnit'));
  if (unit !== undefined && typeof unit !== 'number') throw new Irregular('an unusual unit');
  return node.has('MediaBox');
}

/** Readers inherit along /Parent, not along the way down. */
function checkParent(node: PdfDict, parent: PdfRef | null): void {
  const up = node.get('Parent');
  const isRight =
    parent === null
      ? up === undefined
      : up instanceof PdfRef && up.num === parent.num && up.gen === parent.gen;
  if (!isRight) throw new Irregular('an unusual page tree');
}

/** /Contents is a stream, or an array of streams. */
async function checkContents(objects: PdfObjects, page: PdfDict): Promise<void> {
  let contents = page.get('Contents');
  if (contents === undefined) return;
  if (contents instanceof PdfRef) {
    const { value, data } = await objects.load(contents);
    if (data !== null) return;
    contents = value;
  }
  if (!Array.isArray(contents)) throw new Irregular('unusual contents');
  for (const part of contents) {
    const object = part instanceof PdfRef ? await objects.load(part) : null;
    if (object === null || object.data === null) throw new Irregular('unusual contents');
  }
}
