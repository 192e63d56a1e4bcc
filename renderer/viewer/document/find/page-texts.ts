import type { PdfDocument } from '../engine/pdf-engine.ts';
import { fold, joinRuns } from './find.ts';

/** Where the texts of one document come from. */
export interface TextSource {
  /** The text that was extracted after the download, one string per page; null if there is none yet. */
  stored(): Promise<readonly string[] | null>;
  document(): Pick<PdfDocument, 'text'> | null;
}

/** The texts of a document's pages, original and folded (find.ts), each read once. */
export class PageTexts {
  readonly #source: TextSource;
  #stored: Promise<readonly string[] | null> | null = null;
  readonly #texts = new Map<number, string>();
  readonly #folded = new Map<number, string>();

  constructor(source: TextSource) {
    this.#source = source;
  }

  /** Loads the stored text, again if there was none the last time. True if there is some. */
  async load(): Promise<boolean> {
    this.#stored ??= this.#source.stored().catch(() => null);
    const texts = await this.#stored;
    if (!texts) this.#stored = null;
    for (const [index, text] of texts?.entries() ?? []) this.#texts.set(index + 1, text);
    return texts !== null;
  }

  /** The text of a page, if it has been read. */
  get(page: number): string | null {
    return this.#texts.get(page) ?? null;
  }

  folded(page: number): string | null {
    const known = this.#folded.get(page);
    if (known !== undefined) return known;
    const text = this.#texts.get(page);
    if (text === undefined) return null;
    const folded = fold(text);
    this.#folded.set(page, folded);
    return folded;
  }

  /** Reads a page's text with the engine; false if it can't be read. */
  async read(page: number): Promise<boolean> {
    if (this.#texts.has(page)) return true;
    const runs = await this.#source
      .document()
      ?.text(page)
      .catch(() => null);
    if (!runs) return false;
    this.#texts.set(page, joinRuns(runs));
    return true;
  }

  /** Drops all texts, when the document is closed. */
  clear(): void {
    this.#stored = null;
    this.#texts.clear();
    this.#folded.clear();
  }
}
