import type { DiskProblem } from './document-reader.ts';

/** The system's error of a failed read; null for other errors. */
export function diskProblemOf(error: unknown): DiskProblem | null {
  if (!(error instanceof Error && 'syscall' in error && 'code' in error)) return null;
  return { problem: 'disk', reason: error.message, code: String(error.code) };
}
