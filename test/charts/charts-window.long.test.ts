/** Charts in the open kit, in real Chromium: the header, the filter of the panels, names everywhere, pins in the order of the flight. */
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import type { KitCharts } from '../../preload/contract.ts';
import { axeFindings, colourFindings } from '../window/harness/axe.ts';
import { settledBox } from '../window/harness/settled-box.ts';
import { picture, readFirstPage, SOUND_ID } from '../window/harness/steps.ts';
import { openWindows, tooWide } from '../window/harness/windows.ts';
import { aPage, aSheet, sampleCharts } from './sample-charts.ts';

const { open } = openWindows();

/** The fake knows these pages of the sample kit's document. */
async function know(page: Page, pages: KitCharts['pages'], state: KitCharts['state'] = 'ready') {
  await page.evaluate(
    async ({ id, pages, state }) => {
      const list = await window.fake.bridge.kits.list();
      const kit = list.ok ? list.value.find((one) => one.id === id) : undefined;
      window.fake.charts.set(id, { sha256: kit?.document?.sha256 ?? '', state, pages });
    },
    { id: SOUND_ID, pages, state },
  );
}

async function opened(
  pages: KitCharts['pages'] = [...sampleCharts],
  state?: KitCharts['state'],
): Promise<Page> {
  const page = await open('scenario=demo');
  await know(page, pages, state);
  await readFirstPage(page);
  return page;
}

async function goTo(page: Page, number: number): Promise<void> {
  await page.getByRole('textbox', { name: 'Page' }).fill(String(number));
  await page.keyboard.press('Enter');
  await page.waitForSelector(`[data-page-rendered="${number}"]`);
}

const header = (page: Page) => page.locator('.chart-line');
/** All that the header says, to those who hear it too. */
const spoken = async (page: Page) => ((await header(page).textContent()) ?? '').replace(/\s+/g, ' ');
const filter = (page: Page) => page.getByRole('combobox', { name: 'Filter charts and pages' });
/** Whether a part of the header stands in the line that is seen. */
async function inLine(page: Page, part: string): Promise<boolean> {
  const [line, box] = [await settledBox(header(page)), await settledBox(header(page).locator(part))];
  return (
    box.width > 0 &&
    box.y >= line.y - 1 &&
    box.y + box.height <= line.y + line.height + 1 &&
    box.x + box.width <= line.x + line.width + 1
  );
}
const pageBox = (page: Page) => page.getByRole('textbox', { name: 'Page' }).inputValue();

test('the header names the chart in view, its page and its own dates, and flags what is not in effect at the departure; a page without text says that it has none', async () => {
  const page = await opened();
  await goTo(page, 4);
  await expect
    .poll(() => spoken(page))
    .toBe('EGLL › ILS/DME RWY 27Leffective 29 Oct – 26 Nov 2026revised 4 Sep 2026page 4/24');
  const facts = ['.chart-line__name', '.chart-line__at', '.chart-line__date >> nth=0'];
  for (const fact of facts) expect(await inLine(page, fact), fact).toBe(true);
  await picture(page, 'charts-header');
  for (const [number, words] of [
    [5, 'Effective only after your departure'],
    [7, 'Expired before your departure'],
    [8, 'No date found on this chart'],
  ] as const) {
    await goTo(page, number);
    await expect.poll(() => spoken(page)).toContain(words);
    expect(await inLine(page, '.chart-flag')).toBe(true);
  }
  await picture(page, 'charts-header-flag');
  // A page that is no chart needs no date, and one of which nothing is known has its number.
  await goTo(page, 10);
  await expect.poll(() => spoken(page)).toBe('NOTAM EGLLpage 10/24');
  await goTo(page, 13);
  await expect.poll(() => spoken(page)).toBe('Page 13 of 24');

  // The words on the page that say so; a page without text says that it has none.
  await goTo(page, 4);
  await page.locator('.scroller').focus();
  await page.keyboard.press('Shift+I');
  const details = page.getByRole('dialog', { name: 'EGLL › ILS/DME RWY 27L' });
  await details.getByText('Printed: “Amdt 4 2026-09-04”').waitFor();
  await details.getByText('29 Oct 2026').waitFor();
  expect(await axeFindings(page)).toEqual([]);
  await picture(page, 'charts-details');
  await page.keyboard.press('Escape');
  await details.waitFor({ state: 'detached' });
  // The kit is still open, and the keys are on what opened the details.
  expect(await header(page).evaluate((element) => element === document.activeElement)).toBe(true);
  await goTo(page, 21);
  await page.locator('.scroller').focus();
  await page.keyboard.press('Shift+I');
  await page.getByText('This page has no text to read').waitFor();
});

