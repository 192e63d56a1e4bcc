/** Where an old page lies over a new one of another size or scale: their drawn boxes are laid on each other. Pure. */
import type { Size } from './stand.ts';

type Area = Size & { x: number; y: number };

/** A page: its size, CSS px at 100 %, and what is drawn on it, as shares of it. */
export interface Sheet {
  size: Size;
  drawn: Area;
}

/** A point of the old page times `scale` and moved by x and y is that point of the new one; CSS px at 100 %. */
export interface Alignment {
  scale: number;
  x: number;
  y: number;
}

/** Boxes are of one shape where their sides grow by the same factor, to this share. */
const SHAPE = 0.006;
/** Nearer than this, as a share of the page, boxes are in one place: a picture of the page tells no more. */
const PLACE = 0.004;
/** Beyond it two boxes of one shape are hardly one chart. */
const MAX_SCALE = 3;

/**
 * How the old page is laid on the new one; null where the two lie on each other as they are, or where it is not plain that what is
 * drawn on both has one shape: something was put beside the chart, or taken away.
 */
export function alignmentOf(old: Sheet, now: Sheet): Alignment | null {
  const across = (now.drawn.width * now.size.width) / (old.drawn.width * old.size.width);
  const down = (now.drawn.height * now.size.height) / (old.drawn.height * old.size.height);
  if (!(across > 0 && down > 0) || !isNear(across / down, 1, SHAPE)) return null;
  const found = Math.sqrt(across * down);
  if (found > MAX_SCALE || found < 1 / MAX_SCALE) return null;
  const ofPages = now.size.width / old.size.width;
  const scale = isNear(found, ofPages, SHAPE) ? ofPages : found;
  const x = middle(now, 'x', 'width') - scale * middle(old, 'x', 'width');
  const y = middle(now, 'y', 'height') - scale * middle(old, 'y', 'height');
  const isInPlace = Math.abs(x) < PLACE * now.size.width && Math.abs(y) < PLACE * now.size.height;
  const isOfOneSize =
    isNear(old.size.width, now.size.width, PLACE) && isNear(old.size.height, now.size.height, PLACE);
  return isInPlace && isOfOneSize && isNear(scale, 1, SHAPE) ? null : { scale, x, y };
}

function isNear(one: number, other: number, share: number): boolean {
  return Math.abs(one / other - 1) <= share;
}

function middle({ size, drawn }: Sheet, at: 'x' | 'y', along: 'width' | 'height'): number {
  return (drawn[at] + drawn[along] / 2) * size[along];
}

/** The place on the new page that an area of the old one has. @param area shares of the old page @returns shares of the new one */
export function onNewPage(area: Area, alignment: Alignment | null, old: Size, now: Size): Area {
  if (!alignment) return area;
  const { scale, x, y } = alignment;
  return {
    x: (area.x * old.width * scale + x) / now.width,
    y: (area.y * old.height * scale + y) / now.height,
    width: (area.width * old.width * scale) / now.width,
    height: (area.height * old.height * scale) / now.height,
  };
}
