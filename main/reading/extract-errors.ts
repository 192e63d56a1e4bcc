/** Errors for documents that can't be read: during background preparation, and when a person asked for charts or a comparison. */

import { TripKitError } from '../common/errors.ts';
import { documentError, problemError } from '../documents/document-error.ts';
import type { DiskProblem } from '../documents/document-reader.ts';
import type { DocumentProblem } from '../documents/jobs/answers.ts';

/** The errors of one way to read documents. */
export interface ExtractErrors {
  notStarted(cause: unknown): TripKitError;
  tooLarge(cause: unknown): TripKitError;
  closed(): TripKitError;
  /** @param step_ms time limit for a page, ms */
  timeout(step_ms: number): TripKitError;
  problem(problem: DocumentProblem | DiskProblem, file: string): TripKitError;
}

const seconds = (ms: number) => Math.ceil(ms / 1000);

/** Background preparation: nobody waits for it, and a document that can't be prepared can still be read. */
export const preparationErrors: ExtractErrors = {
  notStarted: (cause) =>
    new TripKitError(
      'disk',
      'The preparation of documents could not be started on this machine. Start Trip Kit Desktop again; if that does not help, install it again.',
      { condition: 'extractor', cause },
    ),
  tooLarge: (cause) =>
    documentError(
      'memory',
      'A page of the document needs too much memory to prepare, so it was left out.',
      cause,
    ),
  closed: () =>
    new TripKitError(
      'document',
      'The preparation of the document was given up. It goes on at the next start.',
    ),
  timeout: (step_ms) =>
    documentError(
      'timeout',
      `A page of the document took longer than ${seconds(step_ms)} s to prepare, so it was left out.`,
    ),
  problem: (problem, file) => {
    const unprepared = 'it is read without an index, and its text is not found by the search';
    if (problem.problem === 'too_large') {
      const message = `The document is too large to be prepared: ${unprepared}.`;
      return documentError('too_large', message, problem.reason);
    }
    return problemError(problem, 'Reading the document', file, {
      password: `The document is locked with a password: ${unprepared}.`,
      unsound: `The document could not be prepared: ${unprepared}.`,
    });
  },
};

/** A person asked for a document's contents, and they can't be had in another way. */
export const readingErrors: ExtractErrors = {
  notStarted: (cause) =>
    new TripKitError(
      'disk',
      'The reading of documents could not be started on this machine. Install Trip Kit Desktop again.',
      { condition: 'reader', cause },
    ),
  tooLarge: (cause) =>
    documentError(
      'memory',
      'The document needs too much memory to read. Tell the service’s operator.',
      cause,
    ),
  closed: () => documentError('closed', 'The reading of the document was given up. Try again.'),
  timeout: (step_ms) =>
    documentError(
      'timeout',
      `A page of the document took longer than ${seconds(step_ms)} s to read. Tell the service’s operator.`,
    ),
  problem: (problem, file) => {
    if (problem.problem === 'too_large')
      return documentError('too_large', 'The document has too many pages to be read.', problem.reason);
    return problemError(problem, 'Reading the document', file, {
      password: 'The document is locked with a password, so it can’t be read. Tell the service’s operator.',
      unsound: 'The document does not open as a PDF, so it can’t be read. Choose another file.',
    });
  },
};
