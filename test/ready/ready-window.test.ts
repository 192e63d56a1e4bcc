/** "Ready to fly" in a real Chromium: what counts, what stays in sight, and the way back to it. */
import type { Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import type { Kit } from '../../preload/contract.ts';
import { axeByDayAndNight } from '../window/harness/axe.ts';
import { settledBox } from '../window/harness/settled-box.ts';
import { kitAction, picture, push } from '../window/harness/steps.ts';
import { openWindows, tooWide } from '../window/harness/windows.ts';
import {
  broken,
  flightIn,
  focused,
  HOUR,
  isNow,
  iso,
  NOW,
  openPanel,
  stepsIn,
  verdict,
} from './ready-steps.ts';

const windows = openWindows();
const { panelOf } = stepsIn(windows);

const row = (page: Page, flight: string) =>
  page.locator('.ready__flight[data-flight-state]').filter({ has: page.getByText(flight, { exact: true }) });

describe('green', () => {
  test('is not said of five flights of which the fifth failed; it is where all is right, flown flights or not', async () => {
    const gone = [-1, -2, -3, -4].map((hours) => flightIn(hours, { state: 'failed', failure: broken }));
    const five = [1, 2, 3, 4].map((hours) => flightIn(hours));
    const fifth = flightIn(5);
    const failed: Partial<Kit> = { state: 'failed', failure: broken, document: null, soundness: null };
    const page = await panelOf([...gone, ...five, { ...fifth, ...failed }]);
    await isNow(page, 'bad');
    await verdict(page).getByText('5 flights in the next 36 h: 4 ready, 1 not.').waitFor();
    await page.getByText(broken.message).last().waitFor();
    await picture(page, 'ready-fifth-failed');
    expect(await tooWide(page)).toEqual([]);
    await push(page, [fifth]);
    await isNow(page, 'ok');
    await page.getByText('Ready: you may close the lid.').waitFor();
    await verdict(page).getByText('5 flights in the next 36 h: all ready.').waitFor();
    // In one line a flight.
    const lines = page.locator('.ready__flight[data-flight-state="ok"]');
    expect(await lines.count()).toBe(5);
    expect((await settledBox(lines.first())).height).toBeLessThan(60);
    await page.getByRole('button', { name: '4 flights past planned departure' }).click();
    expect(await page.locator('[data-ready-others="past"] li').count()).toBe(4);
    await lines.first().getByRole('button').first().press('Enter');
    await lines.first().getByText('Every byte is as it was verified.').waitFor();
    await picture(page, 'ready-green');
  });

  test('is not said while a planned kit for tonight waits', async () => {
    const page = await panelOf([flightIn(2)]);
    await isNow(page, 'ok');
    await page.evaluate(
      (departure) =>
        window.fake.bridge.kits.plan(
          'demo',
          [{ origin: 'EHAM', destination: 'KLAX', flight: 'KLM601', departure }],
          6,
        ),
      iso(NOW + 14 * HOUR),
    );
    await isNow(page, 'wait');
    await page.getByText('A kit is requested at 21 Nov 2026 17:00Z.', { exact: false }).waitFor();
    await page.getByRole('button', { name: 'Show the kit' }).click();
    await page.getByText('Request due', { exact: true }).waitFor();
    await page.getByRole('button', { name: 'Back to Ready to fly' }).click();
    await page.locator('[data-ready-to-fly="wait"]').waitFor();
    await expect.poll(() => focused(page)).toBe('Show the kit');
  });

  test('is not said of a failed kit without a departure, nor of one that nobody has opened; with its departure entered that is a flight like any other', async () => {
    const loose = [flightIn(null, { state: 'failed', failure: broken }), flightIn(null)];
    const page = await panelOf([flightIn(2), ...loose]);
    await isNow(page, 'warn');
    await verdict(page).getByText('2 kits without a departure: not checked.').waitFor();
    await page.getByText('Departure unknown, not checked for a flight', { exact: false }).waitFor();
    await page.getByRole('button', { name: '2 kits without a departure' }).click();
    const others = page.locator('[data-ready-others="unknown"] li');
    expect(await others.count()).toBe(2);
    await picture(page, 'ready-unknown');
    const failed = others.filter({ hasText: 'Failed' });
    await failed.getByRole('button', { name: 'Enter departure' }).click();
    await page.getByRole('complementary', { name: 'Kit details' }).getByText(broken.message).waitFor();
    await kitAction(page, 'Remove…');
    await page.getByRole('alertdialog').getByRole('button', { name: 'Remove' }).last().click();
    await page.getByText('1 kit without a departure: not checked.').waitFor();
    await page.getByRole('button', { name: '1 kit without a departure' }).click();
    await page.getByRole('button', { name: 'Enter departure' }).click();
    const form = page.getByRole('form', { name: 'Enter departure' });
    // The first field has the focus.
    await expect
      .poll(() => page.evaluate(() => document.activeElement?.getAttribute('name')))
      .toBe('departureDate');
    await form.getByRole('button', { name: 'Save departure' }).click();
    await form.getByText('Enter the date as 2026-11-21 or 21NOV.').waitFor();
    await page.keyboard.type('20nov');
    await form.getByLabel('Departure time (UTC)').fill('1430');
    await form.getByText('The departure is in the past. Check its date.').waitFor();
    await picture(page, 'departure-entered');
    await form.getByLabel('Departure date (UTC)').fill('21NOV');
    await page.keyboard.press('Enter');
    await page.getByRole('button', { name: 'Change departure' }).waitFor();
    await page.keyboard.press('Escape');
    await isNow(page, 'ok');
    await verdict(page).getByText('2 flights in the next 36 h: all ready.').waitFor();
    expect(await page.locator('[data-ready-others="unknown"]').count()).toBe(0);
  });

  test('is taken back while a notice concerns the laptop, where a document changes, and where a newer kit fails', async () => {
    const sound = flightIn(2);
    const page = await panelOf([sound]);
    await isNow(page, 'ok');
    const message = 'The library on this laptop was damaged.';
    await page.evaluate(
      (text) => window.fake.tell([{ id: 'library', severity: 'error', message: text }]),
      message,
    );
    await isNow(page, 'warn');
    await page.getByRole('region', { name: 'This laptop' }).getByRole('button', { name: 'Dismiss' }).click();
    await isNow(page, 'ok');
    const id = '99999999-0000-4000-8000-000000000000';
    await push(page, [
      {
        ...sound,
        id,
        state: 'failed',
        document: null,
        soundness: null,
        failure: broken,
        created_at: iso(NOW),
      },
    ]);
    await isNow(page, 'warn');
    await page.getByText('The one requested 21 Nov 2026 08:00Z is here to read.', { exact: false }).waitFor();
    await page.evaluate((kit) => window.fake.altered.set(kit, 'It was changed. Do not fly by it.'), sound.id);
    await page.getByRole('button', { name: 'Check again' }).click();
    await isNow(page, 'bad');
    await page.locator('.ready__says').getByText('It was changed. Do not fly by it.').waitFor();
  });
});

describe('the way back', () => {
  test('after the messages are acknowledged, and from the viewer by Esc, the panel is still there, and the line is green', async () => {
    const page = await windows.open('scenario=fleet');
    await openPanel(page);
    const flight = row(page, 'BAW105');
    await page.locator('[data-flight-state="bad"]').first().waitFor();
    const reason = () => flight.locator('.ready__toggle').getAttribute('aria-description');
    await expect.poll(reason).toBe('Messages: There are messages that you have not read yet.');
    await flight.getByRole('button', { name: 'Read and acknowledge' }).press('Enter');
    const dialog = page.getByRole('alertdialog', { name: 'Read before opening' });
    await dialog.getByRole('button', { name: 'Cancel' }).click();
    await expect.poll(() => focused(page)).toBe('Read and acknowledge');
    await page.keyboard.press('Enter');
    await dialog.getByRole('button', { name: 'I have read this' }).click();
    await flight.locator('[data-check="warnings"][data-check-state="ok"]').waitFor();
    await flight.getByText('You have read the service’s messages.').waitFor();
    await expect.poll(reason).toBeNull();
    // Its button has done its work: the keyboard is at its flight.
    await expect.poll(() => focused(page)).toContain('BAW105');
    expect(await page.evaluate(() => window.fake.calls.filter((name) => name === 'documents.open'))).toEqual(
      [],
    );
    // From the viewer Esc leads to the panel, where it was, without checking all again.
    const other = row(page, 'KLM641');
    await other.locator('[data-check="verified"][data-check-state="ok"]').waitFor({ state: 'attached' });
    const checks = () =>
      page.evaluate(() => window.fake.calls.filter((name) => name === 'documents.check').length);
    await other.getByRole('button').first().click();
    await other.getByRole('button', { name: 'Open', exact: true }).press('Enter');
    await page.locator('[data-page-rendered="1"]').waitFor();
    const before = await checks();
    await page.keyboard.press('Escape');
    await verdict(page).waitFor();
    await expect.poll(() => focused(page)).toBe('Open');
    expect(await checks()).toBe(before);
  });

  test('from the details of a kit: by the button, and by Esc', async () => {
    const page = await panelOf([
      ...Array.from({ length: 12 }, (_, index) => flightIn(1 + index / 4)),
      flightIn(12, { state: 'failed', failure: broken }),
    ]);
    await isNow(page, 'bad');
    const show = page.getByRole('button', { name: 'Show the kit' });
    await show.scrollIntoViewIfNeeded();
    const pane = page.getByRole('complementary');
    const scrolled = await pane.evaluate((element) => element.scrollTop);
    expect(scrolled).toBeGreaterThan(0);
    for (const back of ['Enter', 'Escape']) {
      await show.press('Enter');
      await page.getByRole('complementary', { name: 'Kit details' }).waitFor();
      await expect.poll(() => focused(page)).toBe('Back to Ready to fly');
      await page.keyboard.press(back);
      await verdict(page).waitFor();
      await expect.poll(() => focused(page)).toBe('Show the kit');
      expect(await pane.evaluate((element) => element.scrollTop)).toBeCloseTo(scrolled, -1);
    }
    // Who goes elsewhere is not led back.
    await show.press('Enter');
    await page.locator('[role="option"]').nth(2).click();
    await page.getByRole('button', { name: 'Back to Ready to fly' }).waitFor({ state: 'detached' });
  });
});

test('by keyboard alone: open, from item to item, a flight closed and opened', async () => {
  const page = await panelOf([
    flightIn(1),
    flightIn(2, { state: 'failed', failure: broken }),
    flightIn(null),
  ]);
  await isNow(page, 'bad');
  await page.getByRole('button', { name: 'Next item' }).focus();
  await page.keyboard.press('Enter');
  await expect.poll(() => focused(page)).toContain('Not ready');
  const toggle = page.locator(':focus');
  expect(await toggle.getAttribute('aria-expanded')).toBe('true');
  await page.keyboard.press('Space');
  expect(await toggle.getAttribute('aria-expanded')).toBe('false');
  await page.getByRole('button', { name: 'Next item' }).press('Enter');
  await expect.poll(() => focused(page)).toContain('1 kit without a departure');
});

test('axe finds nothing, by day and by night', async () => {
  const page = await panelOf([
    flightIn(1),
    flightIn(2, { state: 'failed', failure: broken }),
    flightIn(3, { state: 'generating', expected_ms: { from: 20_000, to: 30_000 } }),
    flightIn(4, {
      acknowledged: false,
      messages: [{ code: '205', type: 'Warning', message: 'Two matches.' }],
    }),
    flightIn(26, { dates: [] }),
    flightIn(null),
    flightIn(-2),
  ]);
  await isNow(page, 'bad');
  await page.locator('[data-flight-state="ok"]').waitFor();
  await page.getByRole('button', { name: '1 kit without a departure' }).click();
  await page.getByRole('button', { name: '1 flight past planned departure' }).click();
  expect(await axeByDayAndNight(page, (theme) => picture(page, `ready-${theme}`))).toEqual([]);
});
