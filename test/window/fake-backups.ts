/** The fake's backup copies: two of the last days, and one from before an update. */
import type { BackupCopy } from '../../preload/contract.ts';
import type { FakeBridge } from './fake-bridge.ts';
import { type Named, ok } from './fake-setup.ts';

export function createFakeBackups(named: Named): Pick<FakeBridge, 'backups'> {
  const holds = { kits: 12, acknowledgements: 3, marks: 14, settings: true };
  const list: BackupCopy[] = [
    { ...holds, id: '20261121T091400Z', made_at: '2026-11-21T09:14:00.000Z', why: 'daily' },
    {
      ...holds,
      id: '20261120T184500Z',
      made_at: '2026-11-20T18:45:00.000Z',
      why: 'update',
      marks: null,
    },
    {
      ...holds,
      id: '20261120T091000Z',
      made_at: '2026-11-20T09:10:00.000Z',
      why: 'daily',
      kits: 1,
      marks: 1,
    },
  ];
  return {
    backups: {
      list: named('backups.list', () => ok(list)),
      restore: named('backups.restore', (id) => ok(id)),
    },
  };
}
