import type { BackupSet } from './backup-set.ts';

/** Of how many days copies are kept. */
export const KEPT_DAYS = 7;

/** As much of a set as its keeping depends on. */
export type KeptSet = Pick<BackupSet, 'id' | 'made_at' | 'why'> & { files: readonly { name: string }[] };

export interface StillNeeded {
  /** Copied files whose damage nobody has decided about: since when, ms since 1970 UTC. */
  damaged: Readonly<Record<string, number>>;
  /** The set that the next start restores. */
  wanted: string | null;
}

/**
 * The sets that may go, as pure decision. Of each copied file the newest copy of each of the last seven days that have one
 * stays, so that a file that can't be copied any more keeps those that it has; and beside them the newest that was made
 * before an update. Of a file that was damaged the newest copy from before stays until a person has decided about it.
 */
export function setsToRemove(
  sets: readonly KeptSet[],
  { damaged, wanted }: StillNeeded = { damaged: {}, wanted: null },
): string[] {
  const names = new Set(sets.flatMap(({ files }) => files.map(({ name }) => name)));
  const keep = new Set<string | null>([wanted]);
  for (const name of names) {
    const having = sets
      .filter(({ files }) => files.some((file) => file.name === name))
      .toSorted((a, b) => b.made_at - a.made_at);
    const daily = having.filter(({ why }) => why === 'daily');
    const ofDays = [...Map.groupBy(daily, ({ made_at }) => Math.floor(made_at / 86_400_000)).values()];
    const kept = ofDays.slice(0, KEPT_DAYS).flatMap(([newest]) => newest ?? []);
    const oldest = kept.at(-1)?.made_at ?? 0;
    const update = having.find(({ why, made_at }) => why === 'update' && made_at >= oldest);
    const before = having.find(({ made_at }) => made_at < (damaged[name] ?? Number.NEGATIVE_INFINITY));
    for (const set of [...kept, update, before]) if (set) keep.add(set.id);
  }
  return sets.filter(({ id }) => !keep.has(id)).map(({ id }) => id);
}
