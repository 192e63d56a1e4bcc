/** Charts as they are read, in real Chromium: whole at the first frame, edges, pins in a person's own order, and whose a key is. */
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import type { PreparedDocument } from '../../preload/contract.ts';
import type { FakeControls } from '../window/fake-bridge.ts';
import { axeFindings, colourFindings } from '../window/harness/axe.ts';
import { settledBox } from '../window/harness/settled-box.ts';
import { picture, readFirstPage, SOUND_ID } from '../window/harness/steps.ts';
import { openWindows } from '../window/harness/windows.ts';
import { sampleCharts } from './sample-charts.ts';

const { open } = openWindows();

/** The fake knows the sample kit's charts, and from its beginning what is prepared of it. */
async function opened(prepared: Pick<PreparedDocument, 'charts'> = { charts: [] }): Promise<Page> {
  const know = ({ id, charts }: { id: string; charts: PreparedDocument['charts'] }) => {
    let fake: FakeControls;
    Object.defineProperty(window, 'fake', {
      get: () => fake,
      set(made: FakeControls) {
        fake = made;
        const { reading, kits } = made.bridge;
        const before = reading.prepared;
        reading.prepared = async (of) => {
          const [answer, list] = [await before(of), await kits.list()];
          if (!answer.ok || !list.ok || of !== id || charts.length === 0) return answer;
          const sha256 = list.value.find((one) => one.id === id)?.document?.sha256 ?? '';
          // A4, the third lying.
          const sizes = Array.from({ length: 24 }, (_, at): [number, number] =>
            at === 2 ? [1123, 794] : [794, 1123],
          );
          return { ok: true, value: { ...answer.value, sha256, state: 'ready', sizes, charts } };
        };
      },
    });
  };
  const prepare = (page: Page) => page.addInitScript(know, { id: SOUND_ID, charts: prepared.charts });
  const page = await open('scenario=demo', undefined, 1, { prepare });
  await page.evaluate(
    async ({ id, pages }) => {
      const list = await window.fake.bridge.kits.list();
      const kit = list.ok ? list.value.find((one) => one.id === id) : undefined;
      window.fake.charts.set(id, { sha256: kit?.document?.sha256 ?? '', state: 'ready', pages });
    },
    { id: SOUND_ID, pages: [...sampleCharts] },
  );
  await readFirstPage(page);
  return page;
}

const scroller = (page: Page) => page.locator('.scroller');
const pageBox = (page: Page) => page.getByRole('textbox', { name: 'Page' }).inputValue();

async function goTo(page: Page, number: number): Promise<void> {
  await page.getByRole('textbox', { name: 'Page' }).fill(String(number));
  await page.keyboard.press('Enter');
  await page.waitForSelector(`[data-page-rendered="${number}"]`);
}

/** Where a part of a page (shares) stands in the window of the pages, CSS px. */
async function partInWindow(page: Page, number: number, part: readonly [number, number, number, number]) {
  const [frame, sheet] = [
    await settledBox(scroller(page)),
    await settledBox(page.locator(`[data-page="${number}"]`)),
  ];
  const [left, top, width, height] = part;
  return {
    left: sheet.x + left * sheet.width - frame.x,
    top: sheet.y + top * sheet.height - frame.y,
    right: frame.x + frame.width - (sheet.x + (left + width) * sheet.width),
    bottom: frame.y + frame.height - (sheet.y + (top + height) * sheet.height),
    share: Math.max((height * sheet.height) / frame.height, (width * sheet.width) / frame.width),
  };
}

