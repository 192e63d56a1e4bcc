import { seenMiddle, turnOf } from './page-point.ts';

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
