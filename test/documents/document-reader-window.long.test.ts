/** The two places where documents are parsed, a thread of Node and a page of Chromium, judge every document alike. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import fc from 'fast-check';
import PDFDocument from 'pdfkit';
import { type Browser, type BrowserContext, chromium } from 'playwright-core';
import { build } from 'vite';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { copyPdfjsAssets } from '../../build/pdfjs-assets.ts';
import { rendererConfig } from '../../build/renderer.config.ts';
import type { StartWorker } from '../../main/background/supervised-worker.ts';
import { type ContentReader, contentReader } from '../../main/comparison/content-reader.ts';
import {
  type DocumentReader,
  type DocumentRequest,
  documentThreads,
} from '../../main/documents/document-reader.ts';
import { JobChannel } from '../../main/documents/job-channel.ts';
import type { Task } from '../../main/documents/jobs/answers.ts';
import { PageCounter } from '../../main/documents/verify-document.ts';
import { serveDocumentPages } from '../../main/electron/app-protocol.ts';
import { TextExtractor } from '../../main/reading/text-extractor.ts';
import { charts } from '../comparison/documents.ts';
import { irregularPdf } from '../electron/irregular-pdf.ts';
import { listenForApp } from '../host/app-listener.ts';
import { pdfjs_folder } from '../reading/stores.ts';
import { sampleKit } from '../window/harness/sample-pdf.ts';
import {
  classic,
  hybrid,
  linearized,
  nestedObjects,
  pagesObjects,
  streamed,
  streamObject,
} from './pdf-writer.ts';
import { aPdf } from './samples.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));
const folder = mkdtempSync(join(tmpdir(), 'tripkit-readers-'));
let browser: Browser;
let context: BrowserContext;
let closeServer: () => void;
let readers: Record<
  'thread' | 'page',
  { counter: PageCounter; extractor: TextExtractor; contents: ContentReader }
>;

/** Pages as the desktop app has them, of the test's Chromium instead of Electron's. */
async function pagesOf(renderer: string): Promise<DocumentReader> {
  const channels = new Map<string, JobChannel>();
  const serve = serveDocumentPages({
    renderer,
    answer: (request) => channels.get(new URL(request.url).host)?.answer(request) ?? null,
  });
  const { port, close } = await listenForApp(() => serve);
  closeServer = close;
  browser = await chromium.connect(inject('browserUrl'));
  context = await browser.newContext();
  let number = 0;
  const start =
    (kind: Task['kind']): StartWorker<DocumentRequest> =>
    (file, events) => {
      number += 1;
      const host = `documents-${number}`;
      const channel = new JobChannel(kind, file, events);
      channels.set(host, channel);
      const opened = context.newPage();
      opened
        .then((page) => page.goto(`http://${host}.localhost:${port}/documents/jobs.html#${channel.pass}`))
        .catch((cause: unknown) => events.ended(cause));
      return {
        post: (request) => void channel.post(request),
        takesTooMuch: async () => false,
        keepAlive: () => {},
        end: async () => {
          channel.close();
          await (await opened).close();
        },
      };
    };
  const starts = { verify: start('verify'), extract: start('extract'), content: start('content') };
  return { start: starts, idle_ms: 0 };
}

beforeAll(async () => {
  const shipping = rendererConfig(root);
  const outDir = join(folder, 'out/renderer');
  const input = [join(root, 'renderer/documents/jobs.html')];
  await build({ ...shipping, build: { ...shipping.build, outDir, rolldownOptions: { input } } });
  await copyPdfjsAssets(folder);
  const of = (reader: DocumentReader) => ({
    counter: new PageCounter(reader),
    extractor: new TextExtractor(reader),
    contents: contentReader(reader),
  });
  readers = { thread: of(documentThreads(pdfjs_folder)), page: of(await pagesOf(outDir)) };
});

afterAll(async () => {
  for (const { counter, extractor } of Object.values(readers)) {
    await counter.close();
    await extractor.close();
  }
  await browser.close();
  closeServer();
  rmSync(folder, { recursive: true, force: true });
});

/** All that a reader says of the document, of its text from a page on; of an error its condition. */
async function judged(by: 'thread' | 'page', file: string, from = 1) {
  const { counter, extractor } = readers[by];
  const { signal } = new AbortController();
  const said: unknown[] = [];
  const failed = (error: unknown) => said.push([Reflect.get(Object(error), 'condition'), String(error)]);
  await counter.count(file, 60_000, signal).then((opened) => said.push(opened), failed);
  const sink = {
    shape: (...shape: unknown[]) => void said.push(shape),
    pages: (...pages: unknown[]) => void said.push(pages),
  };
  await extractor.extract({ file, from, shape: true, batch: 3 }, sink, signal).catch(failed);
  return said;
}

async function judgedAlike(bytes: Uint8Array, from?: number): Promise<unknown[]> {
  const file = join(folder, 'kit.pdf');
  writeFileSync(file, bytes);
  const [thread, page] = [await judged('thread', file, from), await judged('page', file, from)];
  expect(page).toEqual(thread);
  return thread;
}

/**
 * The same of damaged documents. Where the list of pages names one that is no page any more, the page's short cuts through the page
 * tree (build/pdfjs-assets.ts) count the list, and PDF.js what it finds: then both have to open it, or neither.
 */