test('a chart opens whole: what is drawn fills the window, measured or not; edges show where the page goes on beyond the window, by day and night, and say it', async () => {
  const drawn = [0.1, 0.2, 0.8, 0.6] as const;
  const page = await opened({
    charts: [
      [3, [...drawn]],
      [4, null],
    ],
  });
  await goTo(page, 3);
  const measured = await partInWindow(page, 3, drawn);
  for (const side of ['left', 'top', 'right', 'bottom'] as const) expect(measured[side]).toBeGreaterThan(-2);
  expect(measured.share).toBeGreaterThan(0.9);
  await picture(page, 'reading-fit-chart');
  await goTo(page, 4);
  const whole = await partInWindow(page, 4, [0, 0, 1, 1]);
  for (const side of ['left', 'top', 'right', 'bottom'] as const) expect(whole[side]).toBeGreaterThan(-2);
  await goTo(page, 10);
  const text = await partInWindow(page, 10, [0, 0, 1, 1]);
  expect(text.bottom).toBeLessThan(-100);
  expect(text.left).toBeLessThan(40);
  // A person's own way of fitting stays; Shift+Z comes back to this one.
  await scroller(page).focus();
  await page.keyboard.press('w');
  await goTo(page, 3);
  expect((await partInWindow(page, 3, [0, 0, 1, 1])).bottom).toBeLessThan(-100);
  await scroller(page).focus();
  await page.keyboard.press('Shift+Z');
  await expect.poll(async () => (await partInWindow(page, 3, drawn)).bottom).toBeGreaterThan(-2);

  // By day and night, and in words.
  const sides = async () =>
    ((await scroller(page).getAttribute('data-beyond')) || null)?.split(' ').sort() ?? [];
  await expect.poll(sides).toEqual([]);
  expect(await scroller(page).getAttribute('aria-describedby')).toBeNull();
  await scroller(page).focus();
  for (let step = 0; step < 4; step += 1) await page.keyboard.press('+');
  await expect.poll(sides).toEqual(['bottom', 'left', 'right']);
  await scroller(page).evaluate((one) => one.scrollBy({ top: 120, behavior: 'instant' }));
  await expect.poll(sides).toEqual(['bottom', 'left', 'right', 'top']);
  const said = page.locator(`[id="${await scroller(page).getAttribute('aria-describedby')}"]`);
  expect(await said.textContent()).toBe(
    'The page goes on beyond the window: above, to the right, below, to the left.',
  );
  expect(await axeFindings(page)).toEqual([]);
  await picture(page, 'reading-edges-day');
  await page.keyboard.press('n');
  await page.waitForSelector('.scroller[data-light="night"]');
  expect(await colourFindings(page)).toEqual([]);
  await picture(page, 'reading-edges-night');
  // The page's own name says which chart it is.
  await page.getByRole('group', { name: 'EGLL › Aerodrome chart, page 3 of 24' }).waitFor();
});

test('pins go elsewhere by keys and by mouse, say where, stay so, and come back to the order of the flight', async () => {
  const page = await opened();
  for (const number of [3, 6, 7]) {
    await goTo(page, number);
    await scroller(page).focus();
    await page.keyboard.press('m');
    await page.locator(`[data-pin="${number}"]`).waitFor();
  }
  const strip = page.getByRole('navigation', { name: 'Pinned charts' });
  const order = () =>
    strip.locator('[data-pin]').evaluateAll((all) => all.map((one) => one.getAttribute('data-pin')));
  const focused = () => page.evaluate(() => document.activeElement?.getAttribute('data-pin') ?? null);
  expect(await order()).toEqual(['3', '6', '7']);
  await strip.locator('[data-pin="7"]').focus();
  await page.keyboard.press('Alt+Shift+ArrowLeft');
  await expect.poll(order).toEqual(['3', '7', '6']);
  expect(await focused()).toBe('7');
  await expect
    .poll(() => strip.getByRole('status').innerText())
    .toBe('KJFK › PARCH THREE: moved to place 2 of 3');
  await page.keyboard.press('Alt+Shift+ArrowLeft');
  await expect.poll(order).toEqual(['7', '3', '6']);
  // At the end nothing moves.
  await page.keyboard.press('Alt+Shift+ArrowLeft');
  expect(await order()).toEqual(['7', '3', '6']);
  expect(await axeFindings(page)).toEqual([]);
  await picture(page, 'reading-pins-own-order');
  // Keys of pins follow their order.
  await page.keyboard.press('Alt+2');
  await expect.poll(() => pageBox(page)).toBe('3');
  // The page in view is moved from the pages, too.
  await scroller(page).focus();
  await page.keyboard.press('Alt+Shift+ArrowRight');
  await expect.poll(order).toEqual(['7', '6', '3']);
  const target = await settledBox(strip.locator('[data-pin="7"]'));
  await strip
    .locator('[data-pin="3"]')
    .dragTo(strip.locator('[data-pin="7"]'), { targetPosition: { x: 4, y: target.height / 2 } });
  await expect.poll(order).toEqual(['3', '7', '6']);
  // It is the kit's own, and there at its next opening.
  await page.getByRole('button', { name: 'Back to trip kits' }).click();
  await page.getByRole('option', { name: /EGLL to KJFK/ }).click();
  await page.keyboard.press('Enter');
  await expect.poll(order).toEqual(['3', '7', '6']);
  await strip.getByRole('button', { name: 'Order of the flight' }).click();
  await expect.poll(order).toEqual(['3', '6', '7']);
  expect(await strip.getByRole('button', { name: 'Order of the flight' }).count()).toBe(0);
});

