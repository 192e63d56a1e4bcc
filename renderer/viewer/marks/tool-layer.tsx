import { useEffect, useRef } from 'react';
import { useMarks, useMarksStore } from './marks-context.ts';
import { clamp, pagePoint, turnOf } from './page-point.ts';
import { hasPen, sawPen } from './pen.ts';
import { passes, pathOf, tidyStroke } from './stroke.ts';

type Drawing = 'ink' | 'erase' | 'note';

/** How near the eraser has to come, CSS px. */
const ERASER_PX = 10;

/**
 * Takes the pointer for a tool. A pen and the mouse draw; a finger draws too until a pen was seen, from then on it moves
 * the pages, so that a resting hand leaves no line.
 */
export function ToolLayer(props: { page: number; tool: Drawing; width: number; height: number }) {
  const { page, tool, width, height } = props;
  const store = useMarksStore();
  const layer = useRef<HTMLDivElement>(null);
  const line = useRef<SVGPathElement>(null);
  const pen = useMarks((state) => state.pen);
  const penWidth = useMarks((state) => state.penWidth);

  useEffect(() => {
    const element = layer.current;
    if (!element) return;
    const target: HTMLDivElement = element;
    const ratio = height / width;
    let drawing: { id: number; points: number[] } | null = null;
    let moving: { id: number; x: number; y: number } | null = null;

    function pointOf(event: PointerEvent) {
      const { x, y } = pagePoint(
        target.getBoundingClientRect(),
        turnOf(target),
        event.clientX,
        event.clientY,
      );
      return { x: clamp(x), y: clamp(y) };
    }
    function show(points: readonly number[]) {
      line.current?.setAttribute('d', points.length >= 2 ? pathOf(points, width, height) : '');
    }
    function erase(x: number, y: number) {
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
    function down(event: PointerEvent) {
      if (event.pointerType === 'pen') sawPen();
      if (event.pointerType === 'touch' && hasPen()) {
        moving = { id: event.pointerId, x: event.clientX, y: event.clientY };
        target.setPointerCapture(event.pointerId);
        return;
      }
      // A second finger is a pinch, which is no line.
      if (!event.isPrimary) {
        drawing = null;
        show([]);
        return;
      }
      if (event.button !== 0) return;
      event.preventDefault();
      event.stopPropagation();
      const { x, y } = pointOf(event);
      if (tool === 'note') return;
      target.setPointerCapture(event.pointerId);
      drawing = { id: event.pointerId, points: [x, y] };
      if (tool === 'erase') erase(x, y);
      else show([x, y, x, y]);
    }
    function move(event: PointerEvent) {
      if (moving?.id === event.pointerId) {
        const scroller = target.closest('.scroller');
        scroller?.scrollBy({
          left: moving.x - event.clientX,
          top: moving.y - event.clientY,
          behavior: 'instant',
        });
        moving = { id: event.pointerId, x: event.clientX, y: event.clientY };
        return;
      }
      if (drawing?.id !== event.pointerId) return;
      const steps = event.getCoalescedEvents?.() ?? [];
      for (const step of steps.length > 0 ? steps : [event]) {
        const { x, y } = pointOf(step);
        if (tool === 'erase') erase(x, y);
        else drawing.points.push(x, y);
      }
      if (tool === 'ink') show(drawing.points);
    }
    function up(event: PointerEvent) {
      if (moving?.id === event.pointerId) moving = null;
      if (drawing?.id !== event.pointerId) return;
      const { points } = drawing;
      drawing = null;
      show([]);
      if (tool === 'ink') store.getState().draw(page, tidyStroke(points, ratio), event.timeStamp);
    }
    function cancel(event: PointerEvent) {
      if (moving?.id === event.pointerId) moving = null;
      if (drawing?.id !== event.pointerId) return;
      drawing = null;
      show([]);
    }
    function click(event: MouseEvent) {
      if (tool !== 'note') return;
      const { x, y } = pagePoint(
        target.getBoundingClientRect(),
        turnOf(target),
        event.clientX,
        event.clientY,
      );
      store.getState().setTool(null);
      store.getState().edit({ page, x: clamp(x), y: clamp(y) });
    }
    target.addEventListener('pointerdown', down);
    target.addEventListener('pointermove', move);
    target.addEventListener('pointerup', up);
    target.addEventListener('pointercancel', cancel);
    target.addEventListener('click', click);
    return () => {
      target.removeEventListener('pointerdown', down);
      target.removeEventListener('pointermove', move);
      target.removeEventListener('pointerup', up);
      target.removeEventListener('pointercancel', cancel);
      target.removeEventListener('click', click);
    };
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
