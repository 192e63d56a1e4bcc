/** The screens as they ship, in real Chromium under the app's policy, on the fake bridge: a person's whole way. */
import type { Locator, Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { settledBox } from '../window/harness/settled-box.ts';
import { command, readFirstPage } from '../window/harness/steps.ts';
import { openWindows } from '../window/harness/windows.ts';

const { open, expectProblems } = openWindows();

/** How many different colours the canvas of a page holds: 1 means blank. */
function colours(page: Page, number: number, canvas = '.page__canvas'): Promise<number> {
  return page.locator(`[data-page="${number}"] ${canvas}`).evaluate((element) => {
    const surface = element as HTMLCanvasElement;
    const context = new OffscreenCanvas(surface.width, surface.height).getContext('2d');
    context?.drawImage(surface, 0, 0);
    const { data } = context?.getImageData(0, 0, surface.width, surface.height) ?? { data: [] };
    const seen = new Set<number>();
    for (let at = 0; at < data.length && seen.size < 50; at += 4) {
      seen.add(((data[at] ?? 0) << 16) | ((data[at + 1] ?? 0) << 8) | (data[at + 2] ?? 0));
    }
    return seen.size;
  });
}

/** Whether all of it lies within the window. */
async function isInSight(what: Locator): Promise<boolean> {
  return what.evaluate((element) => {
    const { top, bottom, left, right } = element.getBoundingClientRect();
    return top >= 0 && left >= 0 && bottom <= innerHeight && right <= innerWidth;
  });
}

test('from set-up to a requested kit in two actions, without a mouse', async () => {
  const page = await open('scenario=empty&speed=40');
  await page.getByRole('heading', { name: 'Request a trip kit' }).waitFor();
  await page.keyboard.type('egll'); // 1: the form
  await page.keyboard.press('Tab');
  await page.keyboard.type('kjfk');
  await page.keyboard.press('Tab');
  await page.keyboard.type('kbos kphl');
  await page.keyboard.press('Tab');
  await page.keyboard.type('baw117');
  // The service needs a moment only: what the page shows meanwhile is noted as it comes.
  await page.evaluate(() => {
    const observer = new MutationObserver(() => {
      const has = (one: string) => document.querySelector(one) !== null;
      if (!has('[data-state="generating"]') || !has('[role="progressbar"]')) return;
      observer.disconnect();
      document.body.dataset.progress = 'seen';
    });
    observer.observe(document.body, { childList: true, subtree: true, attributes: true });
  });
  await page.keyboard.press('Enter'); // 2
  const row = page.getByRole('option', { name: /EGLL to KJFK, BAW117/ });
  await row.waitFor();
  await page.locator('[data-state="ready"]').waitFor();
  await page.locator('[data-progress="seen"]').waitFor();
  await page.getByText('Alternates KBOS KPHL').first().waitFor();
  // The focus went on to the new kit by itself.
  await page.keyboard.press('Enter');
  await page.waitForSelector('[data-page-rendered="1"]');
  expect(await colours(page, 1)).toBeGreaterThan(5);
  await page.keyboard.press('Escape');
  await row.waitFor();
});

test('a locked certificate is told, and kits open all the same', async () => {
  const page = await open('scenario=locked');
  await page.getByText('The keychain of this laptop is locked.').waitFor();
  await readFirstPage(page);
});

test('the list is driven by keys; the filter narrows it and says so', async () => {
  const page = await open('scenario=demo');
  await page.getByRole('listbox', { name: 'Trip kits' }).focus();
  await page.keyboard.press('Home');
  const first = await page.getByRole('option', { selected: true }).getAttribute('aria-posinset');
  await page.keyboard.press('ArrowDown');
  const second = await page.getByRole('option', { selected: true }).getAttribute('aria-posinset');
  expect([first, second]).toEqual(['1', '2']);
  await page.keyboard.press('End');
  expect(await page.getByRole('option', { selected: true }).getAttribute('aria-posinset')).toBe('10');
  await page.keyboard.press('/');
  await page.keyboard.type('kjfk 15:10');
  await page.getByText('1 of 10 kits').waitFor();
  expect(await page.getByRole('option').count()).toBe(1);
  await page.keyboard.type('zzz');
  await page.getByText('No kit matches').waitFor();
  await page.getByRole('button', { name: 'Clear the filter' }).click();
  await page.getByText('10 kits', { exact: true }).waitFor();
});

test('an unconfirmed kit is sent again only after a yes', async () => {
  const page = await open('scenario=demo&speed=40');
  await page.getByRole('option', { name: /ZBAA to OMDB/ }).click();
  const details = page.getByRole('complementary', { name: 'Kit details' });
  // Told once: the reason stands under Why.
  await details.getByText('check with your scheduler before you request again').waitFor();
  const again = details.getByRole('button', { name: 'Request again' });
  expect(await details.locator('.kit__actions .button--primary').count()).toBe(0);
  await again.click();
  await page.getByRole('alertdialog').getByText('may already be generating this kit').waitFor();
  await page.keyboard.press('Escape');
  await page.getByRole('alertdialog').waitFor({ state: 'detached' });
  expect(await page.evaluate(() => window.fake.calls)).not.toContain('kits.requestAgain');
  await again.click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Request again' }).click();
  await page.getByRole('option', { name: /ZBAA to OMDB.*On this laptop/ }).waitFor();
});

test('a refused kit gives its reason in words, and its trip to the form to be changed', async () => {
  const page = await open('scenario=demo');
  await page.getByRole('option', { name: /EHAM to YSSY/ }).click();
  await page.getByText('The alternate YMML is not in your airline').waitFor();
  await page.getByRole('button', { name: 'Change and request' }).click();
  expect(await page.getByLabel('Origin').inputValue()).toBe('EHAM');
  await page.getByRole('button', { name: 'Remove alternate YMML' }).click();
  await page.getByRole('button', { name: 'Request trip kit' }).click();
  await page.getByRole('article', { name: 'EHAM → YSSY' }).getByText('Requesting').first().waitFor();
});

test('the viewer: pages, outline, links, find, light, zoom', async () => {
  const page = await open('scenario=demo');
  const ranges: (string | undefined)[] = [];
  page.on('request', (request) => {
    if (request.url().includes('/document/')) ranges.push(request.headers().range);
  });
  await readFirstPage(page);
  expect(await colours(page, 1)).toBeGreaterThan(5);
  // The document is read in ranges, never as a whole.
  expect(ranges).not.toEqual([]);
  expect(ranges.filter((range) => !range?.startsWith('bytes='))).toEqual([]);
  // Pages far away do not exist.
  expect(await page.locator('[data-page]').count()).toBeLessThan(6);

  await page.keyboard.press('End');
  await page.waitForSelector('[data-page-rendered="24"]');
  expect(await page.getByRole('textbox', { name: 'Page' }).inputValue()).toBe('24');
  expect(await page.locator('[data-page="1"]').count()).toBe(0);

  await page.keyboard.press('o');
  await page
    .getByRole('navigation', { name: 'Outline' })
    .getByRole('treeitem', { name: 'EGLL airport chart' })
    .click();
  await page.waitForSelector('[data-page-rendered="3"]');
  const landscape = await settledBox(page.locator('[data-page="3"]'));
  expect(landscape.width / landscape.height).toBeGreaterThan(1.3);
  await page.keyboard.press('Shift+O');

  await page.keyboard.press('Home');
  await page.getByRole('button', { name: 'External link, not opened: https://example.com' }).click();
  await page.getByText('leads outside the kit and is not opened').waitFor();
  expect(page.context().pages()).toHaveLength(1);
  await page.getByRole('button', { name: 'Dismiss' }).click();
  await page.getByRole('button', { name: 'Link to a place in this document' }).click();
  await page.waitForSelector('[data-page-rendered="5"]');

  await page.keyboard.press('Control+f');
  await page.keyboard.type('sheet 17 of');
  await page.getByText('1 of 1').waitFor();
  await page.waitForSelector('[data-page-rendered="17"]');
  await page.waitForFunction(() => (CSS.highlights.get('find-now')?.size ?? 0) === 1);
  await page.keyboard.press('Escape');

  await page.locator('.scroller').focus();
  await page.keyboard.press('n');
  await page.getByRole('button', { name: 'Light: Night' }).waitFor();

  await page.getByRole('textbox', { name: 'Page' }).fill('2');
  await page.keyboard.press('Enter');
  await page.waitForSelector('[data-page-rendered="2"]');
  await page.locator('.scroller').focus();
  for (let step = 0; step < 20; step += 1) await page.keyboard.press('+');
  await page.getByText('800 %').waitFor();
  // At 800 % the whole page would be too many pixels: the visible part lies sharp above it.
  await page.waitForSelector('[data-page="2"] .page__detail');
  const sharp = await page.locator('[data-page="2"] .page__detail').evaluate((element) => {
    const canvas = element as HTMLCanvasElement;
    return canvas.width / canvas.getBoundingClientRect().width;
  });
  expect(sharp).toBeGreaterThan(0.98);
  await page.keyboard.press('0');
  await page.waitForSelector('[data-page="2"] .page__detail', { state: 'detached' });
  await page.keyboard.press('Escape');
  await page.getByRole('listbox', { name: 'Trip kits' }).waitFor();
});

test('a page that can’t be drawn says so, and the others work; so do a damaged document and one that can’t be read any more', async () => {
  const page = await open('scenario=demo');
  await page.getByRole('option', { name: /ENGM to EKCH/ }).click();
  await page.keyboard.press('Enter');
  await page.waitForSelector('[data-page-rendered="1"]');
  await page.getByRole('textbox', { name: 'Page' }).fill('5');
  await page.keyboard.press('Enter');
  const told = page.getByRole('alert').getByText('Page 5 can’t be drawn');
  await told.waitFor();
  // In sight, however large the page is: a white page without a word would be taken for an empty one.
  for (let step = 0; step < 4; step += 1) await page.keyboard.press('+');
  await expect.poll(() => isInSight(told)).toBe(true);
  await page.getByRole('button', { name: 'Draw it again' }).click();
  await page.getByRole('alert').getByText('Page 5 can’t be drawn').waitFor();
  // The pages behind the hole are there too.
  await page.getByRole('textbox', { name: 'Page' }).fill('6');
  await page.keyboard.press('Enter');
  await page.waitForSelector('[data-page-rendered="6"]');
  await page.getByRole('button', { name: 'Previous page' }).click();
  await page.getByRole('alert').getByText('Page 5 can’t be drawn').waitFor();
  await page.getByRole('button', { name: 'Previous page' }).click();
  await page.waitForSelector('[data-page-rendered="4"]');
  expect(await colours(page, 4)).toBeGreaterThan(5);
  expectProblems();
  // A damaged document says so, with a way back.
  await command(page, 'library');
  await page.getByRole('option', { name: /LSZH to LEMD/ }).click();
  await page.keyboard.press('Enter');
  await page.getByRole('alert').getByText('can’t be read as a PDF').waitFor();
  await page.getByRole('alert').getByRole('button', { name: 'Back to trip kits' }).click();
  await page.getByRole('listbox').waitFor();
  // So does one that can't be read any more.
  await page.route('**/document/*', (route) => route.abort());
  await page.getByRole('option', { name: /EGLL to KJFK/ }).click();
  await page.keyboard.press('Enter');
  await page.getByRole('alert').getByText('could not be read from this laptop').waitFor();
  expectProblems();
});

test('a profile that can’t be read is told, and reading goes on', async () => {
  const page = await open('scenario=demo&fail=profiles.list');
  await page.getByRole('alert').getByText('The settings file is damaged.').waitFor();
  await readFirstPage(page);
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Try again' }).click();
  await page.getByRole('button', { name: 'Profile: Demo Air (training)' }).waitFor();
});
