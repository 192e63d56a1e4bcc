/**
 * What WCAG 2.2 AA asks of a screen that axe does not measure: size of targets (2.5.8), focus that is seen (2.4.7, 2.4.11), reflow
 * (1.4.10) and text spacing (1.4.12), on each screen of the app. docs/efb/accessibility.md says what holds, and what does not.
 */
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { command, readFirstPage } from '../window/harness/steps.ts';
import { openWindows, tooWide } from '../window/harness/windows.ts';

const { open, openSetup } = openWindows();

/** The screens of the library's window, each as a person comes to it from the one before. */
const screens: Record<string, (page: Page) => Promise<void>> = {
  library: (page) => page.getByRole('option').first().click(),
  request: async (page) => {
    await page.keyboard.press('Control+n');
    await page.getByLabel('Origin').waitFor();
  },
  'ready to fly': async (page) => {
    await page.getByRole('button', { name: 'Ready to fly?' }).click();
    await page.locator('[data-ready-to-fly]').waitFor();
  },
  'many flights': async (page) => {
    await command(page, 'many_flights');
    await page.locator('main.batch').waitFor();
  },
  settings: async (page) => {
    await command(page, 'settings');
    await page.getByRole('region', { name: 'This app' }).waitFor();
  },
  viewer: async (page) => {
    await command(page, 'library');
    await readFirstPage(page);
    await page.locator('.scroller').focus();
    await page.keyboard.press('o');
    await page.getByRole('tree', { name: 'Outline' }).waitFor();
  },
  table: async (page) => {
    await command(page, 'library');
    await page.getByRole('button', { name: 'Table', exact: true }).click();
    await page.getByRole('row').first().waitFor();
  },
};

/** Runs in the page. Targets below 24 by 24 whose circle of 24 meets another target, or another such circle. */
function crowded(): string[] {
  const LEAST = 24;
  const selector =
    'button, a[href], input, select, textarea, summary, [role="option"], [role="treeitem"], [role="menuitem"], [role="tab"]';
  const all = [...document.querySelectorAll<HTMLElement>(selector)]
    .filter((one) => one.checkVisibility({ visibilityProperty: true, opacityProperty: true }))
    // Links within a page of a document are as large as the document has them: essential (2.5.8).
    .filter((one) => !one.closest('.page'));
  const targets = all.map((one) => {
    // A label is part of the target of its checkbox.
    const whole = one.closest('label') ?? one;
    return { one, whole, box: whole.getBoundingClientRect() };
  });
  const isSmall = ({ box }: { box: DOMRect }) => box.width < LEAST || box.height < LEAST;
  const middle = (box: DOMRect) => ({ x: box.x + box.width / 2, y: box.y + box.height / 2 });
  const near = (box: DOMRect, { x, y }: { x: number; y: number }) =>
    Math.hypot(Math.max(box.left - x, 0, x - box.right), Math.max(box.top - y, 0, y - box.bottom));
  return targets
    .filter((target) => target.box.width > 0 && isSmall(target))
    .flatMap((target) => {
      const centre = middle(target.box);
      const meets = targets.find((other) => {
        if (other.whole === target.whole || other.whole.contains(target.whole)) return false;
        if (target.whole.contains(other.whole)) return false;
        if (near(other.box, centre) < LEAST / 2) return true;
        const there = middle(other.box);
        return isSmall(other) && Math.hypot(there.x - centre.x, there.y - centre.y) < LEAST;
      });
      const name = (of: HTMLElement) => of.getAttribute('aria-label') ?? of.textContent.trim();
      return meets ? [`${name(target.one)} (${name(meets.one)})`] : [];
    });
}