async function judgedAlikeOrCounted(bytes: Uint8Array): Promise<void> {
  const file = join(folder, 'kit.pdf');
  writeFileSync(file, bytes);
  const [thread, page] = [await judged('thread', file), await judged('page', file)];
  const [one, other] = [thread[0], page[0]].map((opened) => Reflect.get(Object(opened), 'pages'));
  if (Number.isInteger(one) && Number.isInteger(other) && one !== other)
    expect(Reflect.get(Object(page[0]), 'dates')).toEqual(Reflect.get(Object(thread[0]), 'dates'));
  else expect(page).toEqual(thread);
}

const japanese = classic({
  1: '<< /Type /Catalog /Pages 2 0 R >>',
  2: '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
  3: '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 600 800] /Contents 4 0 R /Resources << /Font << /F1 5 0 R >> >> >>',
  4: streamObject('', 'BT /F1 20 Tf 1 0 0 1 50 700 Tm <93FA967B> Tj ET'),
  5: '<< /Type /Font /Subtype /Type0 /BaseFont /Ryumin-Light /Encoding /90ms-RKSJ-H /DescendantFonts [6 0 R] >>',
  6: '<< /Type /Font /Subtype /CIDFontType0 /BaseFont /Ryumin-Light /CIDSystemInfo << /Registry (Adobe) /Ordering (Japan1) /Supplement 2 >> /FontDescriptor 7 0 R >>',
  7: '<< /Type /FontDescriptor /FontName /Ryumin-Light /Flags 4 /FontBBox [0 0 1000 1000] /ItalicAngle 0 /Ascent 800 /Descent -200 /CapHeight 700 /StemV 80 >>',
});

/** In the manner of the FAA: its dates stand in a margin, read from below. */
async function plate(): Promise<Uint8Array> {
  const doc = new PDFDocument({ size: [387, 594], margin: 0 });
  const put = (text: string, x: number, y: number, size = 7) =>
    doc.fontSize(size).text(text, x, y, { lineBreak: false });
  put('SPRINGFIELD, OHIO', 18, 32);
  put('AL-999 (FAA)', 175, 32);
  put('ILS or LOC RWY 24R', 250, 40, 10);
  put('SPRINGFIELD INTL (SGF)', 250, 55);
  put('Amdt 3 13JUN14', 18, 570);
  doc.rotate(-90, { origin: [12, 400] });
  put('EC-2, 24 JUL 2014 to 21 AUG 2014', 12, 400);
  doc.end();
  return Buffer.concat(await doc.toArray());
}

test.each<[string, () => Promise<Uint8Array> | Uint8Array, RegExp]>([
  ['a kit with outline, turned pages and links', sampleKit, /EGLL ILS 27L/],
  ['a plate with its margins', plate, /"value":"KSGF".*"value":"2014-07-24"/],
  ['an irregular document', irregularPdf, /An irregular document/],
  ['pages in a tree', () => classic(nestedObjects()), /"pages":\d/],
  ['a hybrid table', () => hybrid(pagesObjects(4), [3]), /"pages":4/],
  ['a linearized document', () => linearized(pagesObjects(3)), /"pages":3/],
  ['Japanese that names no Unicode', () => japanese, /日本/],
  ['a password', () => aPdf(2, { userPassword: 'secret', pdfVersion: '1.7' }), /encrypted/],
  ['no document', () => Buffer.from('%PDF-1.7\nnothing of use\n%%EOF'), /damaged/],
])('%s', async (_name, make, words) => {
  expect(JSON.stringify(await judgedAlike(await make()))).toMatch(words);
});

test('what pages draw: letters, lines, shadings and pictures', async () => {
  const file = join(folder, 'charts.pdf');
  writeFileSync(file, await charts(3));
  const read = async (by: 'thread' | 'page') => {
    const said: unknown[] = [];
    const sink = {
      outline: (...outline: unknown[]) => void said.push(outline),
      page: (...page: unknown[]) => void said.push(page),
    };
    await readers[by].contents.read(file, sink, new AbortController().signal);
    return said;
  };
  const thread = await read('thread');
  expect(thread).toHaveLength(4);
  expect(await read('page')).toEqual(thread);
});

test('more pages than one answer holds', async () => {
  const said = await judgedAlike(streamed(pagesObjects(1_010)), 1_001);
  expect(said[0]).toMatchObject({ pages: 1_010 });
  expect((said[1] as [unknown[]])[0]).toHaveLength(1_010);
});

test('damaged documents, wherever the damage is', async () => {
  const sound = await aPdf(4);
  const damage = fc.array(fc.tuple(fc.nat(sound.length - 1), fc.nat(255)), { minLength: 1, maxLength: 12 });
  await fc.assert(
    fc.asyncProperty(damage, async (changes) => {
      const bytes = Buffer.from(sound);
      for (const [at, value] of changes) bytes[at] = value;
      await judgedAlikeOrCounted(bytes);
    }),
    // The second is the number of the third page’s object. The same damage at each run: where PDF.js has to rebuild a document, the page
    // may give up on one that the thread still reads in part.
    { seed: 11, numRuns: Number(process.env.PDF_RUNS ?? 4), examples: [[[[0, 0]]], [[[784, 0]]]] },
  );
});
