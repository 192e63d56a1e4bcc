import { useEffect, useState } from 'react';
import { createPortal } from 'react-dom';
import { trustWords } from '../../kits/words.ts';
import type { ShownMark } from '../../marks/types.ts';
import { type PrintJob, type PrintSheet, paperOf } from './print-job.ts';
import { PrintMarks, PrintNotes } from './print-marks.tsx';
import { fitBelow, printedNotes } from './printed-notes.ts';
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
