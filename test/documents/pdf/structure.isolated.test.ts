import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { constants, deflateRawSync, inflateSync } from 'node:zlib';
import fc from 'fast-check';
import { afterAll, describe, expect, test } from 'vitest';
import { documentThreads } from '../../../main/documents/document-reader.ts';
import { readPdfStructure, readStructureOf } from '../../../main/documents/pdf/structure.ts';
import { checkEnds, PageCounter } from '../../../main/documents/verify-document.ts';
import { freshFolder } from '../../fresh-folder.ts';
import {
  body,
  classic,
  end,
  header,
  hybrid,
  linearized,
  nestedObjects,
  type Objects,
  objectStream,
  pagesObjects,
  startOf,
  streamed,
  streamObject,
  table,
  update,
} from '../pdf-writer.ts';
import { aPdf } from '../samples.ts';

const pdfjs = new PageCounter(documentThreads());

/** The judge of what our own check vouches for: pdf.js alone, without the short way that DocumentVerifier takes. */
async function judgedByPdfjs(file: string): Promise<{ pages: number }> {
  await checkEnds(file);
  const { pages } = await pdfjs.count(file, 20_000, new AbortController().signal);
  return { pages };
}

afterAll(() => pdfjs.close());

function aFile(content: Uint8Array): string {
  const file = join(freshFolder(), 'kit.pdf');
  writeFileSync(file, content);
  return file;
}

/** Bytes that exist when they are asked for, and what was asked. */
class Watched {
  readonly size: number;
  bytesRead = 0;
  reads = 0;
  longest = 0;
  readonly #at: (from: number, into: Buffer) => void;

  constructor(size: number, at: (from: number, into: Buffer) => void) {
    this.size = size;
    this.#at = at;
  }

  static of(bytes: Buffer): Watched {
    return new Watched(bytes.length, (from, into) => {
      bytes.copy(into, 0, from);
    });
  }

  read(into: Buffer, at: number): Promise<number> {
    const length = Math.min(into.length, this.size - at);
    this.reads += 1;
    this.bytesRead += length;
    this.longest = Math.max(this.longest, into.length);
    this.#at(at, into);
    return Promise.resolve(length);
  }
}

function structureOf(bytes: Buffer): Promise<{ pages: number } | null> {
  return readStructureOf(Watched.of(bytes));
}

async function expectIrregular(bytes: Buffer): Promise<void> {
  expect(await structureOf(bytes)).toBeNull();
}

/** As `classic`, of an object that is changed. */
function changed(num: number, from: string | RegExp, to: string, objects: Objects = pagesObjects(2)): Buffer {
  const before = objects[num]?.toString('latin1') ?? '';
  const after = before.replace(from, to);
  expect(after).not.toBe(before);
  return classic({ ...objects, [num]: Buffer.from(after, 'latin1') });
}

function replaced(document: Buffer, from: string | RegExp, to: string): Buffer {
  const before = document.toString('latin1');
  const after = before.replace(from, to);
  expect(after).not.toBe(before);
  return Buffer.from(after, 'latin1');
}

const inside = [1, 2, 3, 5];
const updated = () => {
  const first = classic(pagesObjects(2));
  const objects = pagesObjects(3);
  return update(first, { 2: objects[2] ?? '', 7: objects[7] ?? '', 8: objects[8] ?? '' }, 9);
};

