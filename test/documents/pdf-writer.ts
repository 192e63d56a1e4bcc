/** Writes small PDF documents in every way that ISO 32000-1, 7.5 has, sound ones and unsound ones, for tests. */
import { deflateSync } from 'node:zlib';

/** Objects by number: what is between `obj` and `endobj`. */
export type Objects = Record<number, string | Buffer>;

export const header = '%PDF-1.7\n%\u00e2\u00e3\u00cf\u00d3\n';

function bytes(text: string): Buffer {
  return Buffer.from(text, 'latin1');
}

export function streamObject(dict: string, data: Buffer | string): Buffer {
  const content = typeof data === 'string' ? bytes(data) : data;
  return Buffer.concat([
    bytes(`<< ${dict} /Length ${content.length} >>\nstream\n`),
    content,
    bytes('\nendstream'),
  ]);
}

/** Catalog 1, page tree 2, then a page and its contents in turn, from 3 on. */
export function pagesObjects(count: number): Objects {
  const objects: Objects = {};
  const kids: string[] = [];
  for (let page = 0; page < count; page += 1) {
    const num = 3 + page * 2;
    kids.push(`${num} 0 R`);
    objects[num] = `<< /Type /Page /Parent 2 0 R /Contents ${num + 1} 0 R /Resources << >> >>`;
    objects[num + 1] = streamObject('', `0 0 m ${page} ${page} l S`);
  }
  objects[1] = '<< /Type /Catalog /Pages 2 0 R >>';
  objects[2] = `<< /Type /Pages /Count ${count} /MediaBox [0 0 595 842] /Kids [${kids.join(' ')}] >>`;
  return objects;
}

/** Page trees of several levels, with everything that a page inherits. */
export function nestedObjects(): Objects {
  const page = (parent: number, more = '') => `<</Type/Page/Parent ${parent} 0 R${more}>>`;
  return {
    1: '<</Type/Catalog/Pages 2 0 R/Names(a\\)(b))/Hex<0aF >>>',
    2: '<</Type/Pages/Count 4/Kids[3 0 R 4 0 R]/MediaBox 9 0 R/Rotate -90>>',
    3: '<</Type/Pages/Count 3/Parent 2 0 R/Kids[5 0 R 6 0 R 7 0 R]>>',
    4: page(2, '/MediaBox[0 0 +200.5 1.]'),
    5: page(3, '/Contents[10 0 R 11 0 R]/CropBox[1 1 99 99]'),
    6: page(3, '/Rotate 90'),
    7: page(3, '/Na#6de null'),
    9: '[0 0 12 0 R 842.0] % an array',
    10: streamObject('/X true', 'q'),
    11: Buffer.concat([bytes('<</Length 13 0 R>>stream\r\n'), bytes('Q Q'), bytes('endstream')]),
    12: '595',
    13: '3',
  };
}

export interface Body {
  /** The document so far. */
  bytes: Buffer;
  offsets: Map<number, number>;
}

/** `objects` behind what there is. */
export function body(before: Buffer | string, objects: Objects): Body {
  const parts = [typeof before === 'string' ? bytes(before) : before];
  let at = parts[0]?.length ?? 0;
  const offsets = new Map<number, number>();
  for (const [num, object] of Object.entries(objects)) {
    offsets.set(Number(num), at);
    const content = typeof object === 'string' ? bytes(object) : object;
    const part = Buffer.concat([bytes(`${num} 0 obj\n`), content, bytes('\nendobj\n')]);
    parts.push(part);
    at += part.length;
  }
  return { bytes: Buffer.concat(parts), offsets };
}

export function end(start: number): string {
  return `startxref\n${start}\n%%EOF\n`;
}

/** A classic table of `offsets` and, where it is the first, of the head of the free list. */
export function table(offsets: Map<number, number>, trailer: string, withHead: boolean): string {
  const lines = new Map([...offsets].map(([num, at]) => [num, `${String(at).padStart(10, '0')} 00000 n \n`]));
  if (withHead) lines.set(0, '0000000000 65535 f \n');
  const nums = [...lines.keys()].sort((a, b) => a - b);
  let text = 'xref\n';
  for (let i = 0; i < nums.length; ) {
    let to = i + 1;
    while (to < nums.length && nums[to] === (nums[to - 1] ?? 0) + 1) to += 1;
    text += `${nums[i]} ${to - i}\n`;
    for (const num of nums.slice(i, to)) text += lines.get(num);
    i = to;
  }
  return `${text}trailer\n<< ${trailer} >>\n`;
}

