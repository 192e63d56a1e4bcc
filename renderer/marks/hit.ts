import { passes } from './stroke.ts';
import type { ShownMark } from './types.ts';

/**
 * The key of the mark at a point of the page, the newest one where several lie there; null where there is none. Notes have
 * buttons of their own.
 *
 * @param ratio the page's height by its width
 * @param reach how near is near enough, a share of the page's width
 */
export function hitBy(
  marks: readonly ShownMark[],
  x: number,
  y: number,
  ratio: number,
  reach: number,
): string | null {
  const hits = marks.filter(({ mark: { draft } }) => {
    if (draft.kind === 'highlight') {
      return draft.areas.some(
        (area) => x >= area.x && x <= area.x + area.width && y >= area.y && y <= area.y + area.height,
      );
    }
    if (draft.kind !== 'ink') return false;
    return draft.strokes.some((stroke) => passes(stroke, x, y, reach + draft.width / 2, ratio));
  });
  const newest = hits.toSorted((a, b) => b.mark.created_at.localeCompare(a.mark.created_at))[0];
  return newest?.key ?? null;
}
