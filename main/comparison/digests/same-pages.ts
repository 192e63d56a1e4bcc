/**
 * Finds the pages of two documents that are made of the same, or of the same but for letters, without pdf.js.
 *
 * Left to pdf.js is whatever is less plain: letters that are drawn elsewhere or cut off what follows, other fonts, inline pictures,
 * several pages alike, strings that differ and say the same, and all pages where the two readers count them otherwise; layers and
 * form fields, too, because they depend on what is elsewhere in a document.
 */
import { setImmediate } from 'node:timers/promises';
import { type ByteSource, PdfBytes, withFile } from '../../documents/pdf/bytes.ts';
import { Irregular } from '../../documents/pdf/values.ts';
import type { PageContent } from '../rules/page-content.ts';
import { PageDigests, type StreamForm } from './page-digests.ts';
import { LetterReader, type PageLetters } from './page-letters.ts';

/** Pages from 0 of the older document and of the newer one. */
export type SamePage = [old: number, newer: number];

export interface SamePages {
  /** How many pages each document has. */
  old: number;
  new: number;
  /** Each page once at most. */
  pairs: SamePage[];
}

/** A page and its counterpart that draw the same but for letters. */
export interface LettersPair {
  pages: SamePage;
  /** Their letters, and nothing else. */
  old: PageContent;
  new: PageContent;
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
 * @param onLetters takes the pages, not among those returned, that are the same but for letters, each at least one
 * @returns null where one of the documents can't be read so: pdf.js is to judge
 */
export async function samePages(
  old: string,
  newer: string,
  onLetters: (pair: LettersPair) => void = () => {},
): Promise<SamePages | null> {
  try {
    return await withFile(old, (one) => withFile(newer, (other) => samePagesOf(one, other, onLetters)));
  } catch {
    // Whatever it is, it is told by what parses the pages.
    return null;
  }
}

async function samePagesOf(
  one: ByteSource,
  other: ByteSource,
  onLetters: (pair: LettersPair) => void,
): Promise<SamePages | null> {
  const late = AbortSignal.timeout(SAME_PAGES_MS);
  const search = new Search(await opened(one, late), await opened(other, late));
  try {
    await search.match('written', Infinity);
    await search.match('decoded', MAX_IN_VAIN);
    await search.matchLetters(MAX_IN_VAIN, onLetters);
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

  /** Tells of pages that are not matched yet, and that differ in letters alone. Where several are alike it is left open. */
  async matchLetters(vain: number, onLetters: (pair: LettersPair) => void): Promise<void> {
    const groups = new Map<string, { old: number[]; new: number[] }>();
    await this.#eachDigest('masked', vain, (side, digest, page) => {
      const group = groups.get(digest) ?? { old: [], new: [] };
      groups.set(digest, group);
      group[side].push(page);
      return group.old.length > 0 && group.new.length > 0;
    });
    const [reader, newReader] = [new LetterReader(this.#old), new LetterReader(this.#new)];
    for (const group of groups.values()) {
      const [page, newPage] = [group.old[0], group.new[0]];
      if (group.old.length !== 1 || group.new.length !== 1) continue;
      if (page === undefined || newPage === undefined) continue;
      // The limit of time is looked at by the turn.
      await setImmediate();
      const [letters, newLetters] = [await lettersOf(reader, page), await lettersOf(newReader, newPage)];
      if (letters === null || newLetters === null) continue;
      const difference = differenceOf(letters, newLetters);
      const pages: SamePage = [page, newPage];
      if (difference === 'none') this.found.pairs.push(pages);
      if (difference === 'letters') onLetters({ pages, old: letters.content, new: newLetters.content });
    }
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

/** The letters of a page; null where they are not plain. */
async function lettersOf(reader: LetterReader, page: number): Promise<PageLetters | null> {
  try {
    return await reader.read(page);
  } catch (error) {
    if (error instanceof Irregular) return null;
    throw error;
  }
}

/** The share of letters that two versions of a page have in common at least: other pages may be of the same form. */
const ALIKE = 0.8;

/**
 * How two pages differ that are the same but for what is shown as text.
 *
 * @returns null where pdf.js is to judge: they may be different pages, or what is written otherwise does not say anything else
 */
function differenceOf(old: PageLetters, newer: PageLetters): 'none' | 'letters' | null {
  if (old.shown.length !== newer.shown.length) return null;
  let [all, same, isOther] = [0, 0, false];
  for (const [index, one] of old.shown.entries()) {
    const other = newer.shown[index];
    if (other === undefined) return null;
    const length = Math.max(one.signs.length, other.signs.length);
    all += length;
    if (one.written === other.written) {
      same += length;
      continue;
    }
    if (one.signs.trim() === other.signs.trim()) return null;
    isOther = true;
  }
  if (!isOther) return 'none';
  return same >= ALIKE * all ? 'letters' : null;
}

function rest(count: number, taken: ReadonlySet<number>): number[] {
  return Array.from({ length: count }, (_, index) => index).filter((index) => !taken.has(index));
}