/** Sound documents of every kind and their pages. */
const sound: Record<string, () => [bytes: Buffer, pages: number]> = {
  'a classic table': () => [classic(pagesObjects(2)), 2],
  'one page': () => [classic(pagesObjects(1)), 1],
  'a nested page tree': () => [classic(nestedObjects(), '/Size 14 /Root 1 0 R /ID[<00>(x)]'), 4],
  'a cross-reference stream': () => [streamed(pagesObjects(2)), 2],
  'an unfiltered cross-reference stream': () => [streamed(pagesObjects(2), { flate: false }), 2],
  'an object stream': () => [streamed(pagesObjects(2), { inside, predictor: 2 }), 2],
  'an unfiltered object stream': () => [streamed(pagesObjects(2), { inside, flate: false }), 2],
  'nested pages in an object stream': () => [
    streamed(nestedObjects(), { inside: [1, 2, 3, 4, 5, 6, 7, 9, 12, 13], predictor: 5 }),
    4,
  ],
  'an update': () => [updated(), 3],
  'two updates': () => [update(updated(), { 2: pagesObjects(2)[2] ?? '' }, 9), 2],
  'an update of a cross-reference stream': () => {
    const before = streamed(pagesObjects(1), { inside: [1, 2, 3] });
    const { 2: tree = '', 5: page = '', 6: contents = '' } = pagesObjects(2);
    const objects = { 2: tree, 8: contents, 9: page.toString().replace('6 0 R', '8 0 R') };
    objects[2] = tree.toString().replace('5 0 R', '9 0 R');
    return [streamed(objects, { before, prev: startOf(before), size: 10 }), 2];
  },
  'a hybrid document': () => [hybrid(pagesObjects(2), [5, 3]), 2],
  'a linearized document': () => [linearized(pagesObjects(3)), 3],
};

describe('sound documents', () => {
  test.each([1, 20, 300])('of pdfkit, %i pages', async (pages) => {
    expect(await readPdfStructure(aFile(await aPdf(pages)))).toEqual({ pages });
    expect(await structureOf(await aPdf(pages, { compress: false, bufferPages: true }))).toEqual({ pages });
  });

  test.each(Object.keys(sound))('with %s', async (name) => {
    const [bytes, pages] = sound[name]?.() ?? [Buffer.of(), 0];
    const file = aFile(bytes);
    expect(await judgedByPdfjs(file)).toEqual({ pages });
    expect(await readPdfStructure(file)).toEqual({ pages });
  });

  test.each([0, 1, 2, 3, 4, 5])('whose cross-references have PNG filter %i', async (predictor) => {
    const bytes = streamed(pagesObjects(40), { predictor, inside });
    expect(await judgedByPdfjs(aFile(bytes))).toEqual({ pages: 40 });
    expect(await structureOf(bytes)).toEqual({ pages: 40 });
  });

  test('of white-space and comments in unusual places', async () => {
    const page = '<</Type%comment >>\r/Page/Parent\t2\f0 %\n R/MediaBox[0\r\n0 1%]\n1]\0/Rotate +0>>';
    expect(await structureOf(classic({ ...pagesObjects(1), 3: page }))).toEqual({ pages: 1 });
  });
});

