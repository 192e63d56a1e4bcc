/**
 * What the library takes from the page of a document, which may have been taken over by it: everything has a shape, a range
 * and a length, and what has another one is refused. Each check copies what it accepts, so that nothing else comes along, and
 * looks at no more than its limits say.
 */
import {
  FONT_FAMILIES,
  type InnerTarget,
  type LinkTarget,
  type OuterTarget,
  type OutlineItem,
  type PageRegion,
  type PageSize,
  PDF_ERROR_KINDS,
  type PdfComment,
  type PdfErrorKind,
  type PdfLink,
  type Place,
  type PlacedRun,
  type PlacedText,
  type TextRun,
} from './document.ts';
import type { Answers, DocumentCall } from './messages.ts';

/** Limits of what comes: no kit comes near to them. */
export const LIMITS = {
  pages: 100_000,
  /** Longest side of a page, CSS px: ISO 32000-1, Annex C, allows 14,400 units, and units of more than a point. */
  side: 1_000_000,
  /** Runs of a page; PDF.js lays out as many. */
  runs: 100_000,
  /** Characters of one run, and of all runs of a page. */
  runLength: 100_000,
  textLength: 4_000_000,
  links: 20_000,
  comments: 5_000,
  pictures: 50_000,
  outline: 50_000,
  depth: 100,
  /** Characters of a title, an author, an address, a place; of a note. */
  words: 4_000,
  note: 100_000,
} as const;

/** One for all: nobody reads it, and a new one with its stack for each wrong item would let a page stall the library. */
const REFUSED = new Error('Refused.');
function refuse(): never {
  throw REFUSED;
}

type Fields = Readonly<Record<string, unknown>>;

function fields(value: unknown): Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Fields) : refuse();
}
function list<T>(value: unknown, most: number, one: (value: unknown) => T): T[] {
  return Array.isArray(value) && value.length <= most ? Array.from(value, one) : refuse();
}
/** Those that are right: one that is not takes nothing from the others. */
function those<T>(value: unknown, most: number, one: (value: unknown) => T): T[] {
  return list(value, most, (item) => {
    try {
      return [one(item)];
    } catch {
      return [];
    }
  }).flat();
}
function number(value: unknown, least: number, most: number): number {
  return typeof value === 'number' && value >= least && value <= most ? value : refuse();
}
function whole(value: unknown, least: number, most: number): number {
  return Number.isInteger(value) ? number(value, least, most) : refuse();
}
function words(value: unknown, most: number): string {
  return typeof value === 'string' && value.length <= most ? value : refuse();
}
function yes(value: unknown): boolean {
  return typeof value === 'boolean' ? value : refuse();
}
function oneOf<T>(value: unknown, of: readonly T[]): T {
  return of.includes(value as T) ? (value as T) : refuse();
}

function pageSize(value: unknown): PageSize {
  const { width, height } = fields(value);
  return { width: side(width), height: side(height) };
}
function side(value: unknown): number {
  return number(value, 1e-3, LIMITS.side);
}

/** Shares of a page; what a document draws may reach beyond it. */
function area(value: unknown): PageRegion {
  const { x, y, width, height } = fields(value);
  return {
    x: number(x, -1_000, 1_000),
    y: number(y, -1_000, 1_000),
    width: number(width, 0, 1_000),
    height: number(height, 0, 1_000),
  };
}

function target(value: unknown): LinkTarget {
  const { kind, dest, url } = fields(value);
  if (kind === 'inside') return { kind, dest: words(dest, LIMITS.words) } satisfies InnerTarget;
  if (kind === 'outside') return { kind, url: words(url, LIMITS.words) } satisfies OuterTarget;
  return refuse();
}

function link(value: unknown): PdfLink {
  const it = fields(value);
  return { area: area(it.area), target: target(it.target) };
}

function comment(value: unknown): PdfComment {
  const it = fields(value);
  return {
    area: area(it.area),
    text: words(it.text, LIMITS.note),
    author: words(it.author, LIMITS.words),
    isDrawn: yes(it.isDrawn),
  };
}

