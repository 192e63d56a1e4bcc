/** The library as it ships, in real Chromium: filters, several kits at once, axe. */
import { expect, test } from 'vitest';
import { axeByDayAndNight } from '../window/harness/axe.ts';
import { calls } from '../window/harness/steps.ts';
import { openWindows, tooWide } from '../window/harness/windows.ts';
import { fill, list, marked } from './library-steps.ts';

const { open } = openWindows();

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
  await page.setViewportSize({ width: 1000, height: 700 });
  expect(await tooWide(page)).toEqual([]);
  await page.getByRole('button', { name: 'Clear all' }).click();
  await page.getByText('5 kits', { exact: true }).waitFor();
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
  const question = page.getByRole('alertdialog', { name: 'Remove 4 kits?' });
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
  await page.getByRole('searchbox', { name: 'Search trip kits' }).fill('zzz');
  await page.getByText('Nothing found').waitFor();
  expect(await axeByDayAndNight(page)).toEqual([]);
});
