/** Drawing in the house style: fonts, colours, and the few marks that all charts share. Units: points, y downwards. */
import { fileURLToPath } from 'node:url';
import type { Random } from '../random.ts';

export type Doc = PDFKit.PDFDocument;
export interface Point {
  x: number;
  y: number;
}
export interface Box {
  x: number;
  y: number;
  width: number;
  height: number;
}

/** A4 portrait. */
export const sheet = { width: 595.28, height: 841.89, margin: 30 } as const;

export const ink = {
  navy: '#0b2545',
  blue: '#134074',
  steel: '#3d5a80',
  sky: '#8da9c4',
  mist: '#eef2f7',
  rule: '#c5ced9',
  text: '#1b2430',
  soft: '#5b6776',
  water: '#c4dff0',
  river: '#8fbfdd',
  grass: '#e6eddc',
  apron: '#d6dade',
  taxiway: '#b4bac2',
  runway: '#262a31',
  building: '#7f8ea3',
  red: '#b3261e',
  amber: '#e0a526',
  green: '#2c7a4b',
  magenta: '#a3227a',
  white: '#ffffff',
} as const;

const fontFile = (name: string) =>
  fileURLToPath(import.meta.resolve(`pdfjs-dist/standard_fonts/LiberationSans-${name}.ttf`));

/** Embeds the fonts, so that a page looks the same in every viewer. */
export function registerFonts(doc: Doc): void {
  doc.registerFont('regular', fontFile('Regular'));
  doc.registerFont('bold', fontFile('Bold'));
}

export interface TextStyle {
  size?: number;
  bold?: boolean;
  color?: string;
  align?: 'left' | 'center' | 'right';
  /** Degrees, clockwise, about the anchor. */
  rotate?: number;
  /** A pale backing that keeps the text legible on lines. */
  halo?: boolean;
}

/** One line of text; `at` is its left, centre or right, at the top of the line. */
export function text(doc: Doc, value: string, at: Point, style: TextStyle = {}): void {
  const { size = 7, bold = false, color = ink.text, align = 'left', rotate = 0, halo = false } = style;
  doc.font(bold ? 'bold' : 'regular').fontSize(size);
  const width = align === 'left' && !halo ? 0 : doc.widthOfString(value);
  const x = align === 'left' ? at.x : align === 'center' ? at.x - width / 2 : at.x - width;
  if (rotate !== 0) doc.save().rotate(rotate, { origin: [at.x, at.y] });
  if (halo) {
    doc
      .fillOpacity(0.82)
      .rect(x - 1, at.y - 0.5, width + 2, size * 1.08)
      .fill(ink.white)
      .fillOpacity(1);
  }
  doc.fillColor(color).text(value, x, at.y, { lineBreak: false });
  if (rotate !== 0) doc.restore();
}

/** Wrapped text in a column; answers the y below it. */
export function paragraph(doc: Doc, value: string, box: Box, style: TextStyle = {}): number {
  doc
    .font(style.bold ? 'bold' : 'regular')
    .fontSize(style.size ?? 8)
    .fillColor(style.color ?? ink.text)
    .text(value, box.x, box.y, { width: box.width, height: box.height, ellipsis: true, lineGap: 1.2 });
  return doc.y;
}

export function line(doc: Doc, points: readonly Point[], width: number, color: string, dash?: number): void {
  const [first, ...rest] = points;
  if (!first) return;
  doc.moveTo(first.x, first.y);
  for (const point of rest) doc.lineTo(point.x, point.y);
  doc.lineWidth(width);
  if (dash === undefined) doc.undash();
  else doc.dash(dash, { space: dash * 0.8 });
  doc.stroke(color).undash();
}

/** A smooth curve through the middles of a polyline. */
export function curve(doc: Doc, points: readonly Point[], closed: boolean): void {
  const middle = (a: Point, b: Point): Point => ({ x: (a.x + b.x) / 2, y: (a.y + b.y) / 2 });
  const [first, second] = points;
  const last = points.at(-1);
  if (!first || !second || !last) return;
  const start = closed ? middle(last, first) : first;
  doc.moveTo(start.x, start.y);
  const count = closed ? points.length : points.length - 1;
  for (let i = closed ? 0 : 1; i < count; i += 1) {
    const point = points[i] ?? first;
    const next = points[(i + 1) % points.length] ?? first;
    const to = middle(point, next);
    doc.quadraticCurveTo(point.x, point.y, to.x, to.y);
  }
  if (closed) doc.closePath();
  else doc.lineTo(last.x, last.y);
}

