/** The table of kits in windows of all sizes, for screen readers and by its menus; the list’s room in small windows. In real Chromium. */
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import type { Kit } from '../../../preload/contract.ts';
import { axeByDayAndNight } from '../../window/harness/axe.ts';
import { push } from '../../window/harness/steps.ts';
import { openWindows, tooWide } from '../../window/harness/windows.ts';
import { flights, grid, head, rows, selected, stepsIn } from './table-steps.ts';

const windows = openWindows();
const { open } = windows;
const { openTable } = stepsIn(windows);

/** How many kits are seen whole. */
function wholeRows(page: Page): Promise<number> {
  return page.evaluate(() => {
    const list = document.querySelector('.kit-list');
    if (!list) return 0;
    const { top, bottom } = list.getBoundingClientRect();
    const under =
      list.querySelector('.table-head, .group-head--stays')?.getBoundingClientRect().bottom ?? top;
    return [...list.querySelectorAll('[data-kit-id]')].filter((row) => {
      const box = row.getBoundingClientRect();
      return box.top >= under - 1 && box.bottom <= Math.min(bottom, window.innerHeight) + 1;
    }).length;
  });
}

const sizes = {
  '1024×640': { width: 1024, height: 640 },
  '1280×720': { width: 1280, height: 720 },
  '1366×768': { width: 1366, height: 768 },
  '1600×900': { width: 1600, height: 900 },
  '1920×1080': { width: 1920, height: 1080 },
  '1366×768 at 150 %': { width: 910, height: 512 },
  '1366×768 at 200 %': { width: 683, height: 384 },
};

/** How many rows of the table there are room for, at least. */
const least = { '1366×768': 16, '1366×768 at 150 %': 8 } as Record<string, number>;

test('there is room for rows in every window: 16 in a small one, 8 at 150 %, and never none; axe finds nothing', async () => {
  const page = await openTable();
  for (const layout of ['Table', 'Cards']) {
    await page.getByRole('button', { name: layout, exact: true }).click();
    for (const [name, size] of Object.entries(sizes)) {
      await page.setViewportSize(size);
      const wanted = layout === 'Table' ? (least[name] ?? 4) : 1;
      await expect
        .poll(() => wholeRows(page), { message: `${layout}, ${name}` })
        .toBeGreaterThanOrEqual(wanted);
      expect(await tooWide(page), `${layout}, ${name}`).toEqual([]);
      const folder = process.env.TABLE_PICTURES;
      if (folder) await page.screenshot({ path: `${folder}/${layout}-${size.width}x${size.height}.png` });
    }
  }
  // axe finds nothing in it, by day and by night, with several rows selected and a menu open.
  await page.getByRole('button', { name: 'Table', exact: true }).click();
  await grid(page).focus();
  await page.keyboard.press('Control+a');
  await page.getByRole('heading', { name: '80 kits selected' }).waitFor();
  await page.getByRole('button', { name: 'Columns' }).click();
  await page.getByRole('dialog', { name: 'Columns' }).waitFor();
  expect(await axeByDayAndNight(page)).toEqual([]);
});

test('in a small window the table has the width for its columns until a kit is selected', async () => {
  const page = await openTable(20, { width: 910, height: 512 });
  const reason = head(page, 'Reason');
  const isSeen = () =>
    reason.evaluate((cell) => cell.getBoundingClientRect().right <= document.documentElement.clientWidth);
  await expect.poll(isSeen).toBe(true);
  const pane = page.getByRole('complementary', { name: 'Kit details' });
  expect(await pane.isVisible()).toBe(false);
  await rows(page).nth(3).click();
  await pane.waitFor();
  expect(await tooWide(page)).toEqual([]);
  await page.keyboard.press('Escape');
  await pane.waitFor({ state: 'hidden' });
});