describe('leaves to pdf.js', () => {
  const document = () => classic(pagesObjects(2));

  test.each<[string, () => Buffer]>([
    ['nothing', () => Buffer.alloc(0)],
    ['no PDF', () => Buffer.from('<!doctype html>'.repeat(200))],
    ['bytes before the header', () => Buffer.concat([Buffer.from('junk\n'), document()])],
    ['bytes behind the end', () => Buffer.concat([document(), Buffer.from('junk')])],
    ['no startxref', () => replaced(document(), 'startxref', 'startxxxx')],
    ['a startxref in the header', () => replaced(document(), /startxref\n\d+/, 'startxref\n0')],
    ['a startxref beyond the end', () => replaced(document(), /startxref\n\d+/, 'startxref\n999999999')],
    ['a negative startxref', () => replaced(document(), /startxref\n\d+/, 'startxref\n-9')],
    ['encryption', () => classic(pagesObjects(2), '/Size 7 /Root 1 0 R /Encrypt << /Filter /Standard >>')],
    ['no /Root', () => classic(pagesObjects(2), '/Size 7')],
    ['a direct /Root', () => classic(pagesObjects(2), '/Size 7 /Root << /Type /Catalog /Pages 2 0 R >>')],
    ['a small /Size', () => classic(pagesObjects(2), '/Size 3 /Root 1 0 R')],
    ['a huge /Size', () => classic(pagesObjects(2), '/Size 4294967295 /Root 1 0 R')],
    ['a negative /Size', () => classic(pagesObjects(2), '/Size -7 /Root 1 0 R')],
    ['a /Prev beyond the end', () => classic(pagesObjects(2), '/Size 7 /Root 1 0 R /Prev 99999')],
    ['a negative /Prev', () => classic(pagesObjects(2), '/Size 7 /Root 1 0 R /Prev -1')],
    ['a trailer that ends oddly', () => replaced(updated(), 'startxref\n', 'startxref)')],
    ['a key twice', () => classic(pagesObjects(2), '/Size 7 /Root 1 0 R /Root 1 0 R')],
    ['a wrong offset', () => replaced(document(), /(\d{10}) 00000 n \n(\d{10})/, '$2 00000 n \n$1')],
    ['an offset beyond the end', () => replaced(document(), /\d{10} 00000 n/, '9999999999 00000 n')],
    ['another generation', () => replaced(document(), ' 00000 n', ' 00001 n')],
    ['lines of 19 bytes', () => replaced(document(), / n \n/g, ' n\n')],
    ['object 0 in use', () => replaced(document(), '65535 f', '00000 n')],
    ['a table from 1 on', () => replaced(document(), 'xref\n0 ', 'xref\n1 ')],
    ['no catalog', () => changed(1, '/Catalog', '/Catalogue')],
    ['a catalog cut off', () => changed(1, '>>', '')],
    ['no page tree', () => changed(1, '2 0 R', '20 0 R')],
    ['no count', () => changed(2, /\/Count 2/, '')],
    ['a wrong count', () => changed(2, /\/Count 2/, '/Count 3')],
    ['a negative count', () => changed(2, /\/Count 2/, '/Count -2')],
    ['no pages', () => classic({ ...pagesObjects(1), 2: '<< /Type /Pages /Count 0 /Kids [] >>' })],
    ['a missing page', () => changed(2, '3 0 R 5 0 R', '30 0 R 5 0 R')],
    ['a page twice', () => changed(2, '3 0 R 5 0 R', '3 0 R 3 0 R')],
    ['a direct page', () => changed(2, '3 0 R 5 0 R', '3 0 R << /Type /Page /Parent 2 0 R >>')],
    ['a page without a parent', () => changed(5, '/Parent 2 0 R', '')],
    ['a page of another parent', () => changed(5, '/Parent 2 0 R', '/Parent 1 0 R')],
    ['a page that is none', () => changed(5, '/Page ', '/Font ')],
    ['no media box', () => changed(2, /\/MediaBox \[.*?\]/, '')],
    ['a media box of three', () => changed(2, '[0 0 595 842]', '[0 0 595]')],
    ['an empty media box', () => changed(2, '[0 0 595 842]', '[0 0 0 842]')],
    ['a missing crop box', () => changed(3, '/Type', '/CropBox 99 0 R /Type')],
    ['an odd rotation', () => changed(3, '/Type', '/Rotate (x) /Type')],
    ['missing contents', () => changed(3, '4 0 R', '40 0 R')],
    ['missing contents of a page in the middle', () => changed(5, '6 0 R', '60 0 R', pagesObjects(3))],
    ['contents that are no stream', () => changed(3, '4 0 R', '1 0 R')],
    ['contents with a short length', () => changed(4, /Length \d+/, 'Length 3')],
    ['contents with a long length', () => changed(4, /Length \d+/, 'Length 9999999')],
    ['contents with a negative length', () => changed(6, /Length \d+/, 'Length -5')],
    ['contents of their own length', () => changed(4, /Length \d+/, 'Length 4 0 R')],
    ['a bad name', () => changed(3, '/Type', '/A#zz 1 /Type')],
    ['a bad hexadecimal string', () => changed(3, '/Type', '/A <0g> /Type')],
    ['an endless string', () => changed(3, '/Type', '/A (( /Type')],
    ['an unknown word', () => changed(3, '/Type', '/A nul /Type')],
    ['a bad number', () => changed(3, '/Type', '/A --1 /Type')],
    ['a wrong L', () => linearized(pagesObjects(3), (dict) => dict.replace(/\/L +\d/, '/L 9'))],
    ['a wrong N', () => linearized(pagesObjects(3), (dict) => dict.replace('/N 3', '/N 4'))],
    ['a wrong O', () => linearized(pagesObjects(3), (dict) => dict.replace('/O 3', '/O 5'))],
    ['another first page', () => linearized(pagesObjects(3), (dict) => dict.replace('/N', '/P 1 /N'))],
    ['unknown filters', () => replaced(streamed(pagesObjects(2)), /FlateDecode/g, 'LZWDecode  ')],
    [
      'an unknown predictor',
      () => replaced(streamed(pagesObjects(2), { predictor: 2 }), 'ictor 12', 'ictor 02'),
    ],
    ['other columns', () => replaced(streamed(pagesObjects(2), { predictor: 2 }), 'Columns 5', 'Columns 4')],
    ['negative widths', () => replaced(streamed(pagesObjects(2)), '[1 3 1]', '[1 -3 1]')],
    ['odd index', () => replaced(streamed(pagesObjects(2)), '[0 1 ', '[0 -1 ')],
    ['an index without end', () => replaced(streamed(pagesObjects(2)), '[0 1 ', '[0 9999999 ')],
    ['too few objects in a stream', () => replaced(streamed(pagesObjects(2), { inside }), '/N 4', '/N 9')],
    ['another first object', () => replaced(streamed(pagesObjects(2), { inside }), /First \d/, 'First 9')],
    [
      'an object stream of another kind',
      () => replaced(streamed(pagesObjects(2), { inside }), '/ObjStm', '/ObjStn'),
    ],
  ])('%s', async (_name, make) => {
    await expectIrregular(make());
  });

  test('every document that lost a part of its middle or its end', async () => {
    for (const [name, make] of Object.entries(sound)) {
      const [bytes, pages] = make();
      const tableAt = startOf(bytes);
      for (let at = 20; at < bytes.length - 1; at += 7) {
        const cut = await structureOf(bytes.subarray(0, at));
        // An update that is cut off leaves the document that was before it.
        if (!name.includes('update')) expect(cut, `${name}, cut at ${at}`).toBeNull();
        if (at + 5 >= tableAt) continue;
        const holed = Buffer.concat([bytes.subarray(0, at), bytes.subarray(at + 5)]);
        expect(await structureOf(holed), `${name} of ${pages} pages, without ${at}`).toBeNull();
      }
    }
  });
});

