/** Other bytes for the same pages are no change, and each planted change is found: by the real readers, in real documents. */
import { describe, expect, it } from 'vitest';
import { MAX_CONTENT_STYLES } from '../../main/documents/rules/limits.ts';
import { merged } from '../bench/compare/merge.ts';
import { type PdfFile, pagesOf, readPdf, setPages, writePdf } from '../bench/compare/pdf-objects.ts';
import { plants } from '../bench/compare/plants.ts';
import { reprints } from '../bench/compare/reprints.ts';
import { rewrites } from '../bench/compare/rewrites.ts';
import { seeded } from '../demo-service/random.ts';
import { classic, pagesObjects, streamObject } from '../documents/pdf-writer.ts';
import { freshFolder } from '../fresh-folder.ts';
import { charts, compared, pages, scan } from './documents.ts';

function randomOf(seed: number): () => number {
  const random = seeded(seed);
  return () => random.next();
}

function read(bytes: Buffer): PdfFile {
  const file = readPdf(bytes);
  if (file === null) throw new Error('not read');
  return file;
}

/** What tells pages apart that have a line each. */
function frame(index: number, name: string): string {
  const title = Array.from({ length: 12 }, (_, line) => `(${name} ${index} ${line}) Tj 0 -12 Td`).join(' ');
  return ` 0 g 0 G [] 0 d 1 w BT /F1 8 Tf 400 700 Td ${title} ET 100 ${400 + index * 5} m 300 500 l S `;
}

describe('a document that was written otherwise', () => {
  it('is the same, however it was rewritten, and with its pages in another order', async () => {
    const { 'pages in another order': shuffle, ...others } = rewrites;
    const kinds = Object.keys(others);
    const originals = await Promise.all(kinds.map((_, index) => charts(2, 2 * index)));
    const files = kinds.map((kind, index) => {
      const file = read(originals[index] as Buffer);
      others[kind]?.(file, randomOf(3));
      return file;
    });
    const newer = merged(files);
    shuffle?.(newer, randomOf(3));
    const states = await compared(freshFolder(), writePdf(merged(originals.map(read))), writePdf(newer));
    const kindOf = (page: number | null) => kinds[((page ?? 1) - 1) >> 1];
    const wrong = states.filter(({ state }) => state !== 'same');
    expect(wrong.map(({ old, what }) => [kindOf(old), what])).toEqual([]);
    const numbers = Array.from({ length: 2 * kinds.length }, (_, index) => index + 1);
    expect(states.map(({ new: page }) => page)).toEqual(numbers);
    expect(states.map(({ old }) => old)).not.toEqual(numbers);
  });

  it('is the same where its operators say the same', async () => {
    const cases: [string, string, string][] = [
      [
        'near-black ink, and rules as thin areas',
        '0 g 0 G 1 w 100 100 m 300 100 l S 0.5 w 90 90 m 90 300 l S 200 200 50 60 re f',
        '0.137 0.122 0.125 rg 0.137 0.122 0.125 RG 100 99.5 200 1 re f 89.75 90 0.5 210 re f 200 200 50 60 re f',
      ],
      [
        'a rectangle and its lines',
        '10 10 80 40 re S',
        '10 10 m 90 10 l S 90 50 m 90 10 l S 90 50 m 10 50 l S 10 50 m 10 10 l S',
      ],
      ['a path and its parts', '10 10 m 60 80 l 100 20 l S', '100 20 m 60 80 l S 60 80 m 10 10 l S'],
      [
        'painting both, and one after the other',
        '0.5 g 10 10 80 40 re B',
        '0.5 g 10 10 80 40 re f 10 10 80 40 re S',
      ],
      [
        'a matrix, and coordinates with it',
        'q 2 0 0 2 10 0 cm 1 w 5 5 m 40 30 l S Q',
        '2 w 20 10 m 90 60 l S',
      ],
      ['a curve and itself backwards', '10 10 m 20 60 70 60 90 10 c S', '90 10 m 70 60 20 60 10 10 c S'],
      ['a clip that cuts off nothing', '10 10 m 90 60 l S', 'q 0 0 300 300 re W n 10 10 m 90 60 l S Q'],
      ['white paper', '10 10 m 90 60 l S', '1 g 0 0 595 842 re f 0 g 10 10 m 90 60 l S'],
      ['black in three ways', '0 g 10 10 80 40 re f', '0 0 0 1 k 10 10 80 40 re f'],
      [
        'a text, letter by letter',
        'BT /F1 12 Tf 50 50 Td (RWY 09L) Tj ET',
        'BT /F1 1 Tf 12 0 0 12 50 50 Tm (RW) Tj [(Y) -278 (09)] TJ (L) Tj ET',
      ],
      ['what stands beside the page', '10 10 m 90 60 l S', '10 10 m 90 60 l S 900 900 m 990 960 l S'],
    ];
    const states = await compared(
      freshFolder(),
      pages(...cases.map(([name, one], index) => one + frame(index, name))),
      pages(...cases.map(([name, , other], index) => other + frame(index, name))),
    );
    const areas = { old: [], new: [] };
    expect(states).toEqual(
      cases.map((_, index) => ({
        ...{ old: index + 1, new: index + 1, state: 'same', what: [], areas },
        chart: index,
      })),
    );
  });
});

