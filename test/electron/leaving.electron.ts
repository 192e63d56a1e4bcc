/** Chromium asks nobody before some addresses: a page that leaves for one of them is loaded again, and says so. */
import { expect, test } from '../e2e/fixtures.ts';

const ways: readonly (readonly [string, () => void])[] = [
  ['location', () => location.assign('about:blank')],
  [
    'a form',
    () => {
      const form = document.createElement('form');
      form.action = 'about:blank';
      form.method = 'post';
      document.body.append(form);
      form.submit();
    },
  ],
  ['an address that fails', () => location.replace('about:srcdoc')],
];

test('a page that leaves the app comes back, with a word', async ({ launch }) => {
  const { page, logs } = await launch();
  const told = page.getByText('The window stopped working and was opened again');
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  for (const [way, leave] of ways) {
    await test.step(way, async () => {
      const loaded = page.waitForEvent('domcontentloaded', () => page.url().endsWith('/index.html'));
      await page.evaluate(leave).catch(() => {});
      await loaded;
      await expect(told).toHaveCount(1);
      await page.getByRole('button', { name: 'Dismiss' }).first().click();
      await expect(told).toHaveCount(0);
      expect(await page.evaluate(() => window.tripkit?.app.info().then(({ ok }) => ok))).toBe(true);
    });
  }
  expect(logs()).not.toMatch(/disposed|Error sending/);
});
