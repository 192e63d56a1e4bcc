/** "Ready to fly" with long lists, and the ways back to it; in a real Chromium. */
import { describe, expect, test } from 'vitest';
import { settledBox } from '../window/harness/settled-box.ts';
import { picture, push } from '../window/harness/steps.ts';
import { openWindows, tooWide } from '../window/harness/windows.ts';
import { broken, flightIn, focused, isNow, openPanel, stepsIn, verdict } from './ready-steps.ts';

const windows = openWindows();
const { panelOf } = stepsIn(windows);

test('it looks as many hours ahead as the settings say', async () => {
  const page = await panelOf([flightIn(2), flightIn(50, { state: 'failed', failure: broken })]);
  await isNow(page, 'ok');
  await page.evaluate(() => window.fake.ask('command', 'settings'));
  const hours = page.getByLabel('“Ready to fly” looks ahead (hours)');
  await hours.fill('72');
  await hours.press('Enter');
  await expect
    .poll(() => page.evaluate(() => window.fake.calls.filter((name) => name === 'settings.set')))
    .toHaveLength(1);
  // The list is shown, which the page of Ready would cover.
  await page.evaluate(() => window.fake.ask('command', 'library'));
  await openPanel(page);
  await isNow(page, 'bad');
  await verdict(page).getByText('2 flights in the next 72 h: 1 ready, 1 not.').waitFor();
});

describe('a long list', () => {
  const many = () =>
    Array.from({ length: 40 }, (_, index) =>
      index === 33 ? flightIn(34, { state: 'unconfirmed' }) : flightIn(1 + index / 2),
    );

  test('keeps the verdict in sight, in windows of any size', async () => {
    const page = await panelOf(many());
    await isNow(page, 'bad');
    for (const size of [
      { width: 1280, height: 800 },
      // 1024 by 640 at 200 %
      { width: 512, height: 320 },
    ]) {
      await page.setViewportSize(size);
      const pane = page.getByRole('complementary', { name: 'Ready to fly' });
      await page.getByRole('button', { name: 'Next item' }).click();
      await expect.poll(() => focused(page)).toContain('Not ready');
      const box = await settledBox(verdict(page));
      const frame = await settledBox(pane);
      expect(box.y).toBeGreaterThanOrEqual(frame.y);
      expect(box.y + box.height).toBeLessThanOrEqual(size.height);
      // The item stands below it, in sight.
      const bar = await settledBox(page.locator('.ready__verdict'));
      const item = await settledBox(page.locator(':focus'));
      expect(item.y).toBeGreaterThanOrEqual(bar.y + bar.height - 1);
      expect(item.y + 20).toBeLessThanOrEqual(size.height);
      await pane.evaluate((element) => element.scrollTo(0, element.scrollHeight));
      expect((await settledBox(verdict(page))).y).toBeCloseTo(box.y, 0);
      await picture(page, `ready-long-${size.width}`);
      const own = (await tooWide(page)).filter(
        (found) => !found.includes('library__') && !found.includes('filter'),
      );
      expect(own).toEqual([]);
    }
  });

  test('of a large library reads the documents of the window alone', async () => {
    const page = await windows.open('scenario=empty');
    const near = [1, 2, 3].map((hours) => flightIn(hours));
    const far = Array.from({ length: 1_000 }, (_, index) => flightIn(index % 2 ? 100 + index : -30 - index));
    await push(page, [...near, ...far]);
    await openPanel(page);
    await isNow(page, 'ok');
    const checks = await page.evaluate(() => window.fake.calls.filter((name) => name === 'documents.check'));
    expect(checks).toHaveLength(3);
  });
});
