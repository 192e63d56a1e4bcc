/** Checks whether a document on this laptop is the verified one. It only reports: main/soundness/document-checker.ts decides. */
import { stat } from 'node:fs/promises';
import { errorCode, hashFile } from '../common/files.ts';
import type { KitDocument } from '../store/kit-record.ts';
import { appDocument } from './document-folder.ts';

/** Result of reading a document. `opens`: null if it could not be determined. */
export type Integrity =
  | { is: 'sound'; stamp: string }
  | { is: 'altered'; opens: boolean | null }
  | { is: 'missing' }
  /** The disk could not read it to its end, which says nothing about the document. */
  | { is: 'unreadable' };

/** Whether an altered file can still be read; null if unknown. @throws an AbortError when the signal aborts */
export type Opens = (file: string, signal: AbortSignal) => Promise<boolean | null>;

/** How many times a file that changes during the check is read: it is being replaced or written to. */
const TRIES = 3;

/** Identifies the current version of a file: another file, or the same file after a write, has another stamp. */
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
