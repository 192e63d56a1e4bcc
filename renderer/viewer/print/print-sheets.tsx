import { useEffect, useState } from 'react';
import { createPortal } from 'react-dom';
import { strings } from '../../strings.ts';
import { type PrintJob, paperOf } from './print-job.ts';
import './print.css';

/**
 * The pages as they go to the printer: on the page beside the app, shown on paper only (print.css). Opens the system's
 * print dialog once every picture is there.
 *
 * `window.print()` works in a sandboxed renderer; whether `afterprint` comes depends on the system
 * (electron/electron#19685), so `onDone` may never be called.
 */
export function PrintSheets(props: { job: PrintJob; onDone: () => void; onUnavailable: () => void }) {
  const { job, onDone, onUnavailable } = props;
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
      <div
        key={sheet.page}
        className="print-sheet"
        data-page={sheet.page}
        data-turned={sheet.landscape === (paper === 'landscape') ? undefined : true}
      >
        <img src={sheet.url} alt={strings.print.pageName(sheet.page)} />
      </div>
    )),
    host,
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
