import { z } from 'zod';
import type { LibraryRows } from './library-rows.ts';

/** How long one kit took, as far as that can be known (see kits/learned-times.ts). */
export type GenerationTime = z.infer<typeof timeRow>;
const timeRow = z.object({
  /** From the request's acceptance to the finished PDF, ms. */
  ms: z.number(),
  /** When the app noticed it, ms since 1970 UTC. */
  at: z.number(),
});

/** Maximum number of times kept for each profile. */
export const KEPT_TIMES = 200;

/** Generation times seen on this laptop, by profile. The poll schedule learns from them. */
export interface GenerationTimes {
  /** At most the newest KEPT_TIMES, newest first. */
  past(profile_id: string): readonly GenerationTime[];
  /** @throws TripKitError of kind `disk` if it can't be written */
  add(profile_id: string, time: GenerationTime): void;
}

/** Times in memory, for the headless command and for tests. */
export class MemoryGenerationTimes implements GenerationTimes {
  readonly #times = new Map<string, GenerationTime[]>();

  past(profile_id: string): readonly GenerationTime[] {
    return this.#times.get(profile_id) ?? [];
  }

  add(profile_id: string, time: GenerationTime): void {
    this.#times.set(profile_id, [time, ...this.past(profile_id)].slice(0, KEPT_TIMES));
  }
}

/** Times in the library. They are not rescued from a damaged library: new ones are learned within a day. */
export function generationTimes(rows: LibraryRows): GenerationTimes {
  return {
    past: (profile_id) =>
      rows.all(
        'generation_times',
        (row) => timeRow.parse(row),
        `SELECT ms, at FROM generation_times WHERE profile_id = ? ORDER BY seq DESC LIMIT ${KEPT_TIMES}`,
        profile_id,
      ),
    add: (profile_id, { ms, at }) =>
      rows.write(() => {
        rows.insert('generation_times', { profile_id, ms: Math.round(ms), at: Math.round(at) });
        rows.run(
          `DELETE FROM generation_times WHERE profile_id = ?1 AND seq <=
           (SELECT seq FROM generation_times WHERE profile_id = ?1 ORDER BY seq DESC LIMIT 1 OFFSET ${KEPT_TIMES})`,
          profile_id,
        );
      }),
  };
}
