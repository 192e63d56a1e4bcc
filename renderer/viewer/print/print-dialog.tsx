import { type ComponentProps, useCallback, useEffect, useState } from 'react';
import { useStore } from 'zustand';
import type { Kit } from '../../../preload/contract.ts';
import { headerWords } from '../../charts/chart-words.tsx';
import { useCharts } from '../../charts/charts-store.ts';
import type { FlightAirports } from '../../charts/pin-order.ts';
import { nameOfSheet } from '../../charts/shown-chart.ts';
import { Button } from '../../design/button.tsx';
import { errorOf, InputField } from '../../design/field.tsx';
import { Modal } from '../../design/modal.tsx';
import { Notice } from '../../design/notice.tsx';
import { ProgressBar } from '../../design/progress-bar.tsx';
import { appWords } from '../../design/words.ts';
import { kitTitle } from '../../kits/kit-words.ts';
import { useMarks, useMarksStore, usePinnedPages } from '../../marks/marks-context.ts';
import type { PdfDocument } from '../document/engine/pdf-engine.ts';
import { painterOf } from '../document/paint/page-painter.ts';
import { useViewer } from '../document/viewer-context.tsx';
import { type PrintedMarks, PrintSheets, pagesWithMarks } from './print-sheets.tsx';
import { createPrintStore, parsePageRange, writePages } from './print-store.ts';
import { printWords } from './words.ts';

/** From this many pages on, the wait is announced. */
const MANY = 30;

/** Asks which pages, prepares them, and hands them to the print dialog of this computer. */
export function PrintDialog({
  document: pdf,
  kit,
  damaged,
  onClose,
}: {
  document: PdfDocument;
  /** For the order of its pinned charts, and its name on the sheets. */
  kit: Kit | null;
  /** It is not what was verified: every sheet says so. */
  damaged: boolean;
  onClose: () => void;
}) {
  const [store] = useState(() =>
    createPrintStore({
      pageSize: (page) => pdf.pageSize(page),
      renderForPrint: (page, dpi, signal) => painterOf(pdf).aside.sheet(page, dpi, signal),
    }),
  );
  const step = useStore(store, (state) => state.step);
  const marksStore = useMarksStore();
  /** As they were when the person said so. */
  const [marks, setMarks] = useState<PrintedMarks>(null);
  useEffect(() => () => store.getState().end(), [store]);
  const onUnavailable = useCallback(() => store.getState().unavailable(), [store]);
  const words = printWords;
  const captionOf = useCaptions(kit, pdf.pageCount);

  if (step.name === 'asking') {
    return (
      <Asking
        count={pdf.pageCount}
        trip={kit?.trip ?? null}
        damaged={damaged}
        onClose={onClose}
        onPrint={(pages, withMarks) => {
          setMarks(withMarks ? marksStore.getState().byPage : null);
          void store.getState().start(pages);
        }}
      />
    );
  }
  const cancel = <Button onClick={onClose}>{appWords.cancel}</Button>;
  if (step.name === 'preparing') {
    return (
      <Modal title={words.title} onClose={onClose} actions={cancel}>
        <div className="print-progress">
          <p role="status">{words.preparing(step.done, step.count)}</p>
          <ProgressBar share={step.done / step.count} label={words.preparingLabel} />
          {step.count >= MANY ? <p>{words.many}</p> : null}
        </div>
      </Modal>
    );
  }
  if (step.name === 'missing') {
    return (
      <Modal
        title={words.title}
        onClose={onClose}
        actions={
          <>
            {cancel}
            <Button look="primary" data-first onClick={() => store.getState().printRest()}>
              {words.printRest}
            </Button>
          </>
        }
      >
        <p role="alert">{words.missing(writePages(step.job.missing), step.job.sheets.length)}</p>
      </Modal>
    );
  }
  const done = (
    <Button look="primary" data-first onClick={onClose}>
      {words.done}
    </Button>
  );
  return (
    <Modal title={words.title} onClose={onClose} actions={done}>
      {step.name === 'failed' ? (
        <p role="alert">{step.problem}</p>
      ) : (
        <>
          <p>{words.withSystem(step.job.sheets.length)}</p>
          <PrintSheets
            job={step.job}
            marks={marks}
            captionOf={captionOf}
            damaged={damaged}
            onDone={onClose}
            onUnavailable={onUnavailable}
          />
        </>
      )}
    </Modal>
  );
}

