import { workerThread } from '../background/supervised-worker.ts';
import { diskError } from '../common/disk-error.ts';
import { TripKitError } from '../common/errors.ts';
import type { CopyJob, CopyMessage, CopyResults } from './copy-worker.ts';

/** A thread that is silent for this long waits for a dead disk, ms. Checking a large database is silent, too. */
const SILENCE_MS = 120_000;

export interface CopyRun {
  /** Aborting it ends the thread at once. */
  signal: AbortSignal;
  /** Bytes, or documents, so far. */
  onProgress?(progress: number): void;
  /** What failed, for the beginning of a sentence. */
  doing: string;
  /** The file of the job: its folder is named if the disk fails. */
  path: string;
  silence_ms?: number;
}

/**
 * Runs one job in a new worker thread, which ends with the job.
 *
 * @throws TripKitError of kind `config` or `disk`; the signal's reason
 */
export async function runCopyJob<Job extends CopyJob>(
  job: Job,
  { signal, onProgress, doing, path, silence_ms = SILENCE_MS }: CopyRun,
): Promise<CopyResults[Job['do']]> {
  signal.throwIfAborted();
  const answer = Promise.withResolvers<CopyResults[Job['do']]>();
  const late = () => {
    const message = `${doing} failed: the disk has not answered for ${silence_ms / 1000} s. Check it, then try again.`;
    answer.reject(new TripKitError('disk', message, { condition: 'late' }));
  };
  let timer = setTimeout(late, silence_ms);
  const start = workerThread<CopyJob>(new URL('./copy-worker.ts', import.meta.url), {
    name: 'copies',
  });
  let begun = false;
  const life = start('', {
    message(value) {
      clearTimeout(timer);
      timer = setTimeout(late, silence_ms);
      const message = value as CopyMessage;
      if ('progress' in message) {
        if (begun) onProgress?.(message.progress);
        else life.post(job);
        begun = true;
      } else if ('done' in message) answer.resolve(message.done as CopyResults[Job['do']]);
      else answer.reject(failureOf(message, doing, path));
    },
    ended: (cause) =>
      answer.reject(new TripKitError('disk', `${doing} ended before it was done. Try again.`, { cause })),
  });
  const onAbort = () => answer.reject(signal.reason);
  signal.addEventListener('abort', onAbort, { once: true });
  try {
    return await answer.promise;
  } finally {
    clearTimeout(timer);
    signal.removeEventListener('abort', onAbort);
    await life.end();
  }
}

function failureOf(
  failure: Exclude<CopyMessage, { progress: number } | { done: unknown }>,
  doing: string,
  path: string,
) {
  if ('failed' in failure) {
    const { kind, message, condition } = failure.failed;
    return new TripKitError(kind, message, { condition });
  }
  const { code, message } = failure.wrong;
  return diskError(Object.assign(new Error(message), code === undefined ? {} : { code }), doing, path);
}
