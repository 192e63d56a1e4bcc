/** Marks as PDF annotations (ISO 32000-1, 12.5): highlights, ink and text notes, each with how it looks. */
import type { MarkArea, MarkColour, MarkDraftRecord, MarkRecord } from '../marks/mark-record.ts';
import type { PagePlace } from './marked-pages.ts';
import type { PdfUpdate } from './update.ts';
import { date, dictionary, number, numbers, stream, text } from './write.ts';

type Point = [number, number];
type Entries = [string, string][];

/** As the viewer paints them by day, red, green and blue from 0 to 1. */
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
/** Side of a note's sign, points. */
const note_size = 20;
/** Print (4); for a note's sign NoZoom (8) and NoRotate (16) too. */
const printed = '4';
const sign = '28';

/**
 * Writes the annotations of one mark.
 *
 * @returns references to them, for the page's /Annots; none for a pin or a bookmark, which are no annotations
 */
export function annotate(update: PdfUpdate, mark: MarkRecord, page: PagePlace): string[] {
  const { draft } = mark;
  switch (draft.kind) {
    case 'highlight':
      return highlight(update, mark, draft, page);
    case 'ink':
      return [ink(update, mark, draft, page)];
    case 'note':
      return note(update, mark, draft, page);
    default:
      return [];
  }
}

/**
 * A point of the page as it is shown, as shares of its width and height from the top left, in the page's own units. The
 * page is turned clockwise by its rotation, its axes point right and up.
 */
export function pointOf(
  { view: [left, bottom, right, top], rotation }: PagePlace,
  x: number,
  y: number,
): Point {
  const width = right - left;
  const height = top - bottom;
  switch (rotation) {
    case 90:
      return [left + y * width, bottom + x * height];
    case 180:
      return [right - x * width, bottom + y * height];
    case 270:
      return [right - y * width, top - x * height];
    default:
      return [left + x * width, top - y * height];
  }
}

function shownWidth({ view: [left, bottom, right, top], rotation }: PagePlace): number {
  return rotation % 180 === 0 ? right - left : top - bottom;
}

function highlight(
  update: PdfUpdate,
  mark: MarkRecord,
  { areas, colour, note: words }: Extract<MarkDraftRecord, { kind: 'highlight' }>,
  page: PagePlace,
): string[] {
  // Top left, top right, bottom left, bottom right: what every producer writes, and every reader expects.
  const quads = areas.map((area) => corners(page, area));
  const rect = rectOf(quads.flat());
  const shapes = quads.map(
    ([a, b, c, d]) => `${numbers(a)} m ${numbers(b)} l ${numbers(d)} l ${numbers(c)} l h f`,
  );
  const look = form(update, rect, `/marks gs ${highlighter[colour]} rg\n${shapes.join('\n')}`, [
    ['ExtGState', '<< /marks << /Type /ExtGState /BM /Multiply /ca 1 >> >>'],
  ]);
  const entries: Entries = [
    ['Subtype', '/Highlight'],
    ['QuadPoints', `[${numbers(quads.flat(2))}]`],
    ['C', `[${highlighter[colour]}]`],
    ['F', printed],
    ['Contents', text(words)],
  ];
  if (words === '') return [add(update, mark, page, rect, entries, look)];
  return withPopup(update, mark, page, rect, entries, look);
}

function ink(
  update: PdfUpdate,
  mark: MarkRecord,
  { strokes, colour, width }: Extract<MarkDraftRecord, { kind: 'ink' }>,
  page: PagePlace,
): string {
  const lines = strokes.map((stroke) => {
    const points: Point[] = [];
    for (let i = 0; i + 1 < stroke.length; i += 2)
      points.push(pointOf(page, stroke[i] ?? 0, stroke[i + 1] ?? 0));
    return points;
  });
  const thick = width * shownWidth(page);
  // A point more than the line is thick, for the soft edges that readers draw.
  const rect = grown(rectOf(lines.flat()), thick + 1);
  const paths = lines.map((points) =>
    points.map((point, i) => `${numbers(point)} ${i === 0 ? 'm' : 'l'}`).join('\n'),
  );
  const look = form(
    update,
    rect,
    `${pen[colour]} RG ${number(thick)} w 1 J 1 j\n${paths.map((path) => `${path}\nS`).join('\n')}`,
    [],
  );
  const entries: Entries = [
    ['Subtype', '/Ink'],
    ['InkList', `[${lines.map((points) => `[${numbers(points.flat())}]`).join(' ')}]`],
    ['C', `[${pen[colour]}]`],
    ['BS', `<< /W ${number(thick)} /S /S >>`],
    ['F', printed],
  ];
  return add(update, mark, page, rect, entries, look);
}

