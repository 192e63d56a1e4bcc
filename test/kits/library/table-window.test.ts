/** The table of kits, and the list's room in small windows, in real Chromium: by keyboard and by mouse, axe by day and night. */
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import type { Kit } from '../../../preload/contract.ts';
import { axeByDayAndNight, axeFindings } from '../../window/harness/axe.ts';
import { push } from '../../window/harness/steps.ts';
import { openWindows, tooWide } from '../../window/harness/windows.ts';
import { aKit } from '../../window/kits.ts';

const { open } = openWindows();

const HOUR = 3_600_000;
/** When a window opens (windows.ts). */
const NOW = Date.parse('2026-11-21T09:00:00Z');
const UUID = /[\da-f]{8}-[\da-f]{4}-/;
const AIRPORTS = ['EGLL', 'KJFK', 'EHAM', 'LFPG', 'RJTT', 'OMDB', 'YSSY', 'FAOR'];
const STATES = ['ready', 'ready', 'failed', 'generating', 'cancelled'] as const;

const grid = (page: Page) => page.getByRole('grid', { name: 'Trip kits' });
const rows = (page: Page) => page.locator('.kit-line');
const selected = (page: Page) => page.getByRole('row', { selected: true });
const head = (page: Page, name: string) => page.getByRole('columnheader', { name });
const flightsOf = (page: Page) =>
  page.evaluate(() =>
    [...document.querySelectorAll<HTMLElement>('.kit-line')]
      .sort((a, b) => a.offsetTop - b.offsetTop)
      .map((row) => row.querySelectorAll('[role="gridcell"]')[1]?.textContent ?? ''),
  );

/** Flights an hour apart, the first of them two days ago; each tenth is a tracked kit without a flight. */
function flights(count: number): Kit[] {
  return Array.from({ length: count }, (_, index) => {
    const state = STATES[index % STATES.length] ?? 'ready';
    const id = `${String(index).padStart(8, '0')}-2f4e-4d61-9f4e-1d5a4a8f0c11`;
    return aKit({
      id,
      profile_id: 'demo',
      tripkit_id: `${String(index).padStart(8, '0')}-9d1c-4e7a-8b2f-aa5500ff${String(index).padStart(4, '0')}`,
      trip:
        index % 10 === 9
          ? null
          : {
              origin: AIRPORTS[index % 8] ?? 'EGLL',
              destination: AIRPORTS[(index * 3 + 1) % 8] ?? 'KJFK',
              flight: `KLM${1000 + ((index * 37) % count)}`,
              departure: new Date(NOW + (index - 48) * HOUR + HOUR / 2).toISOString(),
            },
      state,
      created_at: new Date(NOW - 60 * HOUR + index * 60_000).toISOString(),
      state_since: new Date(NOW - 59 * HOUR).toISOString(),
      activity: state === 'generating' ? 'The service is generating the document.' : null,
      document: state === 'ready' ? { bytes: 14_200_000, sha256: 'ab', pages: 42 } : null,
      soundness:
        state === 'ready'
          ? { state: 'verified', at: new Date(NOW).toISOString(), seal: 'intact', what: 'Sound.' }
          : null,
      dates: [{ evidence: 'request', at: new Date(NOW - 60 * HOUR).toISOString() }],
      failure:
        state === 'failed'
          ? {
              kind: 'network',
              message: 'The service could not be reached. Check the connection, then try again.',
              messages: [],
            }
          : null,
      acknowledged: true,
      opened_at: index % 3 === 0 ? new Date(NOW).toISOString() : null,
      pinned: index % 7 === 0,
    } as Partial<Kit>);
  });
}

async function openList(count: number, size?: { width: number; height: number }): Promise<Page> {
  const page = await open('scenario=empty', size);
  await push(page, flights(count));
  await page.getByText(`${count} kits`, { exact: true }).waitFor();
  // Without a kit the form for one was open.
  await page.getByRole('button', { name: 'Close' }).click();
  await page.getByRole('complementary', { name: 'Request a trip kit' }).waitFor({ state: 'detached' });
  return page;
}

