/** Flights as schedulers have them, in a real Chromium: codes and names, files by drop, choice and paste, and what changed since. */
import { Buffer } from 'node:buffer';
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { workbookOf } from '../trips/fixtures.ts';
import { axeFindings, colourFindings } from '../window/harness/axe.ts';
import { paste, picture } from '../window/harness/steps.ts';
import { openWindows, tooWide } from '../window/harness/windows.ts';

const windows = openWindows();

async function openBatch(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Many flights…' }).first().click();
  await page.getByRole('heading', { name: 'Many flights' }).waitFor();
}

const pasteFlights = (page: Page, text: string) => paste(page.getByLabel('Paste your flights'), text);

/** Drops a file as the system does: on whatever lies at the middle of the window. */
async function drop(page: Page, name: string, bytes: Buffer, type = ''): Promise<void> {
  await page.evaluate(
    ([fileName, content, fileType]) => {
      const bytes = Uint8Array.from(atob(content), (letter) => letter.charCodeAt(0));
      const dataTransfer = new DataTransfer();
      dataTransfer.items.add(new File([bytes], fileName, { type: fileType }));
      const target = document.elementFromPoint(innerWidth / 2, innerHeight / 2) ?? document.body;
      for (const kind of ['dragenter', 'dragover', 'drop'])
        target.dispatchEvent(new DragEvent(kind, { dataTransfer, bubbles: true, cancelable: true }));
    },
    [name, bytes.toString('base64'), type] as const,
  );
}

/** A roster as a crew's calendar export has it. */
const roster = (...events: string[][]) =>
  Buffer.from(
    [
      'BEGIN:VCALENDAR',
      'VERSION:2.0',
      ...events.flatMap((lines) => ['BEGIN:VEVENT', ...lines, 'END:VEVENT']),
      'END:VCALENDAR',
      '',
    ].join('\r\n'),
  );
const flying = (day: number, number: number, from: string, to: string, time: string) => [
  `UID:${day}-${number}`,
  `DTSTART:202611${day}T${time}00Z`,
  `SUMMARY:KL${number} ${from}-${to}`,
];
const dayOff = (day: number) => [`UID:off-${day}`, `DTSTART;VALUE=DATE:202611${day}`, 'SUMMARY:Day off'];

const flights = [
  'Flight\tDate\tFrom\tTo\tSTD\tAltn',
  'KLM1007\t24NOV26\tAMS\tLHR\t0730\tLGW STN',
  'KLM1009\t24NOV26\tAMS\tLondon Heathrow Airport\t0930\t',
  'KLM1011\t24NOV26\tEHAM\tEHAM\t1130\t',
  'KLM1013\t24NOV26\tEHAM\tEGLL\t1330\tEGYY',
].join('\n');

test('IATA codes and names become ICAO codes by one key, and names stand beside codes', async () => {
  const page = await windows.open('scenario=demo', { width: 1366, height: 768 });
  await openBatch(page);
  await pasteFlights(page, flights);
  await page.getByText('AMS → EHAM, Amsterdam Airport Schiphol (NL)').first().waitFor();
  await page.getByText(/2 of 4 flights ready to request/).waitFor();
  await picture(page, 'entry-codes');
  // One by the mouse, all others by the key.
  await page.getByRole('button', { name: 'Use EHAM, Row 2' }).click();
  await page.getByRole('button', { name: 'Convert 4 airports to ICAO' }).waitFor();
  await page.keyboard.press('Alt+KeyI');
  await page.getByText('4 flights ready to request.').waitFor();
  expect(await page.getByLabel('Row 3, Destination').inputValue()).toBe('EGLL');
  expect(await page.getByLabel('Row 2, Alternates').inputValue()).toBe('EGKK EGSS');
  const row = page.locator('[data-row="0"]');
  await row.getByText('Amsterdam', { exact: true }).waitFor();
  await row.getByText('London', { exact: true }).waitFor();
  await page.getByText('Origin and destination are the same airport. Check them.').waitFor();
  await page.getByText('No name is known here for EGYY.', { exact: false }).waitFor();
  await picture(page, 'entry-converted');
  expect(await tooWide(page)).toEqual([]);
});

