/**
 * Finds how a page was drawn anew as a whole: larger, smaller, turned or moved. Texts that occur once on both pages show it; where they
 * are not enough, all that is drawn. Pure.
 */
import { type Placed, unmatched } from './align.ts';
import { boxOfMiddles, drawnMiddles } from './drawn-middles.ts';
import { REACH } from './items.ts';
import { EDGE, LETTER, type PageContent, SHAPE } from './page-content.ts';
import { type Box, pageTextOf } from './text-pieces.ts';

/** Takes a place of the old page to the same place of the new one: turned clockwise, then scaled, then moved. */
export interface Registration {
  turn: 0 | 90 | 180 | 270;
  scale: number;
  /** Hundredths of a point. */
  x: number;
  y: number;
}

/** A text at its places on both pages, hundredths of a point, and how far it was turned, degrees. */
interface Anchor {
  old: readonly [number, number];
  new: readonly [number, number];
  turn: number;
}

/** Shorter texts are too often the same by chance, characters. */
const LEAST_TEXT = 2;
/** Fewer anchors show nothing. */
const LEAST_ANCHORS = 6;
/** The share of anchors that have to agree. */
const AGREED = 0.6;
/** How near an anchor is to its place, hundredths of a point: at first, and after the fit. */
const ROUGH = 400;
const FINE = 150;
/** Other scales are another drawing. The content of pages (SMALL_SIDE) can be compared within them. */
const SCALES = [0.4, 2.5] as const;

/** Null if nothing shows how the page was drawn anew. */
export function registrationOf(old: PageContent, newer: PageContent): Registration | null {
  return byTexts(old, newer) ?? byDrawing(old, newer);
}

/** The share of the drawing that has to be in its place, and the least drawing that shows something. */
const IN_ITS_PLACE = 0.9;
const LEAST_DRAWN = 64;
/** How much more a page may be enlarged along one side than along the other. */
const UNEVEN = 0.01;

/** Takes the box of all that is drawn to that of the other page. */
function byDrawing(old: PageContent, newer: PageContent): Registration | null {
  const [middles, drawn] = [drawnMiddles(old), drawnMiddles(newer)];
  if (Math.min(middles.length, drawn.length) < 2 * LEAST_DRAWN) return null;
  const [box, after] = [boxOfMiddles(middles), boxOfMiddles(drawn)];
  for (const turn of [0, 90, 180, 270] as const) {
    const before = boxBy(box, { turn, scale: 1, x: 0, y: 0 });
    const scale = (after[2] - after[0]) / (before[2] - before[0]);
    const along = (after[3] - after[1]) / (before[3] - before[1]);
    if (!(scale >= SCALES[0] && scale <= SCALES[1] && Math.abs(along / scale - 1) <= UNEVEN)) continue;
    const by = { turn, scale, x: after[0] - scale * before[0], y: after[1] - scale * before[1] };
    const placed = Int32Array.from(middles);
    for (let at = 0; at < placed.length; at += 2) place(placed, at, by);
    const left = unmatched(placesOf(placed), placesOf(drawn), REACH, () => true);
    const out = (left.old.length + left.new.length) / ((placed.length + drawn.length) / 2);
    if (out <= 1 - IN_ITS_PLACE) return by;
  }
  return null;
}

function placesOf(middles: ArrayLike<number>): Placed {
  return {
    count: middles.length / 2,
    x: (index) => middles[index * 2] as number,
    y: (index) => middles[index * 2 + 1] as number,
  };
}

function byTexts(old: PageContent, newer: PageContent): Registration | null {
  const all = anchorsOf(old, newer);
  const turn = commonTurn(all);
  const anchors = all.filter((anchor) => anchor.turn === turn);
  if (anchors.length < LEAST_ANCHORS || anchors.length < AGREED * all.length) return null;
  const turned = anchors.map((anchor) => ({ ...anchor, old: turnedBy(turn, anchor.old) }));
  const rough = roughFit(turned);
  if (rough === null) return null;
  const near = turned.filter((anchor) => missOf(rough, anchor) <= ROUGH);
  if (near.length < LEAST_ANCHORS) return null;
  const fit = bestFit(near);
  const agreed = turned.filter((anchor) => missOf(fit, anchor) <= FINE);
  if (agreed.length < Math.max(LEAST_ANCHORS, AGREED * turned.length)) return null;
  const found = { turn, ...bestFit(agreed) };
  if (found.scale < SCALES[0] || found.scale > SCALES[1]) return null;
  return found;
}

/** Whether it is drawn in the same size and direction at another place. */
export function isMoveAlone({ turn, scale }: Registration): boolean {
  return turn === 0 && Math.abs(scale - 1) <= 0.005;
}

/** The words about it: the rest of a sentence. */
export function registrationWords(by: Registration, what: 'page' | 'chart'): string {
  const { turn, scale, x, y } = by;
  if (turn !== 0)
    return `the ${what} is turned by ${turn === 270 ? '90° to the left' : turn === 90 ? '90° to the right' : '180°'}`;
  if (!isMoveAlone(by)) return `the ${what} is drawn at ${Math.round(scale * 100)} % of its size before`;
  return `all of the ${what} is moved by ${((Math.hypot(x, y) / 100) * 0.352778).toFixed(1)} mm`;
}

