/** Words of the backup copies, in the settings. */
import { plural } from '../../strings/plural.ts';

export const backups = {
  title: 'Backup copies',
  intro:
    'Every day while it runs, and when it quits, the app copies what can’t be requested again: marks, reading places, acknowledgements, kept kits, histories, standing orders, profiles and settings. Copies of seven days stay on this laptop. Documents are not copied: they can be downloaded again.',
  none: 'There is no copy yet. The first one is made a minute after the app’s start.',
  list: 'Copies, the newest first',
  copy: (made: string, holds: string, update: boolean) =>
    `${made}${update ? ' (before an update)' : ''}: ${holds}`,
  kits: (count: number) => plural(count, 'kit', 'kits'),
  acknowledgements: (count: number) => plural(count, 'acknowledgement', 'acknowledgements'),
  marks: (count: number) => plural(count, 'mark', 'marks'),
  orders: (count: number) => plural(count, 'standing order', 'standing orders'),
  settings: 'settings',
  restore: 'Restore…',
  decline: 'Go on without it',
};
