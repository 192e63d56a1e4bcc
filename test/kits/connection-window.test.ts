/** What holds kits back that wait for the connection, as the library says it in one line; and a history of many tries. */
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import type { Kit } from '../../preload/contract.ts';
import { aKit } from '../kits.ts';
import { axeByDayAndNight, axeFindings } from '../window/harness/axe.ts';
import { openWindows, tooWide } from '../window/harness/windows.ts';

const { open } = openWindows();
/** When a window opens. */
const NOW = Date.parse('2026-11-21T09:00:00Z');
const REASON = 'The service can’t be reached.';
const WHY =
  'The trip kit service api.example.com could not be reached in time. Check the network connection and the proxy settings of this computer.';

function waiting(number: number, seconds: number): Kit {
  return aKit({
    id: `00000000-0000-4000-8000-${String(number).padStart(12, '0')}`,
    trip: { origin: 'EHAM', destination: 'KJFK', flight: `KLM${600 + number}` },
    state: 'generating',
    tripkit_id: `TK-${number}`,
    activity: REASON,
    wait: {
      reason: 'trouble',
      since: new Date(NOW - 5_000).toISOString(),
      until: new Date(NOW + seconds * 1000).toISOString(),
      may_try: true,
      why: WHY,
    },
  });
}

async function withWaiting(): Promise<Page> {
  const page = await open('scenario=empty');
  await page.evaluate(
    (kits) => {
      for (const kit of kits) window.fake.push(kit);
    },
    [waiting(1, 3_000), waiting(2, 3_600), waiting(3, 4_000)],
  );
  await line(page).waitFor();
  return page;
}
const line = (page: Page) => page.locator('.connection-line');

test('row, details and one line say what is in the way; host and code stand under Why alone', async () => {
  const page = await withWaiting();
  await expect
    .poll(() => line(page).locator('.connection-line__says').textContent())
    .toMatch(/^The service can’t be reached\. Next try \d\d:\d\dZ\. 3 kits waiting\.$/);
  const folder = process.env.TRIPKIT_PICTURES;
  const picture = async (theme: string) => {
    if (folder) await page.screenshot({ path: `${folder}/connection-${theme}.png` });
  };
  expect(await axeByDayAndNight(page, picture)).toEqual([]);
  await page.getByRole('option').first().click();
  const details = page.getByRole('complementary', { name: 'Kit details' });
  const sentence = /The service can’t be reached\. Next try \d\d:\d\dZ\./;
  for (const place of [line(page), page.getByRole('option').first(), details])
    await place.getByText(sentence).waitFor();
  expect(await page.getByText('api.example.com').filter({ visible: true }).count()).toBe(0);
  await details.getByText('Why', { exact: true }).click();
  await details.getByText(`${WHY} Since 21 Nov 2026 08:59Z.`).waitFor();
  // By keyboard, in a small window: why, in full, and trying now; the line goes when nothing waits any more.
  await page.setViewportSize({ width: 1024, height: 640 });
  await line(page).locator('summary').focus();
  await page.keyboard.press('Enter');
  await line(page).getByText(WHY).last().waitFor();
  await line(page).getByText('EHAM → KJFK, EHAM → KJFK, EHAM → KJFK').waitFor();
  expect(await tooWide(page)).toEqual([]);
  await line(page).getByRole('button', { name: 'Try now' }).focus();
  await page.keyboard.press('Enter');
  await line(page).waitFor({ state: 'detached' });
  const calls = await page.evaluate(() => window.fake.calls.filter((name) => name === 'kits.tryNow'));
  expect(calls).toHaveLength(3);
});

test('a history that could not be read is read again by its button; tries in a row are one line of it', async () => {
  const page = await withWaiting();
  await page.evaluate((id) => {
    for (let second = 1; second < 9; second += 1)
      window.fake.write(id, {
        at: new Date(Date.UTC(2026, 10, 21, 8, 0, second)).toISOString(),
        state: 'generating',
        what: second % 2 === 1 ? 'The request is being sent.' : `It was not taken on: reason ${second / 2}.`,
      });
    window.fake.failNext('audit.of', 'The record could not be read.');
  }, waiting(1, 0).id);
  await page.getByRole('option').first().click();
  await page.getByText('Record', { exact: true }).click();
  const history = page.getByRole('region', { name: 'History (UTC)' });
  await history.getByText('The history could not be read.').waitFor();
  await history.getByRole('button', { name: 'Try again' }).click();
  await history.getByText('4 tries since 08:00:01Z.').waitFor();
  await history.getByText('reason 4.').first().waitFor();
  expect(await history.getByText('reason 1.').isVisible()).toBe(false);
  await history.getByText('All 8 lines').click();
  await history.getByText('reason 1.').waitFor();
  expect(await axeFindings(page)).toEqual([]);
});