describe('a document that was drawn anew as a whole', () => {
  const words =
    /^(the page is (drawn at \d+ % of its size before|turned by 90° to the right)|all of the page is moved by \d+\.\d mm)$/;
  it('is told as that and nothing else; and each change planted into it is found', async () => {
    const kinds = [...Object.keys(plants), 'nothing', 'nothing else'];
    const ways = Object.keys(reprints);
    const originals = await Promise.all(ways.map((_, index) => charts(kinds.length, kinds.length * index)));
    const files = ways.map((way, index) => {
      const file = read(originals[index] as Buffer);
      for (const [at, page] of pagesOf(file).entries()) {
        const plant = plants[kinds[at] ?? ''];
        expect(plant?.(file, page, randomOf(1))).not.toBe(false);
      }
      reprints[way]?.(file);
      return file;
    });
    const states = await compared(
      freshFolder(),
      writePdf(merged(originals.map(read))),
      writePdf(merged(files)),
    );
    expect(states.map(({ old, new: page }) => [old, page])).toEqual(states.map((_, at) => [at + 1, at + 1]));
    for (const [at, { state, what, areas }] of states.entries()) {
      const kind = kinds[at % kinds.length] ?? '';
      const way = `${kind}, ${ways[Math.floor(at / kinds.length)]}`;
      expect([way, state, what[0]]).toEqual([way, 'changed', expect.stringMatching(words)]);
      const isPlanted = kind in plants;
      expect(what.length > 1 && what.length < 8, way).toBe(isPlanted);
      expect(areas.old.length + areas.new.length > 0, way).toBe(isPlanted);
    }
    expect(states).toHaveLength(ways.length * kinds.length);
  });

  it('is found by its words alone, and by its drawing alone; a page of a few lines is not', async () => {
    const lines = (page: number) =>
      Array.from(
        { length: 300 },
        (_, at) => `${(at % 20) * 18 + page} ${at} m ${(at % 20) * 18} ${at + 4} l S`,
      );
    const text = (page: number) =>
      Array.from({ length: 12 }, (_, at) => `(FIX${page}${at} TURN${at}${page} ALT${at}${page}) Tj 0 -12 Td`);
    const words = (page: number) => `BT /F1 8 Tf 400 700 Td ${text(page).join(' ')} ET`;
    const few = lines(0).slice(0, 9).join(' ');
    const original = pages(
      ...[
        few,
        `${lines(1).join(' ')} ${words(1)}`,
        `${lines(2).join(' ')} ${words(2)}`,
        few,
        lines(9).join(' '),
      ].map((drawn) => ` 0 g 0 G 1 w ${drawn} `),
    );
    for (const [way, reprint] of Object.entries(reprints)) {
      const file = read(original);
      reprint(file);
      const states = await compared(freshFolder(), original, writePdf(file));
      const found = states.filter(({ old, new: page }) => old !== null && page !== null);
      expect([
        way,
        ...found.map(({ old, new: page, state, what }) => [old, page, state, what.length]),
      ]).toEqual([way, ...[2, 3, 5].map((page) => [page, page, 'changed', 1])]);
    }
  });
});

