/** Pages that are found the same without being parsed draw the same; whatever differs in them is never overlooked. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { nothingFound } from '../../../main/charts/rules/chart.ts';
import { samePages } from '../../../main/comparison/digests/same-pages.ts';
import { sketchOf } from '../../../main/comparison/rules/page-sketch.ts';
import { merged } from '../../bench/compare/merge.ts';
import { type PdfFile, pagesOf, readPdf, setPages, writePdf } from '../../bench/compare/pdf-objects.ts';
import { plants } from '../../bench/compare/plants.ts';
import { rewrites } from '../../bench/compare/rewrites.ts';
import { seeded } from '../../demo-service/random.ts';
import { classic, pagesObjects, streamed, streamObject } from '../../documents/pdf-writer.ts';
import { freshFolder } from '../../fresh-folder.ts';
import { charts, contents } from '../documents.ts';

const DRAWN = 'q 1 0 0 1 9 9 cm /B Do Q BT /ID 9 Tf (A) Tj ET';

async function found(old: Buffer, newer: Buffer) {
  const [file, other] = ['old.pdf', 'new.pdf'].map((name) => join(freshFolder(), name)) as [string, string];
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
      const chart = { page, text: 'read', publisher: null, ...nothingFound, more: [] } as const;
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

describe('pages made of the same', () => {
  it('draw the same, and none is missed where nothing was changed', async () => {
    const ways = Object.keys(rewrites);
    const PAGES = 5;
    const originals = await Promise.all(ways.map((_, index) => charts(PAGES, PAGES * index)));
    const old = merged(originals.map(read));
    const { file } = await found(writePdf(old), writePdf(old));
    const before = await drawn(file);
    const change = fc.record({
      changed: fc.subarray([0, 1, 2, 3, 4], { maxLength: 3 }),
      kind: fc.constantFrom(...Object.keys(plants)),
      isReversed: fc.boolean(),
    });
    const perWay = { minLength: ways.length, maxLength: ways.length };
    await fc.assert(
      fc.asyncProperty(fc.integer({ min: 1, max: 1000 }), fc.array(change, perWay), async (seed, changes) => {
        const source = seeded(seed);
        const random = () => source.next();
        /** Pages of the old document, from 0. */
        const planted: number[] = [];
        const files = changes.map(({ changed, kind, isReversed }, at) => {
          const part = read(originals[at] as Buffer);
          const all = pagesOf(part);
          for (const index of changed)
            if (plants[kind]?.(part, all[index] as never, random)) planted.push(PAGES * at + index);
          const order = all.map(({ number }) => number);
          if (isReversed) setPages(part, order.reverse());
          rewrites[ways[at] ?? '']?.(part, random);
          return part;
        });
        const { pairs, other } = await found(writePdf(old), writePdf(merged(files)));
        const after = await drawn(other);
        for (const [page, newPage] of pairs ?? []) {
          expect(after[newPage]).toBe(before[page]);
          expect(planted).not.toContain(page);
        }
        const first = PAGES * ways.indexOf('objects renumbered and in another order');
        const isOfIt = (page: number) => page >= first && page < first + PAGES;
        const expected = PAGES - planted.filter(isOfIt).length;
        expect(pairs?.filter(([page]) => isOfIt(page))).toHaveLength(expected);
      }),
      { numRuns: 2 },
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
