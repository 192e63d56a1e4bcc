/** Times on the screen, in real Chromium: UTC first, local times of airports alone, and room for the longest of them. */
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import type { Kit, Trip } from '../../preload/contract.ts';
import { aKit } from '../kits.ts';
import { picture, push } from '../window/harness/steps.ts';
import { openWindows, tooWide } from '../window/harness/windows.ts';

const windows = openWindows();

const document = { bytes: 260_000_000, pages: 1024, sha256: '5b1f0c7e94d2a63b8870cfe1d95a2c44' };

function ready(id: string, trip: Trip, changes: Partial<Kit> = {}): Kit {
  return aKit({ id, trip, tripkit_id: `TK-${id}`, state: 'ready', document, ...changes });
}

async function hours12(page: Page): Promise<void> {
  await page.evaluate(() => window.fake.ask('command', 'settings'));
  await page.getByRole('region', { name: 'This app' }).getByLabel('Local times').selectOption('12');
  await page.evaluate(() => window.fake.ask('command', 'library'));
}

const row = (page: Page, id: string) => page.locator(`[data-kit-id="${id}"]`);

test('local times are those of the airport of departure, wherever the laptop is', async () => {
  // The time zone of no airport below.
  const laptop = { timezoneId: 'Pacific/Chatham' };
  const page = await windows.open('scenario=demo', { width: 1280, height: 800 }, 1, laptop);
  expect(await page.evaluate(() => new Date(0).getTimezoneOffset())).not.toBe(0);
  const trip = { origin: 'EHAM', destination: 'KJFK', flight: 'KLM641', departure: '2026-11-22T15:23:00Z' };
  await push(page, [
    ready('ams', trip),
    ready('tokyo', { ...trip, origin: 'RJTT', flight: 'ANA1' }),
    ready('nowhere', { ...trip, origin: 'QQQQ', flight: 'XXX1' }),
    ready('doubted', { ...trip, origin: 'UKFF', flight: 'XXX2' }),
  ]);
  const texts = (id: string) => row(page, id).locator('.kit-row__clock, .kit-row__local').allInnerTexts();
  // A row that was found may show another kit by the time it is read: the list reuses rows while kits come.
  await expect.poll(() => texts('ams')).toEqual(['15:23Z', '16:23 LT Amsterdam']);
  await expect.poll(() => texts('tokyo')).toEqual(['15:23Z', '00:23 +1 LT Tokyo']);
  await expect.poll(() => texts('nowhere')).toEqual(['15:23Z', '']);
  await expect.poll(() => texts('doubted')).toEqual(['15:23Z', '']);
  // What is seen is heard.
  await page.getByRole('option', { name: /departs 22 Nov 2026 15:23Z \(16:23 LT Amsterdam\)/ }).click();
  const details = page.getByRole('article', { name: 'EHAM → KJFK' });
  await details.getByText('22 Nov 2026 15:23Z (16:23 LT Amsterdam)').waitFor();
  // A time that is not of a flight is in UTC alone.
  await details.getByText(/^Requested 21 Nov 2026 08:00(:00)?Z$/).waitFor();
  await picture(page, 'times-details');

  await page.getByRole('button', { name: 'Ready to fly?' }).click();
  const beijing = page.getByText('21 Nov 2026 16:00Z (22 Nov 2026 00:00 LT Beijing)');
  await beijing.and(page.locator(':not(.sr-only)')).waitFor();

  await page.keyboard.press('Control+k');
  await page.getByRole('dialog').getByRole('combobox').fill('egll ils 27l');
  await page.locator('.search__when', { hasText: 'departs 21 Nov 2026 15:10Z (15:10 LT London)' }).waitFor();
  await page.keyboard.press('Escape');

  await page.evaluate(() => window.fake.ask('command', 'library'));
  await page.evaluate((planned) => window.fake.bridge.kits.plan('demo', [planned], 6), trip);
  await page.getByRole('option', { name: /Planned/ }).click();
  await page.locator('dd', { hasText: '22 Nov 2026 15:23Z (16:23 LT Amsterdam)' }).waitFor();
  await page.locator('dd', { hasText: '22 Nov 2026 09:23Z' }).waitFor();
  expect(await page.locator('body').innerText()).not.toMatch(/\blocal\b/);

  // The request form says the local time at the origin while the departure is typed.
  await page.keyboard.press('Control+n');
  const form = page.getByRole('form', { name: 'Request a trip kit' });
  await form.getByLabel('Origin').fill('EHAM');
  await form.getByLabel('Departure date (UTC)').fill('22NOV');
  expect(await form.getByText(/ LT /).count()).toBe(0);
  await form.getByLabel('Departure time (UTC)').fill('2330');
  await form.getByText('23 Nov 2026 00:30 LT Amsterdam').waitFor();
  await form.getByLabel('Origin').fill('ZZZZ');
  await form.getByText('HHMM').waitFor();
});

test('a list that can’t be read leaves UTC alone', async () => {
  const page = await windows.open('scenario=demo');
  await page.locator('.kit-row__local', { hasText: 'LT' }).first().waitFor();
  const context = await windows.newContext();
  context.setDefaultTimeout(30_000);
  const other = await context.newPage();
  await other.route(/airports-.*\.txt$/, (route) => route.abort());
  const failed = other.waitForEvent('requestfailed');
  await other.goto(`${windows.url}/?scenario=demo`);
  await failed;
  await other.locator('.kit-row__clock').first().waitFor();
  expect(await other.locator('.kit-row__local', { hasText: 'LT' }).count()).toBe(0);
  await context.close();
});

