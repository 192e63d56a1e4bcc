/** Notes in the document itself, in real Chromium: a sign, and the words on demand. */
import { expect, test } from 'vitest';
import { axeFindings, colourFindings } from '../../../window/harness/axe.ts';
import { NOTED } from '../../../window/harness/sample-pdf.ts';
import { settledBox } from '../../../window/harness/settled-box.ts';
import { goTo, readFirstPage } from '../../../window/harness/steps.ts';
import { openWindows } from '../../../window/harness/windows.ts';

const { open } = openWindows();
const PICTURES = process.env.TRIPKIT_PICTURES;

test('a note that no drawing step shows has a sign in its place, by day and night, and says its words', async () => {
  const page = await open('scenario=demo');
  await readFirstPage(page);
  await page.keyboard.press('s');
  await page.keyboard.press('0');
  await goTo(page, NOTED);
  const words = 'Note in the document, Dispatch: Runway 09R closed until 0600';
  const sign = page.getByRole('button', { name: words });
  await sign.waitFor();
  const [paper, place] = [await settledBox(page.locator(`[data-page="${NOTED}"]`)), await settledBox(sign)];
  if (!paper || !place) throw new Error('the note has no place');
  expect((place.x - paper.x) / paper.width).toBeCloseTo(450 / 595.28, 2);
  expect((place.y - paper.y) / paper.height).toBeCloseTo(60 / 841.89, 2);
  // Words in rich text only, which PDF.js does not draw.
  await page.getByRole('button', { name: 'Note in the document: Taxi via N only' }).waitFor();
  await sign.focus();
  await page.keyboard.press('Enter');
  await page.getByRole('status').getByText('Runway 09R closed until 0600').waitFor();
  if (PICTURES) await page.screenshot({ path: `${PICTURES}/comment-day.png` });
  expect(await axeFindings(page)).toEqual([]);
  await page.locator('.scroller').focus();
  await page.keyboard.press('n');
  await page.locator('.scroller[data-light="night"]').waitFor();
  if (PICTURES) await page.screenshot({ path: `${PICTURES}/comment-night.png` });
  expect(await colourFindings(page)).toEqual([]);
});
