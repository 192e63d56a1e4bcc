/**
 * Digests of all content of a document's pages, so that identical pages of two documents are found without
 * parsing them: a page's own and inherited entries, its streams, and every object that these refer to, in the order in which
 * they are reached. Object numbers, their order and their offsets in the file are not included.
 */
import { createHash } from 'node:crypto';
import type { PdfBytes } from '../../documents/pdf/bytes.ts';
import { decode } from '../../documents/pdf/filter.ts';
import type { PdfObject, PdfObjects } from '../../documents/pdf/objects.ts';
import { MAX_DEPTH } from '../../documents/pdf/pages.ts';
import { readStructure } from '../../documents/pdf/structure.ts';
import { Irregular, isName, type PdfDict, type PdfRef, type PdfValue } from '../../documents/pdf/values.ts';
import { INHERITED, PageWalk, type StreamDigest } from './page-walk.ts';

/**
 * How streams are hashed: as written, which is cheap, or decoded if they are compressed by FlateDecode, so that a document
 * that was compressed again has the same digests.
 */
export type StreamForm = 'written' | 'decoded';

type StreamData = NonNullable<PdfObject['data']>;

/** Maximum number of cached objects. */
const MAX_KEPT = 20_000;
/** A stream that is larger after decoding is hashed as written, bytes. */
const MAX_STREAM = 64 * 1024 ** 2;
const CONTAINERS = { decoded: 256 * 1024 ** 2, kept: 8 * 1024 ** 2 };

/** The pages of an open document. */
export class PageDigests {
  readonly #bytes: PdfBytes;
  readonly #objects: PdfObjects;
  readonly #pages: readonly PdfDict[];
  readonly #loaded = new Map<number, PdfObject>();
  readonly #streams: Record<StreamForm, Map<number, StreamDigest>> = {
    written: new Map(),
    decoded: new Map(),
  };

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
  async of(index: number, form: StreamForm): Promise<string | null> {
    const page = this.#pages[index];
    if (page === undefined) return null;
    try {
      const hash = createHash('sha256');
      const load = (ref: PdfRef) => this.#load(ref);
      const stream = (num: number, dict: PdfDict, data: StreamData) => this.#stream(num, dict, data, form);
      await new PageWalk({ load, stream }, hash).page(page);
      return hash.digest('base64');
    } catch (error) {
      if (error instanceof Irregular) return null;
      throw error;
    }
  }

  /** An object; each is read once. */
  async #load(ref: PdfRef): Promise<PdfObject> {
    const known = this.#loaded.get(ref.num);
    if (known !== undefined) return known;
    const object = await this.#objects.load(ref);
    if (this.#loaded.size < MAX_KEPT) this.#loaded.set(ref.num, object);
    return object;
  }

  /** The digest of a stream's bytes; each stream is read once. */
  async #stream(num: number, dict: PdfDict, data: StreamData, form: StreamForm): Promise<StreamDigest> {
    const known = this.#streams[form].get(num);
    if (known !== undefined) return known;
    const digest = digestOf(dict, await this.#bytes.exactly(data.at, data.length), form);
    this.#streams[form].set(num, digest);
    return digest;
  }
}

function digestOf(dict: PdfDict, bytes: Buffer, form: StreamForm): StreamDigest {
  const plain = form === 'written' ? null : plainBytes(dict, bytes);
  const digest = createHash('sha256')
    .update(plain ?? bytes)
    .digest('base64');
  return { digest, isDecoded: plain !== null };
}

/** Null if a stream can't be decoded here. */
function plainBytes(dict: PdfDict, bytes: Buffer): Buffer | null {
  try {
    return decode(dict, bytes, MAX_STREAM);
  } catch (error) {
    if (error instanceof Irregular) return null;
    throw error;
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
