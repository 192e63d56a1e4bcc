/** Marks as PDF annotations (ISO 32000-1, 12.5): highlights, ink and text notes, each with its appearance. */

import type { MarkColour, MarkDraft } from '../../preload/contract.ts';
import {
  date,
  dictionary,
  type Entries,
  number,
  numbers,
  type PdfUpdate,
  stream,
  text,
} from '../documents/pdf/update.ts';
import type { MarkRecord } from './mark-store.ts';
import type { FoundPage, PageView } from './marked-pages.ts';

type Point = [number, number];

/** As the viewer paints them in the day theme; red, green and blue from 0 to 1. */
const highlighter: Readonly<Record<MarkColour, string>> = {
  yellow: '1 0.86 0.26',
  green: '0.5 0.87 0.5',
  blue: '0.52 0.78 1',
  red: '1 0.6 0.6',
  black: '0.72 0.72 0.72',
};
const pen: Readonly<Record<MarkColour, string>> = {
  yellow: '0.85 0.6 0',
  green: '0.05 0.5 0.2',
  blue: '0.06 0.35 0.8',
  red: '0.8 0.1 0.1',
  black: '0.1 0.1 0.1',
};
/** Side of a note's icon, points. */
const NOTE_SIZE = 20;
/** Flags (12.5.3): Print; for a note's icon also NoZoom and NoRotate. */
const PRINTED = '4';
const SIGN = '28';

/** Graphics states of drawings: highlights are mixed with the page below. */
export const HIGHLIGHTED = '<< /marks << /Type /ExtGState /BM /Multiply /ca 1 >> >>';

type Draft<Kind extends MarkDraft['kind']> = Extract<MarkDraft, { kind: Kind }>;
type Rect = [number, number, number, number];

/** What a kind of mark adds to the common part of annotations. */
interface Shape {
  rect: Rect;
  entries: Entries;
  /** Its appearance (12.5.5), drawn in the page's own units, so that readers need not transform it. */
  drawing: string;
  /** Whether the drawing is transparent, by the graphics state `/marks`. */
  isTransparent: boolean;
  /** Whether it has text, which readers show in a pop-up window. */
  hasPopup: boolean;
}

/**
 * Writes the annotations of one mark.
 *
 * @returns references to them, for the page's /Annots; empty for a pin or a bookmark, which are not annotations
 */
export function annotate(update: PdfUpdate, mark: MarkRecord, page: FoundPage): string[] {
  const shape = shapeOf(mark.draft, page);
  if (shape === null) return [];
  const { rect, entries } = shape;
  const look = update.add(formOf(shape));
  const num = update.reserve();
  const common: Entries = [
    ['Type', '/Annot'],
    ['Rect', `[${numbers(rect)}]`],
    ['P', `${page.ref.num} ${page.ref.gen} R`],
    ['NM', text(mark.id)],
    ['T', text(mark.by)],
    ['CreationDate', date(mark.created_at)],
    ['M', date(mark.changed_at)],
    ['AP', `<< /N ${look} >>`],
  ];
  if (!shape.hasPopup) {
    update.put(num, dictionary([...common, ...entries]));
    return [`${num} 0 R`];
  }
  // The pop-up is beside the mark, closed.
  const popup = update.add(
    dictionary([
      ['Type', '/Annot'],
      ['Subtype', '/Popup'],
      ['Rect', `[${numbers([rect[2], rect[3] - 100, rect[2] + 180, rect[3]])}]`],
      ['P', `${page.ref.num} ${page.ref.gen} R`],
      ['Parent', `${num} 0 R`],
      ['Open', 'false'],
      ['F', SIGN],
    ]),
  );
  update.put(num, dictionary([...common, ...entries, ['Popup', popup]]));
  return [`${num} 0 R`, popup];
}

function formOf({ rect, drawing, isTransparent }: Shape): string {
  const state: Entries = [['ExtGState', HIGHLIGHTED]];
  const group: Entries = [['Group', '<< /S /Transparency >>']];
  return stream(
    [
      ['Type', '/XObject'],
      ['Subtype', '/Form'],
      ['BBox', `[${numbers(rect)}]`],
      ['Resources', dictionary(isTransparent ? state : [])],
      ...(isTransparent ? group : []),
    ],
    drawing,
  );
}

/** From a page's own units to the displayed page, from its lower left corner, as a matrix (ISO 32000-1, 8.3.3). */
export function toShown({
  view: [left, bottom, right, top],
  rotation,
}: PageView): readonly [a: number, b: number, c: number, d: number, e: number, f: number] {
  switch (rotation) {
    case 90:
      return [0, -1, 1, 0, -bottom, right];
    case 180:
      return [-1, 0, 0, -1, right, top];
    case 270:
      return [0, 1, -1, 0, top, -left];
    default:
      return [1, 0, 0, 1, -left, -bottom];
  }
}

/**
 * Converts a point of the displayed page, as fractions of its width and height from the top left, to the page's own units: back by
 * `toShown`, which moves and rotates.
 */
