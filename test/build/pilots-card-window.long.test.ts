/** The pilot's card is two sheets of A4 at most, and all of it is on them. */
import { join } from 'node:path';
import { chromium } from 'playwright-core';
import { expect, inject, test } from 'vitest';
import { cardPage } from '../docs/card-page.ts';

test('the pilot’s card prints on two pages of A4, with all its pictures, and nothing wider than the sheet', async () => {
  const browser = await chromium.connect(inject('browserUrl'));
  try {
    // The width of the sheet without its margins, CSS px.
    const page = await browser.newPage({ viewport: { width: 703, height: 1000 } });
    await page.setContent(await cardPage(join(import.meta.dirname, '../../docs/efb/pilots-card.md')));
    const pictures = await page
      .locator('img')
      .evaluateAll((all) => all.map((one) => (one as HTMLImageElement).naturalWidth));
    expect(pictures.length).toBeGreaterThanOrEqual(5);
    expect(Math.min(...pictures)).toBeGreaterThan(900);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(703);
    const pdf = (await page.pdf({ preferCSSPageSize: true })).toString('latin1');
    expect(pdf.match(/\/Type\s*\/Page\b(?!s)/g)).toHaveLength(2);
    // A4, in points.
    expect(pdf).toMatch(/\/MediaBox\s*\[0 0 59[45]\S* 84[12]\S*\]/);
  } finally {
    await browser.close();
  }
});
