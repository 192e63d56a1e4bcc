/** Writes what a page leads to into a hash: its entries, its streams, and every object that these lead to. */
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

/** What pages inherit (ISO 32000-1, table 30). */
export const INHERITED = ['Resources', 'MediaBox', 'CropBox', 'Rotate'] as const;
/** Of a page: entries that draw nothing, and those that are taken by themselves. */
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
 * Of a stream: entries that draw nothing. In other dictionaries every entry counts, for any key may be the name of a font or a
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
/** Of a stream that is decoded: also how it was coded. */
const OF_DECODED = new Set([...OF_STREAM, 'Filter', 'DecodeParms', 'DL']);
const NOTHING: ReadonlySet<string> = new Set();
/** Objects that one page leads to. */
const MAX_REACHED = 20_000;

/** How a stream's bytes are told. */
export interface StreamDigest {
  digest: string;
  isDecoded: boolean;
}

/** Where objects and streams come from. Both methods throw Irregular. */
interface PageObjects {
  load(ref: PdfRef): Promise<PdfObject>;
  stream(num: number, dict: PdfDict, data: NonNullable<PdfObject['data']>): Promise<StreamDigest>;
}

/** One way from a page to all that it leads to, written into a hash so that no two ways are written alike. */
export class PageWalk {
  readonly #objects: PageObjects;
  readonly #hash: Hash;
  /** Objects by number, with their turn. */
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
    else if (value instanceof PdfName) this.#say(`/${value.name.length}:${value.name}`);
    else if (value instanceof PdfString) this.#say(`s${value.written.length}:${value.written}`);
    else if (value instanceof Map) await this.#writeDictionary(value, NOTHING);
    else if (Array.isArray(value)) {
      this.#say(`[${value.length};`);
      for (const one of value) await this.#write(one);
    } else this.#say(`${typeof value} ${value};`);
  }

  async #writeObject(ref: PdfRef): Promise<void> {
    if (this.#isReached(ref)) return;
    const { value, data } = await this.#objects.load(ref);
    if (data === null || !(value instanceof Map)) {
      // Links lead to pages: which one draws nothing.
      if (value instanceof Map && (isName(value.get('Type'), 'Page') || isName(value.get('Type'), 'Pages')))
        this.#say('page;');
      else await this.#write(value);
      return;
    }
    if (value.has('F')) throw new Irregular('a stream in another file');
    const { digest, isDecoded } = await this.#objects.stream(ref.num, value, data);
    this.#say(`${isDecoded ? 'decoded' : 'written'} ${digest};`);
    await this.#writeDictionary(value, isDecoded ? OF_DECODED : OF_STREAM);
  }

  async #writeDictionary(dict: PdfDict, unseen: ReadonlySet<string>): Promise<void> {
    // What layers and fields show is said elsewhere in the document.
    const isElsewhere = isName(dict.get('Type'), 'OCG') || isName(dict.get('Type'), 'OCMD');
    if (isElsewhere || isName(dict.get('Subtype'), 'Widget')) throw new Irregular('drawn from elsewhere');
    await this.#writeEntries(dict, unseen);
  }

  async #writeEntries(dict: PdfDict, unseen: ReadonlySet<string>): Promise<void> {
    const keys = [...dict.keys()].filter((key) => !unseen.has(key)).sort();
    this.#say(`<${keys.length};`);
    for (const key of keys) {
      this.#say(`${key.length}:${key}`);
      await this.#write(dict.get(key) ?? null);
    }
  }

  #say(text: string): void {
    this.#hash.update(text, 'latin1');
  }

  /** Says that an object has been reached already, or that it is reached now. */
  #isReached({ num }: PdfRef): boolean {
    const turn = this.#reached.get(num);
    if (turn !== undefined) {
      this.#say(`r${turn};`);
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
