/** `tripkit health` on disks that can't be written to, or do not answer. */
import { execFileSync, spawnSync } from 'node:child_process';
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import type { HealthReport } from '../../main/support/health/health-report.ts';
import { freshFolder } from '../fresh-folder.ts';
import { patient } from '../patience.ts';
import { PATIENT, personsFolder, program, tool } from './health-folder.ts';

const mountFlag = ['-rm', '-m'].find(
  (flag) => spawnSync('unshare', [flag, 'sh', '-c', 'mount -t tmpfs tmpfs /mnt && umount /mnt']).status === 0,
);

test.skipIf(mountFlag === undefined)('on a read-only volume', async () => {
  const one = await personsFolder(freshFolder());
  const command = `mount --bind "$0" "$0" && mount -o remount,ro,bind "$0" && ! touch "$0/x" 2>/dev/null && exec "$@"`;
  const args = [
    mountFlag ?? '',
    'sh',
    '-c',
    command,
    one,
    process.execPath,
    '--disable-warning=ExperimentalWarning',
  ];
  const out = execFileSync(
    'unshare',
    [...args, program, 'health', '--json', ...PATIENT, '--user-data', one],
    {
      encoding: 'utf8',
    },
  );
  expect(JSON.parse(out)).toMatchObject({ event: 'health', library: { state: 'ok', kits: { total: 2 } } });
});

/** What a command may take that is to be cut off: longer on a busy machine, since its process must have begun. */
const seconds = (on_a_quiet_machine: number) => String(Math.ceil(patient(on_a_quiet_machine * 1000) / 1000));

const canHang = spawnSync('sh', ['-c', 'command -v mkfifo']).status === 0;

test.skipIf(!canHang)(
  'a disk that does not answer: the report comes in time all the same, and the process ends',
  async () => {
    // Whoever opens a pipe without a writer waits as one does for a share that went away: its thread can't be ended.
    const one = await personsFolder(freshFolder());
    rmSync(join(one, 'update-state.json'));
    execFileSync('mkfifo', [join(one, 'update-state.json')]);
    const part = tool('--json', '--timeout', seconds(6), '--user-data', one);
    expect(part.code).toBe(1);
    const found = JSON.parse(part.out) as HealthReport;
    expect(found).toMatchObject({ updates: null, library: { state: 'ok' } });
    expect(found.problems).toContainEqual(expect.objectContaining({ id: 'timeout' }));
    // What is read without a promise blocks the whole process that looks.
    rmSync(join(one, 'audit-head.json'));
    execFileSync('mkfifo', [join(one, 'audit-head.json')]);
    const whole = tool('--json', '--timeout', seconds(3), '--user-data', one);
    expect(whole.code).toBe(1);
    expect(JSON.parse(whole.out)).toMatchObject({
      folder: { state: 'timeout' },
      problems: [{ id: 'folder_timeout' }],
    });
  },
);
