import { diskError } from '../common/disk-error.ts';
import { TripKitError } from '../common/errors.ts';
import type { DiskProblem } from './document-reader.ts';
import type { DocumentProblem } from './jobs/answers.ts';

/** The error for a faulty document. */
export function documentError(condition: string, message: string, cause?: unknown): TripKitError {
  return new TripKitError('document', message, { condition, cause });
}

/**
 * The error for a document that a worker could not read.
 *
 * @param doing the step, as the beginning of a sentence
 * @param messages for a document with a password, and for a damaged document
 */
export function problemError(
  problem: DocumentProblem | DiskProblem,
  doing: string,
  file: string,
  messages: { password: string; unsound: string },
): TripKitError {
  const { reason } = problem;
  if (problem.problem === 'disk')
    return diskError(Object.assign(new Error(reason), { code: problem.code }), doing, file);
  if (problem.problem === 'password') return documentError('encrypted', messages.password);
  return documentError('damaged', messages.unsound, reason);
}