export function sizeOf(objects: Objects): number {
  return Math.max(...Object.keys(objects).map(Number)) + 1;
}

export function classic(objects: Objects, trailer = `/Size ${sizeOf(objects)} /Root 1 0 R`): Buffer {
  const { bytes: before, offsets } = body(header, objects);
  return Buffer.concat([before, bytes(table(offsets, trailer, true) + end(before.length))]);
}

/** Where the newest cross-references of a document are. */
export function startOf(document: Buffer): number {
  const text = document.toString('latin1');
  return Number(/^startxref\s+(\d+)/.exec(text.slice(text.lastIndexOf('startxref')))?.[1]);
}

/** An incremental update (7.5.6) with a classic table. */
export function update(document: Buffer, objects: Objects, size: number, trailer = ''): Buffer {
  const { bytes: before, offsets } = body(document, objects);
  const dict = `/Size ${size} /Root 1 0 R /Prev ${startOf(document)} ${trailer}`;
  return Buffer.concat([before, bytes(table(offsets, dict, false) + end(before.length))]);
}

/** PNG filters (PNG specification, section 9), `type` 5 for each of the five in turn. */
function predict(data: Buffer, row: number, type: number): Buffer {
  const rows = Math.ceil(data.length / row);
  const out = Buffer.alloc(rows * (row + 1));
  const at = (y: number, x: number) => (y < 0 || x < 0 ? 0 : (data[y * row + x] ?? 0));
  for (let y = 0; y < rows; y += 1) {
    const filter = type === 5 ? y % 5 : type;
    out[y * (row + 1)] = filter;
    for (let x = 0; x < row; x += 1) {
      const [a, b, c] = [at(y, x - 1), at(y - 1, x), at(y - 1, x - 1)];
      const near = [a, b, c].sort((m, n) => Math.abs(a + b - c - m) - Math.abs(a + b - c - n))[0] ?? 0;
      const guess = [0, a, b, (a + b) >> 1, near][filter] ?? 0;
      out[y * (row + 1) + 1 + x] = at(y, x) - guess;
    }
  }
  return out;
}

export interface StreamOptions {
  /** Filter type of the rows; 5 for all in turn. No predictor if absent. */
  predictor?: number;
  /** Numbers of the objects that go into an object stream. None if absent. */
  inside?: number[];
  /** Compress with FlateDecode. True if absent. */
  flate?: boolean;
  prev?: number;
  /** What was there before; the header if absent. */
  before?: Buffer;
  size?: number;
  /** Compressed data in place of the object stream's. */
  container?: Buffer;
  /** Compressed data in place of the cross-references. */
  entries?: Buffer;
}

function flated(data: Buffer, flate: boolean): { dict: string; data: Buffer } {
  return flate ? { dict: '/Filter /FlateDecode', data: deflateSync(data) } : { dict: '', data };
}

/** An object stream (7.5.7) of those objects. */
export function objectStream(objects: Objects, nums: number[], flate: boolean): Buffer {
  let index = '';
  let content = '';
  for (const num of nums) {
    index += `${num} ${content.length} `;
    content += `${objects[num]}\n`;
  }
  const { dict, data } = flated(bytes(index + content), flate);
  return streamObject(`/Type /ObjStm /N ${nums.length} /First ${index.length} ${dict}`, data);
}

