/** Further ways of the screen of what changed: modes, other sizes, marks that wait, small windows; in real Chromium. */
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { axeFindings, colourFindings } from '../window/harness/axe.ts';
import { picture } from '../window/harness/steps.ts';
import { openWindows, tooWide } from '../window/harness/windows.ts';
import { painted, toChanges } from './changes-steps.ts';

const { open } = openWindows();

/** Where an element is in its pane, px. */
const boxIn = (page: Page, selector: string) =>
  page.locator(selector).evaluate((one) => {
    const { width, height, left, top } = one.getBoundingClientRect();
    const { x, y } = one.closest('.pair__window')?.getBoundingClientRect() ?? { x: 0, y: 0 };
    return { width, height, left: left - x, top: top - y };
  });

/** Whether the rings of both pages are in the same place of their panes. */
async function areTogether(page: Page): Promise<boolean> {
  const old = await boxIn(page, '.pair__ring[data-side="old"]');
  const now = await boxIn(page, '.pair__ring[data-side="new"]');
  return (['left', 'top', 'width', 'height'] as const).every((side) => Math.abs(old[side] - now[side]) < 2);
}

test('old under new, and by turns by a key, by night; laid on each other by what is drawn; of a sheet the chart alone', async () => {
  const page = await open('scenario=changes');
  await page.emulateMedia({ colorScheme: 'dark' });
  await toChanges(page);
  expect(await colourFindings(page)).toEqual([]);
  await picture(page, 'changes-list-night');
  await page.getByRole('button', { name: /^Show old and new: EGLL › BPK 7G SID/ }).click();
  await Promise.all([painted(page, 'old', 9), painted(page, 'new', 9)]);
  await picture(page, 'changes-side-night');
  expect(await colourFindings(page)).toEqual([]);
  await page.keyboard.press('3');
  await page
    .getByText(
      'OLD under NEW, without colours: striped red is only on the old page, plain blue only on the new one.',
    )
    .waitFor();
  await Promise.all([painted(page, 'old', 9), painted(page, 'new', 9)]);
  expect(await page.locator('.pair__ring').count()).toBe(2);
  expect(await axeFindings(page)).toEqual([]);
  await picture(page, 'changes-over-night');

  // Little is to move here: nothing blinks by itself, the key shows the other page.
  await page.keyboard.press('4');
  const label = () => page.locator('.pair__label').getAttribute('data-label');
  await expect.poll(label).toBe('new');
  await page.keyboard.press('4');
  await expect.poll(label).toBe('old');
  await picture(page, 'changes-blink-old');
  expect(await axeFindings(page)).toEqual([]);
  await page.keyboard.press('4');
  await expect.poll(label).toBe('new');
  await page.keyboard.press('2');
  await expect.poll(() => page.locator('.pair__label').count()).toBe(2);
  await page.keyboard.press('Escape');

  // Pages of other sizes, with their rings.
  await page.getByRole('button', { name: /^Show old and new: EGLL › RNAV/ }).click();
  await Promise.all([painted(page, 'old', 7), painted(page, 'new', 7)]);
  const pictures = async () => [
    await boxIn(page, '.pair__picture[data-side="old"]'),
    await boxIn(page, '.pair__picture[data-side="new"]'),
  ];
  /** The factor between both pages, of 1,000: the picture of the new one is smaller by the edge of its paper. */
  const factor = async () => {
    const [old, now] = await pictures();
    return Math.round((1000 * (old?.width ?? 0) * 612) / (595.28 * (now?.width ?? 1)));
  };
  await expect.poll(async () => Math.abs((await factor()) - 900)).toBeLessThan(5);
  await expect.poll(() => areTogether(page)).toBe(true);
  await picture(page, 'changes-resized-side');
  await page.keyboard.press('3');
  await Promise.all([painted(page, 'old', 7), painted(page, 'new', 7)]);
  await expect.poll(() => areTogether(page)).toBe(true);
  await picture(page, 'changes-resized-over');

  // A chart of a sheet, wherever it is on its sheets.
  await page.keyboard.press('Escape');
  await page.evaluate(() => {
    const [before] = window.fake.comparisons.values();
    if (!before) return;
    const area = { x: 0.08, y: 0.19, width: 0.3, height: 0.03 };
    const pages = before.pages.map((one): typeof one => {
      if (one.new !== 4) return one;
      return {
        ...one,
        part: { old: 0, new: 1 },
        regions: { old: [0, 0, 0.5, 1], new: [0.5, 0, 0.5, 1] },
        moved: { x: [1, 0.5], y: [1, 0] },
        areas: { old: [area], new: [{ ...area, x: 0.58 }] },
      };
    });
    window.fake.comparisons.push({ ...before, pages });
  });
  await page.getByRole('button', { name: /^Show old and new: Page 4/ }).click();
  await Promise.all([painted(page, 'old', 4), painted(page, 'new', 4)]);
  await expect.poll(() => areTogether(page)).toBe(true);
  const shown = await page
    .locator('.pair__picture')
    .evaluateAll((all) => all.map((one) => getComputedStyle(one).clipPath));
  expect(shown).toEqual(['inset(0% 50% 0% 0%)', 'inset(0% 0% 0% 50%)']);
  await picture(page, 'changes-sheet-side');
  await page.keyboard.press('3');
  await expect.poll(() => areTogether(page)).toBe(true);
  await picture(page, 'changes-sheet-over');
});

