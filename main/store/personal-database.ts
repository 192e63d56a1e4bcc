/**
 * The personal database: what people put beside their kits (places, marks, what they did, standing orders). It can't be
 * made again, so damage is put aside, never deleted; and reading doesn't depend on it, so the app starts without it too.
 *
 * It is a file of its own because the rescue of the library (rescue-rows.ts) knows that database's tables by their
 * columns. Rows name their kit by its id; what belongs to a kit is removed with it by whoever owns the table.
 */
import { type LastingDatabase, type LastingDatabaseOptions, openLasting } from './lasting-database.ts';
import { personalMigrations } from './personal-migrations.ts';

export type PersonalDatabase = LastingDatabase;
export type PersonalDatabaseOptions = LastingDatabaseOptions;

const kind = {
  migrations: personalMigrations,
  name: 'the personal database',
  problem:
    'Your reading places and marks can’t be kept on this laptop just now; your kits can be read all the same.',
};

/** Opens the personal database, or starts one (openLasting). */
export function openPersonalDatabase(file: string, options: PersonalDatabaseOptions = {}): PersonalDatabase {
  return openLasting(file, kind, options);
}