async function openTable(count = 80, size?: { width: number; height: number }): Promise<Page> {
  const page = await openList(count, size);
  await page.getByRole('button', { name: 'Table' }).click();
  await grid(page).waitFor();
  return page;
}

/** How many kits are seen whole. */
function wholeRows(page: Page): Promise<number> {
  return page.evaluate(() => {
    const list = document.querySelector('.kit-list');
    if (!list) return 0;
    const { top, bottom } = list.getBoundingClientRect();
    const under =
      list.querySelector('.table-head, .group-head--stays')?.getBoundingClientRect().bottom ?? top;
    return [...list.querySelectorAll('[data-kit-id]')].filter((row) => {
      const box = row.getBoundingClientRect();
      return box.top >= under - 1 && box.bottom <= Math.min(bottom, window.innerHeight) + 1;
    }).length;
  });
}

const sizes = {
  '1024×640': { width: 1024, height: 640 },
  '1280×720': { width: 1280, height: 720 },
  '1366×768': { width: 1366, height: 768 },
  '1600×900': { width: 1600, height: 900 },
  '1920×1080': { width: 1920, height: 1080 },
  '1366×768 at 150 %': { width: 910, height: 512 },
  '1366×768 at 200 %': { width: 683, height: 384 },
};
/** How many rows of the table there are room for, at least. */
const least = { '1366×768': 16, '1366×768 at 150 %': 8 } as Record<string, number>;

test('there is room for rows in every window: 16 in a small one, 8 at 150 %, and never none', async () => {
  const page = await openTable();
  for (const layout of ['Table', 'Cards']) {
    await page.getByRole('button', { name: layout, exact: true }).click();
    for (const [name, size] of Object.entries(sizes)) {
      await page.setViewportSize(size);
      const wanted = layout === 'Table' ? (least[name] ?? 4) : 1;
      await expect
        .poll(() => wholeRows(page), { message: `${layout}, ${name}` })
        .toBeGreaterThanOrEqual(wanted);
      expect(await tooWide(page), `${layout}, ${name}`).toEqual([]);
      const folder = process.env.TABLE_PICTURES;
      if (folder) await page.screenshot({ path: `${folder}/${layout}-${size.width}x${size.height}.png` });
    }
  }
});

test('in a small window the table has the width for its columns until a kit is selected', async () => {
  const page = await openTable(20, { width: 910, height: 512 });
  const reason = head(page, 'Reason');
  const isSeen = () =>
    reason.evaluate((cell) => cell.getBoundingClientRect().right <= document.documentElement.clientWidth);
  await expect.poll(isSeen).toBe(true);
  const pane = page.getByRole('complementary', { name: 'Kit details' });
  expect(await pane.isVisible()).toBe(false);
  await rows(page).nth(3).click();
  await pane.waitFor();
  expect(await tooWide(page)).toEqual([]);
  await page.keyboard.press('Escape');
  await pane.waitFor({ state: 'hidden' });
});

