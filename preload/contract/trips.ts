/** Many trips at once, from a spreadsheet and back. */
import { z } from 'zod';
import { call } from './call.ts';
import { profileId } from './common.ts';
import { trip, tripProblem } from './kits.ts';

export const batchCalls = {
  /** What the rules say about each trip, in the same order; an empty list means that it may be sent. */
  check: call([profileId, z.array(trip).min(1).max(1000)], z.array(z.array(tripProblem))),
  /** Asks where to save, and writes rows as CSV for a spreadsheet; null if the person cancelled. */
  save: call(
    [
      z
        .array(z.array(z.string().max(12_000)).max(40))
        .min(1)
        .max(20_001),
    ],
    z.string().nullable(),
  ),
} as const;
