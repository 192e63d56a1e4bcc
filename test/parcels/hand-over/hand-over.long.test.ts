/** A file from one laptop to another: everything arrives as it was, and nothing else. */
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { appDocument } from '../../../main/documents/document-folder.ts';
import { freshFolder } from '../../fresh-folder.ts';
import { BY_PERSON } from '../../kits.ts';
import { kits, NOON, plannedKit, startUp } from '../../start/start-run.ts';
import {
  accept,
  addReady,
  dump,
  fileOf,
  freshLaptop,
  handOverOf,
  laptopOf,
  PASSPHRASE,
} from './hand-over-run.ts';

const kept = mkdtempSync(join(tmpdir(), 'tripkit-hand-over-'));
/** The file of a whole laptop with one kit. */
const hers = { path: join(kept, 'laptop.age'), kit_id: '' };

beforeAll(async () => {
  const [kit] = await laptopOf(join(kept, 'hers'), 1, 'maria');
  await fileOf(join(kept, 'hers'), hers.path);
  hers.kit_id = kit?.id ?? '';
});

afterAll(() => rmSync(kept, { recursive: true, force: true }));

const RECEIVED =
  /^Received in the hand-over file of the laptop “.*” of “maria”, made on 21 Nov 2026 12:00Z\.$/;

/** The rows of the tables but for the lines that say that a kit was received. */
const withoutReceived = (rows: Record<string, string[]>) => ({
  ...rows,
  entries: rows.entries?.filter((row) => {
    const { body } = JSON.parse(row) as { body: string };
    return !RECEIVED.test((JSON.parse(body) as { what: string }).what);
  }),
});

describe('a whole laptop', () => {
  test('is on another one in every field; a second time nothing happens', async () => {
    const [from, to] = [freshFolder(), freshFolder()];
    const path = join(freshFolder(), 'laptop.age');
    await laptopOf(from, 3, 'maria');
    const before = dump(from);
    const given = await fileOf(from, path);
    expect(given).toMatchObject({ kits: 4, documents: 3, left: [] });
    // Handing over changes nothing of what is handed over.
    expect(dump(from)).toEqual(before);
    await freshLaptop(to);
    const came = await accept(to, path);
    expect(came).toMatchObject({
      kits: 4,
      here: 0,
      documents: 3,
      marks: 6,
      acknowledgements: 3,
      planned: 1,
      unknown: [],
    });
    const run = await startUp(to);
    expect(run.notice('handed-over')?.message).toMatch(
      /^Brought in from the hand-over file of the laptop “.*” of “maria”.*: 4 kits, 3 acknowledgements, 3 kept kits, 9 marks, 3 reading places, 3 reviewed charts, 3 settings\.$/,
    );
    expect(run.notice('handed-over-left')).toBeUndefined();
    expect(run.received).toHaveLength(3);
    await run.end(false);
    const after = dump(to);
    expect(after.documents).toEqual(before.documents);
    expect(withoutReceived(after.rows)).toEqual(before.rows);
    expect(after.rows.entries).toHaveLength((before.rows.entries?.length ?? 0) + 4);
    expect(after.settings).toEqual(before.settings);
    expect(existsSync(join(to, 'hand-over'))).toBe(false);
    expect(await accept(to, path)).toMatchObject({ kits: 4, here: 4 });
    await (await startUp(to)).end(false);
    expect(dump(to)).toEqual(after);
  });
});

