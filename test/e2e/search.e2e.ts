/** Finding a chart in all kits of the laptop: what is taken from a document after its download, with the service gone. */
import type { Kit } from '../../preload/contract.ts';
import { patient } from '../patience.ts';
import { expect, test } from './fixtures.ts';
import { setUp } from './steps.ts';

test('a chart is found by airport and runway in a kit that came a moment ago, and after a restart without the service', async ({
  launch,
  demo,
}) => {
  const it = await demo();
  let app = await launch();
  await setUp(app, it);
  const trips = [{ origin: 'EHAM', destination: 'EGLL', flight: 'DMO118' }];
  await app.page.evaluate(async (wanted) => {
    const profiles = await window.tripkit?.profiles.list();
    const id = profiles?.ok ? profiles.value[0]?.id : undefined;
    if (id) await window.tripkit?.kits.request(id, wanted);
  }, trips);

  /** What the main process has taken from the first kit. */
  const prepared = () =>
    app.page.evaluate(async () => {
      const kits = await window.tripkit?.kits.listText();
      const kit = kits?.ok ? (JSON.parse(kits.value) as Kit[])[0] : undefined;
      if (kit?.state !== 'ready') return null;
      const answer = await window.tripkit?.reading.prepared(kit.id);
      const text = await window.tripkit?.reading.text(kit.id);
      const charts = await window.tripkit?.reading.charts(kit.id);
      return answer?.ok && text?.ok && charts?.ok
        ? {
            charts: charts.value.pages.map(({ page, kind }) => ({ page, kind: kind?.value })),
            counts: kit.charts,
            state: answer.value.state,
            pages: kit.document?.pages,
            sizes: answer.value.sizes?.length,
            outline: answer.value.outline?.map(({ title, page }) => ({ title, page })),
            texts: text.value?.length,
          }
        : null;
    });
  await expect.poll(async () => (await prepared())?.state, { timeout: patient(60_000) }).toBe('ready');
  const taken = await prepared();
  expect(taken?.pages).toBeGreaterThan(5);
  expect([taken?.sizes, taken?.texts]).toEqual([taken?.pages, taken?.pages]);
  expect(taken?.charts.map(({ page }) => page)).toEqual(
    Array.from({ length: taken?.pages ?? 0 }, (_, index) => index + 1),
  );
  expect(taken?.charts.some(({ kind }) => kind === 'approach')).toBe(true);
  await expect.poll(async () => (await prepared())?.counts?.charts).toBeGreaterThan(0);
  const chart = taken?.outline?.find(({ title }) => /^(ILS|RNP|VOR|SID|STAR)/.test(title));
  if (!chart) throw new Error('The demo kit has no chart in its outline.');

  async function lookFor(): Promise<void> {
    await app.page.waitForSelector('html[data-ready="true"]');
    await app.page.keyboard.press('Control+k');
    await app.page.getByRole('combobox', { name: /all kits/ }).fill(chart?.title ?? '');
    const dialog = app.page.getByRole('dialog', { name: 'Search all kits' });
    await expect(dialog.getByRole('option').first()).toContainText(chart?.title ?? '');
  }
  await lookFor();
  await app.page.keyboard.press('Escape');
  const counted = (await prepared())?.counts;
  await app.close();
  await it.service.close();

  app = await launch();
  await expect.poll(async () => (await prepared())?.counts).toEqual(counted);
  await lookFor();
  await app.page.keyboard.press('Enter');
  await app.page.waitForSelector(`[data-page-rendered="${chart.page}"]`);
});
