import { expect, test } from 'vitest';
import { TripKitError } from '../../main/common/errors.ts';
import { backupCalls } from '../../main/parcels/backup-calls.ts';
import { backupCopy } from '../../preload/contract/parcels.ts';

const MADE = Date.UTC(2026, 10, 21, 9, 14);
const file = (name: string, rows: Record<string, number>) => ({
  name,
  rows,
  bytes: 1,
  sha256: '',
  version: 1,
});

function setUp(request: (id: string) => Promise<void> = async () => {}, yes = true) {
  const did: string[] = [];
  const copies = [
    {
      id: '20261121T091400Z',
      made_at: MADE,
      why: 'daily' as const,
      app_version: '1.0.0',
      files: [file('user.sqlite', { kits: 3, acknowledgements: 2, pins: 1 }), file('settings.json', {})],
    },
  ];
  const calls = backupCalls({
    restores: {
      list: async () => copies,
      request,
    },
    confirm: async ({ message }) => {
      did.push(message);
      return yes;
    },
    restart: () => void did.push('restart'),
  });
  return { calls, did };
}

test('copies are listed with what they hold; what they have no copy of is null', async () => {
  const { calls } = setUp();
  expect(backupCopy.array().parse(await calls.list())).toEqual([
    {
      id: '20261121T091400Z',
      made_at: '2026-11-21T09:14:00.000Z',
      why: 'daily',
      kits: 3,
      acknowledgements: 2,
      marks: null,
      settings: true,
    },
  ]);
});

const QUESTION = 'Restore the copy of 21 Nov 2026 09:14Z?';

test('nothing is restored without a yes in the system’s dialog', async () => {
  const requested: string[] = [];
  const { calls, did } = setUp(async (id) => void requested.push(id), false);
  expect(await calls.restore('20261121T091400Z')).toBeNull();
  expect([did, requested]).toEqual([[QUESTION], []]);
});

test('the app restarts only where the restore is prepared', async () => {
  const prepared = setUp();
  expect(await prepared.calls.restore('20261121T091400Z')).toBe('20261121T091400Z');
  expect(prepared.did).toEqual([QUESTION, 'restart']);
  const refused = setUp(async () => {
    throw new TripKitError('config', 'This backup copy is not there any more. Choose another one.');
  });
  // Nobody is asked about a copy that is not there.
  await expect(async () => refused.calls.restore('20261120T091400Z')).rejects.toThrow('not there any more');
  expect(refused.did).toEqual([]);
});
