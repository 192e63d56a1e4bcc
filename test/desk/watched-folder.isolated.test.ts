/** Another account that may write to the watched folder, and what it can't do with that. */
import { execFileSync } from 'node:child_process';
import {
  chmodSync,
  chownSync,
  closeSync,
  cpSync,
  existsSync,
  linkSync,
  lstatSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { expect, test, vi } from 'vitest';
import { type Arrival, readWhole } from '../../main/desk/arrivals.ts';
import { type IntakeFile, IntakeStore } from '../../main/desk/intake-store.ts';
import { moveFile, writeReport } from '../../main/desk/settle-files.ts';
import { WatchedFolder } from '../../main/desk/watched-folder.ts';
import { CSV, happens, place, row } from './desk-place.ts';

const POSIX = process.platform !== 'win32';
const ROOT = process.getuid?.() === 0;
/** `nobody` of Linux and macOS differ; any account that is not ours will do. */
const NOBODY = 65534;
/** With and without paths through open folders. */
const WAYS = process.platform === 'linux' ? [true, false] : [false];

/** A place whose folder of arrivals another account may write to. As root that account is a real one. */
function shared() {
  const here = place();
  chmodSync(here.path(), 0o755);
  chmodSync(here.path('in'), 0o775);
  if (ROOT) chownSync(here.path('in'), 0, NOBODY);
  return {
    ...here,
    /** Runs commands in the folder of arrivals as the other account; as root only, else as ours. */
    attack(script: string) {
      const other = ROOT ? { uid: NOBODY, gid: NOBODY } : {};
      execFileSync('/bin/sh', ['-ec', script], { cwd: here.path('in'), ...other });
    },
    privateFolder(name: string, ...parents: string[]) {
      mkdirSync(here.path(...parents, name), { mode: 0o700 });
      return here.path(...parents, name);
    },
    told: (text: string) =>
      expect.objectContaining({ event: 'problem', part: 'in', message: expect.stringContaining(text) }),
  };
}

test.runIf(POSIX)(
  '“failed” as a link to the autostart folder: nothing lands there, and it is told',
  async () => {
    const { attack, live, path, privateFolder, events, told } = shared();
    const autostart = privateFolder('autostart');
    attack(`ln -s '${autostart}' failed; printf '[Desktop Entry]\\nExec=evil\\n' > updater.desktop`);
    live();
    await happens(() => expect(events).toContainEqual(told(`${path('in', 'failed')} is a link`)));
    expect(readdirSync(autostart)).toEqual([]);
    expect(existsSync(path('in', 'updater.desktop'))).toBe(true);
    rmSync(path('in', 'failed'));
    await happens(() => expect(existsSync(path('in', 'failed', 'updater.desktop.result.json'))).toBe(true));
    expect(existsSync(path('in', 'failed', 'updater.desktop'))).toBe(true);
  },
);

test.runIf(POSIX)(
  '“done” exchanged for a link: a private file of the name stays, and nobody reads its lines',
  async () => {
    const { attack, live, path, privateFolder, events, told } = shared();
    const folder = privateFolder('private');
    writeFileSync(`${folder}/crew-login.csv`, 'user,password\nkate,secret\n', { mode: 0o600 });
    attack(`printf '${CSV}${row('KLM1')}' > crew-login.csv`);
    live();
    await happens(() => expect(existsSync(path('in', 'done', 'crew-login.csv.result.json'))).toBe(true));
    attack(`mv done away; ln -s '${folder}' done`);
    await happens(() => expect(events).toContainEqual(told(`${path('in', 'done')} is a link`)));
    expect(readdirSync(folder)).toEqual(['crew-login.csv']);
    expect(existsSync(path('in', 'failed'))).toBe(false);
  },
);

test.runIf(POSIX)(
  '“done” exchanged for a folder of ours: a file of the name there is not the one that was moved',
  async () => {
    const passes = vi.spyOn(IntakeStore.prototype, 'movedSince');
    const { attack, live, path, privateFolder, engine } = shared();
    const folder = privateFolder('private', 'in');
    const secret = 'user,password\nkate,secret\n';
    writeFileSync(`${folder}/crew-login.csv`, secret, { mode: 0o600 });
    attack(`printf '${CSV}${row('KLM1')}' > crew-login.csv`);
    live();
    await happens(() => expect(existsSync(path('in', 'done', 'crew-login.csv.result.json'))).toBe(true));
    attack('mv done away; mv private done');
    const before = passes.mock.calls.length;
    await happens(() => expect(passes.mock.calls.length).toBeGreaterThan(before + 4));
    expect(readFileSync(path('in', 'done', 'crew-login.csv'), 'utf8')).toBe(secret);
    expect(existsSync(path('in', 'failed'))).toBe(false);
    expect(engine.asked).toEqual(['KLM1']);
  },
);

test.runIf(ROOT)('“done” of another account: no file is moved there, and it is told', async () => {
  const { attack, arrive, live, path, events, told, delivered } = shared();
  attack('mkdir done');
  arrive('a.csv', CSV + row('KLM1'));
  live();
  await happens(() =>
    expect(events).toContainEqual(told(`${path('in', 'done')} belongs to another account`)),
  );
  expect(readdirSync(path('in', 'done'))).toEqual([]);
  await happens(() => expect(delivered()).toContain('KLM1.pdf'));
  attack('rmdir done');
  await happens(() => expect(existsSync(path('in', 'done', 'a.csv.result.json'))).toBe(true));
});

test('a file with another name is not read, with the reason; the other files are; its copy is read', async () => {
  const { arrive, live, path, events, told, delivered, engine } = shared();
  writeFileSync(path('private.csv'), CSV + row('KLM1'));
  linkSync(path('private.csv'), path('in', 'a.csv'));
  arrive('b.csv', CSV + row('KLM2'));
  live();
  await happens(() => expect(delivered()).toContain('KLM2.pdf'));
  await happens(() =>
    expect(events).toContainEqual(told('“a.csv” isn’t read: the same file has another name')),
  );
  expect(engine.asked).toEqual(['KLM2']);
  rmSync(path('in', 'a.csv'));
  cpSync(path('private.csv'), path('in', 'a.csv'));
  await happens(() => expect(delivered()).toContain('KLM1.pdf'));
});

test.runIf(POSIX).each([0o777, 0o1777])(
  'a folder that everyone may write to (%o) is not watched',
  async (mode) => {
    const { arrive, live, path, events, told, delivered, engine } = shared();
    chmodSync(path('in'), mode);
    arrive('a.csv', CSV + row('KLM1'));
    live();
    await happens(() =>
      expect(events).toContainEqual(told(`Everyone on this computer may write to ${path('in')}`)),
    );
    expect([engine.asked, readdirSync(path('in'))]).toEqual([[], ['a.csv']]);
    chmodSync(path('in'), 0o755);
    await happens(() => expect(delivered()).toContain('KLM1.pdf'));
    const over = expect.objectContaining({ event: 'problem', part: 'in', message: null });
    await happens(() => expect(events).toContainEqual(over));
  },
);

test.runIf(process.platform === 'linux')('on Linux a step stays in the folder that it opened', async () => {
  const { path } = place();
  await new WatchedFolder(path('in')).inside('', async (at) => {
    renameSync(path('in'), path('away'));
    symlinkSync(path('kits'), path('in'));
    writeFileSync(`${at}/file`, '');
  });
  expect(readdirSync(path('away'))).toEqual(['file']);
  expect(readdirSync(path('kits'))).toEqual(['document.pdf']);
});

test.each(WAYS)(
  'a folder that is exchanged is refused at the next step, or after this one (open: %s)',
  async (open) => {
    const { path } = place();
    const folder = new WatchedFolder(path('in'), open);
    const refused = { kind: 'config', condition: 'watched_folder' };
    await folder.create('done');
    const step = folder.inside('done', async () => {
      renameSync(path('in', 'done'), path('in', 'away'));
      mkdirSync(path('in', 'done'));
    });
    if (!open) await expect(step).rejects.toMatchObject(refused);
    await step.catch(() => {});
    renameSync(path('in'), path('away'));
    mkdirSync(path('other'));
    symlinkSync(path('other'), path('in'), 'junction');
    for (const name of ['', 'done'] as const)
      await expect(folder.inside(name, async () => {})).rejects.toMatchObject(refused);
    await expect(folder.create('done')).rejects.toMatchObject(refused);
    expect(readdirSync(path('other'))).toEqual([]);
  },
);

test.each(WAYS)(
  'links, files and folders in the place of “done” and of a report (open: %s)',
  async (open) => {
    const { path } = place();
    const folder = new WatchedFolder(path('in'), open);
    writeFileSync(path('in', 'a.csv'), 'a');
    const file = fileOf(path('in', 'a.csv'));
    symlinkSync(path('kits'), path('in', 'done'), 'junction');
    const refused = {
      kind: 'config',
      message: expect.stringContaining(`${path('in', 'done')} is a link or a file`),
    };
    await expect(moveFile(folder, file)).rejects.toMatchObject(refused);
    await expect(writeReport(folder, { ...file, folder: 'done' })).rejects.toMatchObject(refused);
    rmSync(path('in', 'done'), { recursive: true });
    writeFileSync(path('in', 'done'), '');
    await expect(moveFile(folder, file)).rejects.toMatchObject(refused);
    rmSync(path('in', 'done'));
    // A link in the place of the file: it takes the next name. One in the place of the report that is being written: it goes.
    mkdirSync(path('in', 'done'));
    symlinkSync(path('kits', 'document.pdf'), path('in', 'done', 'a.csv'));
    symlinkSync(path('kits', 'document.pdf'), path('in', 'done', '.7.result.json.part'));
    const moved = { ...file, ...(await moveFile(folder, file)) };
    expect(moved).toMatchObject({ folder: 'done', name: 'a-2.csv' });
    await writeReport(folder, moved);
    expect(readFileSync(path('in', 'done', 'a-2.csv'), 'utf8')).toBe('a');
    expect(lstatSync(path('in', 'done', 'a-2.csv.result.json')).isFile()).toBe(true);
    expect(readFileSync(path('kits', 'document.pdf'), 'utf8')).toBe('a document, whole');
  },
);

test.each(WAYS)(
  'a file that took the place of one that was read stays, as the next that arrives (open: %s)',
  async (open) => {
    const { path } = place();
    writeFileSync(path('in', 'a.csv'), 'a');
    const file = fileOf(path('in', 'a.csv'));
    renameSync(path('in', 'a.csv'), path('in', 'read.csv'));
    symlinkSync(path('kits', 'document.pdf'), path('in', 'a.csv'));
    await moveFile(new WatchedFolder(path('in'), open), file);
    expect(lstatSync(path('in', 'a.csv')).isSymbolicLink()).toBe(true);
    expect(readdirSync(path('in', 'done'))).toEqual([]);
  },
);

test.runIf(POSIX)(
  'a link or a pipe that took the place of a file is not read, and holds nothing up',
  async ({ signal }) => {
    const { path } = place();
    writeFileSync(path('in', 'a.csv'), 'a');
    const { inode, size, mtime } = fileOf(path('in', 'a.csv'));
    const arrival: Arrival = {
      name: 'a.csv',
      path: path('in', 'a.csv'),
      inode,
      size,
      mtime,
      since: 0,
      renamed: false,
    };
    rmSync(path('in', 'a.csv'));
    symlinkSync(path('kits', 'document.pdf'), path('in', 'a.csv'));
    await expect(readWhole(path('in'), arrival)).rejects.toMatchObject({ kind: 'disk', condition: 'link' });
    rmSync(path('in', 'a.csv'));
    execFileSync('mkfifo', [path('in', 'a.csv')]);
    // Where the test runs out of its time: lets the thread go that waits for a writer.
    signal.addEventListener('abort', () => closeSync(openSync(path('in', 'a.csv'), 'r+')));
    expect(await readWhole(path('in'), arrival)).toBeNull();
  },
);

/** A file of the journal, read where it lies. */
function fileOf(path: string): IntakeFile {
  const { size, mtimeMs: mtime, ino } = lstatSync(path);
  const facts = { folder: '' as const, name: 'a.csv', sha256: '', inode: String(ino), size, mtime };
  return { id: '7', ...facts, taken_at: 0, sound: true, report: [], moved_at: null, reported: false };
}