describe('hostile documents end soon', () => {
  test('a chain of cross-references in a circle', async () => {
    const { bytes, offsets } = body(header, pagesObjects(1));
    const text = table(offsets, `/Size 5 /Root 1 0 R /Prev ${bytes.length}`, true);
    await expectIrregular(Buffer.concat([bytes, Buffer.from(text + end(bytes.length))]));
  });

  test('a long chain of cross-references', async () => {
    let document = classic(pagesObjects(1));
    for (let i = 0; i < 63; i += 1) document = update(document, { 4: pagesObjects(1)[4] ?? '' }, 5);
    expect(await structureOf(document)).toEqual({ pages: 1 });
    await expectIrregular(update(document, { 4: pagesObjects(1)[4] ?? '' }, 5));
  });

  test('a page tree in a circle', async () => {
    await expectIrregular(
      classic({
        1: '<< /Type /Catalog /Pages 2 0 R >>',
        2: '<< /Type /Pages /Count 1 /Kids [3 0 R] /MediaBox [0 0 1 1] >>',
        3: '<< /Type /Pages /Parent 2 0 R /Count 1 /Kids [2 0 R] >>',
      }),
    );
  });

  test('a deep page tree', async () => {
    const deep = (depth: number) => {
      const objects: Objects = { 1: '<< /Type /Catalog /Pages 2 0 R >>' };
      for (let num = 2; num < depth + 2; num += 1) {
        const parent = num === 2 ? '' : `/Parent ${num - 1} 0 R`;
        objects[num] = `<< /Type /Pages ${parent} /Count 1 /Kids [${num + 1} 0 R] >>`;
      }
      objects[depth + 2] = `<< /Type /Page /Parent ${depth + 1} 0 R /MediaBox [0 0 1 1] >>`;
      return classic(objects);
    };
    expect(await structureOf(deep(60))).toEqual({ pages: 1 });
    await expectIrregular(deep(70));
    await expectIrregular(deep(20_000));
  });

  test('deep nesting', async () => {
    const nested = (depth: number) =>
      changed(1, '/Type', `/Junk ${'['.repeat(depth)}${']'.repeat(depth)} /Type`);
    expect(await structureOf(nested(50))).toEqual({ pages: 2 });
    await expectIrregular(nested(70));
    await expectIrregular(nested(100_000));
    await expectIrregular(changed(1, '/Type', `/Junk ${'<</A'.repeat(20_000)} /Type`));
  });

  test('a huge object', async () => {
    await expectIrregular(changed(1, '/Type', `/Junk [${'[] '.repeat(60_000)}] /Type`));
    await expectIrregular(changed(1, '/Type', `/Junk (${'x'.repeat(400_000)}) /Type`));
  });

  test('object streams that need each other', async () => {
    const objects = pagesObjects(1);
    const size = 7;
    const holder = (num: number, length: number) => ({
      [num]: Buffer.from(`<< /Type /ObjStm /N 1 /First 4 /Length ${length} 0 R >>\nstream\n1 0 9\nendstream`),
    });
    const { bytes, offsets } = body(header, { ...holder(5, 8), ...holder(6, 7), 4: objects[4] ?? '' });
    const rows = [
      [0, 0, 0],
      [2, 5, 0],
      [0, 0, 0],
      [0, 0, 0],
      [1, offsets.get(4) ?? 0, 0],
      [1, offsets.get(5) ?? 0, 0],
      [1, offsets.get(6) ?? 0, 0],
      [2, 5, 0],
      [2, 6, 0],
    ].map(([type = 0, place = 0, detail = 0]) => [type, place >> 8, place & 255, detail]);
    const stream = streamObject(
      `/Type /XRef /Size ${size + 2} /W [1 2 1] /Root 1 0 R`,
      Buffer.from(rows.flat()),
    );
    await expectIrregular(
      Buffer.concat([bytes, Buffer.from('9 0 obj\n'), stream, Buffer.from(`\nendobj\n${end(bytes.length)}`)]),
    );
  });

  test('zip bombs in place of objects and of cross-references', async () => {
    // Of 1 GiB, made of a block of 1 MiB that comes again and again.
    const block = deflateRawSync(Buffer.alloc(1024 ** 2), { finishFlush: constants.Z_FULL_FLUSH });
    const bomb = Buffer.concat([Buffer.from([0x78, 0x9c]), ...Array<Buffer>(1024).fill(block)]);
    const before = process.resourceUsage().maxRSS;
    await expectIrregular(streamed(pagesObjects(2), { inside, container: bomb }));
    await expectIrregular(streamed(pagesObjects(2), { entries: bomb }));
    expect(process.resourceUsage().maxRSS - before).toBeLessThan(100 * 1024);
    // What is as it should be passes in the same place.
    const entries = inflateSync(bomb.subarray(0, 2 + block.length), { finishFlush: constants.Z_SYNC_FLUSH });
    expect(entries).toHaveLength(1024 ** 2);
    const long = { ...pagesObjects(2), 1: `<< /Type /Catalog /Pages 2 0 R >>${' '.repeat(2 * 1024 ** 2)}` };
    expect(await structureOf(streamed(long, { inside }))).toEqual({ pages: 2 });
  });

  test('object streams that are decoded again and again', async () => {
    // Two of 7 MiB, in turn: 32 MiB in all are too many.
    const count = 12;
    const objects = pagesObjects(count);
    const pages = Array.from({ length: count }, (_, i) => 3 + i * 2);
    const padding = ' '.repeat(7 * 1024 ** 2);
    const size = 2 * count + 3;
    const all: Objects = { ...objects };
    const rows: number[][] = [[0, 0, 0]];
    for (const half of [0, 1]) {
      const nums = pages.filter((_, i) => i % 2 === half);
      const last = nums.at(-1) ?? 0;
      all[size + half] = objectStream({ ...objects, [last]: `${objects[last]}${padding}` }, nums, true);
      for (const [i, num] of nums.entries()) rows[num] = [2, size + half, i];
      for (const num of nums) delete all[num];
    }
    const { bytes, offsets } = body(header, all);
    for (const [num, offset] of offsets) rows[num] = [1, offset, 0];
    rows[size + 2] = [1, bytes.length, 0];
    const plain = rows.map(([type = 0, place = 0, detail = 0]) => [type, place >> 8, place & 255, detail]);
    const own = streamObject(
      `/Type /XRef /Size ${size + 3} /W [1 2 1] /Root 1 0 R`,
      Buffer.from(Array.from(plain, (row) => row ?? [0, 0, 0, 0]).flat()),
    );
    const document = Buffer.concat([
      bytes,
      Buffer.from(`${size + 2} 0 obj\n`),
      own,
      Buffer.from(`\nendobj\n${end(bytes.length)}`),
    ]);
    expect(bytes.length).toBeLessThan(65_536);
    expect(await judgedByPdfjs(aFile(document))).toEqual({ pages: count });
    await expectIrregular(document);
  });

  test('thousands of objects that share one long comment', async () => {
    const count = 9_000;
    const comment = Array.from({ length: count }, (_, i) => `${i + 3} 0 obj%`);
    const opening = Buffer.from(
      `${header}1 0 obj\n<< /Type /Catalog /Pages 2 0 R >>\nendobj\n2 0 obj\n<< /Type /Pages /Count ${count} /MediaBox [0 0 1 1] /Kids [${comment.map((_, i) => `${i + 3} 0 R`).join(' ')}] >>\nendobj\n`,
      'latin1',
    );
    const text = opening.toString('latin1');
    const offsets = new Map([
      [1, text.indexOf('1 0 obj')],
      [2, text.indexOf('2 0 obj')],
    ]);
    let at = opening.length;
    for (const [i, part] of comment.entries()) {
      offsets.set(i + 3, at);
      at += part.length;
    }
    const shared = Buffer.from(`${comment.join('')}\n<< /Type /Page /Parent 2 0 R >>\nendobj\n`);
    const start = opening.length + shared.length;
    const closing = Buffer.from(table(offsets, `/Size ${count + 3} /Root 1 0 R`, true) + end(start));
    await expectIrregular(Buffer.concat([opening, shared, closing]));
  });
});

