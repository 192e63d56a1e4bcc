import { existsSync, mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { NoticeBoard } from '../../../main/host/notices.ts';
import { BackupKeeper, EVERY_MS } from '../../../main/parcels/backup/backup-keeper.ts';
import { listSets } from '../../../main/parcels/backup/backup-set.ts';
import { KEPT_DAYS, type KeptSet, setsToRemove } from '../../../main/parcels/backup/keep-sets.ts';
import { openUserDatabase } from '../../../main/store/user-database.ts';
import { aKit, anEvent } from '../../documents/samples.ts';
import { freshFolder } from '../../fresh-folder.ts';
import { memoryLog } from '../../start/ipc-fixtures.ts';
import { VirtualClock } from '../../virtual-clock.ts';

const HOUR = 3_600_000;

function keeper(user_data = freshFolder()) {
  const clock = new VirtualClock();
  const notices = new NoticeBoard();
  const log = memoryLog();
  const library = openUserDatabase(join(user_data, 'user.sqlite'));
  const wanted = () => null;
  const made = new BackupKeeper({
    ...{ user_data, app_version: '1.0.0', wanted, notices, clock, log },
    quit_limit_ms: 60_000,
  });
  made.use(library.connection);
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
  expect(last?.files[0]).toMatchObject({ name: 'user.sqlite', rows: { kits: 1, entries: 1 } });
  expect(readdirSync(run.backups).filter((name) => !/^\d/.test(name))).toEqual([]);
});

test('nothing changed since the last copy: none is made at the end', async () => {
  const user_data = freshFolder();
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
  const user_data = freshFolder();
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
  const user_data = freshFolder();
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

const someSets = fc
  .array(
    fc.record({
      made_at: fc.integer({ min: 0, max: 20 * EVERY_MS }),
      why: fc.constantFrom('daily' as const, 'update' as const),
    }),
    { maxLength: 40 },
  )
  .map((all) => all.map((set, n): KeptSet => ({ ...set, id: String(n) })));

test('the last copy of each of the last seven days stays, and what a person wants restored', () => {
  fc.assert(
    fc.property(someSets, fc.nat(39).map(String), (sets, wanted) => {
      const gone = new Set(setsToRemove(sets, wanted));
      const stay = sets.filter(({ id }) => !gone.has(id));
      expect(gone.has(wanted)).toBe(false);
      const newest = (from: readonly KeptSet[]) => Math.max(0, ...from.map(({ made_at }) => made_at));
      const daily = sets.filter(({ why }) => why === 'daily');
      expect(newest(stay)).toBe(newest(sets));
      // No day of the last seven loses its last copy.
      const ofDay = (from: readonly KeptSet[], day: number) =>
        newest(from.filter(({ why, made_at }) => why === 'daily' && Math.floor(made_at / EVERY_MS) === day));
      const days = [...new Set(daily.map(({ made_at }) => Math.floor(made_at / EVERY_MS)))];
      for (const day of days.toSorted((a, b) => b - a).slice(0, KEPT_DAYS)) {
        expect(ofDay(stay, day)).toBe(ofDay(sets, day));
      }
      // And there is an end to it: days, an update's, and the wanted one.
      expect(stay.length).toBeLessThanOrEqual(KEPT_DAYS + 2);
    }),
  );
});