describe('a planted change', () => {
  it('is found, on its page alone', async () => {
    // Each second page stays as it is.
    const kinds = Object.keys(plants).flatMap((kind) => [kind, 'nothing', kind, 'nothing']);
    const original = await charts(kinds.length);
    const file = read(original);
    for (const [at, page] of pagesOf(file).entries())
      expect(plants[kinds[at] ?? '']?.(file, page, randomOf(at % 4 === 0 ? 1 : 2))).not.toBe(false);
    const states = await compared(freshFolder(), original, writePdf(file));
    expect(states.map(({ state }, at) => [kinds[at], state])).toEqual(
      kinds.map((kind) => [kind, kind === 'nothing' ? 'same' : 'changed']),
    );
    for (const [at, { what, areas }] of states.entries()) {
      const isPlanted = kinds[at] !== 'nothing';
      expect(what.length > 0, kinds[at]).toBe(isPlanted);
      expect(areas.old.length + areas.new.length > 0, kinds[at]).toBe(isPlanted);
    }
  });

  it('is told in words, with its place', async () => {
    const cases: [string, string, string, string][] = [
      [
        'a digit',
        'BT /F1 9 Tf 40 60 Td (S-ILS 320/24) Tj ET',
        'BT /F1 9 Tf 40 60 Td (S-ILS 340/24) Tj ET',
        'S-ILS: 320/24 is now 340/24 (lower left)',
      ],
      [
        'a frequency',
        'BT /F1 9 Tf 40 800 Td (118.1) Tj ET',
        'BT /F1 9 Tf 40 800 Td (118.3) Tj ET',
        'frequency: 118.1 is now 118.3 (upper left)',
      ],
      [
        'a note',
        'BT /F1 9 Tf 250 400 Td (NOTE: NA at night) Tj ET',
        'BT /F1 9 Tf 250 400 Td (NOTE: NA by day) Tj ET',
        'note: "NOTE: NA at night" is now "NOTE: NA by day" (centre)',
      ],
      [
        'a moved text',
        'BT /F1 9 Tf 250 400 Td (BAYVU) Tj ET',
        'BT /F1 9 Tf 253 400 Td (BAYVU) Tj ET',
        'BAYVU moved (centre)',
      ],
      ['a moved line', '10 10 m 90 60 l S', '10 14 m 90 64 l S', '1 line moved (lower left)'],
      ['a new line', '', '10 10 m 90 60 l S', '1 line new (lower left)'],
      [
        'a colour',
        '1 0 0 RG 10 10 m 90 60 l S',
        '0 0 1 RG 10 10 m 90 60 l S',
        '1 line in another colour (lower left)',
      ],
      [
        'an obstacle',
        'BT /F1 9 Tf 205 400 Td (1284) Tj ET 190 400 m 195 410 l 200 400 l S',
        'BT /F1 9 Tf 205 400 Td (1284) Tj ET',
        '2 lines gone (centre left, beside 1284)',
      ],
      [
        'a white area',
        'BT /F1 9 Tf 205 400 Td (1284) Tj ET',
        'BT /F1 9 Tf 205 400 Td (1284) Tj ET 1 1 1 rg 200 395 60 20 re f',
        '4 white area edges new (centre, beside 1284)',
      ],
      ['a width', '1 w 10 10 m 90 60 l S', '2 w 10 10 m 90 60 l S', '1 line in another width (lower left)'],
      ['dashes', '10 10 m 90 60 l S', '[4 2] 0 d 10 10 m 90 60 l S', '1 line in other dashes (lower left)'],
    ];
    const states = await compared(
      freshFolder(),
      pages(...cases.map(([name, one], index) => one + frame(index, name))),
      pages(...cases.map(([name, , other], index) => other + frame(index, name))),
    );
    expect(states.map(({ state, what }) => [state, what])).toEqual(
      cases.map(([, , , words]) => ['changed', [words]]),
    );
  });

  it('is one sentence where the times of many notices changed, and nothing else of them', async () => {
    const notices = (...days: number[]) =>
      days
        .map((day, row) => `BT /F1 9 Tf 60 ${700 - row * 60} Td (2${row} OCT 2026 to ${day} JAN 2027) Tj ET`)
        .join('\n');
    const [many, few] = await compared(
      freshFolder(),
      pages(notices(10, 11, 12, 13) + frame(0, 'many'), notices(10, 11, 12, 13) + frame(1, 'few')),
      pages(notices(15, 16, 17, 13) + frame(0, 'many'), notices(15, 11, 12, 13) + frame(1, 'few')),
    );
    expect(many?.what).toEqual(['3 of 8 times changed']);
    expect(many?.areas.new).toHaveLength(3);
    expect(few?.what).toEqual([
      '"20 OCT 2026 to 10 JAN 2027" is now "20 OCT 2026 to 15 JAN 2027" (upper left)',
    ]);
  });

  it('in a scan is told as one that only eyes can compare', async () => {
    const [page] = await compared(freshFolder(), await scan(false), await scan(true));
    expect(page?.what).toEqual([
      expect.stringMatching(/^a picture of a scan differs: compare both pages by eye/),
    ]);
  });

  it('is where the page shows it, as shares of the page', async () => {
    const square = (x: number, y: number) => `${x} ${y} 59.5 84.2 re S`;
    const [page] = await compared(
      freshFolder(),
      pages(square(0, 0) + frame(0, 'page')),
      pages(square(297.5, 421) + frame(0, 'page')),
    );
    expect(page?.areas.old).toHaveLength(1);
    expect(page?.areas.new[0]?.x).toBeCloseTo(0.5, 2);
    expect(page?.areas.new[0]?.y).toBeCloseTo(0.4, 2);
    expect(page?.areas.new[0]?.width).toBeCloseTo(0.1, 2);
    expect(page?.areas.new[0]?.height).toBeCloseTo(0.1, 2);
  });
});

