/** Changes that a reader must hear of, planted into pages. */
import { type Operation, operation, operationsOf, streamOf } from './operations.ts';
import {
  addObject,
  contentsOf,
  decoded,
  encode,
  nameOf,
  type PdfFile,
  type pagesOf,
  Ref,
  resolved,
  Stream,
  setContents,
  Text,
  type Value,
} from './pdf-objects.ts';

/** Changes a page; false where it has nothing of that kind. */
export type Plant = (
  file: PdfFile,
  page: ReturnType<typeof pagesOf>[number],
  random: () => number,
) => boolean;

function inOperations(change: (operations: Operation[], random: () => number) => boolean): Plant {
  return (file, page, random) => {
    const data = contentsOf(file, page);
    if (data === null) return false;
    const operations = operationsOf(data);
    if (!change(operations, random)) return false;
    setContents(file, page, streamOf(operations));
    return true;
  };
}

function pick<T>(items: readonly T[], random: () => number): T | undefined {
  return items[Math.floor(random() * items.length)];
}

const PAINTS = new Set(['S', 's', 'f', 'F', 'f*', 'B', 'B*', 'b', 'b*']);
const SHOWS = new Set(['Tj', 'TJ']);

/** The texts of an operator. */
function textsOf({ operands: [shown] }: Operation): Text[] {
  if (shown instanceof Text) return [shown];
  return Array.isArray(shown) ? shown.filter((one) => one instanceof Text) : [];
}

export const plants: Readonly<Record<string, Plant>> = {
  'a digit': inOperations((operations, random) => {
    const digits = operations.flatMap((one) =>
      SHOWS.has(one.operator)
        ? textsOf(one).flatMap(({ bytes }) =>
            // Codes of two bytes have zeros between.
            [...bytes.entries()]
              .filter(([, byte]) => byte >= 48 && byte <= 57)
              .map(([at, byte]) => ({ bytes, at, byte })),
          )
        : [],
    );
    const digit = pick(digits, random);
    if (digit === undefined) return false;
    digit.bytes[digit.at] = 48 + ((digit.byte - 48 + 1 + Math.floor(random() * 8)) % 10);
    return true;
  }),
  'a text moved': inOperations((operations, random) => {
    const places = operations.flatMap((one, index) =>
      SHOWS.has(one.operator) &&
      textsOf(one).some(({ bytes }) => /[A-Za-z0-9]/.test(bytes.toString('latin1')))
        ? [index]
        : [],
    );
    const at = pick(places, random);
    if (at === undefined) return false;
    const one = operations[at];
    // A rise moves this text alone.
    if (one !== undefined) operations.splice(at, 1, operation('Ts', 3), one, operation('Ts', 0));
    return true;
  }),
  'a fix moved': inOperations((operations, random) => {
    const starts = pathsOf(operations).filter(({ operator }) => operator !== 'n' && PAINTS.has(operator));
    const path = pick(starts, random);
    if (path === undefined) return false;
    const by = 4 / scaleAt(operations, path.from);
    for (let index = path.from; index < path.to; index += 1) {
      const one = operations[index];
      if (one && ['m', 'l', 'c', 'v', 'y'].includes(one.operator))
        one.operands = one.operands.map((value) => Number(value) + by);
      if (one?.operator === 're')
        one.operands = one.operands.map((value, place) => Number(value) + (place < 2 ? by : 0));
    }
    return true;
  }),
  'the colour of a line': inOperations((operations, random) => {
    const path = pick(
      pathsOf(operations).filter(({ operator }) => ['S', 's'].includes(operator)),
      random,
    );
    if (path === undefined) return false;
    // Some producers set the colour between the path and its painting.
    operations.splice(path.to, 0, operation('q'), operation('RG', 0.9, 0.1, 0.55));
    operations.splice(path.to + 3, 0, operation('Q'));
    return true;
  }),
  'a line gone': inOperations((operations, random) => {
    const path = pick(
      pathsOf(operations).filter(({ operator }) => ['S', 's'].includes(operator)),
      random,
    );
    if (path === undefined) return false;
    operations.splice(path.from, path.to + 1 - path.from);
    return true;
  }),
  'a pixel block of a picture': (file, page, random) => {
    const resources = resolved(file, page.dict.get('Resources'));
    const objects = resources instanceof Map ? resolved(file, resources.get('XObject')) : null;
    const images =
      objects instanceof Map
        ? [...objects].flatMap(([key, one]): [string, Stream][] => {
            const stream = resolved(file, one);
            const parameters =
              stream instanceof Stream ? resolved(file, stream.dict.get('DecodeParms')) : undefined;
            if (stream instanceof Stream && parameters !== undefined)
              stream.dict.set('DecodeParms', parameters);
            const isImage =
              stream instanceof Stream &&
              nameOf(stream.dict.get('Subtype')) === 'Image' &&
              Number(stream.dict.get('BitsPerComponent')) === 8;
            return isImage && decoded(stream) !== null ? [[key, stream]] : [];
          })
        : [];
    const [key, image] = pick(images, random) ?? [];
    const data = image && decoded(image);
    if (!key || !image || !data || !(objects instanceof Map) || !(resources instanceof Map)) return false;
    const [width, height] = [Number(image.dict.get('Width')), Number(image.dict.get('Height'))];
    const size = data.length / (width * height);
    if (!Number.isInteger(size)) return false;
    const copy = Buffer.from(data);
    const [x, y] = [Math.floor(random() * (width - 6)), Math.floor(random() * (height - 6))];
    for (let row = y; row < y + 6; row += 1)
      for (let at = (row * width + x) * size; at < (row * width + x + 6) * size; at += 1)
        copy[at] = 255 - (copy[at] ?? 0);
    // This page alone shows the changed picture.
    const changed = new Stream(new Map(image.dict), Buffer.alloc(0));
    encode(changed, copy, 6);
    const own = new Map<string, Value>([...objects]);
    own.set(key, new Ref(addObject(file, changed)));
    page.dict.set('Resources', new Map<string, Value>([...resources, ['XObject', own]]));
    return true;
  },
};

