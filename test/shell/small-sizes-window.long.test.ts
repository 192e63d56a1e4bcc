/** In small windows, and in wide ones at 150 and 200 %: what a person needs is in the window, whole, and no text is cut without a sign. */
import type { Locator, Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { aKit } from '../kits.ts';
import { settledBox } from '../window/harness/settled-box.ts';
import { push, SOUND_ID } from '../window/harness/steps.ts';
import { openWindows, tooWide } from '../window/harness/windows.ts';

const { open, openSetup } = openWindows();

async function expectInWindow(page: Page, one: Locator): Promise<void> {
  const size = page.viewportSize();
  const { x, y, width, height } = await settledBox(one);
  expect(width * height).toBeGreaterThan(0);
  expect(Math.min(x, y)).toBeGreaterThanOrEqual(0);
  expect(x + width).toBeLessThanOrEqual(size?.width ?? 0);
  expect(y + height).toBeLessThanOrEqual(size?.height ?? 0);
}

/** Whether the window itself can be scrolled, which would move its bars out of it. */
const isScrolled = (page: Page) =>
  page.evaluate(() => {
    const { scrollWidth, scrollHeight } = document.documentElement;
    return scrollWidth > innerWidth || scrollHeight > innerHeight;
  });

async function read(page: Page, kit: RegExp): Promise<void> {
  await page.getByRole('option', { name: kit }).click();
  await page.keyboard.press('Enter');
  await page.locator('[data-page-rendered="1"]').filter({ visible: true }).first().waitFor();
}

test('the viewer’s menu ends within the window, below all bars that there are, at 1366 px and at 512', async () => {
  const page = await open('scenario=demo&cockpit', { width: 1366, height: 768 });
  await read(page, /EGLL to KJFK/);
  await page.keyboard.press('Escape');
  await read(page, /ENGM to EKCH/);
  for (const size of [
    { width: 1366, height: 768 },
    // 1024 by 640 at 200 %
    { width: 512, height: 320 },
  ]) {
    await page.setViewportSize(size);
    await page.getByRole('button', { name: 'More', exact: true }).click();
    const menu = page.getByRole('menu');
    await expectInWindow(page, menu);
    await page.keyboard.press('End');
    const last = page.locator('[role^="menuitem"]:not(:disabled)').last();
    await expectInWindow(page, last);
    expect(await isScrolled(page)).toBe(false);
    // What becomes of the window while it is open.
    await page.setViewportSize({ width: size.width, height: size.height - 20 });
    await expectInWindow(page, menu);
    // The keys are still where they were, although the tools were drawn again.
    expect(await last.evaluate((one) => one === document.activeElement)).toBe(true);
    await page.keyboard.press('Escape');
    await page.keyboard.press('Shift+I');
    const about = page.getByRole('dialog', { name: 'About this chart' });
    await expectInWindow(page, about);
    await page.keyboard.press('Escape');
    await about.waitFor({ state: 'hidden' });
  }
});

test('the way out of cockpit mode and its brightness are in a window of any width, whoever set it', async () => {
  const page = await open(`scenario=demo&cockpit&viewer=${SOUND_ID}`, { width: 1366, height: 360 });
  const bar = page.getByRole('region', { name: 'Cockpit mode is on' });
  const slider = bar.getByRole('slider', { name: 'Brightness' });
  const expectAt = async (width: number, ...parts: Locator[]) => {
    await page.setViewportSize({ width, height: 360 });
    for (const part of [slider, ...parts]) await expectInWindow(page, part);
    expect(await isScrolled(page)).toBe(false);
  };
  const own = ['Leave cockpit mode', 'What waits'].map((name) => bar.getByRole('button', { name }));
  for (const width of [1366, 512, 480]) await expectAt(width, ...own);
  await page.evaluate(async () => {
    const answer = await window.fake.bridge.settings.get();
    if (answer.ok) window.fake.ask('settings', { ...answer.value, managed: ['cockpit'] });
  });
  for (const width of [480, 512, 1366]) await expectAt(width, bar.getByText('Set by your administrators'));
});

test('in cockpit mode the profile’s menu ends within the window', async () => {
  const page = await open('scenario=demo&cockpit', { width: 1024, height: 640 });
  await page.getByRole('button', { name: /^Profile:/ }).click();
  await expectInWindow(page, page.getByRole('dialog', { name: 'Profile' }));
});

test('the settings begin at their top, with the way back, in a small window', async () => {
  const page = await open('scenario=managed', { width: 683, height: 384 });
  await page.evaluate(() => window.fake.ask('command', 'settings'));
  await page.getByRole('checkbox', { name: 'Notify me' }).waitFor();
  await expectInWindow(page, page.getByRole('button', { name: 'Back to trip kits' }));
  await expectInWindow(page, page.getByRole('heading', { name: 'Settings', exact: true }));
});

/** Runs in the page: what of these lines of the list is cut, and how. */
function cutTexts(lines: string): string[] {
  return [...document.querySelectorAll<HTMLElement>(lines)].flatMap((line) => {
    const box = line.getBoundingClientRect();
    return [...line.children].flatMap((part) => {
      const { top, left, right } = part.getBoundingClientRect();
      // Dropped as a whole.
      if (top >= box.bottom) return [];
      const isCut = right > box.right + 1 || left < box.left - 1;
      return isCut ? [part.textContent ?? ''] : [];
    });
  });
}

test('a card shows alternates whole or with a sign, and what has to be done before a size', async () => {
  const page = await open('scenario=empty', { width: 1366, height: 768 });
  const departure = '2026-11-21T15:00:00Z';
  const document = { bytes: 14_560_000, pages: 24, sha256: 'a'.repeat(64) };
  const alternates = ['KBOS', 'KPHL', 'KEWR', 'KBWI', 'KDTW', 'KORD'];
  const trip = { origin: 'EGLL', destination: 'KJFK', flight: 'BAW117', departure };
  await push(page, [
    aKit({ id: '1'.repeat(36), state: 'ready', trip, document }),
    aKit({ id: '2'.repeat(36), state: 'ready', trip: { ...trip, alternates }, document }),
    // Of the cycle before.
    aKit({ id: '3'.repeat(36), state: 'ready', trip, document, created_at: '2026-10-20T08:00:00.000Z' }),
  ]);
  await page.locator('.kit-row').nth(2).waitFor();
  const caution = page.locator('.kit-row[data-kit-id^="3"]');
  for (const width of [1366, 911, 683]) {
    await page.setViewportSize({ width, height: 768 });
    await settledBox(page.locator('.kit-row').first());
    expect(await page.evaluate(cutTexts, '.kit-row__meta'), `${width} px`).toEqual([]);
    // No word about the cycle where it is the flight's.
    expect(await page.locator('.kit-row[data-kit-id^="1"] .kit-row__cycle').count()).toBe(0);
    await caution.locator('.kit-row__cycle--caution').waitFor();
    expect(await caution.locator('.kit-row__detail').isVisible(), `${width} px`).toBe(width > 1000);
  }
});

test('a card says why its kit waits, where there is room, and the table how much is downloaded', async () => {
  const page = await open('scenario=demo', { width: 1366, height: 768 });
  const detail = page.locator('.kit-row__detail', { hasText: 'Waiting for its turn: 4 kits are requested' });
  await settledBox(detail);
  expect(await detail.evaluate((one) => one.scrollWidth <= one.clientWidth)).toBe(true);
  await page.getByRole('button', { name: 'Table', exact: true }).click();
  const state = page.getByRole('gridcell', { name: 'Downloading 42 %' });
  await state.waitFor();
  const text = state.locator('.ellipsis');
  expect(await text.evaluate((one) => one.scrollWidth <= one.clientWidth)).toBe(true);
  expect(await state.getAttribute('title')).toBe('Downloading 42 %');
});

test('the request form at 200 %: its buttons are in the window, and never over the field that has the focus; so is the search’s last line, with its keys', async () => {
  const page = await open('scenario=demo', { width: 512, height: 320 });
  await page.keyboard.press('Control+n');
  await page.getByLabel('Origin').waitFor();
  await expectInWindow(page, page.getByRole('button', { name: 'Request trip kit' }));
  await expectInWindow(page, page.getByRole('button', { name: 'Clear form' }));
  const foot = page.locator('.request__foot');
  for (let field = 0; field < 4; field += 1) {
    await page.keyboard.press('Tab');
    const has = page.locator(':focus');
    const [box, below] = [await settledBox(has), await settledBox(foot)];
    expect(box.y + box.height).toBeLessThanOrEqual(below.y + 1);
  }

  // The search's last line, with its keys.
  await page.keyboard.press('Control+k');
  await page.getByRole('dialog').getByLabel('Words to look for').fill('zzzz');
  await page.getByText('No page contains').waitFor();
  const keys = page.getByRole('dialog').getByText('Esc closes');
  const { y, height } = await settledBox(keys);
  const dialog = await settledBox(page.getByRole('dialog'));
  expect(y + height).toBeLessThanOrEqual(dialog.y + dialog.height);
});

test.each(['demo', 'locked', 'managed'])(
  'set-up at 200 % is not wider than its window: %s',
  async (scenario) => {
    const page = await openSetup(`scenario=${scenario}`, { width: 380, height: 360 });
    expect(await tooWide(page)).toEqual([]);
    expect(await isScrolled(page)).toBe(false);
  },
);
