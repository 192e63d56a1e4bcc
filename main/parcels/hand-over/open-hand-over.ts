import { readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { diskError, noSpace } from '../../common/disk-error.ts';
import { TripKitError } from '../../common/errors.ts';
import { abortable, anySignal } from '../../common/wait.ts';
import { freeSpace } from '../../documents/document-folder.ts';
import type { DocumentVerifier } from '../../documents/verify-document.ts';
import type { AppContext } from '../../host/host.ts';
import type { KitStore } from '../../store/kit-store.ts';
import type { StoredProfile } from '../../store/profile-store.ts';
import { SETTINGS_FILE } from '../backup/backup-set.ts';
import { runCopyJob } from '../copy-thread.ts';
import { checkHeader } from './age-header.ts';
import type { IncomingContents } from './check-incoming.ts';
import { COMING, clearHandOver, emptyFolder } from './hand-over-folder.ts';
import { documentName, type HandOverManifest } from './manifest.ts';
import type { HandOverProgress } from './write-hand-over.ts';

/** Space that must stay free besides the unpacked files, bytes. */
const SPARE_BYTES = 64 * 1024 ** 2;
const DOING = 'Opening the hand-over file';
/** Time limit for checking the chosen file, ms: it may be on a stick that is gone. */
const LOOK_MS = 15_000;

export interface OpenDeps extends Pick<AppContext, 'now' | 'log'> {
  user_data: string;
  /** Of the documents. */
  documents: string;
  kits: Pick<KitStore, 'get'>;
  verifier: Pick<DocumentVerifier, 'verify'>;
  profiles(): readonly StoredProfile[];
}

/** The content of a hand-over file, unpacked and checked. */
export interface OpenedHandOver {
  manifest: HandOverManifest;
  kits: number;
  /** Number of kits that are already on this laptop: they are left unchanged. */
  here: number;
  documents: number;
  marks: number;
  acknowledgements: number;
  /** Kits that are planned: the other laptop plans them, too. */
  planned: number;
  /** The content of the other laptop's settings file; null if the file has none. */
  settings: unknown;
  /** Profiles of kits that exist here: their ids to ours. */
  known: Record<string, string>;
  /** Profiles that are not here, and that a person may add. */
  unknown: StoredProfile[];
  /** Ids of profiles that came without their content: administrators of the other laptop set them. */
  nameless: string[];
}

/**
 * Unpacks a hand-over file and checks all of it: hashes, databases, and every document like a download. The library is unchanged.
 *
 * @throws TripKitError of kind `config` or `disk`, after removing everything unpacked; the signal's reason
 */
export async function openHandOver(
  deps: OpenDeps,
  path: string,
  passphrase: string,
  signal: AbortSignal,
  onProgress: (progress: HandOverProgress) => void,
): Promise<OpenedHandOver> {
  try {
    const total = await sizeOf(path, signal);
    const folder = await emptyFolder(deps.user_data, COMING);
    const free = await freeSpace(folder).catch(() => Number.POSITIVE_INFINITY);
    if (free < total + SPARE_BYTES) throw diskError(noSpace(), DOING, join(folder, '.'));
    const { manifest, contents } = await runCopyJob(
      { do: 'unpack', path, passphrase, folder },
      {
        signal,
        doing: DOING,
        path: join(folder, '.'),
        onProgress: (done) => onProgress({ step: 'opening', done, total }),
      },
    );
    await verifyAll(deps, folder, manifest, signal, onProgress);
    return await lookInto(deps, folder, manifest, contents);
  } catch (error) {
    await clearHandOver(deps.user_data).catch((failure: unknown) =>
      deps.log.warn(`What was unpacked of a hand-over is left behind: ${String(failure)}`),
    );
    signal.throwIfAborted();
    throw error;
  }
}

/**
 * Whether the file can be a hand-over file, before its password is asked for: what is inside is known only with the password.
 *
 * @throws TripKitError of kind `config` or `disk`; the signal's reason
 */
export async function lookAtHandOver(path: string, signal: AbortSignal): Promise<void> {
  await sizeOf(path, signal);
  await ofFile(checkHeader(path), signal);
}

async function sizeOf(path: string, signal: AbortSignal): Promise<number> {
  return (await ofFile(stat(path), signal)).size;
}

/** The answer of the disk about the chosen file. @throws TripKitError of kind `disk`, or that of `work`; the signal's reason */
async function ofFile<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  try {
    return await abortable(work, anySignal(signal, AbortSignal.timeout(LOOK_MS)));
  } catch (cause) {
    signal.throwIfAborted();
    if (cause instanceof TripKitError) throw cause;
    throw new TripKitError(
      'disk',
      'The hand-over file can’t be read. Check that it is still there and that you may open it, then choose it again.',
      { cause },
    );
  }
}

/** Checked like a download: a document that can't be opened is never brought in. */
async function verifyAll(
  { verifier }: OpenDeps,
  folder: string,
  { documents }: HandOverManifest,
  signal: AbortSignal,
  onProgress: (progress: HandOverProgress) => void,
): Promise<void> {
  for (const [index, { kit_id, title }] of documents.entries()) {
    onProgress({ step: 'verifying', done: index, total: documents.length });
    try {
      await verifier.verify(join(folder, documentName(kit_id)), { signal });
    } catch (cause) {
      signal.throwIfAborted();
      if (!(cause instanceof TripKitError) || cause.kind !== 'document') throw cause;
      throw new TripKitError(
        'config',
        `The document of ${title} in this hand-over file is not sound. Nothing was changed. Have the file made again.`,
        { condition: 'unsound_document', cause },
      );
    }
  }
}

async function lookInto(
  { kits, profiles }: OpenDeps,
  folder: string,
  manifest: HandOverManifest,
  { kit_ids, used, profiles: came, ...counts }: IncomingContents,
): Promise<OpenedHandOver> {
  return {
    manifest,
    kits: kit_ids.length,
    here: kit_ids.filter((id) => kits.get(id) !== undefined).length,
    documents: manifest.documents.length,
    ...counts,
    settings: await settingsOf(folder, manifest),
    ...sortProfiles(came, used, profiles()),
  };
}

async function settingsOf(folder: string, { files }: HandOverManifest): Promise<unknown> {
  if (!files.some(({ name }) => name === SETTINGS_FILE)) return null;
  try {
    return JSON.parse(await readFile(join(folder, SETTINGS_FILE), 'utf8'));
  } catch {
    return null;
  }
}

/** Sorts the profiles of kits into known and unknown: the same profile may have another id here. */
function sortProfiles(
  came: readonly StoredProfile[],
  used: readonly string[],
  here: readonly StoredProfile[],
): Pick<OpenedHandOver, 'known' | 'unknown' | 'nameless'> {
  const known: Record<string, string> = {};
  const unknown: StoredProfile[] = [];
  const nameless: string[] = [];
  for (const id of used) {
    const theirs = came.find((profile) => profile.id === id);
    const ours =
      here.find((one) => one.id === id) ?? here.find((one) => one.text.trim() === theirs?.text.trim());
    if (ours) known[id] = ours.id;
    else if (theirs) unknown.push(theirs);
    else nameless.push(id);
  }
  return { known, unknown, nameless };
}
