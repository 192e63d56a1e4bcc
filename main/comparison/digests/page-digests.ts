/**
 * Digests of all content of a document's pages, so that identical pages of two documents are found without
 * parsing them: a page's own and inherited entries, its streams, and every object that these refer to, in the order in which
 * they are reached. Object numbers, their order and their offsets in the file are not included.
 */

import { createHash, type Hash } from 'node:crypto';
import type { PdfBytes } from '../../documents/pdf/bytes.ts';
import type { PdfObject, PdfObjects } from '../../documents/pdf/objects.ts';
import { MAX_DEPTH } from '../../documents/pdf/pages.ts';
import { readStructure } from '../../documents/pdf/structure.ts';
import {
  Irregular,
  isName,
  type PdfDict,
  PdfName,
  PdfRef,
  PdfString,
  type PdfValue,
} from '../../documents/pdf/values.ts';

type StreamData = NonNullable<PdfObject['data']>;

/** Maximum number of cached objects. */
const MAX_KEPT = 20_000;
const CONTAINERS = { decoded: 256 * 1024 ** 2, kept: 8 * 1024 ** 2 };

/** The pages of an open document. */
export class PageDigests {
  readonly #bytes: PdfBytes;
  readonly #objects: PdfObjects;
  readonly #pages: readonly PdfDict[];
  readonly #loaded = new Map<number, PdfObject>();
  readonly #streams = new Map<number, string>();

  private constructor(bytes: PdfBytes, objects: PdfObjects, pages: readonly PdfDict[]) {
    this.#bytes = bytes;
    this.#objects = objects;
    this.#pages = pages;
  }

  /** @throws Irregular if the document is not perfectly regular; errors of `bytes` */
  static async open(bytes: PdfBytes): Promise<PageDigests> {
    const { objects, catalog } = await readStructure(bytes, CONTAINERS);
    const pages: PdfDict[] = [];
    await collect(objects, catalog.get('Pages'), new Map(), pages, 0);
    return new PageDigests(bytes, objects, pages);
  }

  get count(): number {
    return this.#pages.length;
  }

  /**
   * The digest of a page; null if its drawing also depends on content elsewhere (layers, form fields), or if it is
   * not perfectly regular.
   *
   * @param index from 0
   * @throws errors of the bytes' source
   */
  async of(index: number): Promise<string | null> {
    const page = this.#pages[index];
    if (page === undefined) return null;
    try {
      const hash = createHash('sha256');
      await new PageWalk(this, hash).page(page);
      return hash.digest('base64');
    } catch (error) {
      if (error instanceof Irregular) return null;
      throw error;
    }
  }

