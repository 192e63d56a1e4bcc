/** Cockpit mode of the app as a whole: what the system sees of it, what waits, and what is told on leaving. */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { patient } from '../patience.ts';
import type { LaunchedApp } from '../runtime/launch.ts';
import { expect, test } from './fixtures.ts';
import { allKits, ask, setUpByBridge } from './steps.ts';

/** What the system is asked for: dark, and awake. */
const system = (app: LaunchedApp) =>
  app.inMain(({ nativeTheme, powerSaveBlocker }) => ({
    dark: nativeTheme.shouldUseDarkColors,
    awake: [0, 1, 2, 3, 4, 5, 6, 7, 8, 9].some((id) => powerSaveBlocker.isStarted(id)),
  }));

const bar = ({ page }: LaunchedApp) => page.getByRole('region', { name: 'Cockpit mode is on' });

test('one key: dark and awake for the system, planned kits wait over a restart, kits go on, and all is told on leaving', async ({
  launch,
  demo,
  folder,
}) => {
  test.slow();
  const it = await demo();
  let app = await launch();
  const profile_id = await setUpByBridge(app, it);
  await app.page.bringToFront();
  await expect.poll(() => system(app)).toMatchObject({ awake: false });
  await app.page.keyboard.press('F9');
  await expect(bar(app)).toBeVisible();
  await expect.poll(() => system(app)).toEqual({ dark: true, awake: true });
  const since = join(folder, 'user-data', 'cockpit.json');
  expect(existsSync(since)).toBe(true);

  const departure = new Date(Date.now() + 3_600_000).toISOString().replace(/\.\d+Z$/, 'Z');
  await app.page.evaluate(
    async ({ profile_id, departure }) => {
      const trip = { origin: 'EHAM', destination: 'EGLL', flight: 'KLM601', departure };
      const answer = await window.tripkit?.kits.plan(profile_id, [trip], 2);
      if (!answer?.ok) throw new Error(JSON.stringify(answer));
    },
    { profile_id, departure },
  );
  const planned = async () => {
    const kits = await allKits(app.page);
    return kits.find(({ trip }) => trip?.flight === 'KLM601')?.state;
  };
  await ask(app.page, [{ origin: 'EHAM', destination: 'KJFK', flight: 'KLM641' }]);
  const waits = () =>
    app.page.evaluate(async () => {
      const answer = await window.tripkit?.app.meanwhile();
      return answer?.ok ? answer.value.summary : null;
    });
  await expect.poll(waits, { timeout: patient(60_000) }).toContain('EHAM to KJFK, KLM641');
  expect(await planned()).toBe('planned');

  await app.close();
  app = await launch();
  await expect(bar(app)).toBeVisible();
  await expect.poll(() => system(app)).toEqual({ dark: true, awake: true });
  expect(await planned()).toBe('planned');
  expect(await app.page.evaluate(() => document.documentElement.dataset.theme)).toBe('night');

  await app.page.getByRole('button', { name: 'Leave cockpit mode' }).click();
  const told = app.page.getByRole('region', { name: 'Notices' }).getByText(/^.*In cockpit mode/);
  await expect(told).toContainText('1 kit is on this laptop (EHAM to KJFK, KLM641)');
  await expect(told).toContainText('1 planned kit came due');
  await expect.poll(planned, { timeout: patient(60_000) }).toBe('ready');
  await expect.poll(() => system(app)).toMatchObject({ awake: false });
  expect(existsSync(since)).toBe(false);
});
