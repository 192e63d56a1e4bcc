/** Night with the pictures left as they are, in real Chromium: what a person sees, point by point. */
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { PHOTOGRAPHS, SCANNED } from '../../../window/harness/sample-pdf.ts';
import { SEEN } from '../../../window/harness/sample-pictures.ts';
import { settledBox } from '../../../window/harness/settled-box.ts';
import { goTo, picture, readFirstPage } from '../../../window/harness/steps.ts';
import { openWindows } from '../../../window/harness/windows.ts';

const { open } = openWindows();
/** The page, pt. */
const A4 = { width: 595.28, height: 841.89 };
const SKY = [86, 150, 232] as const;

/** The kit at the page, whole, by night. */
async function atNight(number: number): Promise<Page> {
  const page = await open('scenario=demo');
  await readFirstPage(page);
  await page.keyboard.press('s');
  await page.keyboard.press('0');
  await goTo(page, number);
  await page.locator('.scroller').focus();
  await page.keyboard.press('n');
  await page.locator('.scroller[data-light="night"]').waitFor();
  return page;
}

/** The colours that the window shows at these points of a page, pt from its top left. */
async function seen(page: Page, number: number, points: readonly (readonly [number, number])[]) {
  const frame = await settledBox(page.locator(`[data-page="${number}"]`));
  const turn = await page
    .locator(`.sheet:has([data-page="${number}"])`)
    .evaluate((sheet) => sheet.getAttribute('data-turn'));
  const at = points.map(([x, y]) => {
    const [across, down] = [x / A4.width, y / A4.height];
    const [u, v] = turn === '90' ? [1 - down, across] : [across, down];
    return [frame.x + u * frame.width, frame.y + v * frame.height] as const;
  });
  const picture = (await page.screenshot()).toString('base64');
  return page.evaluate(
    async ({ picture, at }) => {
      const bytes = Uint8Array.from(atob(picture), (letter) => letter.charCodeAt(0));
      const bitmap = await createImageBitmap(new Blob([bytes], { type: 'image/png' }));
      const context = new OffscreenCanvas(bitmap.width, bitmap.height).getContext('2d', {
        willReadFrequently: true,
      });
      context?.drawImage(bitmap, 0, 0);
      return at.map(([x, y]) => [...(context?.getImageData(x, y, 1, 1).data ?? [])].slice(0, 3));
    },
    { picture, at },
  );
}

/** In each photograph its sky, near the top left. */
const skies = Object.values(SEEN).map(([left, top]) => [left + 20, top + 8] as const);
const paper = [560, 700] as const;
const sign = [100, 493] as const;
const beyondTheClip = [220, 330] as const;

function isSky(colour: readonly number[] | undefined): boolean {
  return SKY.every((value, index) => Math.abs(value - (colour?.[index] ?? 999)) < 12);
}

/** The hue of a colour, degrees. */
function hueOf([red = 0, green = 0, blue = 0]: readonly number[]): number {
  const [most, least] = [Math.max(red, green, blue), Math.min(red, green, blue)];
  const span = most - least;
  if (span === 0) return Number.NaN;
  if (most === red) return (60 * ((green - blue) / span) + 360) % 360;
  return most === green ? 60 * ((blue - red) / span) + 120 : 60 * ((red - green) / span) + 240;
}

