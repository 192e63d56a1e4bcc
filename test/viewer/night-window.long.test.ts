/** Night in real Chromium, by what a person sees: pictures of the window, measured. */
import type { Locator, Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { DARK } from '../window/harness/sample-pdf.ts';
import { settledBox } from '../window/harness/settled-box.ts';
import { command, goTo, picture, readFirstPage } from '../window/harness/steps.ts';
import { openWindows } from '../window/harness/windows.ts';

const { open, url, newContext } = openWindows();
/** A chart on white paper. */
const CHART = 6;

async function read(page: Page): Promise<void> {
  await readFirstPage(page);
  await page.keyboard.press('s');
  await page.keyboard.press('0');
}

/** Mean luminance of a PNG, 0 to 255, and the share of it that is nearly white. */
function measured(page: Page, png: Buffer): Promise<{ mean: number; white: number }> {
  return page.evaluate(async (picture) => {
    const bytes = Uint8Array.from(atob(picture), (letter) => letter.charCodeAt(0));
    const bitmap = await createImageBitmap(new Blob([bytes]));
    const context = new OffscreenCanvas(bitmap.width, bitmap.height).getContext('2d', {
      willReadFrequently: true,
    });
    context?.drawImage(bitmap, 0, 0);
    const { data } = context?.getImageData(0, 0, bitmap.width, bitmap.height) ?? { data: [] };
    let [sum, white] = [0, 0];
    for (let at = 0; at < data.length; at += 4) {
      const [red = 0, green = 0, blue = 0] = [data[at], data[at + 1], data[at + 2]];
      const light = 0.2126 * red + 0.7152 * green + 0.0722 * blue;
      sum += light;
      if (light > 215) white += 1;
    }
    return { mean: (sum / data.length) * 4, white: (white / data.length) * 4 };
  }, png.toString('base64'));
}

/** Mean luminance of a place in the window, 0 to 255. */
async function lightOf(page: Page, place: Locator): Promise<number> {
  const { x, y, width, height } = await settledBox(place);
  const clip = {
    x: Math.max(0, x),
    y: Math.max(0, y),
    width,
    height: Math.min(height, (page.viewportSize()?.height ?? 0) - Math.max(0, y)),
  };
  return (await measured(page, await page.screenshot({ clip }))).mean;
}

const sheet = (page: Page, number: number) => page.locator(`[data-page="${number}"]`);
const bar = (page: Page) => page.locator('.viewer-bar');
const panel = (page: Page) => page.locator('.side');

test('N turns the whole window dark and back: bar, panel, white pages; a page that is dark stays as it is', async () => {
  const page = await open('scenario=demo');
  await read(page);
  await goTo(page, DARK);
  const cover = await lightOf(page, sheet(page, DARK));
  expect(cover).toBeLessThan(60);
  await goTo(page, CHART);
  await page.locator('.scroller').focus();
  await page.keyboard.press('t');
  await page.waitForSelector(`canvas[data-thumbnail="${CHART}"]`);
  for (const place of [bar(page), panel(page), sheet(page, CHART)])
    expect(await lightOf(page, place)).toBeGreaterThan(180);
  await picture(page, 'light-day');

  await page.keyboard.press('n');
  await page.getByRole('button', { name: 'Light: Night' }).waitFor();
  await picture(page, 'light-night');
  for (const place of [bar(page), panel(page), sheet(page, CHART)])
    expect(await lightOf(page, place)).toBeLessThan(70);
  // Letters and lines are all that is left of it.
  expect((await measured(page, await page.screenshot())).white).toBeLessThan(0.03);
  await goTo(page, DARK);
  await picture(page, 'light-night-dark-cover');
  expect(await lightOf(page, sheet(page, DARK))).toBeLessThan(60);
  const thumb = page.getByRole('option', { name: `Page ${DARK} of 24` }).locator('canvas[data-thumbnail]');
  expect(await lightOf(page, thumb)).toBeLessThan(60);
  // Also where it was first seen by night.
  await page.reload();
  await page.waitForSelector('html[data-ready="true"]');
  await command(page, 'theme_night');
  await read(page);
  await goTo(page, DARK);
  expect(Math.abs((await lightOf(page, sheet(page, DARK))) - cover)).toBeLessThan(12);

  await page.locator('.scroller').focus();
  await page.keyboard.press('n');
  await page.getByRole('button', { name: 'Light: Day' }).waitFor();
  await goTo(page, CHART);
  for (const place of [bar(page), sheet(page, CHART)])
    expect(await lightOf(page, place)).toBeGreaterThan(180);
  // It is a choice of the app, kept with the others.
  const kept = await page.evaluate(async () => {
    const answer = await window.fake.bridge.settings.get();
    return answer.ok ? answer.value.values.theme : null;
  });
  expect(kept).toBe('day');
});

test('the night of the system opens pages dark, and its day as printed; pages may be shown as printed, or dim, at night; that is kept, and day has its own', async () => {
  const page = await open('scenario=demo');
  await page.emulateMedia({ colorScheme: 'dark' });
  await page.waitForSelector('html[data-theme="night"]');
  await read(page);
  expect(await lightOf(page, sheet(page, 1))).toBeLessThan(60);
  await page.emulateMedia({ colorScheme: 'light' });
  await page.locator('.scroller[data-light="day"]').waitFor();
  expect(await lightOf(page, sheet(page, 1))).toBeGreaterThan(180);

  await page.keyboard.press('n');
  await page.getByRole('button', { name: 'Light: Night', exact: true }).waitFor();
  await page.getByRole('button', { name: 'More', exact: true }).click();
  const choice = (name: string) => page.getByRole('menuitemcheckbox', { name });
  expect(await choice('Dark pages').getAttribute('aria-checked')).toBe('true');
  await picture(page, 'light-menu');
  await choice('Pages as printed').click();
  await page.getByRole('button', { name: 'Light: Night, pages as printed' }).waitFor();
  expect(await lightOf(page, sheet(page, 1))).toBeGreaterThan(180);
  expect(await lightOf(page, bar(page))).toBeLessThan(70);
  await picture(page, 'light-night-as-printed');

  await page.locator('.scroller').focus();
  await page.keyboard.press('n');
  await page.getByRole('button', { name: 'Light: Day', exact: true }).waitFor();
  await page.keyboard.press('Shift+D');
  await page.getByRole('button', { name: 'Light: Day, dim pages' }).waitFor();
  const dim = await lightOf(page, sheet(page, 1));
  expect(dim).toBeGreaterThan(120);
  expect(dim).toBeLessThan(190);

  await page.reload();
  await page.waitForSelector('html[data-ready="true"]');
  await read(page);
  await page.getByRole('button', { name: 'Light: Day, dim pages' }).waitFor();
  await command(page, 'theme_night');
  await page.getByRole('button', { name: 'Light: Night, pages as printed' }).waitFor();
});

test('before any code has run, and while a kit opens and is read, no frame of the night is white', async () => {
  const context = await newContext();
  try {
    const bare = await context.newPage();
    await bare.emulateMedia({ colorScheme: 'dark' });
    await bare.route('**/*.js', (route) => route.abort());
    await bare.goto(url);
    expect((await measured(bare, await bare.screenshot())).mean).toBeLessThan(30);
  } finally {
    await context.close();
  }

  const page = await open('scenario=demo');
  await command(page, 'theme_night');
  await page.waitForSelector('html[data-theme="night"]');
  const frames: Buffer[] = [];
  const cdp = await page.context().newCDPSession(page);
  cdp.on('Page.screencastFrame', ({ data, sessionId }) => {
    frames.push(Buffer.from(data, 'base64'));
    cdp.send('Page.screencastFrameAck', { sessionId }).catch(() => {});
  });
  await settledBox(page.locator('body'));
  await cdp.send('Page.startScreencast', { format: 'png', maxWidth: 320, maxHeight: 200 });
  await read(page);
  for (const number of [DARK, CHART, DARK, 1]) await goTo(page, number);
  await settledBox(sheet(page, 1));
  await cdp.send('Page.stopScreencast');
  const lights: number[] = [];
  for (const frame of frames) lights.push((await measured(page, frame)).mean);
  expect(lights.length).toBeGreaterThan(3);
  expect(Math.max(...lights)).toBeLessThan(75);
});
