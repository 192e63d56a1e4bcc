/** An open kit that a newer one has replaced, in real Chromium: it says so from the first frame on, everywhere. */
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { aPage } from '../charts/sample-charts.ts';
import { axeFindings } from '../window/harness/axe.ts';
import { settledBox } from '../window/harness/settled-box.ts';
import { painted, picture, tabs } from '../window/harness/steps.ts';
import { openWindows, tooWide } from '../window/harness/windows.ts';

const { open } = openWindows();

/** The ids of the two kits of one flight in the scenario `changes`. */
async function ids(page: Page): Promise<{ newer: string; older: string }> {
  return page.evaluate(async () => {
    const list = await window.fake.bridge.kits.list();
    const kits = list.ok ? list.value : [];
    const older = kits.find(({ superseded_by }) => superseded_by !== null);
    return { newer: older?.superseded_by ?? '', older: older?.id ?? '' };
  });
}

/** Opens a kit, as a notification asks for it; an older one by "Open this one". */
async function show(page: Page, kit_id: string, older = false): Promise<void> {
  await page.evaluate((kit_id) => window.fake.ask('openKit', { kit_id, page: null }), kit_id);
  if (older) await page.getByRole('button', { name: 'Open this one' }).click();
  await painted(page).waitFor();
}

const band = (page: Page) => page.getByRole('alert').filter({ hasText: 'a newer one of', visible: true });

/** Notes for every frame from now on whether pages or their header are seen without the band. */
async function watchFrames(page: Page): Promise<() => Promise<{ seen: number; without: number }>> {
  await page.evaluate(() => {
    const frames = { seen: 0, without: 0 };
    Object.assign(window, { frames });
    const look = () => {
      for (const view of document.querySelectorAll('.viewer:not([data-standing="hidden"], .was-newer)')) {
        frames.seen += 1;
        if (!view.querySelector('.older-kit')) frames.without += 1;
      }
      requestAnimationFrame(look);
    };
    requestAnimationFrame(look);
  });
  return () =>
    page.evaluate(() => (window as unknown as { frames: { seen: number; without: number } }).frames);
}

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
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme });
    await picture(page, `older-alone-${colorScheme}`);
    expect(await axeFindings(page)).toEqual([]);
  }
  await page.getByRole('textbox', { name: 'Page' }).fill('4');
  await page.keyboard.press('Enter');
  await painted(page, 4).waitFor();
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
  await page.getByRole('textbox', { name: 'Page' }).filter({ visible: true }).first().fill('6');
  await page.keyboard.press('Enter');
  await painted(page, 6).waitFor();
  await page.getByRole('button', { name: 'Open it' }).filter({ visible: true }).click();
  await expect.poll(() => page.locator('[data-active] .viewer-bar__page input').inputValue()).toBe('6');
});

test.each(['Control+Shift+O', 'Control+w'])(
  'when the newer kit leaves the window by %s, the older one shows its band in the first frame',
  async (keys) => {
    const page = await open('scenario=changes');
    const { newer, older } = await ids(page);
    await show(page, older, true);
    await show(page, newer);
    await expect.poll(() => band(page).count()).toBe(0);
    await page.locator('[data-active] [data-page-rendered]').first().waitFor();
    // From here on what is not hidden is the older kit.
    await page.evaluate(() => document.querySelector('.viewer[data-active]')?.classList.add('was-newer'));
    const frames = await watchFrames(page);
    await page.keyboard.press(keys);
    await page.locator('.was-newer').waitFor({ state: 'detached' });
    await band(page).waitFor();
    await expect.poll(async () => (await frames()).seen).toBeGreaterThan(2);
    expect((await frames()).without).toBe(0);
  },
);

test('in a window of its own it says so when the newer kit arrives, once, and no more when that one is gone', async () => {
  const page = await open('scenario=demo');
  const kit_id = '7d1f2a52-93a4-4c5e-8f6d-0c3f0a1b2c3d';
  await page.goto(page.url().replace('scenario=demo', `scenario=demo&viewer=${kit_id}`));
  await painted(page).waitFor();
  expect(await band(page).count()).toBe(0);
  await page.evaluate(() => {
    const said: string[] = [];
    Object.assign(window, { said });
    // What a screen reader hears: an alert that appears, or whose words change.
    new MutationObserver((changes) => {
      for (const { target, addedNodes } of changes) {
        const parent = target instanceof Element ? target : target.parentElement;
        const added = [...addedNodes].map(
          (node) => node instanceof Element && node.querySelector('[role=alert]'),
        );
        for (const alert of [parent?.closest('[role=alert]'), ...added])
          if (alert) said.push(alert.textContent ?? '');
      }
    }).observe(document.body, { childList: true, subtree: true, characterData: true });
  });
  const arrive = (superseded_by: string | null) =>
    page.evaluate(
      async ({ kit_id, superseded_by }) => {
        const list = await window.fake.bridge.kits.list();
        const kit = list.ok ? list.value.find(({ id }) => id === kit_id) : undefined;
        if (!kit) throw new Error('There is no such kit.');
        const newer = {
          ...kit,
          id: 'f0000000-93a4-4c5e-8f6d-0c3f0a1b2c3d',
          created_at: '2026-11-21T08:24:00.000Z',
        };
        window.fake.push(newer);
        window.fake.push({ ...kit, superseded_by: superseded_by && newer.id });
      },
      { kit_id, superseded_by },
    );
  await arrive('newer');
  await band(page).getByText('a newer one of 08:24Z is here.').waitFor();
  await expect.poll(() => page.title()).toMatch(/, older kit of /);
  expect(await tooWide(page)).toEqual([]);
  await page.keyboard.press('PageDown');
  await painted(page, 2).waitFor();
  const said = await page.evaluate(() => (window as unknown as { said: string[] }).said);
  expect(said.filter((text) => text.includes('a newer one of'))).toHaveLength(1);
  await arrive(null);
  await expect.poll(() => band(page).count()).toBe(0);
});
