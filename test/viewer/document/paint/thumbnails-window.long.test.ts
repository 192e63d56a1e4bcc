/** Small pictures of all pages in the shipping renderer, in real Chromium: standing in for pages, and being made. */
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import type { NewStoredThumbnails } from '../../../../preload/contract.ts';
import type { FakeControls } from '../../../window/fake-bridge.ts';
import { settledBox } from '../../../window/harness/settled-box.ts';
import { read, readFirstPage } from '../../../window/harness/steps.ts';
import { openWindows } from '../../../window/harness/windows.ts';

const { open } = openWindows();

type Runs = [number, number][];

declare global {
  interface Window {
    keepMade?(pages: { page: number; begin: string; bytes: number }[]): Promise<boolean>;
  }
}

/** A window whose library knows stored thumbnails of these pages. @param prepare called before it is loaded */
function openWith(pages: Runs, prepare?: (page: Page) => Promise<unknown>): Promise<Page> {
  const know = (pages: Runs) => {
    let fake: FakeControls;
    Object.defineProperty(window, 'fake', {
      get: () => fake,
      set(made: FakeControls) {
        fake = made;
        const { reading, documents } = made.bridge;
        const plain = reading.prepared;
        const thumbnails = { pages, unpaintable: [] };
        reading.thumbnails = async () => ({ ok: true, value: thumbnails });
        reading.prepared = async (id) => {
          const [answer, source] = [await plain(id), await documents.open(id)];
          if (!answer.ok || !source.ok || source.value.sha256 === null) return answer;
          const sizes = Array.from({ length: 24 }, (): [number, number] => [794, 1123]);
          const { sha256 } = source.value;
          return { ok: true, value: { ...answer.value, state: 'ready', sha256, sizes, thumbnails } };
        };
        if (!window.keepMade) return;
        reading.storeStoredThumbnails = async (_id: string, { made }: NewStoredThumbnails) => {
          const told = made.map(({ page, webp }) => ({
            page,
            begin: String.fromCharCode(...(webp?.subarray(0, 16) ?? [])),
            bytes: webp?.length ?? 0,
          }));
          return { ok: true, value: (await window.keepMade?.(told)) ?? false };
        };
      },
    });
  };
  return open('scenario=demo', undefined, 1, {
    async prepare(page) {
      await page.addInitScript(know, pages);
      await prepare?.(page);
    },
  });
}

/** Serves a picture that is red at its top and green below it; says what was asked for. */
async function servePictures(page: Page): Promise<string[]> {
  const webp = await page.evaluate(async () => {
    const canvas = new OffscreenCanvas(280, 396);
    const context = canvas.getContext('2d');
    if (!context) throw new Error('no canvas');
    context.fillStyle = '#0a0';
    context.fillRect(0, 0, 280, 396);
    context.fillStyle = '#d00';
    context.fillRect(0, 0, 280, 100);
    const blob = await canvas.convertToBlob({ type: 'image/webp', quality: 0.9 });
    return [...new Uint8Array(await blob.arrayBuffer())];
  });
  const asked: string[] = [];
  await page.route('**/thumbnails/**', (route) => {
    const pages = new URL(route.request().url()).pathname.split('/').at(-1) ?? '';
    asked.push(pages);
    const [first = 0, last] = pages.split('-').map(Number);
    if (last === undefined) return route.fulfill({ contentType: 'image/webp', body: Buffer.from(webp) });
    const parts = Array.from({ length: Math.min(24, last) - first + 1 }, (_, index) => {
      const head = Buffer.alloc(8);
      head.writeUInt32LE(first + index, 0);
      head.writeUInt32LE(webp.length, 4);
      return Buffer.concat([head, Buffer.from(webp)]);
    });
    return route.fulfill({ contentType: 'application/octet-stream', body: Buffer.concat(parts) });
  });
  return asked;
}

async function goTo(page: Page, number: number): Promise<void> {
  await page.getByRole('textbox', { name: 'Page', exact: true }).fill(String(number));
  await page.keyboard.press('Enter');
}