describe('pages of two documents', () => {
  it('are matched by what they show: dropped, new and swapped ones are told', async () => {
    const file = read(await charts(6));
    const numbers = pagesOf(file).map(({ number }) => number);
    const [one, two, three, four, five, six] = numbers as [number, number, number, number, number, number];
    const version = (...order: number[]) => {
      setPages(file, order);
      return writePdf(file);
    };
    const states = await compared(
      freshFolder(),
      version(one, two, three, four, five),
      version(one, four, three, six, five),
    );
    expect(states.map(({ old, new: newer, state }) => [old, newer, state])).toEqual([
      [1, 1, 'same'],
      [2, null, 'gone'],
      [4, 2, 'same'],
      [3, 3, 'same'],
      [null, 4, 'new'],
      [5, 5, 'same'],
    ]);
  });

  it('are matched one to one where several are alike', async () => {
    const page = '10 10 m 90 60 l S';
    const states = await compared(freshFolder(), pages(page, page, page), pages(page, page));
    expect(states.map(({ state }) => state).sort()).toEqual(['gone', 'same', 'same']);
  });
});

describe('a date', () => {
  it('is a stamp in the frame, and a change in a note or a NOTAM', async () => {
    const at = (y: number, words: string) => `BT /F1 8 Tf 40 ${y} Td (${words}) Tj ET `;
    const cases: [string, string, number, string][] = [
      ['22 NOV 2026', '20 DEC 2026', 820, 'restamped'],
      ['AIRAC 2611', 'AIRAC 2612', 20, 'restamped'],
      ['Printed 22 NOV 2026 0657 UTC', 'Printed 23 NOV 2026 1157 UTC', 20, 'restamped'],
      ['22 NOV 2026 to 20 DEC 2026', '20 DEC 2026 to 17 JAN 2027', 500, 'changed'],
      ['A0123/26 RWY 09L CLSD 22 NOV 2026', 'A0123/26 RWY 09L CLSD 23 NOV 2026', 820, 'changed'],
      ['NOTE: Procedure NA after 22 NOV 2026', 'NOTE: Procedure NA after 20 DEC 2026', 820, 'changed'],
    ];
    const states = await compared(
      freshFolder(),
      pages(...cases.map(([one, , y], index) => at(y, one) + frame(index, 'page'))),
      pages(...cases.map(([, other, y], index) => at(y, other) + frame(index, 'page'))),
    );
    expect(states.map(({ state }) => state)).toEqual(cases.map(([, , , state]) => state));
  });
});

