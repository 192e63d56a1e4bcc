/** The library as it ships, in real Chromium: search, filters, several kits at once, keys, a long list, axe. */
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { axeByDayAndNight } from '../window/harness/axe.ts';
import { calls } from '../window/harness/steps.ts';
import { openWindows, tooWide } from '../window/harness/windows.ts';

const { open } = openWindows();

const list = (page: Page) => page.getByRole('listbox', { name: 'Trip kits' });
const options = (page: Page) => page.getByRole('option');
const marked = (page: Page) => page.getByRole('option', { selected: true });

/** Puts so many ready kits in, an hour's departure apart, from now on. */
async function fill(page: Page, count: number): Promise<void> {
  await page.evaluate((wanted) => {
    const hour = 3_600_000;
    const airports = ['EGLL', 'KJFK', 'EHAM', 'LFPG', 'RJTT', 'OMDB', 'YSSY', 'FAOR'];
    for (let index = 0; index < wanted; index += 1) {
      window.fake.push({
        id: `${String(index).padStart(8, '0')}-2f4e-4d61-9f4e-1d5a4a8f0c11`,
        profile_id: 'demo',
        tripkit_id: `TK-${index}`,
        trip: {
          origin: airports[index % 8] ?? 'EGLL',
          destination: airports[(index + 3) % 8] ?? 'KJFK',
          flight: `ABC${index}`,
          departure: new Date(Date.now() + (index + 1) * hour).toISOString(),
        },
        state: 'ready',
        due_at: null,
        created_at: new Date(Date.now() - hour).toISOString(),
        state_since: new Date(Date.now() - hour).toISOString(),
        activity: null,
        wait: null,
        progress: null,
        expected_ms: null,
        messages: [],
        failure: null,
        document: { bytes: 1000, sha256: 'ab', pages: 3 },
        soundness: { state: 'verified', at: new Date().toISOString(), seal: 'intact', what: 'Sound.' },
        dates: [{ evidence: 'request', at: new Date(Date.now() - hour).toISOString() }],
        pinned: false,
        superseded_by: null,
        acknowledged: true,
        opened_at: null,
        charts: null,
        changes: null,
      });
    }
  }, count);
}

test('a list of two thousand draws what is seen, scrolls to its end by one key, and tells each place', async () => {
  const page = await open('scenario=demo');
  await fill(page, 2000);
  await page.getByText('2010 kits', { exact: true }).waitFor();
  expect(await options(page).count()).toBeLessThan(40);
  await list(page).focus();
  await page.keyboard.press('End');
  await page.locator('[aria-posinset="2010"]').waitFor();
  expect(await marked(page).getAttribute('aria-setsize')).toBe('2010');
  // The row that the listbox names is always there, wherever it is scrolled to.
  await list(page).evaluate((element) => element.scrollTo(0, 0));
  await page.locator('[aria-posinset="1"]').waitFor();
  const active = await list(page).getAttribute('aria-activedescendant');
  expect(await page.locator(`[id="${active}"]`).getAttribute('aria-posinset')).toBe('2010');
});

