/** What is done to "this page" is done to the page that is read, however pages are laid out: in real Chromium. */
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import type { Mark } from '../../preload/contract.ts';
import { goTo, readFirstPage } from '../window/harness/steps.ts';
import { openWindows } from '../window/harness/windows.ts';

const { open } = openWindows();

/** The kit at a page, with the keys on its pages. */
async function at(number: number, size?: { width: number; height: number }): Promise<Page> {
  const page = await open('scenario=demo', size);
  await readFirstPage(page);
  await goTo(page, number);
  return page;
}

/** Scrolls so that a point of a page (shares of it as it stands) is at a point of the scrolled region (shares of it). */
async function put(page: Page, number: number, point: [number, number], to: [number, number]): Promise<void> {
  await page.locator(`[data-page="${number}"]`).evaluate(
    (element, { point: [x, y], to: [across, down] }) => {
      const scroller = element.closest('.scroller');
      if (!scroller) throw new Error('the page is in no view');
      const [frame, view] = [element.getBoundingClientRect(), scroller.getBoundingClientRect()];
      scroller.scrollBy({
        left: frame.left + x * frame.width - view.left - across * view.width,
        top: frame.top + y * frame.height - view.top - down * view.height,
        behavior: 'instant',
      });
    },
    { point, to },
  );
}

const pageBox = (page: Page) => page.getByRole('textbox', { name: 'Page' }).inputValue().then(Number);

async function kept(page: Page): Promise<Mark['draft'][]> {
  const marks = await page.evaluate(async () => {
    const answer = await window.fake.bridge.marks.list('7d1f2a52-93a4-4c5e-8f6d-0c3f0a1b2c3d');
    return answer.ok ? answer.value : [];
  });
  return marks.map(({ draft }) => draft);
}

/** Whether the note's sign is seen: in the window, over the pages, and on a page that is shown. */
const signSeen = (page: Page) =>
  page.locator('[data-new-note]').evaluate((sign) => {
    const view = sign.closest('.scroller')?.getBoundingClientRect();
    const { x, y, width, height } = sign.getBoundingClientRect();
    const [across, down] = [x + width / 2, y + height / 2];
    return (
      sign.checkVisibility({ visibilityProperty: true }) &&
      view !== undefined &&
      across > view.left &&
      across < view.right &&
      down > view.top &&
      down < view.bottom
    );
  });

/** Writes a note by the keyboard: it must be in sight, and of page `number`, which the page box says. */
async function noteIsOn(page: Page, number: number): Promise<void> {
  await expect.poll(() => pageBox(page)).toBe(number);
  const before = (await kept(page)).length;
  await page.keyboard.press('a');
  const editor = page.getByRole('dialog', { name: 'New note' });
  await editor.getByRole('textbox').fill('Here');
  expect(await signSeen(page)).toBe(true);
  await page.keyboard.press('Escape');
  await editor.waitFor({ state: 'detached' });
  await expect.poll(async () => (await kept(page)).length).toBe(before + 1);
  const note = (await kept(page)).at(-1);
  expect(note).toMatchObject({ kind: 'note', page: number });
  if (note?.kind !== 'note') return;
  expect(Math.min(note.x, note.y)).toBeGreaterThanOrEqual(0);
  expect(Math.max(note.x, note.y)).toBeLessThanOrEqual(1);
}

test('one page at a time: note, bookmark, pin and print are of the page that is read, not of its neighbours behind it', async () => {
  const page = await at(12);
  await page.keyboard.press('s');
  await page.keyboard.press('0');
  await page.waitForSelector('.sheet[data-hidden="true"] [data-page="11"]', { state: 'attached' });
  await page.waitForSelector('.sheet[data-hidden="true"] [data-page="13"]', { state: 'attached' });
  await noteIsOn(page, 12);
  await page.keyboard.press('b');
  await page.keyboard.press('m');
  await expect
    .poll(async () => (await kept(page)).map(({ kind, page: of }) => `${kind} ${of}`).sort())
    .toEqual(['bookmark 12', 'note 12', 'pin 12']);
  await page.keyboard.press('Control+p');
  await page.getByRole('radio', { name: 'This page (12)' }).waitFor();
  await page.getByRole('button', { name: 'Cancel' }).click();

  // Turned and zoomed in.
  await goTo(page, 12);
  await page.keyboard.press('r');
  await page.locator('[data-turn="90"] [data-page="12"]').waitFor();
  for (let step = 0; step < 6; step += 1) await page.keyboard.press('+');
  await put(page, 12, [0.9, 0.9], [0.8, 0.8]);
  await noteIsOn(page, 12);
});

