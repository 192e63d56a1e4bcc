/** The viewer’s header with pins, cockpit mode and its menu, in real Chromium. */
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { axeFindings } from '../window/harness/axe.ts';
import { settledBox } from '../window/harness/settled-box.ts';
import { picture, SOUND_ID } from '../window/harness/steps.ts';
import { openWindows, tooWide } from '../window/harness/windows.ts';
import { cut, STEERED_BY, stepsIn } from './header-steps.ts';

const windows = openWindows();
const { open } = windows;
const { opened } = stepsIn(windows);

/** Pins four charts of the kit that is open. */
async function pin(page: Page): Promise<void> {
  await page.evaluate(async (id) => {
    for (const page of [3, 4, 5, 7]) await window.fake.bridge.marks.add(id, { kind: 'pin', page });
    window.fake.marked(id);
  }, SOUND_ID);
  await page.locator('.pin-strip__go').nth(3).waitFor();
}

test('what is as it should be is not in the header, but for those who hear it', async () => {
  const page = await open('scenario=demo');
  await page.evaluate((kit_id) => window.fake.ask('openKit', { kit_id, page: null }), SOUND_ID);
  await page.locator('[data-page-rendered]').first().waitFor();
  const facts = page.getByRole('list', { name: 'About this document' });
  await facts.getByText('On this laptop, verified').waitFor({ state: 'attached' });
  expect(await facts.getByRole('listitem').count()).toBe(1);
  expect((await settledBox(facts)).width).toBeLessThan(2);
  await page.getByRole('button', { name: 'Page 1 of 24' }).waitFor();
  await page.getByRole('heading', { level: 1, name: /EGLL → KJFK/ }).waitFor();
  // When it was made, and when it was verified, are in its tip.
  expect(await page.locator('.trust__kit').getAttribute('title')).toMatch(
    /^Requested .*\n.*\d\d:\d\d:\d\dZ/s,
  );
});

test('header, tools, pins and cockpit mode have 88 px together, at any width; the menu is whole, in groups, with short names', async () => {
  const page = await opened({ width: 640, height: 768 });
  await page.keyboard.press('F9');
  await pin(page);
  await page.evaluate(async (id) => {
    const list = await window.fake.bridge.kits.list();
    const kit = list.ok ? list.value.find((one) => one.id === id) : undefined;
    if (kit?.soundness) window.fake.push({ ...kit, soundness: { ...kit.soundness, seal: 'intact' } });
  }, SOUND_ID);
  await page.locator('.notice').filter({ hasText: 'Not sealed' }).waitFor({ state: 'detached' });
  for (const width of [640, 800, 1085, 1366, 1920]) {
    await page.setViewportSize({ width, height: 768 });
    const { y } = await settledBox(page.locator('.scroller').first());
    expect(y, `${width} px`).toBeLessThanOrEqual(88);
    const row = await page.evaluate(() =>
      ['.viewer-bar__tools', '.pin-strip', '.cockpit-bar'].map((part) => {
        const { left, right, top, bottom } =
          document.querySelector(part)?.getBoundingClientRect() ?? new DOMRect();
        return { left, right, middle: Math.round((top + bottom) / 2) };
      }),
    );
    await picture(page, `header-cockpit-${width}`);
    expect(new Set(row.map(({ middle }) => middle)).size, `${width} px`).toBe(1);
    expect(
      row.every(({ left, right }, at) => right <= (row[at + 1]?.left ?? width) && right - left > 50),
      `${width} px`,
    ).toBe(true);
    const parts = [...STEERED_BY, '.cockpit-bar button:last-child', '.cockpit-bar input'];
    expect(await cut(page, parts), `${width} px`).toEqual([]);
    expect(await tooWide(page), `${width} px`).toEqual([]);
  }

  // The menu, with a row of tabs above as well.
  await page.locator('.scroller').focus();
  await page.keyboard.press('Control+\\');
  await page.keyboard.press('Control+\\');
  await page.getByRole('navigation', { name: 'Open trip kits' }).waitFor();
  for (const width of [1024, 1366]) {
    await page.setViewportSize({ width, height: 768 });
    await page.getByRole('button', { name: 'More' }).filter({ visible: true }).click();
    const menu = page.getByRole('menu', { name: 'More commands' });
    const { x, y, height } = await settledBox(menu);
    await picture(page, `header-menu-${width}`);
    expect(x).toBeGreaterThanOrEqual(0);
    expect(y + height).toBeLessThanOrEqual(768);
    expect(
      await menu.evaluate((list) => [
        list.scrollHeight - list.clientHeight,
        list.scrollWidth - list.clientWidth,
      ]),
    ).toEqual([0, 0]);
    expect(await menu.getByRole('group').count()).toBeGreaterThan(3);
    expect(await menu.locator('.viewer-menu__head').allTextContents()).toEqual([
      'Pages',
      'View',
      'Light',
      'Marks',
      'Window',
    ]);
    const names = await menu.locator('.viewer-menu__words').allTextContents();
    expect(names.length).toBeLessThanOrEqual(30);
    expect(names.filter((name) => name.length > 24)).toEqual([]);
    expect(await axeFindings(page)).toEqual([]);
    await page.keyboard.press('Escape');
    await menu.waitFor({ state: 'detached' });
  }
});
