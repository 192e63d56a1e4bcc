/**
 * Finds the pages of two documents that are made of the same, without pdf.js, which reads all others: those with layers and form
 * fields, too, because they depend on what is elsewhere in a document, and all pages where the two readers count them otherwise.
 */
import { type ByteSource, PdfBytes, withFile } from '../../documents/pdf/bytes.ts';
import { Irregular } from '../../documents/pdf/values.ts';
import { PageDigests, type StreamForm } from './page-digests.ts';

/** Pages from 0 of the older document and of the newer one. */
type SamePage = [old: number, newer: number];

export interface SamePages {
  /** How many pages each document has. */
  old: number;
  new: number;
  /** Each page once at most. */
  pairs: SamePage[];
}

/** What is looked at of a document: kits of hundreds of MB, each stream twice. */
const LIMITS = { read: 2 * 1024 ** 3, work: 512 * 1024 ** 2 };
/** Pages are looked at for so long; those that are left are parsed, which takes longer. Ms, at idle priority beside other programs. */
export const SAME_PAGES_MS = 120_000;
/** After so many pages in turn that are in no other form the same, no further ones are decoded. */
const MAX_IN_VAIN = 12;

/**
 * The pages that are made of the same streams and objects: what they draw is the same. Pages that are the same otherwise (other
 * operators for the same drawing) are not among them.
 *
 * @param old absolute, as `newer`
 * @returns null where one of the documents can't be read so: pdf.js is to judge
 */
export async function samePages(old: string, newer: string): Promise<SamePages | null> {
  try {
    return await withFile(old, (one) => withFile(newer, (other) => samePagesOf(one, other)));
  } catch {
    // Whatever it is, it is told by what parses the pages.
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

  /** Matches pages that are not matched yet, those of one digest in their order. @param vain pages in turn that match none */
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
   * Takes digests of the pages that are not matched yet, of both documents in turn.
   *
   * @param isMatched takes one, and says whether it is that of a page of the other document, too
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
