import { randomUUID } from 'node:crypto';
import { truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { getDocument, type PDFPageProxy, VerbosityLevel } from 'pdfjs-dist/legacy/build/pdf.mjs';
import PDFDocument from 'pdfkit';
import { describe, expect, test } from 'vitest';
import { TripKitError } from '../../main/common/errors.ts';
import { readPdfStructure } from '../../main/documents/pdf/structure.ts';
import type { MarkRecord } from '../../main/marks/mark-store.ts';
import { marksUpdate } from '../../main/marks/marked-copy.ts';
import type { MarkDraft } from '../../preload/contract.ts';
import {
  classic,
  hybrid,
  linearized,
  nestedObjects,
  type Objects,
  pagesObjects,
  streamed,
  streamObject,
  update,
} from '../documents/pdf-writer.ts';
import { freshFolder } from '../fresh-folder.ts';

const highlight: MarkDraft = {
  kind: 'highlight',
  page: 2,
  colour: 'yellow',
  areas: [
    { x: 0.1, y: 0.2, width: 0.5, height: 0.02 },
    { x: 0.1, y: 0.23, width: 0.3, height: 0.02 },
  ],
  text: 'ILS 27L',
  note: 'Minima (raised) — see Überblick',
};
const ink: MarkDraft = {
  kind: 'ink',
  page: 1,
  colour: 'red',
  width: 0.004,
  strokes: [[0.1, 0.1, 0.2, 0.3, 0.4, 0.3]],
};
const note: MarkDraft = { kind: 'note', page: 2, x: 0.5, y: 0.25, text: 'Ask for de-icing\nearly' };

function mark(draft: MarkDraft): MarkRecord {
  return {
    id: randomUUID(),
    kit_id: randomUUID(),
    document_sha256: 'ab',
    by: 'Zoë',
    created_at: Date.parse('2026-11-21T09:00:00Z'),
    changed_at: Date.parse('2026-11-21T10:11:12Z'),
    draft,
  };
}

function fileOf(document: Buffer): string {
  const file = join(freshFolder(), 'kit.pdf');
  writeFileSync(file, document);
  return file;
}

async function marked(document: Buffer, ...drafts: MarkDraft[]): Promise<Buffer> {
  return Buffer.concat([document, await marksUpdate(fileOf(document), drafts.map(mark))]);
}

type Annotation = Record<string, unknown> & { subtype: string; rect: number[] };

/** What pdf.js reads; it fails where the document has to be repaired. */
async function pagesOf<T>(document: Buffer, read: (page: PDFPageProxy) => Promise<T>): Promise<T[]> {
  const warnings: string[] = [];
  const { log } = console;
  console.log = (words: unknown) => void warnings.push(String(words));
  const task = getDocument({
    data: new Uint8Array(document),
    disableFontFace: true,
    useSystemFonts: false,
    useWasm: false,
    verbosity: VerbosityLevel.WARNINGS,
  });
  try {
    const pdf = await task.promise;
    const pages: T[] = [];
    for (let page = 1; page <= pdf.numPages; page += 1) pages.push(await read(await pdf.getPage(page)));
    expect(warnings.filter((words) => /xref|invalid|recover/i.test(words))).toEqual([]);
    return pages;
  } finally {
    console.log = log;
    await task.destroy();
  }
}

function annotationsOf(document: Buffer): Promise<Annotation[][]> {
  return pagesOf(document, async (page) => (await page.getAnnotations()) as Annotation[]);
}

const inside = [1, 2, 3, 5];
const kinds: Record<string, () => Buffer> = {
  'a classic table': () => classic(pagesObjects(3)),
  'a cross-reference stream with its pages in an object stream': () => streamed(pagesObjects(3), { inside }),
  'a predicted cross-reference stream': () => streamed(pagesObjects(3), { inside, predictor: 5 }),
  'a hybrid one': () => hybrid(pagesObjects(3), inside),
  'a linearized one': () => linearized(pagesObjects(3)),
  'one with updates': () => update(classic(pagesObjects(3)), { 9: '(new)' }, 10),
  'one without a line end': () => classic(pagesObjects(3)).subarray(0, -1),
};

describe('a copy with marks', () => {
  for (const [name, make] of Object.entries(kinds)) {
    test(`is the document with an update that every reader takes: ${name}`, async () => {
      const document = make();
      const copy = await marked(document, highlight, ink, note);
      expect(copy.subarray(0, document.length).equals(document)).toBe(true);
      const [first = [], second = [], third] = await annotationsOf(copy);
      expect(first.map(({ subtype }) => subtype)).toEqual(['Ink']);
      expect(second.map(({ subtype }) => subtype).sort()).toEqual(['Highlight', 'Popup', 'Popup', 'Text']);
      expect(third).toEqual([]);
      // Our own reader, stricter than any, takes it too; but one that is no longer linearized as it says.
      if (!name.includes('linearized')) expect(await readPdfStructure(fileOf(copy))).toEqual({ pages: 3 });
    });
  }

  test('keeps the annotations that are there, direct, referred to, or none', async () => {
    const link = (num: number) =>
      `<< /Type /Annot /Subtype /Link /Rect [0 0 ${num} 9] /Border [0 0 0] /A << /S /URI /URI (https://e.example) >> >>`;
    const objects: Objects = pagesObjects(3);
    objects[3] = String(objects[3]).replace('/Contents', '/Annots [9 0 R % one ]\n] /Contents');
    objects[5] = String(objects[5]).replace('/Contents', '/Annots 10 0 R /Contents');
    objects[7] = String(objects[7]).replace('/Contents', '/Annots [ ] /Contents');
    Object.assign(objects, { 9: link(91), 10: `[${link(101)}\n11 0 R % two\n]`, 11: link(111) });
    for (const document of [classic(objects), streamed(objects, { inside: [3, 5, 10, 11] })]) {
      const found = await annotationsOf(
        await marked(document, { ...ink, page: 1 }, { ...ink, page: 2 }, { ...ink, page: 3 }),
      );
      expect(
        found.map((page) => page.map(({ subtype, rect }) => (subtype === 'Link' ? rect[2] : subtype))),
      ).toEqual([[91, 'Ink'], [101, 111, 'Ink'], ['Ink']]);
    }
  });

  test('keeps what else the page and the trailer say, to the byte', async () => {
    const objects = pagesObjects(1);
    objects[3] =
      '<</Type/Page/Parent 2 0 R/Odd#20Key(a\\)\\(\\\\ \\351)/Hex<0aF ff>/Real -.50/D<</N null/A[1 0 R(x)]>>/T true>>';
    const document = classic(objects, '/Size 5 /Root 1 0 R /Info 4 0 R /ID [<00ff> (a\\)b)]');
    const copy = await marked(document, ink);
    const added = copy.subarray(document.length).toString('latin1');
    expect(added).toContain('/Odd#20Key (a\\)\\(\\\\ \\351)');
    expect(added).toContain('/Hex <0aF ff>');
    expect(added).toContain('/Real -.50');
    expect(added).toContain('/D <</N null/A[1 0 R(x)]>>');
    expect(added).toContain('/ID [<00ff> (a\\)b)]');
    expect(added).toContain('/Info 4 0 R');
  });

  test('finds pages by what they inherit, in trees of several levels', async () => {
    const document = classic(nestedObjects());
    const copy = await marked(document, ...[1, 2, 3, 4].map((page) => ({ ...ink, page })));
    const found = await annotationsOf(copy);
    expect(found.map((page) => page.length)).toEqual([1, 1, 1, 1]);
  });

  test('leaves out pins, bookmarks, and marks behind the last page', async () => {
    const document = classic(pagesObjects(2));
    const nothing = await marksUpdate(fileOf(document), [
      mark({ kind: 'pin', page: 1 }),
      mark({ kind: 'bookmark', page: 1, title: 'EGLL', heading: null }),
      mark({ ...ink, page: 3 }),
    ]);
    expect(nothing.length).toBe(0);
  });

  test('can be marked again', async () => {
    const once = await marked(streamed(pagesObjects(2), { inside }), ink);
    const twice = await marked(once, ink, note);
    const [first = [], second = []] = await annotationsOf(twice);
    expect(first.map(({ subtype }) => subtype)).toEqual(['Ink', 'Ink']);
    expect(second.map(({ subtype }) => subtype).sort()).toEqual(['Popup', 'Text']);
  });

  test('of a document of a well-known producer', async () => {
    const document = await kitOf(3, {});
    const found = await annotationsOf(await marked(document, highlight, ink, note));
    expect(found.map((page) => page.length)).toEqual([1, 4, 0]);
  });

  test('reads a little of a large document', async () => {
    const file = fileOf(classic(pagesObjects(2)));
    const large = classic({ ...pagesObjects(2), 9: streamObject('', Buffer.alloc(64 * 1024 ** 2)) });
    writeFileSync(file, large);
    const before = process.memoryUsage().arrayBuffers;
    const added = await marksUpdate(file, [mark(ink)]);
    expect(added.length).toBeLessThan(5000);
    expect(process.memoryUsage().arrayBuffers - before).toBeLessThan(16 * 1024 ** 2);
  });
});

describe('every place of every page', () => {
  const place = fc.record({
    box: fc.tuple(
      fc.integer({ min: -50, max: 300 }),
      fc.integer({ min: -50, max: 300 }),
      fc.integer({ min: 100, max: 900 }),
      fc.integer({ min: 100, max: 900 }),
    ),
    turn: fc.constantFrom(0, 90, 180, 270, -90, 450),
    unit: fc.constantFrom(1, 2),
    x: fc.double({ min: 0, max: 1, noNaN: true }),
    y: fc.double({ min: 0, max: 1, noNaN: true }),
  });

  test('is where pdf.js shows it: cropped, turned, scaled', async () => {
    await fc.assert(
      fc.asyncProperty(place, async ({ box: [left, bottom, width, height], turn, unit, x, y }) => {
        const crop: [number, number, number, number] = [left, bottom, left + width, bottom + height];
        const objects = pagesObjects(1);
        objects[3] = `<</Type/Page/Parent 2 0 R/MediaBox[-100 -100 2000 2000]/CropBox[${crop.join(' ')}]/Rotate ${turn}/UserUnit ${unit}>>`;
        const stroke = [x, y, x, y];
        const copy = await marked(classic(objects), { ...ink, width: 0.01, strokes: [stroke] });
        const [[shown, thick] = []] = await pagesOf(copy, async (page) => {
          const [annotation] = (await page.getAnnotations()) as (Annotation & { inkLists: Float32Array[] })[];
          const viewport = page.getViewport({ scale: 1 });
          const [px = 0, py = 0] = viewport.convertToViewportPoint(
            annotation?.inkLists[0]?.[0] ?? 0,
            annotation?.inkLists[0]?.[1] ?? 0,
          );
          const border = annotation?.borderStyle as { width: number };
          return [
            [px / viewport.width, py / viewport.height],
            (border.width * unit) / viewport.width,
          ] as const;
        });
        expect(shown?.[0]).toBeCloseTo(x, 2);
        expect(shown?.[1]).toBeCloseTo(y, 2);
        expect(thick).toBeCloseTo(0.01, 3);
      }),
      { numRuns: 60 },
    );
  });
});

describe('what pdf.js reads back from the copy', () => {
  const share = fc.double({ min: 0, max: 1, noNaN: true });
  const colour = fc.constantFrom('yellow', 'green', 'blue', 'red', 'black');
  const words = fc.string({ unit: 'grapheme', maxLength: 40 });
  const area = fc.record({ x: share, y: share, width: share, height: share });
  const point = fc.tuple(share, share);
  const stroke = fc.array(point, { minLength: 1, maxLength: 4 }).map((points) => points.flat());
  const draft: fc.Arbitrary<MarkDraft> = fc.oneof(
    fc.record({
      kind: fc.constant('highlight'),
      page: fc.constant(1),
      colour,
      areas: fc.array(area, { minLength: 1, maxLength: 3 }),
      text: fc.constant(''),
      note: words,
    }),
    fc.record({
      kind: fc.constant('ink'),
      page: fc.constant(1),
      colour,
      width: fc.double({ min: 0.002, max: 0.02, noNaN: true }),
      strokes: fc.array(stroke, { minLength: 1, maxLength: 3 }),
    }),
    fc.record({ kind: fc.constant('note'), page: fc.constant(1), x: share, y: share, text: words }),
  );
  const subtypes = { highlight: 'Highlight', ink: 'Ink', note: 'Text', pin: '', bookmark: '' };

  /** Whether both lists have the same numbers, to a ten-thousandth of the page. */
  function expectNear(found: readonly number[], written: readonly number[]): void {
    expect(found).toHaveLength(written.length);
    for (const [i, value] of written.entries()) expect(found[i]).toBeCloseTo(value, 4);
  }

  test('is what was written: places, widths, words, people, times', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(draft, { minLength: 1, maxLength: 4 }),
        fc.constantFrom(0, 90, 180, 270),
        words,
        fc.boolean(),
        async (drafts, turn, by, isStream) => {
          const objects = pagesObjects(1);
          objects[3] = `<</Type/Page/Parent 2 0 R/MediaBox[-5 7 500 900]/Rotate ${turn}>>`;
          const document = isStream ? streamed(objects, { inside: [1, 2, 3] }) : classic(objects);
          const marks = drafts.map((one) => ({ ...mark(one), by }));
          const update = await marksUpdate(fileOf(document), marks);
          await pagesOf(Buffer.concat([document, update]), async (page) => {
            const viewport = page.getViewport({ scale: 1 });
            const { width, height } = viewport;
            const shares = (points: ArrayLike<number>) =>
              Array.from({ length: points.length / 2 }, (_, i) => {
                const point = viewport.convertToViewportPoint(points[2 * i] ?? 0, points[2 * i + 1] ?? 0);
                return [Number(point[0]) / width, Number(point[1]) / height];
              }).flat();
            expect(viewport.rotation).toBe(turn);
            const annotations = (await page.getAnnotations()) as Annotation[];
            const found = annotations.filter(({ subtype }) => subtype !== 'Popup');
            expect(found.map(({ subtype }) => subtype)).toEqual(drafts.map(({ kind }) => subtypes[kind]));
            for (const [i, written] of drafts.entries()) {
              const annotation = found[i] as Annotation;
              expect(annotation).toMatchObject({
                titleObj: { str: by },
                creationDate: 'D:20261121090000Z',
                modificationDate: 'D:20261121101112Z',
                hasAppearance: true,
              });
              if (written.kind === 'highlight') {
                // pdf.js puts the corners of each area into an order of its own.
                const corners = shares(annotation.quadPoints as Float32Array);
                for (const [n, { x, y, width: w, height: h }] of written.areas.entries()) {
                  const [xs, ys] = [0, 1].map((axis) =>
                    corners.slice(8 * n, 8 * n + 8).filter((_, i) => i % 2 === axis),
                  ) as [number[], number[]];
                  expectNear([Math.min(...xs), Math.min(...ys)], [x, y]);
                  expectNear([Math.max(...xs), Math.max(...ys)], [x + w, y + h]);
                }
                expect(corners).toHaveLength(8 * written.areas.length);
                expect(annotation.contentsObj).toMatchObject({ str: written.note });
                expect(Boolean(annotation.popupRef)).toBe(written.note !== '');
              } else if (written.kind === 'ink') {
                expectNear((annotation.inkLists as Float32Array[]).flatMap(shares), written.strokes.flat());
                const { width: thickness } = annotation.borderStyle as { width: number };
                expect(thickness / width).toBeCloseTo(written.width, 4);
              } else if (written.kind === 'note') {
                expect(annotation.contentsObj).toMatchObject({ str: written.text });
                const [left = 0, bottom = 0, right = 0, top = 0] = annotation.rect;
                expect([right - left, top - bottom]).toEqual([20, 20].map((side) => expect.closeTo(side, 3)));
                // The sign hangs upright from its upper left corner, half a sign away from the place.
                const [x = 0, y = 0] = shares([left, top]);
                expectNear([x + 10 / width, y + 10 / height], [written.x, written.y]);
              }
            }
          });
        },
      ),
      { numRuns: 60 },
    );
  });
});

