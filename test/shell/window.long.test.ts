/** What the screens say of tracked kits and the text of a page; as they ship, in real Chromium. */
import { expect, test } from 'vitest';
import { settledBox } from '../window/harness/settled-box.ts';
import { kitAction, readFirstPage } from '../window/harness/steps.ts';
import { openWindows } from '../window/harness/windows.ts';

const { open } = openWindows();

test('several kits are tracked from pasted lines; a removed kit is gone', async () => {
  const page = await open('scenario=empty');
  await page.getByRole('button', { name: 'Track by kit ID' }).click();
  await page.getByRole('textbox', { name: 'Kit IDs, one per line' }).fill('A/1\nB?2\nA/1');
  await page.getByRole('button', { name: 'Track 2 kits' }).click();
  await page.getByRole('option', { name: /^B\?2/ }).waitFor();
  expect(await page.getByRole('option').count()).toBe(2);
  await page.getByRole('option', { name: /^B\?2/ }).click();
  await page.getByRole('button', { name: 'Cancel request' }).click();
  await page.getByRole('button', { name: 'Stop' }).click();
  await kitAction(page, 'Remove…');
  await page.getByRole('alertdialog').getByRole('button', { name: 'Remove' }).click();
  await page.getByRole('option', { name: /^B\?2/ }).waitFor({ state: 'detached' });
  expect(await page.getByRole('option', { selected: true }).locator('.sr-only').textContent()).toContain(
    'A/1',
  );
});

test('the text of a page can be selected and read out', async () => {
  const page = await open('scenario=demo');
  await readFirstPage(page);
  const first = page.getByRole('group', { name: 'Page 1 of 24' });
  await first.getByText('Trip kit EGLL to KJFK, sheet 1 of 24').waitFor();
  const [drawn, text] = await Promise.all([
    settledBox(first),
    settledBox(first.getByText('Trip kit EGLL to KJFK, sheet 1 of 24')),
  ]);
  // 50 of 595 points from the left, and as wide as the line is drawn.
  expect(((text?.x ?? 0) - (drawn?.x ?? 0)) / (drawn?.width ?? 1)).toBeCloseTo(50 / 595, 2);
  expect((text?.width ?? 0) / (drawn?.width ?? 1)).toBeGreaterThan(0.25);
});

test('a page is as sharp as the screen', async () => {
  const page = await open('scenario=demo', { width: 900, height: 700 }, 2);
  await readFirstPage(page);
  const ratio = await page.locator('[data-page="1"] .page__canvas').evaluate((element) => {
    const canvas = element as HTMLCanvasElement;
    return canvas.width / canvas.getBoundingClientRect().width;
  });
  expect(ratio).toBeCloseTo(2, 1);
});