/** The old page's content as it would lie on the new page. @param size of the new page, points */
export function registered(
  content: PageContent,
  by: Registration,
  size: { width: number; height: number },
): PageContent {
  const letters = content.letters.slice();
  for (let at = 0; at < letters.length; at += LETTER.length) {
    place(letters, at, by);
    letters[at + LETTER.size] = Math.round((letters[at + LETTER.size] as number) * by.scale);
    letters[at + LETTER.angle] = ((letters[at + LETTER.angle] as number) + by.turn * 10) % 3600;
    letters[at + LETTER.advance] = Math.round((letters[at + LETTER.advance] as number) * by.scale);
  }
  const edges = content.edges.slice();
  for (let at = 0; at < edges.length; at += EDGE.length)
    for (let point = 0; point < EDGE.style; point += 2) place(edges, at + point, by);
  return {
    ...content,
    ...size,
    letters,
    edges,
    shapes: shapesBy(content.shapes, by),
    pictures: content.pictures.map((picture) => ({ ...picture, matrix: matrixBy(picture.matrix, by) })),
    styles: content.styles.map((style) => ({
      ...style,
      width: style.width * by.scale,
      dash: style.dash.map((length) => length * by.scale),
    })),
  };
}

/**
 * A page's content without clips along the sides of the other page: they cut what that page's own sides cut, where a program draws the
 * other page as a whole.
 *
 * @param side the other page's box, as it lies on this one
 */
export function withoutSides(content: PageContent, side: Box): PageContent {
  const { edges, styles } = content;
  const isAlong = (at: number, first: 0 | 1) =>
    [side[first], side[first + 2]].some((line) =>
      [EDGE.x1, EDGE.x4].every(
        (end) => Math.abs((edges[at + end + first] as number) - (line as number)) <= 2 * REACH,
      ),
    );
  const isClip = (at: number) => styles[edges[at + EDGE.style] as number]?.paint === 'clip';
  const isLeft = (at: number) => !(isClip(at) && (isAlong(at, 0) || isAlong(at, 1)));
  const own = edges.filter((_, index) => isLeft(index - (index % EDGE.length)));
  return own.length === edges.length ? content : { ...content, edges: own };
}

/** Where the old page lies on the new one, hundredths of a point. */
export function registeredPage({ width, height }: PageContent, by: Registration): Box {
  return boxBy([0, 0, width * 100, height * 100], by);
}

/** Where a box of the old page lies on the new one. */
function boxBy([left, top, right, bottom]: Box, { turn, scale, x, y }: Registration): Box {
  const [one, other] = [turnedBy(turn, [left, top]), turnedBy(turn, [right, bottom])];
  const along = (at: 0 | 1, shift: number) =>
    [one[at] * scale + shift, other[at] * scale + shift].sort((a, b) => a - b) as [number, number];
  const [[newLeft, newRight], [newTop, newBottom]] = [along(0, x), along(1, y)];
  return [newLeft, newTop, newRight, newBottom];
}

/** Where a box of the registered content is on the old page. */
export function unregistered([left, top, right, bottom]: Box, { turn, scale, x, y }: Registration): Box {
  const back = (u: number, v: number) =>
    turnedBy((360 - turn) as 0 | 90 | 180 | 270, [(u - x) / scale, (v - y) / scale]);
  const [a, b] = [back(left, top), back(right, bottom)];
  return [Math.min(a[0], b[0]), Math.min(a[1], b[1]), Math.max(a[0], b[0]), Math.max(a[1], b[1])];
}

function anchorsOf(old: PageContent, newer: PageContent): Anchor[] {
  const [before, after] = [onceOf(old), onceOf(newer)];
  const anchors: Anchor[] = [];
  for (const [text, one] of before) {
    const other = after.get(text);
    if (!one || !other) continue;
    const turn = (((Math.round((other.angle - one.angle) / 90) * 90) % 360) + 360) % 360;
    anchors.push({ old: [one.x * 100, one.y * 100], new: [other.x * 100, other.y * 100], turn });
  }
  return anchors;
}

/** Texts by their words; null for one that occurs again. */
function onceOf(content: PageContent) {
  const found = new Map<string, { x: number; y: number; angle: number } | null>();
  for (const run of pageTextOf(content).runs)
    if (run.text.length >= LEAST_TEXT) found.set(run.text, found.has(run.text) ? null : run);
  return found;
}

function commonTurn(anchors: readonly Anchor[]): Registration['turn'] {
  const counts = ([0, 90, 180, 270] as const).map(
    (turn) => [turn, anchors.filter((anchor) => anchor.turn === turn).length] as const,
  );
  return counts.reduce((best, one) => (one[1] > best[1] ? one : best))[0];
}