test('no sign cuts a flight or its destination, at any width', async () => {
  const page = await open('scenario=empty', { width: 1024, height: 768 });
  const changes = { old_id: 'x', state: 'ready' as const, changed: 7, unreviewed: 3, was_read: true };
  const stamp = { cycle: null, valid_to: null };
  const charts = { charts: 40, later: 2, expired: 1, undated: 3, without_text: 0, stamp };
  const flagged = flights(40).map((kit): Kit => {
    const trip = kit.trip && { ...kit.trip, flight: 'KLM1234W' };
    return { ...kit, trip, pinned: true, acknowledged: false, changes, charts, opened_at: null };
  });
  await push(page, flagged);
  await page.locator('.kit-list').focus();
  await page.keyboard.press('v');
  await rows(page).first().waitFor();
  const cut = () =>
    [...document.querySelectorAll<HTMLElement>('.kit-line')].flatMap((row) => {
      const [, flight, route] = row.querySelectorAll<HTMLElement>('[role="gridcell"]');
      const airports = route?.querySelector<HTMLElement>('.kit-line__airports');
      const isWhole =
        flight &&
        flight.scrollWidth <= flight.clientWidth &&
        (!airports || airports.getBoundingClientRect().right <= (route?.getBoundingClientRect().right ?? 0));
      return isWhole ? [] : [row.textContent];
    });
  for (const width of [1024, 1280, 1366, 1920]) {
    await page.setViewportSize({ width, height: 768 });
    expect(await tooWide(page), `${width} px`).toEqual([]);
    expect(await page.evaluate(cut), `${width} px`).toEqual([]);
  }
});

test('a switch, a key and the next start: the table stays, with its columns and its order', async () => {
  const page = await openList(80);
  await page.locator('.kit-list').focus();
  await page.keyboard.press('v');
  await grid(page).waitFor();
  // The keys go on in the other layout.
  await expect.poll(() => grid(page).evaluate((list) => list === document.activeElement)).toBe(true);
  await head(page, 'Flight').getByRole('button').click();
  await page.getByRole('button', { name: 'Columns' }).click();
  const columns = page.getByRole('dialog', { name: 'Columns' });
  expect(await columns.getByRole('checkbox', { name: 'Route' }).isDisabled()).toBe(true);
  await columns.getByRole('checkbox', { name: 'State' }).uncheck();
  await columns.getByRole('checkbox', { name: 'Requested' }).check();
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Failed first' }).click();
  await page.reload();
  await push(page, flights(80));
  await page.getByText('80 kits', { exact: true }).waitFor();
  expect(await page.getByRole('columnheader').allTextContents()).toEqual([
    'Departure',
    'Flight',
    'Route',
    'Reason',
    'Requested',
  ]);
  expect(await head(page, 'Flight').getAttribute('aria-sort')).toBe('ascending');
  expect(await page.getByRole('button', { name: 'Failed first' }).getAttribute('aria-pressed')).toBe('true');
  await page.getByRole('button', { name: 'Cards' }).click();
  await page.getByRole('listbox', { name: 'Trip kits' }).waitFor();
});

test('the table tells screen readers its rows, its order and where the keys are', async () => {
  const page = await openTable(300);
  expect(await grid(page).getAttribute('aria-rowcount')).toBe('301');
  await grid(page).focus();
  await page.keyboard.press('End');
  await page.locator('[aria-rowindex="301"]').waitFor();
  expect(await rows(page).count()).toBeLessThan(60);
  const active = await grid(page).getAttribute('aria-activedescendant');
  expect(await page.locator(`[id="${active}"]`).getAttribute('aria-rowindex')).toBe('301');
  // The row that the grid names is there wherever it is scrolled to.
  await grid(page).evaluate((list) => list.scrollTo(0, 0));
  await page.locator('[aria-rowindex="2"]').waitFor();
  expect(await page.locator(`[id="${active}"]`).getAttribute('aria-rowindex')).toBe('301');
});