/** Runs in the page: what has the focus and can't be seen to have it, or is covered; null where all is well. */
function badFocus(): string | null {
  const one = document.activeElement;
  if (!(one instanceof HTMLElement) || one === document.body) return null;
  const name = `${one.tagName} ${one.getAttribute('aria-label') ?? one.textContent.trim().slice(0, 40)}`;
  const box = one.getBoundingClientRect();
  const left = Math.max(box.left, 0);
  const top = Math.max(box.top, 0);
  const right = Math.min(box.right, innerWidth);
  const bottom = Math.min(box.bottom, innerHeight);
  if (right <= left || bottom <= top) return `${name}: out of sight`;
  const points = [0.1, 0.5, 0.9].flatMap((x) => [0.1, 0.5, 0.9].map((y) => [x, y] as const));
  const isSeen = points.some(([x, y]) => {
    const there = document.elementFromPoint(left + (right - left) * x, top + (bottom - top) * y);
    return there !== null && (one.contains(there) || there.contains(one));
  });
  if (!isSeen) return `${name}: covered`;
  // A list has its ring on the row that the keys are on; there is a test of it below.
  if (one.classList.contains('kit-list')) return null;
  // The ring may be on a box around a field.
  for (let at: HTMLElement | null = one; at !== null; at = at.parentElement) {
    const { outlineStyle, outlineWidth, boxShadow } = getComputedStyle(at);
    if (outlineStyle !== 'none' && Number.parseFloat(outlineWidth) >= 1) return null;
    if (at === one && boxShadow !== 'none') return null;
  }
  return `${name}: no ring`;
}

/** Runs in the page: the spacing that 1.4.12 names. */
function spaceText(): void {
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(
    '* { line-height: 1.5 !important; letter-spacing: 0.12em !important; word-spacing: 0.16em !important }' +
      'p { margin-bottom: 2em !important }',
  );
  document.adoptedStyleSheets = [...document.adoptedStyleSheets, sheet];
}

async function expectAccessible(page: Page, screen: string): Promise<void> {
  // Targets have 24 by 24 px of room (2.5.8).
  expect(await page.evaluate(crowded), screen).toEqual([]);
  // What has the focus is in sight, not covered, and shows a ring (2.4.7, 2.4.11).
  const bad = new Set<string>();
  for (let press = 0; press < 40; press += 1) {
    await page.keyboard.press('Tab');
    const found = await page.evaluate(badFocus);
    if (found !== null) bad.add(found);
  }
  expect([...bad], screen).toEqual([]);
  // Nothing gets too wide by spaced text (1.4.12) or at 200 % (1.4.4).
  const size = page.viewportSize();
  await page.evaluate(spaceText);
  expect(await tooWide(page), screen).toEqual([]);
  await page.evaluate(() => {
    document.adoptedStyleSheets = [];
  });
  await page.setViewportSize({ width: 640, height: 400 });
  expect(await tooWide(page), screen).toEqual([]);
  // Nothing scrolls sideways in a window of 320 by 256 px, which is one of 1280 by 1024 at 400 % (1.4.10). The table scrolls in a
  // region of its own: the criterion excepts data tables.
  await page.setViewportSize({ width: 320, height: 256 });
  expect(await tooWide(page), screen).toEqual([]);
  expect(await page.evaluate(() => document.documentElement.scrollWidth), screen).toBe(320);
  if (size) await page.setViewportSize(size);
}

test('the screens of the library: targets, focus and width', async () => {
  const page = await open('scenario=demo');
  for (const [name, show] of Object.entries(screens)) {
    await show(page);
    await expectAccessible(page, name);
  }
});

test('what changed, and set-up: targets, focus and width', async () => {
  const page = await open('scenario=changes');
  await page.getByRole('button', { name: 'What changed' }).first().click();
  await page.getByText('3 changed · 1 new · 1 gone').waitFor();
  await expectAccessible(page, 'what changed');
  await expectAccessible(await openSetup('scenario=demo'), 'set-up');
});

test('the list shows its ring on the row that the keys are on', async () => {
  const page = await open('scenario=demo');
  await page.locator('.kit-list').focus();
  await page.keyboard.press('ArrowDown');
  const ring = await page
    .locator('.kit-row[data-active="true"]')
    .evaluate((row) => getComputedStyle(row).outlineStyle);
  expect(ring).toBe('solid');
});