test('a roster that is dropped on the library is read in the batch, and the next one is told apart from it', async () => {
  const page = await windows.open('scenario=demo&speed=50', { width: 1366, height: 768 });
  const first = roster(
    flying(24, 1001, 'AMS', 'LHR', '0730'),
    flying(24, 1002, 'LHR', 'AMS', '0930'),
    flying(25, 1003, 'AMS', 'LHR', '0730'),
    flying(26, 1004, 'AMS', 'LHR', '0730'),
    dayOff(27),
  );
  await drop(page, 'roster.ics', first, 'text/calendar');
  await page.getByRole('heading', { name: 'Many flights' }).waitFor();
  await page.getByText('From roster.ics').waitFor();
  await page.getByRole('button', { name: 'Not taken 1' }).click();
  await page.getByRole('cell', { name: 'Day off' }).waitFor();
  await page.getByRole('button', { name: 'All 4' }).click();
  await page.getByRole('button', { name: 'Request 4 kits' }).click();
  await page.getByRole('heading', { name: 'Results' }).waitFor();
  expect(await page.locator('.sent__row').allTextContents()).toEqual([
    'Line 3',
    'Line 8',
    'Line 13',
    'Line 18',
  ]);
  await page.getByText(/^4 of 4 kits on this laptop/).waitFor();
  // The second one: the same, one later, one cancelled, one gone, one more.
  const cancelled = [...flying(25, 1003, 'AMS', 'LHR', '0730'), 'STATUS:CANCELLED'];
  const second = roster(
    flying(24, 1001, 'AMS', 'LHR', '0730'),
    flying(24, 1002, 'LHR', 'AMS', '1000'),
    cancelled,
    flying(27, 1005, 'AMS', 'LHR', '0730'),
  );
  await drop(page, 'roster-2.ics', second, 'text/calendar');
  await page.getByRole('button', { name: 'Request 2 kits' }).waitFor();
  for (const name of ['All 4', 'New 1', 'Changed 1', 'Cancelled 1', 'Same 1', 'Not in this file 1'])
    await page.getByRole('button', { name }).waitFor();
  await page.getByText('Was departure 24 Nov 2026 09:30Z').waitFor();
  await picture(page, 'entry-groups');
  // By the keyboard: the cancelled one, and what it offers; nothing happens before a person says so.
  await page.getByRole('button', { name: 'Cancelled 1' }).focus();
  await page.keyboard.press('Enter');
  const remove = page.getByRole('button', { name: 'Remove kit: KL1003 EHAM → EGLL' });
  await remove.focus();
  await page.keyboard.press('Enter');
  await page.getByRole('alertdialog').waitFor();
  await page.keyboard.press('Escape');
  await remove.waitFor();
  await page.getByRole('button', { name: 'Not in this file 1' }).click();
  await page.getByText('KL1004 EHAM → EGLL').waitFor();
  await picture(page, 'entry-missing');
  expect(await axeFindings(page)).toEqual([]);
  await page.getByRole('button', { name: 'Request 2 kits' }).click();
  await page.getByText(/^6 of 6 kits on this laptop/).waitFor();
  await page.getByText('1 is the same as before and not requested again.').waitFor();
  await picture(page, 'entry-after');
});

test('messages are pasted, and apply to each other; Esc leaves the batch and the form, and what was typed is there again', async () => {
  const page = await windows.open('scenario=demo');
  await openBatch(page);
  await page.getByLabel('Paste your flights').fill('EHAM KJFK');
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Many flights…' }).first().waitFor();
  await openBatch(page);
  expect(await page.getByLabel('Paste your flights').inputValue()).toBe('EHAM KJFK');
  await page.getByLabel('Paste your flights').fill('');
  await pasteFlights(
    page,
    `(FPL-KLM511-IS
-B77W/H-SDE2/LB1
-EHAM1045
-N0490F350 GORLO2Z GORLO
-KJFK0750 KBOS
-DOF/261124)
(DLA-KLM511-EHAM1145-KJFK-DOF/261124)
hello there`,
  );
  await page.getByLabel('Row 1, Departure (UTC)').waitFor();
  expect(await page.getByLabel('Row 1, Departure (UTC)').inputValue()).toBe('2026-11-24T11:45Z');
  await page.getByRole('button', { name: 'Not taken 1' }).click();
  await page.getByRole('cell', { name: 'hello there' }).waitFor();
  // The list is on the clipboard as a table, with the line and the reason.
  await page.evaluate(() =>
    // After the document's own listeners.
    window.addEventListener('copy', (event) => {
      Reflect.set(window, 'copied', event.clipboardData?.getData('text/plain'));
    }),
  );
  await page.getByRole('button', { name: 'Copy the list' }).click();
  await page.getByText('Copied.').waitFor();
  expect(await page.evaluate(() => Reflect.get(window, 'copied'))).toBe(
    'Line 8\thello there\tThis stands outside the flight plan messages.',
  );
  await page.getByRole('button', { name: 'All 1' }).click();
  // Out of a cell first, then out of the screen.
  await page.getByLabel('Row 1, Origin').focus();
  await page.keyboard.press('Escape');
  await page.waitForFunction(() => document.activeElement?.classList.contains('flights'));
  await page.keyboard.press('Escape');
  await page.keyboard.press('Control+n');
  await page.getByLabel('Flight', { exact: true }).fill('KLM511');
  await page.keyboard.press('Escape');
  await page.getByRole('complementary', { name: 'Kit details' }).waitFor();
  await page.keyboard.press('Control+n');
  expect(await page.getByLabel('Flight', { exact: true }).inputValue()).toBe('KLM511');
});