test('by keyboard: arrows, pages, ends, several, all, open, keep, and out again', async () => {
  const page = await openTable();
  await grid(page).focus();
  await page.keyboard.press('Home');
  expect(await selected(page).getAttribute('aria-rowindex')).toBe('2');
  await page.keyboard.press('ArrowDown');
  await expect.poll(() => selected(page).getAttribute('aria-rowindex')).toBe('3');
  await page.keyboard.press('PageDown');
  await expect
    .poll(async () => Number(await selected(page).getAttribute('aria-rowindex')))
    .toBeGreaterThan(12);
  await page.keyboard.press('PageUp');
  await expect.poll(() => selected(page).getAttribute('aria-rowindex')).toBe('3');
  await page.keyboard.press('Shift+ArrowDown');
  await page.getByRole('heading', { name: '2 kits selected' }).waitFor();
  await page.keyboard.press('Control+a');
  await page.getByRole('heading', { name: '80 kits selected' }).waitFor();
  await page.keyboard.press('Delete');
  await page.getByRole('dialog', { name: 'Remove 80 kits?' }).waitFor();
  await page.keyboard.press('Escape');
  await page.keyboard.press('Escape');
  await expect.poll(() => selected(page).count()).toBe(1);
  await page.keyboard.press('u');
  await expect.poll(() => selected(page).getAttribute('aria-current')).toBe('time');
  await page.keyboard.press('k');
  await page.waitForFunction(() => window.fake.calls.includes('kits.setPinned'));
  await page.keyboard.press('Escape');
  await expect.poll(() => selected(page).count()).toBe(0);
  await page.keyboard.press('Space');
  await expect.poll(() => selected(page).count()).toBe(1);
});

test('columns are sorted by their heads, by keyboard and by mouse, and the rows stay true as kits change', async () => {
  const page = await openTable(20);
  await grid(page).focus();
  await page.keyboard.press('Tab');
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('Enter');
  await expect.poll(() => head(page, 'Flight').getAttribute('aria-sort')).toBe('ascending');
  expect(await head(page, 'Departure').getAttribute('aria-sort')).toBe('none');
  const up = await flightsOf(page);
  const known = up.filter((flight) => flight !== '');
  expect(known).toEqual([...known].sort());
  // Kits without a flight are last, either way.
  expect(up.slice(known.length)).toEqual(['', '']);
  await head(page, 'Flight').getByRole('button').click();
  await expect.poll(() => head(page, 'Flight').getAttribute('aria-sort')).toBe('descending');
  await expect.poll(() => flightsOf(page)).toEqual([...[...known].reverse(), '', '']);
  // One that changes finds its new place.
  const [first] = flights(1);
  if (!first?.trip) throw new Error('no kit');
  await page.evaluate((kit) => window.fake.push(kit), {
    ...first,
    trip: { ...first.trip, flight: 'AAA1' },
  });
  await expect.poll(async () => (await flightsOf(page)).indexOf('AAA1')).toBe(known.length - 1);
  // Down leads back to the rows.
  await head(page, 'Flight').getByRole('button').focus();
  await page.keyboard.press('ArrowDown');
  await expect.poll(() => grid(page).evaluate((list) => list === document.activeElement)).toBe(true);
});

test('the next departure is in sight at once, below the time now; elsewhere the person stays', async () => {
  for (const layout of ['Table', 'Cards']) {
    const page = await openTable(300);
    await page.getByRole('button', { name: layout, exact: true }).click();
    const line = page.locator('.now-head');
    await line.getByText('next departure in 30 min').waitFor();
    const next = page.locator('[data-kit-id][aria-current="time"]');
    await expect.poll(() => next.count()).toBe(1);
    const box = await page.locator('.kit-list').boundingBox();
    const [nowBox, nextBox] = [await line.boundingBox(), await next.boundingBox()];
    if (!box || !nowBox || !nextBox) throw new Error('The line or its kit is not in sight.');
    expect(nowBox.y).toBeGreaterThanOrEqual(box.y);
    expect(nextBox.y).toBeGreaterThanOrEqual(nowBox.y + nowBox.height - 1);
    expect(nextBox.y + nextBox.height).toBeLessThan(box.y + box.height / 2);
    // A person who has scrolled is left where they are when kits come in above.
    await page.locator('.kit-list').hover();
    await page.mouse.wheel(0, 600);
    const seen = await page.evaluate(async () => {
      const list = document.querySelector('.kit-list');
      if (!list) throw new Error('no list');
      await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));
      const middle = list.getBoundingClientRect().top + list.clientHeight / 2;
      const row = [...list.querySelectorAll<HTMLElement>('[data-kit-id]')].find(
        (one) => one.getBoundingClientRect().bottom > middle,
      );
      return { id: row?.dataset.kitId ?? '', top: row?.getBoundingClientRect().top ?? 0 };
    });
    const [kit] = flights(1);
    if (!kit?.trip) throw new Error('no kit');
    const departure = new Date(NOW + HOUR / 4).toISOString();
    await page.evaluate((one) => window.fake.push(one), {
      ...kit,
      id: '99999999-2f4e-4d61-9f4e-1d5a4a8f0c11',
      trip: { ...kit.trip, departure },
    });
    await page.getByText('301 kits', { exact: true }).waitFor();
    const after = await page.locator(`[data-kit-id="${seen.id}"]`).boundingBox();
    expect(Math.abs((after?.y ?? 0) - seen.top)).toBeLessThanOrEqual(1);
    await page.context().close();
  }
});