test('pictures that are dark with the page keep their hue: the sky is blue, the mountain green; those that a person wants as they are stay so, and the rest dark', async () => {
  const page = await atNight(PHOTOGRAPHS);
  const [left, , , bottom] = SEEN.plain;
  const places = [...skies, [left + 20, bottom - 6] as const];
  const byNight = await seen(page, PHOTOGRAPHS, places);
  expect(byNight.slice(0, -1).some(isSky)).toBe(false);
  const before = await seen(page, PHOTOGRAPHS, [paper, sign, beyondTheClip]);
  expect(before[0]).toEqual([0, 0, 0]);
  await picture(page, 'night-all');
  await page.keyboard.press('n');
  await page.locator('.scroller[data-light="day"]').waitFor();
  const byDay = await seen(page, PHOTOGRAPHS, places);
  expect(byDay.slice(0, -1).every(isSky)).toBe(true);
  for (const [index, colour] of byNight.entries())
    expect(Math.abs(hueOf(colour) - hueOf(byDay[index] ?? []))).toBeLessThan(6);
  await page.keyboard.press('n');
  await page.locator('.scroller[data-light="night"]').waitFor();

  await page.keyboard.press('Shift+N');
  await page.locator(`[data-page="${PHOTOGRAPHS}"] .page__picture[data-kept]`).waitFor();
  for (const colour of await seen(page, PHOTOGRAPHS, skies)) expect(isSky(colour)).toBe(true);
  // The same dark as everywhere, and the same red.
  const rest = await seen(page, PHOTOGRAPHS, [paper, sign, beyondTheClip]);
  for (const [index, colour] of rest.entries())
    for (const [part, value] of colour.entries())
      expect(Math.abs(value - (before[index]?.[part] ?? 999))).toBeLessThan(6);
  await picture(page, 'night-pictures-kept');

  // Turned, and larger than a whole page is painted sharp: the photographs stay what they are.
  await page.keyboard.press('r');
  await page.locator(`[data-turn="90"] [data-page="${PHOTOGRAPHS}"]`).waitFor();
  await expect
    .poll(async () => (await seen(page, PHOTOGRAPHS, skies)).filter(isSky).length)
    .toBe(skies.length);
  await picture(page, 'night-pictures-turned');

  // By day nothing is left of it, and it is kept for the next start.
  await page.keyboard.press('n');
  expect(await page.locator('[data-kept]').count()).toBe(0);
  await page.reload();
  await page.waitForSelector('html[data-ready="true"]');
  expect(await page.evaluate(() => window.fake.choices)).toMatchObject({ keep_pictures: true });
});

test('over pictures that keep their colours marks lie as over the page; a sharp part of a large zoom keeps them too; a scan stays dark', async () => {
  const page = await atNight(PHOTOGRAPHS);
  const [left, top, right, bottom] = SEEN.plain;
  await page.keyboard.press('Shift+N');
  await page.locator(`[data-page="${PHOTOGRAPHS}"] .page__picture[data-kept]`).waitFor();
  await page.keyboard.press('i');
  const frame = await settledBox(page.locator(`[data-page="${PHOTOGRAPHS}"]`));
  const at = (x: number, y: number) =>
    [frame.x + (x / A4.width) * frame.width, frame.y + (y / A4.height) * frame.height] as const;
  await page.mouse.move(...at(left + 10, top + 10));
  await page.mouse.down();
  await page.mouse.move(...at(left + 60, top + 10), { steps: 6 });
  await page.mouse.up();
  await page.locator('.marks > .marks__ink > .marks__line').waitFor({ state: 'attached' });
  await page.keyboard.press('Escape');
  await picture(page, 'night-pictures-marked');
  const [line, beside] = await seen(page, PHOTOGRAPHS, [
    [left + 30, top + 10],
    [left + 30, top + 22],
  ]);
  // The red pen of the night, #ff8078.
  expect(line?.[0]).toBeGreaterThan(200);
  expect(isSky(line)).toBe(false);
  expect(isSky(beside)).toBe(true);

  await page.mouse.move(...at((left + right) / 2, top * 0.7 + bottom * 0.3));
  await page.keyboard.down('Control');
  for (let step = 0; step < 6; step += 1) await page.mouse.wheel(0, -400);
  await page.keyboard.up('Control');
  await page.locator(`[data-page="${PHOTOGRAPHS}"] .page__detail`).waitFor();
  // The pointer's place has stayed; a little above it there is sky.
  const sky = [right - 10, top * 0.75 + bottom * 0.25] as const;
  await expect.poll(async () => (await seen(page, PHOTOGRAPHS, [sky])).every(isSky)).toBe(true);
  await picture(page, 'night-pictures-close');

  // A scanned page is no picture on a page.
  await page.keyboard.press('0');
  await goTo(page, SCANNED);
  await page.locator(`[data-page="${SCANNED}"] .textLayer span`).first().waitFor({ state: 'attached' });
  // The answer for a page with pictures has come, so the one for the scan would have too.
  await goTo(page, PHOTOGRAPHS);
  await page.locator(`[data-page="${PHOTOGRAPHS}"] .page__picture[data-kept]`).waitFor();
  await goTo(page, SCANNED);
  expect(await page.locator(`[data-page="${SCANNED}"] [data-kept]`).count()).toBe(0);
  const [margin] = await seen(page, SCANNED, [[100, 800]]);
  expect(Math.max(...(margin ?? [255]))).toBeLessThan(60);
  await picture(page, 'night-scan');
});