describe('some kits', () => {
  test('bring nothing of the others, not even in the file’s free pages', async () => {
    const [from, to] = [freshFolder(), freshFolder()];
    const path = join(freshFolder(), 'kits.age');
    const [one, two] = await laptopOf(from, 2, 'SECRETWORDS');
    if (!one || !two) throw new Error('two kits');
    const run = await startUp(from);
    // Traces of rows that are gone are in the database's free pages.
    for (let n = 0; n < 12; n += 1) {
      const gone = await addReady(run, from, { profile_id: 'p', tripkit_id: `GONEKIT-${n}` });
      run.kits.remove(gone.id, BY_PERSON);
    }
    await handOverOf(run, from).write(path, [one.id], PASSPHRASE);
    await run.end(false);
    await freshLaptop(to);
    const other = await startUp(to);
    await handOverOf(other, to).open(path, PASSPHRASE);
    const unpacked = readFileSync(join(to, 'hand-over', 'coming', 'user.sqlite')).toString('latin1');
    for (const gone of ['SECRETWORDS 2', 'GONEKIT', two.id, plannedKit('SECRETWORDS'.length, 72).id]) {
      expect(unpacked).not.toContain(gone);
    }
    expect(unpacked).toContain('SECRETWORDS 1');
    await other.end(false);
  });

  test('arrive with their marks, beside what is here; one that is here stays as it is, with what was added', async () => {
    const [from, to] = [freshFolder(), freshFolder()];
    const path = join(freshFolder(), 'kits.age');
    const [one] = await laptopOf(from, 2, 'maria');
    await laptopOf(to, 1, 'bo');
    const mine = dump(to);
    await fileOf(from, path, [one?.id ?? '']);
    expect(await accept(to, path)).toMatchObject({ kits: 1, here: 0, settings: null });
    const run = await startUp(to);
    expect(run.kits.history(one?.id ?? '').at(-1)?.what).toMatch(RECEIVED);
    const entries = run.events.ofKit(one?.id ?? '');
    // What maria did there stands under her name, and what came with the kit under nobody's.
    expect(entries.filter(({ who }) => who === 'anna')).toEqual([]);
    await run.end(false);
    const kit = new Set([one?.id ?? '']);
    expect(withoutReceived(dump(to, kit).rows)).toEqual(dump(from, kit).rows);
    const rest = new Set([
      plannedKit('bo'.length, 72).id,
      ...dump(to).documents.flatMap(([name]) =>
        name?.startsWith(one?.id ?? '') ? [] : [(name ?? '').slice(0, -4)],
      ),
    ]);
    expect(dump(to, rest).rows.kits).toEqual(mine.rows.kits);
    expect(dump(to).settings).toEqual(mine.settings);

    const kit_id = one?.id ?? '';
    const later = await startUp(to);
    const pin = { kind: 'pin', page: 1 } as const;
    later.database.pins.set(kit_id, false, NOON);
    later.marks.add({
      ...{ id: 'bo’s', kit_id, document_sha256: 'b'.repeat(64), by: 'bo', draft: pin },
      ...{ created_at: NOON, changed_at: NOON },
    });
    await later.end(false);
    expect(await accept(to, path)).toMatchObject({ kits: 1, here: 1 });
    const again = await startUp(to);
    expect(again.marks.ofKit(kit_id).map(({ id }) => id)).toContain('bo’s');
    expect(again.kits.history(kit_id).filter(({ what }) => RECEIVED.test(what))).toHaveLength(1);
    await again.end(false);
  });

  test('a damaged document, and a kit without one, stay behind and are named', async () => {
    const from = freshFolder();
    const path = join(freshFolder(), 'kits.age');
    const run = await startUp(from);
    const sound = await addReady(run, from, {
      trip: { origin: 'EHAM', destination: 'EGLL', flight: 'KLM1' },
    });
    const broken = await addReady(run, from, {
      trip: { origin: 'EHAM', destination: 'LFPG', flight: 'KLM2' },
    });
    writeFileSync(appDocument(join(from, 'documents'), broken.id).file, 'gone');
    const given = await handOverOf(run, from).write(path, [sound.id, broken.id], PASSPHRASE);
    expect(given).toMatchObject({ kits: 1, documents: 1, left: ['KLM2 EHAM-LFPG'] });
    await expect(handOverOf(run, from).write(`${path}2`, [broken.id], PASSPHRASE)).rejects.toThrow(
      /None of these kits/,
    );
    expect(readdirSync(join(path, '..'))).toEqual(['kits.age']);
    await run.end(false);
  });
});

describe('profiles', () => {
  test('never come in silently: kits under an unknown one can be read, its planned kits wait', async () => {
    const to = freshFolder();
    const came = await accept(to, hers.path);
    expect(came.unknown.map(({ id }) => id)).toEqual(['p']);
    const run = await startUp(to);
    expect(run.database.profiles.list()).toEqual([]);
    expect(run.kits.get(hers.kit_id)).toMatchObject({ state: 'ready', profile_id: 'p' });
    expect(run.kits.list().filter(({ state }) => state === 'planned')).toHaveLength(1);
    await run.end(false);
  });

  test('the same one under another id here is the kits’', async () => {
    const to = freshFolder();
    await freshLaptop(to, 'q');
    expect((await accept(to, hers.path)).known).toEqual({ p: 'q' });
    const run = await startUp(to);
    expect(run.kits.get(hers.kit_id)?.profile_id).toBe('q');
    expect(run.kits.list().map(({ profile_id }) => profile_id)).toEqual(['q', 'q']);
    await run.end(false);
  });
});