describe('reads little', () => {
  /** The sparse document of `size` bytes: its objects first, then nothing, then its table. */
  function sparse(objects: Objects, size: number): Watched {
    const { bytes, offsets } = body(header, objects);
    const closing = Buffer.from(table(offsets, `/Size ${Math.max(...offsets.keys()) + 1} /Root 1 0 R`, true));
    const at = size - closing.length;
    const tail = Buffer.concat([closing, Buffer.from(end(at))]);
    return new Watched(at + tail.length, (from, into) => {
      into.fill(0x20);
      if (from < bytes.length) bytes.copy(into, 0, from);
      if (from + into.length > at) tail.copy(into, Math.max(0, at - from), Math.max(0, from - at));
    });
  }

  test('of a large document', async () => {
    const source = sparse(pagesObjects(50), 200 * 1024 ** 2);
    // Some hundred MB of space are behind the last object: more than is looked through.
    expect(await readStructureOf(source)).toBeNull();
    expect(source.bytesRead).toBeLessThan(2 * 1024 ** 2);
    const filled = sparse({ ...pagesObjects(50), 200: '<< >>\nendobj\n%' }, 200 * 1024 ** 2);
    expect(await readStructureOf(filled)).toEqual({ pages: 50 });
    expect(filled.bytesRead).toBeLessThan(256 * 1024);
    expect(filled.longest).toBeLessThanOrEqual(64 * 1024);
  });

  test('of 100,000 objects, and keeps less than 4 MB of them', async () => {
    const objects = pagesObjects(20);
    for (let num = 43; num < 100_000; num += 1) objects[num] = 'null';
    const bytes = classic(objects);
    const source = Watched.of(bytes);
    const before = process.memoryUsage().arrayBuffers;
    let most = 0;
    const read = source.read.bind(source);
    source.read = (into, at) => {
      most = Math.max(most, process.memoryUsage().arrayBuffers - before - source.bytesRead);
      return read(into, at);
    };
    expect(await readStructureOf(source)).toEqual({ pages: 20 });
    // Besides what was read, which is given back as it goes: the table.
    expect(most).toBeLessThan(4 * 1024 ** 2);
    expect(source.bytesRead).toBeLessThan(3 * 1024 ** 2);
    expect(source.longest).toBeLessThanOrEqual(64 * 1024);
  });

  test('and gives up at 16 MiB', async () => {
    // One page every 8 KiB, 3000 of them: more blocks than it may read.
    const count = 6_000;
    const objects = pagesObjects(count);
    for (let page = 0; page < count; page += 1)
      objects[4 + page * 2] = streamObject('', Buffer.alloc(8192, 0x20));
    const source = Watched.of(classic(objects));
    expect(await readStructureOf(source)).toBeNull();
    expect(source.bytesRead).toBeLessThanOrEqual(16 * 1024 ** 2);
  });
});

