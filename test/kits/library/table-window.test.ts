/** The table of kits, and the next departure in both layouts, in real Chromium: by keyboard and by mouse. */
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { push } from '../../window/harness/steps.ts';
import { openWindows } from '../../window/harness/windows.ts';
import { flights, grid, HOUR, head, NOW, selected, stepsIn } from './table-steps.ts';

const { openList, openTable } = stepsIn(openWindows());

const flightsOf = (page: Page) =>
  page.evaluate(() =>
    [...document.querySelectorAll<HTMLElement>('.kit-line')]
      .sort((a, b) => a.offsetTop - b.offsetTop)
      .map((row) => row.querySelectorAll('[role="gridcell"]')[1]?.textContent ?? ''),
  );

test('a switch, a key and the next start: the table stays, with its columns and its order', async () => {
  const page = await openList(80);
  await page.locator('.kit-list').focus();
  await page.keyboard.press('v');
  await grid(page).waitFor();
  // The keys go on in the other layout.
  await expect.poll(() => grid(page).evaluate((list) => list === document.activeElement)).toBe(true);
  await head(page, 'Flight').getByRole('button').click();
  await page.getByRole('button', { name: 'Columns' }).click();
  const columns = page.getByRole('dialog', { name: 'Columns' });
  expect(await columns.getByRole('checkbox', { name: 'Route' }).isDisabled()).toBe(true);
  await columns.getByRole('checkbox', { name: 'State' }).uncheck();
  await columns.getByRole('checkbox', { name: 'Requested' }).check();
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Failed first' }).click();
  await page.reload();
  await push(page, flights(80));
  await page.getByText('80 kits', { exact: true }).waitFor();
  expect(await page.getByRole('columnheader').allTextContents()).toEqual([
    'Departure',
    'Flight',
    'Route',
    'Reason',
    'Requested',
  ]);
  expect(await head(page, 'Flight').getAttribute('aria-sort')).toBe('ascending');
  expect(await page.getByRole('button', { name: 'Failed first' }).getAttribute('aria-pressed')).toBe('true');
  await page.getByRole('button', { name: 'Cards' }).click();
  await page.getByRole('listbox', { name: 'Trip kits' }).waitFor();
});

test('by keyboard: arrows, pages, ends, several, all, open, keep, and out again', async () => {
  const page = await openTable();
  await grid(page).focus();
  await page.keyboard.press('Home');
  expect(await selected(page).getAttribute('aria-rowindex')).toBe('2');
  await page.keyboard.press('ArrowDown');
  await expect.poll(() => selected(page).getAttribute('aria-rowindex')).toBe('3');
  await page.keyboard.press('PageDown');
  await expect
    .poll(async () => Number(await selected(page).getAttribute('aria-rowindex')))
    .toBeGreaterThan(12);
  await page.keyboard.press('PageUp');
  await expect.poll(() => selected(page).getAttribute('aria-rowindex')).toBe('3');
  await page.keyboard.press('Shift+ArrowDown');
  await page.getByRole('heading', { name: '2 kits selected' }).waitFor();
  await page.keyboard.press('Control+a');
  await page.getByRole('heading', { name: '80 kits selected' }).waitFor();
  await page.keyboard.press('Delete');
  await page.getByRole('alertdialog', { name: 'Remove 80 kits?' }).waitFor();
  await page.keyboard.press('Escape');
  await page.keyboard.press('Escape');
  await expect.poll(() => selected(page).count()).toBe(1);
  await page.keyboard.press('u');
  await expect.poll(() => selected(page).getAttribute('aria-current')).toBe('time');
  await page.keyboard.press('k');
  await page.waitForFunction(() => window.fake.calls.includes('kits.setPinned'));
  await page.keyboard.press('Escape');
  await expect.poll(() => selected(page).count()).toBe(0);
  await page.keyboard.press('Space');
  await expect.poll(() => selected(page).count()).toBe(1);
});

test('columns are sorted by their heads, by keyboard and by mouse, and the rows stay true as kits change', async () => {
  const page = await openTable(20);
  await grid(page).focus();
  await page.keyboard.press('Tab');
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('Enter');
  await expect.poll(() => head(page, 'Flight').getAttribute('aria-sort')).toBe('ascending');
  expect(await head(page, 'Departure').getAttribute('aria-sort')).toBe('none');
  const up = await flightsOf(page);
  const known = up.filter((flight) => flight !== '');
  expect(known).toEqual([...known].sort());
  // Kits without a flight are last, either way.
  expect(up.slice(known.length)).toEqual(['', '']);
  await head(page, 'Flight').getByRole('button').click();
  await expect.poll(() => head(page, 'Flight').getAttribute('aria-sort')).toBe('descending');
  await expect.poll(() => flightsOf(page)).toEqual([...[...known].reverse(), '', '']);
  // One that changes finds its new place.
  const [first] = flights(1);
  if (!first?.trip) throw new Error('no kit');
  await page.evaluate((kit) => window.fake.push(kit), {
    ...first,
    trip: { ...first.trip, flight: 'AAA1' },
  });
  await expect.poll(async () => (await flightsOf(page)).indexOf('AAA1')).toBe(known.length - 1);
  // Down leads back to the rows.
  await head(page, 'Flight').getByRole('button').focus();
  await page.keyboard.press('ArrowDown');
  await expect.poll(() => grid(page).evaluate((list) => list === document.activeElement)).toBe(true);
});

