/**
 * Finds the identical pages of two documents without pdf.js. pdf.js reads all other pages, also those with layers and form
 * fields, because they depend on content elsewhere, and all pages if the two readers count them differently.
 */
import { type ByteSource, PdfBytes, withFile } from '../../documents/pdf/bytes.ts';
import { Irregular } from '../../documents/pdf/values.ts';
import { PageDigests, type StreamForm } from './page-digests.ts';

/** Page of the older document and of the newer one, from 0. */
type SamePage = [old: number, newer: number];

export interface SamePages {
  /** Number of pages of each document. */
  old: number;
  new: number;
  /** Each page at most once. */
  pairs: SamePage[];
}

/** Limits for reading a document: kits of hundreds of MB, each stream twice. */
const LIMITS = { read: 2 * 1024 ** 3, work: 512 * 1024 ** 2 };
/** Time limit for the search, ms, at idle priority beside other programs; remaining pages are parsed, which takes longer. */
export const SAME_PAGES_MS = 120_000;
/** After this many consecutive pages without a match, no further pages are decoded. */
const MAX_IN_VAIN = 12;

/**
 * The pages made of the same streams and objects: their drawings are the same. Pages that look the same but are encoded differently
 * (other operators for the same drawing) are not included.
 *
 * @param old absolute path, like `newer`
 * @returns null if one of the documents can't be read like this: pdf.js must decide
 */
export async function samePages(old: string, newer: string): Promise<SamePages | null> {
  try {
    return await withFile(old, (one) => withFile(newer, (other) => samePagesOf(one, other)));
  } catch {
    // The code that parses the pages reports the error.
    return null;
  }
}

async function samePagesOf(one: ByteSource, other: ByteSource): Promise<SamePages | null> {
  const late = AbortSignal.timeout(SAME_PAGES_MS);
  const search = new Search(await opened(one, late), await opened(other, late));
  try {
    await search.match('written', Infinity);
    await search.match('decoded', MAX_IN_VAIN);
  } catch (error) {
    if (!late.aborted && !(error instanceof Irregular)) throw error;
  }
  return search.found;
}

function opened(source: ByteSource, signal: AbortSignal): Promise<PageDigests> {
  return PageDigests.open(new PdfBytes(source, signal, LIMITS));
}

class Search {
  readonly #old: PageDigests;
  readonly #new: PageDigests;
  readonly found: SamePages;

  constructor(old: PageDigests, newer: PageDigests) {
    this.#old = old;
    this.#new = newer;
    this.found = { old: old.count, new: newer.count, pairs: [] };
  }

  /** Matches unmatched pages, those with the same digest in order. @param vain consecutive pages without a match */
  async match(form: StreamForm, vain: number): Promise<void> {
    const [waiting, newWaiting] = [new Map<string, number[]>(), new Map<string, number[]>()];
    await this.#eachDigest(form, vain, (side, digest, page) => {
      const [own, others] = side === 'old' ? [waiting, newWaiting] : [newWaiting, waiting];
      const other = others.get(digest)?.shift();
      if (other === undefined) own.set(digest, [...(own.get(digest) ?? []), page]);
      else this.found.pairs.push(side === 'old' ? [page, other] : [other, page]);
      return other !== undefined;
    });
  }

  /**
   * Computes digests of the unmatched pages, alternating between the documents.
   *
   * @param isMatched receives a digest, and returns whether a page of the other document has it too
   */
  async #eachDigest(
    form: StreamForm,
    vain: number,
    isMatched: (side: 'old' | 'new', digest: string, page: number) => boolean,
  ): Promise<void> {
    const old = rest(this.#old.count, new Set(this.found.pairs.map(([page]) => page)));
    const newer = rest(this.#new.count, new Set(this.found.pairs.map(([, page]) => page)));
    let last = 0;
    for (let turn = 0; turn < Math.max(old.length, newer.length) && turn - last < vain; turn += 1) {
      const [page, newPage] = [old[turn], newer[turn]];
      const digest = page === undefined ? null : await this.#old.of(page, form);
      if (page !== undefined && digest !== null && isMatched('old', digest, page)) last = turn;
      const newDigest = newPage === undefined ? null : await this.#new.of(newPage, form);
      if (newPage !== undefined && newDigest !== null && isMatched('new', newDigest, newPage)) last = turn;
    }
  }
}

function rest(count: number, taken: ReadonlySet<number>): number[] {
  return Array.from({ length: count }, (_, index) => index).filter((index) => !taken.has(index));
}
