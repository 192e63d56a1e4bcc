/** Long lists, dates, orders and keys of the library, in real Chromium. */
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { openWindows } from '../window/harness/windows.ts';
import { fill, list, marked } from './library-steps.ts';

const { open } = openWindows();

const options = (page: Page) => page.getByRole('option');

test('a list of two thousand draws what is seen: rows that are scrolled out are taken over by those that come in', async () => {
  const page = await open('scenario=empty');
  await fill(page, 2000);
  await page.getByText('2000 kits', { exact: true }).waitFor();
  expect(await options(page).count()).toBeLessThan(40);
  // The lines beyond the edges, six on either side, come when the window is at rest.
  await page.waitForFunction(() => {
    const height = document.querySelector('[role="listbox"]')?.clientHeight ?? Number.POSITIVE_INFINITY;
    return document.querySelectorAll('[role="option"]').length >= Math.ceil(height / 68) + 12;
  });
  const made = await list(page).evaluate(async (element) => {
    const frame = () => new Promise((resolve) => requestAnimationFrame(resolve));
    // A frame that comes late lets the list come to rest, which moves rows: a moved one is not a new one.
    const known = new Set<Node>(element.querySelectorAll('[role="option"]'));
    const rowsOf = (nodes: NodeList) =>
      [...nodes].filter(
        (node) => node instanceof Element && node.matches('[role="option"]') && !known.has(node),
      ).length;
    let rows = 0;
    const watch = new MutationObserver((records) => {
      for (const { addedNodes } of records) rows += rowsOf(addedNodes);
    });
    watch.observe(element, { childList: true, subtree: true });
    for (let step = 0; step < 20; step += 1) {
      element.scrollBy(0, 600);
      await frame();
      const top = element.getBoundingClientRect().top;
      const seen = [...element.querySelectorAll('[role="option"]')].filter((row) => {
        const { bottom, top: upper } = row.getBoundingClientRect();
        return bottom > top && upper < top + element.clientHeight;
      });
      // No hole: what is seen is covered by rows but for heads, which are lower.
      if (seen.length * 68 < element.clientHeight - 4 * 36) throw new Error(`Only ${seen.length} rows`);
    }
    for (const { addedNodes } of watch.takeRecords()) rows += rowsOf(addedNodes);
    watch.disconnect();
    return rows;
  });
  expect(made).toBe(0);
  // At rest they are in order.
  await page.waitForFunction(() => {
    const places = [...document.querySelectorAll('[role="option"]')]
      .filter((row) => row.getAttribute('aria-selected') !== 'true')
      .map((row) => Number(row.getAttribute('aria-posinset')));
    return places.every((place, index) => index === 0 || place === (places[index - 1] ?? 0) + 1);
  });
  // The head of the day stays above its flights.
  await list(page).evaluate((element) => element.scrollTo(0, 5000));
  await page.waitForFunction(() => {
    const head = document.querySelector('.group-head--stays');
    const top = document.querySelector('.kit-list')?.getBoundingClientRect().top ?? 0;
    const day = head?.querySelector('strong')?.textContent ?? 'Today';
    return head !== null && day !== 'Today' && Math.abs(head.getBoundingClientRect().top - top) < 2;
  });
  expect(await page.locator('.group-head--stays .group-head__count').textContent()).toBe('24');
  // One key leads to its end, and each row tells its place.
  await list(page).focus();
  await page.keyboard.press('End');
  await page.locator('[aria-posinset="2000"]').waitFor();
  expect(await marked(page).getAttribute('aria-setsize')).toBe('2000');
  // The row that the listbox names is always there, wherever it is scrolled to.
  await list(page).evaluate((element) => element.scrollTo(0, 0));
  await page.locator('[aria-posinset="1"]').waitFor();
  const active = await list(page).getAttribute('aria-activedescendant');
  expect(await page.locator(`[id="${active}"]`).getAttribute('aria-posinset')).toBe('2000');
});

test('days are written as they are in this trade; the search gives the keys back; an order is remembered', async () => {
  const page = await open('scenario=demo');
  await page.getByRole('button', { name: 'Date', exact: true }).click();
  const dates = page.getByRole('dialog', { name: 'Date' });
  await dates.getByLabel('From', { exact: true }).fill('22NOV2026');
  await dates.getByLabel('To', { exact: true }).fill('22 nov 26');
  await page.keyboard.press('Escape');
  await page.getByText('1 of 10 kits').waitFor();
  await page.getByRole('option', { name: /EDDF to RJTT/ }).waitFor();
  await page.getByRole('button', { name: 'Clear all' }).click();
  // Esc clears the search field, and then gives the keys back to the list.
  await list(page).focus();
  await page.keyboard.press('/');
  await page.keyboard.type('kjfk');
  await page.getByText('1 of 10 kits').waitFor();
  const hasFocus = (one: 'searchbox' | 'listbox') =>
    page
      .getByRole(one)
      .first()
      .evaluate((element) => element === document.activeElement);
  await page.keyboard.press('Escape');
  await page.getByText('10 kits', { exact: true }).waitFor();
  expect(await hasFocus('searchbox')).toBe(true);
  await page.keyboard.press('Escape');
  await expect.poll(() => hasFocus('listbox')).toBe(true);
  // Another order makes other groups, and is remembered.
  await page.getByRole('button', { name: 'Sort: Departure' }).click();
  await page.getByRole('radio', { name: 'State' }).check();
  await page.keyboard.press('Escape');
  await page.getByText('Needs attention', { exact: true }).waitFor();
  expect(['failed', 'unconfirmed']).toContain(await options(page).first().getAttribute('data-state'));
  await page.reload();
  await page.getByRole('button', { name: 'Sort: State' }).waitFor();
});

test('Ctrl+A takes what is shown, and a selection lasts through changes', async () => {
  const page = await open('scenario=demo&speed=40');
  await page.getByRole('searchbox', { name: 'Search trip kits' }).fill('on this laptop');
  await page.getByText('3 of 10 kits').waitFor();
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Control+a');
  await page.getByRole('heading', { name: '3 kits selected' }).waitFor();
  await page.getByRole('searchbox').fill('');
  // Another one finishes meanwhile: the same three stay selected.
  await page.evaluate(async () => {
    const answer = await window.fake.bridge.kits.list();
    const kit = answer.ok ? answer.value.find(({ trip }) => trip?.origin === 'LFPG') : undefined;
    const document = { bytes: 1000, sha256: 'ab', pages: 3 };
    if (kit) window.fake.push({ ...kit, state: 'ready', progress: null, document });
  });
  await page.getByRole('option', { name: /LFPG to FAOR.*On this laptop/ }).waitFor();
  await page.getByRole('heading', { name: '3 kits selected' }).waitFor();
});
