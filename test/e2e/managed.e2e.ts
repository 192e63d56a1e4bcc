/** A computer that administrators manage: what they switched off is refused by the main process and by Chromium itself, and the page says so. */
import { mkdir, readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { patient } from '../patience.ts';
import { expect, JOURNEY, test } from './fixtures.ts';
import { allKits, fetched, openKit, painted, setUp } from './steps.ts';

const HOUR_MS = 3_600_000;
const PICTURES = process.env.TRIPKIT_PICTURES;
const departure = (hours: number) =>
  new Date(Date.now() + hours * HOUR_MS).toISOString().replace(/\.\d+Z$/, 'Z');

test('copies, printing and standing orders that are switched off stay off, kits are read as ever, and the page says from where', {
  tag: JOURNEY,
}, async ({ launch, demo, folder }) => {
  test.slow();
  test.skip(process.platform === 'win32', 'Windows has its registry for it, which is the computer’s.');
  const it = await demo();
  let app = await launch();
  await setUp(app, it);
  const [id = ''] = await fetched(app.page, [
    { origin: 'EHAM', destination: 'EGLL', flight: 'KLM701', departure: departure(1) },
  ]);
  const profile_id = await app.page.evaluate(async (when) => {
    const list = await window.tripkit?.profiles.list();
    const profile = list?.ok ? (list.value[0]?.id ?? '') : '';
    const trip = { origin: 'EHAM', destination: 'KJFK', flight: 'KLM641', departure: when };
    const added = await window.tripkit?.kits.plan(profile, [trip], 2);
    if (!added?.ok) throw new Error(JSON.stringify(added));
    return profile;
  }, departure(30));
  await app.close();

  const root = join(folder, 'machine');
  const place = join(
    root,
    process.platform === 'darwin' ? 'Library/Application Support/Trip Kit Desktop' : 'etc/trip-kit-desktop',
  );
  await mkdir(place, { recursive: true, mode: 0o755 });
  const file = join(place, 'managed-profile.json');
  const settings = { export: false, print: false, standing_orders: false, update_hours: '22:00-05:30' };
  await writeFile(file, JSON.stringify({ profiles: [], settings }), { mode: 0o644 });
  app = await launch({ env: { TRIPKIT_MANAGED_ROOT: root } });
  const { page } = app;
  const ignored: string[] = [];
  page.on('console', (message) => {
    if (/Ignored call to 'print\(\)'/.test(message.text())) ignored.push(message.text());
  });

  const refused = await page.evaluate(
    async ({ id, profile, when }) => {
      const { tripkit } = window;
      if (!tripkit) throw new Error('There is no bridge.');
      const query = { from: null, to: null, by: null, text: null, kit_id: null };
      const trip = { origin: 'EHAM', destination: 'EGLL', flight: 'KLM702', departure: when };
      const answers = {
        copy: await tripkit.documents.saveCopy(id),
        marked: await tripkit.marks.saveCopy(id),
        print: await tripkit.print.start({
          ...{ kit_id: id, layout: 'one', marks: true },
          pages: [{ page: 1, caption: null }],
        }),
        prepare: await tripkit.documents.prepareDrag([id]),
        drag: await tripkit.documents.drag([id]),
        history: await tripkit.audit.export([id], 'csv'),
        record: await tripkit.audit.exportRecord(query, 'csv'),
        table: await tripkit.batch.save([['KLM701']]),
        plan: await tripkit.kits.plan(profile, [trip], 2),
      };
      return Object.fromEntries(
        Object.entries(answers).map(([name, answer]) => [name, answer.ok ? 'taken' : answer.error.kind]),
      );
    },
    { id, profile: profile_id, when: departure(20) },
  );
  expect(new Set(Object.values(refused))).toEqual(new Set(['config']));
  const planned = (await allKits(page)).filter(({ state }) => state === 'planned');
  expect(planned).toMatchObject([{ trip: { flight: 'KLM641' }, wait: { reason: 'held' } }]);
  expect(planned[0]?.activity).toMatch(/switched off standing orders/);

  // Read as ever, in a page that Chromium lets do everything but print.
  await openKit(page, /EHAM to EGLL/);
  await expect(painted(page)).toBeVisible();
  await page.keyboard.press('Control+p');
  await expect(page.getByText('Set for this computer by your administrators.').first()).toBeVisible();
  await expect(page.getByRole('dialog', { name: 'Print' })).toHaveCount(0);
  await page.evaluate(() => window.print());
  await expect.poll(() => ignored.length).toBe(1);
  // In a frame of its own making neither.
  await page.evaluate(() => {
    const frame = document.createElement('iframe');
    document.body.append(frame);
    frame.contentWindow?.print();
    frame.remove();
  });
  await expect.poll(() => ignored.length).toBe(2);
  await page.keyboard.press('Control+f');
  await page.keyboard.type('EGLL');
  await page.keyboard.press('Escape');
  await page.keyboard.press('Escape');

  await page.keyboard.press('Control+k');
  await page.getByRole('dialog').getByRole('combobox').fill('managed');
  await page.getByRole('option', { name: 'Managed settings…' }).waitFor();
  // While pages are looked for, Enter waits for them.
  await expect(async () => {
    await page.keyboard.press('Enter');
    await expect(page.getByRole('heading', { name: 'Managed settings' })).toBeVisible({
      timeout: patient(2_000),
    });
  }).toPass();
  const row = page.locator('tr[data-policy="update_hours"]');
  await expect(row).toContainText('Between 22:00 and 05:30');
  await expect(row).toContainText('managed-profile.json');
  await expect(page.locator('tr[data-policy="export"]')).toContainText('Not allowed');
  if (PICTURES) await page.screenshot({ path: join(PICTURES, 'managed-settings.png') });
  await app.close();
  // Nothing of it was written on the way.
  expect(await readdir(join(folder, 'user-data', 'drag-out')).catch(() => [])).toEqual([]);
});
