import type { Box } from './state.ts';

/** Squares along each side of the page. */
const SIDE = 64;

/** Where a page has been painted so far, in squares: white on paper that is still bare can't be seen. */
export class PaintedPlaces {
  readonly #page: Box;
  readonly #isPainted = new Uint8Array(SIDE * SIDE);

  constructor(page: Box) {
    this.#page = page;
  }

  mark(box: Box): void {
    this.#eachRow(box, (from, to) => {
      this.#isPainted.fill(1, from, to);
      return true;
    });
  }

  /** Whether nothing has been painted in this box, nor beside it within its squares. */
  isBare(box: Box): boolean {
    return this.#eachRow(box, (from, to) => !this.#isPainted.subarray(from, to).includes(1));
  }

  /** Calls `look` with the squares of each row, until it returns false. */
  #eachRow([left, top, right, bottom]: Box, look: (from: number, to: number) => boolean): boolean {
    const [pageLeft, pageTop, pageRight, pageBottom] = this.#page;
    const square = (at: number, from: number, to: number) =>
      Math.min(SIDE - 1, Math.max(0, Math.floor(((at - from) / Math.max(1, to - from)) * SIDE) || 0));
    const [first, last] = [square(left, pageLeft, pageRight), square(right, pageLeft, pageRight)];
    const end = square(bottom, pageTop, pageBottom);
    for (let row = square(top, pageTop, pageBottom); row <= end; row += 1)
      if (!look(row * SIDE + first, row * SIDE + last + 1)) return false;
    return true;
  }
}