test('continuous, and side by side: it is the page that is seen, also when it is zoomed in by keys or around the pointer', async () => {
  const page = await at(10, { width: 1280, height: 900 });
  await page.keyboard.press('w');
  // Page 10 ends between the line of the page in view and the middle of the window.
  await put(page, 10, [0.5, 1], [0.5, 0.45]);
  await noteIsOn(page, 10);

  // Page 11 is in view, and page 10 at the point that zooming by keys holds: it stays in sight.
  await goTo(page, 10);
  await put(page, 10, [0.5, 1], [0.5, 0.34]);
  await expect.poll(() => pageBox(page)).toBe(11);
  for (let step = 0; step < 5; step += 1) await page.keyboard.press('+');
  await page.waitForSelector('[data-page-rendered="11"]');
  await noteIsOn(page, 11);

  await goTo(page, 10);
  await page.keyboard.press('0');
  await put(page, 10, [0.5, 0.5], [0.5, 0.4]);
  await expect.poll(() => pageBox(page)).toBe(10);
  await put(page, 10, [0.5, 1], [0.5, 0.5]);
  const view = await page.locator('.scroller').boundingBox();
  if (!view) throw new Error('no view');
  await page.mouse.move(view.x + view.width / 2, view.y + view.height * 0.95);
  await page.keyboard.down('Control');
  for (let step = 0; step < 8; step += 1) await page.mouse.wheel(0, -300);
  await page.keyboard.up('Control');
  await noteIsOn(page, 11);

  // In a spread it is the one of the two that the window was moved to.
  await page.keyboard.press('0');
  await goTo(page, 4);
  await page.keyboard.press('d');
  for (let step = 0; step < 6; step += 1) await page.keyboard.press('+');
  await put(page, 5, [0.6, 0.5], [0.5, 0.5]);
  await noteIsOn(page, 5);
});

test('at the top it is the first page again, in a narrow window with a panel over the pages too', async () => {
  const page = await at(2, { width: 720, height: 640 });
  for (let step = 0; step < 8; step += 1) await page.keyboard.press('-');
  await page.keyboard.press('t');
  await page.getByRole('listbox', { name: 'Pages' }).waitFor();
  const scrollTo = (top: number) =>
    page
      .locator('.scroller')
      .evaluate((scroller, top) => scroller.scrollTo({ top, behavior: 'instant' }), top);
  await scrollTo(1500);
  await expect.poll(() => pageBox(page)).toBeGreaterThan(3);
  await scrollTo(0);
  await expect.poll(() => pageBox(page)).toBe(1);
  await page.locator('.scroller').focus();
  await noteIsOn(page, 1);
  expect(await page.getByRole('option', { selected: true }).getAttribute('aria-label')).toBe('Page 1 of 24');
});

test('two views of a kit: a note lands on the page of the view that has the keyboard', async () => {
  const page = await at(12);
  await page.keyboard.press('Control+\\');
  await page.locator('[data-standing="right"][data-active]').waitFor();
  const right = page.locator('[data-standing="right"]');
  await right.getByRole('textbox', { name: 'Page' }).fill('7');
  await page.keyboard.press('Enter');
  await right.locator('[data-page-rendered="7"]').waitFor();
  await right.locator('.scroller').focus();
  await page.keyboard.press('s');
  await page.keyboard.press('a');
  await page.getByRole('dialog', { name: 'New note' }).getByRole('textbox').fill('Right');
  await page.keyboard.press('Escape');
  await expect.poll(async () => (await kept(page)).map((draft) => draft.page)).toEqual([7]);
  await page.keyboard.press('F6');
  await page.locator('[data-standing="left"][data-active]').waitFor();
  await page.keyboard.press('a');
  await page.getByRole('dialog', { name: 'New note' }).getByRole('textbox').fill('Left');
  await page.keyboard.press('Escape');
  await expect.poll(async () => (await kept(page)).map((draft) => draft.page).sort()).toEqual([12, 7]);
});

test('one page at a time: all text selected is that of the page, and of none that was read before', async () => {
  const page = await at(11);
  await page.keyboard.press('s');
  for (const number of [11, 12, 13, 12]) {
    await goTo(page, number);
    await page.locator(`[data-page="${number}"] .textLayer span`).first().waitFor({ state: 'attached' });
  }
  await page.keyboard.press('Control+a');
  await page.keyboard.press('h');
  await expect.poll(async () => (await kept(page)).length).toBeGreaterThan(0);
  // The tool is in hand only where nothing was selected: all of it has been kept.
  expect((await kept(page)).map(({ kind, page: of }) => `${kind} ${of}`)).toEqual(['highlight 12']);
});