/** The longest that a row may have to hold. */
function longKits(): Kit[] {
  const flight = 'KLM511A';
  const warning = { code: '205', type: 'Warning', message: 'An airport has no charts.' };
  const long = { alternates: ['KBOS', 'KPHL', 'KEWR', 'KIAD'], destination: 'WWWW', flight };
  const more = {
    messages: [warning],
    acknowledged: false,
    pinned: true,
    created_at: '2026-10-01T08:00:00.000Z',
  };
  return [
    ready('spain', { ...long, origin: 'LEST', departure: '2026-11-21T23:30:00Z' }, more),
    ready('arkansas', { ...long, origin: 'KXNA', departure: '2026-11-21T05:59:00Z' }, more),
    ready(
      'pole',
      { ...long, origin: 'NZSP', departure: '2026-11-21T11:00:00Z' },
      { ...more, superseded_by: 'spain' },
    ),
    ready(
      'mexico',
      { ...long, origin: 'MMGL', departure: '2026-11-21T04:10:00Z' },
      {
        ...more,
        state: 'downloading',
        document: null,
        progress: { received: 123_400_000, total: 987_600_000 },
      },
    ),
    ready(
      'mahe',
      { ...long, origin: 'WMSA', departure: '2026-11-21T16:10:00Z' },
      {
        ...more,
        state: 'failed',
        document: null,
        failure: { kind: 'authentication', message: 'The service refused the token that it had given.' },
      },
    ),
  ];
}

/** Runs in the page: which texts within one of the boxes stand over each other, and which of `whole` are cut. */
function clashes({ boxes, whole }: { boxes: string; whole: string }): string[] {
  const SLACK = 1.5;
  const found: string[] = [];
  type Seen = { text: string; left: number; right: number; top: number; bottom: number };
  const seen = (node: Node, box: Element): Seen | null => {
    const range = window.document.createRange();
    range.selectNodeContents(node);
    let { left, right, top, bottom } = range.getBoundingClientRect();
    for (let at = node.parentElement; at && box.contains(at); at = at.parentElement) {
      const style = getComputedStyle(at);
      if (style.overflowX === 'visible') continue;
      const clip = at.getBoundingClientRect();
      left = Math.max(left, clip.left);
      right = Math.min(right, clip.right);
      top = Math.max(top, clip.top);
      bottom = Math.min(bottom, clip.bottom);
    }
    return right > left && bottom > top ? { text: node.nodeValue ?? '', left, right, top, bottom } : null;
  };
  for (const box of window.document.querySelectorAll(boxes)) {
    const texts: Seen[] = [];
    const walk = window.document.createTreeWalker(box, NodeFilter.SHOW_TEXT);
    for (let node = walk.nextNode(); node; node = walk.nextNode()) {
      if (!node.nodeValue?.trim() || node.parentElement?.closest('.sr-only')) continue;
      const place = seen(node, box);
      if (place) texts.push(place);
      if (!node.parentElement?.closest(whole)) continue;
      const range = window.document.createRange();
      range.selectNodeContents(node);
      // Of a local time all but the name, which comes last.
      const end = node.nodeValue.indexOf(' LT ');
      if (end >= 0) range.setEnd(node, end + 3);
      const all = range.getBoundingClientRect();
      if (!place || all.right > place.right + SLACK || all.left < place.left - SLACK)
        found.push(`cut: ${node.nodeValue}`);
    }
    const edge = box.getBoundingClientRect();
    texts.forEach((one, index) => {
      if (one.right > edge.right + SLACK || one.bottom > edge.bottom + SLACK)
        found.push(`outside: ${one.text}`);
      for (const other of texts.slice(index + 1)) {
        const across = Math.min(one.right, other.right) - Math.max(one.left, other.left);
        const down = Math.min(one.bottom, other.bottom) - Math.max(one.top, other.top);
        if (across > SLACK && down > SLACK) found.push(`over each other: ${one.text} | ${other.text}`);
      }
    });
  }
  return found;
}

/** In the row of a kit: what a glance is for. Signs without room go as a whole. */
const WHOLE =
  '.kit-row__clock, .kit-row__local, .kit-row__route, .kit-row__parts > .badge, .kit-row__superseded, .facts dd';

test('the longest times stand beside everything and over nothing, at any width', async () => {
  const page = await windows.open('scenario=fleet');
  await hours12(page);
  await push(page, longKits());
  await row(page, 'spain').getByText('12:30 am +1 LT Santiago de Compostela').waitFor();
  await row(page, 'arkansas').getByText('11:59 pm −1 LT Fayetteville/Springdale/Rogers').waitFor();
  await row(page, 'spain').click();
  await page.locator('dd', { hasText: '(22 Nov 2026 12:30 am LT Santiago de Compostela)' }).waitFor();
  for (const size of [
    { width: 1280, height: 800 },
    { width: 1000, height: 700 },
    { width: 720, height: 640 },
    // 1280 wide at 200 %
    { width: 640, height: 800 },
  ]) {
    await page.setViewportSize(size);
    expect(await tooWide(page), `${size.width} px`).toEqual([]);
    const boxes = '.kit-row__parts, .facts';
    const whole = size.width >= 1000 ? `${WHOLE}, .kit-row__cycle--caution` : WHOLE;
    expect(await page.evaluate(clashes, { boxes, whole }), `${size.width} px`).toEqual([]);
    await picture(page, `times-rows-${size.width}`);
  }
});