test('failed kits stand on top on demand, in both layouts', async () => {
  const page = await openTable(40);
  await page.getByRole('button', { name: 'Failed first' }).click();
  const states = () =>
    page.evaluate(() =>
      [...document.querySelectorAll<HTMLElement>('[data-kit-id]')]
        .sort((a, b) => a.offsetTop - b.offsetTop)
        .slice(0, 9)
        .map((row) => row.dataset.state ?? ''),
    );
  const wanted = [...Array(8).fill('failed')];
  await expect.poll(async () => (await states()).slice(0, 8)).toEqual(wanted);
  expect((await states())[8]).not.toBe('failed');
  // By its place: rows that are drawn later stand later in the page, wherever they are seen.
  const top = page.locator('.kit-line[data-state="failed"]').first();
  expect(await top.textContent()).toContain('No connection: The service could not be reached.');
  await page.getByRole('button', { name: 'Cards' }).click();
  await page.getByText('Needs attention', { exact: true }).waitFor();
  await expect.poll(async () => (await states()).slice(0, 6)).toEqual(wanted.slice(0, 6));
  await page.getByRole('button', { name: 'Failed first' }).click();
  await page.getByText('Needs attention', { exact: true }).waitFor({ state: 'detached' });
});

test('no row shows a UUID: a kit without a flight has the end of its kit ID', async () => {
  const page = await openTable(30);
  for (const layout of ['Table', 'Cards']) {
    await page.getByRole('button', { name: layout, exact: true }).click();
    await page.getByRole('searchbox', { name: 'Search trip kits' }).fill('ff0029');
    const tracked = page.locator('[data-kit-id]', { hasText: 'Tracked kit …ff0029' });
    await tracked.waitFor();
    for (const text of await page.locator('[data-kit-id]').allTextContents()) expect(text).not.toMatch(UUID);
  }
});

test('Esc closes forms, panels and menus, and the keys are back where they were', async () => {
  const page = await openTable(20);
  const isFocused = (name: string) =>
    page.getByRole('button', { name }).evaluate((button) => button === document.activeElement);
  for (const [name, pane] of [
    ['New request', 'Request a trip kit'],
    ['Track by kit ID', 'Track by kit ID'],
    ['Ready to fly?', 'Ready to fly'],
  ] as const) {
    await page.getByRole('button', { name, exact: true }).focus();
    await page.keyboard.press('Enter');
    await page.getByRole('complementary', { name: pane }).waitFor();
    await page.keyboard.press('Escape');
    await page.getByRole('complementary', { name: 'Kit details' }).waitFor();
    await expect.poll(() => isFocused(name), { message: name }).toBe(true);
  }
  // By mouse: the list had the keys, the form took them.
  await rows(page).nth(2).click();
  await page.getByRole('button', { name: 'New request' }).click();
  await page.getByRole('textbox', { name: 'Flight' }).fill('KLM7');
  await page.keyboard.press('Escape');
  await page.getByRole('complementary', { name: 'Kit details' }).waitFor();
  // What was typed is still there.
  await page.getByRole('button', { name: 'New request' }).click();
  expect(await page.getByRole('textbox', { name: 'Flight' }).inputValue()).toBe('KLM7');
  await page.getByRole('button', { name: 'Close' }).click();
  await expect.poll(() => isFocused('New request')).toBe(true);
  // From the details to the list, then no kit is selected.
  await rows(page).nth(2).click();
  await page.getByRole('article').getByRole('button').first().focus();
  await page.keyboard.press('Escape');
  await expect.poll(() => grid(page).evaluate((list) => list === document.activeElement)).toBe(true);
  await page.keyboard.press('Escape');
  await expect.poll(() => selected(page).count()).toBe(0);
});

