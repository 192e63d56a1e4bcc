/**
 * Finds the identical pages of two documents without pdf.js. pdf.js reads all other pages, also those with layers and form
 * fields, because they depend on content elsewhere, and all pages if the two readers count them differently.
 */
import { type ByteSource, PdfBytes, withFile } from '../../documents/pdf/bytes.ts';
import { Irregular } from '../../documents/pdf/values.ts';
import { PageDigests } from './page-digests.ts';

/** Page of the older document and of the newer one, from 0. */
type SamePage = [old: number, newer: number];

export interface SamePages {
  /** Number of pages of each document. */
  old: number;
  new: number;
  /** Each page at most once. */
  pairs: SamePage[];
}

/** Limits for reading a document: kits of hundreds of MB. */
const LIMITS = { read: 2 * 1024 ** 3, work: 512 * 1024 ** 2 };
/** Time limit for the search, ms, at idle priority beside other programs; remaining pages are parsed, which takes longer. */
export const SAME_PAGES_MS = 120_000;

/**
 * The pages made of the same streams and objects: their drawings are the same. Pages that look the same but are encoded differently
 * (compressed again, or other operators for the same drawing) are not included.
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
  const [old, newer] = [await opened(one, late), await opened(other, late)];
  const pairs: SamePage[] = [];
  try {
    const waiting = new Map<string, number[]>();
    for (let page = 0; page < old.count; page += 1) {
      const digest = await old.of(page);
      if (digest !== null) waiting.set(digest, [...(waiting.get(digest) ?? []), page]);
    }
    for (let page = 0; page < newer.count; page += 1) {
      const digest = await newer.of(page);
      const same = digest === null ? undefined : waiting.get(digest)?.shift();
      if (same !== undefined) pairs.push([same, page]);
    }
  } catch (error) {
    if (!late.aborted && !(error instanceof Irregular)) throw error;
  }
  return { old: old.count, new: newer.count, pairs };
}

function opened(source: ByteSource, signal: AbortSignal): Promise<PageDigests> {
  return PageDigests.open(new PdfBytes(source, signal, LIMITS));
}
