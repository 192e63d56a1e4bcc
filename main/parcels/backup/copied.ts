/**
 * What of the user-data folder is copied: what can't be requested or made again. Documents are downloaded again,
 * `reading.sqlite` is made of them again, and sealed identities open on no other machine, so they stay out.
 */
import { auditMigrations } from '../../record/audit-database.ts';
import { migrations } from '../../store/migrations.ts';
import { personalMigrations } from '../../store/personal-database.ts';

/** A database that is copied. */
export interface CopiedDatabase {
  /** Its name in the user-data folder. */
  file: string;
  /** The steps that bring it to the version of this program. */
  migrations: readonly string[];
}

/** The table of the databases; `settings.json` is copied beside them. */
export const copiedDatabases: readonly CopiedDatabase[] = [
  { file: 'library.sqlite', migrations },
  { file: 'personal.sqlite', migrations: personalMigrations },
  { file: 'audit.sqlite', migrations: auditMigrations },
];
export const SETTINGS_FILE = 'settings.json';

/** Where `user_version` stands in a database's header: 4 bytes, the most significant first (sqlite.org/fileformat.html). */
export const VERSION_OFFSET = 60;
