import { z } from 'zod';
import { time } from './kit-record.ts';
import type { LibraryRows } from './library-rows.ts';

/** A service profile as it was distributed, with the app's own id for it. */
export type StoredProfile = z.infer<typeof profileRow>;
const profileRow = z.object({
  /** The app's own UUID. */
  id: z.string().min(1),
  /** The profile file's JSON text, unchanged. */
  text: z.string(),
  added_at: time,
});

/** @throws ZodError if the row is not a profile */
export const readProfileRow = (row: unknown): StoredProfile => profileRow.parse(row);

export type ProfileStore = ReturnType<typeof profileStore>;

/** The store of service profiles. Synchronous and durable like KitStore. */
export function profileStore(rows: LibraryRows) {
  const select = (rest: string, ...args: string[]) =>
    rows.all('profiles', readProfileRow, `SELECT id, text, added_at FROM profiles ${rest}`, ...args);
  return {
    /** In the order of adding. */
    list: () => select('ORDER BY rowid'),
    get: (id: string): StoredProfile | undefined => select('WHERE id = ?', id)[0],
    /** Adds a profile. One with the same id is replaced and keeps its place. */
    add: ({ id, text, added_at }: StoredProfile) => rows.put('profiles', 'id', { id, text, added_at }),
    remove: (id: string) => {
      rows.run('DELETE FROM profiles WHERE id = ?', id);
    },
  };
}
