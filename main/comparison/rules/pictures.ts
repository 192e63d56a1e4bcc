/** Finds the tiles that differ between two pictures. */
import { type Picture, TILE_BYTES } from './page-content.ts';

/** Tolerance for a tile's mean: the effect of repeated lossy compression. */
const LOSS = 6;
/** If more than this share of the tiles differs slightly, the picture was compressed again. */
const REPACKED = 0.6;
/** Pictures of different sizes are compared in this number of squares along each side. */
const SQUARES = 24;
const SQUARE_LOSS = 14;

/** A part of a picture, in fractions of its sides from the upper left. */
interface PicturePart {
  x: number;
  y: number;
  width: number;
  height: number;
}

/** The parts that differ; empty if the pictures show the same. */
export function differingParts(old: Picture, newer: Picture): PicturePart[] {
  if (old.width !== newer.width || old.height !== newer.height || old.tile !== newer.tile)
    return differingSquares(old, newer);
  const columns = Math.ceil(old.width / old.tile);
  const count = Math.min(old.tiles.length, newer.tiles.length) / TILE_BYTES;
  const exact: number[] = [];
  const far: number[] = [];
  for (let tile = 0; tile < count; tile += 1) {
    const at = tile * TILE_BYTES;
    let isExact = true;
    for (let byte = 0; byte < TILE_BYTES; byte += 1)
      isExact &&= old.tiles[at + byte] === newer.tiles[at + byte];
    if (isExact) continue;
    exact.push(tile);
    if (meanDistance(old.tiles, newer.tiles, at, at) > LOSS) far.push(tile);
  }
  const isRepacked = exact.length > REPACKED * busyTiles(old);
  return (isRepacked ? far : exact).map((tile) => ({
    x: ((tile % columns) * old.tile) / old.width,
    y: (Math.floor(tile / columns) * old.tile) / old.height,
    width: Math.min(1, old.tile / old.width),
    height: Math.min(1, old.tile / old.height),
  }));
}

/** Number of tiles that differ from the previous tile, at least 8. */
function busyTiles({ tiles }: Picture): number {
  let count = 0;
  for (let at = TILE_BYTES; at < tiles.length; at += TILE_BYTES) {
    let isPlain = true;
    for (let byte = 0; byte < TILE_BYTES; byte += 1)
      isPlain &&= tiles[at + byte] === tiles[at + byte - TILE_BYTES];
    if (!isPlain) count += 1;
  }
  return Math.max(8, count);
}

/** The largest difference of red, green, blue (weighted by opacity) and opacity. */
function meanDistance(one: Uint8Array, other: Uint8Array, at: number, otherAt: number): number {
  const opacity = Math.abs((one[at + 3] ?? 0) - (other[otherAt + 3] ?? 0));
  const seen = Math.max(one[at + 3] ?? 0, other[otherAt + 3] ?? 0) / 255;
  let most = opacity;
  for (let byte = 0; byte < 3; byte += 1)
    most = Math.max(most, Math.abs((one[at + byte] ?? 0) - (other[otherAt + byte] ?? 0)) * seen);
  return most;
}

function differingSquares(old: Picture, newer: Picture): PicturePart[] {
  const parts: PicturePart[] = [];
  const across = Math.min(SQUARES, columnsOf(old), columnsOf(newer));
  const down = Math.min(SQUARES, rowsOf(old), rowsOf(newer));
  for (let row = 0; row < down; row += 1) {
    for (let column = 0; column < across; column += 1) {
      const place = [column / across, row / down, (column + 1) / across, (row + 1) / down] as const;
      if (meanDistance(meanOf(old, place), meanOf(newer, place), 0, 0) > SQUARE_LOSS)
        parts.push({ x: place[0], y: place[1], width: 1 / across, height: 1 / down });
    }
  }
  return parts;
}

function columnsOf({ width, tile }: Picture): number {
  return Math.ceil(width / tile);
}

function rowsOf({ height, tile }: Picture): number {
  return Math.ceil(height / tile);
}

/** The mean of the tiles in a part of a picture. */
function meanOf(
  picture: Picture,
  [left, top, right, bottom]: readonly [number, number, number, number],
): Uint8Array {
  const [columns, rows] = [columnsOf(picture), rowsOf(picture)];
  const sums = [0, 0, 0, 0];
  let count = 0;
  for (
    let row = Math.floor(top * rows);
    row < Math.max(Math.floor(top * rows) + 1, bottom * rows);
    row += 1
  ) {
    for (
      let column = Math.floor(left * columns);
      column < Math.max(Math.floor(left * columns) + 1, right * columns);
      column += 1
    ) {
      const at = (row * columns + column) * TILE_BYTES;
      for (let byte = 0; byte < 4; byte += 1)
        sums[byte] = (sums[byte] ?? 0) + (picture.tiles[at + byte] ?? 0);
      count += 1;
    }
  }
  return Uint8Array.from(sums, (sum) => Math.round(sum / Math.max(1, count)));
}
