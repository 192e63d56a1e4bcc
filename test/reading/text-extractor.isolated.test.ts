/** The extraction worker with real documents, sound and hostile. */
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { getDocument } from 'pdfjs-dist/legacy/build/pdf.mjs';
import { afterAll, expect, onTestFinished, test, vi } from 'vitest';
import type { StartWorker } from '../../main/background/supervised-worker.ts';
import { type DocumentRequest, documentThreads } from '../../main/documents/document-reader.ts';
import { TextExtractor } from '../../main/reading/text-extractor.ts';
import type { ChartPage, OutlineEntry, PageSize } from '../../preload/contract.ts';
import { writeKit } from '../demo-service/pdf/kit-document.ts';
import { classic, streamObject } from '../documents/pdf-writer.ts';
import { aPdf } from '../documents/samples.ts';
import { freshFolder } from '../fresh-folder.ts';
import { sampleKit } from '../window/harness/sample-pdf.ts';
import { chartOf, fact, pdfjs_folder } from './stores.ts';

vi.setConfig({ testTimeout: 120_000 });
/** Its thread goes from test to test: to start one takes longer than most of them. */
const shared = new TextExtractor(documentThreads(pdfjs_folder));
afterAll(() => shared.close());

interface Taken {
  sizes: PageSize[] | null;
  outline: OutlineEntry[] | null;
  texts: Map<number, string>;
  charts: ChartPage[];
}

async function take(
  from: TextExtractor,
  file: string,
  task: { from?: number; shape?: boolean; batch?: number } = {},
  signal = new AbortController().signal,
): Promise<Taken> {
  const taken: Taken = { sizes: null, outline: null, texts: new Map(), charts: [] };
  await from.extract(
    { file, from: 1, shape: true, batch: 8, ...task },
    {
      shape: (sizes, outline) => void Object.assign(taken, { sizes, outline }),
      pages: (pages) => {
        for (const { text, chart } of pages) taken.texts.set(chart.page, text);
        taken.charts.push(...pages.map(({ chart }) => chart));
      },
    },
    signal,
  );
  return taken;
}

async function saved(bytes: Buffer | string): Promise<string> {
  const file = join(freshFolder(), 'kit.pdf');
  await writeFile(file, bytes);
  return file;
}

/** What the viewer's own calls of pdf.js give: places in the text must be the same. */
async function asTheViewerReads(bytes: Buffer) {
  const document = await getDocument({ data: new Uint8Array(bytes), verbosity: 0 }).promise;
  const pages: { size: number[]; text: string }[] = [];
  for (let number = 1; number <= document.numPages; number += 1) {
    const page = await document.getPage(number);
    const { width, height } = page.getViewport({ scale: 96 / 72 });
    const { items } = await page.getTextContent();
    const text = items
      .map((item) => ('str' in item ? (item.hasEOL ? `${item.str}\n` : item.str) : ''))
      .join('');
    pages.push({ size: [width, height], text });
  }
  await document.loadingTask.destroy();
  return pages;
}

test('sizes and text are those of the viewer; the outline leads where it says', async () => {
  const bytes = await sampleKit();
  const { sizes, outline, texts } = await take(shared, await saved(bytes));
  const pages = await asTheViewerReads(bytes);
  expect(sizes).toEqual(pages.map(({ size }) => size));
  expect([...texts.keys()]).toEqual(pages.map((_, index) => index + 1));
  expect([...texts.values()]).toEqual(pages.map(({ text }) => text));
  expect(texts.get(4)).toMatch(/EGLL ILS 27L\n/);
  expect(outline?.slice(0, 5)).toEqual([
    { title: 'Cover', level: 0, page: 1, down: 0 },
    { title: 'Flight summary', level: 0, page: 2, down: 0 },
    { title: 'EGLL airport chart', level: 0, page: 3, down: 0 },
    { title: 'EGLL ILS 27L', level: 1, page: 4, down: 0 },
    { title: 'KJFK ILS 22L', level: 1, page: 5, down: 0 },
  ]);
});

test('a kit of the demo service: every chart is in the outline and names its runway; all is the same when it goes on in the middle', async () => {
  const file = join(freshFolder(), 'kit.pdf');
  const trip = {
    origin: 'EHAM',
    destination: 'EGLL',
    alternates: [],
    flight: 'KLM1001',
    route: 'GORLO L980 LOGAN',
    departure: null,
  };
  const spec = { trip, company_name: 'Demo Air', day: Date.UTC(2026, 10, 21), pages_max: 24 };
  const pages = await writeKit(spec as unknown as Parameters<typeof writeKit>[0], file);
  const { outline, texts, sizes, charts } = await take(shared, file);
  expect(sizes).toHaveLength(pages);
  expect(texts.size).toBe(pages);
  const approaches = outline?.filter(({ title }) => title.startsWith('ILS')) ?? [];
  expect(approaches.length).toBeGreaterThan(1);
  for (const { title, page } of approaches) {
    const runway = title.split(' ').at(-1) ?? '?';
    expect(texts.get(page ?? 0)).toContain(runway);
  }
  expect(charts.map(({ page }) => page)).toEqual(Array.from({ length: pages }, (_, at) => at + 1));
  expect(charts.filter(({ kind }) => kind?.value === 'approach').length).toBeGreaterThan(3);
  const half = Math.floor(pages / 2);
  const rest = await take(shared, file, { from: half + 1, shape: false, batch: 5 });
  expect(rest.charts).toEqual(charts.slice(half));
  expect([...rest.texts]).toEqual([...texts].slice(half));
});

