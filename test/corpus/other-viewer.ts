/** What another viewer (poppler's pdftoppm) draws of a page: enough to tell a blank page from one with ink. */
import { spawn, spawnSync } from 'node:child_process';

/** Longest drawing of a page, ms. */
const DRAW_TIMEOUT_MS = 30_000;

/** Grey picture, a byte a pixel, 255 is white. */
export interface Picture {
  width: number;
  height: number;
  pixels: Uint8Array;
}

export const hasOtherViewer = spawnSync('pdftoppm', ['-v']).error === undefined;

/** The page about `height` px high; null where pdftoppm can't draw it. */
export function drawElsewhere(file: string, page: number, height: number): Promise<Picture | null> {
  return new Promise((resolve) => {
    const args = [
      ...['-f', `${page}`, '-l', `${page}`],
      ...['-scale-to-y', `${height}`, '-scale-to-x', '-1'],
    ];
    const child = spawn('pdftoppm', [...args, '-gray', '-cropbox', file], {
      stdio: ['ignore', 'pipe', 'ignore'],
      timeout: DRAW_TIMEOUT_MS,
    });
    const chunks: Buffer[] = [];
    child.stdout.on('data', (chunk: Buffer) => chunks.push(chunk));
    child.once('error', () => resolve(null));
    child.once('close', () => resolve(readPgm(Buffer.concat(chunks))));
  });
}

/** Binary PGM (netpbm, P5). */
function readPgm(data: Buffer): Picture | null {
  const head = /^P5\s+(\d+)\s+(\d+)\s+(\d+)\s/.exec(data.subarray(0, 64).toString('latin1'));
  if (!head) return null;
  const width = Number(head[1]);
  const height = Number(head[2]);
  const pixels = data.subarray(head[0].length, head[0].length + width * height);
  return pixels.length === width * height ? { width, height, pixels } : null;
}

/** Share of the pixels that are not paper, 0 to 1. */
export function ink({ pixels }: Picture): number {
  let dark = 0;
  for (const pixel of pixels) if (pixel < 240) dark += 1;
  return pixels.length === 0 ? 0 : dark / pixels.length;
}

/** Mean difference over a coarse grid, 0 (alike) to 1: edges and fonts drawn otherwise don't count. */
export function difference(a: Picture, b: Picture): number {
  const across = 24;
  const down = 32;
  let sum = 0;
  for (let row = 0; row < down; row += 1) {
    for (let column = 0; column < across; column += 1) {
      sum += Math.abs(mean(a, column, row, across, down) - mean(b, column, row, across, down));
    }
  }
  return sum / (across * down) / 255;
}

function mean(
  { width, height, pixels }: Picture,
  column: number,
  row: number,
  across: number,
  down: number,
): number {
  const [left, right] = [Math.floor((column * width) / across), Math.ceil(((column + 1) * width) / across)];
  const [top, bottom] = [Math.floor((row * height) / down), Math.ceil(((row + 1) * height) / down)];
  let sum = 0;
  for (let y = top; y < bottom; y += 1)
    for (let x = left; x < right; x += 1) sum += pixels[y * width + x] ?? 255;
  return sum / Math.max(1, (right - left) * (bottom - top));
}