test('blinks by itself where motion is welcome, until the key stops it; says how far the comparison is, and why it failed', async () => {
  const page = await open('scenario=changes');
  await page.emulateMedia({ reducedMotion: 'no-preference' });
  await toChanges(page);
  await page.getByRole('button', { name: /^Show old and new: EGLL › BPK 7G SID/ }).click();
  await Promise.all([painted(page, 'old', 9), painted(page, 'new', 9)]);
  await page.evaluate(() => {
    const seen: string[] = [];
    Object.assign(window, { seen });
    new MutationObserver(() => {
      const label = document.querySelector('.pair__label')?.getAttribute('data-label') ?? '';
      if (seen.at(-1) !== label) seen.push(label);
    }).observe(document.body, { subtree: true, attributes: true, childList: true });
  });
  const seen = () => page.evaluate(() => (window as unknown as { seen: string[] }).seen.length);
  await page.keyboard.press('4');
  await expect.poll(seen, { timeout: 30_000 }).toBeGreaterThan(3);
  await page.keyboard.press('4');
  // It stands still now, and says which page it is.
  const said = page.locator('.pair > [role="status"]');
  await expect.poll(() => said.textContent()).toMatch(/^(OLD|NEW)$/);

  // The list says how far the comparison is, and why it failed.
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await page.keyboard.press('Escape');
  await page.evaluate(() => {
    const [before] = window.fake.comparisons.values();
    if (before) window.fake.comparisons.push({ ...before, state: 'running', done: 0.4, pages: [] });
  });
  await page.getByText('Comparing the two kits: 40 %').waitFor();
  expect(await axeFindings(page)).toEqual([]);
  await page.evaluate(() => {
    const [before] = window.fake.comparisons.values();
    const why = 'The older kit’s document is damaged. Download it again.';
    if (before) window.fake.comparisons.push({ ...before, state: 'failed', why, pages: [] });
  });
  await page.getByRole('alert').getByText('The older kit’s document is damaged.').waitFor();
  await page.getByRole('button', { name: 'Open both kits' }).waitFor();
});

test('marks that wait are put on their pages or stay, by keyboard; one whose chart is gone can only stay', async () => {
  const page = await open('scenario=changes');
  await page.evaluate(() => localStorage.clear());
  await page.getByRole('button', { name: 'Open', exact: true }).first().click();
  await page.locator('[data-page-rendered="1"]').first().waitFor();
  await page.getByRole('button', { name: '5 changed since the kit before, 5 to review' }).waitFor();
  await page.keyboard.press('l');
  await page.getByText('3 marks wait: their charts changed').waitFor();
  expect(await axeFindings(page)).toEqual([]);
  await picture(page, 'changes-viewer');
  await page.getByRole('button', { name: 'Look at them' }).click();
  await page.getByRole('heading', { name: '3 marks wait: their charts changed' }).waitFor();
  await page.getByText('Its chart is gone: the mark stays with the older kit.').waitFor();
  expect(await axeFindings(page)).toEqual([]);
  await picture(page, 'changes-marks');

  await page
    .getByRole('button', { name: /^Show the mark on old and new page: Highlight on EGLL › ILS/ })
    .click();
  await Promise.all([painted(page, 'old', 4), painted(page, 'new', 4)]);
  expect(await page.locator('.pair__picture[data-side="old"] .marks__area').count()).toBe(1);
  expect(await page.locator('.pair__picture[data-side="new"] .marks__area').count()).toBe(0);
  expect(await axeFindings(page)).toEqual([]);
  await picture(page, 'changes-mark-pair');
  await page.keyboard.press('y');
  await page.getByRole('heading', { name: 'EGLL › RNAV RWY 09R' }).waitFor();
  await page.keyboard.press('Shift+Y');
  await page.getByText('This chart is gone: there is none in the newer kit.').waitFor();
  // There is no page to accept it for.
  await page.keyboard.press('y');
  expect(await page.getByRole('button', { name: 'Accept' }).count()).toBe(0);
  await page.keyboard.press('Shift+Y');
  await page.getByText('No mark waits.').waitFor();
  const calls = await page.evaluate(() => window.fake.calls.filter((name) => /Mark$/.test(name)));
  expect(calls.filter((name) => name === 'comparison.acceptMark')).toHaveLength(1);
  expect(calls.filter((name) => name === 'comparison.declineMark')).toHaveLength(2);
  // Back in the viewer, where the accepted mark is on its page.
  await page.keyboard.press('Escape');
  await page.locator('[data-page-rendered]').first().waitFor();
});