/** A worker that was taken over by its document answers this. */
function answering(...answers: unknown[]): TextExtractor {
  const start: StartWorker<DocumentRequest> = (_file, events) => {
    setImmediate(() => events.message('ready'));
    return {
      post: () => void setImmediate(() => events.message(answers.shift() ?? 'done')),
      takesTooMuch: async () => false,
      keepAlive: () => {},
      end: async () => {},
    };
  };
  const made = new TextExtractor({ start: { verify: start, extract: start, content: start }, idle_ms: 0 });
  onTestFinished(() => made.close());
  return made;
}

const shape = {
  sizes: [
    [600, 800],
    [600, 800],
  ],
  outline: [],
  more: false,
};

test.each<[string, ChartPage[]]>([
  ['the same page twice', [1, 1].map((page) => chartOf(page))],
  ['more pages than it has', [1, 2, 3].map((page) => chartOf(page))],
  ['a later page', [chartOf(2)]],
  ['more of its charts than is taken of a document', [chartOf(1, { title: fact('x'.repeat(50_000_000)) })]],
])('a worker that tells %s is believed nothing more', async (_what, charts) => {
  const file = await saved(await aPdf(2));
  const seen: unknown[] = [];
  const pages = charts.map((chart) => ({ text: 'a', chart }));
  const taking = answering(shape, { pages }).extract(
    { file, from: 1, shape: true, batch: 8 },
    { shape: () => {}, pages: (read) => void seen.push(read) },
    new AbortController().signal,
  );
  await expect(taking).rejects.toMatchObject({ kind: 'document', condition: 'damaged' });
  expect(seen).toEqual([]);
});

test('turned pages have the size that they are shown in; places are resolved by every kind of destination', async () => {
  const page = (extra: string) => `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 600 800] ${extra} >>`;
  const item = (next: string, dest: string) => `<< /Title (x) /Parent 6 0 R ${next} /Dest ${dest} >>`;
  const bytes = classic({
    1: '<< /Type /Catalog /Pages 2 0 R /Outlines 6 0 R >>',
    2: '<< /Type /Pages /Kids [3 0 R 4 0 R 5 0 R] /Count 3 >>',
    3: page(''),
    4: page('/Rotate 90'),
    5: page('/UserUnit 2'),
    6: '<< /First 7 0 R /Last 11 0 R /Count 5 >>',
    7: item('/Next 8 0 R', '[3 0 R /XYZ 0 600 null]'),
    8: item('/Next 9 0 R', '[5 0 R /FitH 0]'),
    9: item('/Next 10 0 R', '[1 /Fit]'),
    10: item('/Next 11 0 R', '[99 0 R /Fit]'),
    11: item('', '(nowhere)'),
  });
  const { sizes, outline } = await take(shared, await saved(bytes));
  expect(sizes?.map(([width, height]) => [Math.round(width), Math.round(height)])).toEqual([
    [800, 1067],
    [1067, 800],
    [1600, 2133],
  ]);
  expect(outline?.map(({ page: to, down }) => [to, down])).toEqual([
    [1, 0.25],
    [3, 1],
    [2, 0],
    [null, 0],
    [null, 0],
  ]);
});

test('it goes on at a later page without sizes and outline', async () => {
  const file = await saved(await aPdf(10));
  const { sizes, texts } = await take(shared, file, { from: 7, shape: false, batch: 3 });
  expect(sizes).toBeNull();
  expect([...texts]).toEqual([7, 8, 9, 10].map((page) => [page, `Page ${page}`]));
});

test('the worker waits until a batch has been taken, and serves the next document', async () => {
  const file = await saved(await aPdf(9));
  const seen: number[] = [];
  const release = Promise.withResolvers<void>();
  const first = shared.extract(
    { file, from: 1, shape: false, batch: 3 },
    {
      shape: () => {},
      pages: async ([first]) => {
        const page = first?.chart.page ?? 0;
        seen.push(page);
        if (page === 4) await release.promise;
      },
    },
    new AbortController().signal,
  );
  await vi.waitFor(() => expect(seen).toEqual([1, 4]), { timeout: 60_000 });
  release.resolve();
  await first;
  expect(seen).toEqual([1, 4, 7]);
  expect((await take(shared, file)).texts.size).toBe(9);
});