/** How large a unit is there, points. */
function scaleAt(operations: readonly Operation[], index: number): number {
  const stack: number[] = [];
  let scale = 1;
  for (const { operator, operands } of operations.slice(0, index)) {
    if (operator === 'q') stack.push(scale);
    if (operator === 'Q') scale = stack.pop() ?? scale;
    if (operator !== 'cm') continue;
    const [a = 1, b = 0, c = 0, d = 1] = operands.map(Number);
    scale *= Math.sqrt(Math.abs(a * d - b * c));
  }
  return scale > 0 ? scale : 1;
}

const PERIODS = /\([^()]*[0-9]{2} [A-Z]{3} [0-9]{4} to [0-9]{2} [A-Z]{3} [0-9]{4}[^()]*\)(?=\s*Tj)/g;

/**
 * Prints a later period of validity where a page prints one in its margins, as US charts do: the strings alone are written anew, as
 * the publisher's own tool does.
 */
export const restamp: Plant = (file, page) => {
  let isFound = false;
  const contents = resolved(file, page.dict.get('Contents'));
  for (const one of Array.isArray(contents) ? contents : [contents]) {
    const stream = resolved(file, one);
    const data = stream instanceof Stream ? decoded(stream) : null;
    if (!(stream instanceof Stream) || data === null) continue;
    const before = data.toString('latin1');
    const after = before.replace(PERIODS, (written) =>
      written.replace(/20[0-9]{2}/g, (year) => String(Number(year) + 1)),
    );
    if (after === before) continue;
    isFound = true;
    encode(stream, Buffer.from(after, 'latin1'), 6);
  }
  return isFound;
};

/** The paths of a page, each with where it begins and with the operator that paints it; clips and paths of no extent left out. */
function pathsOf(operations: readonly Operation[]): { from: number; to: number; operator: string }[] {
  const paths: { from: number; to: number; operator: string }[] = [];
  let from = -1;
  let isClip = false;
  for (const [index, { operator }] of operations.entries()) {
    if (['m', 're'].includes(operator) && from < 0) from = index;
    if (operator === 'W' || operator === 'W*') isClip = true;
    if (operator !== 'n' && !PAINTS.has(operator)) continue;
    if (from >= 0 && !isClip && index - from > 1) paths.push({ from, to: index, operator });
    from = -1;
    isClip = false;
  }
  return paths;
}
