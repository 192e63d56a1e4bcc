import { type CSSProperties, memo, useEffect, useRef } from 'react';
import type { MarkDraft } from '../../preload/contract.ts';
import { Icon } from '../design/icons.tsx';
import { inPercent } from '../viewer/document/geometry/turns.ts';
import { aboutOf, boundsOf, type HighlightDraft, type InkDraft, type ShownMark } from './mark-order.ts';
import { useMarks, useMarksStore } from './marks-context.ts';
import { hitBy, pagePoint, turnOf } from './page-point.ts';
import { pathOf } from './stroke.ts';
import { ToolLayer } from './tool-layer.tsx';
import { marksWords } from './words.ts';
import './marks.css';

const none: readonly ShownMark[] = [];

/**
 * The marks on one page, drawn over it, and the tools that draw there. Inside the page's own, unturned
 * box.
 *
 * @param props `width` and `height` of that box, CSS px
 */
export const PageMarks = memo(function PageMarks(props: { page: number; width: number; height: number }) {
  const { page, width, height } = props;
  const store = useMarksStore();
  const layer = useRef<HTMLDivElement>(null);
  const shown = useMarks((state) => state.byPage.get(page) ?? none);
  const editing = useMarks((state) => state.editing);
  const tool = useMarks((state) => state.tool);

  // A press on a highlight reaches the text over it, so it can be selected: the page finds the highlight there.
  useEffect(() => {
    const sheet = layer.current?.parentElement;
    if (!sheet) return;
    function onClick(event: MouseEvent) {
      if (!sheet || !(event.target instanceof Element) || event.target.closest('button, a')) return;
      if (store.getState().tool !== null || !(document.getSelection()?.isCollapsed ?? true)) return;
      const frame = sheet.getBoundingClientRect();
      const { x, y } = pagePoint(frame, turnOf(sheet), event.clientX, event.clientY);
      const marks = store.getState().byPage.get(page) ?? none;
      const hit = hitBy(marks, x, y, sheet.offsetHeight / sheet.offsetWidth, 6 / sheet.offsetWidth);
      if (hit) store.getState().edit({ key: hit });
    }
    sheet.addEventListener('click', onClick);
    return () => sheet.removeEventListener('click', onClick);
  }, [store, page]);

  const inks = shown.filter(({ mark }) => mark.draft.kind === 'ink');
  const highlights = shown.filter(({ mark }) => mark.draft.kind === 'highlight');
  return (
    <div ref={layer} className="marks">
      {highlights.length > 0 ? (
        <div className="marks__highlights">
          {highlights.map(({ key, mark }) => (
            <Highlight key={key} draft={mark.draft as HighlightDraft} />
          ))}
        </div>
      ) : null}
      {inks.length > 0 ? (
        <svg className="marks__ink" viewBox={`0 0 ${width} ${height}`} aria-hidden="true">
          {inks.map(({ key, mark }) => (
            <Ink key={key} draft={mark.draft as InkDraft} width={width} height={height} />
          ))}
        </svg>
      ) : null}
      {shown.map((mark) => (
        <MarkButton key={mark.key} shown={mark} />
      ))}
      {editing && 'page' in editing && editing.page === page ? (
        <span className="marks__note marks__note--new" data-new-note style={at(editing.x, editing.y)}>
          <Icon name="note" />
        </span>
      ) : null}
      {tool === 'ink' || tool === 'erase' || tool === 'note' ? (
        <ToolLayer page={page} tool={tool} width={width} height={height} />
      ) : null}
    </div>
  );
});

/** The areas of a highlight. */
export const Highlight = memo(function Highlight({ draft }: { draft: HighlightDraft }) {
  return draft.areas.map((area, index) => (
    <span
      // biome-ignore lint/suspicious/noArrayIndexKey: the areas of a highlight never change
      key={index}
      className="marks__area"
      data-colour={draft.colour}
      style={inPercent(area)}
    />
  ));
});

/** A drawing, in an SVG with a view box of `width` by `height`. */
export const Ink = memo(function Ink({
  draft,
  width,
  height,
}: {
  draft: InkDraft;
  width: number;
  height: number;
}) {
  return (
    <path
      className="marks__line"
      data-colour={draft.colour}
      strokeWidth={draft.width * width}
      d={draft.strokes.map((stroke) => pathOf(stroke, width, height)).join('')}
    />
  );
});

/** The name and the handle of a mark for the keyboard; a note's is its sign too. */
const MarkButton = memo(function MarkButton({ shown: { key, mark } }: { shown: ShownMark }) {
  const store = useMarksStore();
  const button = useRef<HTMLButtonElement>(null);
  const wanted = useMarks((state) => state.wanted === key);
  const { draft } = mark;

  useEffect(() => {
    if (!wanted) return;
    button.current?.focus({ preventScroll: true });
    store.getState().revealed();
  }, [wanted, store]);

  if (draft.kind === 'pin' || draft.kind === 'bookmark') return null;
  const isNote = draft.kind === 'note';
  return (
    <button
      ref={button}
      type="button"
      className={isNote ? 'marks__note' : 'marks__handle'}
      data-mark={key}
      data-belongs={mark.lasting ? (mark.lasting.chart === null ? 'airport' : 'chart') : undefined}
      aria-label={nameOf(draft, aboutOf(mark))}
      title={isNote ? marksWords.short(draft.text) : undefined}
      style={isNote ? at(draft.x, draft.y) : inPercent(boundsOf(draft))}
      onClick={() => store.getState().edit({ key })}
      onKeyDown={(event) => {
        if (event.key !== 'Delete' && event.key !== 'Backspace') return;
        event.preventDefault();
        const page = event.currentTarget.closest<HTMLElement>('.scroller');
        void store.getState().remove(key);
        page?.focus({ preventScroll: true });
      }}
    >
      {isNote ? <Icon name="note" /> : null}
    </button>
  );
});

/** @param about what a note is about that outlives the kit; '' for others */
function nameOf(draft: Exclude<MarkDraft, { kind: 'pin' | 'bookmark' }>, about: string): string {
  const { name } = marksWords;
  switch (draft.kind) {
    case 'highlight':
      return name.highlight(draft.text, draft.note, draft.colour);
    case 'ink':
      return name.ink(draft.colour, draft.strokes.length);
    default:
      return name.note(draft.text, about);
  }
}

function at(x: number, y: number): CSSProperties {
  return { left: `${100 * x}%`, top: `${100 * y}%` };
}
