/** Panels in two views, the same kit twice, marks on paper and damaged documents; in real Chromium. */
import { expect, test } from 'vitest';
import { axeFindings, colourFindings } from '../window/harness/axe.ts';
import { settledBox } from '../window/harness/settled-box.ts';
import { picture, read, readFirstPage, SOUND, SOUND_ID, view } from '../window/harness/steps.ts';
import { openWindows, tooWide } from '../window/harness/windows.ts';

const { open } = openWindows();

test('side by side, with each panel open in both views, every landmark has a name of its own, by day and by night', async () => {
  const page = await open('scenario=demo', { width: 1000, height: 640 });
  await readFirstPage(page);
  await page.keyboard.press('Control+\\');
  await page.locator('[data-standing="right"] [data-page-rendered="1"]').waitFor();
  for (const key of ['o', 't', 'l', 'Control+f']) {
    for (const side of ['left', 'right']) {
      const view = page.locator(`[data-standing="${side}"]`);
      await view.locator('.scroller').focus();
      await page.locator(`[data-standing="${side}"][data-active]`).waitFor();
      await page.keyboard.press(key);
      if (key === 'Control+f') await view.getByRole('button', { name: 'Matches as a list' }).click();
      await view.locator('.side').waitFor();
    }
    const panels = page.getByRole('complementary');
    expect(await panels.evaluateAll((all) => all.map((panel) => panel.getAttribute('aria-label')))).toEqual([
      'Side panel, left view',
      'Side panel, right view',
    ]);
    await picture(page, `panels-${key.at(-1)}`);
    expect(await axeFindings(page)).toEqual([]);
  }
  // By night the other panels are looked at in a view alone.
  await page.emulateMedia({ colorScheme: 'dark' });
  await page.waitForSelector('html[data-theme="night"]');
  await picture(page, 'panels-night');
  expect(await colourFindings(page)).toEqual([]);
});

test('the same kit twice side by side: a panel leaves the page more than half of its view, and closes by a choice or Esc; each view that lets go is told', async () => {
  const page = await open('scenario=demo');
  await readFirstPage(page);
  await page.keyboard.press('Control+\\');
  const right = page.locator('[data-standing="right"]');
  await right.locator('[data-page-rendered="1"]').waitFor();
  const count = (name: string) =>
    page.evaluate((wanted) => window.fake.calls.filter((call) => call === wanted).length, name);
  expect(await count('documents.open')).toBe(2);
  expect(await count('documents.pass'), 'both views have one process').toBe(1);
  const panel = right.locator('.side');
  const box = (selector: string) => settledBox(right.locator(selector));
  for (const [size, key] of [
    [{ width: 1280, height: 800 }, 'o'],
    [{ width: 1280, height: 800 }, 't'],
    [{ width: 1000, height: 640 }, 'o'],
    [{ width: 1000, height: 640 }, 't'],
  ] as const) {
    await page.setViewportSize(size);
    const { x, width } = await box('[data-page="1"]');
    await right.locator('.scroller').focus();
    await page.keyboard.press(key);
    await panel.waitFor();
    expect((await box('.side')).width / (await box('.viewer__body')).width).toBeLessThanOrEqual(0.451);
    expect(await tooWide(page)).toEqual([]);
    await picture(page, `panel-over-${size.width}-${key}`);
    // The pages neither move nor shrink for it.
    expect(await box('[data-page="1"]')).toMatchObject({ x, width });
    await page.keyboard.press('Escape');
    await panel.waitFor({ state: 'detached' });
    expect(await right.count()).toBe(1);
  }
  await page.keyboard.press('o');
  const tree = right.getByRole('tree', { name: 'Outline' });
  await tree.focus();
  await page.keyboard.press('End');
  await page.keyboard.press('Enter');
  await panel.waitFor({ state: 'detached' });
  await right.locator('[data-page-rendered="24"]').waitFor();
  // The keys are the pages' again.
  await page.keyboard.press('PageUp');
  await right.locator('[data-page-rendered="23"]').waitFor();
  await page.keyboard.press('t');
  await right.getByRole('option', { name: 'Page 22 of 24' }).click();
  await panel.waitFor({ state: 'detached' });
  await right.locator('[data-page-rendered="22"]').waitFor();

  // With the window to itself the view has room for the panel beside the pages, and it stays.
  await page.keyboard.press('t');
  await panel.waitFor();
  expect(await count('documents.closed')).toBe(0);
  await page.keyboard.press('Control+\\');
  const alone = page.locator('[data-standing="alone"]');
  await alone.locator('.side:not([data-over])').waitFor();
  await alone.getByRole('option', { name: 'Page 21 of 24' }).click();
  await alone.locator('[data-page-rendered="21"]').waitFor();
  expect(await alone.locator('.side').count()).toBe(1);
  // One view after the other.
  await page.keyboard.press('Control+w');
  await alone.locator('[data-page-rendered="1"]').waitFor();
  expect(await count('documents.closed')).toBe(1);
  await page.keyboard.press('Escape');
  await page.getByRole('option', { name: SOUND }).first().waitFor();
  expect(await count('documents.closed')).toBe(2);
});

