import { execFile, execFileSync, spawn, spawnSync } from 'node:child_process';
import { createHash, randomBytes } from 'node:crypto';
import { once } from 'node:events';
import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  statSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { FileLock } from '../../main/common/file-lock.ts';
import { PartFile } from '../../main/documents/part-file.ts';
import { strongEtag } from '../../main/documents/part-sidecar.ts';
import { freshFolder } from '../fresh-folder.ts';

const run = promisify(execFile);
const newPart = () => join(freshFolder(), 'kit.part');
const sha256 = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex');
const etag = '"v1"';
const partFile = JSON.stringify(new URL('../../main/documents/part-file.ts', import.meta.url).href);

async function started(path: string, bytes: Uint8Array, total: number | null = null): Promise<void> {
  const part = await PartFile.open(path, 'key');
  await part.begin({ etag, total });
  await part.write(bytes);
  await part.close();
}

test('collects a document, hashes it, and leaves nothing beside it once it is discarded', async () => {
  const path = newPart();
  const bytes = randomBytes(1_500_000);
  const part = await PartFile.open(path, 'key');
  expect(part).toMatchObject({ received: 0, etag: null, total: null, path });
  await part.begin({ etag, total: bytes.length });
  for (let at = 0; at < bytes.length; at += 16_000) await part.write(bytes.subarray(at, at + 16_000));
  expect(part).toMatchObject({ received: bytes.length, etag, total: bytes.length });
  expect(await part.finish()).toEqual({ bytes: bytes.length, sha256: sha256(bytes) });
  expect(readFileSync(path)).toEqual(bytes);
  await part.discard();
  expect(readdirSync(dirname(path))).toEqual([]);
});

test.skipIf(process.platform === 'win32')('follows no link that somebody put in its place', async () => {
  const path = newPart();
  const theirs = join(freshFolder(), 'theirs');
  writeFileSync(theirs, 'precious');
  symlinkSync(theirs, path);
  await expect(PartFile.open(path, 'key')).rejects.toMatchObject({ kind: 'disk', condition: 'link' });
  expect(readdirSync(dirname(path))).toEqual(['kit.part']);
  const beside = newPart();
  symlinkSync(theirs, `${beside}.json.new`);
  await started(beside, randomBytes(10));
  expect(readFileSync(theirs, 'utf8')).toBe('precious');
  expect(statSync(`${beside}.json`).isFile()).toBe(true);
});

test('goes on in a later run, whatever the pieces (property)', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.array(fc.uint8Array({ maxLength: 3_000 }), { maxLength: 6 }), {
        minLength: 1,
        maxLength: 5,
      }),
      fc.boolean(),
      async (runs, flushes) => {
        const path = newPart();
        const whole = Buffer.concat(runs.flat());
        let begun = false;
        let done = 0;
        for (const pieces of runs) {
          const part = await PartFile.open(path, 'key');
          expect(part.received).toBe(done);
          if (!begun || part.etag === null) await part.begin({ etag, total: whole.length });
          begun = true;
          for (const piece of pieces) {
            await part.write(piece);
            done += piece.length;
          }
          if (flushes) await part.flush();
          await part.close();
        }
        const part = await PartFile.open(path, 'key');
        expect(part).toMatchObject(
          done === 0 ? { received: 0, etag: null } : { received: done, etag, total: whole.length },
        );
        expect(await part.finish()).toEqual({ bytes: whole.length, sha256: sha256(whole) });
        await part.close();
      },
    ),
    { numRuns: 40 },
  );
});

