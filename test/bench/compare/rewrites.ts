/** Other bytes for the same pages: what other producers and tools make of a document. */
import { type Operation, operation, operationsOf, streamOf } from './operations.ts';
import {
  addObject,
  contentsOf,
  type Dict,
  decoded,
  encode,
  Name,
  type PdfFile,
  pagesOf,
  Ref,
  resolved,
  Stream,
  setContents,
  setPages,
  Text,
  type Value,
} from './pdf-objects.ts';

/** Changes a document so that no page looks different. */
export type Rewrite = (file: PdfFile, random: () => number) => void;

/** Each page's operators through a function. */
function eachPage(change: (operations: Operation[], random: () => number) => Operation[]): Rewrite {
  return (file, random) => {
    for (const page of pagesOf(file)) {
      const data = contentsOf(file, page);
      if (data !== null) setContents(file, page, streamOf(change(operationsOf(data), random)));
    }
  };
}

const numbers = (operands: readonly Value[]) => operands.map(Number);

/** Operators of paths, whose operands are places. */
const SCALED = new Set(['m', 'l', 'c', 'v', 'y', 're']);

export const rewrites: Readonly<Record<string, Rewrite>> = {
  recompressed: (file) => {
    for (const value of file.objects.values()) {
      const data = value instanceof Stream ? decoded(value) : null;
      if (value instanceof Stream && data !== null) encode(value, data, 1);
    }
  },
  uncompressed: (file) => {
    for (const value of file.objects.values()) {
      const data = value instanceof Stream ? decoded(value) : null;
      if (value instanceof Stream && data !== null) encode(value, data, null);
    }
  },
  'objects renumbered and in another order': (file, random) => {
    const old = [...file.objects.keys()];
    const shuffled = old.map((number) => ({ number, key: random() })).sort((a, b) => a.key - b.key);
    const numberOf = new Map(shuffled.map(({ number }, index) => [number, index + 7]));
    const renumbered = (value: Value): Value => {
      if (value instanceof Ref) return new Ref(numberOf.get(value.number) ?? 1);
      if (Array.isArray(value)) return value.map(renumbered);
      if (value instanceof Map)
        return new Map([...value].reverse().map(([key, one]): [string, Value] => [key, renumbered(one)]));
      if (value instanceof Stream) return new Stream(renumbered(value.dict) as Dict, value.data);
      return value;
    };
    const objects = new Map(
      shuffled.map(({ number }): [number, Value] => [
        numberOf.get(number) ?? 0,
        renumbered(file.objects.get(number) ?? null),
      ]),
    );
    file.objects = objects;
    file.root = numberOf.get(file.root) ?? 0;
  },
  'resources renamed': (file) => {
    for (const page of pagesOf(file)) {
      const data = contentsOf(file, page);
      const resources = resolved(file, page.dict.get('Resources'));
      if (data === null || !(resources instanceof Map)) continue;
      const fresh: Dict = new Map([...resources].reverse());
      const renames = new Map<string, string>();
      for (const kind of ['Font', 'XObject', 'ExtGState']) {
        const named = resolved(file, resources.get(kind));
        if (!(named instanceof Map)) continue;
        const entries = [...named].reverse();
        for (const [key] of entries) renames.set(`${kind} ${key}`, `${kind[0]}q${renames.size}`);
        fresh.set(
          kind,
          new Map(entries.map(([key, value]) => [renames.get(`${kind} ${key}`) ?? key, value])),
        );
      }
      page.dict.set('Resources', fresh);
      const kinds: Record<string, string> = { Tf: 'Font', Do: 'XObject', gs: 'ExtGState' };
      const renamed = operationsOf(data).map((one) => {
        const kind = kinds[one.operator];
        const [first, ...rest] = one.operands;
        const name = kind && first instanceof Name ? renames.get(`${kind} ${first.name}`) : undefined;
        return name === undefined ? one : { ...one, operands: [new Name(name), ...rest] };
      });
      setContents(file, page, streamOf(renamed));
    }
  },
  'rectangles as four lines': eachPage((operations) =>
    operations.flatMap((one) => {
      if (one.operator !== 're') return [one];
      const [x = 0, y = 0, width = 0, height = 0] = numbers(one.operands);
      return [
        operation('m', x + width, y),
        operation('l', x + width, y + height),
        operation('l', x, y + height),
        operation('l', x, y),
        operation('h'),
      ];
    }),
  ),
  'coordinates with another matrix': eachPage((operations) => {
    // Paths alone are scaled, each with a matrix of its own and back.
    const out: Operation[] = [];
    let path: Operation[] = [];
    let isClip = false;
    for (const one of operations) {
      if (SCALED.has(one.operator)) {
        path.push({ ...one, operands: numbers(one.operands).map((value) => value * 8) });
        continue;
      }
      if (path.length === 0) {
        out.push(one);
        continue;
      }
      if (one.operator === 'W' || one.operator === 'W*') isClip = true;
      path.push(one);
      if (['S', 's', 'f', 'F', 'f*', 'B', 'B*', 'b', 'b*', 'n'].includes(one.operator)) {
        // Lines would become thinner, and clips would end with Q: these stay as they are.
        const isPlain = !isClip && ['f', 'F', 'f*'].includes(one.operator);
        if (isPlain)
          out.push(operation('q'), operation('cm', 0.125, 0, 0, 0.125, 0, 0), ...path, operation('Q'));
        else
          out.push(
            ...path.map((step) =>
              SCALED.has(step.operator)
                ? { ...step, operands: numbers(step.operands).map((value) => value / 8) }
                : step,
            ),
          );
        path = [];
        isClip = false;
      }
    }
    return out;
  }),
  'places rounded': eachPage((operations) =>
    operations.map((one) =>
      SCALED.has(one.operator) || one.operator === 'Td'
        ? { ...one, operands: numbers(one.operands).map((value) => Math.round(value * 100) / 100) }
        : one,
    ),
  ),
  'text in other runs': eachPage((operations) =>
    operations.flatMap((one) => {
      const [shown] = one.operands;
      if (
        one.operator === 'Tj' &&
        shown instanceof Text &&
        shown.bytes.length > 3 &&
        shown.bytes.length % 2 === 0
      ) {
        const half = (shown.bytes.length >> 2) * 2;
        return [
          operation('Tj', new Text(shown.bytes.subarray(0, half))),
          operation('TJ', [new Text(shown.bytes.subarray(half))]),
        ];
      }
      if (one.operator === 'TJ' && Array.isArray(shown))
        return shown.map((part) => (part instanceof Text ? operation('Tj', part) : operation('TJ', [part])));
      return [one];
    }),
  ),
  'states saved and restored around': eachPage((operations, random) => {
    const out: Operation[] = [operation('q'), operation('q')];
    let isText = false;
    for (const one of operations) {
      if (one.operator === 'BT') isText = true;
      const isOwn = ['Do', 'sh'].includes(one.operator) && !isText;
      out.push(...(isOwn && random() < 0.8 ? [operation('q'), one, operation('Q')] : [one]));
      if (one.operator === 'ET') isText = false;
    }
    return [...out, operation('Q'), operation('Q')];
  }),
  'colours in another space': eachPage((operations) =>
    operations.flatMap((one) => {
      const [first = 0, ...rest] = numbers(one.operands);
      if (one.operator === 'g') return [operation('rg', first, first, first)];
      if (one.operator === 'G')
        return [operation('CS', new Name('DeviceRGB')), operation('SCN', first, first, first)];
      if (one.operator === 'rg')
        return [operation('cs', new Name('DeviceRGB')), operation('sc', first, ...rest)];
      return [one];
    }),
  ),
  'page drawn as a form': (file) => {
    for (const page of pagesOf(file)) {
      const data = contentsOf(file, page);
      const box = resolved(file, page.dict.get('MediaBox'));
      if (data === null || box === undefined) continue;
      const form = new Stream(
        new Map<string, Value>([
          ['Type', new Name('XObject')],
          ['Subtype', new Name('Form')],
          ['BBox', box],
          ['Resources', page.dict.get('Resources') ?? new Map()],
        ]),
        Buffer.alloc(0),
      );
      encode(form, data, 6);
      const name = new Map<string, Value>([['Whole', new Ref(addObject(file, form))]]);
      page.dict.set('Resources', new Map<string, Value>([['XObject', name]]));
      setContents(file, page, Buffer.from('q /Whole Do Q'));
    }
  },
  'another origin of the page': (file) => {
    for (const page of pagesOf(file)) {
      const data = contentsOf(file, page);
      const box = resolved(file, page.dict.get('MediaBox'));
      if (data === null || !Array.isArray(box) || page.dict.has('CropBox') || page.dict.has('Annots'))
        continue;
      // Patterns stay where the page is, whatever the matrix.
      const resources = resolved(file, page.dict.get('Resources'));
      if (resources instanceof Map && resources.has('Pattern')) continue;
      const [left = 0, bottom = 0, right = 0, top = 0] = numbers(box);
      page.dict.set('MediaBox', [left + 50, bottom - 30, right + 50, top - 30]);
      const moved = Buffer.concat([Buffer.from('q 1 0 0 1 50 -30 cm\n'), data, Buffer.from('\nQ')]);
      setContents(file, page, moved);
    }
  },
  'pages in another order': (file, random) => {
    const pages = pagesOf(file).map(({ number }) => number);
    for (let index = pages.length - 1; index > 0; index -= 1) {
      const other = Math.floor(random() * (index + 1));
      [pages[index], pages[other]] = [pages[other] ?? 0, pages[index] ?? 0];
    }
    setPages(file, pages);
  },
};
