/** The columns of a table of flights in a real Chromium: whether its times are UTC or local is chosen, never guessed. */
import { expect, test } from 'vitest';
import { axeFindings } from '../window/harness/axe.ts';
import { picture } from '../window/harness/steps.ts';
import { openWindows, tooWide } from '../window/harness/windows.ts';

const windows = openWindows();
const PLAN = 'Flug\tDatum\tVon\tNach\tAbflugzeit\nKLM1007\t28.06.2027\tEHAM\tEGLL\t0915';

test('a person says of times that may be UTC or local which they are, and sees them in UTC', async () => {
  const page = await windows.open('scenario=demo');
  await page.getByRole('button', { name: 'Many flights…' }).first().click();
  await page.getByLabel('Paste your flights').fill(PLAN);
  await page.getByRole('button', { name: 'Look at the flights' }).click();
  const question = page.getByText('The times of “Abflugzeit” may be UTC or local.', { exact: false });
  await question.waitFor();
  await page.getByText('The time is missing, or clear the date.').waitFor();
  await page.getByLabel('Meaning of column 5, Abflugzeit').selectOption('Time (local)');
  await page.getByText('28 Jun 2027 07:15Z').waitFor();
  await page.getByText('1 flight ready to request.', { exact: false }).waitFor();
  expect(await question.count()).toBe(0);
  expect(await axeFindings(page)).toEqual([]);
  await picture(page, 'local-time');
});

test('a local departure has its time in UTC beside it, also where the window is narrow', async () => {
  const page = await windows.open('scenario=demo');
  await page.setViewportSize({ width: 640, height: 600 });
  await page.getByRole('button', { name: 'Many flights…' }).first().click();
  await page
    .getByLabel('Paste your flights')
    .fill('Flight\tFrom\tTo\tDeparture LT\nKLM1007\tEHAM\tEGLL\t28.06.2027 09:15');
  await page.getByRole('button', { name: 'Look at the flights' }).click();
  await page.getByText('28 Jun 2027 07:15Z').scrollIntoViewIfNeeded();
  expect(await page.getByLabel('Row 2, Departure (local)').inputValue()).toBe('28.06.2027 09:15');
  // The table alone scrolls sideways.
  expect(await tooWide(page)).toEqual(['SECTION flights framed']);
  await picture(page, 'local-departure');
});
