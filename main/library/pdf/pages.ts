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
 * Walks the whole tree: readers find a page by the counts of the nodes before it, so each of them has to be right.
 *
 * @throws Irregular
 */
export async function readPageTree(objects: PdfObjects, root: PdfValue | undefined): Promise<PageTree> {
  const walk = new PageWalk(objects);
  if (!(root instanceof PdfRef)) throw new Irregular('no page tree');
  const pages = await walk.visit(root, null, 0, false);
  const { first, last } = walk;
  if (first === null || last === null) throw new Irregular('no pages');
  await checkContents(objects, first.page);
  if (last !== first) await checkContents(objects, last.page);
  return { pages, firstPage: first.num };
}

class PageWalk {
  first: Leaf | null = null;
  last: Leaf | null = null;
  readonly #objects: PdfObjects;
  readonly #visited = new Set<number>();

  constructor(objects: PdfObjects) {
    this.#objects = objects;
  }

  /** The number of pages at and below `ref`. */
  async visit(ref: PdfRef, parent: PdfRef | null, depth: number, inheritsBox: boolean): Promise<number> {
    if (depth > MAX_DEPTH || this.#visited.has(ref.num)) throw new Irregular('a page tree that does not end');
    this.#visited.add(ref.num);
    const node = await this.#objects.dictionary(ref);
    checkParent(node, parent);
    const hasBox = (await this.#checkInheritable(node)) || inheritsBox;
    if (isName(node.get('Type'), 'Page')) return this.#leaf(ref.num, node, hasBox);
    if (!isName(node.get('Type'), 'Pages')) throw new Irregular('no page');
    const kids = await this.#objects.resolve(node.get('Kids'));
    if (!Array.isArray(kids)) throw new Irregular('a page tree without pages');
    let pages = 0;
    for (const kid of kids) {
      if (!(kid instanceof PdfRef)) throw new Irregular('an unusual page tree');
      pages += await this.visit(kid, ref, depth + 1, hasBox);
    }
    if (pages === 0) throw new Irregular('a page tree without pages');
    integer(node.get('Count'), pages, pages);
    return pages;
  }

  #leaf(num: number, page: PdfDict, hasBox: boolean): number {
    if (!hasBox || page.has('Kids')) throw new Irregular('an unusual page');
    const contents = page.get('Contents');
    for (const part of Array.isArray(contents) ? contents : [contents]) {
      if (part instanceof PdfRef) this.#objects.expectInUse(part);
    }
    this.last = { num, page };
    this.first ??= this.last;
    return 1;
  }

  /** What readers look up on the way from a page to the root. Resolves to whether there is a media box. */
  async #checkInheritable(node: PdfDict): Promise<boolean> {
    if (node.has('CropBox')) await this.#checkBox(node.get('CropBox'));
    if (node.has('Rotate')) integer(await this.#objects.resolve(node.get('Rotate')), -3600, 3600);
    const unit = await this.#objects.resolve(node.get('UserUnit'));
    if (unit !== undefined && typeof unit !== 'number') throw new Irregular('an unusual unit');
    if (node.has('MediaBox')) await this.#checkBox(node.get('MediaBox'));
    return node.has('MediaBox');
  }

  async #checkBox(value: PdfValue | undefined): Promise<void> {
    if ((await this.#objects.box(value)) === null) throw new Irregular('an unusual box');
  }
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
