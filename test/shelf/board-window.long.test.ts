/** The board of a shelf, “Who has it”, in a real Chromium. */
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import type { BoardKit, BoardLaptop, Shelf, ShelfBoard } from '../../preload/contract.ts';
import { boardRows } from '../../renderer/shelf/shelf-board.tsx';
import { axeByDayAndNight, axeFindings } from '../window/harness/axe.ts';
import { picture } from '../window/harness/steps.ts';
import { openWindows, tooWide } from '../window/harness/windows.ts';
import { putShelf } from './put-shelf.ts';

const windows = openWindows();

const laptop = (number: number, name: string, change: Partial<BoardLaptop> = {}): BoardLaptop => ({
  fingerprint: String(number).repeat(64),
  ...{ laptop: name, person: null, at: '2026-11-21T20:31:00.000Z', serial: 7, kits: 3, left_out: 0 },
  ...{ is_silent: false, ...change },
});
const had = (number: number, change: Partial<BoardKit['had_by'][number]> = {}) => ({
  fingerprint: String(number).repeat(64),
  ...{ at: '2026-11-21T20:31:00.000Z', same_document: true, ready_at: '2026-11-21T19:00:00.000Z' },
  ...{ opened_at: null, acknowledged_at: null, ...change },
});
const kit = (flight: string, change: Partial<BoardKit> = {}): BoardKit => ({
  tripkit_id: `TK-${flight}`,
  trip: { flight, origin: 'EHAM', destination: 'KJFK', departure: '2099-11-22T10:30:00Z' },
  ...{ put_at: '2026-11-21T18:24:00.000Z', recalled: null, to_acknowledge: false, had_by: [], ...change },
});
const opened_at = '2026-11-21T19:10:00.000Z';
const board: ShelfBoard = {
  read_at: '2026-11-21T20:35:00.000Z',
  laptops: [
    laptop(1, 'EFB-1', { person: 'anna', left_out: 40 }),
    laptop(2, 'EFB-2', { at: '2026-11-19T08:00:00.000Z', is_silent: true }),
    laptop(3, 'EFB-3'),
    laptop(4, 'EFB-3'),
  ],
  kits: [
    kit('KLM641', {
      to_acknowledge: true,
      had_by: [
        had(1, { opened_at, acknowledged_at: '2026-11-21T19:12:00.000Z' }),
        had(2, { at: '2026-11-19T08:00:00.000Z', same_document: false, opened_at }),
      ],
    }),
    kit('KLM643', {
      recalled: { at: '2026-11-21T20:00:00.000Z', why: 'Wrong aircraft.' },
      had_by: [had(2, { at: '2026-11-19T08:00:00.000Z' }), had(3)],
    }),
    kit('KLM645'),
    kit('KLM639', {
      trip: { flight: 'KLM639', origin: 'EHAM', destination: 'EGLL', departure: '2020-01-01T10:00:00Z' },
    }),
  ],
  refused: [{ name: `${'5'.repeat(64)}.json`, reason: 'forged', message: 'Its signature is wrong.' }],
  is_whole: true,
};

/** A shelf with receipts, whose board this is, in its pane. */
async function openShelf(page: Page, change: Partial<Shelf> = {}): Promise<void> {
  await page.getByRole('button', { name: 'Track by kit ID' }).waitFor();
  await page.evaluate((board) => window.fake.putBoard(board), board);
  const receipt = { written_at: '2026-11-21T20:31:00.000Z', trouble: null };
  await putShelf(page, { receipts: 'person', receipt, valid_until: null, ...change });
  await page.getByRole('button', { name: 'From the shelf' }).click();
}

/** Changes the shelf that the pane shows. */
async function changeShelf(page: Page, change: Partial<Shelf>): Promise<void> {
  await page.evaluate(async (change) => {
    const list = await window.fake.bridge.shelf.list();
    const [shelf] = list.ok ? list.value : [];
    if (shelf) window.fake.putShelf({ ...shelf, ...change });
  }, change);
}

