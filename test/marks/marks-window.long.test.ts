/** Marks as they ship, in real Chromium under the app's policy, on the fake bridge: drawn, written, found, undone. */
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import type { Mark } from '../../preload/contract.ts';
import { axeFindings, colourFindings } from '../window/harness/axe.ts';
import { settledBox } from '../window/harness/settled-box.ts';
import { picture, readFirstPage, SOUND_ID } from '../window/harness/steps.ts';
import { openWindows } from '../window/harness/windows.ts';

const { open } = openWindows();

async function openKit(page: Page): Promise<void> {
  await readFirstPage(page);
  await page.locator('[data-page="1"] .textLayer span').first().waitFor({ state: 'attached' });
  await page.locator('.scroller').focus();
}

/** What the main process has been asked to keep. */
function kept(page: Page): Promise<Mark[]> {
  return page.evaluate(async () => {
    const kits = await window.fake.bridge.kits.list();
    const all = await Promise.all(
      (kits.ok ? kits.value : []).map(async ({ id }) => {
        const answer = await window.fake.bridge.marks.list(id);
        return answer.ok ? answer.value : [];
      }),
    );
    return all.flat();
  });
}

async function keptOnce(page: Page, check: (marks: Mark[]) => boolean): Promise<Mark[]> {
  await expect.poll(async () => check(await kept(page))).toBe(true);
  return kept(page);
}

async function select(page: Page, words: string): Promise<void> {
  const line = page.locator('[data-page="1"] .textLayer span', { hasText: words }).first();
  await line.scrollIntoViewIfNeeded();
  const box = await settledBox(line);
  await page.mouse.move(box.x + 1, box.y + box.height / 2);
  await page.mouse.down();
  await page.mouse.move(box.x + box.width / 2, box.y + box.height / 2, { steps: 4 });
  await page.mouse.move(box.x + box.width - 1, box.y + box.height / 2, { steps: 4 });
  await page.mouse.up();
}

async function drag(page: Page, from: [number, number], to: [number, number]): Promise<void> {
  const box = await settledBox(page.locator('[data-page="1"]'));
  const at = ([x, y]: [number, number]) => [box.x + x * box.width, box.y + y * box.height] as const;
  await page.mouse.move(...at(from));
  await page.mouse.down();
  await page.mouse.move(...at(to), { steps: 8 });
  await page.mouse.up();
}

