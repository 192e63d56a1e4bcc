/** How the contents of documents are read to be compared: the port. */
import type { OutlineEntry } from '../../../preload/charts/page-text.ts';
import type { PackedContent } from '../../../preload/comparison/packed-content.ts';

/** Takes what comes, in order. The next pages are read when it has been taken. */
export interface ContentSink {
  /** Comes first, once. @param pages how many the document has */
  outline(outline: OutlineEntry[], pages: number): void | Promise<void>;
  /** @param number from 1 */
  page(number: number, content: PackedContent): void | Promise<void>;
}

/** Reads documents in a thread (the command line) or in the hidden page of a document (the desktop app). */
export interface ContentReader {
  /**
   * Takes outline and contents of a document into the sink. Two documents can be read at a time.
   *
   * @param file absolute
   * @throws TripKitError of kind `document` (conditions `encrypted`, `damaged`, `too_large`, `timeout`, `memory`), of kind
   *   `disk`; what the sink throws; the signal's reason
   */
  read(file: string, sink: ContentSink, signal: AbortSignal): Promise<void>;
}