test('the next departure is in sight at once, below the time now; elsewhere the person stays', async () => {
  for (const layout of ['Table', 'Cards']) {
    const page = await openTable(300);
    await page.getByRole('button', { name: layout, exact: true }).click();
    const line = page.locator('.now-head');
    await line.getByText('next departure in 30 min').waitFor();
    const next = page.locator('[data-kit-id][aria-current="time"]');
    await expect.poll(() => next.count()).toBe(1);
    const box = await page.locator('.kit-list').boundingBox();
    const [nowBox, nextBox] = [await line.boundingBox(), await next.boundingBox()];
    if (!box || !nowBox || !nextBox) throw new Error('The line or its kit is not in sight.');
    expect(nowBox.y).toBeGreaterThanOrEqual(box.y);
    expect(nextBox.y).toBeGreaterThanOrEqual(nowBox.y + nowBox.height - 1);
    expect(nextBox.y + nextBox.height).toBeLessThan(box.y + box.height / 2);
    // A person who has scrolled is left where they are when kits come in above.
    await page.locator('.kit-list').hover();
    await page.mouse.wheel(0, 600);
    const seen = await page.evaluate(async () => {
      const list = document.querySelector('.kit-list');
      if (!list) throw new Error('no list');
      await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));
      const middle = list.getBoundingClientRect().top + list.clientHeight / 2;
      const row = [...list.querySelectorAll<HTMLElement>('[data-kit-id]')].find(
        (one) => one.getBoundingClientRect().bottom > middle,
      );
      return { id: row?.dataset.kitId ?? '', top: row?.getBoundingClientRect().top ?? 0 };
    });
    const [kit] = flights(1);
    if (!kit?.trip) throw new Error('no kit');
    const departure = new Date(NOW + HOUR / 4).toISOString();
    await page.evaluate((one) => window.fake.push(one), {
      ...kit,
      id: '99999999-2f4e-4d61-9f4e-1d5a4a8f0c11',
      trip: { ...kit.trip, departure },
    });
    await page.getByText('301 kits', { exact: true }).waitFor();
    const after = await page.locator(`[data-kit-id="${seen.id}"]`).boundingBox();
    expect(Math.abs((after?.y ?? 0) - seen.top)).toBeLessThanOrEqual(1);
    await page.context().close();
  }
});

test('a new order shows its top, and the selected kit stays selected; failed kits stand on top on demand', async () => {
  const page = await openTable(40);
  await grid(page).focus();
  await page.keyboard.press('End');
  const chosen = await selected(page).getAttribute('data-kit-id');
  const top = () => grid(page).evaluate((list) => list.scrollTop);
  expect(await top()).toBeGreaterThan(0);
  await head(page, 'Route').getByRole('button').click();
  await expect.poll(top).toBe(0);
  await grid(page).evaluate((list) => list.scrollTo(0, list.scrollHeight));
  await page.getByRole('button', { name: 'Failed first' }).click();
  await expect.poll(top).toBe(0);
  // The other layout shows the selected kit again.
  await page.getByRole('button', { name: 'Cards' }).click();
  const card = page.getByRole('option', { selected: true });
  await expect.poll(() => card.evaluateAll(([one]) => one?.getAttribute('data-kit-id'))).toBe(chosen);
  // Failed kits stand on top on demand, in both layouts.
  await page.getByRole('button', { name: 'Failed first' }).click();
  await page.getByRole('button', { name: 'Table' }).click();
  await page.getByRole('button', { name: 'Failed first' }).click();
  const states = () =>
    page.evaluate(() =>
      [...document.querySelectorAll<HTMLElement>('[data-kit-id]')]
        .sort((a, b) => a.offsetTop - b.offsetTop)
        .slice(0, 9)
        .map((row) => row.dataset.state ?? ''),
    );
  const wanted = Array(8).fill('failed');
  await expect.poll(async () => (await states()).slice(0, 8)).toEqual(wanted);
  expect((await states())[8]).not.toBe('failed');
  // By its place: rows that are drawn later stand later in the page, wherever they are seen.
  const failed = page.locator('.kit-line[data-state="failed"]').first();
  expect(await failed.textContent()).toContain('No connection: The service could not be reached.');
  await page.getByRole('button', { name: 'Cards' }).click();
  await page.getByText('Needs attention', { exact: true }).waitFor();
  await expect.poll(async () => (await states()).slice(0, 6)).toEqual(wanted.slice(0, 6));
  await page.getByRole('button', { name: 'Failed first' }).click();
  await page.getByText('Needs attention', { exact: true }).waitFor({ state: 'detached' });
});