/** What the middle of the upper and of the lower part of a canvas shows. */
function coloursOf(page: Page, selector: string): Promise<string[]> {
  return page.locator(selector).evaluate((element) => {
    const { width, height } = element as HTMLCanvasElement;
    const copy = new OffscreenCanvas(width, height);
    const context = copy.getContext('2d', { willReadFrequently: true });
    context?.drawImage(element as HTMLCanvasElement, 0, 0);
    return [0.1, 0.6].map((down) => {
      const [red = 0, green = 0] = context?.getImageData(width / 2, height * down, 1, 1).data ?? [];
      return red > green + 50 ? 'red' : green > red + 50 ? 'green' : 'other';
    });
  });
}

test('a jump and the panel show the small picture until the page is painted, in the same light; pages without one ask for none', async () => {
  let asked: string[] = [];
  const held = Promise.withResolvers<void>();
  const page = await openWith([[2, 20]], async (page) => {
    asked = await servePictures(page);
    await page.route('**/document/*', async (route) => {
      await held.promise;
      await route.continue();
    });
  });
  await read(page);
  await page.waitForSelector('input[name="page"]:enabled');
  await goTo(page, 15);
  // Nothing of the document can be read yet.
  await page.waitForSelector('[data-page-shown="15"]');
  expect(await coloursOf(page, '[data-page="15"] .page__thumbnail canvas')).toEqual(['red', 'green']);
  const place = await settledBox(page.locator('[data-page="15"]'));
  expect(await settledBox(page.locator('[data-page="15"] .page__thumbnail canvas'))).toEqual(place);
  expect(await page.locator('[data-page-rendered]').count()).toBe(0);
  // The light lies over it as over the page.
  await page.keyboard.press('n');
  const order = await page
    .locator('[data-page="15"] .page__picture')
    .evaluate((element) => [...element.children].map((child) => child.className));
  expect(order).toEqual(['page__thumbnail', 'page__light']);
  // The panel shows it in the size that it has there.
  await page.keyboard.press('t');
  const small = page.locator('canvas[data-thumbnail="15"]');
  await small.waitFor();
  expect(await coloursOf(page, 'canvas[data-thumbnail="15"]')).toEqual(['red', 'green']);
  const there = await small.evaluate((canvas) => {
    const { width, height } = canvas as HTMLCanvasElement;
    return [width - canvas.clientWidth, height - canvas.clientHeight];
  });
  expect(there).toEqual([0, 0]);
  // One without says nothing is there, and asks for nothing.
  await goTo(page, 23);
  await page.waitForSelector('[data-page="23"]');
  await goTo(page, 10);
  await page.waitForSelector('[data-page-shown="10"]');
  expect(await page.locator('[data-page="23"] .page__thumbnail, [data-page-shown="23"]').count()).toBe(0);
  expect(asked.filter((one) => one === '1' || Number(one) > 20)).toEqual([]);
  // The pages that were left have let go of theirs.
  expect(await page.locator('.page__thumbnail').count()).toBeLessThan(8);
  held.resolve();
  await page.waitForSelector('[data-page-rendered="10"]');
  await page.waitForSelector('[data-page="10"] .page__thumbnail', { state: 'detached' });
  expect(await page.locator('[data-page-shown="10"]').count()).toBe(1);
  // In the panel it is still the one that was kept.
  await page.waitForSelector('canvas[data-thumbnail="10"]');
  expect(await coloursOf(page, 'canvas[data-thumbnail="10"]')).toEqual(['red', 'green']);
});

test('once a kit is open they are read ahead together, so that none is read when it is shown', async () => {
  const page = await openWith([[1, 24]]);
  const asked = await servePictures(page);
  await readFirstPage(page);
  await expect.poll(() => asked).toContain('1-64');
  // As soon as the answer is taken in, no page is asked for by itself any more.
  let number = 1;
  const askedByJump = async () => {
    asked.splice(0);
    number = (number % 24) + 5;
    await goTo(page, Math.min(24, number));
    await page.waitForSelector(`[data-page-rendered="${Math.min(24, number)}"]`);
    return asked.length;
  };
  await expect.poll(askedByJump, { timeout: 30_000 }).toBe(0);
  await page.keyboard.press('t');
  const thumbnail = `canvas[data-thumbnail="${Math.min(24, number)}"]`;
  await page.waitForSelector(thumbnail);
  expect(await coloursOf(page, thumbnail)).toEqual(['red', 'green']);
  expect(asked).toEqual([]);
});

