/** Prints the pilot's card: `node test/docs/print-card.ts` writes demo-output/pilots-card.pdf, two sheets of A4. */
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { chromium } from 'playwright-core';
import { findChromium } from '../host/find-chromium.ts';
import { cardPage } from './card-page.ts';

const root = join(import.meta.dirname, '../..');
const executablePath = findChromium();
if (!executablePath)
  throw new Error('There is no Chromium here. Run: TRIPKIT_RUNTIME=chromium node test/runtime/provide.ts');
const browser = await chromium.launch({ executablePath, args: ['--no-sandbox', '--disable-gpu'] });
try {
  const page = await browser.newPage();
  await page.setContent(await cardPage(join(root, 'docs/efb/pilots-card.md')));
  await mkdir(join(root, 'demo-output'), { recursive: true });
  const path = join(root, 'demo-output/pilots-card.pdf');
  await page.pdf({ path, preferCSSPageSize: true, printBackground: true });
  process.stdout.write(`${path}\n`);
} finally {
  await browser.close();
}