function pointOf(page: PageView, x: number, y: number): Point {
  const [width, height] = shownSize(page);
  const [a, b, c, d, e, f] = toShown(page);
  const [right, up] = [x * width - e, (1 - y) * height - f];
  return [a * right + b * up, c * right + d * up];
}

/** Width and height of the displayed page. */
export function shownSize({ view: [left, bottom, right, top], rotation }: PageView): [number, number] {
  const size: [number, number] = [right - left, top - bottom];
  return rotation % 180 === 0 ? size : [size[1], size[0]];
}

/**
 * The drawing of a highlight or of ink in the page's own units, for a page's content; null for other marks. It uses the graphics state
 * `/marks` (HIGHLIGHTED).
 */
export function drawingOf(draft: MarkDraft, page: PageView): string | null {
  return draft.kind === 'highlight' || draft.kind === 'ink' ? (shapeOf(draft, page)?.drawing ?? null) : null;
}

function shapeOf(draft: MarkDraft, page: PageView): Shape | null {
  switch (draft.kind) {
    case 'highlight':
      return highlight(draft, page);
    case 'ink':
      return ink(draft, page);
    case 'note':
      return note(draft, page);
    default:
      return null;
  }
}

function highlight({ areas, colour, note: words }: Draft<'highlight'>, page: PageView): Shape {
  // Top left, top right, bottom left, bottom right: the order that producers write and readers expect.
  const quads = areas.map(({ x, y, width, height }): [Point, Point, Point, Point] => [
    pointOf(page, x, y),
    pointOf(page, x + width, y),
    pointOf(page, x, y + height),
    pointOf(page, x + width, y + height),
  ]);
  const shapes = quads.map(
    ([a, b, c, d]) => `${numbers(a)} m ${numbers(b)} l ${numbers(d)} l ${numbers(c)} l h f`,
  );
  return {
    rect: rectOf(quads.flat()),
    entries: [
      ['Subtype', '/Highlight'],
      ['QuadPoints', `[${numbers(quads.flat(2))}]`],
      ['C', `[${highlighter[colour]}]`],
      ['F', PRINTED],
      ['Contents', text(words)],
    ],
    drawing: `/marks gs ${highlighter[colour]} rg\n${shapes.join('\n')}`,
    isTransparent: true,
    hasPopup: words !== '',
  };
}

function ink({ strokes, colour, width }: Draft<'ink'>, page: PageView): Shape {
  const lines = strokes.map((stroke) => {
    const points: Point[] = [];
    for (let i = 0; i + 1 < stroke.length; i += 2)
      points.push(pointOf(page, stroke[i] ?? 0, stroke[i + 1] ?? 0));
    return points;
  });
  const thickness = width * shownSize(page)[0];
  const paths = lines.map((points) =>
    points.map((point, i) => `${numbers(point)} ${i === 0 ? 'm' : 'l'}\n`).join(''),
  );
  return {
    // One point more than the line's thickness, for the soft edges that readers draw.
    rect: rectOf(lines.flat(), thickness + 1),
    entries: [
      ['Subtype', '/Ink'],
      ['InkList', `[${lines.map((points) => `[${numbers(points.flat())}]`).join(' ')}]`],
      ['C', `[${pen[colour]}]`],
      ['BS', `<< /W ${number(thickness)} /S /S >>`],
      ['F', PRINTED],
    ],
    drawing: `${pen[colour]} RG ${number(thickness)} w 1 J 1 j\n${paths.map((path) => `${path}S`).join('\n')}`,
    isTransparent: false,
    hasPopup: false,
  };
}

function note({ x, y, text: words }: Draft<'note'>, page: PageView): Shape {
  // Readers keep the icon upright around the upper left corner of its rectangle, which is half an icon away from the point.
  const [width, height] = shownSize(page);
  const [left, top] = pointOf(page, x - NOTE_SIZE / 2 / width, y - NOTE_SIZE / 2 / height);
  const bottom = top - NOTE_SIZE;
  const lines = [14, 10.5, 7].map(
    (up) => `${numbers([left + 4, bottom + up])} m ${numbers([left + 16, bottom + up])} l S`,
  );
  return {
    rect: [left, bottom, left + NOTE_SIZE, top],
    entries: [
      ['Subtype', '/Text'],
      ['Name', '/Note'],
      ['C', `[${highlighter.yellow}]`],
      ['F', SIGN],
      ['Contents', text(words)],
    ],
    drawing: `${highlighter.yellow} rg 0.45 0.35 0 RG 1 w ${numbers([left + 1, bottom + 1, 18, 18])} re B\n${lines.join('\n')}`,
    isTransparent: false,
    hasPopup: true,
  };
}

/** The bounding box of all points, enlarged by `margin` on each side. */
function rectOf(points: readonly Point[], margin = 0): Rect {
  const rect: Rect = [Infinity, Infinity, -Infinity, -Infinity];
  for (const [x, y] of points) {
    rect[0] = Math.min(rect[0], x - margin);
    rect[1] = Math.min(rect[1], y - margin);
    rect[2] = Math.max(rect[2], x + margin);
    rect[3] = Math.max(rect[3], y + margin);
  }
  return rect;
}
