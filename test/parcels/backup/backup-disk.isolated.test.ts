/** What a full disk and files that may not be read do to backup copies: real volumes and real permissions, in a process of its own. */
import { execFileSync, spawnSync } from 'node:child_process';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { freshFolder } from '../../fresh-folder.ts';

const source = (path: string) => JSON.stringify(new URL(`../../../${path}`, import.meta.url).href);
const mountFlag = ['-rm', '-m'].find(
  (flag) => spawnSync('unshare', [flag, 'sh', '-c', 'mount -t tmpfs tmpfs /mnt && umount /mnt']).status === 0,
);

/** A run of the app's databases and copies in `dir`; its notices are said. */
const preamble = `
  import fs from 'node:fs';
  import { BackupKeeper } from ${source('main/parcels/backup/backup-keeper.ts')};
  import { NoticeBoard } from ${source('main/host/notices.ts')};
  import { Restores } from ${source('main/parcels/backup/restores.ts')};
  import { documentThreads } from ${source('main/documents/document-reader.ts')};
  import { DocumentVerifier } from ${source('main/documents/verify-document.ts')};
  import { openLibrary } from ${source('main/parcels/open-library.ts')};
  import { ActivityLog } from ${source('main/kits/activity-log.ts')};
  const dir = process.argv[1];
  const answers = [];
  const say = (...words) => answers.push(words.join(' '));
  process.on('exit', () => fs.writeSync(1, JSON.stringify(answers)));
  const log = { info() {}, warn() {}, error() {} };
  const start = async () => {
    const notices = new NoticeBoard();
    let at = Date.now();
    const clock = { now: () => at, monotonic: () => 0, sleep: (ms, signal) => new Promise((go, stop) => {
      if (signal.aborted) return stop(signal.reason);
      signal.addEventListener('abort', () => stop(signal.reason));
      if (ms === 60_000) setImmediate(go);
    }) };
    const restores = await Restores.open({ user_data: dir, log });
    const backups = new BackupKeeper({ user_data: dir, app_version: '1', wanted: () => restores.wanted, notices, clock, log, quit_limit_ms: 60_000 });
    const paths = { user_data: dir, documents: dir + '/documents' };
    const library = await openLibrary({ paths, log, now: clock.now, notices, backups, restores, incoming: null, receivedSettings: 0, agreements: { withProofs: () => () => {} }, verifier: new DocumentVerifier(documentThreads()) });
    return { ...library, notices, restores, backups, acts: new ActivityLog({ events: library.events, log, now: clock.now, user: 'anna' }),
      async end() { await backups.stop(); await library.stop(); } };
  };
  const kit = { id: 'k', document: null };
`;

function run(command: string, args: readonly string[], program: string, dir: string): string[] {
  const node = [process.execPath, '--input-type=module', '-e', preamble + program, dir];
  return JSON.parse(execFileSync(command, [...args, ...node], { encoding: 'utf8' })) as string[];
}

test.runIf(mountFlag)('a full disk: no copy, nothing left of it, one notice, and the app goes on', () => {
  const dir = join(freshFolder(), 'volume');
  mkdirSync(dir);
  const mounted = 'mount -t tmpfs -o size=8m tmpfs "$1" && shift && exec "$@"';
  const answers = run(
    'unshare',
    [mountFlag ?? '-m', 'sh', '-c', mounted, 'sh', dir],
    `
    const app = await start();
    app.backups.start();
    app.acts.record('opened', [kit]);
    while (app.notices.list().length === 0) await new Promise(setImmediate);
    for (const { id, message } of app.notices.list()) say(id, message.replace(dir, 'DIR'));
    say(fs.readdirSync(dir + '/backups'));
    await app.end();
    const next = await start();
    say(next.events.ofKit('k').length, next.notices.list().length);
    await next.end();
  `,
    dir,
  );
  expect(answers).toEqual([
    'backup There is no new backup copy of your marks, acknowledgements and settings. Making the backup copy failed: there is no space left in DIR/backups. Free some space and try again.',
    'uncopied',
    '1 0',
  ]);
});

test.runIf(process.getuid?.() === 0)(
  'a file that may not be read is not missing, and its copies stay',
  () => {
    const answers = run(
      'env',
      [],
      `
    fs.chownSync(dir, 65534, 65534);
    process.setegid(65534);
    process.seteuid(65534);
    const first = await start();
    first.acts.record('opened', [kit]);
    await first.end();
    fs.chmodSync(dir + '/user.sqlite', 0);
    await start().catch(({ condition }) => say(condition));
    say((await first.restores.list()).length);
    fs.chmodSync(dir + '/user.sqlite', 0o600);
    const third = await start();
    say(third.events.ofKit('k').length, third.notices.list().length);
    await third.end();
  `,
      freshFolder(),
    );
    expect(answers).toEqual(['no_access', '1', '1 0']);
  },
);
