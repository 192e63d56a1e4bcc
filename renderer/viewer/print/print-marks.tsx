import { pathOf } from '../../marks/stroke.ts';
import type { ShownMark } from '../../marks/types.ts';
import { isPrinted, type PrintedNote } from './printed-notes.ts';
import { printWords } from './words.ts';

/** Of a note's number, a share of the page's width. */
const SIGN = 0.012;

/**
 * Marks over a page on paper, in the colours of the day. Two pictures: highlights are mixed with the page as on the screen,
 * what is drawn lies on top. Both are fitted into their box as the page's picture is.
 *
 * @param props `width` and `height` of the page, in any unit
 */
export function PrintMarks(props: {
  marks: readonly ShownMark[];
  notes: readonly PrintedNote[];
  width: number;
  height: number;
}) {
  const { notes, width, height } = props;
  const drafts = props.marks.filter(isPrinted).map(({ key, mark }) => ({ key, draft: mark.draft }));
  const viewBox = `0 0 ${width} ${height}`;
  return (
    <>
      <svg className="print-marks print-marks--mixed" viewBox={viewBox} aria-hidden="true">
        {drafts.map(({ key, draft }) =>
          draft.kind === 'highlight'
            ? draft.areas.map((area, index) => (
                <rect
                  // biome-ignore lint/suspicious/noArrayIndexKey: the areas of a highlight never change
                  key={`${key}-${index}`}
                  className="print-marks__area"
                  data-colour={draft.colour}
                  x={area.x * width}
                  y={area.y * height}
                  width={area.width * width}
                  height={area.height * height}
                />
              ))
            : null,
        )}
      </svg>
      <svg className="print-marks" viewBox={viewBox} aria-hidden="true">
        {drafts.map(({ key, draft }) =>
          draft.kind === 'ink' ? (
            <path
              key={key}
              className="marks__line"
              data-colour={draft.colour}
              strokeWidth={draft.width * width}
              d={draft.strokes.map((stroke) => pathOf(stroke, width, height)).join('')}
            />
          ) : null,
        )}
        {notes.map(({ number, x, y }) => (
          <g key={number} className="print-marks__sign" data-note={number}>
            <circle cx={x * width} cy={y * height} r={SIGN * width} />
            <text x={x * width} y={y * height} fontSize={1.3 * SIGN * width}>
              {number}
            </text>
          </g>
        ))}
      </svg>
    </>
  );
}

/** What was written on a page, by its numbers. */
export function PrintNotes(props: { page: number; caption: string | null; notes: readonly PrintedNote[] }) {
  const { page, caption, notes } = props;
  return (
    <section className="print-notes">
      <h2>{caption === null ? printWords.notesOf(page) : printWords.notesOn(caption)}</h2>
      <ol>
        {notes.map(({ number, text }) => (
          <li key={number} value={number}>
            {text}
          </li>
        ))}
      </ol>
    </section>
  );
}