test('rows that are scrolled out are taken over by those that come in; at rest they are in order', async () => {
  const page = await open('scenario=empty');
  await fill(page, 500);
  await page.getByText('500 kits', { exact: true }).waitFor();
  // The lines beyond the edges, six on either side, come when the window is at rest.
  await page.waitForFunction(() => {
    const height = document.querySelector('[role="listbox"]')?.clientHeight ?? Number.POSITIVE_INFINITY;
    return document.querySelectorAll('[role="option"]').length >= Math.ceil(height / 68) + 12;
  });
  const made = await list(page).evaluate(async (element) => {
    const frame = () => new Promise((resolve) => requestAnimationFrame(resolve));
    // A frame that comes late lets the list come to rest, which moves rows: a moved one is not a new one.
    const known = new Set<Node>(element.querySelectorAll('[role="option"]'));
    const rowsOf = (nodes: NodeList) =>
      [...nodes].filter(
        (node) => node instanceof Element && node.matches('[role="option"]') && !known.has(node),
      ).length;
    let rows = 0;
    const watch = new MutationObserver((records) => {
      for (const { addedNodes } of records) rows += rowsOf(addedNodes);
    });
    watch.observe(element, { childList: true, subtree: true });
    for (let step = 0; step < 20; step += 1) {
      element.scrollBy(0, 600);
      await frame();
      const top = element.getBoundingClientRect().top;
      const seen = [...element.querySelectorAll('[role="option"]')].filter((row) => {
        const { bottom, top: upper } = row.getBoundingClientRect();
        return bottom > top && upper < top + element.clientHeight;
      });
      // No hole: what is seen is covered by rows but for heads, which are lower.
      if (seen.length * 68 < element.clientHeight - 4 * 36) throw new Error(`Only ${seen.length} rows`);
    }
    for (const { addedNodes } of watch.takeRecords()) rows += rowsOf(addedNodes);
    watch.disconnect();
    return rows;
  });
  expect(made).toBe(0);
  await page.waitForFunction(() => {
    const places = [...document.querySelectorAll('[role="option"]')]
      .filter((row) => row.getAttribute('aria-selected') !== 'true')
      .map((row) => Number(row.getAttribute('aria-posinset')));
    return places.every((place, index) => index === 0 || place === (places[index - 1] ?? 0) + 1);
  });
});

test('the head of the day stays above its flights', async () => {
  const page = await open('scenario=empty');
  await fill(page, 200);
  await page.getByText('200 kits', { exact: true }).waitFor();
  await list(page).evaluate((element) => element.scrollTo(0, 5000));
  await page.waitForFunction(() => {
    const head = document.querySelector('.group-head--stays');
    const top = document.querySelector('.kit-list')?.getBoundingClientRect().top ?? 0;
    const day = head?.querySelector('strong')?.textContent ?? 'Today';
    return head !== null && day !== 'Today' && Math.abs(head.getBoundingClientRect().top - top) < 2;
  });
  expect(await page.locator('.group-head--stays .group-head__count').textContent()).toBe('24');
});

test('filters are chosen from menus, combine, and go all at once', async () => {
  const page = await open('scenario=fleet');
  await page.getByRole('button', { name: 'State' }).click();
  await page.getByRole('dialog', { name: 'State' }).getByRole('checkbox', { name: 'On this laptop' }).check();
  await page.keyboard.press('Escape');
  await page.getByText('4 of 5 kits').waitFor();
  await page.getByRole('button', { name: 'Profile', exact: true }).click();
  await page
    .getByRole('dialog', { name: 'Profile' })
    .getByRole('checkbox', { name: /training/ })
    .check();
  await page.keyboard.press('Escape');
  await page.getByText('2 of 5 kits').waitFor();
  await page.getByRole('button', { name: 'Warnings' }).click();
  await page.getByText('1 of 5 kits').waitFor();
  await page.getByRole('button', { name: 'Airport' }).click();
  const airports = page.getByRole('dialog', { name: 'Airport' });
  await airports.getByRole('searchbox').fill('loww');
  await airports.getByRole('checkbox').check();
  await page.keyboard.press('Escape');
  await page.getByText('No kit matches these filters').waitFor();
  await page.getByRole('button', { name: 'Clear all' }).click();
  await page.getByText('5 kits', { exact: true }).waitFor();
});

test('days are written as they are in this trade', async () => {
  const page = await open('scenario=demo');
  await page.getByRole('button', { name: 'Date', exact: true }).click();
  const dates = page.getByRole('dialog', { name: 'Date' });
  await dates.getByLabel('From', { exact: true }).fill('22NOV2026');
  await dates.getByLabel('To', { exact: true }).fill('22 nov 26');
  await page.keyboard.press('Escape');
  await page.getByText('1 of 10 kits').waitFor();
  await page.getByRole('option', { name: /EDDF to RJTT/ }).waitFor();
});