test('selected text is highlighted, commented, recoloured, and removed; by keyboard alone: highlight, note, bookmark, pin, and back again', async () => {
  const page = await open('scenario=demo');
  await openKit(page);
  await select(page, 'Trip kit EGLL to KJFK');
  await page.getByRole('toolbar', { name: 'Selected text' }).waitFor();
  await picture(page, 'marks-selection');
  await page.getByRole('button', { name: 'Highlight in green' }).click();
  const [mark] = await keptOnce(page, (marks) => marks.length === 1);
  expect(mark?.draft).toMatchObject({ kind: 'highlight', page: 1, colour: 'green', note: '' });
  expect(mark?.draft).toHaveProperty('text', expect.stringContaining('Trip kit EGLL to KJFK'));
  expect(mark?.draft).toHaveProperty('areas.length', 1);

  // The colour lies where the words are.
  const words = await settledBox(
    page.locator('[data-page="1"] .textLayer span', { hasText: 'Trip kit EGLL' }).first(),
  );
  const area = await settledBox(page.locator('.marks__area'));
  expect(Math.abs(area.x - words.x)).toBeLessThan(3);
  expect(Math.abs(area.y - words.y)).toBeLessThan(4);
  expect(await page.evaluate(() => document.getSelection()?.isCollapsed)).toBe(true);

  const centre = await settledBox(page.locator('.marks__area'));
  await page.mouse.click(centre.x + 20, centre.y + centre.height / 2);
  const editor = page.getByRole('dialog', { name: 'Highlight' });
  await editor.getByLabel('Comment').fill('Check the minima');
  await picture(page, 'marks-editor');
  await editor.getByRole('radio', { name: 'Red' }).check();
  await page.keyboard.press('Escape');
  await editor.waitFor({ state: 'detached' });
  await keptOnce(
    page,
    ([one]) =>
      one?.draft.kind === 'highlight' && one.draft.note === 'Check the minima' && one.draft.colour === 'red',
  );

  await page.getByRole('button', { name: /Red highlight: Trip kit EGLL.*Check the minima/ }).focus();
  await page.keyboard.press('Delete');
  await keptOnce(page, (marks) => marks.length === 0);
  await page.keyboard.press('Control+z');
  await keptOnce(page, ([one]) => one?.draft.kind === 'highlight' && one.draft.note === 'Check the minima');

  // By keyboard alone.
  await page.getByRole('button', { name: /Red highlight: Trip kit EGLL/ }).focus();
  await page.keyboard.press('Delete');
  await keptOnce(page, (marks) => marks.length === 0);
  await select(page, 'Trip kit EGLL to KJFK');
  await page.keyboard.press('h');
  await keptOnce(page, (marks) => marks.some(({ draft }) => draft.kind === 'highlight'));
  await page.keyboard.press('a');
  await page.getByRole('dialog', { name: 'New note' }).waitFor();
  await page.keyboard.type('Ask for de-icing');
  await page.keyboard.press('Control+Enter');
  const notes = await keptOnce(page, (marks) => marks.some(({ draft }) => draft.kind === 'note'));
  const note = notes.find(({ draft }) => draft.kind === 'note')?.draft;
  expect(note).toMatchObject({ page: 1, text: 'Ask for de-icing' });
  await page.keyboard.press('b');
  await page.keyboard.press('m');
  const all = await keptOnce(page, (marks) => marks.length === 4);
  expect(all.find(({ draft }) => draft.kind === 'bookmark')?.draft).toEqual({
    kind: 'bookmark',
    page: 1,
    title: 'Cover',
    heading: 'Cover',
  });
  await page.getByRole('button', { name: 'Note: Ask for de-icing' }).focus();
  await page.keyboard.press('Enter');
  await page.getByRole('dialog', { name: 'Note' }).getByLabel('Text of the note').fill('');
  await page.keyboard.press('Escape');
  await keptOnce(page, (marks) => !marks.some(({ draft }) => draft.kind === 'note'));
  await page.keyboard.press('m');
  await keptOnce(page, (marks) => marks.length === 2);
  expect(await page.locator('.viewer').count()).toBe(1);
  // After a note is closed by Esc the pages have the keys again.
  await page.keyboard.press('a');
  await page.getByRole('dialog', { name: 'New note' }).waitFor();
  await page.keyboard.press('Escape');
  await page.getByRole('dialog').waitFor({ state: 'detached' });
  await expect.poll(() => page.evaluate(() => document.activeElement?.className)).toBe('scroller');
});