describe('a page that draws too much', () => {
  it('is the same only where it is made of the same, and says that it can’t be compared in full', async () => {
    const square = (index: number) =>
      `${(index % 50) / 50} ${Math.floor(index / 50) / 50} 1 rg ${(index % 50) * 10} ${Math.floor(index / 50) * 10} 5 5 re f`;
    const stream = Array.from({ length: MAX_CONTENT_STYLES + 1 }, (_, index) => square(index)).join(' ');
    const [one, other] = [frame(0, 'one') + stream, frame(1, 'other') + stream];
    const states = await compared(freshFolder(), pages(one, other), pages(one, `q ${other} Q`));
    expect(states.map(({ state, what }) => [state, what])).toEqual([
      ['same', []],
      ['changed', ['the page draws more than can be compared in full']],
    ]);
  });

  it.each([
    '/ColorSpace /DeviceGray /BitsPerComponent 8 /Filter /JPXDecode',
    '/ImageMask true /BitsPerComponent 1 /Filter /JBIG2Decode',
  ])('is never the same where a picture can’t be drawn: %s', async (filter) => {
    const withPicture = (text: string, index: number) => ({
      [3 + index * 2]:
        `<< /Type /Page /Parent 2 0 R /Contents ${4 + index * 2} 0 R /Resources << /XObject << /X 20 0 R >> /Font << /F1 21 0 R >> >> >>`,
      [4 + index * 2]: streamObject('', `${frame(index, 'page')} /X Do BT /F1 9 Tf 40 60 Td (${text}) Tj ET`),
    });
    const document = (text: string) =>
      classic({
        ...pagesObjects(3),
        ...withPicture(`first ${text}`, 0),
        ...withPicture(`second ${text}`, 1),
        5: `<< /Type /Page /Parent 2 0 R /Contents 6 0 R /Resources << /Font << /F1 21 0 R >> >> >>`,
        7: `<< /Type /Page /Parent 2 0 R /Contents 8 0 R /Resources << /Font << /F1 21 0 R >> >> >>`,
        8: streamObject('', `${frame(2, 'page')} BT /F1 9 Tf 40 60 Td (${text}) Tj ET`),
        6: streamObject('', `${frame(1, 'page')} BT /F1 9 Tf 40 60 Td (as it was) Tj ET`),
        20: streamObject(`/Type /XObject /Subtype /Image /Width 9 /Height 9 ${filter}`, 'no picture'),
        21: '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding /WinAnsiEncoding >>',
      });
    const states = await compared(freshFolder(), document('DA 200'), document('DA 250'));
    expect(states.map(({ state }) => state)).toEqual(['changed', 'same', 'changed']);
    expect(states[0]?.what).not.toEqual([]);
    expect(states[2]?.what).toEqual(['DA: 200 is now 250 (lower left)']);
  });

  it('has no more sentences and areas than are told', async () => {
    const grid = (by: number) =>
      Array.from({ length: 400 }, (_, index) => {
        const [x, y] = [20 + (index % 20) * 28, 20 + Math.floor(index / 20) * 40];
        return `BT /F1 7 Tf ${x} ${y} Td (${1000 + ((index * 37 + (index % 4 === 0 ? by * 991 : 0)) % 8999)}) Tj ET`;
      }).join(' ');
    const [page] = await compared(
      freshFolder(),
      pages(grid(0) + frame(0, 'page')),
      pages(grid(3) + frame(0, 'page')),
    );
    expect(page?.what).toHaveLength(50);
    expect(page?.what.at(-1)).toMatch(/^\d+ more differences$/);
    expect(page?.areas.new.length).toBeLessThanOrEqual(40);
  });
});