test.each([
  ['damaged', 'no PDF at all, whatever its name says'],
  ['damaged', '%PDF-1.7\n1 0 obj\n<< /Type /Catalog >>\nendobj\n%%EOF'],
])('a document that does not open is reported as %s', async (condition, bytes) => {
  await expect(take(shared, await saved(bytes))).rejects.toMatchObject({ kind: 'document', condition });
});

test('a document with a password is reported', async () => {
  const file = await saved(await aPdf(2, { userPassword: 'secret', ownerPassword: 'other' }));
  await expect(take(shared, file)).rejects.toMatchObject({ kind: 'document', condition: 'encrypted' });
});

test('a document that is not there is a matter of the disk', async () => {
  const gone = join(freshFolder(), 'gone.pdf');
  await expect(take(shared, gone)).rejects.toMatchObject({ kind: 'disk', condition: 'gone' });
});

test('an outline that goes round in circles ends, and its titles are short', async () => {
  const bytes = classic({
    1: '<< /Type /Catalog /Pages 2 0 R /Outlines 4 0 R >>',
    2: '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
    3: '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 600 800] >>',
    4: '<< /First 5 0 R /Last 6 0 R >>',
    5: `<< /Title (${'long '.repeat(1000)}) /Parent 4 0 R /Next 6 0 R /First 5 0 R >>`,
    6: '<< /Title (b) /Parent 4 0 R /Next 5 0 R /Dest [3 0 R /Fit] >>',
  });
  const { outline, texts } = await take(shared, await saved(bytes));
  expect(outline?.length).toBeGreaterThan(0);
  expect(outline?.every(({ title }) => title.length <= 1000)).toBe(true);
  expect(texts.size).toBe(1);
});

/** A page whose content is `data`, with Helvetica as F1. */
function pageOf(data: string): Buffer {
  return classic({
    1: '<< /Type /Catalog /Pages 2 0 R >>',
    2: '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
    3: '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 600 800] /Contents 4 0 R /Resources << /Font << /F1 5 0 R >> >> >>',
    4: streamObject('', data),
    5: '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>',
  });
}

test('of a page with endless text only the beginning is taken', async () => {
  const data = `BT /F1 1 Tf ${'1 0 0 1 10 10 Tm (endless endless endless ) Tj '.repeat(20_000)} ET`;
  const { texts } = await take(shared, await saved(pageOf(data)));
  expect(texts.get(1)?.length).toBe(200_000);
});

test('a page that takes too long is ended, and the next document gets a new worker', async () => {
  const slow = new TextExtractor(documentThreads(pdfjs_folder), 100);
  onTestFinished(() => slow.close());
  const data = `BT /F1 1 Tf ${'1 0 0 1 10 10 Tm (x) Tj 400 400 m 500 500 l S '.repeat(400_000)} ET`;
  const file = await saved(pageOf(data));
  const sound = await saved(await aPdf(1));
  const taking = take(slow, file);
  await expect(taking).rejects.toMatchObject({ kind: 'document', condition: 'timeout' });
  expect((await take(shared, sound)).texts.get(1)).toBe('Page 1');
});

test('an abort ends it at once with its reason', async () => {
  const ended = new AbortController();
  const file = await saved(await aPdf(50));
  const taking = shared.extract(
    { file, from: 1, shape: true, batch: 1 },
    { shape: () => ended.abort(new Error('enough')), pages: () => {} },
    ended.signal,
  );
  await expect(taking).rejects.toThrow('enough');
});

test('what the taker throws is thrown, and the worker is of use again', async () => {
  const file = await saved(await aPdf(2));
  const taking = shared.extract(
    { file, from: 1, shape: true, batch: 1 },
    {
      shape: () => {
        throw new Error('the disk is full');
      },
      pages: () => {},
    },
    new AbortController().signal,
  );
  await expect(taking).rejects.toThrow('the disk is full');
  expect((await take(shared, file)).texts.size).toBe(2);
});

test('Japanese that names no Unicode is read by the maps that come with the app', async () => {
  const bytes = classic({
    1: '<< /Type /Catalog /Pages 2 0 R >>',
    2: '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
    3: '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 600 800] /Contents 4 0 R /Resources << /Font << /F1 5 0 R >> >> >>',
    4: streamObject('', 'BT /F1 20 Tf 1 0 0 1 50 700 Tm <93FA967B> Tj ET'),
    5: '<< /Type /Font /Subtype /Type0 /BaseFont /Ryumin-Light /Encoding /90ms-RKSJ-H /DescendantFonts [6 0 R] >>',
    6: '<< /Type /Font /Subtype /CIDFontType0 /BaseFont /Ryumin-Light /CIDSystemInfo << /Registry (Adobe) /Ordering (Japan1) /Supplement 2 >> /FontDescriptor 7 0 R >>',
    7: '<< /Type /FontDescriptor /FontName /Ryumin-Light /Flags 4 /FontBBox [0 0 1000 1000] /ItalicAngle 0 /Ascent 800 /Descent -200 /CapHeight 700 /StemV 80 >>',
  });
  const { texts } = await take(shared, await saved(bytes));
  expect(texts.get(1)).toContain('日本');
});