test('another order makes other groups, and is remembered', async () => {
  const page = await open('scenario=demo');
  await page.getByRole('button', { name: 'Sort: Departure' }).click();
  await page.getByRole('radio', { name: 'State' }).check();
  await page.keyboard.press('Escape');
  await page.getByText('Needs attention', { exact: true }).waitFor();
  expect(['failed', 'unconfirmed']).toContain(await options(page).first().getAttribute('data-state'));
  await page.reload();
  await page.getByRole('button', { name: 'Sort: State' }).waitFor();
});

test('several kits by keys: one question says what goes, then they are gone', async () => {
  const page = await open('scenario=demo');
  await list(page).focus();
  await page.keyboard.press('Home');
  await page.keyboard.press('Shift+ArrowDown');
  await page.keyboard.press('Shift+ArrowDown');
  await page.getByRole('heading', { name: '3 kits selected' }).waitFor();
  await page.keyboard.press('Control+ArrowDown');
  await page.keyboard.press('Space');
  expect(await marked(page).count()).toBe(4);
  await page.keyboard.press('Delete');
  const question = page.getByRole('dialog', { name: 'Remove 4 kits?' });
  await question.getByText('4 entries of the list.', { exact: false }).waitFor();
  await page.keyboard.press('Escape');
  await question.waitFor({ state: 'detached' });
  expect(await calls(page)).not.toContain('kits.remove');
  await page.keyboard.press('Delete');
  await question.getByRole('button', { name: 'Remove 4' }).click();
  await page.getByText('6 kits', { exact: true }).waitFor();
  expect((await calls(page)).filter((name) => name === 'kits.remove')).toHaveLength(4);
  // The keys go on where the removed ones were.
  await page.keyboard.press('ArrowDown');
  await marked(page).waitFor();
});

test('several kits by mouse: actions for those that they fit, and a failure keeps them selected', async () => {
  const page = await open('scenario=demo&speed=40');
  await page.getByRole('option', { name: /EHAM to YSSY/ }).click();
  await page.getByRole('option', { name: /ZBAA to OMDB/ }).click({ modifiers: ['ControlOrMeta'] });
  const pane = page.getByRole('region', { name: 'Selected kits' });
  await pane.getByRole('button', { name: 'Keep 2' }).click();
  await pane.getByText('2 kits kept.').waitFor();
  await page.evaluate(() => window.fake.failNext('kits.cancel', 'It is too late to cancel.'));
  await pane.getByRole('button', { name: 'Cancel 1' }).click();
  await page.getByRole('button', { name: 'Stop 1' }).click();
  await pane.getByRole('alert').getByText('It is too late to cancel.').waitFor();
  expect(await marked(page).count()).toBe(2);
  await pane.getByRole('button', { name: 'CSV…' }).click();
  await pane.getByText('The history was saved as audit.csv.').waitFor();
  await pane.getByRole('button', { name: 'Deselect' }).click();
  expect(await marked(page).count()).toBe(1);
});

test('Ctrl+A takes what is shown, and a selection lasts through changes', async () => {
  const page = await open('scenario=demo&speed=40');
  await page.getByRole('searchbox', { name: 'Search trip kits' }).fill('on this laptop');
  await page.getByText('3 of 10 kits').waitFor();
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Control+a');
  await page.getByRole('heading', { name: '3 kits selected' }).waitFor();
  await page.getByRole('searchbox').fill('');
  // Another one finishes meanwhile: the same three stay selected.
  await page.evaluate(async () => {
    const answer = await window.fake.bridge.kits.list();
    const kit = answer.ok ? answer.value.find(({ trip }) => trip?.origin === 'LFPG') : undefined;
    const document = { bytes: 1000, sha256: 'ab', pages: 3 };
    if (kit) window.fake.push({ ...kit, state: 'ready', progress: null, document });
  });
  await page.getByRole('option', { name: /LFPG to FAOR.*On this laptop/ }).waitFor();
  await page.getByRole('heading', { name: '3 kits selected' }).waitFor();
});

