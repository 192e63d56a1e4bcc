/** Pages that are found the same without being parsed draw the same; whatever differs in them is never overlooked. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { nothingFound } from '../../../main/charts/rules/chart.ts';
import { type LettersPair, samePages } from '../../../main/comparison/digests/same-pages.ts';
import { LETTER, type PageContent } from '../../../main/comparison/rules/page-content.ts';
import { sketchOf } from '../../../main/comparison/rules/page-sketch.ts';
import { operationsOf, streamOf } from '../../bench/compare/operations.ts';
import {
  contentsOf,
  type PdfFile,
  pagesOf,
  readPdf,
  setContents,
  setPages,
  writePdf,
} from '../../bench/compare/pdf-objects.ts';
import { plants } from '../../bench/compare/plants.ts';
import { rewrites } from '../../bench/compare/rewrites.ts';
import { seeded } from '../../demo-service/random.ts';
import { classic, pagesObjects, streamed, streamObject } from '../../documents/pdf-writer.ts';
import { freshFolders } from '../../documents/samples.ts';
import { charts, compared, contents } from '../documents.ts';

const folder = freshFolders();
const DRAWN = 'q 1 0 0 1 9 9 cm /B Do Q BT /ID 9 Tf (A) Tj ET';

async function found(old: Buffer, newer: Buffer) {
  const [file, other] = ['old.pdf', 'new.pdf'].map((name) => join(folder(), name)) as [string, string];
  writeFileSync(file, old);
  writeFileSync(other, newer);
  return { pairs: (await samePages(file, other))?.pairs ?? null, file, other };
}

/** What pdf.js says of each page. */
async function drawn(file: string): Promise<string[]> {
  const digests: string[] = [];
  const sink = {
    outline: () => {},
    page: (page: number, content: Parameters<typeof sketchOf>[1] | null) => {
      const chart = { page, text: 'read', publisher: null, ...nothingFound } as const;
      digests.push(content === null ? `unread ${file} ${page}` : sketchOf(chart, content).digest);
    },
  };
  await contents.read(file, sink, new AbortController().signal);
  return digests;
}

function read(bytes: Buffer): PdfFile {
  const file = readPdf(bytes);
  if (file === null) throw new Error('not read');
  return file;
}

/** One page with a form named B, which has a form of its own, and a font named ID. */
function forms(changes: Record<number, string | Buffer> = {}): Buffer {
  const form = '/Type /XObject /Subtype /Form /BBox [0 0 99 99]';
  return classic({
    ...pagesObjects(1),
    3: '<< /Type /Page /Parent 2 0 R /Contents 4 0 R /Resources 5 0 R >>',
    4: streamObject('', DRAWN),
    5: '<< /XObject << /B 6 0 R >> /Font << /ID 8 0 R >> >>',
    6: streamObject(`${form} /Resources << /XObject << /Length 7 0 R >> >>`, '/Length Do'),
    7: streamObject(form, '0 0 9 9 re f'),
    8: '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>',
    ...changes,
  });
}

/** A page in a standard font, with a form that shows letters, too. */
function texts(content: string, form = 'BT /F1 9 Tf 9 9 Td (FORM) Tj ET', more = ''): Buffer {
  return classic({
    ...pagesObjects(1),
    3: `<< /Type /Page /Parent 2 0 R /Contents 4 0 R /Resources 5 0 R ${more} >>`,
    4: streamObject('', content),
    5: '<< /XObject << /X 6 0 R >> /Font << /F1 8 0 R /T3 9 0 R >> >>',
    6: streamObject(
      '/Type /XObject /Subtype /Form /BBox [0 0 99 99] /Resources << /Font << /F1 8 0 R >> >>',
      form,
    ),
    8: '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>',
    9: '<< /Type /Font /Subtype /Type1 /BaseFont /Times-Roman >>',
  });
}

/** What pdf.js finds on each page. */
async function drawnContents(file: string): Promise<(PageContent | null)[]> {
  const all: (PageContent | null)[] = [];
  const page = (_number: number, content: PageContent | null) => {
    all.push(content);
  };
  await contents.read(file, { outline: () => {}, page }, new AbortController().signal);
  return all;
}

/** A page's letters with their places. */
function lettersIn(content: PageContent | null | undefined): unknown {
  const numbers = Array.from(content?.letters ?? []);
  return [content?.text, numbers.filter((_, index) => index % LETTER.length !== LETTER.style)];
}

/** Pages that differ in letters alone: their letters, and those that pdf.js finds. */
async function lettersFound(old: Buffer, newer: Buffer) {
  const [file, other] = ['old.pdf', 'new.pdf'].map((name) => join(folder(), name)) as [string, string];
  writeFileSync(file, old);
  writeFileSync(other, newer);
  const letters: LettersPair[] = [];
  const pairs = (await samePages(file, other, (pair) => letters.push(pair)))?.pairs;
  return { pairs, letters, file, other };
}

