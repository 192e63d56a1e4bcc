import { SupervisedWorker, workerThread } from '../background/supervised-worker.ts';
import { isAbort, TripKitError } from '../common/errors.ts';
import type { FileContent } from './trips-of-file.ts';

export interface TripFileRequest {
  bytes: Uint8Array;
  max_alternates: number;
  /** Ms since 1970 UTC. */
  now: number;
}
export type TripFileAnswer = { content: FileContent } | { failure: string };

/** Time limit, ms: a schedule of 32 MB takes some seconds. */
const LIMIT_MS = 60_000;
const IDLE_MS = 60_000;

/** Reads trip files in a worker thread: a file that hangs it or takes too much memory counts as no trip file. */
export class TripFileReader {
  readonly #worker = new SupervisedWorker<TripFileRequest, TripFileAnswer>({
    start: workerThread(new URL('./trip-file-worker.ts', import.meta.url), {
      name: 'trip-files',
      resourceLimits: { maxOldGenerationSizeMb: 512, maxYoungGenerationSizeMb: 32 },
    }),
    idle_ms: IDLE_MS,
    errors: {
      notStarted: (cause) =>
        new TripKitError('config', 'Trip files can’t be read just now. Restart the app and try again.', {
          condition: 'reader',
          cause,
        }),
      tooLarge: () => unreadable('takes too much memory'),
      closed: () => new DOMException('The reading was ended.', 'AbortError'),
    },
  });

  /**
   * @param path of the file with these bytes
   * @throws the signal's reason; TripKitError of kind `config` with condition `reader` if no file can be read at all
   */
  async read(path: string, request: TripFileRequest, signal: AbortSignal): Promise<FileContent> {
    try {
      const answer = await this.#worker.run(path, signal, (ask) =>
        ask(request, LIMIT_MS, () => unreadable('takes too long to read')),
      );
      return 'content' in answer ? answer.content : refused(answer.failure);
    } catch (error) {
      signal.throwIfAborted();
      if (isAbort(error) || !(error instanceof TripKitError) || error.condition === 'reader') throw error;
      return refused(error.message);
    }
  }

  close(): Promise<void> {
    return this.#worker.close();
  }
}

function refused(why: string): FileContent {
  return { whole: true, lines: [{ line: 1, state: 'not_taken', text: '', why }] };
}

function unreadable(what: string): TripKitError {
  return new TripKitError('document', `The file ${what}. Split it.`, { condition: 'trip_file' });
}