test('one that is gone or damaged stands in for nothing, and the page comes all the same', async () => {
  const page = await openWith([[1, 24]]);
  await page.route('**/thumbnails/**', (route) =>
    route.fulfill({ contentType: 'image/webp', body: Buffer.from('no picture') }),
  );
  await read(page);
  await goTo(page, 12);
  await page.waitForSelector('[data-page-rendered="12"]');
  expect(await page.locator('.page__thumbnail canvas[width="280"]').count()).toBe(0);
});

test('while nobody does anything the missing ones are made, the page in view first', async () => {
  const made: { page: number; begin: string; bytes: number }[] = [];
  const page = await openWith([], (page) =>
    page.exposeFunction('keepMade', (some: typeof made) => made.push(...some) > 0),
  );
  await readFirstPage(page);
  await goTo(page, 9);
  await page.waitForSelector('[data-page-rendered="9"]');
  await expect.poll(() => made.length, { timeout: 60_000 }).toBeGreaterThan(11);
  const batch = made.slice(0, 12);
  const kept = batch.map(({ page }) => page);
  expect(kept[0]).toBe(9);
  expect(Math.max(...kept.map((page) => Math.abs(page - 9)))).toBe(6);
  for (const { begin, bytes } of batch) {
    expect(begin).toMatch(/^RIFF.{4}WEBPVP8/s);
    expect(bytes).toBeGreaterThan(300);
    expect(bytes).toBeLessThan(16 * 1024);
  }
});

interface Told {
  kit: string;
  page: number;
  painted: boolean;
}

/** Pages that stored thumbnails are there of already, and how many others there are. */
const there: Runs = [[15, 24]];
const MISSING = 14;

test('kits that nobody opens get theirs in the background; who opens one comes first, and the rest goes on later', async () => {
  const ids = {
    sound: '7d1f2a52-93a4-4c5e-8f6d-0c3f0a1b2c3d',
    holed: 'c9f1b3a4-5d6e-4f7a-8b9c-0d1e2f3a4b5c',
    broken: 'b2a7c0de-1f2e-4a3b-9c8d-7e6f5a4b3c2d',
  };
  const know = ({ sound, holed, broken, there, missing }: typeof ids & { there: Runs; missing: number }) => {
    const told: Told[] = [];
    Object.assign(window, { told });
    const pagesOf = (id: string) =>
      told.filter(({ kit }) => kit === id).map((one): [number, number] => [one.page, one.page]);
    let fake: FakeControls;
    Object.defineProperty(window, 'fake', {
      get: () => fake,
      set(made: FakeControls) {
        fake = made;
        const { reading } = made.bridge;
        reading.missingStoredThumbnails = async () => {
          const whole = (id: string) => new Set(pagesOf(id).map(([first]) => first)).size === missing;
          return { ok: true, value: [broken, sound, holed].filter((id) => !whole(id)) };
        };
        reading.thumbnails = async (id) => ({
          ok: true,
          value: { pages: [...there, ...pagesOf(id)], unpaintable: [] },
        });
        reading.storeStoredThumbnails = async (kit, { made }) => {
          for (const { page, webp } of made) told.push({ kit, page, painted: webp !== null });
          return { ok: true, value: true };
        };
      },
    });
  };
  const prepare = (page: Page) => page.addInitScript(know, { ...ids, there, missing: MISSING });
  const page = await open('scenario=demo', undefined, 1, { rest: true, prepare });
  const made = async (kit: string) => {
    const all = await page.evaluate(() => (window as unknown as { told: Told[] }).told);
    return all.filter((one) => one.kit === kit);
  };
  await expect.poll(async () => (await made(ids.sound)).length, { timeout: 60_000 }).toBeGreaterThan(0);
  await page.keyboard.press('?');
  await page.keyboard.press('Escape');
  await readFirstPage(page);
  await page.keyboard.press('Escape');
  await page.getByRole('option', { name: /EGLL to KJFK/ }).waitFor();
  await expect.poll(async () => (await made(ids.holed)).length, { timeout: 90_000 }).toBe(MISSING);
  const sound = await made(ids.sound);
  expect(new Set(sound.map((one) => one.page)).size).toBe(MISSING);
  expect(sound.length).toBe(MISSING);
  expect(sound.every((one) => one.painted)).toBe(true);
  // The page that is not there is remembered as such; the document that can't be opened is left alone.
  expect((await made(ids.holed)).filter((one) => !one.painted).map((one) => one.page)).toEqual([5]);
  expect(await made(ids.broken)).toEqual([]);
});
