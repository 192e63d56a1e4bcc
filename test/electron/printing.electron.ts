/** Pages on paper: what a printer (CUPS) gets through the system's own print dialog. */
import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import PDFDocument from 'pdfkit';
import { test as base, expect } from '../e2e/fixtures.ts';
import { openKit, painted } from '../e2e/steps.ts';
import { patient } from '../patience.ts';
import type { LaunchedApp } from '../runtime/launched-app.ts';
import { type Cups, missingCups, startCups } from './cups.ts';
import { focusWindow, press, windowsTitled } from './desktop/hands.ts';
import { putDocument } from './library.ts';

/** The title of the system's dialog. */
const SYSTEM = 'Print';
/**
 * As wide as a sheet's content and 49 points lower, 9 of them for the line below it: it is printed in its own size, 14 points from the
 * left and 34 from the top of a sheet of 595 by 792.
 */
const SIZE: [number, number] = [567, 715];
const PLACE = { x: 14, y: 34 };
/** Dots an inch: two a point. */
const DPI = 144;

const test = base.extend<{ printers: 0 | 1; cups: Cups; app: LaunchedApp; source: Buffer }>({
  printers: [1, { option: true }],
  cups: async ({ folder, printers }, use) => {
    const cups = await startCups(join(folder, 'cups'), printers);
    await use(cups);
    await cups.end();
  },
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads a fixture's needs from this pattern
  source: async ({}, use) => use(await chartsLike(4)),
  /** It shows a kit with that document. */
  app: async ({ launch, folder, cups, source }, use) => {
    await putDocument(join(folder, 'user-data'), source);
    const app = await launch({ env: cups.env });
    await openKit(app.page, /Tracked kit/);
    await expect(painted(app.page)).toBeVisible();
    await use(app);
  },
});
const missing = process.platform === 'linux' ? missingCups() : 'CUPS and xdotool are of Linux.';
test.skip(missing !== null, missing ?? '');

/** Pages with words, thin lines, colours and a clipped part, without a margin. */
async function chartsLike(pages: number): Promise<Buffer> {
  const document = new PDFDocument({ autoFirstPage: false });
  for (let page = 1; page <= pages; page += 1) {
    document.addPage({ size: SIZE, margin: 0 });
    document.moveTo(0, 0);
    // Pseudo-random, so that it is as large as a chart is.
    for (let at = 0; at < 4_000; at += 1)
      document.lineTo((at * 7919 * page) % 567, (at * 104_729 * page) % 715);
    document.lineWidth(0.05).stroke('#c8c8c8');
    for (let row = 0; row < 60; row += 1) {
      document.fontSize(7).text(`Sheet ${page} MSA 25 NM row ${row} ILS 110.30`, 20 + row * 3, 20 + row * 11);
      document
        .lineWidth(0.25)
        .moveTo(10, 15 + row * 11)
        .lineTo(550, 18 + row * 11)
        .stroke('#0057b8');
    }
    document.save().rect(300, 80, 200, 200).clip().circle(300, 280, 150).fill('#e8a33d').restore();
  }
  document.end();
  return Buffer.concat(await document.toArray());
}

/** Asks for pages in the app's dialog. */
async function print(page: Page, pages: string): Promise<void> {
  await page.keyboard.press('Control+p');
  await page.getByRole('textbox', { name: 'Page numbers' }).fill(pages);
  await page.keyboard.press('Enter');
}

const dialogOf = (page: Page) => page.getByRole('dialog', { name: 'Print' });
/** The addresses of what prints: of hidden windows, and of Chromium's viewer. */
const printing = (app: LaunchedApp) =>
  app.inMain(({ webContents }) =>
    webContents
      .getAllWebContents()
      .map((one) => one.getURL())
      .filter((url) => /^(app:\/\/print|chrome-extension:)/.test(url)),
  );
/** The text of a page. */
const textOf = (pdf: string, page: number) =>
  execFileSync('pdftotext', ['-f', `${page}`, '-l', `${page}`, '-layout', pdf, '-'], { encoding: 'utf8' });
/** The pixels of a part of a page (PPM). @param crop points from the upper left corner; all of it without */
function pixelsOf(pdf: string, page: number, crop: { x: number; y: number } = { x: 0, y: 0 }): Buffer {
  const dots = [crop.x, crop.y, ...SIZE].map((points) => `${(points * DPI) / 72}`);
  const part = ['-x', '-y', '-W', '-H'].flatMap((name, at) => [name, dots[at] ?? '']);
  return execFileSync('pdftoppm', ['-r', `${DPI}`, '-f', `${page}`, '-l', `${page}`, ...part, pdf], {
    maxBuffer: 64 * 1024 ** 2,
  });
}

