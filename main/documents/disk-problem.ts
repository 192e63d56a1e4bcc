import type { DiskProblem } from './document-reader.ts';

/** What the system said of a read that failed; null where the error is another one. */
export function diskProblemOf(error: unknown): DiskProblem | null {
  if (!(error instanceof Error && 'syscall' in error && 'code' in error)) return null;
  return { problem: 'disk', reason: error.message, code: String(error.code) };
}
