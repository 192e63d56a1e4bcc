import { rm } from 'node:fs/promises';
import { freeSpace, publish } from '../documents/document-folder.ts';
import { NamedDocuments } from '../documents/document-name.ts';
import { PartFile, tidyPart } from '../documents/part-file.ts';
import type { DocumentVerifier } from '../documents/verify-document.ts';
import type { DocumentInTheMaking, KitDocuments } from '../kits/kit-documents.ts';
import type { KitRecord } from '../store/kit-record.ts';

/** The documents of one headless run: saved in a folder that the person chose, under the contract's names. */
export class FolderDocuments implements KitDocuments {
  readonly #names: NamedDocuments;
  readonly #verifier: DocumentVerifier;
  readonly #files = new Map<string, string>();
  /** Two kits of one run can have the same tripkit_id; they take turns with its document. */
  readonly #turns = new Map<string, Promise<void>>();

  /** @param dir absolute */
  constructor(dir: string, verifier: DocumentVerifier) {
    this.#names = new NamedDocuments(dir);
    this.#verifier = verifier;
  }

  /** Assigns names in the order of the input, so the same input gives the same names. */
  reserve(tripkit_ids: readonly string[]): void {
    for (const id of tripkit_ids) this.#names.reserve(id);
  }

  /** The absolute path of the kit's saved document; null before it is saved. */
  fileOf(kit_id: string): string | null {
    return this.#files.get(kit_id) ?? null;
  }

  async open(kit: KitRecord): Promise<DocumentInTheMaking> {
    const { part } = this.#names.reserve(tripkitId(kit));
    const before = this.#turns.get(part);
    const turn = Promise.withResolvers<void>();
    this.#turns.set(part, turn.promise);
    await before;
    try {
      // The usual mode for files: the folder is the person's, and others may be meant to read it.
      const document = await PartFile.open(part, tripkitId(kit), { mode: 0o666 });
      const end = document.close.bind(document);
      return Object.assign(document, { close: () => end().finally(() => turn.resolve()) });
    } catch (error) {
      turn.resolve();
      throw error;
    }
  }

  verify(path: string, signal: AbortSignal): Promise<{ pages: number }> {
    return this.#verifier.verify(path, { signal });
  }

  async publish(kit: KitRecord, document: DocumentInTheMaking): Promise<void> {
    const { name } = this.#names.reserve(tripkitId(kit));
    const file = await publish(document.path, this.#names.dir, name, {
      isReserved: (other) => this.#names.isReserved(other),
    });
    this.#files.set(kit.id, file);
  }

  async remove(kit: KitRecord): Promise<void> {
    const { part } = this.#names.reserve(tripkitId(kit));
    await rm(part, { force: true });
    await tidyPart(part);
  }

  freeSpace(): Promise<number> {
    return freeSpace(this.#names.dir);
  }
}

function tripkitId(kit: KitRecord): string {
  if (kit.tripkit_id === null) throw new TypeError('a kit without tripkit_id has no document');
  return kit.tripkit_id;
}
