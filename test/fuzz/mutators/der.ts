/** Changes of DER that keep the lengths around them right, so that a reader comes to what was changed. */
import type { Random } from '../../demo-service/random.ts';
import { MAX_LENGTH } from './sequence.ts';

interface Element {
  tag: number;
  /** Of a constructed one, or of octets that hold DER themselves. */
  children: Element[] | null;
  content: Buffer;
}

const DEEPEST = 12;
const OCTETS = 0x04;

/** One change of an element of `input`; `input` itself where it is no DER. */
export function mutateDer(random: Random, input: Buffer): Buffer {
  const elements = readElements(input, 0);
  if (elements === null) return input;
  const all: { list: Element[]; at: number }[] = [];
  collect(elements, all);
  const chosen = all[random.integer(0, all.length - 1)];
  const element = chosen?.list[chosen.at];
  if (!chosen || !element) return input;
  const { list, at } = chosen;
  const other = all[random.integer(0, all.length - 1)];
  switch (random.integer(0, 6)) {
    case 0:
      list.splice(at, 1);
      break;
    case 1:
      list.splice(at, 0, ...Array<Element>(timesOf(random, element)).fill(element));
      break;
    case 2:
      if (other?.list[other.at]) list[at] = copyOf(other.list[other.at] as Element);
      break;
    case 3:
      element.tag = random.chance(0.5)
        ? random.integer(0, 255)
        : random.pick([0x02, 0x04, 0x05, 0x06, 0x0c, 0x30, 0x31, 0xa0, 0x80]);
      break;
    case 4:
      list[at] = { tag: element.tag, children: null, content: numberOf(random) };
      break;
    case 5:
      list[at] = wrapped(element, random.pick([1, 5, 200]));
      break;
    default:
      list[at] = { tag: element.tag, children: null, content: spoilt(random, write(element)) };
  }
  return Buffer.concat(elements.map(write)).subarray(0, MAX_LENGTH);
}

function readElements(bytes: Buffer, depth: number): Element[] | null {
  const elements: Element[] = [];
  for (let at = 0; at < bytes.length; ) {
    const tag = bytes[at] ?? 0;
    const first = bytes[at + 1];
    if (first === undefined || first === 0x80 || (tag & 0x1f) === 0x1f) return null;
    const more = first > 0x80 ? first & 0x7f : 0;
    if (more > 4 || at + 2 + more > bytes.length) return null;
    const length = more === 0 ? first : bytes.readUIntBE(at + 2, more);
    const start = at + 2 + more;
    if (start + length > bytes.length) return null;
    const content = bytes.subarray(start, start + length);
    const mayHold = (tag & 0x20) !== 0 || (tag === OCTETS && content[0] === 0x30);
    elements.push({
      tag,
      content,
      children: mayHold && depth < DEEPEST ? readElements(content, depth + 1) : null,
    });
    at = start + length;
  }
  return elements;
}

function collect(list: Element[], all: { list: Element[]; at: number }[]): void {
  for (const [at, { children }] of list.entries()) {
    all.push({ list, at });
    if (children) collect(children, all);
  }
}

/** How often an element is repeated: no further than inputs may grow. */
function timesOf(random: Random, element: Element): number {
  const most = Math.floor(MAX_LENGTH / 4 / (write(element).length + 1));
  return Math.max(1, Math.min(random.pick([1, 2, 30, 400]), most));
}

function copyOf(element: Element): Element {
  return { ...element, children: element.children?.map(copyOf) ?? null };
}

function wrapped(element: Element, times: number): Element {
  let around = element;
  for (let i = 0; i < times; i += 1) around = { tag: 0x30, children: [around], content: Buffer.alloc(0) };
  return around;
}

function spoilt(random: Random, bytes: Buffer): Buffer {
  const copy = Buffer.from(bytes);
  if (copy.length > 0) copy.writeUInt8(random.integer(0, 255), random.integer(0, copy.length - 1));
  return copy;
}

/** Round counts, versions and lengths at which a reader may go wrong. */
function numberOf(random: Random): Buffer {
  return Buffer.from(
    random.pick([
      '',
      '00',
      '01',
      '03',
      '7f',
      'ff',
      '0400',
      '2710',
      '0f4240',
      '7a1200',
      '7fffffff',
      '00ffffffff',
      '0100000000000000',
    ]),
    'hex',
  );
}

function write({ tag, children, content }: Element): Buffer {
  const body = children ? Buffer.concat(children.map(write)) : content;
  const { length } = body;
  if (length < 0x80) return Buffer.concat([Buffer.from([tag, length]), body]);
  const digits = length.toString(16);
  const octets = Buffer.from(digits.length % 2 ? `0${digits}` : digits, 'hex');
  return Buffer.concat([Buffer.from([tag, 0x80 | octets.length]), octets, body]);
}
