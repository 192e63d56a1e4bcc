import type { BackupSet } from './backup-set.ts';

/** Number of days of which a copy is kept. */
export const KEPT_DAYS = 7;

/** The parts of a set that decide whether it is kept. */
export type KeptSet = Pick<BackupSet, 'id' | 'made_at' | 'why'>;

/**
 * The sets to remove; pure. Kept are the newest of each of the last seven days that have one, the newest that was made
 * before an update, and the one that the next start restores.
 */
export function setsToRemove(sets: readonly KeptSet[], wanted: string | null = null): string[] {
  const newestFirst = sets.toSorted((a, b) => b.made_at - a.made_at);
  const daily = newestFirst.filter(({ why }) => why === 'daily');
  const ofDays = [...Map.groupBy(daily, ({ made_at }) => Math.floor(made_at / 86_400_000)).values()];
  const kept = ofDays.slice(0, KEPT_DAYS).flatMap(([newest]) => newest ?? []);
  const oldest = kept.at(-1)?.made_at ?? 0;
  const update = newestFirst.find(({ why, made_at }) => why === 'update' && made_at >= oldest);
  const keep = new Set([wanted, update?.id, ...kept.map(({ id }) => id)]);
  return sets.filter(({ id }) => !keep.has(id)).map(({ id }) => id);
}