test('a pen draws, takes back line by line, and rubs out; at any zoom and turn the line stays in its place', async () => {
  const page = await open('scenario=demo');
  await openKit(page);
  await page.keyboard.press('i');
  await page.getByRole('toolbar', { name: 'Marking tools' }).waitFor();
  await drag(page, [0.2, 0.3], [0.5, 0.35]);
  await drag(page, [0.2, 0.2], [0.5, 0.25]);
  const [drawn] = await keptOnce(
    page,
    (marks) => marks.length === 1 && marks[0]?.draft.kind === 'ink' && marks[0].draft.strokes.length === 2,
  );
  await picture(page, 'marks-ink');
  const stroke = drawn?.draft.kind === 'ink' ? (drawn.draft.strokes[0] ?? []) : [];
  expect(stroke.at(0)).toBeCloseTo(0.2, 2);
  expect(stroke.at(1)).toBeCloseTo(0.3, 2);
  expect(stroke.at(-2)).toBeCloseTo(0.5, 2);
  expect(stroke.at(-1)).toBeCloseTo(0.35, 2);
  await page.keyboard.press('Control+z');
  await keptOnce(page, ([one]) => one?.draft.kind === 'ink' && one.draft.strokes.length === 1);
  await page.keyboard.press('Control+y');
  await keptOnce(page, ([one]) => one?.draft.kind === 'ink' && one.draft.strokes.length === 2);
  await page.keyboard.press('Escape');
  expect(await page.locator('.marks__tool').count()).toBe(0);

  // Turned by a quarter and drawn again: in the page's own coordinates.
  await page.keyboard.press('Shift+R');
  await page.locator('[data-turn="90"] [data-page="1"]').waitFor();
  await page.keyboard.press('p');
  await page.keyboard.press('Home');
  await expect
    .poll(async () => (await page.locator('[data-page="1"]').boundingBox())?.y ?? 0)
    .toBeGreaterThan(40);
  await page.keyboard.press('i');
  await drag(page, [0.1, 0.1], [0.1, 0.3]);
  const marks = await keptOnce(page, (all) => all.length === 2);
  const turned = marks[1]?.draft.kind === 'ink' ? (marks[1].draft.strokes[0] ?? []) : [];
  // What stands at the top left of the window is the page's bottom left.
  expect(turned.at(0)).toBeCloseTo(0.1, 1);
  expect(turned.at(1)).toBeCloseTo(0.9, 1);
  expect(turned.at(-2)).toBeCloseTo(0.3, 1);
  expect(turned.at(-1)).toBeCloseTo(0.9, 1);
  await picture(page, 'marks-turned');
  await page.keyboard.press('e');
  await drag(page, [0.08, 0.2], [0.12, 0.2]);
  await keptOnce(page, (all) => all.length === 1);
});

test('a note is clicked into its place; what could not be kept is told, and its words are still there; the panel lists, filters, goes to marks, and saves a copy; by day and night nothing is inaccessible', async () => {
  const page = await open('scenario=demo');
  await openKit(page);
  await page.keyboard.press('l');
  await page.getByRole('tab', { name: 'Marks' }).waitFor();
  await page.getByText('No marks yet').waitFor();
  await page.getByRole('toolbar', { name: 'Marking tools' }).getByRole('button', { name: 'Note' }).click();
  const box = await settledBox(page.locator('[data-page="1"]'));
  await page.mouse.click(box.x + box.width * 0.7, box.y + box.height * 0.2);
  const editor = page.getByRole('dialog', { name: 'New note' });
  await editor.getByLabel('Text of the note').fill('Long brief of the company');
  await page.evaluate(() => window.fake.failNext('marks.add', 'There is no space left.'));
  await editor.getByRole('button', { name: 'Done' }).click();
  await editor.getByRole('alert').getByText('There is no space left.').waitFor();
  expect(await editor.getByLabel('Text of the note').inputValue()).toBe('Long brief of the company');
  expect(await kept(page)).toEqual([]);
  await editor.getByRole('button', { name: 'Done' }).click();
  await editor.waitFor({ state: 'detached' });
  const [note] = await keptOnce(page, (marks) => marks.length === 1);
  expect(note?.draft).toMatchObject({ kind: 'note', text: 'Long brief of the company' });
  expect(note?.draft.kind === 'note' && note.draft.x).toBeCloseTo(0.7, 1);
  expect(note?.draft.kind === 'note' && note.draft.y).toBeCloseTo(0.2, 1);

  await page.evaluate(() => window.fake.failNext('marks.remove', 'There is no space left.'));
  await page.getByRole('button', { name: 'Note: Long brief' }).focus();
  await page.keyboard.press('Delete');
  await page.getByRole('status').getByText('The mark was not removed. There is no space left.').waitFor();
  await page.getByRole('button', { name: 'Note: Long brief' }).focus();
  await page.keyboard.press('Delete');
  await keptOnce(page, (marks) => marks.length === 0);
  await page.locator('.scroller').focus();
  await page.keyboard.press('l');
  await page.getByRole('tab', { name: 'Marks' }).waitFor({ state: 'detached' });

  await select(page, 'Trip kit EGLL to KJFK');
  await page.keyboard.press('h');
  await select(page, 'LIZAD DCT 49N015W line 3');
  await page.getByRole('button', { name: 'Highlight in blue' }).click();
  await page.keyboard.press('i');
  await drag(page, [0.1, 0.3], [0.7, 0.33]);
  await page.keyboard.press('Escape');
  await page.keyboard.press('a');
  await page.keyboard.type('Fuel at KBOS is cheaper');
  await page.keyboard.press('Escape');
  await page.getByRole('dialog', { name: 'New note' }).waitFor({ state: 'detached' });
  await page.keyboard.press('m');
  await page.keyboard.press('PageDown');
  await page.waitForSelector('[data-page-rendered="2"]');
  await page.keyboard.press('b');
  await expect
    .poll(async () => (await kept(page)).map(({ draft }) => `${draft.kind} ${draft.page}`).sort())
    .toEqual(['bookmark 2', 'highlight 1', 'highlight 1', 'ink 1', 'note 1', 'pin 1']);
  await page.evaluate(() =>
    window.fake.bridge.marks.add('44444444-4444-4444-8444-444444444444', {
      kind: 'bookmark',
      page: 9,
      title: 'LFPG parking',
      heading: 'LFPG › LFPG parking',
    }),
  );
  await page.keyboard.press('l');
  await page.getByRole('heading', { name: /Bookmarks from other kits/ }).waitFor();
  await picture(page, 'marks-panel');
  expect(await axeFindings(page)).toEqual([]);

  await page.getByRole('button', { name: /^Fuel at KBOS is cheaper page 1/ }).click();
  await page.locator('[data-mark]:focus').waitFor();
  expect(await page.locator('[data-mark]:focus').getAttribute('aria-label')).toBe(
    'Note: Fuel at KBOS is cheaper',
  );
  await page.keyboard.press('n');
  await page.locator('.scroller[data-light="night"]').waitFor();
  await picture(page, 'marks-night');
  expect(await colourFindings(page)).toEqual([]);

  await page.getByLabel('Filter marks').fill('fuel');
  expect(await page.locator('.marks-panel__row').count()).toBe(1);
  await page.getByLabel('Filter marks').fill('nothing of it');
  await page.getByText('No mark matches “nothing of it”.').waitFor();
  await page.getByLabel('Filter marks').fill('');
  await page.getByRole('button', { name: 'Save a copy with marks…' }).click();
  await page.getByRole('status').getByText('A copy with your marks was saved as marked.pdf.').waitFor();
  await page.getByRole('button', { name: 'Remove Fuel at KBOS is cheaper' }).click();
  await keptOnce(page, (marks) => marks.length === 5);
});