test('O, words, arrows and Enter go to a chart, also at once, and give the keys to the pages; so does Esc, which clears first; find hits name their chart; outline and thumbnails are filtered by kinds alike', async () => {
  const page = await opened();
  await expect.poll(() => header(page).innerText()).toContain('Cover');
  await page.keyboard.press('o');
  await expect.poll(() => filter(page).evaluate((element) => element === document.activeElement)).toBe(true);
  await page.keyboard.type('ils');
  const list = page.getByRole('listbox', { name: 'Charts and headings found' });
  expect(await list.getByRole('option').allInnerTexts()).toEqual([
    expect.stringContaining('EGLL › ILS/DME RWY 27L'),
    expect.stringContaining('KJFK › ILS OR LOC RWY 22L'),
  ]);
  await list.getByRole('option', { name: /KJFK › ILS.*after your departure/ }).waitFor();
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await expect.poll(() => pageBox(page)).toBe('5');
  expect(await axeFindings(page)).toEqual([]);
  await picture(page, 'charts-filter');
  // The keys are the pages' at once: nothing of it lands in the filter.
  await page.keyboard.press('m');
  await page.getByRole('navigation', { name: 'Pinned charts' }).waitFor();
  await page.keyboard.press('PageDown');
  await expect.poll(() => pageBox(page)).toBe('6');
  expect(await filter(page).inputValue()).toBe('ils');
  // The next search begins anew: the words are selected.
  await page.keyboard.press('o');
  await page.keyboard.type('xyz');
  expect(await filter(page).inputValue()).toBe('xyz');
  await page.keyboard.press('Escape');
  expect(await filter(page).inputValue()).toBe('');
  await page.getByRole('tree', { name: 'Outline' }).waitFor();
  await page.keyboard.press('Escape');
  await expect
    .poll(() => page.locator('.scroller').evaluate((one) => one === document.activeElement))
    .toBe(true);
  // The kit is still open.
  await page.keyboard.press('Shift+O');
  await page.locator('.side').waitFor({ state: 'detached' });

  await page.keyboard.press('Control+f');
  await page.keyboard.type('MSA 25');
  await page.getByRole('button', { name: 'Matches as a list' }).click();
  const hit = page.getByRole('option', { name: /p\. 4.*EGLL › ILS\/DME RWY 27L.*MSA 25/s });
  await hit.waitFor();
  await picture(page, 'charts-find');
  expect(await axeFindings(page)).toEqual([]);
  await page.keyboard.press('Escape');

  // Enter at once after the words goes to the first that outline or thumbnails found.
  for (const key of ['o', 't']) {
    await goTo(page, 9);
    await page.locator('.scroller').focus();
    await page.keyboard.press(key);
    await filter(page).fill('');
    await filter(page).focus();
    // Both in one task: nothing that the page does later can come between.
    await page.evaluate(() => {
      document.execCommand('insertText', false, 'ils');
      document.activeElement?.dispatchEvent(new KeyboardEvent('keydown', { key: 'Enter', bubbles: true }));
    });
    await expect.poll(() => pageBox(page)).toBe('4');
  }

  // Kinds that are there, as one choice by arrow keys, for both.
  await filter(page).fill('');
  await page.locator('.scroller').focus();
  await page.keyboard.press('o');
  const kinds = page.getByRole('radiogroup', { name: 'Kinds of charts' });
  await kinds.waitFor();
  expect(await kinds.getByRole('radio').allInnerTexts()).toEqual([
    'All',
    'Dates',
    'Airport',
    'SID',
    'STAR',
    'APP',
    'Text',
    'Flight plan',
    'NOTAM',
    'Weather',
    'Other',
  ]);
  await page.keyboard.press('Tab');
  for (let step = 0; step < 5; step += 1) await page.keyboard.press('ArrowRight');
  await expect.poll(() => kinds.getByRole('radio', { checked: true }).innerText()).toBe('APP');
  expect(await list.getByRole('option').count()).toBe(3);
  await page.getByRole('tab', { name: 'Pages' }).click();
  const thumbnails = page.getByRole('listbox', { name: 'Pages' });
  await thumbnails.getByRole('option', { name: /ILS OR LOC RWY 22L.*page 5 of 24/ }).waitFor();
  expect(await thumbnails.getByRole('option').count()).toBe(3);
  await picture(page, 'charts-thumbnails');
  expect(await axeFindings(page)).toEqual([]);
  await kinds.getByRole('radio', { name: 'Charts with dates to look at' }).click();
  await expect.poll(() => thumbnails.getByRole('option').count()).toBe(3);
  await thumbnails.getByRole('option', { name: /PARCH THREE.*Expired before your departure/ }).waitFor();
});

