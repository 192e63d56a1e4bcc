import { createStore } from 'zustand/vanilla';
import { failureWords } from '../../design/words.ts';
import { type PrintJob, type PrintSource, preparePrint } from './print-job.ts';
import { printWords } from './words.ts';

/** How far printing is. */
export type PrintStep =
  | { name: 'asking' }
  | { name: 'preparing'; done: number; count: number }
  /** Some pages can't be drawn: the person decides. */
  | { name: 'missing'; job: PrintJob }
  /** The pages stand ready for the system's dialog; they stay until the person closes ours, or it says that it is done. */
  | { name: 'ready'; job: PrintJob }
  | { name: 'failed'; problem: string };

export interface PrintState {
  step: PrintStep;
  /** Prepares the pages; afterwards the step is `ready`, `missing` or `failed`. Never rejects. */
  start(pages: readonly number[]): Promise<void>;
  /** The answer to `missing`: print the others. */
  printRest(): void;
  /** The system's dialog did not open. */
  unavailable(): void;
  /** Ends everything and lets go of the pictures. */
  end(): void;
}

/** The slice of one printing. */
export function createPrintStore(source: PrintSource) {
  return createStore<PrintState>()((set, get) => {
    let stop = new AbortController();

    function letGo() {
      stop.abort();
      const { step } = get();
      if (step.name === 'ready' || step.name === 'missing') step.job.release();
    }
    return {
      step: { name: 'asking' },
      async start(pages) {
        letGo();
        stop = new AbortController();
        const mine = stop.signal;
        const count = pages.length;
        set({ step: { name: 'preparing', done: 0, count } });
        try {
          const job = await preparePrint(source, pages, mine, (done) =>
            set({ step: { name: 'preparing', done, count } }),
          );
          if (job.sheets.length === 0) set({ step: { name: 'failed', problem: printWords.none } });
          else set({ step: { name: job.missing.length > 0 ? 'missing' : 'ready', job } });
        } catch {
          if (!mine.aborted) set({ step: { name: 'failed', problem: failureWords.unexpected } });
        }
      },
      printRest() {
        const { step } = get();
        if (step.name === 'missing') set({ step: { name: 'ready', job: step.job } });
      },
      unavailable() {
        letGo();
        set({ step: { name: 'failed', problem: printWords.unavailable } });
      },
      end() {
        letGo();
        set({ step: { name: 'asking' } });
      },
    };
  });
}

export type PrintStore = ReturnType<typeof createPrintStore>;
