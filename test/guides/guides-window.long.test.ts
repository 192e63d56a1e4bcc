/** Help’s guides and what is new: as they ship, in real Chromium on the fake bridge. */
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { axeByDayAndNight, axeFindings } from '../window/harness/axe.ts';
import { command, picture } from '../window/harness/steps.ts';
import { openWindows, tooWide } from '../window/harness/windows.ts';

const { open } = openWindows();

const guide = (page: Page) => page.locator('.guide');
async function toGuides(page: Page) {
  await page.keyboard.press('F1');
  await page.getByRole('dialog').getByRole('button', { name: 'User guide', exact: true }).click();
  await page.getByRole('heading', { level: 1, name: 'User guide' }).waitFor();
}
/** Whether the element is in the window’s sight. */
const isInSight = (page: Page, id: string) =>
  page.evaluate((one) => {
    const top = document.getElementById(one)?.getBoundingClientRect().top ?? -1;
    return top >= 0 && top < window.innerHeight;
  }, id);

test('Help leads to the guides: to what tells of the screen, and to each of them; sections are found by their words, with the keyboard alone', async () => {
  const page = await open('scenario=demo');
  await page.keyboard.press('F1');
  const help = page.getByRole('dialog', { name: 'Help' });
  await help.getByText('This is Trip Kit Desktop 0.1.0.').waitFor();
  await help.getByRole('button', { name: 'About this screen: Find a kit' }).click();
  await page.getByRole('heading', { level: 1, name: 'User guide' }).waitFor();
  await expect.poll(() => page.evaluate(() => document.activeElement?.id)).toBe('guide-find-a-kit');
  expect(await isInSight(page, 'guide-find-a-kit')).toBe(true);
  await page.keyboard.press('Escape');
  await page.getByRole('main').getByRole('listbox').or(page.getByRole('grid')).first().waitFor();

  await toGuides(page);
  await page.keyboard.press('/');
  await page.keyboard.type('cockpit brightness');
  const hits = page.getByRole('listbox', { name: 'Sections found' }).getByRole('option');
  await expect.poll(() => hits.first().textContent()).toContain('In the cockpit');
  expect(await hits.first().locator('mark').count()).toBeGreaterThan(0);
  expect(await axeFindings(page)).toEqual([]);
  await picture(page, 'guides-found');
  await page.keyboard.press('Enter');
  await expect.poll(() => page.evaluate(() => document.activeElement?.id)).toBe('guide-in-the-cockpit');
  await page.keyboard.press('Control+f');
  await page.keyboard.type('zeppelin');
  await page.getByText('No section of the guides contains all of “zeppelin”.').waitFor();
  await page.keyboard.press('Escape');
  await page.keyboard.press('Escape');
  await page.getByRole('main').getByRole('listbox').or(page.getByRole('grid')).first().waitFor();
  // Ctrl+K finds headings of the guides, below pages.
  await page.keyboard.press('Control+k');
  await page.getByRole('combobox').fill('close the lid');
  const group = page.getByRole('group', { name: 'Guides' });
  await group.getByRole('option', { name: 'User guide › Before you close the lid' }).click();
  await expect
    .poll(() => page.evaluate(() => document.activeElement?.id))
    .toBe('guide-before-you-close-the-lid');
});

test('are read by screen readers by day and by night, with tables, code and pictures, and fit a window of 200 %', async () => {
  const page = await open('scenario=demo');
  await toGuides(page);
  const pictures = guide(page).locator('img');
  expect(await pictures.count()).toBeGreaterThan(3);
  await expect
    .poll(() =>
      pictures.evaluateAll((all) =>
        all.every((one) => one instanceof HTMLImageElement && one.naturalWidth > 0),
      ),
    )
    .toBe(true);
  expect(await axeByDayAndNight(page, (theme) => picture(page, `guides-${theme}`))).toEqual([]);
  await page.getByRole('navigation', { name: 'All guides' }).getByText('Other papers').click();
  const headless = 'The service profile and the headless command';
  await page.getByRole('link', { name: headless, exact: true }).click();
  await page.getByRole('heading', { level: 1, name: headless }).waitFor();
  expect(await axeFindings(page)).toEqual([]);
  await page.setViewportSize({ width: 640, height: 400 });
  expect(await tooWide(page)).toEqual([]);
  await picture(page, 'guides-narrow');
});

