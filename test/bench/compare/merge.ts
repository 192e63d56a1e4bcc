/** Puts documents together to one. */
import { Name, nameOf, type PdfFile, pagesOf, Ref, Stream, type Value } from './pdf-objects.ts';

/** One document with the pages of all, up to so many; their outlines and labels are left out. */
export function merged(files: readonly PdfFile[], most: number): PdfFile {
  const objects = new Map<number, Value>([
    [
      1,
      new Map<string, Value>([
        ['Type', new Name('Catalog')],
        ['Pages', new Ref(2)],
      ]),
    ],
  ]);
  const kids: Ref[] = [];
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
    for (const { number } of pages) {
      const page = objects.get(number + base);
      if (page instanceof Map) page.set('Parent', new Ref(2));
      kids.push(new Ref(number + base));
    }
    base = Math.max(...objects.keys()) + 1;
  }
  objects.set(
    2,
    new Map<string, Value>([
      ['Type', new Name('Pages')],
      ['Count', kids.length],
      ['Kids', kids],
    ]),
  );
  return { objects, root: 1 };
}
