import { clamp, pagePoint, turnOf } from './page-point.ts';

/** The place in the middle of what is seen of the pages: page, and shares of it; null where no page is seen. */
export function viewCentre(root: Element | null): { page: number; x: number; y: number } | null {
  const scroller = root?.querySelector('.scroller')?.getBoundingClientRect();
  if (!root || !scroller) return null;
  const middle = { x: scroller.left + scroller.width / 2, y: scroller.top + scroller.height / 2 };
  let best: { page: HTMLElement; frame: DOMRect; away: number } | null = null;
  for (const page of root.querySelectorAll<HTMLElement>('.scroller [data-page]')) {
    const frame = page.getBoundingClientRect();
    const across = Math.max(frame.left - middle.x, 0, middle.x - frame.right);
    const down = Math.max(frame.top - middle.y, 0, middle.y - frame.bottom);
    const away = Math.hypot(across, down);
    if (best === null || away < best.away) best = { page, frame, away };
  }
  if (best === null) return null;
  const { x, y } = pagePoint(best.frame, turnOf(best.page), middle.x, middle.y);
  return { page: Number(best.page.dataset.page), x: clamp(x), y: clamp(y) };
}
