import { SupervisedWorker, workerThread } from '../../background/supervised-worker.ts';
import { TripKitError } from '../../common/errors.ts';
import type { CopyAnswer } from './check-copy-worker.ts';

/** Time limit for checking the copy of one database, ms: 100 MB take some seconds on an old disk. */
const LIMIT_MS = 60_000;

/** The content of a sound copy of a database. */
export type CopyFacts = Exclude<CopyAnswer, { wrong: string }>;

/** Opens copies of databases and checks all their pages and rows, in a worker thread, one at a time. */
export class CopyChecker {
  readonly #worker = new SupervisedWorker<string, CopyAnswer>({
    start: workerThread(new URL('./check-copy-worker.ts', import.meta.url), { name: 'check-copy' }),
    idle_ms: 5_000,
    errors: {
      notStarted: (cause) => unsound('The check of backup copies could not be started.', cause),
      tooLarge: (cause) => unsound('A backup copy could not be checked.', cause),
      closed: () => unsound('The check of a backup copy was given up.'),
    },
  });

  /** @throws TripKitError of kind `disk`, condition `unsound_copy`, if it is not sound; the signal's reason */
  async check(file: string, signal: AbortSignal): Promise<CopyFacts> {
    const late = () => unsound(`A backup copy could not be checked within ${LIMIT_MS / 1000} s.`);
    const answer = await this.#worker.run(file, signal, (ask) => ask(file, LIMIT_MS, late));
    if ('wrong' in answer) throw unsound('A backup copy was not sound.', new Error(answer.wrong));
    return answer;
  }

  /** Ends the worker, and the check under way. */
  close(): Promise<void> {
    return this.#worker.close();
  }
}

function unsound(what: string, cause?: unknown): TripKitError {
  return new TripKitError(
    'disk',
    `${what} Start Trip Kit Desktop again; if that does not help, ask support.`,
    {
      condition: 'unsound_copy',
      cause,
    },
  );
}
