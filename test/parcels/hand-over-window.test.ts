/** Hand-over files in the window of set-up: as they ship, in real Chromium on the fake bridge. */
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { axeByDayAndNight, axeFindings } from '../window/harness/axe.ts';
import { openWindows } from '../window/harness/windows.ts';

const { openSetup } = openWindows();

/** The card, brought into view. */
async function toCard(page: Page) {
  const card = page.getByRole('region', { name: 'Hand over', exact: true });
  await card.getByText('All of this laptop: 12 kits').waitFor();
  await card.scrollIntoViewIfNeeded();
  return card;
}

async function picture(page: Page, name: string) {
  const folder = process.env.TRIPKIT_PICTURES;
  if (!folder) return;
  const card = page.getByRole('region', { name: 'Hand over', exact: true });
  await card.screenshot({ path: `${folder}/hand-over-${name}.png` });
}

test('a file with the passphrase that is offered, by keyboard, by day and by night', async () => {
  const page = await openSetup('scenario=demo');
  const card = await toCard(page);
  const passphrase = card.getByRole('textbox', { name: 'The file’s password' });
  expect(await passphrase.inputValue()).toMatch(/^[0-9a-hjkmnp-tv-z]{5}(-[0-9a-hjkmnp-tv-z]{5}){4}$/);
  await card.getByRole('button', { name: 'Copy' }).focus();
  await page.keyboard.press('Enter');
  await card.getByText('Copied. Paste it where the file doesn’t go.').waitFor();
  expect(await axeByDayAndNight(page, (theme) => picture(page, `give-${theme}`))).toEqual([]);
  await card.getByRole('button', { name: 'Save hand-over file…' }).focus();
  await page.keyboard.press('Enter');
  await card.getByText('laptop-2026-11-23.age is saved: 12 kits').waitFor();
  await card.getByText('Tell the password by another way than the file').waitFor();
  await card.getByText('Cancel the planned kits here').waitFor();
  expect(await axeByDayAndNight(page, (theme) => picture(page, `made-${theme}`))).toEqual([]);
});

test('a passphrase of one’s own is typed twice, and a weak one is refused with the reason; Escape ends what runs', async () => {
  const page = await openSetup('scenario=demo');
  const card = await toCard(page);
  await card.getByRole('radio', { name: 'Type my own' }).check();
  const first = card.getByLabel('Password', { exact: true });
  const again = card.getByLabel('Password again');
  const save = card.getByRole('button', { name: 'Save hand-over file…' });
  await first.fill('short');
  await save.click();
  await card.getByText('Too short: type at least 14 characters.').waitFor();
  await first.fill('12121212121212121212');
  await save.click();
  await card.getByText('Too easy to guess').waitFor();
  await first.fill('gate seven at dawn');
  await again.fill('gate seven at dusk');
  await save.click();
  await card.getByText('The two are not the same.').waitFor();
  expect(await axeFindings(page)).toEqual([]);
  expect(await page.evaluate(() => window.fake.calls)).not.toContain('handOver.make');
  await again.fill('gate seven at dawn');
  await save.click();
  await card.getByText('is saved: 12 kits').waitFor();
  expect(await first.inputValue()).toBe('');

  // What runs shows how far it is, and Escape ends it and leaves the window.
  await first.fill('wait for the gate');
  await again.fill('wait for the gate');
  await save.click();
  await card.getByText('Writing: 96 MB of 221 MB').waitFor();
  await card.getByRole('progressbar', { name: 'Progress of the hand-over file' }).waitFor();
  expect(await axeFindings(page)).toEqual([]);
  await picture(page, 'running');
  await card.getByRole('button', { name: 'Cancel' }).focus();
  await page.keyboard.press('Escape');
  await card.getByRole('progressbar').waitFor({ state: 'detached' });
  const calls = await page.evaluate(() => window.fake.calls);
  expect(calls).toContain('handOver.cancel');
  expect(calls).not.toContain('setup.close');
});

test('a file is opened with its passphrase; a wrong one can be typed again; a no brings nothing in', async () => {
  const page = await openSetup('scenario=demo');
  const card = await toCard(page);
  const passphrase = card.getByLabel('Password of the file');
  // A file that is none is refused at once, and another one can be chosen.
  await page.evaluate(() => window.fake.failNext('handOver.choose', 'This is not a hand-over file.'));
  await card.getByRole('button', { name: 'Choose hand-over file…' }).click();
  await card.getByText('This is not a hand-over file.').waitFor();
  expect(await passphrase.count()).toBe(0);
  await card.getByRole('button', { name: 'Choose hand-over file…' }).click();
  await passphrase.fill('wrong');
  await page.keyboard.press('Enter');
  await card.getByText('This password does not open the file.').waitFor();
  expect(await axeFindings(page)).toEqual([]);
  await picture(page, 'open');
  // A no to the question leaves the file chosen.
  await passphrase.fill('gate seven, but no');
  await card.getByRole('button', { name: 'Open file' }).click();
  await card.getByText('Nothing was brought in.').waitFor();
  await passphrase.fill('gate seven at dawn');
  await card.getByRole('button', { name: 'Open file' }).click();
  await card.getByText('The app restarts and brings it in.').waitFor();
});
