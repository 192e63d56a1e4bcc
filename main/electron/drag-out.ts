/** Kits that are dragged out of the window: PDFs with names that people know, in a private folder that is emptied. */
import { mkdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { Item, NativeImage } from 'electron';
import { TripKitError } from '../common/errors.ts';

export interface DragOutParts {
  /** Absolute, ours alone: everything in it is removed at the start and at the end. */
  folder: string;
  /** Writes a whole copy of the kit's document. @throws TripKitError of kind `disk` */
  copyDocument(kit_id: string, to: string): Promise<void>;
  /** Hands the files to the system's drag, which the mouse is in the middle of. */
  startDrag(item: Item): void;
  icon: NativeImage;
}

/**
 * The drag of documents. The system gets copies, never links: what a person drops into an editor and changes there must
 * not change what was verified. A copy is kept until the app ends, so that a second drag begins at once.
 */
export class DragOut {
  readonly #parts: DragOutParts;
  readonly #copies = new Map<string, Promise<void>>();

  constructor(parts: DragOutParts) {
    this.#parts = parts;
  }

  /** @throws TripKitError of kind `disk`; no drag begins then */
  async drag(kits: readonly { id: string; name: string }[]): Promise<void> {
    const files = await Promise.all(kits.map((kit) => this.#copy(kit)));
    const [file] = files;
    if (file === undefined) return;
    this.#parts.startDrag({ file, ...(files.length > 1 ? { files } : {}), icon: this.#parts.icon });
  }

  /** Removes every copy. Never rejects: what a virus scanner holds goes at the next start. */
  async clear(): Promise<void> {
    this.#copies.clear();
    await rm(this.#parts.folder, { recursive: true, force: true }).catch(() => {});
  }

  /** The document was changed or removed: the next drag copies it again. */
  forget(kit_ids: readonly string[]): void {
    for (const id of kit_ids) this.#copies.delete(id);
  }

  async #copy({ id, name }: { id: string; name: string }): Promise<string> {
    const folder = join(this.#parts.folder, id);
    const file = join(folder, name);
    // A person may have moved the copy away instead of copying it.
    if (this.#copies.has(id) && !(await exists(file))) this.#copies.delete(id);
    let copy = this.#copies.get(id);
    if (!copy) {
      copy = this.#write(id, folder, file);
      this.#copies.set(id, copy);
      copy.catch(() => this.#copies.delete(id));
    }
    await copy;
    return file;
  }

  async #write(id: string, folder: string, file: string): Promise<void> {
    try {
      await mkdir(folder, { recursive: true, mode: 0o700 });
    } catch (cause) {
      throw new TripKitError(
        'disk',
        'There is no place for a copy to drag. Check free space and access rights of the app’s folder, and try again.',
        { cause },
      );
    }
    await this.#parts.copyDocument(id, file);
  }
}

function exists(file: string): Promise<boolean> {
  return stat(file).then(
    () => true,
    () => false,
  );
}
