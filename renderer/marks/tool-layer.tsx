import { useEffect, useRef } from 'react';
import { useMarks, useMarksStore } from './marks-context.ts';
import { pathOf } from './stroke.ts';
import { followToolPointer, type PointerTool } from './tool-pointer.ts';

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