test('pinned charts stand in the order of the flight, a key each, and go to the printer; by night and in small windows all of it has room and contrast', async () => {
  const page = await opened();
  for (const number of [5, 3, 7, 6, 9, 8]) {
    await goTo(page, number);
    await page.locator('.scroller').focus();
    await page.keyboard.press('m');
  }
  const strip = page.getByRole('navigation', { name: 'Pinned charts' });
  await expect
    .poll(() => strip.getByRole('button').evaluateAll((all) => all.map((one) => one.textContent)))
    .toEqual([
      '1EGLL › Aerodrome chartPage 3',
      '2EGLL › BEDEK 2JPage 6',
      '3KJFK › PARCH THREEPage 7Expired before your departure',
      '4KJFK › ILS OR LOC RWY 22LPage 5Effective only after your departure',
      '5KJFK › Airport diagramPage 8No date found on this chart',
      '6KBOS › RNAV (GPS) RWY 33LPage 9',
    ]);
  await page.keyboard.press('Alt+4');
  await expect.poll(() => pageBox(page)).toBe('5');
  await expect.poll(() => strip.locator('[aria-current]').innerText()).toContain('KJFK › ILS OR LOC RWY 22L');
  await picture(page, 'charts-pins');
  await page.keyboard.press('l');
  const marks = page.getByRole('region', { name: 'Marks' });
  await marks
    .getByRole('button', { name: /KBOS › RNAV \(GPS\) RWY 33L/ })
    .first()
    .waitFor();
  await picture(page, 'charts-marks');
  expect(await axeFindings(page)).toEqual([]);

  await page.keyboard.press('Control+p');
  await page.getByRole('radio', { name: 'Pinned charts (6 pages)' }).check();
  await page.keyboard.press('Enter');
  await page.getByRole('dialog', { name: 'Print' }).waitFor({ state: 'detached' });
  const [printed] = await page.evaluate(() => window.fake.print.orders);
  expect(printed?.pages.map((one) => one.page)).toEqual([3, 6, 7, 5, 8, 9]);
  expect(printed?.pages[3]?.caption).toMatch(
    /^KJFK › ILS OR LOC RWY 22L, page 5 of 24 · Effective only after your departure · effective 26 Nov – 24 Dec 2026 · EGLL → KJFK/,
  );

  // By night and in small windows all of it has room and contrast.
  await goTo(page, 5);
  await page.locator('.scroller').focus();
  await page.keyboard.press('Shift+O');
  await page.locator('.side').waitFor({ state: 'detached' });
  for (const { theme, findings, ...size } of [
    { theme: 'night', findings: colourFindings, width: 1024, height: 640 },
    // 1024 x 640 at 200 %.
    { theme: 'day', findings: axeFindings, width: 512, height: 320 },
  ]) {
    await page.setViewportSize(size);
    await page.evaluate((name) => {
      document.documentElement.dataset.theme = name;
    }, theme);
    await page.getByRole('navigation', { name: 'Pinned charts' }).getByRole('button').nth(1).waitFor();
    // Name, page and flag are in the line that is seen, whatever else is not.
    for (const part of ['.chart-line__name', '.chart-line__at', '.chart-flag'])
      expect(await inLine(page, part), part).toBe(true);
    for (const key of ['Shift+O', 'o', 't']) {
      await page.locator('.scroller').focus();
      if (key !== 'Shift+O' || (await page.locator('.side').count()) > 0) await page.keyboard.press(key);
      await page.locator('.side').waitFor({ state: key === 'Shift+O' ? 'detached' : 'visible' });
      await picture(page, `charts-${size.width}-${theme}-${key}`);
      expect(await tooWide(page)).toEqual([]);
      expect(await findings(page)).toEqual([]);
    }
  }
});

