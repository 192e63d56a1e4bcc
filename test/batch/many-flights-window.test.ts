/** Many flights in a real Chromium: the corrections one after the other, and the height that a low window gives the table. */
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { picture } from '../window/harness/steps.ts';
import { openWindows, tooWide } from '../window/harness/windows.ts';

const windows = openWindows();

/** Pastes 80 flights, of which rows 11, 31 and 81 have a destination that is no airport. */
async function openEighty(size?: { width: number; height: number }): Promise<Page> {
  const page = await windows.open('scenario=demo', size);
  await page.getByRole('button', { name: 'Many flights…' }).first().click();
  const rows = Array.from({ length: 80 }, (_, at) => {
    const to = [9, 29, 79].includes(at) ? '?' : 'EGLL';
    return `KLM${1001 + at}\tEHAM\t${to}\t28/06/2027\t1015`;
  });
  await page.getByLabel('Paste your flights').fill(['Flight\tFrom\tTo\tDate\tTime UTC', ...rows].join('\n'));
  await page.getByRole('button', { name: 'Look at the flights' }).click();
  await page.getByText('77 of 80 flights ready to request', { exact: false }).waitFor();
  return page;
}

const focused = (page: Page) => page.evaluate(() => document.activeElement?.getAttribute('aria-label'));

test('Next correction goes from one row with an error to the next, and from the last to the first', async () => {
  const page = await openEighty();
  const next = page.getByRole('button', { name: 'Next correction' });
  for (const row of [11, 31, 81, 11]) {
    await next.click();
    await expect.poll(() => focused(page)).toBe(`Row ${row}, Destination`);
  }
  // It goes on from the row in which a person has worked since.
  await page.getByLabel('Row 13, Flight').click();
  await next.click();
  await expect.poll(() => focused(page)).toBe('Row 31, Destination');
  await picture(page, 'next-correction');
});

test('a laptop of 1366x768 at 150 % has at least six flights in sight', async () => {
  const page = await openEighty({ width: 911, height: 512 });
  const table = page.getByRole('region', { name: 'Flights to request' });
  await page.getByRole('button', { name: 'Next correction' }).waitFor();
  await picture(page, 'at-150-percent');
  const inSight = () =>
    table.evaluate((region) => {
      const { top, bottom } = region.getBoundingClientRect();
      const head = region.querySelector('.flights__head')?.getBoundingClientRect().bottom ?? top;
      return [...region.querySelectorAll('[data-row]')].filter((row) => {
        const box = row.getBoundingClientRect();
        return box.top >= head - 1 && box.bottom <= bottom + 1;
      }).length;
    });
  await expect.poll(inSight).toBeGreaterThanOrEqual(6);
  // The row of tools alone scrolls sideways.
  expect(await tooWide(page)).toEqual([]);
});