/** Every single key of the viewer, as Playwright names them. */
const SINGLE = [
  ...'1wzcsdrotlbmhieanfgp0',
  ...['+', '-', '=', '/', '?', 'Shift+R', 'Shift+O', 'Shift+N', 'Shift+D', 'Shift+I', 'Shift+Z', 'Shift+C'],
];

test('typing on the outline finds its row, and no single key acts where a panel has the focus', async () => {
  const page = await opened();
  await goTo(page, 6);
  await scroller(page).focus();
  await page.keyboard.press('o');
  const tree = page.getByRole('tree', { name: 'Outline' });
  await tree.focus();
  const before = await pageBox(page);
  await page.keyboard.type('ILS');
  const active = () =>
    tree.evaluate((one) => {
      const id = one.getAttribute('aria-activedescendant');
      return (id && document.getElementById(id)?.textContent) || null;
    });
  await expect.poll(active).toMatch(/\bILS/);
  expect(await page.locator('.marks__tool').count()).toBe(0);
  expect(await pageBox(page)).toBe(before);
  await picture(page, 'reading-outline-type-ahead');

  /** What single keys could change. */
  const state = () =>
    page.evaluate(() => ({
      page: document.querySelector<HTMLInputElement>('input[name="page"]')?.value,
      panel: document.querySelector('[role="tab"][aria-selected="true"]')?.getAttribute('data-panel'),
      light: document.querySelector('.scroller')?.getAttribute('data-light'),
      arrangement: document.querySelector('.scroller')?.getAttribute('data-arrangement'),
      zoom: document.querySelector('.sheet')?.getAttribute('style'),
      turn: document.querySelector('.sheet')?.getAttribute('data-turn'),
      dialogs: document.querySelectorAll('dialog[open], [role="dialog"]:popover-open').length,
      pins: document.querySelectorAll('[data-pin]').length,
      find: document.querySelector('.find') !== null,
      tool: document.querySelector('.marks__tool') !== null,
    }));
  await scroller(page).focus();
  await page.keyboard.press('m');
  await page.locator('[data-pin="6"]').waitFor();
  for (const [panel, target] of [
    ['outline', '[role="tree"]'],
    ['outline', '.chart-filter [role="radio"][tabindex="0"]'],
    ['pages', '[role="listbox"]'],
    ['marks', '.marks-panel__go'],
    ['marks', '[data-panel="marks"]'],
    ['marks', '[data-pin="6"]'],
  ] as const) {
    await page.locator(`[role="tab"][data-panel="${panel}"]`).click();
    const place = page.locator(target).first();
    await place.focus();
    const was = await state();
    for (const key of SINGLE) {
      await page.keyboard.press(key);
      expect(await state(), `${key} on ${target} of ${panel}`).toEqual(was);
    }
  }
});