test('a view that fails takes no other down, and opens again', async () => {
  const page = await open('scenario=demo');
  await readFirstPage(page);
  await page.keyboard.press('Escape');
  await read(page, /LSZH to LEMD/);
  await page.getByRole('heading', { name: 'This document can’t be shown' }).waitFor();
  await page.keyboard.press('Control+\\');
  await view(page, 'right view').locator('[data-page-rendered="1"]').waitFor();
  await picture(page, 'failed-beside-sound');
  expect(await axeFindings(page)).toEqual([]);
  const opened = () =>
    page.evaluate(() => window.fake.calls.filter((call) => call === 'documents.open').length);
  const before = await opened();
  await page.getByRole('button', { name: 'Open again' }).click();
  await page.waitForFunction(
    (count) => window.fake.calls.filter((call) => call === 'documents.open').length > count,
    before,
  );
  await page.getByRole('heading', { name: 'This document can’t be shown' }).waitFor();
});

test('marks go on paper where a person wants them', async () => {
  const page = await open('scenario=demo');
  await page.evaluate(async (id) => {
    const areas = [{ x: 0.1, y: 0.12, width: 0.4, height: 0.02 }];
    const strokes = [[0.2, 0.4, 0.6, 0.5]];
    const { marks } = window.fake.bridge;
    const highlight = { kind: 'highlight', colour: 'yellow', text: 'Trip kit', note: 'Ask dispatch', areas };
    await marks.add(id, { ...highlight, kind: 'highlight', colour: 'yellow', page: 2 });
    await marks.add(id, { kind: 'ink', page: 2, colour: 'red', width: 0.004, strokes });
    await marks.add(id, { kind: 'note', page: 2, x: 0.7, y: 0.6, text: 'Fuel at KBOS is cheaper' });
    await marks.add(id, { kind: 'note', page: 3, x: 0.5, y: 0.5, text: 'A long brief. '.repeat(120) });
    await marks.add(id, { kind: 'pin', page: 4 });
  }, SOUND_ID);
  await readFirstPage(page);
  await page.keyboard.press('Control+p');
  const dialog = page.getByRole('dialog', { name: 'Print' });
  const choice = dialog.getByRole('checkbox', { name: 'With my marks' });
  expect(await choice.isChecked()).toBe(true);
  await dialog.getByText('Highlights, drawings and notes on 2 pages').waitFor();
  await dialog.getByRole('textbox', { name: 'Page numbers' }).fill('4');
  await dialog.getByText('None on these pages').waitFor();
  expect(await choice.isChecked()).toBe(false);
  await dialog.getByRole('textbox', { name: 'Page numbers' }).fill('2-4');
  expect(await choice.isChecked()).toBe(true);
  await picture(page, 'print-marks-day');
  expect(await axeFindings(page)).toEqual([]);
  await page.evaluate(() => {
    document.documentElement.dataset.theme = 'night';
  });
  await picture(page, 'print-marks-night');
  expect(await colourFindings(page)).toEqual([]);
  await page.keyboard.press('Enter');
  await dialog.waitFor({ state: 'detached' });
  await page.keyboard.press('Control+p');
  await dialog.getByRole('checkbox', { name: 'With my marks' }).uncheck();
  await dialog.getByRole('button', { name: 'Print…' }).click();
  await dialog.waitFor({ state: 'detached' });
  const printed = await page.evaluate(() => window.fake.print.orders.map(({ marks }) => marks));
  expect(printed).toEqual([true, false]);
});

test('a document that is not what was downloaded is told gravely, with what to do', async () => {
  const page = await open('scenario=demo');
  await page.evaluate((id) => window.fake.altered.set(id, 'Do not fly by it.'), SOUND_ID);
  await read(page);
  await page.getByRole('alert').getByText('Do not fly by it.').waitFor();
  await page.getByText('On this laptop, damaged').waitFor();
  await picture(page, 'altered-day');
  expect(await axeFindings(page)).toEqual([]);
  await page.getByRole('button', { name: 'Download again' }).waitFor();
  // On paper, too.
  await page.keyboard.press('Control+p');
  const dialog = page.getByRole('dialog', { name: 'Print' });
  await dialog.getByText('Each sheet says so').waitFor();
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  // Back in the list nothing says otherwise, and it still opens.
  await page.keyboard.press('Escape');
  await page
    .getByRole('option', { name: /EGLL to KJFK.*Damaged/ })
    .first()
    .waitFor();
  await page.getByRole('button', { name: 'Open damaged copy' }).waitFor();
  const words = await page.locator('.badge, .kit-row').filter({ visible: true }).allInnerTexts();
  expect(words.filter((text) => /verified/i.test(text) && /EGLL/.test(text))).toEqual([]);
  expect(await page.locator('.kit .badge').allInnerTexts()).not.toContainEqual(
    expect.stringMatching(/verified/i),
  );
  await picture(page, 'damaged-details-day');
  expect(await axeFindings(page)).toEqual([]);
  // A sound copy is on its way: the damaged one can be read meanwhile, and all places turn when it is here.
  await page.getByRole('button', { name: 'Open damaged copy' }).click();
  await page.getByRole('button', { name: 'Download again' }).click();
  await page.getByRole('button', { name: 'Download again' }).waitFor({ state: 'detached' });
  await page.getByRole('alert').getByText('Damaged document').waitFor();
  await page.evaluate(async (id) => {
    window.fake.altered.delete(id);
    const answer = await window.fake.bridge.documents.check(id);
    if (answer.ok) window.fake.push({ ...answer.value, state: 'ready' });
  }, SOUND_ID);
  await page.getByText('On this laptop, verified').waitFor();
  await page.waitForSelector('[data-page-rendered="1"]');
  expect(await page.getByRole('alert').getByText('Damaged document').count()).toBe(0);
});