test('the window that prints has no bridge, and reaches nothing but what it prints; Escape and Cancel print nothing; pages go to the printer as they were published: text is text, and each pixel is the document’s', async ({
  app,
  cups,
  source,
  folder,
}) => {
  test.slow();
  await test.step('Escape, Cancel, and what the window reaches', () => cancel(app));
  expect(await cups.jobs()).toEqual([]);
  const { page } = app;
  await print(page, '3, 1');
  // Until it knows the printer, the dialog takes no Return. A second one while it closes ends Electron 33, or leaves it without an answer.
  await focusWindow(SYSTEM);
  await cups.described();
  await expect(async () => {
    await press('Return');
    await expect.poll(() => windowsTitled(SYSTEM), { timeout: patient(10_000) }).toEqual([]);
  }).toPass();
  await expect(dialogOf(page)).toHaveCount(0);
  const [job = Buffer.alloc(0), ...others] = await cups.jobs();
  expect(others).toEqual([]);
  expect(job.length).toBeGreaterThan(0);
  expect(job.length).toBeLessThanOrEqual(1.5 * source.length);
  const [printed, document] = [join(folder, 'printed.pdf'), join(folder, 'document.pdf')];
  await writeFile(printed, job);
  await writeFile(document, source);
  expect(textOf(printed, 1)).toContain('Sheet 3 MSA 25 NM row 59 ILS 110.30');
  expect(textOf(printed, 1)).toMatch(/Page 3 · printed \d+ \w+ \d{4} \d\d:\d\dZ/);
  for (const [sheet, number] of [
    [1, 3],
    [2, 1],
  ] as const)
    expect(pixelsOf(printed, sheet, PLACE).equals(pixelsOf(document, number)), `sheet ${sheet}`).toBe(true);
  await expect.poll(() => printing(app)).toEqual([]);
  // What the session keeps goes at the next start (main.electron.ts).
  expect(existsSync(join(folder, 'user-data', 'Partitions'))).toBe(true);
});

async function cancel(app: LaunchedApp): Promise<void> {
  const { page } = app;
  await print(page, '2');
  await focusWindow(SYSTEM);
  await press('Escape');
  await expect(dialogOf(page)).toHaveCount(0);
  await expect.poll(() => printing(app)).toEqual([]);
  await print(page, '2');
  await focusWindow(SYSTEM);
  const found = await app.inMain(async ({ webContents }) => {
    const all = webContents.getAllWebContents();
    const printing = all.filter((one) => /^(app:\/\/print|chrome-extension:)/.test(one.getURL()));
    const addresses = ['app://tripkit/', 'file:///etc/passwd', 'http://127.0.0.1:9/', 'https://example.com/'];
    const reach = `Promise.all(${JSON.stringify(addresses)}.map((one) => fetch(one).then(() => one, () => null)))`;
    const results = [];
    for (const one of printing) {
      const reached = await one.executeJavaScript(reach);
      const given = await one.executeJavaScript('[typeof tripkit, typeof require, typeof process]');
      results.push({ reached, given });
    }
    return results;
  });
  expect(found.length).toBeGreaterThan(0);
  for (const one of found)
    expect(one).toEqual({
      reached: [null, null, null, null],
      given: ['undefined', 'undefined', 'undefined'],
    });
  await dialogOf(page).getByRole('button', { name: 'Cancel' }).click();
  await expect.poll(() => windowsTitled(SYSTEM)).toEqual([]);
  await expect.poll(() => printing(app)).toEqual([]);
}

test.describe('without a printer', () => {
  test.use({ printers: 0 });
  test('that is told, and the sheets can be saved as a PDF', async ({ app, cups, folder }) => {
    const { page } = app;
    await print(page, '2');
    await expect(dialogOf(page).getByRole('alert')).toContainText('Check that it has a printer');
    const saved = join(folder, 'saved.pdf');
    await app.scriptDialog(saved);
    await dialogOf(page).getByRole('button', { name: 'Save as PDF…' }).click();
    await expect(dialogOf(page)).toHaveCount(0);
    expect(textOf(saved, 1)).toContain('Sheet 2 MSA 25 NM row 59 ILS 110.30');
    expect(await cups.jobs()).toEqual([]);
    await expect.poll(() => printing(app)).toEqual([]);
  });
});
