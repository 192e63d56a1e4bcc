/** The passphrase of an identity may come from another program, so that it is on no disk (profile-and-headless.md, section 2). */
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { expect, test } from 'vitest';

test.skipIf(process.platform === 'win32')('from a pipe, so that it is on no disk', () => {
  const identity = join(import.meta.dirname, '../identity/fixtures/rsa-3des.p12');
  const program = join(import.meta.dirname, '../../main/headless.ts');
  const { status, stdout, stderr } = spawnSync(
    '/bin/sh',
    [
      ...['-c', 'echo "correct horse" | "$@"', 'sh', process.execPath],
      ...['--disable-warning=ExperimentalWarning', program, 'identity', 'show', '--json'],
      ...['--identity', identity, '--passphrase-file', '/dev/stdin'],
    ],
    { env: { PATH: process.env.PATH }, encoding: 'utf8' },
  );
  expect([status, JSON.parse(stdout).event]).toEqual([0, 'identity']);
  expect(stdout + stderr).not.toContain('correct horse');
});