test('a run that is killed leaves a part that goes on from what is on the disk', async () => {
  const path = newPart();
  const program = `
    import { PartFile } from ${partFile};
    const part = await PartFile.open(process.argv[1], 'key');
    await part.begin({ etag: '"v1"', total: 1e9 });
    for (let i = 0; ; i += 1) {
      await part.write(Buffer.alloc(200_000, i % 251));
      if (i === 20) process.stdout.write('twenty');
    }`;
  const child = spawn(process.execPath, ['--input-type=module', '-e', program, path], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  await once(child.stdout, 'data');
  child.kill('SIGKILL');
  await once(child, 'close');
  const onDisk = readFileSync(path);
  expect(onDisk.length).toBeGreaterThan(2_000_000);
  for (let at = 0; at < onDisk.length; at += 200_000) expect(onDisk[at]).toBe((at / 200_000) % 251);

  const part = await PartFile.open(path, 'key');
  expect(part).toMatchObject({ received: onDisk.length, etag, total: 1e9 });
  await part.write(Buffer.from('end'));
  expect(await part.finish()).toEqual({
    bytes: onDisk.length + 3,
    sha256: sha256(Buffer.concat([onDisk, Buffer.from('end')])),
  });
  await part.close();
});

test('after a restart of the machine only what was synced counts', async () => {
  const path = newPart();
  const part = await PartFile.open(path, 'key');
  await part.begin({ etag, total: null });
  await part.write(Buffer.from('synced'));
  await part.flush();
  await part.write(Buffer.from(' and lost'));
  await part.close();
  const sidecar = JSON.parse(readFileSync(`${path}.json`, 'utf8'));
  writeFileSync(`${path}.json`, JSON.stringify({ ...sidecar, boot_time: sidecar.boot_time - 3600 }));
  const again = await PartFile.open(path, 'key');
  expect(again.received).toBe(6);
  expect(await again.finish()).toEqual({ bytes: 6, sha256: sha256(Buffer.from('synced')) });
  await again.close();
});

test.each<[string, (path: string) => void]>([
  ['is empty', (path) => writeFileSync(`${path}.json`, '')],
  ['is cut off', (path) => writeFileSync(`${path}.json`, readFileSync(`${path}.json`, 'utf8').slice(0, 20))],
  [
    'has a weak tag',
    (path) =>
      writeFileSync(
        `${path}.json`,
        readFileSync(`${path}.json`, 'utf8').replace('"\\"v1\\""', '"W/\\"v1\\""'),
      ),
  ],
  [
    'tells of fewer bytes than there are',
    (path) =>
      writeFileSync(`${path}.json`, readFileSync(`${path}.json`, 'utf8').replace('"total":100', '"total":3')),
  ],
])('starts afresh where the sidecar %s', async (_what, damage) => {
  const path = newPart();
  await started(path, Buffer.from('old bytes'), 100);
  damage(path);
  const part = await PartFile.open(path, 'key');
  expect(part).toMatchObject({ received: 0, etag: null, total: null });
  await part.begin({ etag, total: null });
  await part.write(Buffer.from('new'));
  expect(await part.finish()).toEqual({ bytes: 3, sha256: sha256(Buffer.from('new')) });
  await part.close();
});

test('starts afresh for another key, and where the first answer had no strong tag', async () => {
  const path = newPart();
  await started(path, Buffer.from('old'));
  const other = await PartFile.open(path, 'another key');
  expect(other.received).toBe(0);
  await other.begin({ etag: 'W/"weak"', total: 5 });
  expect(other).toMatchObject({ etag: null, total: 5 });
  await other.write(Buffer.from('weak'));
  await other.close();
  const again = await PartFile.open(path, 'another key');
  expect(again.received).toBe(0);
  await again.close();
  expect(statSync(path).size).toBe(0);
});

test('begin drops what is there', async () => {
  const path = newPart();
  await started(path, Buffer.from('old'));
  const part = await PartFile.open(path, 'key');
  expect(part.received).toBe(3);
  await part.begin({ etag: '"v2"', total: null });
  expect(part).toMatchObject({ received: 0, etag: '"v2"' });
  await part.write(Buffer.from('second'));
  expect(await part.finish()).toEqual({ bytes: 6, sha256: sha256(Buffer.from('second')) });
  await part.close();
  await part.close();
  expect(readdirSync(dirname(path)).sort()).toEqual(['kit.part', 'kit.part.json']);
});

test('a finished part that was not published is found whole by the next run', async () => {
  const path = newPart();
  const part = await PartFile.open(path, 'key');
  await part.begin({ etag, total: 3 });
  await part.write(Buffer.from('abc'));
  const finished = await part.finish();
  await part.close();
  const again = await PartFile.open(path, 'key');
  expect(again).toMatchObject({ received: 3, total: 3, etag });
  expect(await again.finish()).toEqual(finished);
  await again.close();
});

test('the sidecar holds key, tag, lengths and the time of the machine’s start, nothing else', async () => {
  const path = newPart();
  await started(path, Buffer.from('x'), 7);
  expect(Object.keys(JSON.parse(readFileSync(`${path}.json`, 'utf8'))).sort()).toEqual([
    'boot_time',
    'etag',
    'key',
    'synced',
    'total',
  ]);
});

test('one user at a time: in this process, and across processes', async () => {
  const path = newPart();
  const part = await PartFile.open(path, 'key');
  await part.begin({ etag, total: null });
  await part.write(Buffer.from('mine'));
  const program = `
    import { PartFile } from ${partFile};
    await PartFile.open(process.argv[1], 'key').then(() => console.log('opened'), (error) => console.log(error.condition));
  `;
  const open = async () =>
    (await run(process.execPath, ['--input-type=module', '-e', program, path])).stdout.trim();
  // Each waits for some seconds whether the lock is given up.
  const here = expect(PartFile.open(path, 'key')).rejects.toMatchObject({
    kind: 'disk',
    condition: 'in_use',
  });
  expect(await open()).toBe('in_use');
  await here;
  await part.close();
  expect(await open()).toBe('opened');
  // That process ended without letting go.
  expect(existsSync(`${path}.lock`)).toBe(true);
  const again = await PartFile.open(path, 'key');
  expect(again.received).toBe(4);
  await again.close();
});

test('a lock of a living pid that nobody has touched for long is abandoned; a fresh one of another host is not', async () => {
  const path = newPart();
  await started(path, Buffer.from('abc'));
  const lock = `${path}.lock`;
  writeFileSync(lock, JSON.stringify({ pid: process.ppid, host: 'elsewhere' }));
  // What is made of that is shown above, and takes seconds.
  expect(await FileLock.take(lock)).toBeNull();
  const past = new Date(Date.now() - 600_000);
  utimesSync(lock, past, past);
  const part = await PartFile.open(path, 'key');
  expect(part.received).toBe(3);
  await part.close();
});

test('a folder that is a file is told with its name', async () => {
  const dir = freshFolder();
  writeFileSync(join(dir, 'file'), '');
  const error = await PartFile.open(join(dir, 'file', 'kit.part'), 'key').catch((caught: unknown) => caught);
  expect(error).toMatchObject({ kind: 'disk' });
  expect(String(error)).toContain(join(dir, 'file'));
});

const filling = `
  import { PartFile } from ${partFile};
  const part = await PartFile.open(process.argv[1], 'key');
  await part.begin({ etag: '"v1"', total: 1e9 });
  try {
    for (let i = 0; i < 100; i += 1) await part.write(Buffer.alloc(100_000, 7));
    await part.finish();
    console.log('no error');
  } catch (error) {
    console.log(error.kind, error.condition, error.message);
  }
  await part.close();
  const again = await PartFile.open(process.argv[1], 'key');
  console.log('resumes', again.received, again.etag);
  await again.close();
`;

/** A volume of 1 MB in a mount namespace of its own, so that nothing stays mounted. */
const smallVolume =
  'mount -t tmpfs -o size=1m tmpfs "$1" && exec "$2" --input-type=module -e "$3" "$1/kit.part"';
const canMount =
  spawnSync('unshare', ['-rm', 'true']).status === 0 || spawnSync('unshare', ['-m', 'true']).status === 0;

test.runIf(canMount)('a full volume is told, and the part goes on when there is room', () => {
  const dir = join(freshFolder(), 'volume');
  mkdirSync(dir);
  const flags = spawnSync('unshare', ['-rm', 'true']).status === 0 ? '-rm' : '-m';
  const output = execFileSync(
    'unshare',
    [flags, 'sh', '-c', smallVolume, 'sh', dir, process.execPath, filling],
    {
      encoding: 'utf8',
    },
  );
  expect(output).toMatch(/^disk no_space /);
  expect(output).toContain(`no space left in ${dir}`);
  expect(Number(/resumes (\d+) "v1"/.exec(output)?.[1])).toBeGreaterThan(500_000);
});

test('a file that may not grow is told, and the part goes on (any Unix)', () => {
  const dir = freshFolder();
  const output = execFileSync(
    'sh',
    [
      '-c',
      'ulimit -f 2000; exec "$1" --input-type=module -e "$2" "$3"',
      'sh',
      process.execPath,
      filling,
      join(dir, 'kit.part'),
    ],
    { encoding: 'utf8' },
  );
  expect(output).toMatch(/^disk too_large /);
  expect(output).toContain(dir);
  expect(Number(/resumes (\d+) "v1"/.exec(output)?.[1])).toBeGreaterThan(900_000);
});

test('only strong, well-formed tags count (RFC 9110, 8.8.3)', () => {
  expect(strongEtag('"a"')).toBe('"a"');
  expect(strongEtag('""')).toBe('""');
  for (const tag of ['W/"a"', 'a', '"a', '"a"b"', '"a b"', '', null]) expect(strongEtag(tag)).toBeNull();
});

test.skipIf(process.platform === 'win32')(
  'a folder that is made for it is read by nobody who may not read the part',
  async () => {
    const own = join(freshFolder(), 'documents', 'kit.part');
    await (await PartFile.open(own, 'key')).close();
    expect([statSync(dirname(own)).mode & 0o777, statSync(own).mode & 0o777]).toEqual([0o700, 0o600]);
  },
);
