/** What can't be requested again outlives damage: marks come back from the copy that the app made when it quit. */
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from './fixtures.ts';
import { fetched, marksOf, setUp } from './steps.ts';

test('a damaged database is told, and what it held comes back from its copy', async ({
  launch,
  demo,
  folder,
}) => {
  const it = await demo();
  const first = await launch();
  await setUp(first, it);
  const [id = ''] = await fetched(first.page, [{ origin: 'EHAM', destination: 'EGLL', flight: 'DMO118' }]);
  await first.page.evaluate(
    (kit) => window.tripkit?.marks.add(kit, { kind: 'note', page: 1, x: 0.5, y: 0.5, text: 'call ops' }),
    id,
  );
  const before = await marksOf(first.page, id);
  expect(before).toHaveLength(1);
  await first.close();

  await writeFile(join(folder, 'user-data', 'user.sqlite'), 'x'.repeat(100_000));
  const second = await launch();
  const notices = second.page.getByRole('region', { name: 'Notices' });
  await expect(notices.getByText('It goes on from the backup copy of')).toBeVisible();
  await expect(second.page.getByText(/Restored from the backup copy of .*: 1 kit,.* 1 mark/)).toBeVisible();
  expect(await marksOf(second.page, id)).toEqual(before);
  // Without a person's yes a page neither restores a copy nor has kits removed sooner.
  for (const call of ['restore', 'apply'] as const) {
    await second.scriptDialog(null);
    const answer = await second.page.evaluate(async (call) => {
      if (call === 'apply') return window.tripkit?.retention.apply(0);
      const list = await window.tripkit?.backups.list();
      return window.tripkit?.backups.restore(list?.ok ? (list.value[0]?.id ?? '') : '');
    }, call);
    expect(answer).toEqual({ ok: true, value: null });
  }
  const settings = await second.page.evaluate(() => window.tripkit?.settings.get());
  expect(settings).toMatchObject({ ok: true, value: { values: { keep_days_after_departure: null } } });
});
