import { type ComponentProps, useEffect, useRef, useState } from 'react';
import type { Kit, PrintLayout, PrintOrder } from '../../../preload/contract.ts';
import { headerWords } from '../../charts/chart-words.tsx';
import { useCharts } from '../../charts/charts-store.ts';
import { type FlightAirports, pageOfPin, shownPin } from '../../charts/pin-order.ts';
import { nameOfSheet } from '../../charts/shown-chart.ts';
import { Button } from '../../design/button.tsx';
import { errorOf, InputField } from '../../design/field.tsx';
import { Modal } from '../../design/modal.tsx';
import { Notice } from '../../design/notice.tsx';
import { appWords } from '../../design/words.ts';
import { kitTitle } from '../../kits/kit-words.ts';
import { isDamaged } from '../../kits/soundness-words.ts';
import type { ShownMark } from '../../marks/mark-order.ts';
import { useMarks, usePins } from '../../marks/marks-context.ts';
import { asUiFailure, type UiFailure } from '../../shell/state/bridge.ts';
import { useBridge } from '../../shell/state/registry.tsx';
import { useForbidden } from '../../shell/state/settings-store.ts';
import { useViewer } from '../document/viewer-context.tsx';
import { parsePageRange } from './page-range.ts';
import { printWords } from './words.ts';
import './print.css';

/** How far printing is. */
type Step =
  | { name: 'asking' }
  /** The pages are put on sheets; then the system's dialog is open. */
  | { name: 'working'; doing: string }
  | { name: 'failed'; failure: UiFailure; order: PrintOrder };

/** Asks which pages, and has the main process print them through the print dialog of this computer. */
export function PrintDialog({
  kit,
  pageCount,
  onClose,
}: {
  /** For the order of its pinned charts, and its name on the sheets. */
  kit: Kit;
  pageCount: number;
  onClose: () => void;
}) {
  const { print } = useBridge();
  const [step, setStep] = useState<Step>({ name: 'asking' });
  const captionOf = useCaptions(kit, pageCount);
  const open = useRef(true);
  useEffect(() => {
    open.current = true;
    return () => {
      open.current = false;
      print.cancel().catch(() => {});
    };
  }, [print]);
  const words = printWords;

  async function run(order: PrintOrder, doing: string, work: (order: PrintOrder) => Promise<unknown>) {
    setStep({ name: 'working', doing });
    try {
      await work(order);
      if (open.current) onClose();
    } catch (error) {
      if (open.current) setStep({ name: 'failed', failure: asUiFailure(error), order });
    }
  }
  if (step.name === 'asking') {
    return (
      <Asking
        count={pageCount}
        trip={kit.trip}
        damaged={isDamaged(kit)}
        onClose={onClose}
        onPrint={(pages, choices) => {
          const captioned = pages.map((page) => ({ page, caption: captionOf(page) }));
          const order = { kit_id: kit.id, pages: captioned, ...choices };
          void run(order, words.preparing(pages.length), print.start);
        }}
      />
    );
  }
  if (step.name === 'working') {
    return (
      <Modal
        title={words.title}
        onClose={onClose}
        actions={<Button onClick={onClose}>{appWords.cancel}</Button>}
      >
        <p role="status">{step.doing}</p>
      </Modal>
    );
  }
  return (
    <Modal
      title={words.title}
      onClose={onClose}
      actions={
        <FailedActions
          {...step}
          onClose={onClose}
          onSave={() => void run(step.order, words.saving, print.save)}
        />
      }
    >
      <p role="alert">{step.failure.message}</p>
    </Modal>
  );
}

/** The sheets as a PDF are the other way to a printer, where there are sheets and copies are allowed. */
function FailedActions(props: { failure: UiFailure; onClose: () => void; onSave: () => void }) {
  const { failure, onClose, onSave } = props;
  const noCopies = useForbidden('export') || failure.kind === 'document';
  return (
    <>
      <Button onClick={onClose}>{printWords.close}</Button>
      {noCopies ? null : (
        <Button look="primary" data-first onClick={onSave}>
          {printWords.save}
        </Button>
      )}
    </>
  );
}

/** The contract's bound (preload/contract/print.ts). */
const MAX_CAPTION = 500;

/** What stands below a page on paper: its chart, dates and flight; null where the chart is not known. */
function useCaptions(kit: Kit, pageCount: number): (page: number) => string | null {
  const charts = useCharts((state) => state.pages);
  const flight = [kitTitle(kit), kit.trip?.flight].filter(Boolean).join(' ');
  return (page) => {
    const shown = charts.get(page);
    if (!shown || nameOfSheet(shown) === null) return null;
    const words = [headerWords(shown, page, pageCount).whole, flight].filter(Boolean).join(' · ');
    return words.slice(0, MAX_CAPTION);
  };
}

type Which = 'all' | 'current' | 'pinned' | 'range';

function Asking(props: {
  count: number;
  trip: FlightAirports | null;
  damaged: boolean;
  onClose: () => void;
  onPrint: (pages: readonly number[], choices: Pick<PrintOrder, 'layout' | 'marks'>) => void;
}) {
  const { count } = props;
  const page = useViewer((state) => state.page);
  const [which, setWhich] = useState<Which>('all');
  const [range, setRange] = useState('');
  const [problem, setProblem] = useState<string | null>(null);
  const [wantsMarks, setWantsMarks] = useState(true);
  const [layout, setLayout] = useState<PrintLayout>('one');
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
    else props.onPrint(pages, { layout, marks: wantsMarks && marked > 0 });
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
        <LayoutChoice layout={layout} onChange={setLayout} />
        {anywhere ? <MarksChoice marked={marked} wanted={wantsMarks} onChange={setWantsMarks} /> : null}
      </form>
    </Modal>
  );
}

/** The pages of the pinned charts: one of several pages is printed whole, though one of them is pinned; a sheet once. */
function usePagesOfPinned(trip: FlightAirports | null): number[] {
  const pinned = usePins(trip);
  const charts = useCharts((state) => state.pages);
  return [
    ...new Set(
      pinned.flatMap((pin) => shownPin(charts, pin)?.chart.pages.map((of) => of.page) ?? [pageOfPin(pin)]),
    ),
  ];
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

const LAYOUTS: readonly PrintLayout[] = ['one', 'two', 'booklet'];

/** How pages are put on sheets. */
function LayoutChoice(props: { layout: PrintLayout; onChange: (layout: PrintLayout) => void }) {
  const { layout, onChange } = props;
  return (
    <fieldset className="print-choice">
      <legend>{printWords.sheets}</legend>
      {LAYOUTS.map((option) => (
        <label key={option}>
          <input
            type="radio"
            name="print-layout"
            checked={layout === option}
            onChange={() => onChange(option)}
          />
          {printWords.layouts[option]}
        </label>
      ))}
      {layout === 'booklet' ? <p className="print-choice__hint">{printWords.bookletHint}</p> : null}
    </fieldset>
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

/** Those of these pages that have something to print: pins and bookmarks name a page, and are not drawn. */
function pagesWithMarks(
  pages: readonly number[],
  byPage: ReadonlyMap<number, readonly ShownMark[]>,
): number[] {
  const isPrinted = ({ mark: { outdated, draft } }: ShownMark) =>
    !outdated && draft.kind !== 'pin' && draft.kind !== 'bookmark';
  return pages.filter((page) => byPage.get(page)?.some(isPrinted));
}
