/** Notes of a chart and of an airport, in real Chromium: written, listed, kept where their chart changed, and removed after a question. */
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { aPage, aSheet } from '../charts/sample-charts.ts';
import { axeByDayAndNight } from '../window/harness/axe.ts';
import { calls, goTo, picture, readFirstPage, SOUND_ID } from '../window/harness/steps.ts';
import { openWindows, tooWide } from '../window/harness/windows.ts';

const { open } = openWindows();
const ils = aPage(1, { airport: 'EGLL', kind: 'approach', title: 'ILS RWY 27L', number: '21-3' });
const other = aPage(1, { airport: 'EGLL', kind: 'approach', title: 'ILS RWY 27R', number: '21-4' });

/** Opens the sample kit, of whose pages the fake knows these charts. */
async function openKit(page: Page, pages: ReturnType<typeof aPage>[]): Promise<void> {
  await page.evaluate(
    async ({ id, pages }) => {
      const list = await window.fake.bridge.kits.list();
      const sha256 = (list.ok && list.value.find((kit) => kit.id === id)?.document?.sha256) || '';
      window.fake.charts.set(id, { sha256, state: 'ready', pages });
    },
    { id: SOUND_ID, pages },
  );
  await readFirstPage(page);
  await page.locator('.scroller').focus();
}

async function inBothLights(page: Page, name: string): Promise<void> {
  expect(await axeByDayAndNight(page, (theme) => picture(page, `${name}-${theme}`))).toEqual([]);
  expect(await tooWide(page)).toEqual([]);
}

const editor = (page: Page) => page.getByRole('dialog', { name: /note/i });
const rows = (page: Page) => page.locator('.marks-panel__row');
const groups = (page: Page) => page.locator('.marks-panel__group').allTextContents();

test('a note comes to belong to its chart, waits where that changed, is kept there, and removed from all kits', async () => {
  const page = await open('scenario=demo', { width: 1024, height: 768 });
  await openKit(page, [ils]);
  await page.keyboard.press('a');
  const choice = editor(page).getByRole('group', { name: 'Belongs to' });
  await choice.waitFor();
  expect(
    await choice
      .getByRole('radio')
      .evaluateAll((all) => all.map((one) => (one as HTMLInputElement).labels?.[0]?.textContent)),
  ).toEqual(['This flight', 'This chart', 'This airport, EGLL']);
  expect(await choice.getByRole('radio', { name: 'This flight' }).isChecked()).toBe(true);
  await page.keyboard.type('Late turn: brief it');
  await choice.getByRole('radio', { name: 'This chart' }).check();
  await inBothLights(page, 'note-belongs');
  await page.keyboard.press('Control+Enter');
  const sign = page.getByRole('button', { name: 'Note of EGLL: Late turn: brief it' });
  await sign.waitFor();

  await page.keyboard.press('l');
  await rows(page).first().waitFor();
  expect(await groups(page)).toEqual(['Notes of EGLL, in each kit 1']);
  await inBothLights(page, 'note-of-chart');

  await page.evaluate(async (id) => {
    const marks = await window.fake.bridge.marks.list(id);
    const [mark] = marks.ok ? marks.value : [];
    if (mark?.lasting)
      Object.assign(mark, { outdated: true, lasting: { ...mark.lasting, waits: 'changed' } });
    window.fake.marked(id);
  }, SOUND_ID);
  const keep = page.getByRole('button', { name: 'Keep here, on page 1: Late turn: brief it' });
  await keep.waitFor();
  expect(await sign.count()).toBe(0);
  expect(await groups(page)).toEqual(['From an earlier edition of the chart 1']);
  await inBothLights(page, 'note-waits');
  await keep.click();
  await sign.waitFor();
  expect(await calls(page)).toContain('marks.keepNote');

  await page.getByRole('button', { name: /^Remove Late turn/ }).click();
  const question = page.getByRole('alertdialog', { name: 'Remove this note from all kits?' });
  await question.waitFor();
  await inBothLights(page, 'note-removal');
  await question.getByRole('button', { name: 'Cancel' }).click();
  expect(await rows(page).count()).toBe(1);
  await sign.focus();
  await page.keyboard.press('Delete');
  await question.getByRole('button', { name: 'Remove' }).click();
  await expect.poll(() => rows(page).count()).toBe(0);
  expect(await calls(page)).toContain('marks.remove');
});

test('a note can’t belong to a chart that is not certain: the choice is of the airport alone, or there is none', async () => {
  const page = await open('scenario=demo', { width: 1024, height: 768 });
  await openKit(page, [aSheet(1, ils, other), aPage(2, { title: 'BRIEFING' })]);
  const choice = editor(page).getByRole('group', { name: 'Belongs to' });
  await page.keyboard.press('a');
  await choice.getByRole('radio', { name: 'This airport, EGLL' }).check();
  expect(await choice.getByRole('radio').count()).toBe(2);
  await editor(page).getByRole('textbox').fill('Slots from 0600Z');
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Note of EGLL: Slots from 0600Z' }).waitFor();
  expect(
    await page.evaluate(async (id) => {
      const marks = await window.fake.bridge.marks.list(id);
      return marks.ok ? marks.value.map(({ draft }) => draft) : [];
    }, SOUND_ID),
  ).toMatchObject([{ kind: 'note', page: 1, text: 'Slots from 0600Z', belongs: 'airport' }]);
  await goTo(page, 2);
  await page.locator('.scroller').focus();
  await page.keyboard.press('a');
  await editor(page).waitFor();
  expect(await choice.count()).toBe(0);
});

test('a note of the company is read at its sign and in the list, and nobody changes it', async () => {
  const page = await open('scenario=demo', { width: 1024, height: 768 });
  await openKit(page, [ils]);
  await page.evaluate(async (id) => {
    const draft = {
      kind: 'note',
      page: 1,
      x: 0.03,
      y: 0.04,
      text: 'Late turn: brief it',
      belongs: 'chart',
    } as const;
    const added = await window.fake.bridge.marks.add(id, draft);
    if (added.ok && added.value.lasting)
      Object.assign(added.value, {
        by: 'Demo Air',
        lasting: { ...added.value.lasting, company: 'Demo Air' },
      });
    window.fake.marked(id);
  }, SOUND_ID);
  const sign = page.getByRole('button', { name: 'Note of Demo Air, EGLL 11-1 ILS 27L: Late turn: brief it' });
  await sign.click();
  const box = page.getByRole('dialog', { name: 'Demo Air, EGLL 11-1 ILS 27L' });
  await box.waitFor();
  expect(await box.getByRole('textbox').getAttribute('readonly')).not.toBeNull();
  expect(await box.getByRole('button').allTextContents()).toEqual(['Done']);
  await inBothLights(page, 'company-note');
  await page.keyboard.press('Escape');
  await sign.focus();
  await page.keyboard.press('Delete');
  await page.keyboard.press('l');
  await rows(page).first().waitFor();
  expect(await groups(page)).toEqual(['Notes of Demo Air 1']);
  expect(await rows(page).getByRole('button').count()).toBe(1);
  await inBothLights(page, 'company-notes');
  expect(await calls(page)).not.toContain('marks.remove');
  expect(await calls(page)).not.toContain('marks.change');
});