  /** An object; each is read once. @throws Irregular */
  async load(ref: PdfRef): Promise<PdfObject> {
    const known = this.#loaded.get(ref.num);
    if (known !== undefined) return known;
    const object = await this.#objects.load(ref);
    if (this.#loaded.size < MAX_KEPT) this.#loaded.set(ref.num, object);
    return object;
  }

  /** The digest of a stream's bytes as they are written; each stream is read once. @throws Irregular */
  async stream(num: number, { at, length }: StreamData): Promise<string> {
    const known = this.#streams.get(num);
    if (known !== undefined) return known;
    const digest = createHash('sha256')
      .update(await this.#bytes.exactly(at, length))
      .digest('base64');
    this.#streams.set(num, digest);
    return digest;
  }
}

/** The pages below a node, each with its inherited entries. */
async function collect(
  objects: PdfObjects,
  ref: PdfValue | undefined,
  above: PdfDict,
  pages: PdfDict[],
  depth: number,
): Promise<void> {
  if (depth > MAX_DEPTH) throw new Irregular('a page tree that does not end');
  const node = await objects.dictionary(ref);
  const here: PdfDict = new Map(above);
  for (const key of INHERITED) {
    const value = node.get(key);
    if (value !== undefined && value !== null) here.set(key, value);
  }
  if (isName(node.get('Type'), 'Page')) {
    pages.push(new Map([...node, ...here]));
    return;
  }
  const kids = await objects.resolve(node.get('Kids'));
  if (!Array.isArray(kids)) throw new Irregular('a page tree without pages');
  for (const kid of kids) await collect(objects, kid, here, pages, depth + 1);
}

// Hashes everything that a page refers to: its entries, its streams, and every object that these refer to.

/** Entries that pages inherit (ISO 32000-1, table 30). */
const INHERITED = ['Resources', 'MediaBox', 'CropBox', 'Rotate'] as const;
/** Entries of a page that draw nothing, and those that are hashed separately. */
const OF_PAGE = new Set([
  ...[
    'Metadata',
    'PieceInfo',
    'LastModified',
    'StructParents',
    'Thumb',
    'B',
    'Dur',
    'Trans',
    'AA',
    'PZ',
    'ID',
  ],
  ...['Tabs', 'SeparationInfo', 'Parent', 'Type', 'Contents', ...INHERITED],
]);
/**
 * Entries of a stream that draw nothing. In other dictionaries every entry counts, because any key may be the name of a font or a
 * picture there.
 */
const OF_STREAM = new Set([
  'Length',
  'Metadata',
  'PieceInfo',
  'LastModified',
  'StructParent',
  'StructParents',
]);
const NOTHING: ReadonlySet<string> = new Set();
/** Maximum number of objects that one page refers to. */
const MAX_REACHED = 20_000;

/** A walk from a page to everything that it refers to, hashed unambiguously. */
class PageWalk {
  readonly #objects: PageDigests;
  readonly #hash: Hash;
  /** Object numbers, with the order in which they were reached. */
  readonly #reached = new Map<number, number>();

  constructor(objects: PageDigests, hash: Hash) {
    this.#objects = objects;
    this.#hash = hash;
  }

  async page(page: PdfDict): Promise<void> {
    await this.#write(await contentsOf(page, this.#objects));
    for (const key of INHERITED) await this.#write(page.get(key) ?? null);
    await this.#writeEntries(page, OF_PAGE);
  }

  async #write(value: PdfValue): Promise<void> {
    if (value instanceof PdfRef) await this.#writeObject(value);
    else if (value instanceof PdfName) this.#add(`/${value.name.length}:${value.name}`);
    else if (value instanceof PdfString) this.#add(`s${value.written.length}:${value.written}`);
    else if (value instanceof Map) await this.#writeDictionary(value, NOTHING);
    else if (Array.isArray(value)) {
      this.#add(`[${value.length};`);
      for (const one of value) await this.#write(one);
    } else this.#add(`${typeof value} ${value};`);
  }

  async #writeObject(ref: PdfRef): Promise<void> {
    if (this.#isReached(ref)) return;
    const { value, data } = await this.#objects.load(ref);
    if (data === null || !(value instanceof Map)) {
      // Links refer to pages: their target draws nothing.
      if (value instanceof Map && (isName(value.get('Type'), 'Page') || isName(value.get('Type'), 'Pages')))
        this.#add('page;');
      else await this.#write(value);
      return;
    }
    if (value.has('F')) throw new Irregular('a stream in another file');
    this.#add(`stream ${await this.#objects.stream(ref.num, data)};`);
    await this.#writeDictionary(value, OF_STREAM);
  }

  async #writeDictionary(dict: PdfDict, unseen: ReadonlySet<string>): Promise<void> {
    // The state of layers and fields is stored elsewhere in the document.
    const isElsewhere = isName(dict.get('Type'), 'OCG') || isName(dict.get('Type'), 'OCMD');
    if (isElsewhere || isName(dict.get('Subtype'), 'Widget')) throw new Irregular('drawn from elsewhere');
    await this.#writeEntries(dict, unseen);
  }

  async #writeEntries(dict: PdfDict, unseen: ReadonlySet<string>): Promise<void> {
    const keys = [...dict.keys()].filter((key) => !unseen.has(key)).sort();
    this.#add(`<${keys.length};`);
    for (const key of keys) {
      this.#add(`${key.length}:${key}`);
      await this.#write(dict.get(key) ?? null);
    }
  }

  #add(text: string): void {
    this.#hash.update(text, 'latin1');
  }

  /** Whether an object was reached before; if not, records it. */
  #isReached({ num }: PdfRef): boolean {
    const turn = this.#reached.get(num);
    if (turn !== undefined) {
      this.#add(`r${turn};`);
      return true;
    }
    this.#reached.set(num, this.#reached.size);
    if (this.#reached.size > MAX_REACHED) throw new Irregular('a page that leads to too much');
    return false;
  }
}

/** The streams of a page's operators. */
async function contentsOf(page: PdfDict, objects: PageDigests): Promise<PdfValue[]> {
  let contents: PdfValue = page.get('Contents') ?? [];
  if (contents instanceof PdfRef) {
    const { value, data } = await objects.load(contents);
    if (data === null) contents = value;
  }
  return Array.isArray(contents) ? contents : [contents];
}
