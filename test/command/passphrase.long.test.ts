/** Where the command takes the passphrase from (profile-and-headless.md, section 2), as a process of its own. */
import { spawnSync } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';

const root = join(import.meta.dirname, '../..');
const IDENTITY = join(import.meta.dirname, '../identity/fixtures/rsa-3des.p12');
const PASSPHRASE = 'correct horse';

let folder = '';
let file = '';
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'tripkit-passphrase-'));
  file = join(folder, 'passphrase');
  await writeFile(file, `${PASSPHRASE}\n`);
});
afterAll(() => rm(folder, { recursive: true, force: true }));

/** Shows the identity; `piped` is the file that another program writes into its standard input. */
function show(options: readonly string[], { piped = '', env = {} as Record<string, string> } = {}) {
  const [program = '', ...shell] = piped
    ? ['/bin/sh', '-c', 'cat "$0" | "$@"', piped, process.execPath]
    : [process.execPath];
  const { status, stdout, stderr } = spawnSync(
    program,
    [
      ...shell,
      '--disable-warning=ExperimentalWarning',
      join(root, 'main/headless.ts'),
      ...['identity', 'show', '--json', '--identity', IDENTITY, ...options],
    ],
    { env: { PATH: process.env.PATH, ...env }, encoding: 'utf8' },
  );
  expect(`${stdout}${stderr}`).not.toContain(PASSPHRASE);
  return { status, event: JSON.parse(stdout).event };
}

const shown = { status: 0, event: 'identity' };
const refused = { status: 2, event: 'failed' };

test('from a file, or from the variable; the file wins', () => {
  expect(show(['--passphrase-file', file])).toEqual(shown);
  expect(show([], { env: { TRIPKIT_PASSPHRASE: PASSPHRASE } })).toEqual(shown);
  expect(show([], { env: { TRIPKIT_PASSPHRASE: 'another' } })).toEqual(refused);
  expect(show(['--passphrase-file', file], { env: { TRIPKIT_PASSPHRASE: 'another' } })).toEqual(shown);
});

test.skipIf(process.platform === 'win32')('from a pipe, so that it is on no disk', async () => {
  const another = join(folder, 'another');
  await writeFile(another, 'another\n');
  expect(show(['--passphrase-file', '/dev/stdin'], { piped: file })).toEqual(shown);
  expect(show(['--passphrase-file', '/dev/stdin'], { piped: another })).toEqual(refused);
});
