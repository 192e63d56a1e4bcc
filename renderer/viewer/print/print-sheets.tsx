import { useEffect, useState } from 'react';
import { createPortal } from 'react-dom';
import { trustWords } from '../../kits/words.ts';
import { boundsOf, type ShownMark } from '../../marks/mark-order.ts';
import { Ink } from '../../marks/page-marks.tsx';
import { type PrintJob, type PrintSheet, paperOf } from './print-store.ts';
import { printWords } from './words.ts';
import './print.css';

/** The marks to print, by page; null where they are not wanted. */
export type PrintedMarks = ReadonlyMap<number, readonly ShownMark[]> | null;

/**
 * The pages as they go to the printer: on the page beside the app, shown on paper only (print.css). Opens the system's
 * print dialog once every picture is there.
 *
 * `window.print()` works in a sandboxed renderer; whether `afterprint` comes depends on the system
 * (electron/electron#19685), so `onDone` may never be called.
 */
export function PrintSheets(props: {
  job: PrintJob;
  marks: PrintedMarks;
  /** What stands below a page: its chart, dates and flight; null where the chart is not known. */
  captionOf: (page: number) => string | null;
  /** The document is not what was verified. */
  damaged: boolean;
  onDone: () => void;
  onUnavailable: () => void;
}) {
  const { job, marks, captionOf, damaged, onDone, onUnavailable } = props;
  const [host] = useState(() => document.createElement('div'));
  const paper = paperOf(job.sheets);

  useEffect(() => {
    host.className = 'print-sheets';
    host.dataset.paper = paper;
    document.body.append(host);
    document.documentElement.dataset.paper = paper;
    return () => {
      host.remove();
      delete document.documentElement.dataset.paper;
    };
  }, [host, paper]);

  useEffect(() => {
    let here = true;
    const pictures = [...host.querySelectorAll('img')];
    Promise.all(pictures.map(loaded)).then(
      () => {
        if (here) window.print();
      },
      () => here && onUnavailable(),
    );
    window.addEventListener('afterprint', onDone);
    return () => {
      here = false;
      window.removeEventListener('afterprint', onDone);
    };
  }, [host, onDone, onUnavailable]);

  return createPortal(
    job.sheets.map((sheet) => (
      <Sheet
        key={sheet.page}
        sheet={sheet}
        turned={sheet.landscape !== (paper === 'landscape')}
        marks={marks?.get(sheet.page) ?? []}
        caption={captionOf(sheet.page)}
        damaged={damaged}
      />
    )),
    host,
  );
}

/** A page on its sheet, with what was written on it below, or on a sheet that follows. */
function Sheet(props: {
  sheet: PrintSheet;
  turned: boolean;
  marks: readonly ShownMark[];
  caption: string | null;
  damaged: boolean;
}) {
  const { sheet, marks, caption } = props;
  const { page, width, height } = sheet;
  const notes = printedNotes(marks);
  const below = fitBelow(notes);
  const written =
    notes.length > 0 ? <PrintNotes page={page} caption={below ? null : caption} notes={notes} /> : null;
  return (
    <>
      <div className="print-sheet" data-page={page} data-turned={props.turned || undefined}>
        <div className="print-sheet__body">
          <div className="print-sheet__page">
            {props.damaged ? <p className="print-sheet__damaged">{trustWords.printed}</p> : null}
            <img src={sheet.url} alt={printWords.pageName(page)} />
            {marks.length > 0 ? (
              <PrintMarks marks={marks} notes={notes} width={width} height={height} />
            ) : null}
          </div>
          {below ? written : null}
          {caption === null ? null : <p className="print-sheet__caption">{caption}</p>}
        </div>
      </div>
      {below ? null : <div className="print-sheet print-sheet--notes">{written}</div>}
    </>
  );
}

/** Resolves once the picture's bytes are there; it is decoded page by page while it is printed. */
function loaded(picture: HTMLImageElement): Promise<void> {
  if (picture.complete && picture.naturalWidth > 0) return Promise.resolve();
  return new Promise((resolve, reject) => {
    picture.addEventListener('load', () => resolve(), { once: true });
    picture.addEventListener('error', () => reject(new Error('the picture of a page is gone')), {
      once: true,
    });
  });
}

/** Of a note's number, a share of the page's width. */
const SIGN = 0.012;

/**
 * Marks over a page on paper, in the colours of the day. Two pictures: highlights are mixed with the page as on the screen,
 * what is drawn lies on top. Both are fitted into their box as the page's picture is.
 *
 * @param props `width` and `height` of the page, in any unit
 */
function PrintMarks(props: {
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
          draft.kind === 'ink' ? <Ink key={key} draft={draft} width={width} height={height} /> : null,
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
function PrintNotes(props: { page: number; caption: string | null; notes: readonly PrintedNote[] }) {
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

/** What someone wrote. `x`, `y`: where its number stands, shares of the unturned page. */
interface PrintedNote {
  number: number;
  text: string;
  x: number;
  y: number;
}

/** So many lines of this many letters stand below a page and leave it readable; more get a sheet of their own. */
const FOOT_LINES = 8;
const LINE_LETTERS = 100;

/** Whether a mark is drawn on paper: pins and bookmarks name a page and are none. */
function isPrinted({ mark }: ShownMark): boolean {
  return !mark.outdated && mark.draft.kind !== 'pin' && mark.draft.kind !== 'bookmark';
}

/** Those of these pages that have something to print. */
export function pagesWithMarks(
  pages: readonly number[],
  byPage: ReadonlyMap<number, readonly ShownMark[]>,
): number[] {
  return pages.filter((page) => byPage.get(page)?.some(isPrinted));
}

/** Notes and comments of one page, numbered in the order in which they stand on it. */
function printedNotes(marks: readonly ShownMark[]): PrintedNote[] {
  const notes: PrintedNote[] = [];
  for (const { draft } of marks.filter(isPrinted).map(({ mark }) => mark)) {
    const number = notes.length + 1;
    if (draft.kind === 'note') notes.push({ number, text: draft.text, x: draft.x, y: draft.y });
    else if (draft.kind === 'highlight' && draft.note.trim()) {
      const { x, y, width } = boundsOf(draft);
      notes.push({ number, text: draft.note, x: x + width, y });
    }
  }
  return notes;
}

/** Whether the words have room below the page. */
function fitBelow(notes: readonly PrintedNote[]): boolean {
  const lines = notes.flatMap(({ text }) => text.split('\n'));
  const count = lines.reduce((sum, line) => sum + Math.max(1, Math.ceil(line.length / LINE_LETTERS)), 0);
  return count <= FOOT_LINES;
}