function outline(value: unknown): OutlineItem[] {
  let left: number = LIMITS.outline;
  const items = (of: unknown, depth: number): OutlineItem[] =>
    list(of, depth > LIMITS.depth ? 0 : left, (one) => {
      left -= 1;
      if (left < 0) refuse();
      const it = fields(one);
      return {
        title: words(it.title, LIMITS.words),
        target: it.target === null ? null : target(it.target),
        items: items(it.items, depth + 1),
      };
    });
  return items(value, 0);
}

function place(value: unknown): Place | null {
  if (value === null) return null;
  const { page, down } = fields(value);
  return { page: whole(page, 1, LIMITS.pages), down: number(down, 0, 1) };
}

/** Checks runs one by one, and how much text they are together. */
function runs<T extends TextRun>(value: unknown, one: (value: unknown) => T): T[] {
  let length = 0;
  return list(value, LIMITS.runs, (run) => {
    const checked = one(run);
    length += checked.text.length;
    return length <= LIMITS.textLength ? checked : refuse();
  });
}

function textRun(value: unknown): TextRun {
  const { text, lineEnd } = fields(value);
  return { text: words(text, LIMITS.runLength), lineEnd: yes(lineEnd) };
}

function placedRun(value: unknown): PlacedRun {
  const it = fields(value);
  return {
    ...textRun(it),
    left: number(it.left, -1e5, 1e5),
    top: number(it.top, -1e5, 1e5),
    fontHeight: number(it.fontHeight, 0, LIMITS.side),
    family: oneOf(it.family, FONT_FAMILIES),
    scaleX: number(it.scaleX, -1e4, 1e4),
    rotate: number(it.rotate, -720, 720),
    dir: oneOf(it.dir, ['ltr', 'rtl', 'auto'] as const),
  };
}

function placedText(value: unknown): PlacedText {
  const it = fields(value);
  return {
    width: side(it.width),
    height: side(it.height),
    rotation: oneOf(it.rotation, [0, 90, 180, 270] as const),
    runs: runs(it.runs, placedRun),
  };
}

/** A picture of exactly the size that was asked for, whose pixels may be read. */
function picture(value: unknown, width: number, height: number): ImageBitmap {
  if (!(value instanceof ImageBitmap) || value.width !== width || value.height !== height) return refuse();
  // One that came from elsewhere than the document would make every canvas that shows it unreadable.
  const one = new OffscreenCanvas(1, 1).getContext('2d') ?? refuse();
  one.imageSmoothingEnabled = false;
  one.drawImage(value, 0, 0, 1, 1);
  one.getImageData(0, 0, 1, 1);
  return value;
}

const checks: {
  [Name in keyof Answers]: (value: unknown, call: DocumentCall & { name: Name }) => Answers[Name];
} = {
  open: (value) => {
    const { pageCount, file } = fields(value);
    return {
      pageCount: whole(pageCount, 1, LIMITS.pages),
      file: file === null ? null : words(file, LIMITS.words),
    };
  },
  pageSize,
  textLayer: placedText,
  text: (value) => runs(value, textRun),
  links: (value) => those(value, LIMITS.links, link),
  comments: (value) => those(value, LIMITS.comments, comment),
  pictures: (value) => those(value, LIMITS.pictures, area),
  outline,
  resolve: place,
  paint: (value, { width, height }) => picture(value, width, height),
};

/** The answer to a call as far as it may be believed; undefined where it is none. Never throws. */
export function checkAnswer<Call extends DocumentCall>(
  call: Call,
  value: unknown,
): Answers[Call['name']] | undefined {
  try {
    const check = checks[call.name] as (value: unknown, call: DocumentCall) => Answers[Call['name']];
    return check(value, call);
  } catch {
    return undefined;
  }
}

/** Why a call failed, as the page of a document says; undefined where that is no reason. */
export function checkFailure(value: unknown): PdfErrorKind | 'aborted' | undefined {
  return [...PDF_ERROR_KINDS, 'aborted' as const].find((kind) => kind === value);
}