test('the filter by airport takes the words at once, and gives the keys back', async () => {
  const page = await openTable(40);
  await page.getByRole('button', { name: 'Airport' }).press('Enter');
  const find = page.getByRole('dialog', { name: 'Airport' }).getByRole('searchbox');
  await expect.poll(() => find.evaluate((input) => input === document.activeElement)).toBe(true);
  await page.keyboard.type('rjt');
  await page.keyboard.press('Enter');
  await page.getByRole('button', { name: 'Airport: RJTT' }).waitFor();
  await page.keyboard.press('Escape');
  await find.waitFor({ state: 'detached' });
  await expect
    .poll(() =>
      page.getByRole('button', { name: 'Airport: RJTT' }).evaluate((chip) => chip === document.activeElement),
    )
    .toBe(true);
  // By mouse as well.
  await page.getByRole('button', { name: 'Airport: RJTT' }).click();
  await expect.poll(() => find.evaluate((input) => input === document.activeElement)).toBe(true);
});

test('the search offers the layouts as commands', async () => {
  const page = await openList(20);
  await page.keyboard.press('Control+k');
  const search = page.getByRole('dialog', { name: 'Search all kits' });
  await search.getByRole('combobox').fill('show table');
  await search.getByRole('option', { name: 'Show the list as a table' }).waitFor();
  expect(await axeFindings(page)).toEqual([]);
  await page.waitForFunction(() => window.fake.calls.includes('search.pages'));
  await expect
    .poll(async () => {
      await page.keyboard.press('Enter');
      return grid(page).count();
    })
    .toBe(1);
  await page.keyboard.press('Control+k');
  await search.getByRole('combobox').fill('cards');
  await search.getByRole('option', { name: 'Show the list as cards' }).click({ trial: true });
  await expect
    .poll(async () => {
      const option = search.getByRole('option', { name: 'Show the list as cards' });
      if ((await option.count()) > 0) await option.click();
      return page.getByRole('listbox', { name: 'Trip kits' }).count();
    })
    .toBe(1);
});

test('axe finds nothing in the table, by day and by night, with its menus and several rows selected', async () => {
  const page = await openTable();
  const folder = process.env.TABLE_PICTURES;
  const picture = async (theme: string) => {
    if (folder) await page.screenshot({ path: `${folder}/table-${theme}.png` });
  };
  expect(await axeByDayAndNight(page, picture)).toEqual([]);
  await page.getByRole('button', { name: 'Columns' }).click();
  await page.getByRole('dialog', { name: 'Columns' }).waitFor();
  expect(await axeByDayAndNight(page)).toEqual([]);
  await page.keyboard.press('Escape');
  await grid(page).focus();
  await page.keyboard.press('Control+a');
  await page.getByRole('heading', { name: '80 kits selected' }).waitFor();
  expect(await axeByDayAndNight(page)).toEqual([]);
  await page.setViewportSize({ width: 683, height: 384 });
  await expect.poll(() => wholeRows(page)).toBeGreaterThan(0);
  expect(await axeByDayAndNight(page)).toEqual([]);
});
