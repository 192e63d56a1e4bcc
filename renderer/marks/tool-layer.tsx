import { useEffect, useRef } from 'react';
import { useMarks, useMarksStore } from './marks-context.ts';
import type { MarksStore } from './marks-store.ts';
import { clamp, pagePoint, turnOf } from './page-point.ts';
import { passes, pathOf, tidyStroke } from './stroke.ts';

/**
 * Takes the pointer for a tool. A pen and the mouse draw; a finger draws too until a pen was seen, from then on it moves
 * the pages, so that a resting hand leaves no line.
 */
export function ToolLayer(props: { page: number; tool: PointerTool; width: number; height: number }) {
  const { page, tool, width, height } = props;
  const store = useMarksStore();
  const layer = useRef<HTMLDivElement>(null);
  const line = useRef<SVGPathElement>(null);
  const pen = useMarks((state) => state.pen);
  const penWidth = useMarks((state) => state.penWidth);

  useEffect(() => {
    if (!layer.current) return;
    const show = (points: readonly number[]) =>
      line.current?.setAttribute('d', points.length >= 2 ? pathOf(points, width, height) : '');
    return followToolPointer(layer.current, { store, page, tool, ratio: height / width, show });
  }, [store, page, tool, width, height]);

  return (
    <div ref={layer} className="marks__tool" data-tool={tool} data-no-pan>
      {tool === 'ink' ? (
        <svg className="marks__ink" viewBox={`0 0 ${width} ${height}`} aria-hidden="true">
          <path ref={line} className="marks__line" data-colour={pen} strokeWidth={penWidth * width} />
        </svg>
      ) : null}
    </div>
  );
}

/** The tools that take the pointer. */
type PointerTool = 'ink' | 'erase' | 'note';

/** How near the eraser has to come, CSS px. */
const ERASER_PX = 10;

/** Whether this machine has been written on with a pen since the app started: from then on fingers do not draw. */
let hasPen = false;

interface ToolPointerDeps {
  store: MarksStore;
  page: number;
  tool: PointerTool;
  /** The page's height as a share of its width. */
  ratio: number;
  /** Shows the line that is being drawn; none where it is empty. */
  show(points: readonly number[]): void;
}

/** Follows the pointer on a page for a tool. Returns a function that ends it. */
function followToolPointer(target: HTMLElement, deps: ToolPointerDeps): () => void {
  const { store, page, tool, ratio, show } = deps;
  let drawing: { id: number; points: number[] } | null = null;
  let moving: { id: number; x: number; y: number } | null = null;

  function pointOf({ clientX, clientY }: MouseEvent) {
    const { x, y } = pagePoint(target.getBoundingClientRect(), turnOf(target), clientX, clientY);
    return { x: clamp(x), y: clamp(y) };
  }
  function down(event: PointerEvent) {
    if (event.pointerType === 'pen') hasPen = true;
    if (event.pointerType === 'touch' && hasPen) {
      moving = { id: event.pointerId, x: event.clientX, y: event.clientY };
      target.setPointerCapture(event.pointerId);
      return;
    }
    // A second finger means a pinch, not a line.
    if (!event.isPrimary) {
      drawing = null;
      show([]);
      return;
    }
    if (event.button !== 0) return;
    event.preventDefault();
    event.stopPropagation();
    if (tool === 'note') return;
    const { x, y } = pointOf(event);
    target.setPointerCapture(event.pointerId);
    drawing = { id: event.pointerId, points: [x, y] };
    if (tool === 'erase') erase(deps, target, x, y);
    else show([x, y, x, y]);
  }
  function move(event: PointerEvent) {
    if (moving?.id === event.pointerId) {
      const [left, top] = [moving.x - event.clientX, moving.y - event.clientY];
      target.closest('.scroller')?.scrollBy({ left, top, behavior: 'instant' });
      moving = { id: event.pointerId, x: event.clientX, y: event.clientY };
      return;
    }
    if (drawing?.id !== event.pointerId) return;
    const steps = event.getCoalescedEvents?.() ?? [];
    for (const step of steps.length > 0 ? steps : [event]) {
      const { x, y } = pointOf(step);
      if (tool === 'erase') erase(deps, target, x, y);
      else drawing.points.push(x, y);
    }
    if (tool === 'ink') show(drawing.points);
  }
  function end(event: PointerEvent) {
    if (moving?.id === event.pointerId) moving = null;
    if (drawing?.id !== event.pointerId) return;
    const { points } = drawing;
    drawing = null;
    show([]);
    if (event.type === 'pointerup' && tool === 'ink')
      store.getState().draw(page, tidyStroke(points, ratio), event.timeStamp);
  }
  function click(event: MouseEvent) {
    if (tool !== 'note') return;
    store.getState().setTool(null);
    store.getState().edit({ page, ...pointOf(event) });
  }

  const listening = new AbortController();
  const { signal } = listening;
  target.addEventListener('pointerdown', down, { signal });
  target.addEventListener('pointermove', move, { signal });
  target.addEventListener('pointerup', end, { signal });
  target.addEventListener('pointercancel', end, { signal });
  target.addEventListener('click', click, { signal });
  return () => listening.abort();
}

/** Removes the lines that pass by this place, in shares of the page. */
function erase({ store, page, ratio }: ToolPointerDeps, target: HTMLElement, x: number, y: number): void {
  const reach = ERASER_PX / target.offsetWidth;
  for (const { key, mark } of store.getState().byPage.get(page) ?? []) {
    const { draft } = mark;
    if (draft.kind !== 'ink') continue;
    const left = draft.strokes.filter((stroke) => !passes(stroke, x, y, reach + draft.width / 2, ratio));
    if (left.length === draft.strokes.length) continue;
    if (left.length === 0) void store.getState().remove(key);
    else void store.getState().change(key, { ...draft, strokes: left });
  }
}
