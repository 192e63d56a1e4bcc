import { existsSync, mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { NoticeBoard } from '../../../main/host/notices.ts';
import { BackupKeeper, EVERY_MS } from '../../../main/parcels/backup/backup-keeper.ts';
import { listSets } from '../../../main/parcels/backup/backup-set.ts';
import { KEPT_DAYS, type KeptSet, setsToRemove } from '../../../main/parcels/backup/keep-sets.ts';
import { openDatabase } from '../../../main/store/database.ts';
import { aKit, anEvent, freshFolders } from '../../documents/samples.ts';
import { memoryLog } from '../../start/ipc-fixtures.ts';
import { VirtualClock } from '../../virtual-clock.ts';

const folder = freshFolders();
const HOUR = 3_600_000;

function keeper(user_data = folder()) {
  const clock = new VirtualClock();
  const notices = new NoticeBoard();
  const log = memoryLog();
  const library = openDatabase(join(user_data, 'library.sqlite'));
  const needed = () => ({ damaged: {}, wanted: null });
  const made = new BackupKeeper({ user_data, app_version: '1.0.0', needed, notices, clock, log });
  made.use('library.sqlite', library.connection);
  const backups = join(user_data, 'backups');
  return {
    keeper: made,
    clock,
    notices,
    log,
    library,
    backups,
    sets: () => listSets(backups),
    write: () => {
      const kit = aKit();
      library.kits.write(kit, anEvent(kit));
    },
    async end() {
      await made.stop();
      library.close();
    },
  };
}

test('a copy is made a minute after the start, then daily, and at the end where something changed since', async () => {
  const run = keeper();
  run.keeper.start();
  await run.clock.advance(59_000);
  expect(await run.sets()).toEqual([]);
  await run.clock.advance(1_000);
  await expect.poll(async () => (await run.sets()).length).toBe(1);
  for (let hour = 0; hour < 23; hour += 1) await run.clock.advance(HOUR);
  expect(await run.sets()).toHaveLength(1);
  await expect
    .poll(async () => {
      await run.clock.advance(HOUR);
      return (await run.sets()).length;
    })
    .toBe(2);
  run.write();
  await run.clock.advance(1_000);
  await run.end();
  const [last] = await run.sets();
  expect(last?.files[0]).toMatchObject({ name: 'library.sqlite', rows: { kits: 1, events: 1 } });
  expect(readdirSync(run.backups).filter((name) => !/^\d/.test(name))).toEqual([]);
});

test('nothing changed since the last copy: none is made at the end', async () => {
  const user_data = folder();
  const first = keeper(user_data);
  first.keeper.start();
  await first.end();
  const [made] = await first.sets();
  const second = keeper(user_data);
  second.clock.leap(HOUR);
  second.keeper.start();
  await second.end();
  expect(await second.sets()).toEqual([made]);
});

test('a run that was killed leaves a copy due at once', async () => {
  const user_data = folder();
  const first = keeper(user_data);
  first.keeper.start();
  await first.end();
  const killed = keeper(user_data);
  killed.keeper.start();
  killed.write();
  killed.library.close();
  const next = keeper(user_data);
  next.clock.leap(HOUR);
  next.keeper.start();
  await next.clock.advance(60_000);
  await expect.poll(async () => (await next.sets())[0]?.files[0]?.rows.kits).toBe(1);
  await next.end();
});

test('a failure is told once, tried again every hour, and withdrawn when a copy is made', async () => {
  const user_data = folder();
  writeFileSync(join(user_data, 'backups'), 'a file in the folder’s place');
  const run = keeper(user_data);
  run.keeper.start();
  await run.clock.advance(60_000);
  await expect.poll(() => run.notices.list().length).toBe(1);
  const [notice] = run.notices.list();
  expect(notice).toMatchObject({ id: 'backup', severity: 'warning' });
  expect(notice?.message).toMatch(
    /^There is no new backup copy of your marks, .*Making the backup copy failed/,
  );
  rmSync(join(user_data, 'backups'));
  await expect
    .poll(async () => {
      await run.clock.advance(HOUR);
      return [run.notices.list().length, (await run.sets()).length];
    })
    .toEqual([0, 1]);
  await run.end();
});

test('a set that is not whole takes no other with it; what was cut short is tidied at the next start', async () => {
  const run = keeper();
  run.keeper.start();
  await run.end();
  const [sound] = await run.sets();
  mkdirSync(join(run.backups, '.making'));
  mkdirSync(join(run.backups, '20200101T000000Z'));
  mkdirSync(join(run.backups, '20200102T000000Z'));
  writeFileSync(join(run.backups, '20200102T000000Z', 'backup.json'), '{');
  mkdirSync(join(run.backups, 'somebody’s own'));
  await run.keeper.beforeUpdate();
  expect(await run.sets()).toEqual([sound]);
  expect(existsSync(join(run.backups, 'somebody’s own'))).toBe(true);
  expect(readdirSync(run.backups).sort()).toEqual(['20200102T000000Z', sound?.id, 'somebody’s own']);
});

const file = fc.constantFrom('library.sqlite', 'personal.sqlite', 'settings.json');
const someSets = fc
  .array(
    fc.record({
      made_at: fc.integer({ min: 0, max: 20 * EVERY_MS }),
      why: fc.constantFrom('daily' as const, 'update' as const),
      files: fc.uniqueArray(file, { minLength: 1 }),
    }),
    { maxLength: 40 },
  )
  .map((all) =>
    all.map(
      ({ files, ...set }, n): KeptSet => ({ ...set, id: String(n), files: files.map((name) => ({ name })) }),
    ),
  );

test('of each file the last copy of each of its last seven days stays, and what is still needed', () => {
  fc.assert(
    fc.property(
      someSets,
      fc.dictionary(file, fc.integer({ min: 0, max: 20 * EVERY_MS })),
      fc.nat(39).map(String),
      (sets, damaged, wanted) => {
        const gone = new Set(setsToRemove(sets, { damaged, wanted }));
        const stay = sets.filter(({ id }) => !gone.has(id));
        expect(gone.has(wanted)).toBe(false);
        for (const name of ['library.sqlite', 'personal.sqlite', 'settings.json']) {
          const having = (from: readonly KeptSet[]) =>
            from.filter(({ files }) => files.some((one) => one.name === name));
          const times = (from: readonly KeptSet[]) => having(from).map(({ made_at }) => made_at);
          // The newest copy of a file never goes, nor the newest from before its damage.
          expect(Math.max(0, ...times(stay))).toBe(Math.max(0, ...times(sets)));
          const at = damaged[name];
          if (at !== undefined) {
            const before = (from: readonly KeptSet[]) =>
              Math.max(-1, ...times(from).filter((made) => made < at));
            expect(before(stay)).toBe(before(sets));
          }
          // No day of the last seven loses its last copy.
          const days = [
            ...new Set(
              having(sets).flatMap((set) =>
                set.why === 'daily' ? [Math.floor(set.made_at / EVERY_MS)] : [],
              ),
            ),
          ];
          for (const day of days.toSorted((a, b) => b - a).slice(0, KEPT_DAYS)) {
            const ofDay = (from: readonly KeptSet[]) =>
              Math.max(
                ...having(from).flatMap(({ why, made_at }) =>
                  why === 'daily' && Math.floor(made_at / EVERY_MS) === day ? [made_at] : [],
                ),
              );
            expect(ofDay(stay)).toBe(ofDay(sets));
          }
        }
        // And there is an end to it: days, an update's and one before damage for each of three files, and the wanted one.
        expect(stay.length).toBeLessThanOrEqual(3 * (KEPT_DAYS + 2) + 1);
      },
    ),
  );
});
