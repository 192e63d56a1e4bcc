/**
 * The database of the activity record. It is a file of its own, so that what happened outlives the kit that it happened to,
 * and so that no damage of it can touch the library. It can't be made again: damage is put aside, never deleted.
 */
import { type LastingDatabase, type LastingDatabaseOptions, openLasting } from '../store/lasting-database.ts';
import { auditMigrations } from './audit-migrations.ts';

export type AuditDatabase = LastingDatabase;

const kind = {
  migrations: auditMigrations,
  name: 'the activity record',
  problem:
    'What is done with kits can’t be written into the activity record just now; your kits can be read all the same.',
  /** So that a start takes no second longer: 64 MB. */
  many_pages: 16_384,
};

/** Opens the record's database, or starts one (openLasting). */
export function openAuditDatabase(file: string, options: LastingDatabaseOptions = {}): AuditDatabase {
  return openLasting(file, kind, options);
}
