/** What the screens say of a kit's cycle and dates, in real Chromium on the fake bridge. */
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import type { DocumentDate, Kit } from '../../preload/contract.ts';
import { axeByDayAndNight, axeFindings } from '../window/harness/axe.ts';
import { details, picture, SOUND_ID } from '../window/harness/steps.ts';
import { openWindows } from '../window/harness/windows.ts';

const { open } = openWindows();

/** Cycle 2612 has been in effect since midnight. */
const NOW = '2026-11-26T10:00:00Z';

/** A window in which the sample is a kit with these changes. */
async function openWith(changes: Partial<Kit>): Promise<Page> {
  const page = await open('scenario=demo', { width: 1280, height: 800 }, 1, { at: NOW });
  await say(page, changes);
  return page;
}

async function say(page: Page, changes: Partial<Kit>): Promise<void> {
  await page.evaluate(
    async ({ id, more }) => {
      const { bridge, push } = window.fake;
      const answer = await bridge.kits.list();
      if (!answer.ok) return;
      for (const kit of answer.value) if (kit.id === id) push({ ...kit, ...more });
    },
    { id: SOUND_ID, more: changes },
  );
}

const row = (page: Page) => page.locator(`[data-kit-id="${SOUND_ID}"]`);
const header = (page: Page) => page.getByRole('list', { name: 'About this document' });
const arrived = '2026-11-26T09:00:00.000Z';
const tracked = (dates: DocumentDate[]): Partial<Kit> => ({
  trip: null,
  tripkit_id: 'OPS-17',
  created_at: arrived,
  state_since: arrived,
  messages: [],
  dates,
});
const unknown =
  'It is not known in which AIRAC cycle this kit was made. Look at the dates printed on its charts.';

/** All that is read of the kit: its row, its details, its header and its titles. */
async function allWords(page: Page): Promise<string> {
  const texts = [await row(page).textContent(), await details(page).textContent()];
  await row(page).click();
  await page.keyboard.press('Enter');
  await page.waitForSelector('[data-page-rendered="1"]');
  await picture(page, 'currency-viewer');
  const titles = await header(page)
    .locator('[title]')
    .evaluateAll((found) => found.map((one) => one.getAttribute('title')));
  return [...texts, await header(page).textContent(), ...titles].join('\n');
}

test('a kit of an earlier cycle that was tracked in 2612 is not called 2612; each date is told with its evidence; dates that contradict each other are shown as that, by day and by night', async () => {
  const page = await openWith(tracked([]));
  await row(page).getByText('Cycle not known').waitFor();
  await row(page).click();
  await details(page).getByText(unknown).waitFor();
  await page.getByText('Record', { exact: true }).click();
  await details(page).getByText('Tracked since').waitFor();
  await picture(page, 'currency-tracked');
  expect(await axeFindings(page)).toEqual([]);
  const words = await allWords(page);
  expect(words).not.toContain('2612');
  expect(words).not.toMatch(/in effect/);
  expect(words).toContain(unknown);
  // The PDF’s own date says that the kit is of an earlier cycle.
  await page.keyboard.press('Escape');
  await say(
    page,
    tracked([
      { evidence: 'storage', at: '2026-11-03T08:02:00.000Z' },
      { evidence: 'document', at: '2026-11-03T08:00:00.000Z' },
    ]),
  );
  await row(page).getByText('Made before AIRAC 2612').waitFor();
  await row(page).click();
  await details(page)
    .getByText('Stored 3 Nov 2026 08:02Z · PDF dated 3 Nov 2026 08:00Z (cycle 2611)', { exact: true })
    .waitFor();
  await details(page)
    .getByText(
      'PDF dated in cycle 2611. Cycle 2612 has been in effect since 26 Nov 2026: ask whoever requested',
      {
        exact: false,
      },
    )
    .waitFor();
  await picture(page, 'currency-dated');
  expect(await details(page).getByRole('button', { name: 'Request again' }).count()).toBe(0);
  // The viewer's header names the trouble; the dates are in the details.
  expect((await allWords(page)).match(/Made before AIRAC 2612/g)?.length).toBeGreaterThan(1);
  await page.keyboard.press('Escape');

  // Dates that contradict each other are shown as that, by day and by night.
  const trip = { origin: 'EGLL', destination: 'KJFK', flight: 'BAW117', departure: '2026-11-26T15:10:00Z' };
  const dates: DocumentDate[] = [
    { evidence: 'request', at: '2026-11-26T08:59:00.000Z' },
    { evidence: 'document', at: '2026-10-03T08:00:00.000Z' },
  ];
  await say(page, { trip, created_at: arrived, state_since: arrived, messages: [], dates });
  await row(page).getByText('Dates contradict each other').waitFor();
  await row(page).click();
  await details(page)
    .getByText(
      'The dates of this kit contradict each other: Requested 26 Nov 2026 08:59Z, PDF dated 3 Oct 2026 08:00Z (cycle 2610).',
      {
        exact: false,
      },
    )
    .waitFor();
  expect(await axeByDayAndNight(page, (theme) => picture(page, `currency-conflict-${theme}`))).toEqual([]);
  await page.keyboard.press('Enter');
  await page.waitForSelector('[data-page-rendered="1"]');
  await header(page).getByText('Dates contradict each other').waitFor();
  await picture(page, 'currency-conflict-viewer');
});
