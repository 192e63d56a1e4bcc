/** Text over a page that its PDF turns (ISO 32000-1, 7.7.3.3, Rotate), in real Chromium. */
import { expect, test } from 'vitest';
import { TURNED } from '../../../window/harness/sample-pdf.ts';
import { goTo, readFirstPage } from '../../../window/harness/steps.ts';
import { openWindows } from '../../../window/harness/windows.ts';

const { open } = openWindows();

test('the words of a page that is turned in its PDF stand where its picture shows them', async () => {
  const page = await open('scenario=demo');
  await readFirstPage(page);
  await goTo(page, TURNED);
  const sheet = page.locator(`[data-page-rendered="${TURNED}"]`);
  const title = sheet.locator('.textLayer').getByText(`Enroute sheet ${TURNED}`, { exact: true });
  await title.waitFor();
  const [paper, words] = await Promise.all([sheet.boundingBox(), title.boundingBox()]);
  if (!paper || !words) throw new Error('Nothing is there.');
  expect(paper.width).toBeGreaterThan(paper.height);
  // At the top left of the page before its turn, which is now the top right; read downwards.
  expect(words.height).toBeGreaterThan(3 * words.width);
  expect((words.x - paper.x) / paper.width).toBeGreaterThan(0.85);
  expect((words.x + words.width - paper.x) / paper.width).toBeLessThan(0.95);
  expect((words.y - paper.y) / paper.height).toBeCloseTo(50 / 595, 1);
});