test('two selected kits are compared, the older one first, and can be swapped; before it is removed one is told of its marks that wait', async () => {
  const page = await open('scenario=changes');
  await page.getByRole('listbox').focus();
  await page.keyboard.press('Control+a');
  await page.getByRole('button', { name: 'Compare these two' }).click();
  await page.getByText('3 changed · 1 new · 1 gone').waitFor();
  await page.getByRole('button', { name: 'Swap older and newer' }).click();
  await page.getByText('The comparison waits for its turn.').waitFor();
  await page.getByRole('button', { name: 'Swap older and newer' }).click();
  await page.getByText('3 changed · 1 new · 1 gone').waitFor();

  await page.keyboard.press('Escape');
  await page.getByRole('listbox').focus();
  await page.keyboard.press('End');
  await page.keyboard.press('Delete');
  const question = page.getByRole('alertdialog', { name: 'Remove this kit?' });
  await question
    .getByText('3 marks that you made. They wait in a newer kit, and go from there too')
    .waitFor();
  await picture(page, 'changes-remove');
});

test('everything can be reached in a small window and at twice the size', async () => {
  const page = await open('scenario=changes', { width: 1024, height: 640 });
  await page.getByRole('button', { name: 'What changed' }).first().click();
  for (const size of [
    { width: 1024, height: 640 },
    { width: 512, height: 320 },
  ]) {
    await page.setViewportSize(size);
    await page.getByText('3 changed · 1 new · 1 gone').waitFor();
    expect(await tooWide(page)).toEqual([]);
    await picture(page, `changes-list-${size.width}`);
    await page.getByRole('button', { name: /^Show old and new: EGLL › ILS/ }).click();
    await Promise.all([painted(page, 'old', 4), painted(page, 'new', 4)]);
    expect(await tooWide(page)).toEqual([]);
    expect(await axeFindings(page)).toEqual([]);
    await picture(page, `changes-side-${size.width}`);
    // Both pages stand at the same height, whatever their names take.
    const tops = await page
      .locator('.pair__window')
      .evaluateAll((all) => all.map((one) => one.getBoundingClientRect().top));
    expect(tops[0]).toBe(tops[1]);
    await page.keyboard.press('Escape');
  }
});

test('Ready to fly is amber until what changed is reviewed, and names the charts by their dates', async () => {
  const page = await open('scenario=changes');
  await page.getByRole('button', { name: 'Ready to fly?' }).click();
  await page.getByText('5 charts changed since you read them, 5 not reviewed.').waitFor();
  await page.getByText('1 chart effective after your departure.').waitFor();
  await page
    .locator('[data-check="charts"]')
    .filter({ hasText: 'effective after your departure' })
    .getByRole('button', { name: 'Which charts' })
    .click();
  await page.getByRole('button', { name: 'EGLL › ILS RWY 27L' }).waitFor();
  expect(await axeFindings(page)).toEqual([]);
  await picture(page, 'changes-ready');
  await page.getByRole('complementary').getByRole('button', { name: 'What changed' }).click();
  await page.getByRole('button', { name: 'Mark all as reviewed' }).click();
  await page.getByRole('button', { name: 'Mark as reviewed', exact: true }).click();
  await page.getByText('All reviewed.').waitFor();
  await page.keyboard.press('Escape');
  await page.getByText('5 charts changed since you read them, all reviewed.').waitFor();
  await expect.poll(() => page.locator('[data-check="changes"]').getAttribute('data-check-state')).toBe('ok');
});