test('an unread kit is marked until it has been opened, and the history says who opened it', async () => {
  const page = await open('scenario=fleet');
  const row = page.getByRole('option', { name: /LOWW to LGAV/ });
  expect(await row.getAttribute('data-unread')).toBe('true');
  await row.dblclick();
  await page.waitForFunction(() => window.fake.calls.includes('documents.open'));
  await page.keyboard.press('Escape');
  await page.locator('[data-kit-id][data-unread="false"]', { hasText: 'LOWW' }).waitFor();
  await page.getByText('Record', { exact: true }).click();
  const history = page.getByRole('region', { name: 'History (UTC)' });
  await history.getByText('The document was opened.').waitFor();
  await history.getByRole('button', { name: 'JSON…' }).click();
  await history.getByText('The history was saved as audit.json.').waitFor();
});

test('a kit of an older cycle is told, and asked for anew by one click', async () => {
  const page = await open('scenario=empty');
  await fill(page, 1);
  await page.evaluate(async () => {
    const answer = await window.fake.bridge.kits.list();
    const kit = answer.ok ? answer.value[0] : undefined;
    const at = '2026-01-02T00:00:00.000Z';
    const dates = [{ evidence: 'request' as const, at }];
    if (kit) window.fake.push({ ...kit, created_at: at, state_since: at, dates });
  });
  await page.locator('.kit-row').click();
  await page.getByText('before departure', { exact: false }).first().waitFor();
  await page.getByRole('article').getByRole('button', { name: 'Request again' }).click();
  await page.waitForFunction(() => window.fake.calls.includes('kits.request'));
  await page.getByRole('option', { name: /Requesting/ }).waitFor();
});

test('axe finds nothing, by day and by night, in any state of the library', async () => {
  const page = await open('scenario=demo');
  expect(await axeByDayAndNight(page)).toEqual([]);
  await page.getByRole('button', { name: 'Airport' }).click();
  expect(await axeByDayAndNight(page)).toEqual([]);
  await page.keyboard.press('Escape');
  await page.getByRole('option', { name: /EGLL to KJFK/ }).click();
  await page.getByText('Record', { exact: true }).click();
  await page.getByRole('region', { name: 'History (UTC)' }).waitFor();
  expect(await axeByDayAndNight(page)).toEqual([]);
  await list(page).focus();
  await page.keyboard.press('Control+a');
  await page.getByRole('heading', { name: '10 kits selected' }).waitFor();
  expect(await axeByDayAndNight(page)).toEqual([]);
  await page.keyboard.press('Delete');
  await page.getByRole('dialog').waitFor();
  expect(await axeByDayAndNight(page)).toEqual([]);
  await page.keyboard.press('Escape');
  await page.getByRole('searchbox', { name: 'Search trip kits' }).fill('zzz');
  await page.getByText('Nothing found').waitFor();
  expect(await axeByDayAndNight(page)).toEqual([]);
});

test('nothing is wider than a small window', async () => {
  const page = await open('scenario=fleet', { width: 1000, height: 700 });
  await page.getByRole('button', { name: 'State' }).click();
  await page.getByRole('checkbox', { name: 'Failed' }).check();
  await page.getByRole('checkbox', { name: 'On this laptop' }).check();
  await page.keyboard.press('Escape');
  expect(await tooWide(page)).toEqual([]);
});

test('Esc clears the search field, and then gives the keys back to the list', async () => {
  const page = await open('scenario=demo');
  await list(page).focus();
  await page.keyboard.press('/');
  await page.keyboard.type('kjfk');
  await page.getByText('1 of 10 kits').waitFor();
  const hasFocus = (one: 'searchbox' | 'listbox') =>
    page
      .getByRole(one)
      .first()
      .evaluate((element) => element === document.activeElement);
  await page.keyboard.press('Escape');
  await page.getByText('10 kits', { exact: true }).waitFor();
  expect(await hasFocus('searchbox')).toBe(true);
  await page.keyboard.press('Escape');
  await expect.poll(() => hasFocus('listbox')).toBe(true);
});