test('bookmark and pin stand in the bar, for the page in view, and lie over no page; marks of another document are listed and never drawn', async () => {
  const page = await open('scenario=demo');
  await openKit(page);
  const bar = page.locator('.viewer-bar');
  const pin = bar.getByRole('button', { name: 'Pin page 1 for this flight' });
  await pin.click();
  await keptOnce(page, (marks) => marks.length === 1);
  const isPinned = bar.getByRole('button', { name: 'Page 1 is pinned for this flight: remove the pin' });
  expect(await isPinned.getAttribute('aria-pressed')).toBe('true');
  await page.locator('.scroller').focus();
  await page.keyboard.press('b');
  await bar.getByRole('button', { name: 'Page 1 is bookmarked: remove the bookmark' }).waitFor();
  await page.keyboard.press('PageDown');
  await bar.getByRole('button', { name: 'Bookmark page 2' }).waitFor();
  await page.keyboard.press('n');
  await picture(page, 'marks-bar-night');
  expect(await axeFindings(page)).toEqual([]);

  // Those of another document of the kit have a word of warning.
  await page.evaluate(async (id) => {
    const draft = { kind: 'note' as const, page: 1, x: 0.5, y: 0.5, text: 'Old minima' };
    const added = await window.fake.bridge.marks.add(id, draft);
    if (added.ok) added.value.outdated = true;
    window.fake.marked(id);
  }, SOUND_ID);
  await page.keyboard.press('l');
  await page.getByText('On an earlier version of this document').waitFor();
  await page
    .getByRole('button', { name: /Old minima/ })
    .first()
    .waitFor();
  expect(await page.locator('.marks__note').count()).toBe(0);
});