/** A ruled box with a heading in small capitals and a value below it. */
export function cell(doc: Doc, box: Box, heading: string, value: string, size = 9): void {
  doc.rect(box.x, box.y, box.width, box.height).lineWidth(0.5).stroke(ink.rule);
  text(doc, heading.toUpperCase(), { x: box.x + 4, y: box.y + 3.5 }, { size: 5, color: ink.soft });
  text(
    doc,
    value,
    { x: box.x + 4, y: box.y + box.height - size - 3.5 },
    { size, bold: true, color: ink.navy },
  );
}

/** Point at a distance on a bearing, degrees clockwise from up. */
export function offset(from: Point, bearing: number, distance: number): Point {
  const angle = (bearing * Math.PI) / 180;
  return { x: from.x + Math.sin(angle) * distance, y: from.y - Math.cos(angle) * distance };
}

/** Runs `draw` clipped to a box. */
export function clipped(doc: Doc, box: Box, draw: () => void): void {
  doc.save().rect(box.x, box.y, box.width, box.height).clip();
  draw();
  doc.restore();
}

export function arrowHead(doc: Doc, at: Point, bearing: number, size: number, color: string): void {
  const left = offset(at, bearing + 160, size);
  const right = offset(at, bearing - 160, size);
  doc.moveTo(at.x, at.y).lineTo(left.x, left.y).lineTo(right.x, right.y).closePath().fill(color);
}

/** The four-pointed star of an RNAV waypoint, or the triangle of a compulsory one, with its name. */
export function waypoint(doc: Doc, at: Point, name: string, compulsory: boolean, note?: string): void {
  if (compulsory) {
    doc
      .moveTo(at.x, at.y - 4.5)
      .lineTo(at.x + 4.2, at.y + 3)
      .lineTo(at.x - 4.2, at.y + 3)
      .closePath()
      .lineWidth(0.6)
      .fillAndStroke(ink.navy, ink.white);
  } else {
    doc.moveTo(at.x, at.y - 5.5);
    for (let i = 0; i < 4; i += 1) {
      const inner = offset(at, i * 90 + 45, 1.8);
      const tip = offset(at, (i + 1) * 90, 5.5);
      doc.lineTo(inner.x, inner.y).lineTo(tip.x, tip.y);
    }
    doc.closePath().lineWidth(0.5).fillAndStroke(ink.navy, ink.white);
  }
  text(doc, name, { x: at.x + 7, y: at.y - 7.5 }, { size: 7, bold: true, color: ink.navy, halo: true });
  if (note) text(doc, note, { x: at.x + 7, y: at.y + 0.5 }, { size: 5.5, color: ink.blue, halo: true });
}

/** A compass rose with the magnetic variation. */
export function compassRose(doc: Doc, centre: Point, radius: number, variation: number): void {
  doc.circle(centre.x, centre.y, radius).lineWidth(0.5).stroke(ink.steel);
  for (let bearing = 0; bearing < 360; bearing += 10) {
    const long = bearing % 30 === 0;
    line(
      doc,
      [offset(centre, bearing, radius), offset(centre, bearing, radius - (long ? 5 : 3))],
      long ? 0.6 : 0.35,
      ink.steel,
    );
  }
  const tip = offset(centre, 0, radius - 6);
  line(doc, [offset(centre, 180, radius - 6), tip], 0.7, ink.navy);
  arrowHead(doc, tip, 0, 6, ink.navy);
  const magnetic = offset(centre, variation, radius - 9);
  line(doc, [centre, magnetic], 0.5, ink.magenta);
  arrowHead(doc, magnetic, variation, 4, ink.magenta);
  text(doc, 'N', offset(centre, 0, radius + 9), { size: 7, bold: true, align: 'center', color: ink.navy });
  const label = `VAR ${Math.abs(variation)}°${variation < 0 ? 'W' : 'E'}`;
  text(
    doc,
    label,
    { x: centre.x, y: centre.y + radius + 2 },
    { size: 5, align: 'center', color: ink.magenta },
  );
}

const consonants = ['B', 'D', 'F', 'G', 'K', 'L', 'M', 'N', 'P', 'R', 'S', 'T', 'V', 'Z'] as const;
const vowels = ['A', 'E', 'I', 'O', 'U'] as const;

/** A pronounceable five-letter name-code, as ICAO wants them. */
export function nameCode(random: Random): string {
  const c = () => random.pick(consonants);
  const v = () => random.pick(vowels);
  return random.chance(0.5) ? c() + v() + c() + v() + c() : v() + c() + v() + c() + c();
}
