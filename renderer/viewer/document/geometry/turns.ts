/** Clockwise quarter turns of points and parts of a page, and their inverse. Pure. Points are shares of width and height. */
import type { QuarterTurn } from '../../../../preload/contract.ts';
import type { PageRegion, PageSize } from '../engine/pdf-engine.ts';

export interface Point {
  x: number;
  y: number;
}

/** The sum of two turns. */
export function addTurns(a: number, b: number): QuarterTurn {
  const sum = (((a + b) % 360) + 360) % 360;
  return sum === 90 || sum === 180 || sum === 270 ? sum : 0;
}

/** The size of a turned page. */
export function turnedSize(size: PageSize, turn: QuarterTurn): PageSize {
  return turn % 180 === 0 ? size : { width: size.height, height: size.width };
}

/** The position of a point of the page on the turned page. */
export function turnPoint({ x, y }: Point, turn: QuarterTurn): Point {
  if (turn === 90) return { x: 1 - y, y: x };
  if (turn === 180) return { x: 1 - x, y: 1 - y };
  if (turn === 270) return { x: y, y: 1 - x };
  return { x, y };
}

/** The point of the page that is at this position of the turned page. */
export function unturnPoint(point: Point, turn: QuarterTurn): Point {
  return turnPoint(point, addTurns(0, -turn));
}

/** The position of a part of the page on the turned page; all lengths are shares. */
export function turnRegion(region: PageRegion, turn: QuarterTurn): PageRegion {
  return unturnRegion(region, addTurns(0, -turn));
}

/** The part of the page that a part of the turned page shows; all lengths are shares. */
export function unturnRegion(region: PageRegion, turn: QuarterTurn): PageRegion {
  const one = unturnPoint(region, turn);
  const other = unturnPoint({ x: region.x + region.width, y: region.y + region.height }, turn);
  return {
    x: Math.min(one.x, other.x),
    y: Math.min(one.y, other.y),
    width: Math.abs(one.x - other.x),
    height: Math.abs(one.y - other.y),
  };
}

/** CSS of a part of the page, in percent of it, so it keeps its place at any zoom. */
export function inPercent({ x, y, width, height }: PageRegion) {
  return {
    left: `${100 * x}%`,
    top: `${100 * y}%`,
    width: `${100 * width}%`,
    height: `${100 * height}%`,
  };
}