/** With a cross-reference stream (7.5.8) instead of a table. */
export function streamed(objects: Objects, options: StreamOptions = {}): Buffer {
  const { inside = [], flate = true, predictor, prev, before: start = bytes(header) } = options;
  let size = options.size ?? sizeOf(objects);
  const outside: Objects = Object.fromEntries(
    Object.entries(objects).filter(([num]) => !inside.includes(Number(num))),
  );
  const container = size;
  if (inside.length > 0) {
    outside[container] =
      options.container === undefined
        ? objectStream(objects, inside, flate)
        : streamObject('/Type /ObjStm /N 1 /First 4 /Filter /FlateDecode', options.container);
    size += 1;
  }
  const { bytes: before, offsets } = body(start, outside);
  const self = size;
  size += 1;
  offsets.set(self, before.length);
  const entries = new Map<number, [number, number, number]>();
  if (prev === undefined) entries.set(0, [0, 0, 255]);
  for (const [num, offset] of offsets) entries.set(num, [1, offset, 0]);
  for (const [i, num] of inside.entries()) entries.set(num, [2, container, i]);
  const nums = [...entries.keys()].sort((a, b) => a - b);
  const rows = nums.map((num) => {
    const [type, place, detail] = entries.get(num) ?? [0, 0, 0];
    return Buffer.from([type, place >> 16, (place >> 8) & 255, place & 255, detail]);
  });
  const plain = Buffer.concat(rows);
  const predicted = predictor === undefined ? plain : predict(plain, 5, predictor);
  const { dict, data } = flated(predicted, flate || predictor !== undefined);
  const parms = predictor === undefined ? '' : '/DecodeParms << /Predictor 12 /Columns 5 >>';
  const index = nums.map((num) => `${num} 1`).join(' ');
  const last = streamObject(
    `/Type /XRef /Size ${size} /W [1 3 1] /Index [${index}] /Root 1 0 R ${dict} ${parms} ${prev === undefined ? '' : `/Prev ${prev}`}`,
    options.entries ?? data,
  );
  return Buffer.concat([before, bytes(`${self} 0 obj\n`), last, bytes(`\nendobj\n${end(before.length)}`)]);
}

/** A hybrid document (7.5.8.4): the objects `inside` are known to its cross-reference stream only. */
export function hybrid(objects: Objects, inside: number[]): Buffer {
  const size = sizeOf(objects) + 2;
  const outside: Objects = Object.fromEntries(
    Object.entries(objects).filter(([num]) => !inside.includes(Number(num))),
  );
  outside[size - 2] = objectStream(objects, inside, true);
  const { bytes: before, offsets } = body(header, outside);
  const at = before.length;
  const rows = Buffer.from(inside.flatMap((_, i) => [2, size - 2, i]));
  const index = inside.map((num) => `${num} 1`).join(' ');
  const own = Buffer.concat([
    bytes(`${size - 1} 0 obj\n`),
    streamObject(`/Type /XRef /Size ${size} /W [1 1 1] /Index [${index}]`, rows),
    bytes('\nendobj\n'),
  ]);
  const text = table(offsets, `/Size ${size} /Root 1 0 R /XRefStm ${at}`, true);
  return Buffer.concat([before, own, bytes(text + end(at + own.length))]);
}

/** A linearized document (annex F), as far as its cross-references go. `change` may spoil its first dictionary. */
export function linearized(objects: Objects, change: (dict: string) => string = (dict) => dict): Buffer {
  const size = sizeOf(objects) + 1;
  const first = size - 1;
  const pages = /\/Count (\d+)/.exec(String(objects[2]))?.[1];
  const wide = (number: number) => String(number).padStart(10, ' ');
  const build = (length: number, main: number, offsets: Map<number, number>) => {
    const dict = change(
      `<< /Linearized 1 /L ${wide(length)} /H [ 600 10 ] /O 3 /E 700 /N ${pages} /T ${wide(main)} >>`,
    );
    const lead = bytes(`${header}${first} 0 obj\n${dict}\nendobj\n`);
    const own = new Map([
      [first, header.length],
      [3, offsets.get(3) ?? 0],
    ]);
    const newest = table(own, `/Size ${size} /Root 1 0 R /Prev ${wide(main)}`, false);
    return { lead, opening: Buffer.concat([lead, bytes(newest + end(0))]) };
  };
  const { opening } = build(0, 0, new Map());
  const { bytes: before, offsets } = body(opening, objects);
  const others = new Map([...offsets].filter(([num]) => num !== 3));
  const tail = table(others, `/Size ${size}`, true);
  const { lead } = build(0, 0, new Map());
  const closing = bytes(tail + end(lead.length));
  const length = before.length + closing.length;
  const final = build(length, before.length, offsets);
  return Buffer.concat([final.opening, before.subarray(final.opening.length), closing]);
}