test('a request that may have been sent there is not sent here', async () => {
  const [from, to] = [freshFolder(), freshFolder()];
  const path = join(freshFolder(), 'laptop.age');
  await laptopOf(from, 1, 'maria');
  const run = await startUp(from);
  run.database.kits.write(kits.unsent, {
    kit_id: kits.unsent.id,
    at: NOON,
    state: 'requesting',
    what: 'Asked for.',
  });
  await run.end(false);
  await fileOf(from, path);
  await freshLaptop(to);
  await accept(to, path);
  const other = await startUp(to);
  expect(other.kits.get(kits.unsent.id)?.state).toBe('unconfirmed');
  expect(other.kits.get(kits.unsent.id)?.failure?.message).toContain('hand-over file');
  await other.end(false);
});

test('what was unpacked and not accepted is gone at the next start, and nothing has changed', async () => {
  const to = freshFolder();
  const { path } = hers;
  await freshLaptop(to);
  const before = dump(to);
  const run = await startUp(to);
  await handOverOf(run, to).open(path, PASSPHRASE);
  expect(existsSync(join(to, 'hand-over', 'coming', 'user.sqlite'))).toBe(true);
  await run.end(false);
  await (await startUp(to)).end(false);
  expect(existsSync(join(to, 'hand-over'))).toBe(false);
  expect(dump(to)).toEqual(before);
});

test('a decision that nobody made brings nothing in, and none waits for a locked keychain to be forged', async () => {
  const to = freshFolder();
  const { path } = hers;
  await freshLaptop(to);
  await accept(to, path);
  const decision = join(to, 'hand-over', 'decision.json');
  const agreed = readFileSync(decision, 'utf8');
  writeFileSync(decision, JSON.stringify({ ...JSON.parse(agreed), who: 'somebody else' }));
  const before = dump(to);
  const run = await startUp(to);
  expect(run.notices.list()).toContainEqual(
    expect.objectContaining({ message: expect.stringContaining('that you had not agreed to') }),
  );
  expect(run.received).toEqual([]);
  await run.end(false);
  expect(existsSync(join(to, 'hand-over'))).toBe(false);
  expect(dump(to)).toEqual(before);
});

test('where it is switched off nothing is made and nothing opened', async () => {
  const from = freshFolder();
  const run = await startUp(from);
  const off = handOverOf(run, from, false);
  await expect(off.write(join(from, 'x.age'), null, PASSPHRASE)).rejects.toMatchObject({
    condition: 'managed',
  });
  await expect(off.open(join(from, 'x.age'), PASSPHRASE)).rejects.toMatchObject({ condition: 'managed' });
  await expect(off.look(join(from, 'x.age'))).rejects.toMatchObject({ condition: 'managed' });
  await run.end(false);
});

test('a damaged file, a foreign one, another passphrase and a cancelled opening change nothing and leave nothing', async () => {
  const to = freshFolder();
  const { path } = hers;
  await laptopOf(to, 1, 'bo');
  const before = dump(to);
  const file = readFileSync(path);
  const broken = join(freshFolder(), 'broken.age');
  const run = await startUp(to);
  const handOver = handOverOf(run, to);
  // Damage anywhere is tried in pack.isolated.test.ts: here it comes when most is unpacked.
  writeFileSync(broken, file.subarray(0, -1));
  await expect(handOver.open(broken, PASSPHRASE)).rejects.toMatchObject({ kind: 'config' });
  expect(existsSync(join(to, 'hand-over'))).toBe(false);
  await expect(handOver.open(path, 'another one, quite wrong')).rejects.toMatchObject({
    condition: 'wrong_passphrase',
  });
  await expect(handOver.open(join(to, 'nothing.age'), PASSPHRASE)).rejects.toMatchObject({ kind: 'disk' });
  await expect(handOver.look(join(to, 'nothing.age'))).rejects.toMatchObject({ kind: 'disk' });
  await handOver.look(path);
  const opening = handOver.open(path, PASSPHRASE);
  await expect(handOver.open(path, PASSPHRASE)).rejects.toThrow(/Another hand-over file/);
  const cancelled = expect(opening).rejects.toMatchObject({ name: 'AbortError' });
  await handOver.cancel();
  await cancelled;
  expect(existsSync(join(to, 'hand-over'))).toBe(false);
  // A no to the question is the same.
  await handOver.open(path, PASSPHRASE);
  await handOver.refuse();
  expect(existsSync(join(to, 'hand-over'))).toBe(false);
  await run.end(false);
  expect(dump(to)).toEqual(before);
});