test('a file without a flight says why, line by line; a workbook is chosen by its dialog; another one asks before it takes the place of flights that were not sent', async () => {
  const page = await windows.open('scenario=demo');
  await openBatch(page);
  await drop(page, 'plan.pdf', Buffer.from('%PDF-1.7 …'), 'application/pdf');
  await page.getByText('There is no flight in it that can be requested. Below is why.').waitFor();
  await page.getByText('A PDF is not read here.', { exact: false }).waitFor();
  const rows = Array.from({ length: 2000 }, (_, at) => [
    `KLM${at + 1}`,
    '2026-11-24',
    'EHAM',
    'KJFK',
    '1045',
  ]);
  const bytes = workbookOf({ Flights: [['Flight', 'Date', 'From', 'To', 'STD'], ...rows] });
  const chooser = page.waitForEvent('filechooser');
  await page.getByRole('button', { name: 'Choose a file…' }).click();
  await (await chooser).setFiles([{ name: 'flights.xlsx', mimeType: '', buffer: bytes }]);
  await page.getByText('2000 flights ready to request.').waitFor();
  await page.getByLabel('Row 2, Origin').waitFor();
  await drop(page, 'other.csv', Buffer.from('From,To\nEGLL,KBOS'));
  await page.getByRole('button', { name: 'Keep these' }).click();
  await page.getByText('2000 flights ready to request.').waitFor();
  await drop(page, 'other.csv', Buffer.from('From,To\nEGLL,KBOS'));
  await page.getByRole('button', { name: 'Read it instead' }).click();
  await page.getByText('1 flight ready to request.').waitFor();
});

/** Whether all of it lies within the window. */
async function expectInSight(page: Page, name: string | RegExp): Promise<void> {
  const size = page.viewportSize();
  await expect
    .poll(
      async () => {
        const box = await page.getByRole('button', { name }).boundingBox();
        return box && size && box.y >= 0 && box.y + box.height <= size.height;
      },
      { message: `${name} in sight` },
    )
    .toBe(true);
}

test('what came of the form and of a batch lies above the fold', async () => {
  const page = await windows.open('scenario=demo&speed=50', { width: 1366, height: 768 });
  await page.keyboard.press('Control+n');
  await page.getByLabel('Origin', { exact: false }).first().waitFor();
  await paste(
    page.getByLabel('Route'),
    '(FPL-KLM511-IS -B77W/H-SDE2/LB1 -EHAM1045 -N0490F350 GORLO -KJFK0750 KBOS KPHL -DOF/261124)',
  );
  await page.getByText(/^Taken from the flight plan/).waitFor();
  await expectInSight(page, 'Undo');
  await expectInSight(page, 'Request trip kit');
  await picture(page, 'entry-form');
  await openBatch(page);
  const lines = Array.from(
    { length: 24 },
    (_, at) => `KLM${500 + at}\tEHAM\t${at % 20 === 3 ? 'KJ' : 'KJFK'}`,
  );
  await pasteFlights(page, ['Flight\tFrom\tTo', ...lines].join('\n'));
  await page.getByRole('button', { name: 'Request 22 kits' }).click();
  await page.getByRole('heading', { name: 'Results' }).waitFor();
  await page.getByRole('button', { name: 'Request 0 kits' }).waitFor();
  await picture(page, 'entry-batch-sent');
  await expectInSight(page, 'Save as CSV…');
  await expectInSight(page, 'Request 0 kits');
  expect(await page.locator('.flights__number').allTextContents()).toEqual(['5', '25']);
});

// The least size by day, the largest by night: contrast does not depend on the size, nor width on the scheme.
test('axe finds nothing on groups, conversions and lines not taken, at the least size by day and the largest by night', async () => {
  const page = await windows.open('scenario=demo&speed=50', { width: 1024, height: 640 });
  const expectSound = async (name: string) => {
    for (const { scheme, theme, findings, width, height } of [
      { scheme: 'light', theme: 'day', findings: axeFindings, width: 1024, height: 640 },
      { scheme: 'dark', theme: 'night', findings: colourFindings, width: 1920, height: 1080 },
    ] as const) {
      await page.setViewportSize({ width, height });
      await page.emulateMedia({ colorScheme: scheme });
      await page.locator(`html[data-theme="${theme}"]`).waitFor();
      expect(await tooWide(page)).toEqual([]);
      await picture(page, `${name}-${scheme}-${width}`);
      expect(await findings(page)).toEqual([]);
    }
  };
  await openBatch(page);
  await pasteFlights(page, flights);
  await page.getByRole('button', { name: 'Convert 5 airports to ICAO' }).waitFor();
  await page.keyboard.press('Alt+KeyI');
  await page.getByRole('button', { name: 'Request 4 kits' }).click();
  await page.getByRole('button', { name: 'More flights…' }).click();
  await pasteFlights(page, flights.replace('0730', '0745').replace('KLM1013', 'KLM1015'));
  await page.getByRole('button', { name: /^Changed/ }).waitFor();
  await page.getByRole('button', { name: /^Same/ }).waitFor();
  await expectSound('entry');
  await drop(page, 'roster.ics', roster(flying(24, 1, 'AMS', 'LHR', '0730'), dayOff(25)));
  await page.getByRole('button', { name: 'Read it instead' }).click();
  await page.getByRole('button', { name: 'Not taken 1' }).click();
  await page.getByRole('cell', { name: 'Day off' }).waitFor();
  await expectSound('entry-not-taken');
});