describe('failures outside', () => {
  test('a file that is not there or no file', async () => {
    await expect(readPdfStructure(join(freshFolder(), 'none.pdf'))).rejects.toMatchObject({ code: 'ENOENT' });
    await expect(readPdfStructure(freshFolder())).rejects.toMatchObject({ code: 'EISDIR' });
  });

  test('a read that fails', async () => {
    const bytes = classic(pagesObjects(2));
    const failure = Object.assign(new Error('i/o'), { code: 'EIO' });
    const source = { size: bytes.length, read: () => Promise.reject(failure) };
    await expect(readStructureOf(source)).rejects.toBe(failure);
  });

  test('a file that becomes shorter meanwhile', async () => {
    expect(await readStructureOf({ size: 5000, read: () => Promise.resolve(0) })).toBeNull();
  });

  test('short reads', async () => {
    const bytes = classic(pagesObjects(2));
    const read = (into: Buffer, at: number) => Promise.resolve(bytes.copy(into, 0, at, at + 100));
    expect(await readStructureOf({ size: bytes.length, read })).toEqual({ pages: 2 });
  });

  test('an abort before and meanwhile', async () => {
    const file = aFile(classic(pagesObjects(2)));
    await expect(readPdfStructure(file, AbortSignal.abort())).rejects.toMatchObject({ name: 'AbortError' });
    const controller = new AbortController();
    const source = Watched.of(classic(pagesObjects(2)));
    const read = source.read.bind(source);
    source.read = (into, at) => {
      controller.abort();
      return read(into, at);
    };
    await expect(readStructureOf(source, controller.signal)).rejects.toMatchObject({ name: 'AbortError' });
    expect(source.reads).toBe(1);
  });
});

