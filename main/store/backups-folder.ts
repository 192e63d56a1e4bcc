import { join } from 'node:path';

/** The folder of the backup copies. */
export function backupsFolder(user_data: string): string {
  return join(user_data, 'backups');
}
