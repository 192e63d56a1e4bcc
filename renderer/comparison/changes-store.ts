import { createStore, type StoreApi } from 'zustand/vanilla';
import { namedPage } from '../../main/comparison/rules/compared-page.ts';
import type { Comparison, ReviewedPage, WaitingMark } from '../../preload/contract.ts';
import { asUiFailure, type Bridge, type UiFailure } from '../shell/state/bridge.ts';
import { latestOnly } from '../shell/state/calls.ts';
import { defineSlice } from '../shell/state/registry.tsx';
import { type ChangesFilter, type ComparedCharts, chartsByPage, noCharts } from './changes-list.ts';

/** The most pages for one call. */
const MAX_PAGES_A_CALL = 2_000;

interface ChangesState {
  /** Which kits; empty before the first. */
  oldId: string;
  newId: string;
  /** Null until it is known. */
  comparison: Comparison | null;
  /** Why the comparison could not be read, or an action could not be stored. */
  failure: UiFailure | null;
  charts: ComparedCharts;
  /** Marks of the older kit that wait; null until they are known. */
  marks: readonly WaitingMark[] | null;
  filter: ChangesFilter;
  /** What was done last, to be read out. */
  said: string;
  /** Shows what changed from one kit to the other, and follows it. Returns a function that ends it. */
  begin(oldId: string, newId: string): () => void;
  again(): void;
  choose(filter: ChangesFilter): void;
  /** Marks the pages as reviewed by this person, or not. Never rejects. */
  review(pages: readonly ReviewedPage[], reviewed: boolean): Promise<void>;
  /** Puts a waiting mark on its page, or leaves it in the older kit. Never rejects; resolves to whether it succeeded. */
  decide(mark: WaitingMark, accepted: boolean, said: string): Promise<boolean>;
}

/** What changed between two kits: one comparison at a time. */
export const [changesSlice, useChanges] = defineSlice(({ bridge }) =>
  createStore<ChangesState>()((set, get, store) => {
    const { isShown, read, readMarks, readCharts } = changesReader(bridge, store);

    return {
      oldId: '',
      newId: '',
      comparison: null,
      failure: null,
      charts: noCharts,
      marks: null,
      filter: 'review',
      said: '',
      begin(oldId, newId) {
        if (!isShown(oldId, newId))
          set({ comparison: null, charts: noCharts, marks: null, filter: 'review' });
        set({ oldId, newId, failure: null, said: '' });
        const stop = bridge.comparison.on('changed', ({ old_id, new_id }) => {
          if (!isShown(old_id, new_id)) return;
          void read();
          void readMarks();
        });
        void read();
        void readMarks();
        void readCharts('old', oldId, newId);
        void readCharts('new', oldId, newId);
        return stop;
      },
      again() {
        set({ failure: null });
        void read();
        void readMarks();
      },
      choose: (filter) => set({ filter }),
      async review(pages, reviewed) {
        const { oldId, newId } = get();
        const named = pages.map(namedPage);
        try {
          for (let at = 0; at < named.length; at += MAX_PAGES_A_CALL) {
            const some = named.slice(at, at + MAX_PAGES_A_CALL);
            const comparison = await bridge.comparison.review(oldId, newId, some, reviewed);
            if (isShown(oldId, newId)) set({ comparison, failure: null });
          }
        } catch (error) {
          if (isShown(oldId, newId)) set({ failure: asUiFailure(error) });
        }
      },
      async decide({ mark }, accepted, said) {
        const { newId } = get();
        try {
          if (accepted) await bridge.comparison.acceptMark(newId, mark.id);
          else await bridge.comparison.declineMark(newId, mark.id);
        } catch (error) {
          set({ failure: asUiFailure(error) });
          return false;
        }
        const marks = get().marks?.filter((one) => one.mark.id !== mark.id) ?? null;
        set({ marks, said, failure: null });
        return true;
      },
    };
  }),
);

/** Reads the data of two kits; answers to older requests, or about kits no longer shown, are dropped. */
function changesReader(bridge: Bridge, { getState: get, setState: set }: StoreApi<ChangesState>) {
  const ask = latestOnly();
  const askMarks = latestOnly();
  const isShown = (oldId: string, newId: string) => get().oldId === oldId && get().newId === newId;

  async function read(): Promise<void> {
    const { oldId, newId } = get();
    const isLatest = ask();
    try {
      const comparison = await bridge.comparison.of(oldId, newId);
      if (isLatest()) set({ comparison, failure: null });
    } catch (error) {
      if (isLatest()) set({ failure: asUiFailure(error) });
    }
  }
  async function readMarks(): Promise<void> {
    const { oldId, newId } = get();
    const isLatest = askMarks();
    try {
      const marks = await bridge.comparison.waitingMarks(newId);
      if (isLatest()) set({ marks: marks.filter(({ old_id }) => old_id === oldId) });
    } catch (error) {
      if (isLatest()) set({ marks: [], failure: asUiFailure(error) });
    }
  }
  /** If this fails, pages are named by their numbers. */
  async function readCharts(side: 'old' | 'new', oldId: string, newId: string): Promise<void> {
    const found = await bridge.reading.charts(side === 'old' ? oldId : newId).catch(() => null);
    if (found && isShown(oldId, newId))
      set(({ charts }) => ({ charts: { ...charts, [side]: chartsByPage(found) } }));
  }

  return { isShown, read, readMarks, readCharts };
}