const CHART =
  'q 0.5 0 0 2 3 4 cm 0 0 99 99 re W n BT /F1 8 Tf 1 0 0 1 20 30 Tm [(S-ILS) -300 <33322030>] TJ T* (a\\(b\\051) Tj ET Q /X Do 9 9 m 80 80 l S ';
const NOTE = `BT /F1 6 Tf 30 300 Td (${'Circling NA east of RWY 10L at night. '.repeat(9)}) Tj ET`;
const stamped = (date: string) => `${CHART} ${NOTE} BT /F1 7 Tf 0 -1 1 0 7 560 Tm (NE-1, ${date}) Tj ET`;

describe('pages that are the same but for letters', () => {
  it('have the letters that pdf.js finds', async () => {
    const found = await lettersFound(texts(stamped('03 APR')), texts(stamped('01 MAY')));
    expect(found.pairs).toEqual([]);
    expect(found.letters.map(({ pages }) => pages)).toEqual([[0, 0]]);
    const [before, after] = [await drawnContents(found.file), await drawnContents(found.other)];
    expect(lettersIn(found.letters[0]?.old)).toEqual(lettersIn(before[0]));
    expect(lettersIn(found.letters[0]?.new)).toEqual(lettersIn(after[0]));
  });

  it('draw nothing else otherwise, whatever was planted', { timeout: 120_000 }, async () => {
    const file = read(await charts(4));
    for (const page of pagesOf(file))
      setContents(file, page, streamOf(operationsOf(contentsOf(file, page) ?? Buffer.alloc(0))));
    const original = writePdf(file);
    await fc.assert(
      fc.asyncProperty(
        fc.integer({ min: 1, max: 1000 }),
        fc.subarray([0, 1, 2, 3], { minLength: 1 }),
        fc.constantFrom(...Object.keys(plants)),
        async (seed, changed, kind) => {
          const source = seeded(seed);
          const copy = read(original);
          const all = pagesOf(copy);
          const planted = changed.filter((index) =>
            plants[kind]?.(copy, all[index] as never, () => source.next()),
          );
          const { pairs, letters, file: old, other } = await lettersFound(original, writePdf(copy));
          const [before, after] = [await drawnContents(old), await drawnContents(other)];
          for (const [page] of pairs ?? []) expect(planted).not.toContain(page);
          for (const { pages, old: own, new: newOwn } of letters) {
            const [one, two] = [before[pages[0]], after[pages[1]]];
            expect([lettersIn(own), lettersIn(newOwn)]).toEqual([lettersIn(one), lettersIn(two)]);
            expect({ ...one, text: '', letters: null }).toEqual({ ...two, text: '', letters: null });
          }
          expect(letters.map(({ pages }) => pages[0]).sort()).toEqual(kind === 'a digit' ? planted : []);
        },
      ),
      { numRuns: 12 },
    );
  });

  it('are never those in which anything else differs, or in which what differs may not be all', async () => {
    const annotation = (text: string) =>
      `/Annots [<< /Type /Annot /Subtype /FreeText /Rect [0 0 9 9] /Contents (${text}) >>]`;
    const form = (text: string) => `BT /F1 9 Tf 9 9 Td (${text}) Tj ET`;
    const plain = form('FORM');
    const cases: [Buffer, Buffer][] = [
      [texts(stamped('03 APR')), texts(stamped('01 MAY').replace('80 80 l', '80 81 l'))],
      [texts(stamped('03 APR')), texts(stamped('01 MAY').replace('BT /F1 7', 'BT /T3 7'))],
      [texts(stamped('03 APR')), texts(stamped('01 MAY').replace('7 560', '7 561'))],
      [texts(stamped('03 APR'), plain, annotation('A')), texts(stamped('01 MAY'), plain, annotation('B'))],
      ...['/Span << /ActualText (X) >> BDC', 'BI /W 1 /H 1 /BPC 8 /CS /G ID (X) EI'].map(
        (other): [Buffer, Buffer] => [
          texts(`${stamped('03 APR')} ${other}`),
          texts(`${stamped('01 MAY')} ${other.replace('(X)', '(Y)')}`),
        ],
      ),
      // Letters that cut off what follows, and codes without a letter.
      [texts(`7 Tr ${stamped('03 APR')}`), texts(`7 Tr ${stamped('01 MAY')}`)],
      [texts(stamped('\\001')), texts(stamped('\\002'))],
      // The same letters, written otherwise.
      [texts(stamped('03 APR')), texts(stamped('\\060\\063 APR'))],
    ];
    for (const [old, newer] of cases) {
      const { pairs, letters } = await lettersFound(old, newer);
      expect([pairs, letters]).toEqual([[], []]);
    }
    const inForm = await lettersFound(texts(stamped('A'), form('DA 1')), texts(stamped('A'), form('DA 2')));
    expect(inForm.letters).toHaveLength(1);
  });

  it('are told as pdf.js tells them', async () => {
    for (const [before, after] of [
      ['03 APR 2014 to 01 MAY 2014', '01 MAY 2014 to 29 MAY 2014'],
      ['RADAR REQUIRED', 'RADAR NOT REQUIRED'],
    ] as const) {
      // A space more is another drawing to the quick way, and none to pdf.js.
      const [old, quick, slow] = [stamped(before), stamped(after), ` ${stamped(after)}`].map((one) =>
        texts(one),
      );
      if (!old || !quick || !slow) throw new Error('no documents');
      expect((await lettersFound(old, quick)).letters).toHaveLength(1);
      expect((await lettersFound(old, slow)).letters).toHaveLength(0);
      expect(await compared(folder(), old, quick)).toEqual(await compared(folder(), old, slow));
    }
  });
});