test('links lead within the guides and back; what is elsewhere is named and not opened', async () => {
  const page = await open('scenario=demo');
  await toGuides(page);
  await guide(page).getByRole('link', { name: 'administrator guide' }).click();
  await page.getByRole('heading', { level: 1, name: 'Administrator guide' }).waitFor();
  await guide(page).getByRole('link', { name: 'Backup and restore' }).first().click();
  await expect.poll(() => page.evaluate(() => document.activeElement?.id)).toBe('guide-backup-and-restore');
  await page.getByRole('button', { name: 'Back to where you were' }).click();
  await page.keyboard.press('Alt+ArrowLeft');
  await page.getByRole('heading', { level: 1, name: 'User guide' }).waitFor();
  expect(await page.getByRole('button', { name: 'Back to where you were' }).count()).toBe(0);
  await page.getByRole('navigation').getByText('Other papers').click();
  await page.getByRole('navigation').getByRole('link', { name: 'Security', exact: true }).click();
  await guide(page).getByText('(https://www.electronjs.org/docs/latest/tutorial/security)').waitFor();
  // No address is a link of the page.
  const addresses = await page
    .locator('a')
    .evaluateAll((all) => all.map((one) => one.getAttribute('href') ?? ''));
  expect(addresses.filter((address) => !address.startsWith('#'))).toEqual([]);
});

const NEXT_YEAR = '2027-03-01T09:00:00Z';
/**
 * A window of version 0.3.0 after another one, long after the flights of the demo, and without the kits of which no flight is
 * known: they count from their request on.
 */
async function openAfter(before: string) {
  const page = await open(`scenario=demo&before=${before}`, undefined, 1, { at: NEXT_YEAR, rest: true });
  await page.evaluate(async () => {
    const answer = await window.fake.bridge.kits.list();
    for (const kit of answer.ok ? answer.value : []) if (!kit.trip?.departure) window.fake.drop(kit.id);
  });
  return page;
}
/** Its place is there as soon as there is something to tell; it is seen at a calm moment. */
const card = (page: Page) => page.locator('section[aria-label="After the update"]');

test('after an update, when no flight is near, a line below the list says so until it is seen', async () => {
  const page = await openAfter('0.1.0');
  await card(page).getByText('Trip Kit Desktop is now version 0.3.0; before it was 0.1.0.').waitFor();
  await card(page).getByText('0.2.0: EFB: no function of the approval is touched.').waitFor();
  expect(await axeFindings(page)).toEqual([]);
  await picture(page, 'news');
  await card(page).getByRole('button', { name: 'What’s new' }).click();
  await page.getByText('New since version 0.1.0').waitFor();
  await guide(page).getByText('What came with 0.2.0.').waitFor();
  expect(await guide(page).getByText('What came with 0.1.0.').count()).toBe(0);
  await picture(page, 'news-read');
  expect(await page.evaluate(() => window.fake.choices.news_seen)).toBe('0.3.0');
  await page.getByRole('button', { name: 'Show all versions' }).click();
  await guide(page).getByText('What came with 0.1.0.').waitFor();
  await page.keyboard.press('Escape');
  await page.getByRole('main').getByRole('listbox').or(page.getByRole('grid')).first().waitFor();
  expect(await card(page).count()).toBe(0);
});

test('in cockpit mode it is not seen; put away it is not told again, and Help has it', async () => {
  const page = await openAfter('0.2.0');
  await command(page, 'cockpit_on');
  // Its code is there, so that what is not seen was decided.
  await card(page).waitFor({ state: 'attached' });
  await card(page).waitFor({ state: 'hidden' });
  await command(page, 'cockpit_off');
  await card(page).getByRole('button', { name: 'Dismiss. Help shows it again.' }).click();
  expect(await page.evaluate(() => window.fake.choices.news_seen)).toBe('0.3.0');
  await card(page).waitFor({ state: 'detached' });
  await page.keyboard.press('F1');
  await page.getByRole('dialog').getByRole('button', { name: 'What’s new' }).click();
  await page.getByRole('heading', { level: 1, name: 'What’s new' }).waitFor();
});
