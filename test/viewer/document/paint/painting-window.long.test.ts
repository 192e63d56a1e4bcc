/** Painting in the shipping renderer, in real Chromium under the app's policy. */
import type { Frame, Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { PHOTOGRAPHS } from '../../../window/harness/sample-pdf.ts';
import { goTo, painted, readFirstPage } from '../../../window/harness/steps.ts';
import { openWindows } from '../../../window/harness/windows.ts';

declare global {
  interface Window {
    pictures: { counts: number[]; areHeld: boolean };
  }
}

const { open, newContext, expectProblems, url } = openWindows();

/** The pages that documents are read in. */
function documentFrames(page: Page): Frame[] {
  return page.frames().filter((frame) => new URL(frame.url()).hostname.startsWith('documents-'));
}

/** How many different colours the picture of a page holds: 1 means blank. */
function colours(page: Page, number: number): Promise<number> {
  return page.locator(`[data-page="${number}"] .page__canvas`).evaluate((element) => {
    const surface = element as HTMLCanvasElement;
    const copy = new OffscreenCanvas(surface.width, surface.height);
    const context = copy.getContext('2d');
    context?.drawImage(surface, 0, 0);
    const { data } = context?.getImageData(0, 0, surface.width, surface.height) ?? { data: [] };
    const seen = new Set<number>();
    for (let at = 0; at < data.length && seen.size < 50; at += 4)
      seen.add(((data[at] ?? 0) << 16) | ((data[at + 1] ?? 0) << 8) | (data[at + 2] ?? 0));
    return seen.size;
  });
}

test('at a rest only those in sight have canvases, and those that follow each other share one', async () => {
  const page = await open('scenario=demo&speed=20');
  await readFirstPage(page);
  await page.locator('[data-page="1"] .page__canvas').evaluate((canvas) => {
    canvas.dataset.mark = 'mine';
  });
  await goTo(page, 12);
  await page.waitForFunction(() => document.querySelectorAll('[data-page]').length >= 3);
  await page.waitForFunction(() => {
    const scroller = document.querySelector('.scroller');
    if (!scroller) return false;
    const above = scroller.getBoundingClientRect().top + scroller.clientTop;
    return [...document.querySelectorAll('.page')].every((one) => {
      const { top, bottom } = one.getBoundingClientRect();
      const inSight = top < above + scroller.clientHeight && bottom > above;
      return inSight === (one.querySelector('.page__canvas') !== null);
    });
  });
  expect(await page.locator('[data-mark="mine"]').count()).toBe(1);
  expect(await colours(page, 12)).toBeGreaterThan(4);
});

test('a page that was seen is shown from what was painted, without the engine', async () => {
  // In a small window three pages out of sight are kept: this one, and what is painted ahead meanwhile.
  const page = await open('scenario=demo&speed=20', { width: 1000, height: 640 });
  await readFirstPage(page);
  const watch = () => {
    const drawn: number[] = [];
    Object.assign(window, { drawn });
    const plain = Worker.prototype.postMessage;
    Worker.prototype.postMessage = function (message: unknown, more?: object) {
      const { action, data } = message as { action?: string; data?: { pageIndex?: number } };
      if (action === 'GetOperatorList' && data?.pageIndex !== undefined) drawn.push(data.pageIndex + 1);
      plain.call(this, message, more);
    };
  };
  await Promise.all(documentFrames(page).map((frame) => frame.evaluate(watch)));
  /** What was drawn since the last question. */
  const drawnIn = (frame: Frame) =>
    frame.evaluate(() => (window as unknown as { drawn?: number[] }).drawn?.splice(0) ?? []);
  const drawn = async () => (await Promise.all(documentFrames(page).map(drawnIn))).flat();
  await goTo(page, 12);
  expect(await drawn()).toContain(12);
  const ink = await colours(page, 12);
  const again = async () => {
    await goTo(page, 1);
    await page.waitForSelector('[data-page="12"]', { state: 'detached' });
    await drawn();
    await goTo(page, 12);
    return drawn();
  };
  // A page beside it that was still being painted when it was left takes its place once.
  await expect.poll(again, { timeout: 60_000 }).not.toContain(12);
  expect(await colours(page, 12)).toBe(ink);
});

test('what is said while a document opens takes no room from its pages, whose width the first picture has', async () => {
  const watch = () =>
    new MutationObserver(() => {
      const body = document.querySelector('.viewer__wait')?.parentElement;
      const pages = body?.querySelector('.scroller');
      if (body && pages) document.documentElement.dataset.room = String(pages.clientWidth / body.clientWidth);
    }).observe(document, { childList: true, subtree: true });
  const page = await open('scenario=demo&speed=20', undefined, 1, {
    prepare: (opened) => opened.addInitScript(watch),
  });
  await readFirstPage(page);
  const room = await page.evaluate(() => document.documentElement.dataset.room);
  // The rest is the scrollbar's.
  expect(Number(room)).toBeGreaterThan(0.95);
});

/** Has the page count the pictures that it gets of each document, in the order in which documents are first painted. */
const watchPictures = (page: Page) =>
  page.addInitScript(() => {
    const counts: number[] = [];
    window.pictures = { counts, areHeld: false };
    const gates = new Set<Worker>();
    const plain = Worker.prototype.postMessage;
    Worker.prototype.postMessage = function (message: unknown, more?: object) {
      const { call } = message as { call?: { name: string } };
      const isPaint = call?.name === 'paint';
      if (isPaint && window.pictures.areHeld) return;
      if (isPaint && !gates.has(this)) {
        gates.add(this);
        const document = counts.push(0) - 1;
        this.addEventListener('message', ({ data }) => {
          if (data?.value instanceof ImageBitmap) counts[document] = (counts[document] ?? 0) + 1;
        });
      }
      plain.call(this, message, more);
    };
  });
/** From now on nothing is painted. */
const holdPictures = (page: Page) => page.evaluate(() => Object.assign(window.pictures, { areHeld: true }));

test('the page of a selected kit is painted, as large as the last one was read, before the kit opens', async () => {
  const page = await open('scenario=demo&speed=20', undefined, 1, { rest: true, prepare: watchPictures });
  await readFirstPage(page);
  await page.keyboard.press('Escape');
  // The view has closed its document: the one that is opened ahead is the second.
  await expect.poll(() => page.evaluate(() => window.pictures.counts[1]), { timeout: 20_000 }).toBe(1);
  await holdPictures(page);
  await page.keyboard.press('Enter');
  await painted(page, 1).waitFor();
});

test('a picture that stands in for another size is the page’s own once the page is zoomed to its size', async () => {
  const page = await open('scenario=demo&speed=20', undefined, 1, { prepare: watchPictures });
  await readFirstPage(page);
  const widths = () =>
    page
      .locator('[data-page-rendered="1"] .page__canvas')
      .evaluateAll((all) => all.map((canvas) => (canvas as HTMLCanvasElement).width));
  const [before] = await widths();
  await page.keyboard.press('+');
  await expect.poll(async () => (await widths()).filter((width) => width !== before)).toHaveLength(1);
  await holdPictures(page);
  await page.keyboard.press('End');
  await page.locator('[data-page="1"]').waitFor({ state: 'detached' });
  await page.keyboard.press('+');
  await page.keyboard.press('Home');
  await page.locator('[data-page="1"] .page__canvas').waitFor();
  expect(await page.locator('[data-page-rendered="1"]').count()).toBe(0);
  await page.keyboard.press('-');
  await painted(page, 1).waitFor();
});

test('a worker that dies is replaced, with all pictures, and reading goes on', async () => {
  const page = await open('scenario=demo&speed=20');
  await readFirstPage(page);
  await goTo(page, PHOTOGRAPHS);
  for (const worker of page.workers().filter((one) => one.url().includes('pdf.worker')))
    await worker.evaluate(() => {
      setTimeout(() => {
        throw new Error('the worker dies');
      });
    });
  await goTo(page, 17);
  expect(await colours(page, 17)).toBeGreaterThan(4);
  await page.keyboard.press('+');
  await goTo(page, PHOTOGRAPHS);
  expect(await colours(page, PHOTOGRAPHS)).toBeGreaterThan(20);
  expectProblems();
});

interface Stored {
  page: number;
  begin: string;
  bytes: number;
  width: number;
}

test('the first page of a kit without one is made, large enough to be read', async () => {
  const context = await newContext();
  const page = await context.newPage();
  try {
    await page.addInitScript(() => {
      interface Fake {
        kits: { list(): Promise<{ value: { id: string; document: unknown }[] }> };
        reading: object;
      }
      const stored: Stored[] = [];
      const done = new Set<string>();
      Object.assign(window, { stored });
      const define = Object.defineProperty;
      Object.defineProperty = (target: never, name: never, how: never) => {
        if (name === 'tripkit') {
          const { kits, reading } = (how as { value: Fake }).value;
          Object.assign(reading, {
            missingFirstThumbnails: async () => {
              const { value } = await kits.list();
              const ready = value.filter((kit) => kit.document !== null && !done.has(kit.id));
              return { ok: true, value: ready.map((kit) => kit.id) };
            },
            storeStoredThumbnails: async (
              id: string,
              { made }: { made: { page: number; webp: Uint8Array<ArrayBuffer> }[] },
            ) => {
              done.add(id);
              for (const { page, webp } of made) {
                const { width } = await createImageBitmap(new Blob([webp]));
                const begin = String.fromCharCode(...webp.subarray(0, 4));
                stored.push({ page, begin, bytes: webp.length, width });
              }
              return { ok: true, value: true };
            },
          });
        }
        return define(target, name, how);
      };
    });
    await page.goto(`${url}/?scenario=demo&speed=20`);
    await page.waitForFunction(() => (window as unknown as { stored: unknown[] }).stored.length > 0);
    const [first] = await page.evaluate(() => (window as unknown as { stored: Stored[] }).stored);
    expect(first).toMatchObject({ page: 1, begin: 'RIFF', width: 800 });
    expect(first?.bytes).toBeLessThanOrEqual(200 * 1024);
    expect(first?.bytes).toBeGreaterThan(5_000);
  } finally {
    await context.close();
  }
});
