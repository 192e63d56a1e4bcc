/**
 * Where pictures lie on a page, read from the drawing steps that PDF.js keeps of a page it has painted. PDF.js can record
 * them while it paints (`recordImages`), but only for paintings that ask for it, and within a transparency group in the
 * group's own coordinates.
 */
import { OPS } from 'pdfjs-dist';
import {
  type Box,
  boxOf,
  intersection,
  type Matrix,
  multiply,
} from '../../main/documents/jobs/content/state.ts';
import type { PageRegion } from './messages/document.ts';
import type { DrawingSteps } from './pdfjs-internals.ts';

interface State {
  /** From the coordinates of a step to those of the shown page. */
  matrix: Matrix;
  /** What is drawn outside of it is not seen; null for no limit. */
  clip: Box | null;
  /** What is drawn becomes a mask and is not seen itself. */
  mask: boolean;
}

/** A picture counts as upright where its edges deviate from those of the page by less than this share of its size. */
const UPRIGHT = 0.01;

/**
 * The pictures in these steps, as shares of a page of `width` by `height`. Stencils in one colour are drawn ink and no
 * pictures; pictures that stand askew are left out, and so are those that are only a mask.
 *
 * @param base from the page's own coordinates to those of the shown page
 */
export function picturesIn(steps: DrawingSteps, base: Matrix, width: number, height: number): PageRegion[] {
  const found: PageRegion[] = [];
  const start: State = { matrix: base, clip: null, mask: false };
  let now = start;
  let stack: State[] = [];
  let clipping = false;

  function push(matrix: unknown, clip: unknown) {
    stack.push(now);
    const inner = isMatrix(matrix) ? multiply(now.matrix, matrix) : now.matrix;
    now = { ...now, matrix: inner, clip: isBox(clip) ? common(now.clip, boxOf(inner, clip)) : now.clip };
  }
  function pop() {
    now = stack.pop() ?? start;
  }
  function picture(matrix: Matrix) {
    if (now.mask || !isUpright(matrix)) return;
    const box = common(common(now.clip, [0, 0, width, height]), boxOf(matrix, [0, 0, 1, 1]));
    const [left, top, right, bottom] = box;
    if (right <= left || bottom <= top) return;
    found.push({
      x: left / width,
      y: top / height,
      width: (right - left) / width,
      height: (bottom - top) / height,
    });
  }

  for (const [index, step] of steps.fnArray.entries()) {
    const taken = steps.argsArray[index];
    const args: readonly unknown[] = Array.isArray(taken) ? taken : [];
    switch (step) {
      case OPS.save:
        push(null, null);
        break;
      case OPS.beginGroup:
        push(null, null);
        if ((args[0] as { smask?: unknown } | undefined)?.smask) now = { ...now, mask: true };
        break;
      case OPS.paintFormXObjectBegin:
        push(args[0], args[1]);
        break;
      case OPS.beginAnnotation:
        stack = [];
        now = start;
        push(null, args[1]);
        for (const matrix of [args[2], args[3]])
          if (isMatrix(matrix)) now = { ...now, matrix: multiply(now.matrix, matrix) };
        break;
      case OPS.restore:
      case OPS.endGroup:
      case OPS.paintFormXObjectEnd:
      case OPS.endAnnotation:
        pop();
        break;
      case OPS.transform:
        if (isMatrix(args)) now = { ...now, matrix: multiply(now.matrix, args) };
        break;
      case OPS.clip:
      case OPS.eoClip:
        clipping = true;
        break;
      case OPS.constructPath:
        // The path's own bounds: of a clip that is no rectangle they are more than is seen.
        if (clipping && isBox(args[2])) now = { ...now, clip: common(now.clip, boxOf(now.matrix, args[2])) };
        clipping = false;
        break;
      case OPS.paintImageXObject:
      case OPS.paintInlineImageXObject:
        picture(now.matrix);
        break;
      case OPS.paintImageXObjectRepeat: {
        const [, across = 1, down = 1, places] = args as [unknown, number?, number?, ArrayLike<number>?];
        for (let at = 0; places && at + 1 < places.length; at += 2)
          picture(multiply(now.matrix, [across, 0, 0, down, places[at] ?? 0, places[at + 1] ?? 0]));
        break;
      }
      case OPS.paintInlineImageXObjectGroup: {
        const [, places] = args as [unknown, { transform?: unknown }[]?];
        for (const { transform } of places ?? [])
          if (isMatrix(transform)) picture(multiply(now.matrix, transform));
        break;
      }
    }
  }
  return found;
}

function isNumbers(value: unknown, length: number): value is ArrayLike<number> {
  return (
    (Array.isArray(value) || ArrayBuffer.isView(value)) && (value as { length?: number }).length === length
  );
}

function isMatrix(value: unknown): value is Matrix {
  return isNumbers(value, 6);
}

function isBox(value: unknown): value is Box {
  return isNumbers(value, 4);
}

function common(limit: Box | null, box: Box): Box {
  return limit ? intersection(limit, box) : box;
}

function isUpright([a, b, c, d]: Matrix): boolean {
  const size = Math.abs(a) + Math.abs(b) + Math.abs(c) + Math.abs(d);
  return Math.min(Math.abs(b) + Math.abs(c), Math.abs(a) + Math.abs(d)) <= UPRIGHT * size;
}