/** Something that happens to a document on its way. */
const mutation = fc.oneof(
  fc.record({ kind: fc.constant('flip'), at: fc.nat(), by: fc.integer({ min: 1, max: 255 }) }),
  fc.record({
    kind: fc.constant('set'),
    at: fc.nat(),
    by: fc.constantFrom(...Buffer.from(' \n0123459/<>[]()%RfnN')),
  }),
  fc.record({ kind: fc.constant('truncate'), at: fc.nat(), by: fc.constant(0) }),
  fc.record({ kind: fc.constant('delete'), at: fc.nat(), by: fc.integer({ min: 1, max: 300 }) }),
  fc.record({ kind: fc.constant('duplicate'), at: fc.nat(), by: fc.integer({ min: 1, max: 300 }) }),
  fc.record({ kind: fc.constant('zero'), at: fc.nat(), by: fc.integer({ min: 1, max: 300 }) }),
  fc.record({ kind: fc.constant('swap'), at: fc.nat(), by: fc.integer({ min: 1, max: 300 }) }),
);

function mutate(document: Buffer, change: { kind: string; at: number; by: number }): Buffer {
  const at = document.length === 0 ? 0 : change.at % document.length;
  const before = document.subarray(0, at);
  const part = document.subarray(at, at + change.by);
  const after = document.subarray(at + change.by);
  switch (change.kind) {
    case 'truncate':
      return before;
    case 'delete':
      return Buffer.concat([before, after]);
    case 'duplicate':
      return Buffer.concat([before, part, part, after]);
    case 'zero':
      return Buffer.concat([before, Buffer.alloc(part.length), after]);
    case 'swap':
      return Buffer.concat([before, after.subarray(0, change.by), part, after.subarray(change.by)]);
    default: {
      const copy = Buffer.from(document);
      if (copy.length > 0) copy[at] = change.kind === 'set' ? change.by : (copy[at] ?? 0) ^ change.by;
      return copy;
    }
  }
}

