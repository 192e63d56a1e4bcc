/** Many flights in a real Chromium: the corrections one after the other, the height in a low window, and the results. */
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { axeFindings } from '../window/harness/axe.ts';
import { calls, picture } from '../window/harness/steps.ts';
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

test('what failed stands first in the results, and one button tries all of it again', async () => {
  const page = await openEighty();
  await page.getByRole('button', { name: 'Request 77 kits' }).click();
  await page.getByRole('heading', { name: 'Results' }).waitFor();
  await page.evaluate(async () => {
    const all = await window.fake.bridge.kits.list();
    const states = { KLM1040: 'failed', KLM1050: 'unconfirmed', KLM1070: 'failed' } as const;
    for (const kit of all.ok ? all.value : [])
      for (const [flight, state] of Object.entries(states))
        if (kit.trip?.flight === flight) window.fake.push({ ...kit, state });
  });
  const results = page.getByRole('region', { name: 'Results' });
  await results.getByText('2 failed, 1 needs your decision', { exact: false }).waitFor();
  const rows = await results.getByRole('listitem').allTextContents();
  expect(rows.slice(0, 4).map((row) => /KLM\d+/.exec(row)?.[0])).toEqual([
    'KLM1040',
    'KLM1050',
    'KLM1070',
    'KLM1001',
  ]);
  expect(rows.every((row) => /^Row \d/.test(row))).toBe(true);
  expect(await axeFindings(page)).toEqual([]);
  await picture(page, 'failed-first');
  await results.getByRole('button', { name: 'Try all failed again' }).click();
  await results.getByText('failed', { exact: false }).waitFor({ state: 'detached' });
  const asked = (await calls(page)).filter((call) => call.startsWith('kits.re'));
  // The unconfirmed kit may have arrived: nothing asks for it again.
  expect(asked).toEqual(['kits.request', 'kits.retry', 'kits.retry']);
});
