/** The request form in a real Chromium: airports by name, a pasted flight plan, the last trips again. */
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { axeByDayAndNight } from '../window/harness/axe.ts';
import { paste, picture } from '../window/harness/steps.ts';
import { openWindows } from '../window/harness/windows.ts';

const windows = openWindows();
const form = (page: Page) => page.getByRole('form', { name: 'Request a trip kit' });

async function openForm(query = 'scenario=demo'): Promise<Page> {
  const page = await windows.open(query);
  await page.keyboard.press('Control+n');
  await form(page).waitFor();
  return page;
}

test('an airport is found by its name, without a mouse', async () => {
  const page = await openForm();
  await page.keyboard.type('schip');
  await form(page).getByRole('option', { name: /EHAM/ }).waitFor();
  await page.keyboard.press('Enter');
  expect(await form(page).getByLabel('Origin').inputValue()).toBe('EHAM');
  await form(page).getByText('Amsterdam Airport Schiphol').first().waitFor();
  await page.keyboard.press('Tab');
  await page.keyboard.type('john f ken');
  await form(page).getByRole('option', { name: /KJFK/ }).waitFor();
  await page.keyboard.press('Tab');
  expect(await form(page).getByLabel('Destination').inputValue()).toBe('KJFK');
  await page.keyboard.type('boston lo');
  await form(page).getByRole('option', { name: /KBOS/ }).waitFor();
  await page.keyboard.press('Enter');
  await form(page)
    .getByRole('button', { name: /Remove alternate KBOS/ })
    .waitFor();
  await page.keyboard.type('kphl ');
  await form(page)
    .getByRole('button', { name: /Remove alternate KPHL/ })
    .waitFor();
});

test('four letters that begin a name are not taken for another code, and Escape closes their list; axe finds nothing in it', async () => {
  const page = await openForm();
  const origin = form(page).getByLabel('Origin');
  await page.keyboard.type('lond');
  await form(page).getByRole('listbox').waitFor();
  expect(await form(page).getByRole('option', { selected: true }).count()).toBe(0);
  expect(await axeByDayAndNight(page, (theme) => picture(page, `request-${theme}`))).toEqual([]);
  await page.keyboard.press('Escape');
  await form(page).getByRole('listbox').waitFor({ state: 'detached' });
  expect(await origin.inputValue()).toBe('LOND');
  await origin.fill('');
  await page.keyboard.type('lond');
  await form(page).getByRole('listbox').waitFor();
  await page.keyboard.press('Tab');
  expect(await origin.inputValue()).toBe('LOND');
});

test('an unknown code is a word of warning and no obstacle', async () => {
  const page = await openForm();
  await page.keyboard.type('QQQQ');
  await page.keyboard.press('Tab');
  await form(page)
    .getByText(/That says nothing of your airline’s coverage/)
    .waitFor();
  await page.keyboard.type('EHAM');
  await page.keyboard.press('Enter');
  await page
    .getByRole('option', { name: /QQQQ to EHAM/ })
    .or(page.locator('[data-kit-id]', { hasText: 'QQQQ' }))
    .first()
    .waitFor();
});

test('a pasted flight plan fills the form, and can be taken back; the last trips come again with one key', async () => {
  const page = await openForm();
  const plan = '(FPL-KLM511-IS-B77W/H-SDE2/LB1-EHAM1045-N0490F350 GORLO DCT JFK-KJFK0750 KBOS-DOF/261121)';
  await paste(form(page).getByLabel('Route'), plan);
  expect(await form(page).getByLabel('Origin').inputValue()).toBe('EHAM');
  expect(await form(page).getByLabel('Flight', { exact: true }).inputValue()).toBe('KLM511');
  expect(await form(page).getByLabel('Route').inputValue()).toBe('N0490F350 GORLO DCT JFK');
  expect(await form(page).getByLabel('Departure time (UTC)').inputValue()).toBe('10:45');
  await form(page)
    .getByText(/Taken from the flight plan/)
    .waitFor();
  await form(page).getByRole('button', { name: 'Undo' }).click();
  expect(await form(page).getByLabel('Origin').inputValue()).toBe('');
  await form(page).getByLabel('Origin').focus();
  await page.keyboard.press('Alt+Digit1');
  expect(await form(page).getByLabel('Origin').inputValue()).toMatch(/^[A-Z]{4}$/);
  expect(await form(page).getByLabel('Destination').inputValue()).toMatch(/^[A-Z]{4}$/);
});