function note(
  update: PdfUpdate,
  mark: MarkRecord,
  { x, y, text: words }: Extract<MarkDraftRecord, { kind: 'note' }>,
  page: PagePlace,
): string[] {
  // Readers keep the sign upright around the upper left corner of its rectangle: that corner is half a sign away.
  const share = note_size / 2 / shownWidth(page);
  const ratio = shownWidth(page) / shownWidth({ ...page, rotation: page.rotation % 180 === 0 ? 90 : 0 });
  const [left, top] = pointOf(page, x - share, y - share * ratio);
  const rect: Rect = [left, top - note_size, left + note_size, top];
  const lines = [14, 10.5, 7].map(
    (up) =>
      `${numbers([left + 4, top - note_size + up])} m ${numbers([left + 16, top - note_size + up])} l S`,
  );
  const look = form(
    update,
    rect,
    `${highlighter.yellow} rg 0.45 0.35 0 RG 1 w ${numbers([left + 1, top - 19, 18, 18])} re B\n${lines.join('\n')}`,
    [],
  );
  const entries: Entries = [
    ['Subtype', '/Text'],
    ['Name', '/Note'],
    ['C', `[${highlighter.yellow}]`],
    ['F', sign],
    ['Contents', text(words)],
  ];
  return withPopup(update, mark, page, rect, entries, look);
}

type Rect = [number, number, number, number];

function corners(page: PagePlace, { x, y, width, height }: MarkArea): [Point, Point, Point, Point] {
  return [
    pointOf(page, x, y),
    pointOf(page, x + width, y),
    pointOf(page, x, y + height),
    pointOf(page, x + width, y + height),
  ];
}

function rectOf(points: readonly Point[]): Rect {
  const rect: Rect = [Infinity, Infinity, -Infinity, -Infinity];
  for (const [x, y] of points) {
    rect[0] = Math.min(rect[0], x);
    rect[1] = Math.min(rect[1], y);
    rect[2] = Math.max(rect[2], x);
    rect[3] = Math.max(rect[3], y);
  }
  return rect;
}

function grown([left, bottom, right, top]: Rect, by: number): Rect {
  return [left - by, bottom - by, right + by, top + by];
}

/** How it looks (12.5.5): drawn in the page's own units, so that readers need not move it. */
function form(update: PdfUpdate, rect: Rect, drawing: string, resources: Entries): string {
  return update.add(
    stream(
      [
        ['Type', '/XObject'],
        ['Subtype', '/Form'],
        ['BBox', `[${numbers(rect)}]`],
        ['Resources', dictionary(resources)],
        ...(resources.length > 0 ? ([['Group', '<< /S /Transparency >>']] as Entries) : []),
      ],
      drawing,
    ),
  );
}

function common(
  { id, by, created_at, changed_at }: MarkRecord,
  page: PagePlace,
  rect: Rect,
  look: string,
): Entries {
  return [
    ['Type', '/Annot'],
    ['Rect', `[${numbers(rect)}]`],
    ['P', `${page.ref.num} ${page.ref.gen} R`],
    ['NM', text(id)],
    ['T', text(by)],
    ['CreationDate', date(created_at)],
    ['M', date(changed_at)],
    ['AP', `<< /N ${look} >>`],
  ];
}

function add(
  update: PdfUpdate,
  mark: MarkRecord,
  page: PagePlace,
  rect: Rect,
  entries: Entries,
  look: string,
): string {
  return update.add(dictionary([...common(mark, page, rect, look), ...entries]));
}

/** With the window in which readers show the words; beside the mark, closed. */
function withPopup(
  update: PdfUpdate,
  mark: MarkRecord,
  page: PagePlace,
  rect: Rect,
  entries: Entries,
  look: string,
): string[] {
  const num = update.reserve();
  const popup = update.add(
    dictionary([
      ['Type', '/Annot'],
      ['Subtype', '/Popup'],
      ['Rect', `[${numbers([rect[2], rect[3] - 100, rect[2] + 180, rect[3]])}]`],
      ['P', `${page.ref.num} ${page.ref.gen} R`],
      ['Parent', `${num} 0 R`],
      ['Open', 'false'],
      ['F', sign],
    ]),
  );
  update.put(num, dictionary([...common(mark, page, rect, look), ...entries, ['Popup', popup]]));
  return [`${num} 0 R`, popup];
}
