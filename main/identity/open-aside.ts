import { Worker } from 'node:worker_threads';
import { TripKitError } from '../common/errors.ts';
import { inTime } from '../common/wait.ts';
import { identityError } from './identity-error.ts';
import type { ClientIdentity } from './pkcs12.ts';
import type { OpenAnswer, OpenRequest } from './pkcs12-worker.ts';
import { SeveralKeysError } from './several-keys.ts';

/** Time limit, ms: the most costly permitted file takes some seconds. */
const LIMIT_MS = 60_000;
/** Limit of the thread's JavaScript heap; a file has at most 1 MiB. */
const MAX_HEAP_MB = 128;

/**
 * Opens a PKCS#12 file in a worker thread (openPkcs12): deriving its keys may take seconds, and longer for a hostile file.
 *
 * @throws TripKitError of kind `identity`, as openPkcs12; `too_costly` if it takes too long or too much memory
 */
export async function openAside(request: OpenRequest, limit_ms = LIMIT_MS): Promise<ClientIdentity> {
  const worker = new Worker(new URL('./pkcs12-worker.ts', import.meta.url), {
    workerData: request,
    resourceLimits: { maxOldGenerationSizeMb: MAX_HEAP_MB },
    // The options of our own start (--input-type, --inspect, …) and our environment are not for the thread.
    execArgv: [],
    env: {},
  });
  const answered = new Promise<OpenAnswer>((resolve, reject) => {
    worker.once('message', resolve);
    worker.once('error', reject);
    worker.once('exit', () => reject(tooCostly()));
  });
  try {
    const answer = await inTime(answered, limit_ms, tooCostly);
    if ('identity' in answer) return answer.identity;
    if ('choices' in answer) throw new SeveralKeysError(answer.choices);
    const { message, condition } = answer.refused;
    throw new TripKitError('identity', message, condition === undefined ? {} : { condition });
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ERR_WORKER_OUT_OF_MEMORY')
      throw tooCostly();
    throw error;
  } finally {
    // The time-out has already answered.
    answered.catch(() => {});
    void worker.terminate();
  }
}

function tooCostly(): TripKitError {
  return identityError(
    'too_costly',
    'This certificate file takes too long to open. Ask your IT for one that is made anew, with fewer key derivation rounds.',
  );
}