test('no sign cuts a flight or its destination, at any width', async () => {
  const page = await open('scenario=empty', { width: 1024, height: 768 });
  const changes = { old_id: 'x', state: 'ready' as const, changed: 7, unreviewed: 3, was_read: true };
  const stamp = { cycle: null, valid_to: null, expired: false };
  const charts = { charts: 40, later: 2, expired: 1, undated: 3, without_text: 0, stamp };
  const flagged = flights(40).map((kit): Kit => {
    const trip = kit.trip && { ...kit.trip, flight: 'KLM1234W' };
    return { ...kit, trip, pinned: true, acknowledged: false, changes, charts, opened_at: null };
  });
  await push(page, flagged);
  await page.locator('.kit-list').focus();
  await page.keyboard.press('v');
  await rows(page).first().waitFor();
  const cut = () =>
    [...document.querySelectorAll<HTMLElement>('.kit-line')].flatMap((row) => {
      const [, flight, route] = row.querySelectorAll<HTMLElement>('[role="gridcell"]');
      const airports = route?.querySelector<HTMLElement>('.kit-line__airports');
      const isWhole =
        flight &&
        flight.scrollWidth <= flight.clientWidth &&
        (!airports || airports.getBoundingClientRect().right <= (route?.getBoundingClientRect().right ?? 0));
      return isWhole ? [] : [row.textContent];
    });
  for (const width of [1024, 1280, 1366, 1920]) {
    await page.setViewportSize({ width, height: 768 });
    expect(await tooWide(page), `${width} px`).toEqual([]);
    expect(await page.evaluate(cut), `${width} px`).toEqual([]);
  }
});

test('the table tells screen readers its rows, its order and where the keys are', async () => {
  const page = await openTable(300);
  expect(await grid(page).getAttribute('aria-rowcount')).toBe('301');
  await grid(page).focus();
  await page.keyboard.press('End');
  await page.locator('[aria-rowindex="301"]').waitFor();
  expect(await rows(page).count()).toBeLessThan(60);
  const active = await grid(page).getAttribute('aria-activedescendant');
  expect(await page.locator(`[id="${active}"]`).getAttribute('aria-rowindex')).toBe('301');
  // The row that the grid names is there wherever it is scrolled to.
  await grid(page).evaluate((list) => list.scrollTo(0, 0));
  await page.locator('[aria-rowindex="2"]').waitFor();
  expect(await page.locator(`[id="${active}"]`).getAttribute('aria-rowindex')).toBe('301');
});

test('Esc closes forms, panels and menus, and the keys are back where they were', async () => {
  const page = await openTable(20);
  const isFocused = (name: string) =>
    page.getByRole('button', { name }).evaluate((button) => button === document.activeElement);
  for (const [name, pane] of [
    ['New request', 'Request a trip kit'],
    ['Track by kit ID', 'Track by kit ID'],
    ['Ready to fly?', 'Ready to fly'],
  ] as const) {
    await page.getByRole('button', { name, exact: true }).focus();
    await page.keyboard.press('Enter');
    await page.getByRole('complementary', { name: pane }).waitFor();
    await page.keyboard.press('Escape');
    await page.getByRole('complementary', { name: 'Kit details' }).waitFor();
    await expect.poll(() => isFocused(name), { message: name }).toBe(true);
  }
  // By mouse: the list had the keys, the form took them.
  await rows(page).nth(2).click();
  await page.getByRole('button', { name: 'New request' }).click();
  await page.getByRole('textbox', { name: 'Flight' }).fill('KLM7');
  await page.keyboard.press('Escape');
  await page.getByRole('complementary', { name: 'Kit details' }).waitFor();
  // What was typed is still there.
  await page.getByRole('button', { name: 'New request' }).click();
  expect(await page.getByRole('textbox', { name: 'Flight' }).inputValue()).toBe('KLM7');
  await page.getByRole('button', { name: 'Close' }).click();
  await expect.poll(() => isFocused('New request')).toBe(true);
  // From the details to the list, then no kit is selected.
  await rows(page).nth(2).click();
  await page.getByRole('article').getByRole('button').first().focus();
  await page.keyboard.press('Escape');
  await expect.poll(() => grid(page).evaluate((list) => list === document.activeElement)).toBe(true);
  await page.keyboard.press('Escape');
  await expect.poll(() => selected(page).count()).toBe(0);
  // The filter by airport takes the words at once, and gives the keys back.
  await page.getByRole('button', { name: 'Airport' }).press('Enter');
  const find = page.getByRole('dialog', { name: 'Airport' }).getByRole('searchbox');
  await expect.poll(() => find.evaluate((input) => input === document.activeElement)).toBe(true);
  await page.keyboard.type('rjt');
  await page.keyboard.press('Enter');
  await page.getByRole('button', { name: 'Airport: RJTT' }).waitFor();
  await page.keyboard.press('Escape');
  await find.waitFor({ state: 'detached' });
  await expect.poll(() => isFocused('Airport: RJTT')).toBe(true);
  // By mouse as well.
  await page.getByRole('button', { name: 'Airport: RJTT' }).click();
  await expect.poll(() => find.evaluate((input) => input === document.activeElement)).toBe(true);
});
