import type { FirstRow, FlightsRead } from '../../main/trips/rules/read-flights.ts';
import { workerUrl } from '../design/workers/worker-url.ts';
import type { ReadingAnswer, ReadingTask } from './flights-worker.ts';
import script from './flights-worker.ts?worker&url';

/** Reads a file's bytes, or a pasted text. Rejects where it could not be read to its end. */
export type ReadFlights = (
  content: Uint8Array | string,
  first: FirstRow,
  now: number,
) => Promise<FlightsRead>;

/** How long a file may take, ms: far beyond what 32 MB need. */
const TIMEOUT_MS = 60_000;

/** {@link ReadFlights} in its own worker, which ends with the answer. */
export const readInWorker: ReadFlights = async (content, first, now) => {
  const worker = new Worker(workerUrl(script), { type: 'module', name: 'flights' });
  const { promise, resolve, reject } = Promise.withResolvers<ReadingAnswer>();
  const late = setTimeout(() => reject(new Error('reading took too long')), TIMEOUT_MS);
  worker.addEventListener('message', ({ data }: MessageEvent<ReadingAnswer>) => resolve(data));
  worker.addEventListener('error', (event) => {
    event.preventDefault();
    reject(new Error('the worker failed'));
  });
  try {
    worker.postMessage({ content, first, now } satisfies ReadingTask);
    const answer = await promise;
    if (answer === null) throw new Error('the content could not be read');
    return answer;
  } finally {
    clearTimeout(late);
    worker.terminate();
  }
};