/** Documents that differ from sound ones in what their objects say, with cross-references that are right. */
const rewritten = fc
  .record({
    objects: fc.constantFrom(pagesObjects(1), pagesObjects(3), nestedObjects()),
    edits: fc.array(
      fc.record({
        num: fc.integer({ min: 1, max: 13 }),
        at: fc.nat({ max: 200 }),
        removed: fc.constantFrom(0, 0, 0, 1, 2, 6),
        word: fc.constantFrom(
          ...[
            '',
            'null',
            '/Kids',
            '/Type /Page',
            '[',
            ']',
            '<<',
            '>>',
            '0',
            '1',
            '3 0 R',
            '2 0 R',
            '9 0 R',
            '%',
            '%\n',
          ],
          ...[
            '(',
            ')',
            '#',
            '#41',
            '/Parent 2 0 R',
            'stream',
            'endstream',
            'endobj',
            'R',
            '-',
            '+',
            '.',
            '/Linearized 1',
          ],
          ...[
            '\0',
            '\r',
            '/MediaBox [0 0 1 1]',
            '/Rotate 450',
            '/Count 1',
            '/CropBox 9 0 R',
            '/A (\\))',
            '<4>',
            '\u00ff',
          ],
          ...[
            '/F (x)',
            '/Filter /FlateDecode',
            '/Length 3',
            '\nendobj\n',
            '/UserUnit 2',
            'true',
            '1.0',
            '007',
            '5 0 obj',
          ],
        ),
      }),
      { minLength: 1, maxLength: 3 },
    ),
    write: fc.constantFrom<(objects: Objects) => Buffer>(
      (objects) => classic(objects),
      (objects) => streamed(objects),
      (objects) => streamed(objects, { inside: [1, 2, 3, 5], flate: false, predictor: 4 }),
      (objects) => hybrid(objects, [3, 5]),
      (objects) => linearized(objects),
    ),
  })
  .map(({ objects, edits, write }) => {
    const edited = { ...objects };
    for (const { num, at, removed, word } of edits) {
      const text = edited[num]?.toString('latin1');
      if (text === undefined) continue;
      const where = at % (text.length + 1);
      edited[num] = Buffer.from(text.slice(0, where) + word + text.slice(where + removed), 'latin1');
    }
    return write(edited);
  });

/** More with PDF_RUNS: after a change of the check, 100,000 are worth the minute. */
const numRuns = Number(process.env.PDF_RUNS ?? 1500);

describe('whatever it vouches for, pdf.js opens with as many pages', () => {
  const bases = Object.values(sound).map((make) => make()[0]);
  const mutated = fc
    .tuple(fc.constantFrom(...bases), fc.array(mutation, { minLength: 1, maxLength: 3 }))
    .map(([base, mutations]) => mutations.reduce(mutate, base));

  test.each([
    ['damaged', mutated],
    ['rewritten', rewritten],
  ])('of %s documents', async (_name, documents) => {
    const file = aFile(Buffer.alloc(0));
    let vouched = 0;
    await fc.assert(
      fc.asyncProperty(documents, async (bytes) => {
        const structure = await structureOf(bytes);
        if (structure === null) return;
        vouched += 1;
        writeFileSync(file, bytes);
        expect(await judgedByPdfjs(file)).toEqual(structure);
      }),
      { numRuns },
    );
    // Some changes matter to nobody; without them, nothing was compared.
    expect(vouched).toBeGreaterThan(20);
  });

  test('of pdfkit’s documents, damaged', async () => {
    const file = aFile(Buffer.alloc(0));
    const base = await aPdf(2, { compress: false });
    await fc.assert(
      fc.asyncProperty(mutation, async (change) => {
        const bytes = mutate(base, change);
        const structure = await structureOf(bytes);
        if (structure === null) return;
        writeFileSync(file, bytes);
        expect(await judgedByPdfjs(file)).toEqual(structure);
      }),
    );
  });
});
