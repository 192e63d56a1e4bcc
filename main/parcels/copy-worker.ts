/** A worker thread that checks copies of the database, and makes and opens hand-over files: each would block the app for seconds. */
import { join } from 'node:path';
import { parentPort } from 'node:worker_threads';
import { TripKitError } from '../common/errors.ts';
import { errorCode, hashFile } from '../common/files.ts';
import { USER_DATABASE } from '../store/user-database.ts';
import { type CopyFacts, checkCopy } from './backup/check-copy.ts';
import { checkIncoming, contentsOf, type IncomingContents, rowCounts } from './hand-over/check-incoming.ts';
import { filterCopy } from './hand-over/filter-copy.ts';
import type { HandOverManifest } from './hand-over/manifest.ts';
import type { Source } from './hand-over/pack.ts';

/** A job for the thread. */
export type CopyJob =
  /** Whether the copy of a database is sound. */
  | { do: 'check'; path: string }
  | { do: 'filter'; path: string; kit_ids: readonly string[] | null }
  /** Whether each document is byte for byte what was verified. */
  | { do: 'hash'; documents: readonly { path: string; sha256: string }[] }
  | {
      do: 'pack';
      path: string;
      manifest: HandOverManifest;
      sources: readonly Source[];
      passphrase: string;
      work_factor?: number | undefined;
    }
  | { do: 'unpack'; path: string; passphrase: string; folder: string };

/** The results of the jobs. */
export interface CopyResults {
  check: CopyFacts;
  filter: CopyFacts;
  hash: boolean[];
  pack: null;
  unpack: { manifest: HandOverManifest; contents: IncomingContents };
}

/** A message of the thread: its progress, the result, or the error. */
export type CopyMessage =
  | { progress: number }
  | { done: CopyResults[keyof CopyResults] }
  | { failed: { kind: 'config' | 'disk'; message: string; condition: string | undefined } }
  | { wrong: { code: string | undefined; message: string } };

/** How often progress is reported, ms. */
const EVERY_MS = 100;

/** A thread for a backup copy starts in half the time without the encryption. */
const packing = () => import('./hand-over/pack.ts');

async function work(job: CopyJob): Promise<CopyResults[keyof CopyResults]> {
  switch (job.do) {
    case 'check':
      return checkCopy(job.path);
    case 'filter':
      filterCopy(job.path, job.kit_ids);
      return rowCounts(job.path);
    case 'hash': {
      const sound: boolean[] = [];
      for (const { path, sha256 } of job.documents) {
        sound.push((await hashFile(path).catch(() => null)) === sha256);
        reportProgress(sound.length);
      }
      return sound;
    }
    case 'pack': {
      const { pack } = await packing();
      await pack(job.path, job.manifest, job.sources, job.passphrase, reportProgress, job.work_factor);
      return null;
    }
    case 'unpack': {
      const manifest = await (await packing()).unpack(job.path, job.passphrase, job.folder, reportProgress);
      const database = join(job.folder, USER_DATABASE);
      checkIncoming(database, manifest);
      return { manifest, contents: contentsOf(database) };
    }
  }
}

let last = 0;
function reportProgress(progress: number): void {
  const now = performance.now();
  if (now - last < EVERY_MS) return;
  last = now;
  send({ progress });
}

function send(message: CopyMessage): void {
  parentPort?.postMessage(message);
}

parentPort?.on('message', (job: CopyJob) => {
  work(job).then(
    (done) => send({ done }),
    (error: unknown) => {
      if (error instanceof TripKitError && (error.kind === 'config' || error.kind === 'disk')) {
        const { kind, message, condition } = error;
        send({ failed: { kind, message, condition } });
      } else {
        const message = error instanceof Error ? error.message : String(error);
        send({ wrong: { code: errorCode(error), message } });
      }
    },
  );
});
send({ progress: 0 });
