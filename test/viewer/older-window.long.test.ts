/** When the newer kit comes or goes: the band of the older one, in real Chromium. */
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { painted } from '../window/harness/steps.ts';
import { openWindows, tooWide } from '../window/harness/windows.ts';
import { band, ids, show } from './older-steps.ts';

const { open } = openWindows();

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

test('when the newer kit leaves the window, the older one shows its band in the first frame', async () => {
  const page = await open('scenario=changes');
  const { newer, older } = await ids(page);
  await show(page, older, true);
  for (const keys of ['Control+Shift+O', 'Control+w']) {
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
    expect((await frames()).without, keys).toBe(0);
  }
});

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
