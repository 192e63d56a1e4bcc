/** Kits in windows of their own, as one window sees it, in real Chromium. */
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { axeByDayAndNight } from '../window/harness/axe.ts';
import { HOLED, painted, picture, readFirstPage, SOUND, SOUND_ID, tabs } from '../window/harness/steps.ts';
import { openWindows, tooWide } from '../window/harness/windows.ts';

const { open } = openWindows();

const requests = (page: Page) => page.evaluate(() => window.fake.windows.requests);

async function bothOpen(page: Page): Promise<void> {
  await readFirstPage(page);
  await page.keyboard.press('Escape');
  await readFirstPage(page, HOLED);
}

test('a tab has a menu, by mouse and by keyboard, and can be dragged out; Esc gives that up', async () => {
  const page = await open('scenario=demo');
  await bothOpen(page);
  const tab = tabs(page).getByRole('button', { name: /^EGLL/ });
  const menu = page.getByRole('menu');
  await tab.click({ button: 'right' });
  await menu.waitFor();
  expect(await axeByDayAndNight(page, (theme) => picture(page, `tab-menu-${theme}`))).toEqual([]);
  await menu.waitFor();
  expect(await tooWide(page)).toEqual([]);
  await page.keyboard.press('Escape');
  await menu.waitFor({ state: 'detached' });
  await expect.poll(() => tab.evaluate((one) => one === document.activeElement)).toBe(true);
  await tab.dispatchEvent('contextmenu');
  await menu.waitFor();
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('ArrowUp');
  await page.keyboard.press('Enter');
  await expect.poll(() => requests(page)).toHaveLength(1);
  expect((await requests(page))[0]).toMatchObject({ kit_id: SOUND_ID, at: 'remembered', torn_off: true });
  await expect.poll(() => tabs(page).count()).toBe(0);

  await page.keyboard.press('Escape');
  await readFirstPage(page);
  const height = await page.evaluate(() => innerHeight);
  const pull = async () => {
    const box = await tab.boundingBox();
    if (!box) throw new Error('There is no tab.');
    await page.mouse.move(box.x + 20, box.y + 10);
    await page.mouse.down();
    await page.mouse.move(box.x + 20, height - 10, { steps: 3 });
    await page.mouse.move(box.x + 20, height + 100, { steps: 3 });
    await page.getByText('Let go to open it in a new window').waitFor();
  };
  await pull();
  await picture(page, 'tearing-off');
  await page.keyboard.press('Escape');
  await page.mouse.up();
  await page.getByText('Let go to open it in a new window').waitFor({ state: 'detached' });
  expect(await tabs(page).getByRole('listitem').count()).toBe(2);
  expect(await requests(page)).toHaveLength(1);
  await pull();
  await page.mouse.up();
  await expect.poll(() => requests(page)).toHaveLength(2);
  expect((await requests(page))[1]).toMatchObject({ kit_id: SOUND_ID, at: 'pointer', torn_off: true });
});

test('a pinned chart opens beside by its menu; a refusal is told where the kit is read; a kit moves to a window of its own by key, from the view and from the list', async () => {
  const page = await open('scenario=demo');
  await readFirstPage(page);
  await page.evaluate(async (id) => {
    await window.fake.bridge.marks.add(id, { kind: 'pin', page: 3 });
    window.fake.marked(id);
  }, SOUND_ID);
  const pins = page.getByRole('navigation', { name: 'Pinned charts' });
  await pins.getByRole('button').first().click({ button: 'right' });
  await picture(page, 'pin-menu');
  await page.getByRole('menuitem', { name: 'Open this chart in a new window' }).click();
  await expect.poll(() => requests(page)).toHaveLength(1);
  expect(await requests(page)).toEqual([
    { kit_id: SOUND_ID, page: 3, at: 'remembered', torn_off: false, beside: true },
  ]);
  await page.evaluate(() => window.fake.failNext('windows.open', 'Four windows are open.'));
  await page.locator('.scroller').first().focus();
  await page.keyboard.press('Control+Shift+O');
  await page.getByText('Four windows are open.').waitFor();
  await painted(page, 1).waitFor();

  // The kit itself moves by the same key, from the view and from the list; its place is kept first.
  const before = (await requests(page)).length;
  const called = await page.evaluate(() => window.fake.calls.length);
  await page.keyboard.press('End');
  await painted(page, 24).waitFor();
  await page.keyboard.press('Control+Shift+O');
  await expect.poll(() => requests(page)).toHaveLength(before + 1);
  expect((await requests(page)).at(-1)).toEqual({
    kit_id: SOUND_ID,
    page: null,
    at: 'remembered',
    torn_off: true,
    beside: false,
  });
  await page.getByRole('option', { name: SOUND }).first().waitFor();
  const calls = (await page.evaluate(() => window.fake.calls)).slice(called);
  expect(calls.indexOf('reading.setPlace')).toBeLessThan(calls.indexOf('windows.open'));
  expect(calls).toContain('reading.setPlace');
  await page.keyboard.press('Control+Shift+O');
  await expect.poll(() => requests(page)).toHaveLength(before + 2);
  expect((await requests(page)).at(-1)).toMatchObject({ kit_id: SOUND_ID, torn_off: false });
});

test('a further window shows its kit alone; what else there is, the library shows; with its last tab it closes', async () => {
  const page = await open(`scenario=demo&viewer=${SOUND_ID}`);
  await painted(page, 1).waitFor();
  expect(await page.getByRole('listbox', { name: 'Trip kits' }).count()).toBe(0);
  await expect.poll(() => page.title()).toMatch(/^EGLL to KJFK/);
  expect(await axeByDayAndNight(page, (theme) => picture(page, `further-window-${theme}`))).toEqual([]);
  const library = () => page.evaluate(() => window.fake.windows.library);
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Back to trip kits' }).click();
  await page.keyboard.press('Control+n');
  await expect.poll(library).toEqual([null, 'new_request']);
  // The only kit has a window of its own already.
  await page.keyboard.press('Control+Shift+O');
  // A kit that is found opens here, and one that the library has open is shown there.
  await page.evaluate(() => window.fake.windows.say('elsewhere', ['x']));
  expect(await requests(page)).toEqual([]);
  await painted(page, 1).waitFor();
  await page.keyboard.press('Control+w');
  await expect.poll(() => page.evaluate(() => window.fake.calls)).toContain('windows.close');
});

test('a note that is being written is kept when its window, or its kit’s tab, goes', async () => {
  const page = await open('scenario=demo');
  const added = () => page.evaluate(() => window.fake.calls.filter((name) => name === 'marks.add').length);
  const note = page.getByRole('dialog', { name: 'New note' });
  await readFirstPage(page);
  await page.locator('.scroller').focus();
  await page.keyboard.press('a');
  await note.getByRole('textbox').fill('Closed');
  await page.evaluate(() => window.dispatchEvent(new PageTransitionEvent('pagehide')));
  await expect.poll(added).toBe(1);
  await note.getByRole('button', { name: 'Discard' }).click();
  await page.keyboard.press('Escape');
  await readFirstPage(page, HOLED);
  await page.locator('.scroller').filter({ visible: true }).first().focus();
  await page.keyboard.press('a');
  await note.getByRole('textbox').fill('Closed');
  // As a tab that main closes with its kit.
  await page.evaluate(() => document.querySelector<HTMLElement>('[data-active] .tabs__close')?.click());
  await expect.poll(added).toBe(2);
});
