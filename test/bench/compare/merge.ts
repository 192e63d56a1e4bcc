/** Puts documents together to one. */
import {
  contentsOf,
  Name,
  nameOf,
  type PdfFile,
  pagesOf,
  Ref,
  Stream,
  setContents,
  setPages,
  type Value,
} from './pdf-objects.ts';

/** One document with the pages of all, up to so many; their outlines and labels are left out. The files are used up. */
export function merged(files: readonly PdfFile[], most = Number.POSITIVE_INFINITY): PdfFile {
  const catalog = new Map<string, Value>([
    ['Type', new Name('Catalog')],
    ['Pages', new Ref(2)],
  ]);
  const objects = new Map<number, Value>([[1, catalog]]);
  const kids: number[] = [];
  let base = 2;
  for (const file of files) {
    if (kids.length >= most) break;
    const moved = (value: Value): Value => {
      if (value instanceof Ref) return new Ref(value.number + base);
      if (Array.isArray(value)) return value.map(moved);
      if (value instanceof Map)
        return new Map([...value].map(([key, one]): [string, Value] => [key, moved(one)]));
      if (value instanceof Stream) return new Stream(moved(value.dict) as Map<string, Value>, value.data);
      return value;
    };
    const pages = pagesOf(file).slice(0, most - kids.length);
    // Their catalogs would be taken for this one's.
    for (const [number, value] of file.objects)
      if (value instanceof Map && nameOf(value.get('Type')) === 'Catalog') file.objects.delete(number);
    for (const [number, value] of file.objects) objects.set(number + base, moved(value));
    kids.push(...pages.map(({ number }) => number + base));
    base = Math.max(...objects.keys()) + 1;
  }
  const whole = { objects, root: 1 };
  setPages(whole, kids);
  return whole;
}

/**
 * One document of so many pages with those of all, taken again and again where they are fewer; from the second time on each page
 * has a mark of its own, so that no two are alike.
 *
 * @param read gives the documents anew each time
 */
export function filled(read: () => PdfFile[], most: number): PdfFile {
  const files: PdfFile[] = [];
  let count = 0;
  while (count < most) {
    const before = count;
    for (const file of read()) {
      const pages = pagesOf(file);
      if (count >= most) break;
      for (const [index, page] of pages.entries())
        if (files.length > 0 && before > 0) mark(file, page, before + index);
      files.push(file);
      count += pages.length;
    }
    if (count === before) throw new Error('There are no pages.');
  }
  return merged(files, most);
}

/** Draws a number into the lower left corner, as squares for its bits. */
function mark(file: PdfFile, page: ReturnType<typeof pagesOf>[number], number: number): void {
  const data = contentsOf(file, page);
  if (data === null) return;
  const bits = Array.from({ length: 12 }, (_, bit) => (number >> bit) & 1);
  const squares = bits.map((on, bit) => `${4 + bit * 6} 4 ${on ? 5 : 2} 3 re f`).join(' ');
  setContents(file, page, Buffer.concat([Buffer.from('q '), data, Buffer.from(` Q q 0 g ${squares} Q`)]));
}
