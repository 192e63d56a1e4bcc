/** The app with its seeded library, in the Chromium window host: what a person waits for. */
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';
import type { Page } from 'playwright-core';
import { newSettingsFile } from '../../../main/settings/settings-file.ts';
import type { Choices } from '../../../preload/contract.ts';
import { launchInChromium } from '../../host/launch.ts';
import type { LaunchedApp } from '../../runtime/launched-app.ts';

const PDFJS_VERSION: string = JSON.parse(
  readFileSync(fileURLToPath(import.meta.resolve('pdfjs-dist/package.json')), 'utf8'),
).version;
/** How long a start may take before the bench gives up, ms. */
const START_TIMEOUT_MS = 60_000;

/** Starts the bundles in `app/out` on a copy of `seed`, with the choices of a person; resolves when the list has been drawn. */
export async function startApp(
  app: string,
  seed: string,
  choices: Partial<Choices> = {},
): Promise<{ running: LaunchedApp; end(): Promise<void> }> {
  const userData = mkdtempSync(join(tmpdir(), 'tripkit-bench-ui-'));
  cpSync(seed, userData, { recursive: true });
  const settings = newSettingsFile();
  writeFileSync(
    join(userData, 'settings.json'),
    JSON.stringify({ ...settings, choices: { ...settings.choices, ...choices } }),
  );
  const running = await launchInChromium({ userData, env: { TRIPKIT_HOST_APP: app } });
  const end = async () => {
    await running.close().catch(() => running.kill());
    rmSync(userData, { recursive: true, force: true });
  };
  try {
    await running.page.waitForFunction(() => performance.getEntriesByName('library-shown').length > 0, null, {
      timeout: START_TIMEOUT_MS,
    });
    return { running, end };
  } catch (error) {
    await end();
    throw error;
  }
}

/** From the beginning of the page to its list, drawn with its first rows; ms. */
export function untilList(page: Page): Promise<{ list: number; rows: number }> {
  return page.evaluate(() => ({
    list: performance.getEntriesByName('library-shown')[0]?.startTime ?? Number.NaN,
    rows: document.querySelectorAll('.kit-list [data-kit-id]').length,
  }));
}

/** From the beginning of the page until it holds so many kits; ms. */
export async function untilComplete(page: Page, count: number): Promise<number> {
  const seen = await page.waitForFunction(
    (wanted) =>
      document.querySelector('.library__count')?.textContent?.includes(`${wanted} kits`)
        ? performance.now()
        : null,
    count,
    { timeout: START_TIMEOUT_MS },
  );
  return Number(await seen.jsonValue());
}

/** Files of JavaScript with their bytes, gzip level 9, kB. */
export interface Scripts {
  kB: number;
  files: string[];
}

/**
 * The JavaScript that the page asked for before its list was there, and all that it has once every part that is warmed is
 * there; the PDF engine, which is told by its version, is in neither.
 */
export async function loadedScripts(page: Page, app: string): Promise<{ first: Scripts; rest: Scripts }> {
  // The last one that renderer/shell/lazy-components.tsx warms.
  await page.waitForFunction(
    () => performance.getEntriesByType('resource').some(({ name }) => name.includes('diagnostics-dialog')),
    null,
    { timeout: START_TIMEOUT_MS },
  );
  const { paths, before } = await page.evaluate(() => {
    const shown = performance.getEntriesByName('library-shown')[0]?.startTime ?? 0;
    const scripts = performance
      .getEntriesByType('resource')
      .map(({ name, startTime }) => ({ path: new URL(name).pathname, startTime }))
      .filter(({ path }) => /\.m?js$/.test(path));
    return {
      paths: scripts.map(({ path }) => path),
      before: scripts.filter(({ startTime }) => startTime < shown).map(({ path }) => path),
    };
  });
  const sum = (some: readonly string[]): Scripts => {
    const files = [...new Set(some)].filter(
      (path) => !readFileSync(join(app, 'out/renderer', path), 'utf8').includes(PDFJS_VERSION),
    );
    const bytes = files.map(
      (path) => gzipSync(readFileSync(join(app, 'out/renderer', path)), { level: 9 }).length,
    );
    return { kB: bytes.reduce((all, one) => all + one, 0) / 1000, files };
  };
  return { first: sum(before), rest: sum(paths) };
}

/** Intervals between frames while the list is scrolled by `px` a frame, ms. */
export function scrollFrames(page: Page, px: number, seconds: number): Promise<number[]> {
  return page.evaluate(
    async ([step, length]) => {
      const list = document.querySelector('.kit-list');
      if (!list) throw new Error('There is no list.');
      list.scrollTo(0, 0);
      const frame = () => new Promise<number>((resolve) => requestAnimationFrame(resolve));
      const intervals: number[] = [];
      let before = await frame();
      const end = before + length * 1000;
      while (before < end) {
        list.scrollBy(0, step);
        const now = await frame();
        intervals.push(now - before);
        before = now;
      }
      return intervals;
    },
    [px, seconds] as const,
  );
}

/** From the click on each head of the table to its rows in the page in that order, twice a head: both ways; ms. */
export function sortTimes(page: Page): Promise<number[]> {
  return page.evaluate(async () => {
    const times: number[] = [];
    const frame = () => new Promise((resolve) => requestAnimationFrame(resolve));
    for (const head of document.querySelectorAll<HTMLElement>('[role="columnheader"] button'))
      for (let turn = 0; turn < 2; turn += 1) {
        const began = performance.now();
        head.click();
        // React has changed the page by the end of the click's own task.
        await Promise.resolve();
        times.push(performance.now() - began);
        await frame();
        await frame();
      }
    return times;
  });
}

/** From the key to the narrowed list in the page, and to its drawn frame; ms, one of each a key. */
export async function searchTimes(
  page: Page,
  words: readonly string[],
): Promise<{ list: number[]; drawn: number[] }> {
  await page.evaluate(() => {
    const times: { list: number[]; drawn: number[] } = { list: [], drawn: [] };
    Object.assign(window, { benchSearch: times });
    document.addEventListener(
      'input',
      (event) => {
        const began = event.timeStamp;
        // React has changed the page by the end of the event's own task; its frame is drawn after the next callback.
        queueMicrotask(() => times.list.push(performance.now() - began));
        requestAnimationFrame(() => {
          const { port1, port2 } = new MessageChannel();
          port1.onmessage = () => times.drawn.push(performance.now() - began);
          port2.postMessage(null);
        });
      },
      { capture: true },
    );
  });
  const box = page.getByRole('searchbox', { name: 'Search trip kits' });
  let keys = 0;
  for (const word of words) {
    await box.focus();
    for (const key of word) {
      await page.keyboard.press(key);
      keys += 1;
      await page.waitForFunction(
        (wanted) => (Reflect.get(window, 'benchSearch') as { drawn: number[] }).drawn.length >= wanted,
        keys,
      );
    }
    await box.fill('');
    keys += 1;
    await page.waitForFunction(
      (wanted) => (Reflect.get(window, 'benchSearch') as { drawn: number[] }).drawn.length >= wanted,
      keys,
    );
  }
  return page.evaluate(() => Reflect.get(window, 'benchSearch') as { list: number[]; drawn: number[] });
}