describe('pages made of the same', () => {
  it('draw the same, and none is missed where nothing was changed', { timeout: 120_000 }, async () => {
    const original = await charts(5);
    const kinds = Object.keys(plants);
    const ways = ['recompressed', 'uncompressed', 'objects renumbered and in another order'];
    await fc.assert(
      fc.asyncProperty(
        fc.integer({ min: 1, max: 1000 }),
        fc.subarray([0, 1, 2, 3, 4], { maxLength: 3 }),
        fc.constantFrom(...Object.keys(rewrites)),
        fc.constantFrom(...kinds),
        fc.boolean(),
        async (seed, changed, way, kind, isReversed) => {
          const source = seeded(seed);
          const random = () => source.next();
          const file = read(original);
          const all = pagesOf(file);
          const planted = changed.filter((index) => plants[kind]?.(file, all[index] as never, random));
          const order = all.map(({ number }) => number);
          if (isReversed) setPages(file, order.reverse());
          rewrites[way]?.(file, random);
          const { pairs, file: old, other } = await found(original, writePdf(file));
          const [before, after] = [await drawn(old), await drawn(other)];
          for (const [page, newPage] of pairs ?? []) {
            expect(after[newPage]).toBe(before[page]);
            expect(planted).not.toContain(page);
          }
          if (ways.includes(way)) expect(pairs?.length).toBe(5 - planted.length);
        },
      ),
      { numRuns: 12 },
    );
  });

  it('are found by all that they lead to', async () => {
    expect((await found(forms(), forms())).pairs).toEqual([[0, 0]]);
    const form = '/Type /XObject /Subtype /Form /BBox [0 0 99 99]';
    const others: Record<number, string | Buffer>[] = [
      { 7: streamObject(form, '0 0 9 8 re f') },
      { 7: streamObject('/Type /XObject /Subtype /Form /BBox [0 0 5 5]', '0 0 9 9 re f') },
      { 8: '<< /Type /Font /Subtype /Type1 /BaseFont /Courier >>' },
      { 5: '<< /XObject << /B 7 0 R >> /Font << /ID 8 0 R >> >>' },
      { 2: '<< /Type /Pages /Kids [3 0 R] /Count 1 /MediaBox [0 0 90 90] >>' },
      { 3: '<< /Type /Page /Parent 2 0 R /Contents 4 0 R /Resources 5 0 R /Rotate 90 >>' },
      { 3: '<< /Type /Page /Parent 2 0 R /Contents 4 0 R /Resources 5 0 R /UserUnit 2 >>' },
    ];
    for (const change of others) expect((await found(forms(), forms(change))).pairs).toEqual([]);
  });

  it('are found whatever else is said of them, and however their objects are kept', async () => {
    const objects = {
      ...pagesObjects(1),
      3: '<< /Type /Page /Parent 2 0 R /Contents [4 0 R] /LastModified (D:2026) /StructParents 3 >>',
      4: streamObject('', '0 0 9 9 re f'),
    };
    const plain = { ...objects, 3: '<< /Type /Page /Parent 2 0 R /Contents 4 0 R >>' };
    expect((await found(classic(objects), streamed(plain))).pairs).toEqual([[0, 0]]);
  });

  it('are those whose drawing depends on nothing elsewhere: layers and fields are parsed', async () => {
    const layered = forms({
      5: '<< /Properties << /L << /Type /OCG /Name (L) >> >> /XObject << /B 6 0 R >> >>',
    });
    expect((await found(layered, layered)).pairs).toEqual([]);
    const fields = forms({
      3: '<< /Type /Page /Parent 2 0 R /Contents 4 0 R /Annots [<< /Subtype /Widget /Rect [0 0 9 9] >>] >>',
    });
    expect((await found(fields, fields)).pairs).toEqual([]);
    // Where a link leads to is not drawn.
    const link = (target: string) =>
      forms({
        3: `<< /Type /Page /Parent 2 0 R /Contents 4 0 R /Annots [<< /Subtype /Link /Rect [0 0 9 9] /Dest [${target} /Fit] >>] >>`,
      });
    expect((await found(link('3 0 R'), link('3 0 R'))).pairs).toEqual([[0, 0]]);
  });

  it('are not looked for in a document that is not perfectly regular', async () => {
    const broken = Buffer.concat([forms(), Buffer.from('junk')]);
    expect((await found(forms(), broken)).pairs).toBeNull();
  });
});