describe('what can’t be marked is refused, with a way on', () => {
  test('an encrypted document', async () => {
    const document = await kitOf(1, { userPassword: '', ownerPassword: 'secret' });
    await expect(marked(document, ink)).rejects.toMatchObject({ kind: 'document', condition: 'encrypted' });
  });

  test('a damaged one', async () => {
    const document = Buffer.from(
      classic(pagesObjects(2)).toString('latin1').replace('startxref', 'startxxxx'),
      'latin1',
    );
    const failure = await marked(document, ink).catch((error: unknown) => error);
    expect(failure).toBeInstanceOf(TripKitError);
    expect(failure).toMatchObject({ kind: 'document', condition: 'irregular' });
    expect((failure as Error).message).toContain('Save a copy without marks');
  });

  test('one that became shorter, and one that is gone', async () => {
    const file = fileOf(classic(pagesObjects(2)));
    truncateSync(file, 300);
    await expect(marksUpdate(file, [mark(ink)])).rejects.toMatchObject({ kind: 'document' });
    await expect(marksUpdate(join(freshFolder(), 'none.pdf'), [mark(ink)])).rejects.toMatchObject({
      kind: 'disk',
      condition: 'gone',
    });
  });

  test('when it is given up', async () => {
    const signal = AbortSignal.abort(new DOMException('closing', 'AbortError'));
    await expect(marksUpdate(fileOf(classic(pagesObjects(2))), [mark(ink)], signal)).rejects.toThrow(
      'closing',
    );
  });
});

async function kitOf(pages: number, options: PDFKit.PDFDocumentOptions): Promise<Buffer> {
  const document = new PDFDocument({ size: 'A4', ...options });
  for (let page = 1; page <= pages; page += 1) {
    if (page > 1) document.addPage();
    document.text(`EGLL ILS 27L, page ${page}`);
  }
  document.end();
  return Buffer.concat(await document.toArray());
}
