/** What the desktop asks of the window, and the card "This app": as they ship, in real Chromium on the fake bridge. */
import { expect, test } from 'vitest';
import { axeByDayAndNight } from '../window/harness/axe.ts';
import { calls, command } from '../window/harness/steps.ts';
import { openWindows } from '../window/harness/windows.ts';

const { open } = openWindows();

test('commands of the menus lead to their screens, notifications and links to their kits; the window says that it listens', async () => {
  const page = await open('scenario=demo');
  expect(await calls(page)).toContain('app.listening');
  await command(page, 'many_flights');
  await page.getByRole('heading', { name: 'Many flights' }).waitFor();
  await command(page, 'new_request');
  await page.getByRole('heading', { name: 'Request a trip kit' }).waitFor();
  await command(page, 'track');
  await page.getByRole('heading', { name: /Track/ }).waitFor();
  await command(page, 'search');
  await page.getByRole('dialog', { name: /Search/ }).waitFor();
  // While a dialog asks something, nothing changes under it.
  await command(page, 'settings');
  expect(await page.getByRole('heading', { name: 'Settings', exact: true }).count()).toBe(0);
  await page.keyboard.press('Escape');
  await command(page, 'theme_night');
  await page.waitForSelector('html[data-theme="night"]');
  await command(page, 'settings');
  await page.getByRole('region', { name: 'This app' }).waitFor();
  // The keys go on in the card.
  await page.waitForFunction(() => document.activeElement?.closest('.app-settings') !== null);
  await command(page, 'library');
  await page.getByRole('listbox').waitFor();
  await command(page, 'diagnostics');
  await page.getByRole('dialog', { name: 'Save diagnostics' }).waitFor();
  await page.keyboard.press('Escape');
  // A kit that a notification or a link names is opened after its questions, or shown in the library.
  const kits = await page.evaluate(async () => {
    const answer = await window.fake.bridge.kits.list();
    return answer.ok ? answer.value : [];
  });
  const failed = kits.find(({ state }) => state === 'failed');
  const ready = kits.find(({ state, acknowledged }) => state === 'ready' && acknowledged);
  const show = (kit_id = '') => page.evaluate((id) => window.fake.ask('openKit', { kit_id: id }), kit_id);
  await command(page, 'settings');
  await show(failed?.id);
  await page.locator(`[data-kit-id="${failed?.id}"][aria-selected="true"]`).waitFor();
  await show('00000000-0000-4000-8000-000000000000');
  await page.locator(`[data-kit-id="${failed?.id}"][aria-selected="true"]`).waitFor();
  await show(ready?.id);
  await page.waitForFunction(() => window.fake.calls.includes('documents.open'));
  await command(page, 'shortcuts');
  await page.getByRole('dialog').getByRole('heading', { level: 2 }).waitFor();
});

test('each choice is kept at once and holds at once; what fails is told and is as it was', async () => {
  const page = await open('scenario=fleet', { width: 1280, height: 900 });
  await command(page, 'settings');
  const card = page.getByRole('region', { name: 'This app' });
  await card.getByLabel('Contrast').waitFor();
  for (const box of await card.getByRole('checkbox').all()) await box.click();
  await card.getByLabel('Contrast').selectOption('more');
  await page.waitForSelector('html[data-contrast="more"]');
  await card.getByLabel('Local times').selectOption('12');
  await card.getByLabel(/^AIRAC cycles/).fill('9:0');
  await card.getByLabel(/^AIRAC cycles/).press('Enter');
  await card.getByText('Enter a time of day in UTC').waitFor();
  await card.getByLabel(/^AIRAC cycles/).fill('0901');
  await card.getByLabel(/^AIRAC cycles/).press('Enter');
  await expect
    .poll(() =>
      page.evaluate(async () => {
        const answer = await window.fake.bridge.settings.get();
        return answer.ok ? answer.value.values : null;
      }),
    )
    .toMatchObject({ notify: false, contrast: 'more', local_hours: '12', airac_minutes: 541 });
  expect(await card.getByLabel(/^AIRAC cycles/).inputValue()).toBe('09:01');

  await page.evaluate(() => window.fake.failNext('settings.set', 'The folder can’t be written to.'));
  await card.getByLabel(/^Notify me/).click();
  await card.getByText('Not changed. The folder can’t be written to.').waitFor();
  expect(await card.getByLabel(/^Notify me/).isChecked()).toBe(false);

  await command(page, 'library');
  await expect
    .poll(() => page.locator('.kit-row__local').allInnerTexts())
    .toEqual(expect.arrayContaining([expect.stringMatching(/\d:\d\d [ap]m (\+1 |−1 )?LT \S/)]));
});

test('the card is for everybody, by day and by night, with more contrast too', async () => {
  const page = await open('scenario=demo', { width: 1280, height: 1000 });
  const pictures = process.env.TRIPKIT_PICTURES;
  const picture = (name: string) => async (theme: string) => {
    if (pictures) await page.screenshot({ path: `${pictures}/${name}-${theme}.png` });
  };
  await command(page, 'settings');
  const card = page.getByRole('region', { name: 'This app' });
  await card.getByLabel('Contrast').waitFor();
  expect(await axeByDayAndNight(page, picture('settings'))).toEqual([]);
  await card.getByLabel('Contrast').selectOption('more');
  await page.waitForSelector('html[data-contrast="more"]');
  await command(page, 'library');
  await page.getByRole('listbox').waitFor();
  expect(await axeByDayAndNight(page, picture('library-more'))).toEqual([]);
});
