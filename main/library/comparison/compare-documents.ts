/** Compares two documents page by page. */
import type { ComparedPage } from '../../../preload/comparison/compared-page.ts';
import type { PackedContent } from '../../../preload/comparison/packed-content.ts';
import type { ContentReader } from './content-reader.ts';

/** A document that is compared. */
export interface DocumentToCompare {
  /** Absolute. */
  file: string;
}

/**
 * Says of each page of either document what became of it: in the order of the new document's pages, those that are gone after the
 * page that they followed.
 *
 * @param reader reads both documents at the same time
 * @param options `onProgress` is called with how many pages of both have been read and compared, of how many
 * @throws what the reader throws; the signal's reason
 */
export async function compareDocuments(
  old: DocumentToCompare,
  new_: DocumentToCompare,
  reader: ContentReader,
  { signal }: { signal: AbortSignal; onProgress?: (done: number, of: number) => void },
): Promise<ComparedPage[]> {
  const [before, after] = await Promise.all([
    contentsOf(old, reader, signal),
    contentsOf(new_, reader, signal),
  ]);
  const none = { old: [], new: [] };
  return Array.from({ length: Math.max(before.length, after.length) }, (_, index): ComparedPage => {
    const [page, one, other] = [index + 1, before[index], after[index]];
    if (one === undefined) return { old: null, new: page, state: 'new', what: [], areas: none };
    if (other === undefined) return { old: page, new: null, state: 'gone', what: [], areas: none };
    const state = JSON.stringify(one) === JSON.stringify(other) ? 'same' : 'changed';
    return { old: page, new: page, state, what: [], areas: none };
  });
}

async function contentsOf({ file }: DocumentToCompare, reader: ContentReader, signal: AbortSignal) {
  const contents: PackedContent[] = [];
  await reader.read(
    file,
    {
      outline: () => {},
      page: (_number, content) => {
        contents.push(content);
      },
    },
    signal,
  );
  return contents;
}