function turnedBy(turn: number, [x, y]: readonly [number, number]): [number, number] {
  switch (turn) {
    case 90:
      return [-y, x];
    case 180:
      return [-x, -y];
    case 270:
      return [y, -x];
    default:
      return [x, y];
  }
}

type Fit = Omit<Registration, 'turn'>;

/** Medians of scale and shift: texts that were really moved do not count. */
function roughFit(anchors: readonly Anchor[]): Fit | null {
  const half = Math.ceil(anchors.length / 2);
  const scales = anchors.flatMap((one, index) => {
    const other = anchors[(index + half) % anchors.length];
    if (other === undefined) return [];
    const before = Math.hypot(one.old[0] - other.old[0], one.old[1] - other.old[1]);
    const after = Math.hypot(one.new[0] - other.new[0], one.new[1] - other.new[1]);
    return before > ROUGH ? [after / before] : [];
  });
  if (scales.length < LEAST_ANCHORS / 2) return null;
  const scale = median(scales);
  const x = median(anchors.map((one) => one.new[0] - scale * one.old[0]));
  const y = median(anchors.map((one) => one.new[1] - scale * one.old[1]));
  return { scale, x, y };
}

/** Least squares of scale and shift. */
function bestFit(anchors: readonly Anchor[]): Fit {
  const mean = (of: (one: Anchor) => number) =>
    anchors.reduce((sum, one) => sum + of(one), 0) / anchors.length;
  const [oldX, oldY] = [mean((one) => one.old[0]), mean((one) => one.old[1])];
  const [newX, newY] = [mean((one) => one.new[0]), mean((one) => one.new[1])];
  const spread = mean((one) => (one.old[0] - oldX) ** 2 + (one.old[1] - oldY) ** 2);
  const shared = mean(
    (one) => (one.old[0] - oldX) * (one.new[0] - newX) + (one.old[1] - oldY) * (one.new[1] - newY),
  );
  const scale = spread === 0 ? 1 : shared / spread;
  return { scale, x: newX - scale * oldX, y: newY - scale * oldY };
}

function missOf({ scale, x, y }: Fit, one: Anchor): number {
  return Math.max(
    Math.abs(scale * one.old[0] + x - one.new[0]),
    Math.abs(scale * one.old[1] + y - one.new[1]),
  );
}

/** Whether it takes no corner of the page farther than the same drawing may be. */
export function isInPlace(by: Registration, { width, height }: PageContent): boolean {
  if (by.turn !== 0) return false;
  return [0, width * 100].every((x) =>
    [0, height * 100].every(
      (y) => Math.max(Math.abs(by.scale * x + by.x - x), Math.abs(by.scale * y + by.y - y)) <= REACH,
    ),
  );
}

function place(numbers: Int32Array, at: number, { turn, scale, x, y }: Registration): void {
  const [u, v] = turnedBy(turn, [numbers[at] as number, numbers[at + 1] as number]);
  numbers[at] = Math.round(scale * u + x);
  numbers[at + 1] = Math.round(scale * v + y);
}

function shapesBy(shapes: Int32Array, by: Registration): Int32Array {
  const all = shapes.slice();
  for (let at = 0; at < all.length; at += SHAPE.length) {
    place(all, at + SHAPE.left, by);
    place(all, at + SHAPE.right, by);
    const [left, top, right, bottom] = Array.from(all.subarray(at, at + 4)) as [
      number,
      number,
      number,
      number,
    ];
    all[at + SHAPE.left] = Math.min(left, right);
    all[at + SHAPE.top] = Math.min(top, bottom);
    all[at + SHAPE.right] = Math.max(left, right);
    all[at + SHAPE.bottom] = Math.max(top, bottom);
    place(all, at + SHAPE.x, by);
    const scaled = (field: number, power = 1) => Math.round((all[at + field] as number) * by.scale ** power);
    const isOnSide = by.turn === 90 || by.turn === 270;
    const [spreadX, spreadY] = [scaled(SHAPE.spreadX), scaled(SHAPE.spreadY)];
    all[at + SHAPE.outline] = scaled(SHAPE.outline);
    all[at + SHAPE.area] = scaled(SHAPE.area, 2);
    all[at + SHAPE.spreadX] = isOnSide ? spreadY : spreadX;
    all[at + SHAPE.spreadY] = isOnSide ? spreadX : spreadY;
    all[at + SHAPE.slant] = scaled(SHAPE.slant) * (isOnSide ? -1 : 1);
  }
  return all;
}

function matrixBy(matrix: readonly number[], { turn, scale, x, y }: Registration): number[] {
  const [a = 0, b = 0, c = 0, d = 0, e = 0, f = 0] = matrix;
  const parts = [turnedBy(turn, [a, b]), turnedBy(turn, [c, d]), turnedBy(turn, [e, f])];
  return parts.flatMap(([u, v], index) => [
    Math.round(scale * u + (index === 2 ? x : 0)),
    Math.round(scale * v + (index === 2 ? y : 0)),
  ]);
}

function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[values.length >> 1] ?? 0;
}