test('who had each kit is seen flight by flight, by keyboard, and never said to be so now', async () => {
  const page = await windows.open('scenario=demo', { width: 1024, height: 768 });
  await openShelf(page);
  await page.getByText('its name, your user name, which kits it has').waitFor();
  await page.getByText('Last written: 21 Nov 2026 20:31Z.').waitFor();
  await picture(page, 'shelf-receipts');
  await page.getByRole('button', { name: 'Who has it' }).focus();
  await page.keyboard.press('Enter');
  await page.getByText('Read 21 Nov 2026 20:35Z: 4 laptops were heard of.').waitFor();
  await picture(page, 'shelf-board-top');
  await expect.poll(() => page.evaluate(() => document.activeElement?.textContent)).toBe('Kits from a shelf');
  const flights = page.getByRole('region', { name: 'Flights' });
  const rows = flights.locator('.board__kit');
  const first = await rows.allInnerTexts();
  expect(first.map((text) => /KLM\d+/.exec(text)?.[0])).toEqual(['KLM641', 'KLM643', 'KLM645', 'KLM639']);
  expect(first[2]).toContain('No laptop has said that it had it.');
  const summary = rows.nth(0).getByText('2 laptops had it, 2 opened, 1 acknowledged');
  await summary.focus();
  await page.keyboard.press('Enter');
  await rows
    .nth(0)
    .getByText(
      /EFB-1 \(anna\) had it at (?:21 Nov )?20:31Z\. Verified .*19:00Z\. Opened .*19:10Z\. Acknowledged/,
    )
    .waitFor();
  await rows.nth(0).getByText('An earlier document').waitFor();
  await rows.nth(1).getByText('2 laptops had it, 0 opened').click();
  await rows
    .nth(1)
    .getByText(/Withdrawn .*20:00Z/)
    .waitFor();
  const unaware = rows.nth(1).getByRole('listitem').filter({ hasText: 'No contact since withdrawal' });
  expect(await unaware.allInnerTexts()).toEqual([expect.stringContaining('EFB-2 had it at 19 Nov 08:00Z.')]);
  await rows.nth(1).getByText('EFB-3, key 33333333 had it').waitFor();
  await page.getByText('Not heard of for more than 24 hours: 1').waitFor();
  await page.getByText('EFB-2: last 19 Nov 08:00Z').waitFor();
  await page.getByText(/some may be missing here: EFB-1 \(anna\)$/).waitFor();
  await page.getByText('1 receipt is not believed:').waitFor();
  expect(await page.getByRole('complementary').innerText()).not.toMatch(/\bhas it (?:now|at)\b/);
  expect(await axeByDayAndNight(page, (theme) => picture(page, `shelf-board-${theme}`))).toEqual([]);
  expect(await tooWide(page)).toEqual([]);
  await flights.scrollIntoViewIfNeeded();
  await picture(page, 'shelf-board-flights');
  await flights.getByLabel('Find').fill('efb-1 641');
  await flights.getByText('1 kit', { exact: true }).waitFor();
  await page.getByRole('button', { name: 'Kits from a shelf' }).click();
  await expect.poll(() => page.evaluate(() => document.activeElement?.textContent)).toBe('Who has it');
  const trouble = 'The user may not do that: ask your airline’s IT.';
  await changeShelf(page, { receipt: { written_at: null, trouble } });
  await page.getByText(`This laptop could not write which kits it has. ${trouble}`).waitFor();
  await page.evaluate(() =>
    window.fake.failNext('shelf.board', 'The shelf files.example does not list files.'),
  );
  await page.getByRole('button', { name: 'Who has it' }).click();
  await page.getByRole('alert').getByText('does not list files').waitFor();
  await page.getByRole('button', { name: 'Read again' }).click();
  await page.getByText('Read 21 Nov 2026 20:35Z').waitFor();
});

test('a desk sends a message, and withdraws a kit, where it is seen what is there', async () => {
  const page = await windows.open('scenario=demo', { width: 1024, height: 768 });
  await openShelf(page, { receipts: 'none' });
  await page.getByRole('button', { name: 'Look now' }).waitFor();
  for (const button of ['Who has it', 'What is there'])
    expect(await page.getByRole('button', { name: button }).count()).toBe(0);
  expect(await page.getByText('This laptop writes there').count()).toBe(0);
  await changeShelf(page, { is_desk: true });
  await page.getByRole('button', { name: 'What is there' }).click();
  await page.getByText('Read 21 Nov 2026 20:35Z.', { exact: true }).waitFor();
  expect(await page.getByText('No laptop has said').count()).toBe(0);
  const rows = page.locator('.board__kit');
  expect(await rows.nth(1).getByRole('button').count(), 'withdrawn already').toBe(0);
  await page.getByRole('button', { name: 'Message about KLM641…' }).focus();
  await page.keyboard.press('Enter');
  const message = page.getByLabel('What those who have the kit must read');
  await expect.poll(() => message.evaluate((field) => field === document.activeElement)).toBe(true);
  expect(await rows.nth(0).getByRole('button', { name: 'Message…' }).isDisabled()).toBe(true);
  await message.fill('Runway 06 is closed.');
  await page.evaluate(() => window.fake.failNext('shelf.say', 'The shelf did not answer in time.'));
  await page.keyboard.press('Enter');
  await rows.nth(0).getByText('The shelf did not answer in time.').waitFor();
  await page.keyboard.press('Enter');
  await message.waitFor({ state: 'detached' });
  await page.getByRole('button', { name: 'Withdraw KLM641…' }).click();
  await page.getByLabel('Why it must not be used').fill('Wrong aircraft.');
  await picture(page, 'shelf-withdraw');
  expect(await axeFindings(page)).toEqual([]);
  await rows.nth(0).getByRole('button', { name: 'Withdraw…' }).click();
  await rows.nth(0).getByText('Wrong aircraft.').waitFor();
  await page.getByRole('button', { name: 'Withdraw KLM641…' }).waitFor({ state: 'detached' });
});

test('flights are found by number, airport and laptop; those of earlier days come last', () => {
  const now = Date.parse('2026-11-21T20:35:00Z');
  const found = (query: string) => boardRows(board, query, now).map(({ trip }) => trip.flight);
  expect(found('')).toEqual(['KLM641', 'KLM643', 'KLM645', 'KLM639']);
  expect(found('egll')).toEqual(['KLM639']);
  expect(found('anna')).toEqual(['KLM641']);
  expect(found('EFB-2 643')).toEqual(['KLM643']);
  expect(found('nothing')).toEqual([]);
});
