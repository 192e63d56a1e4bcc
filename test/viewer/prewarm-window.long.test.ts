/** A view is drawn once where nobody sees it: before a person opens one, and of no consequence to what they do. */
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import type { FakeControls } from '../window/fake-bridge.ts';
import { openWindows } from '../window/harness/windows.ts';

const { open } = openWindows();

interface Prewarms {
  /** `begun`, `page` for each drawn page, `focus` for each focus in it, `gone`. */
  seen: string[];
  inert: boolean;
}
declare global {
  interface Window {
    prewarms?: Prewarms;
  }
}

/** Runs in the page, before anything else does. */
function watch(): void {
  const found: Prewarms = { seen: [], inert: true };
  window.prewarms = found;
  const isPlace = (node: Node) => node instanceof HTMLElement && node.matches('.prewarm');
  const pages = (node: Node) => (node instanceof Element ? node.querySelectorAll('[data-page]').length : 0);
  new MutationObserver((records) => {
    for (const { addedNodes, removedNodes, target } of records) {
      for (const node of addedNodes) {
        if (isPlace(node)) {
          found.seen.push('begun');
          found.inert &&=
            (node as HTMLElement).inert &&
            !(node as HTMLElement).checkVisibility({ visibilityProperty: true });
        }
        const inside = target instanceof Element && target.closest('.prewarm');
        if (inside && (pages(node) > 0 || (node instanceof Element && node.matches('[data-page]'))))
          found.seen.push('page');
      }
      for (const node of removedNodes) if (isPlace(node)) found.seen.push('gone');
    }
  }).observe(document, { childList: true, subtree: true });
  addEventListener('focusin', (event) => {
    if (event.target instanceof Element && event.target.closest('.prewarm')) found.seen.push('focus');
  });
}

const prewarms = (page: Page) => page.evaluate(() => window.prewarms);

test('it comes when the window is at rest, draws pages, takes no focus, asks for nothing that counts, and goes', async () => {
  const prepare = (page: Page) => page.addInitScript(watch);
  const page = await open('scenario=demo', undefined, 1, { rest: true, prepare });
  const list = page.getByRole('listbox', { name: 'Trip kits' });
  await list.focus();
  await page.waitForFunction(() => window.prewarms?.seen.includes('gone'));
  const found = await prewarms(page);
  expect(found?.inert).toBe(true);
  expect(found?.seen.filter((what) => what === 'begun')).toHaveLength(1);
  expect(found?.seen.filter((what) => what === 'page').length).toBeGreaterThanOrEqual(3);
  expect(found?.seen).not.toContain('focus');
  expect(await page.locator('.prewarm').count()).toBe(0);
  expect(await list.evaluate((element) => element.contains(document.activeElement))).toBe(true);
  const calls = await page.evaluate(() => (window as unknown as { fake: FakeControls }).fake.calls);
  // A pass is what the selected kit is opened ahead by.
  const counts = /^documents\.(?!pass)|setPlace|marks\.(?!list)/;
  expect(calls.filter((call) => counts.test(call))).toEqual([]);
});

test('while nobody is there, no frame is kept ready; the first movement gets one ready again', async () => {
  const prepare = (page: Page) => page.clock.install();
  const page = await open('scenario=demo', undefined, 1, { rest: true, prepare });
  const frames = () => page.locator('iframe').count();
  await expect.poll(frames).toBeGreaterThan(0);
  await page.clock.fastForward(11_000);
  await expect.poll(frames).toBe(0);
  await page.mouse.move(200, 200);
  await expect.poll(frames).toBeGreaterThan(0);
});
