/** An open kit that a newer one has replaced, in real Chromium: it says so from the first frame on, everywhere. */
import { expect, test } from 'vitest';
import { aPage } from '../charts/sample-charts.ts';
import { axeByDayAndNight, axeFindings } from '../window/harness/axe.ts';
import { settledBox } from '../window/harness/settled-box.ts';
import { details, goTo, painted, picture, tabs } from '../window/harness/steps.ts';
import { openWindows } from '../window/harness/windows.ts';
import { band, ids, show } from './older-steps.ts';

const { open } = openWindows();

test('an older kit says so over its pages, in its tab, and opens the newer one at the same chart', async () => {
  const page = await open('scenario=changes', { width: 1366, height: 768 });
  const { newer, older } = await ids(page);
  await page.evaluate(
    async ({ newer, older, pages, newPages }) => {
      const list = await window.fake.bridge.kits.list();
      const sha256 = (id: string) =>
        (list.ok && list.value.find((kit) => kit.id === id)?.document?.sha256) || '';
      window.fake.charts.set(older, { sha256: sha256(older), state: 'ready', pages });
      window.fake.charts.set(newer, { sha256: sha256(newer), state: 'ready', pages: newPages });
    },
    {
      newer,
      older,
      pages: [aPage(4, { airport: 'EGLL', title: 'ILS RWY 27L', number: '21-3' })],
      newPages: [aPage(9, { airport: 'EGLL', title: 'ILS Z RWY 27L', number: '21-3' })],
    },
  );
  await show(page, older, true);
  expect(await band(page).textContent()).toContain('Older kit: a newer one of 07:00Z is here.');
  // It has a place of its own: the pages begin below it.
  const [above, pages] = [await settledBox(band(page)), await settledBox(page.locator('.scroller').first())];
  expect(above.y + above.height).toBeLessThanOrEqual(pages.y);
  expect(await axeByDayAndNight(page, (theme) => picture(page, `older-alone-${theme}`))).toEqual([]);
  await goTo(page, 4);
  await page.getByRole('button', { name: 'Open it' }).click();
  await painted(page, 9).waitFor();
  expect(await band(page).count()).toBe(0);
  // Two tabs of one flight, never with the same words.
  const names = await tabs(page).locator('.tabs__tab').allTextContents();
  expect(names).toEqual(['OLDEGLL → KJFK20 Nov 07:00ZBAW117', 'EGLL → KJFK07:00ZBAW117']);
  const tips = await tabs(page)
    .locator('.tabs__tab')
    .evaluateAll((all) => all.map((tab) => tab.getAttribute('title')));
  expect(tips).toEqual([
    'EGLL to KJFK BAW117, older kit of 20 Nov 07:00Z',
    'EGLL to KJFK BAW117, kit of 07:00Z',
  ]);
  await picture(page, 'older-tabs');
  expect(await axeFindings(page)).toEqual([]);
  // Without a chart of that name it is the same page.
  await tabs(page).getByRole('button', { name: /^OLD/ }).click();
  const flights = tabs(page).locator('.tabs__flight');
  expect(await flights.evaluateAll((all) => all.map((one) => one.scrollWidth - one.clientWidth))).toEqual([
    0, 0,
  ]);
  await page.getByRole('textbox', { name: 'Page' }).filter({ visible: true }).first().fill('6');
  await page.keyboard.press('Enter');
  await painted(page, 6).waitFor();
  await page.getByRole('button', { name: 'Open it' }).filter({ visible: true }).click();
  await expect.poll(() => page.locator('[data-active] .viewer-bar__page input').inputValue()).toBe('6');
});

test('a kit whose newer one was withdrawn is no older kit: details and band say to ask, and nothing leads to the withdrawn one', async () => {
  const page = await open('scenario=changes', { width: 1366, height: 768 });
  const { newer, older } = await ids(page);
  await page.evaluate(
    async ({ newer, older }) => {
      const list = await window.fake.bridge.kits.list();
      const recalled = { at: '2026-11-21T08:31:00.000Z', why: 'Wrong aircraft.' };
      const shelf = { name: 'Demo Air', put_at: '2026-11-21T07:05:00.000Z', recalled };
      for (const kit of list.ok ? list.value : []) {
        if (kit.id === newer) window.fake.push({ ...kit, shelf });
        if (kit.id === older) window.fake.push({ ...kit, superseded_by: null });
      }
    },
    { newer, older },
  );
  const says =
    'A newer kit of 07:00Z was withdrawn (“Wrong aircraft.”). Ask your scheduler whether this one may be used.';
  await show(page, older);
  const alert = page.getByRole('alert').filter({ hasText: says, visible: true });
  await alert.waitFor();
  expect(await band(page).count()).toBe(0);
  expect(await page.getByRole('button', { name: 'Open it' }).count()).toBe(0);
  expect(await axeByDayAndNight(page, (theme) => picture(page, `newer-withdrawn-${theme}`))).toEqual([]);
  await page.keyboard.press('Escape');
  await details(page).getByText(says).waitFor();
  await picture(page, 'newer-withdrawn-details');
});
