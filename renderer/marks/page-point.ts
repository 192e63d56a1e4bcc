/** Where points and rectangles of the window are on a page, whatever way the viewer has turned it. */
import type { QuarterTurn } from '../../preload/contract.ts';
import { addTurns, type Point, unturnPoint } from '../viewer/document/geometry/turns.ts';
import type { MarkArea, ShownMark } from './mark-order.ts';
import { passes } from './stroke.ts';

/** A rectangle of the window, CSS px. */
type WindowRect = Pick<DOMRect, 'left' | 'top' | 'width' | 'height'>;

/** Degrees clockwise by which the viewer shows a page (layout/page-scroller.tsx). */
export function turnOf(page: Element): QuarterTurn {
  return addTurns(Number(page.closest<HTMLElement>('[data-turn]')?.dataset.turn ?? 0), 0);
}

/**
 * A point of the window as shares of the unturned page; may lie outside of 0 to 1.
 *
 * @param frame the page as it stands in the window
 */
export function pagePoint(frame: WindowRect, turn: QuarterTurn, x: number, y: number): Point {
  return unturnPoint({ x: (x - frame.left) / frame.width, y: (y - frame.top) / frame.height }, turn);
}

/**
 * The middle of what is seen of a page, shares of the unturned page; null where nothing of it is seen.
 *
 * @param frame the page as it stands in the window
 * @param view the part of the window that shows pages
 */
export function seenMiddle(frame: WindowRect, turn: QuarterTurn, view: WindowRect): Point | null {
  const left = Math.max(frame.left, view.left);
  const right = Math.min(frame.left + frame.width, view.left + view.width);
  const top = Math.max(frame.top, view.top);
  const bottom = Math.min(frame.top + frame.height, view.top + view.height);
  if (right <= left || bottom <= top) return null;
  return pagePoint(frame, turn, (left + right) / 2, (top + bottom) / 2);
}

/** A rectangle of the window as an area of the unturned page, cut to it; null where nothing of it is on the page. */
export function pageArea(frame: WindowRect, turn: QuarterTurn, rect: WindowRect): MarkArea | null {
  const one = pagePoint(frame, turn, rect.left, rect.top);
  const two = pagePoint(frame, turn, rect.left + rect.width, rect.top + rect.height);
  const left = clamp(Math.min(one.x, two.x));
  const right = clamp(Math.max(one.x, two.x));
  const top = clamp(Math.min(one.y, two.y));
  const bottom = clamp(Math.max(one.y, two.y));
  if (right <= left || bottom <= top) return null;
  return { x: left, y: top, width: right - left, height: bottom - top };
}

export function clamp(share: number): number {
  return Math.min(1, Math.max(0, share));
}

/** Where a note goes that is made by the keyboard: the middle of what is seen of a page; null where nothing of it is seen. */
export function viewCentre(
  root: Element | null,
  page: number,
): { page: number; x: number; y: number } | null {
  const scroller = root?.querySelector('.scroller');
  const sheet = scroller?.querySelector(`[data-page="${page}"]`);
  if (!scroller || !sheet) return null;
  const at = seenMiddle(sheet.getBoundingClientRect(), turnOf(sheet), scroller.getBoundingClientRect());
  return at && { page, ...at };
}

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
