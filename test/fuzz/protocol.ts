/** What the process of a target is told, and what it tells. */
import type { Problem } from './oracle.ts';

export interface Orders {
  /** URL of the module that exports `targets`. */
  module: string;
  target: string;
  seed: number;
  /** The first input's number, and the one behind the last. */
  from: number;
  to: number;
  /** Finds that are known already. */
  known: readonly string[];
  /** A file with the number of the input under way, so that it is known when the process ends, and a count of judgements. */
  progress: string;
}

export type Report =
  | { what: 'find'; n: number; problem: Problem; input: string; shrunk: boolean }
  /** It grew by so many MiB: to be judged in a process of its own. */
  | { what: 'grew'; n: number; by: number }
  | { what: 'end' };
