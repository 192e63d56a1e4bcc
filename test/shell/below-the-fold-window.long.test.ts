/** What is needed to go on is in sight in a window of 1366 x 768: for a kit with much to read, in a long dialog, in “Ready to fly”. */
import type { Locator, Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { aKit } from '../kits.ts';
import { settledBox } from '../window/harness/settled-box.ts';
import { openWindows, tooWide } from '../window/harness/windows.ts';

const { open } = openWindows();
const SIZE = { width: 1366, height: 768 };
const LONG = 'Runway 09L/27R is closed for works from 22:00Z to 05:00Z; expect departures from 09R. '.repeat(
  3,
);

/** A ready kit with ten messages, of which `read` says whether a person has read them. */
async function withMessages(read: boolean): Promise<Page> {
  const page = await open('scenario=empty', SIZE);
  const kit = aKit({
    trip: { origin: 'EGLL', destination: 'KJFK', flight: 'BAW117', departure: '2026-11-21T19:00:00Z' },
    tripkit_id: 'TK-9',
    state: 'ready',
    document: { bytes: 1_000, pages: 9, sha256: 'a'.repeat(64) },
    superseded_by: null,
    acknowledged: read,
    messages: Array.from({ length: 10 }, (_, index) => ({
      code: `${300 + index}`,
      type: 'warning',
      message: `${index}: ${LONG}`,
    })),
  });
  await page.evaluate((one) => window.fake.push(one), kit);
  await page.getByRole('option').first().click();
  return page;
}

/** Whether all of it is in the window, and nothing lies over it. */
async function isInSight(one: Locator): Promise<boolean> {
  const { x, y, width, height } = await settledBox(one);
  if (y < 0 || y + height > SIZE.height || width === 0) return false;
  return one.evaluate(
    (element, [atX, atY]) => element.contains(document.elementFromPoint(atX ?? 0, atY ?? 0)),
    [x + width / 2, y + height / 2],
  );
}

test('a kit with many messages: its buttons are in sight, wherever the pane is scrolled to', async () => {
  const page = await withMessages(true);
  const button = page.getByRole('article').getByRole('button', { name: 'Open', exact: true });
  expect(await isInSight(button)).toBe(true);
  for (const y of [200, 10_000]) {
    await page.locator('.pane').evaluate((pane, to) => pane.scrollTo(0, to), y);
    expect(await isInSight(button)).toBe(true);
  }
  expect(await tooWide(page)).toEqual([]);
});

test('messages to be read first: the dialog’s buttons are in sight below all of them', async () => {
  const page = await withMessages(false);
  await page.getByRole('option').first().dblclick();
  const dialog = page.getByRole('alertdialog');
  await dialog.waitFor();
  for (const button of await dialog.locator('.dialog__actions button').all())
    expect(await isInSight(button)).toBe(true);
});

test('“Ready to fly” with messages: what is wrong comes first, and its way on is in sight', async () => {
  const page = await withMessages(false);
  await page.getByRole('button', { name: 'Ready to fly?' }).click();
  const read = page.getByRole('button', { name: 'Read and acknowledge' });
  expect(await isInSight(read)).toBe(true);
  expect(await isInSight(page.locator('[data-ready-to-fly]'))).toBe(true);
  const states = await page
    .locator('.ready__flight [data-check]')
    .evaluateAll((lines) => lines.slice(0, 3).map((line) => line.getAttribute('data-check-state')));
  expect(states).toEqual(['bad', 'ok', 'ok']);
  const card = await settledBox(page.locator('.ready__flight').first());
  const button = await settledBox(read);
  expect(button.x + button.width).toBeLessThanOrEqual(card.x + card.width);
});
