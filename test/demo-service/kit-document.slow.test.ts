import { createHash } from 'node:crypto';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { getDocument, type PDFDocumentProxy } from 'pdfjs-dist/legacy/build/pdf.mjs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { airacAt } from './pdf/airac.ts';
import { type KitSpec, writeKit } from './pdf/kit-document.ts';
import { planPages } from './pdf/page-plan.ts';

const trip = {
  origin: 'KDEN',
  destination: 'KLAX',
  alternates: ['KONT'],
  route: 'EXTAN J80 HVE DCT BCE ANJLL4',
  flight: 'DMO118',
  departure: '2026-11-21T17:30:00Z',
};
const spec: KitSpec = { trip, company_name: 'Demo Air', day: Date.parse(trip.departure), pages_max: 24 };

describe('A kit', () => {
  let folder: string;
  let file: string;
  let pages: number;
  let pdf: PDFDocumentProxy;
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'demo-pdf-'));
    file = join(folder, 'kit.pdf');
    pages = await writeKit(spec, file);
    pdf = await getDocument({ data: new Uint8Array(await readFile(file)), verbosity: 0 }).promise;
  });
  afterAll(async () => {
    await pdf.loadingTask.destroy();
    await rm(folder, { recursive: true });
  });

  async function textOf(page: number): Promise<string> {
    const { items } = await (await pdf.getPage(page)).getTextContent();
    return items.map((item) => ('str' in item ? item.str : '')).join(' ');
  }

  it('has the pages that it says', () => {
    expect(pages).toBe(24);
    expect(pdf.numPages).toBe(24);
  });

  it('says on its cover what flight and which cycle', async () => {
    const cover = await textOf(1);
    for (const words of ['KDEN', 'KLAX', 'KONT', 'DMO118', '2611', '29 OCT 2026'])
      expect(cover).toContain(words);
  });

  it('says on every page its cycle, its number, and that it is not for navigation', async () => {
    for (let page = 1; page <= pages; page += 1) {
      const text = await textOf(page);
      expect(text).toContain('AIRAC 2611');
      expect(text).toContain(`${page} / 24`);
      expect(text).toContain('NOT FOR NAVIGATION - demonstration data');
    }
  });

  it('has an outline whose every entry leads to a page', async () => {
    const outline = await pdf.getOutline();
    const titles = outline.map(({ title }) => title);
    expect(titles).toEqual(
      expect.arrayContaining(['Cover', 'Contents', 'KDEN Denver Intl', 'KLAX Los Angeles Intl']),
    );
    const all = outline.flatMap((item) => [item, ...(item.items as typeof outline)]);
    expect(all.length).toBeGreaterThanOrEqual(24);
    for (const { dest } of all) {
      if (!Array.isArray(dest)) throw new Error('no destination');
      expect(await pdf.getPageIndex(dest[0] as Parameters<typeof pdf.getPageIndex>[0])).toBeLessThan(24);
    }
  });

  it('has contents that link to every page', async () => {
    const annotations = await (await pdf.getPage(2)).getAnnotations();
    const targets: number[] = [];
    for (const { dest } of annotations as { dest: string }[]) {
      const found = await pdf.getDestination(dest);
      targets.push(await pdf.getPageIndex(found?.[0] as Parameters<typeof pdf.getPageIndex>[0]));
    }
    expect(targets).toEqual(Array.from({ length: 24 }, (_, index) => index));
  });

  it('is the same for the same trip, and another for another', async () => {
    const hash = async (name: string, other: KitSpec) => {
      const path = join(folder, name);
      await writeKit({ ...other, pages_max: 6 }, path);
      return createHash('sha256')
        .update(await readFile(path))
        .digest('hex');
    };
    const first = await hash('a.pdf', spec);
    expect(await hash('b.pdf', spec)).toBe(first);
    expect(await hash('c.pdf', { ...spec, trip: { ...trip, destination: 'KSFO' } })).not.toBe(first);
  });
});

describe('The plan of a kit', () => {
  it('has 20 to 400 pages by the trip, each with a destination of its own', () => {
    const counts = new Set<number>();
    for (const destination of ['KLAX', 'EDDF', 'QQQQ', 'LSZH', 'EGLL', 'ABCD', 'RJTT', 'KJFK']) {
      const pages = planPages({ ...trip, destination }, null);
      counts.add(pages.length);
      expect(pages.length).toBeGreaterThanOrEqual(20);
      expect(pages.length).toBeLessThanOrEqual(400);
      expect(new Set(pages.map((page) => page.destination)).size).toBe(pages.length);
    }
    expect(counts.size).toBeGreaterThan(5);
  });

  it.each([1, 2, 3, 5, 20])('keeps to a cap of %i', (cap) => {
    expect(planPages(trip, cap)).toHaveLength(cap);
  });
});

describe('airacAt', () => {
  it.each([
    ['2026-10-29T00:00:00Z', '2611'],
    ['2026-10-28T23:59:59Z', '2610'],
    ['2026-12-24T00:00:00Z', '2613'],
    ['2027-01-21T00:00:00Z', '2701'],
    ['2020-12-31T12:00:00Z', '2014'],
  ])('%s is in %s', (time, cycle) => {
    expect(airacAt(Date.parse(time)).number).toBe(cycle);
  });
});
