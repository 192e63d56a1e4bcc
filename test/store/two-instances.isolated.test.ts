/** Two apps on one library, and processes that are killed in the middle: nothing is mixed up and nothing is lost. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { FileLock } from '../../main/common/file-lock.ts';
import { PartFile } from '../../main/documents/part-file.ts';
import { openUserDatabase } from '../../main/store/user-database.ts';
import { freshFolder } from '../fresh-folder.ts';

const source = (path: string) => JSON.stringify(new URL(`../../main/${path}`, import.meta.url).href);

/** A process whose lines are read as they come. */
class Program {
  readonly lines: string[] = [];
  readonly child: ChildProcess;
  #heard = Promise.withResolvers<void>();

  constructor(text: string, ...args: string[]) {
    this.child = spawn(process.execPath, ['--input-type=module', '-e', text, ...args], {
      stdio: ['pipe', 'pipe', 'inherit'],
    });
    onTestFinished(() => void this.child.kill('SIGKILL'));
    let rest = '';
    this.child.stdout?.on('data', (chunk: Buffer) => {
      const parts = (rest + chunk.toString()).split('\n');
      rest = parts.pop() ?? '';
      this.lines.push(...parts);
      this.#heard.resolve();
      this.#heard = Promise.withResolvers();
    });
    this.child.once('exit', () => this.#heard.resolve());
  }

  /** Waits until so many lines have come, or the process has ended. */
  async heard(count: number): Promise<void> {
    while (this.lines.length < count && this.child.exitCode === null && this.child.signalCode === null) {
      await this.#heard.promise;
    }
  }

  async kill(): Promise<void> {
    if (this.child.exitCode !== null || this.child.signalCode !== null) return;
    const closed = once(this.child, 'close');
    this.child.kill('SIGKILL');
    await closed;
  }
}

const writer = `
  import { openUserDatabase } from ${source('store/user-database.ts')};
  const [file] = process.argv.slice(1);
  for (;;) {
    let db;
    try { db = openUserDatabase(file, { busy_timeout_ms: 20 }); }
    catch (error) { if (error.condition !== 'in_use') { console.log('broken ' + error.condition); process.exit(); } continue; }
    for (let n = 0; n < 5; n += 1) {
      const id = crypto.randomUUID();
      db.kits.write({ id, profile_id: 'p', tripkit_id: null, trip: null, state: 'requesting', created_at: 1,
        state_since: 1, due_at: null, requested_at: null, messages: [], failure: null, document: null },
        { kit_id: id, at: 1, state: 'requesting', what: 'asked' });
      process.stdout.write(id + '\\n');
    }
    db.close();
  }`;

test('processes take turns at the database; whoever is killed loses nothing that was written', async () => {
  const file = join(freshFolder(), 'library.db');
  const first = [new Program(writer, file), new Program(writer, file), new Program(writer, file)];
  // Whoever gets there: with many at one lock, one may starve.
  await Promise.race(first.map((program) => program.heard(24)));
  for (const program of first.slice(0, 2)) await program.kill();
  const late = new Program(writer, file);
  const before = first[2]?.lines.length ?? 0;
  await Promise.race([late.heard(12), first[2]?.heard(before + 24)]);
  const all = [...first, late];
  await Promise.all([first[2]?.kill(), late.kill()]);
  const written = all.flatMap((program) => program.lines);
  expect(written.filter((line) => line.startsWith('broken'))).toEqual([]);
  const db = openUserDatabase(file);
  expect(db.setAside).toBeNull();
  const kits = new Set(db.kits.list().map((kit) => kit.id));
  for (const id of written) expect(kits.has(id)).toBe(true);
  // At most one more of each: written, but killed before it could say so.
  expect(kits.size - written.length).toBeLessThanOrEqual(all.length);
  db.close();
});

const downloader = `
  import { PartFile } from ${source('documents/part-file.ts')};
  import { publishInApp } from ${source('documents/document-folder.ts')};
  const [dir, id, letter] = process.argv.slice(1);
  for (;;) {
    let part;
    try { part = await PartFile.open(dir + '/' + id + '.part', id); }
    catch (error) { if (error.condition !== 'in_use') console.log('broken ' + error.condition + error.message); continue; }
    try {
      await part.begin({ etag: '"' + letter + '"', total: 3_000_000 });
      for (let n = 0; n < 30; n += 1) await part.write(Buffer.alloc(100_000, letter));
      await part.finish();
      await publishInApp(part.path, dir, id);
      console.log('published');
    } catch (error) { console.log('broken ' + error.condition + error.message); }
    await part.close();
  }`;

test('processes that download one document never mix their bytes, even when they are killed', async () => {
  const dir = freshFolder();
  const id = crypto.randomUUID();
  const start = (letter: string) => new Program(downloader, dir, id, letter);
  let programs = ['a', 'b', 'c'].map(start);
  const said: string[] = [];
  for (let round = 0; round < 3; round += 1) {
    // Whoever gets there: with many at one lock, one may starve.
    await Promise.race(programs.map((program) => program.heard(round + 1)));
    const document = readFileSync(join(dir, `${id}.pdf`));
    expect(document.length).toBe(3_000_000);
    expect(new Set(document).size).toBe(1);
    const [victim, ...others] = programs;
    await victim?.kill();
    said.push(...(victim?.lines ?? []));
    programs = [...others, start('abc'[round] ?? 'd')];
  }
  for (const program of programs) await program.kill();
  said.push(...programs.flatMap((program) => program.lines));
  expect(said.filter((line) => line !== 'published')).toEqual([]);
  // What the last one left is taken up by the next start, with the tag that belongs to its bytes.
  const part = await PartFile.open(join(dir, `${id}.part`), id);
  if (part.received > 0) {
    const bytes = readFileSync(part.path);
    expect(new Set(bytes)).toEqual(new Set(Buffer.from(part.etag?.slice(1, 2) ?? '')));
  }
  await part.discard();
  expect(readdirSync(dir).filter((name) => !name.endsWith('.turn'))).toEqual([`${id}.pdf`]);
});

/** Takes the lock of each path that it is told. */
const taker = `
  import { FileLock } from ${source('common/file-lock.ts')};
  console.log('up');
  process.stdin.on('data', async (paths) => {
    for (const path of paths.toString().trim().split('\\n')) {
      const lock = await FileLock.take(path);
      console.log(lock === null ? 'no' : 'yes');
    }
  });`;

test('of many that find an abandoned lock at once, at most one gets it; and then nobody else', async () => {
  const paths = Array.from({ length: 3 }, () => join(freshFolder(), 'kit.part.lock'));
  const owner = new Program(taker);
  owner.child.stdin?.write(`${paths.join('\n')}\n`);
  await owner.heard(4);
  expect(owner.lines).toEqual(['up', 'yes', 'yes', 'yes']);
  await owner.kill();
  const takers = Array.from({ length: 5 }, () => new Program(taker));
  await Promise.all(takers.map((program) => program.heard(1)));
  for (const [round, path] of paths.entries()) {
    for (const program of takers) program.child.stdin?.write(`${path}\n`);
    await Promise.all(takers.map((program) => program.heard(round + 2)));
    expect(takers.filter((program) => program.lines[round + 1] === 'yes')).toHaveLength(1);
    expect(await FileLock.take(path)).toBeNull();
  }
  await Promise.all(takers.map((program) => program.kill()));
  for (const path of paths) expect(existsSync(path)).toBe(true);
});

const sharer = `
  import { open, rm } from 'node:fs/promises';
  import { FileLock } from ${source('common/file-lock.ts')};
  const [path] = process.argv.slice(1);
  for (let got = 0; got < 150; ) {
    const lock = await FileLock.take(path);
    if (lock === null) continue;
    got += 1;
    try {
      await (await open(path + '.owner', 'wx')).close();
      await rm(path + '.owner');
    } catch (error) { console.log('two owners ' + error.code); }
    await lock.release();
  }
  console.log('done');`;

test('a lock that is released and taken again and again has one owner at a time', async () => {
  const path = join(freshFolder(), 'kit.part.lock');
  const sharers = Array.from({ length: 4 }, () => new Program(sharer, path));
  await Promise.all(sharers.map(({ child }) => once(child, 'close')));
  expect(sharers.flatMap(({ lines }) => lines)).toEqual(sharers.map(() => 'done'));
});