test('charts that become known later are shown then; those of another document, or of a damaged one, are not', async () => {
  const page = await opened([], 'waiting');
  await goTo(page, 4);
  expect(await spoken(page)).toBe('Page 4 of 24');
  await page.evaluate((id) => {
    window.fake.charts.set(id, { sha256: 'f'.repeat(64), state: 'ready', pages: [] });
    window.fake.prepared(id);
  }, SOUND_ID);
  await know(page, [...sampleCharts]);
  await page.evaluate((id) => window.fake.prepared(id), SOUND_ID);
  await expect.poll(() => spoken(page)).toContain('EGLL › ILS/DME RWY 27L');
  await page.evaluate(async (id) => {
    const list = await window.fake.bridge.kits.list();
    const kit = list.ok ? list.value.find((one) => one.id === id) : undefined;
    // The check in the background, whenever it comes, says the same.
    window.fake.altered.set(id, 'Do not fly by it.');
    if (kit?.soundness) window.fake.push({ ...kit, soundness: { ...kit.soundness, state: 'damaged' } });
  }, SOUND_ID);
  await expect.poll(() => spoken(page)).toBe('Page 4 of 24');
});

test('fit chart: all that is drawn, and nothing of it cut; remembered with the place', async () => {
  const page = await opened();
  await page.keyboard.press('s');
  await goTo(page, 4);
  await page.locator('.scroller').focus();
  await page.keyboard.press('p');
  const zoom = () => page.locator('.viewer-bar__zoom').innerText().then(Number.parseFloat);
  const sheet = () => settledBox(page.locator('[data-page="4"]'));
  const whole = await sheet();
  const before = await zoom();
  await page.keyboard.press('z');
  await expect.poll(zoom).toBeGreaterThan(before);
  const scroller = await settledBox(page.locator('.scroller'));
  const fitted = await sheet();
  expect(fitted.width).toBeGreaterThan(whole.width);
  // What the sample draws on an A4 page, pt: its title's top left, the rings' right, and the lowest spoke.
  const [left, top, right, bottom] = [50 / 595, 60 / 842, (297.6 + 260) / 595, (421 + 260) / 842];
  expect(fitted.x + left * fitted.width).toBeGreaterThan(scroller.x);
  expect(fitted.y + top * fitted.height).toBeGreaterThan(scroller.y);
  expect(fitted.x + right * fitted.width).toBeLessThan(scroller.x + scroller.width);
  expect(fitted.y + bottom * fitted.height).toBeLessThan(scroller.y + scroller.height);
  await picture(page, 'charts-fit');
  await expect
    .poll(async () => {
      const place = await page.evaluate((id) => window.fake.bridge.reading.place(id), SOUND_ID);
      return place.ok && place.value?.zoom;
    })
    .toBe('chart');
});

test('a chart of a sheet that is chosen fills the window, and the header names it alone; another zoom shows the sheet', async () => {
  const [one, other] = [sampleCharts[3], aPage(4, { airport: 'EGLL', kind: 'star', title: 'BIG 3B' })];
  const sheet = aSheet(4, one ?? other, other);
  const [upper, lower]: [number, number, number, number][] = [
    [0, 0, 1, 0.5],
    [0, 0.5, 1, 0.5],
  ];
  const halves = {
    ...sheet,
    region: upper ?? null,
    more: sheet.more.map((chart) => ({ ...chart, region: lower ?? null })),
  };
  const page = await opened(sampleCharts.with(3, halves));
  await goTo(page, 4);
  await page.locator('.scroller').focus();
  await page.keyboard.press('p');
  const name = () => header(page).locator('.chart-line__name').textContent();
  const zoom = () => page.locator('.viewer-bar__zoom').innerText().then(Number.parseFloat);
  await expect.poll(name).toBe('EGLL › ILS/DME RWY 27L / BIG 3B');
  const withMargins = await zoom();
  await page.keyboard.press('z');
  await expect.poll(zoom).toBeGreaterThan(withMargins);
  const whole = await zoom();
  await page.keyboard.press('o');
  await filter(page).fill('big');
  await page.keyboard.press('Enter');
  await expect.poll(name).toBe('EGLL › BIG 3B');
  await expect.poll(zoom).toBeGreaterThan(1.2 * whole);
  const [box, scroller] = [
    await settledBox(page.locator('[data-page="4"]')),
    await settledBox(page.locator('.scroller')),
  ];
  expect(box.y + box.height / 2).toBeGreaterThanOrEqual(scroller.y - 1);
  expect(box.y + box.height / 2).toBeLessThan(scroller.y + scroller.height / 2);
  await picture(page, 'charts-sheet');
  await page.keyboard.press('z');
  await expect.poll(name).toBe('EGLL › ILS/DME RWY 27L / BIG 3B');
  await expect.poll(zoom).toBe(whole);
});

