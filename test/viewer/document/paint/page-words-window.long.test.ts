/** Words over pages in real Chromium: those of a page that its PDF turns (ISO 32000-1, 7.7.3.3, Rotate), and notes in the document. */
import { expect, test } from 'vitest';
import { axeFindings, colourFindings } from '../../../window/harness/axe.ts';
import { NOTED, TURNED } from '../../../window/harness/sample-pdf.ts';
import { settledBox } from '../../../window/harness/settled-box.ts';
import { goTo, readFirstPage } from '../../../window/harness/steps.ts';
import { openWindows } from '../../../window/harness/windows.ts';

const { open } = openWindows();
const PICTURES = process.env.TRIPKIT_PICTURES;

test('the words of a page that is turned in its PDF stand where its picture shows them; a note that no drawing step shows has a sign in its place, by day and night, and says its words', async () => {
  const page = await open('scenario=demo');
  await readFirstPage(page);
  await page.keyboard.press('s');
  await page.keyboard.press('0');
  await goTo(page, TURNED);
  const sheet = page.locator(`[data-page-rendered="${TURNED}"]`);
  const title = sheet.locator('.textLayer').getByText(`Enroute sheet ${TURNED}`, { exact: true });
  await title.waitFor();
  const [turned, titled] = await Promise.all([sheet.boundingBox(), title.boundingBox()]);
  if (!turned || !titled) throw new Error('Nothing is there.');
  expect(turned.width).toBeGreaterThan(turned.height);
  // At the top left of the page before its turn, which is now the top right; read downwards.
  expect(titled.height).toBeGreaterThan(3 * titled.width);
  expect((titled.x - turned.x) / turned.width).toBeGreaterThan(0.85);
  expect((titled.x + titled.width - turned.x) / turned.width).toBeLessThan(0.95);
  expect((titled.y - turned.y) / turned.height).toBeCloseTo(50 / 595, 1);
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
