/** Notices changes of documents from outside while the app runs: sizes and times of all files often, all bytes in turn. */
import { stat } from 'node:fs/promises';
import type { Clock } from '../common/clock.ts';
import { isAbort } from '../common/errors.ts';
import { errorCode, onFolderChange } from '../common/files.ts';
import type { Log } from '../common/log.ts';
import { appDocument } from '../documents/document-folder.ts';
import { stampOf } from '../documents/examine-document.ts';
import type { KitRecord } from '../store/kit-record.ts';
import type { KitStore } from '../store/kit-store.ts';
import type { DocumentChecker } from './document-checker.ts';
import type { SoundnessKeeper } from './soundness.ts';

/** Time between two looks at the files where the system reports no change, ms. */
const LOOK_EVERY_MS = 30_000;
/** Programs write files in pieces: delay between a reported change and the look, ms. */
const SETTLE_MS = 250;
/** Time between two documents that are read in turn, ms, and the age from which a result is renewed, ms. */
const READ_EVERY_MS = 60_000;
const READ_AGAIN_MS = 6 * 60 * 60_000;

export interface FollowDocumentsDeps {
  folder: string;
  kits: Pick<KitStore, 'get' | 'list'>;
  checker: Pick<DocumentChecker, 'check' | 'served' | 'suspect'>;
  soundness: Pick<SoundnessKeeper, 'finding'>;
  clock: Clock;
  log: Log;
  signal: AbortSignal;
}

/** Watches until the signal aborts. Never rejects. */
export async function followDocuments(deps: FollowDocumentsDeps): Promise<void> {
  const { folder, clock, log, signal } = deps;
  const looks = new FileLooks(deps);
  const settling = new Set<string | null>();
  const stop = onFolderChange(folder, (name) => {
    // A download writes its part all the time.
    if (settling.has(name) || name?.endsWith('.pdf') === false) return;
    settling.add(name);
    const settled = clock.sleep(SETTLE_MS, signal).then(() => {
      settling.delete(name);
      return looks.look(name);
    });
    // The next look at all files finds what this one did not.
    settled.catch(() => {});
  });
  let nextRead = clock.monotonic() + READ_EVERY_MS;
  try {
    while (!signal.aborted) {
      await looks.look(null);
      if (clock.monotonic() >= nextRead) {
        await readOldest(deps);
        nextRead = clock.monotonic() + READ_EVERY_MS;
      }
      await clock.sleep(LOOK_EVERY_MS, signal);
    }
  } catch (error) {
    if (!isAbort(error)) log.error('Changes of documents are not noticed any more in this run.', error);
  } finally {
    stop();
  }
}

/** A document's file at the last look: of which document it was, and its stamp. */
interface SeenFile {
  document: string;
  stamp: string;
}

/** The files as they were at the last look. */
class FileLooks {
  readonly #deps: FollowDocumentsDeps;
  /** By kit. */
  readonly #seen = new Map<string, SeenFile>();

  constructor(deps: FollowDocumentsDeps) {
    this.#deps = deps;
  }

  /**
   * Raises a doubt about each document whose file is missing, has another length, or was written to.
   *
   * @param name of the only file to look at; null: all
   * @throws an AbortError
   */
  async look(name: string | null): Promise<void> {
    const { folder, kits, checker, signal } = this.#deps;
    for (const kit of name === null ? kits.list() : [kits.get(name.replace(/\.pdf$/, ''))]) {
      if (kit?.state !== 'ready' || kit.document === null) continue;
      signal.throwIfAborted();
      const stats = await stat(appDocument(folder, kit.id).file).catch((error: unknown) => {
        if (errorCode(error) === 'ENOENT') checker.suspect(kit.id, null);
        return null;
      });
      if (stats === null) continue;
      const stamp = stampOf(stats);
      const document = documentOf(kit);
      const before = this.#seen.get(kit.id);
      if (before?.document === document && before.stamp !== stamp) checker.suspect(kit.id, stamp);
      else checker.served(kit.id, stats.size, stamp);
      this.#seen.set(kit.id, { document, stamp });
    }
  }
}

/** Another document, and the same one downloaded again, is another file. */
function documentOf({ document, state_since }: KitRecord): string {
  return `${document?.sha256} ${state_since}`;
}

/** Reads the document whose last result is the oldest, if it is old. */
async function readOldest({ kits, soundness, checker, clock }: FollowDocumentsDeps): Promise<void> {
  let oldest: { id: string; at: number } | null = null;
  for (const kit of kits.list()) {
    if (kit.state !== 'ready' || kit.document === null) continue;
    const { at } = soundness.finding(kit);
    if (oldest === null || at < oldest.at) oldest = { id: kit.id, at };
  }
  if (oldest !== null && clock.now() - oldest.at > READ_AGAIN_MS)
    await checker.check(oldest.id, { quietly: true });
}