test('both charts of a sheet are pinned, each by its own name and at its own place; moved, opened, taken away and printed once', async () => {
  const ofSheet = (title: string, number: string) =>
    aPage(4, { airport: 'EGLL', kind: 'approach', title, number, from: '2026-10-29' });
  const page = await opened(
    sampleCharts.with(3, aSheet(4, ofSheet('ILS 27L', '11-1'), ofSheet('ILS 27R', '11-2'))),
  );
  const strip = page.getByRole('navigation', { name: 'Pinned charts' });
  const pins = () => strip.locator('[data-pin]').evaluateAll((all) => all.map((one) => one.textContent));
  const current = () =>
    strip.locator('[aria-current]').evaluateAll((all) => all.map((one) => one.getAttribute('data-pin')));
  const name = () => header(page).locator('.chart-line__name').textContent();
  await goTo(page, 4);
  await page.locator('.scroller').focus();
  await page.keyboard.press('z');
  for (const title of ['27R', '27L']) {
    await page.locator('.scroller').focus();
    await page.keyboard.press('o');
    await filter(page).fill(title);
    await page.keyboard.press('Enter');
    await expect.poll(name).toBe(`EGLL › ILS ${title}`);
    await page.keyboard.press('m');
  }
  await expect.poll(pins).toEqual(['1EGLL › 11-1 ILS 27LPage 4', '2EGLL › 11-2 ILS 27RPage 4']);
  await expect.poll(current).toEqual(['4,0']);
  await page
    .getByRole('button', { name: 'EGLL › 11-1 ILS 27L is pinned for this flight: remove the pin' })
    .waitFor();
  await goTo(page, 9);
  expect(await current()).toEqual([]);
  // By key and by click: the chart fills the window, and the header names it alone.
  await page.locator('.scroller').focus();
  await page.keyboard.press('Alt+2');
  await expect.poll(name).toBe('EGLL › ILS 27R');
  await expect.poll(current).toEqual(['4,1']);
  expect(await page.locator('.scroller').evaluate((one) => one === document.activeElement)).toBe(true);
  const inView = async () => {
    const [sheet, scroller] = [
      await settledBox(page.locator('[data-page="4"]')),
      await settledBox(page.locator('.scroller')),
    ];
    return sheet.x + sheet.width / 2 < scroller.x + scroller.width / 2 ? 'right half' : 'left half';
  };
  await expect.poll(inView).toBe('right half');
  await picture(page, 'charts-sheet-pins-day');
  // Of what the filter finds, the reader is at the chart in view.
  const selected = () => page.locator('.outline [aria-selected="true"] .outline__title').allInnerTexts();
  await filter(page).fill('ILS 27');
  await expect.poll(selected).toEqual(['EGLL › ILS 27R']);
  await strip.getByRole('button', { name: /ILS 27L/ }).click();
  await expect.poll(name).toBe('EGLL › ILS 27L');
  await expect.poll(inView).toBe('left half');
  await page.keyboard.press('Alt+Shift+ArrowRight');
  await expect.poll(pins).toEqual(['1EGLL › 11-2 ILS 27RPage 4', '2EGLL › 11-1 ILS 27LPage 4']);
  await expect
    .poll(() => strip.getByRole('status').innerText())
    .toBe('EGLL › 11-1 ILS 27L: moved to place 2 of 2');
  await page.keyboard.press('n');
  await page.waitForSelector('.scroller[data-light="night"]');
  await page.keyboard.press('l');
  const marks = page.getByRole('region', { name: 'Marks' });
  await marks
    .getByRole('button', { name: /11-2 ILS 27R/ })
    .first()
    .click();
  await expect.poll(name).toBe('EGLL › ILS 27R');
  expect(await colourFindings(page)).toEqual([]);
  await picture(page, 'charts-sheet-pins-night');
  // The sheet is one piece of paper.
  await page.keyboard.press('Control+p');
  await page.getByRole('radio', { name: 'Pinned charts (1 page)' }).check();
  await page.keyboard.press('Enter');
  await page.getByRole('dialog', { name: 'Print' }).waitFor({ state: 'detached' });
  const [printed] = await page.evaluate(() => window.fake.print.orders);
  expect(printed?.pages.map((one) => one.page)).toEqual([4]);
  // The whole sheet is a pin of its own; the key takes away what it says.
  await page.locator('.scroller').focus();
  await page.keyboard.press('m');
  await expect.poll(pins).toEqual(['1EGLL › 11-1 ILS 27LPage 4']);
  await page.keyboard.press('p');
  await expect.poll(name).toBe('EGLL › ILS 27L / ILS 27R');
  await page.keyboard.press('m');
  await expect.poll(pins).toContain('1EGLL › ILS 27L / ILS 27RPage 4');
});
