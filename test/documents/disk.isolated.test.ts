/**
 * What a failing disk does to the library: real volumes in a mount namespace of their own, real permissions, real
 * folders that go away, and errors that the kernel is made to answer (strace). Tests that need what this machine does
 * not give are shown as skipped.
 */
import { execFileSync, spawnSync } from 'node:child_process';
import {
  chmodSync,
  chownSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { diskError } from '../../main/common/disk-error.ts';
import { publishInApp } from '../../main/documents/document-folder.ts';
import { PartFile } from '../../main/documents/part-file.ts';
import { databaseError } from '../../main/store/database-error.ts';
import { openUserDatabase } from '../../main/store/user-database.ts';
import { freshFolder } from '../fresh-folder.ts';
import { BY_PERSON } from '../kits.ts';
import { aKit, anEvent } from './samples.ts';

const source = (path: string) => JSON.stringify(new URL(`../../main/${path}`, import.meta.url).href);
const works = (command: string, ...args: string[]) => spawnSync(command, args).status === 0;
const mountFlag = ['-rm', '-m'].find((flag) =>
  works('unshare', flag, 'sh', '-c', 'mount -t tmpfs tmpfs /mnt && umount /mnt'),
);
const isRoot = process.getuid?.() === 0;
const canTrace = works('strace', '-f', '-o', '/dev/null', '-e', 'inject=pwrite64:error=EIO:when=1', 'true');

/** What every program here starts with; `dir` is where it works, `say` what it answers. */
const preamble = `
  import { execFileSync } from 'node:child_process';
  import fs from 'node:fs';
  import { openUserDatabase } from ${source('store/user-database.ts')};
  import { PartFile } from ${source('documents/part-file.ts')};
  import { publishInApp } from ${source('documents/document-folder.ts')};
  import { writeParcel } from ${source('documents/parcel-writer.ts')};
  const dir = process.argv[1];
  const file = dir + '/library.db';
  const answers = [];
  const say = (...words) => answers.push(words.join(' '));
  process.on('exit', () => fs.writeSync(1, JSON.stringify(answers)));
  const attempt = async (name, action) => {
    try { await action(); say(name, 'fine'); }
    catch (error) { say(name, error.kind, error.condition); }
  };
  const kit = (n, text = '') => ({ id: '00000000-0000-4000-8000-' + String(n).padStart(12, '0'), profile_id: 'p',
    tripkit_id: 'TK', trip: null, state: 'generating', created_at: n, state_since: n, due_at: null, requested_at: null,
    messages: [{ code: '1', type: 'Info', message: text }], failure: null, document: null });
  const write = (db, n, text) => db.kits.write(kit(n, text), { kit_id: kit(n).id, at: n, state: 'generating', what: 'x' });
  const numbers = (db) => db.kits.list().map((kit) => kit.created_at).reverse().join(',');
  const fillUp = () => {
    const filler = fs.openSync(dir + '/filler', 'w');
    for (const size of [65536, 512]) { try { for (;;) fs.writeSync(filler, Buffer.alloc(size)); } catch {} }
    fs.closeSync(filler);
  };
  const makeRoom = () => fs.rmSync(dir + '/filler');
`;

function run(command: string, args: readonly string[], program: string, dir: string): string[] {
  const node = [process.execPath, '--input-type=module', '-e', preamble + program, dir];
  const output = execFileSync(command, [...args, ...node], { encoding: 'utf8' });
  return JSON.parse(output) as string[];
}

/** Runs a program on a volume of so many MB that nobody else sees. */
function onSmallVolume(program: string, size = 1): string[] {
  const dir = join(freshFolder(), 'volume');
  mkdirSync(dir);
  const mounted = `mount -t tmpfs -o size=${size}m tmpfs "$1" && shift && exec "$@"`;
  return run('unshare', [mountFlag ?? '-m', 'sh', '-c', mounted, 'sh', dir], program, dir);
}

test.runIf(mountFlag)(
  'a full volume is told at every step, changes nothing, and all goes on when there is room',
  () => {
    const answers = onSmallVolume(`
    let db = openUserDatabase(file);
    write(db, 1);
    fillUp();
    const long = 'x'.repeat(50_000);
    await attempt('new kit', () => write(db, 2, long));
    await attempt('change', () => write(db, 1, long));
    await attempt('mark', () => db.pins.set(kit(1).id, true, 1));
    say(numbers(db), db.kits.history(kit(1).id).length, db.kits.list()[0].messages[0].message.length);
    await attempt('part', async () => {
      const part = await PartFile.open(dir + '/' + kit(1).id + '.part', 'key');
      await part.begin({ etag: '"v"', total: null });
      try { await part.write(Buffer.alloc(600_000, 7)); await part.finish(); } finally { await part.close(); }
    });
    const document = { bytes: 1, sha256: 'ab'.repeat(32), pages: 1 };
    await attempt('parcel', () => writeParcel(dir, { kit: kit(1, long), document, dates: [], seal: null }));
    say(fs.readdirSync(dir).filter((name) => name.includes('kit.json')).length, 'parcels');
    makeRoom();
    await attempt('new kit', () => write(db, 2, long));
    await attempt('mark', () => db.pins.set(kit(1).id, true, 1));
    const part = await PartFile.open(dir + '/' + kit(1).id + '.part', 'key');
    if (part.etag === null) await part.begin({ etag: '"v"', total: null });
    await part.write(Buffer.alloc(600_000 - part.received, 7));
    const whole = await part.finish();
    await publishInApp(part.path, dir, kit(1).id);
    say('part', whole.bytes, fs.readFileSync(dir + '/' + kit(1).id + '.pdf').every((byte) => byte === 7));
    db.close();
    db = openUserDatabase(file);
    say(numbers(db), db.setAside, db.pins.list().has(kit(1).id));
  `);
    expect(answers).toEqual([
      'new kit disk no_space',
      'change disk no_space',
      'mark disk no_space',
      '1 1 0',
      'part disk no_space',
      'parcel disk no_space',
      '0 parcels',
      'new kit fine',
      'mark fine',
      'part 600000 true',
      '1,2  true',
    ]);
  },
);

test.runIf(mountFlag)(
  'a full volume at the start: a sound library is read, and a damaged one is kept as it is',
  () => {
    const answers = onSmallVolume(
      `
    fillUp();
    await attempt('new library', () => openUserDatabase(file));
    makeRoom();
    let db = openUserDatabase(file);
    for (let n = 1; n <= 200; n += 1) write(db, n, 'x'.repeat(1000));
    db.close();
    fillUp();
    db = openUserDatabase(file);
    say('readable', db.kits.list().length);
    db.close();
    makeRoom();
    const bytes = fs.readFileSync(file);
    fs.writeFileSync(file, bytes.fill(0x5a, 0, 4096));
    fillUp();
    await attempt('damaged library', () => openUserDatabase(file));
    say(fs.readFileSync(file).equals(bytes), fs.readdirSync(dir).filter((name) => /damaged/.test(name)));
    makeRoom();
    db = openUserDatabase(file);
    say(db.kits.list().length, fs.readFileSync(db.setAside).equals(bytes));
  `,
      16,
    );
    expect(answers).toEqual([
      'new library disk no_space',
      'readable 200',
      'damaged library disk no_space',
      'true ',
      '0 true',
    ]);
  },
);

test.runIf(mountFlag)('a read-only volume is told as one', () => {
  const answers = onSmallVolume(`
    const db = openUserDatabase(file);
    write(db, 1);
    db.close();
    const part = await PartFile.open(dir + '/' + kit(1).id + '.part', 'key');
    await part.begin({ etag: '"v"', total: null });
    await part.write(Buffer.from('abc'));
    await part.close();
    execFileSync('mount', ['-o', 'remount,ro', dir]);
    await attempt('library', () => openUserDatabase(file));
    await attempt('part', () => PartFile.open(part.path, 'key'));
    await attempt('publishing', () => publishInApp(part.path, dir, kit(1).id));
    execFileSync('mount', ['-o', 'remount,rw', dir]);
    say(numbers(openUserDatabase(file)), (await PartFile.open(part.path, 'key')).received);
  `);
  expect(answers).toEqual([
    'library disk read_only',
    'part disk read_only',
    'publishing disk read_only',
    '1 3',
  ]);
});

test.runIf(!isRoot || works('setpriv', '--reuid=65534', 'true'))(
  'what this account may not use is told as such',
  () => {
    const dir = freshFolder();
    const [locked, closed] = [join(dir, 'locked'), join(dir, 'closed')];
    for (const each of [locked, closed]) {
      mkdirSync(each);
      openUserDatabase(join(each, 'library.db')).close();
    }
    chmodSync(join(closed, 'library.db'), 0);
    const nobody = 65_534;
    if (isRoot) for (const path of [dir, closed, join(closed, 'library.db')]) chownSync(path, nobody, nobody);
    chmodSync(locked, 0o555);
    const [command = 'env', ...args] = isRoot
      ? ['setpriv', '--reuid=65534', '--regid=65534', '--clear-groups']
      : [];
    const program = `
    await attempt('library', () => openUserDatabase(file));
    await attempt('part', () => PartFile.open(dir + '/x.part', 'key'));
  `;
    expect(run(command, args, program, locked)).toEqual(['library disk no_access', 'part disk no_access']);
    expect(run(command, args, program, closed)).toEqual(['library disk no_access', 'part fine']);
    chmodSync(locked, 0o755);
  },
);

test('a library whose folder goes away writes nothing that would be lost with it, and goes on when it is back', async () => {
  const dir = join(freshFolder(), 'tripkit');
  const away = `${dir} (away)`;
  mkdirSync(dir);
  const db = openUserDatabase(join(dir, 'library.db'));
  const [kit, other] = [aKit(), aKit()];
  db.kits.write(kit, anEvent(kit));
  renameSync(dir, away);
  const gone = expect.objectContaining({ kind: 'disk', condition: 'gone' });
  expect(() => db.kits.write(other, anEvent(other))).toThrow(gone);
  expect(() => db.pins.set(kit.id, true, 1)).toThrow(gone);
  expect(() => db.kits.remove(kit.id, BY_PERSON)).toThrow(gone);
  // What is open can still be read.
  expect(db.kits.list()).toEqual([kit]);
  expect(existsSync(dir)).toBe(false);
  renameSync(away, dir);
  db.kits.write(other, anEvent(other));
  db.close();
  const again = openUserDatabase(join(dir, 'library.db'));
  expect(again.kits.list()).toHaveLength(2);
  again.close();
});

test('a document in the making whose folder goes away goes on when it is back', async () => {
  const dir = join(freshFolder(), 'documents');
  const away = `${dir} (away)`;
  mkdirSync(dir);
  const id = crypto.randomUUID();
  const path = join(dir, `${id}.part`);
  let part = await PartFile.open(path, id);
  await part.begin({ etag: '"v"', total: 6 });
  await part.write(Buffer.from('abc'));
  renameSync(dir, away);
  await part.close();
  await expect(publishInApp(path, dir, id)).rejects.toMatchObject({ kind: 'disk', condition: 'gone' });
  expect(existsSync(dir)).toBe(false);
  renameSync(away, dir);
  part = await PartFile.open(path, id);
  expect([part.received, part.etag]).toEqual([3, '"v"']);
  await part.write(Buffer.from('def'));
  await part.finish();
  await publishInApp(path, dir, id);
  await part.close();
  expect(readdirSync(dir)).toEqual([`${id}.pdf`]);
  expect(readFileSync(join(dir, `${id}.pdf`), 'utf8')).toBe('abcdef');
});

test.runIf(canTrace)(
  'a disk that answers with an error is told as such, and what was written before stays',
  async () => {
    const dir = freshFolder();
    const tracing = (path: string, ...rules: string[]) => [
      ...['-f', '-o', '/dev/null', '-P', join(dir, path)],
      ...rules.flatMap((rule) => ['-e', `inject=${rule}`]),
    ];
    const library = `
    const db = openUserDatabase(file);
    await attempt('library', () => write(db, 2));
    say(numbers(db));
    db.close();
  `;
    run('env', [], 'const db = openUserDatabase(file); write(db, 1); db.close();', dir);
    expect(run('strace', tracing('library.db-wal', 'pwrite64:error=EIO'), library, dir)).toEqual([
      'library disk io',
      '1',
    ]);
    expect(run('strace', tracing('library.db-wal', 'fdatasync,fsync:error=EIO'), library, dir)).toEqual([
      'library disk io',
      '1',
    ]);
    expect(run('env', [], library, dir)).toEqual(['library fine', '1,2']);
    const part = `
    const part = await PartFile.open(dir + '/kit.part', 'key');
    if (part.etag === null) await part.begin({ etag: '"v"', total: null });
    await attempt('part', async () => {
      for (let n = 0; n < 2; n += 1) await part.write(Buffer.alloc(600_000, 7));
      await part.flush();
    });
    await part.close();
  `;
    const size = () => statSync(join(dir, 'kit.part')).size;
    expect(run('env', [], part, dir)).toEqual(['part fine']);
    expect(run('strace', tracing('kit.part', 'write,pwrite64:error=EIO'), part, dir)).toEqual([
      'part disk io',
    ]);
    expect(size()).toBe(1_200_000);
    expect(run('strace', tracing('kit.part', 'fdatasync,fsync:error=EIO'), part, dir)).toEqual([
      'part disk io',
    ]);
    expect(size()).toBe(2_400_000);
    const again = await PartFile.open(join(dir, 'kit.part'), 'key');
    expect([again.etag, again.received]).toEqual(['"v"', 2_400_000]);
    await again.close();
  },
);

test('every error of a disk comes down to a condition and a sentence that says what to do', () => {
  const dir = freshFolder();
  const conditions = Object.entries({
    no_space: ['ENOSPC', 'EDQUOT'],
    no_access: ['EACCES', 'EPERM'],
    read_only: ['EROFS'],
    gone: ['ENOENT', 'ENOTDIR', 'ENODEV', 'ENXIO', 'ESTALE', 'ENOTCONN'],
    io: ['EIO'],
    in_use: ['EBUSY', 'ETXTBSY'],
  });
  for (const [condition, codes] of conditions) {
    for (const code of codes) {
      const cause = Object.assign(new Error('inner'), { code });
      const error = diskError(cause, 'Saving the document', join(dir, 'x.pdf'));
      expect(error).toMatchObject({ kind: 'disk', condition, cause });
      expect(error.message).toMatch(/^Saving the document failed.*\. [A-Z].*\.$/);
      expect(error.message).toContain(dir);
    }
  }
  writeFileSync(join(dir, 'library.db'), '');
  const codes = { no_space: 13, in_use: 5, damaged: 11, io: 778 };
  for (const [condition, errcode] of Object.entries(codes)) {
    const error = databaseError(Object.assign(new Error('inner'), { errcode }), join(dir, 'library.db'));
    expect(error).toMatchObject({ kind: 'disk', condition });
    expect(error.message).toMatch(/\. [A-Z].*\.$|: .*\. [A-Z]/);
  }
  // SQLite says that it can't write or open; the folder says why.
  for (const errcode of [8, 10, 14]) {
    const gone = databaseError(
      Object.assign(new Error('inner'), { errcode }),
      join(dir, 'gone', 'library.db'),
    );
    expect(gone.condition).toBe('gone');
  }
});
