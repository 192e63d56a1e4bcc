/** Whether a document on this laptop is the one that was verified. It decides nothing: main/soundness/document-checker.ts does. */
import { stat } from 'node:fs/promises';
import { errorCode } from '../common/files.ts';
import { hashFile } from '../common/hash-file.ts';
import { appDocument } from '../documents/document-folder.ts';
import type { KitDocument } from '../store/kit-record.ts';

/** What the bytes of a document say of it. `opens`: null where that could not be found out. */
export type Integrity =
  | { is: 'sound'; stamp: string }
  | { is: 'altered'; opens: boolean | null }
  | { is: 'missing' }
  /** The disk would not let it be read to its end, which says nothing about it. */
  | { is: 'unreadable' };

/** Whether an altered file can still be read; null where nobody knows. @throws an AbortError when the signal aborts */
export type Opens = (file: string, signal: AbortSignal) => Promise<boolean | null>;

/** So often a file is read again that changes while it is read: it is being replaced, or written to. */
const TRIES = 3;

/** Names a file as it is now: another one, and the same after it was written to, has another stamp. */
export function stampOf({ size, mtimeMs, ino }: { size: number; mtimeMs: number; ino: number }): string {
  return `${size.toString(36)}-${mtimeMs.toString(36)}-${ino.toString(36)}`;
}

/**
 * Reads the whole document of a kit.
 *
 * @throws the signal's reason when it aborts
 */
export async function examineDocument(
  folder: string,
  kit_id: string,
  { bytes, sha256 }: KitDocument,
  signal: AbortSignal,
  opens: Opens,
): Promise<Integrity> {
  const { file } = appDocument(folder, kit_id);
  try {
    for (let tries = 1; ; tries += 1) {
      const before = await stat(file);
      if (!before.isFile()) return { is: 'unreadable' };
      const found = before.size === bytes ? await hashFile(file, signal) : null;
      const stamp = stampOf(before);
      if (stampOf(await stat(file)) !== stamp) {
        if (tries < TRIES) continue;
        return { is: 'unreadable' };
      }
      if (found === sha256) return { is: 'sound', stamp };
      return { is: 'altered', opens: before.size > 0 && (await opens(file, signal)) };
    }
  } catch (error) {
    signal.throwIfAborted();
    return errorCode(error) === 'ENOENT' ? { is: 'missing' } : { is: 'unreadable' };
  }
}
