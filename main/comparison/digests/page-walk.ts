/** Hashes everything that a page refers to: its entries, its streams, and every object that these refer to. */
import type { Hash } from 'node:crypto';
import type { PdfObject } from '../../documents/pdf/objects.ts';
import {
  Irregular,
  isName,
  type PdfDict,
  PdfName,
  PdfRef,
  PdfString,
  type PdfValue,
} from '../../documents/pdf/values.ts';

/** Entries that pages inherit (ISO 32000-1, table 30). */
export const INHERITED = ['Resources', 'MediaBox', 'CropBox', 'Rotate'] as const;
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
/** For a decoded stream, also the entries about its encoding. */
const OF_DECODED = new Set([...OF_STREAM, 'Filter', 'DecodeParms', 'DL']);
const NOTHING: ReadonlySet<string> = new Set();
/** Maximum number of objects that one page refers to. */
const MAX_REACHED = 20_000;

/** The digest of a stream's bytes. */
export interface StreamDigest {
  digest: string;
  isDecoded: boolean;
}

/** The source of objects and streams. Both methods throw Irregular. */
interface PageObjects {
  load(ref: PdfRef): Promise<PdfObject>;
  stream(num: number, dict: PdfDict, data: NonNullable<PdfObject['data']>): Promise<StreamDigest>;
}

/** A walk from a page to everything that it refers to, hashed unambiguously. */
export class PageWalk {
  readonly #objects: PageObjects;
  readonly #hash: Hash;
  /** Object numbers, with the order in which they were reached. */
  readonly #reached = new Map<number, number>();

  constructor(objects: PageObjects, hash: Hash) {
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
    const { digest, isDecoded } = await this.#objects.stream(ref.num, value, data);
    this.#add(`${isDecoded ? 'decoded' : 'written'} ${digest};`);
    await this.#writeDictionary(value, isDecoded ? OF_DECODED : OF_STREAM);
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
async function contentsOf(page: PdfDict, objects: Pick<PageObjects, 'load'>): Promise<PdfValue[]> {
  let contents: PdfValue = page.get('Contents') ?? [];
  if (contents instanceof PdfRef) {
    const { value, data } = await objects.load(contents);
    if (data === null) contents = value;
  }
  return Array.isArray(contents) ? contents : [contents];
}