/** What stands below a page on paper: its chart, dates and flight; null where the chart is not known. */
function useCaptions(kit: Kit | null, pageCount: number): (page: number) => string | null {
  const charts = useCharts((state) => state.pages);
  const flight = kit ? [kitTitle(kit), kit.trip?.flight].filter(Boolean).join(' ') : '';
  return (page) => {
    const shown = charts.get(page);
    if (!shown || nameOfSheet(shown) === null) return null;
    return [headerWords(shown, page, pageCount).whole, flight].filter(Boolean).join(' · ');
  };
}

type Which = 'all' | 'current' | 'pinned' | 'range';

function Asking(props: {
  count: number;
  trip: FlightAirports | null;
  damaged: boolean;
  onClose: () => void;
  onPrint: (pages: readonly number[], withMarks: boolean) => void;
}) {
  const { count } = props;
  const page = useViewer((state) => state.page);
  const [which, setWhich] = useState<Which>('all');
  const [range, setRange] = useState('');
  const [problem, setProblem] = useState<string | null>(null);
  const [wantsMarks, setWantsMarks] = useState(true);
  const byPage = useMarks((state) => state.byPage);
  const words = printWords;
  const ofPinned = usePagesOfPinned(props.trip).filter((one) => one <= count);

  const parsed = which === 'range' ? parsePageRange(range, count) : null;
  const all = () => Array.from({ length: count }, (_, index) => index + 1);
  const chosen = { all, current: () => [page], pinned: () => ofPinned };
  const pages = which === 'range' ? (parsed?.ok ? parsed.pages : []) : chosen[which]();
  const marked = pagesWithMarks(pages, byPage).length;
  const anywhere = pagesWithMarks(all(), byPage).length > 0;

  function print() {
    if (parsed && !parsed.ok) setProblem(parsed.problem);
    else props.onPrint(pages, wantsMarks && marked > 0);
  }
  const choice = (value: Which, label: string) => (
    <label>
      <input
        type="radio"
        name="print-pages"
        value={value}
        checked={which === value}
        onChange={() => {
          setWhich(value);
          setProblem(null);
        }}
      />
      {label}
    </label>
  );
  return (
    <Modal
      title={words.title}
      onClose={props.onClose}
      actions={
        <>
          <Button onClick={props.onClose}>{appWords.cancel}</Button>
          <Button look="primary" data-first type="submit" form="print-form">
            {words.go}
          </Button>
        </>
      }
    >
      <form
        id="print-form"
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          print();
        }}
      >
        {props.damaged ? <Notice tone="danger">{words.damaged}</Notice> : null}
        <fieldset className="print-choice">
          <legend>{words.which}</legend>
          {choice('all', words.all(count))}
          {choice('current', words.current(page))}
          {ofPinned.length > 0 ? choice('pinned', words.pinned(ofPinned.length)) : null}
          {choice('range', words.range)}
          <RangeField
            value={range}
            problem={problem}
            onFocus={() => setWhich('range')}
            onChange={(event) => {
              setRange(event.target.value);
              setProblem(null);
            }}
          />
        </fieldset>
        {anywhere ? <MarksChoice marked={marked} wanted={wantsMarks} onChange={setWantsMarks} /> : null}
      </form>
    </Modal>
  );
}

/** The pages of the pinned charts: one of several pages is printed whole, though one of them is pinned. */
function usePagesOfPinned(trip: FlightAirports | null): number[] {
  const pinned = usePinnedPages(trip);
  const charts = useCharts((state) => state.pages);
  return [...new Set(pinned.flatMap((one) => charts.get(one)?.chart.pages.map((of) => of.page) ?? [one]))];
}

/** The pages to print, as they are written. */
function RangeField({ problem, ...own }: { problem: string | null } & ComponentProps<'input'>) {
  return (
    <div className="print-choice__range">
      <InputField
        {...own}
        label={printWords.rangeLabel}
        hint={printWords.rangeHint}
        problems={errorOf(problem)}
        name="range"
      />
    </div>
  );
}

/** Whether marks are printed. @param props.marked on how many of the pages there are any */
function MarksChoice(props: { marked: number; wanted: boolean; onChange: (wanted: boolean) => void }) {
  const { marked, wanted, onChange } = props;
  const words = printWords;
  return (
    <div className="print-marks-choice">
      <label>
        <input
          type="checkbox"
          name="print-marks"
          aria-describedby="print-marks-hint"
          checked={wanted && marked > 0}
          disabled={marked === 0}
          onChange={(event) => onChange(event.target.checked)}
        />
        {words.marks}
      </label>
      <p id="print-marks-hint">{marked > 0 ? words.marksOn(marked) : words.marksNone}</p>
    </div>
  );
}
