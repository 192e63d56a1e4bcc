import { createStore } from 'zustand/vanilla';
import type { RecordCheck, RecordEntry, RecordFormat, RecordQuery } from '../../preload/contract.ts';
import { asUiFailure, type UiFailure } from '../shell/state/bridge.ts';
import { latestOnly } from '../shell/state/calls.ts';
import { defineSlice } from '../shell/state/registry.tsx';

/** What a person chose; dates are `2026-11-22`, in UTC, and empty where they do not matter. */
interface RecordFilter {
  from: string;
  to: string;
  by: string;
  text: string;
  kit_id: string | null;
}

const everything: RecordFilter = { from: '', to: '', by: '', text: '', kit_id: null };
const DAY_MS = 86_400_000;

interface RecordState {
  status: 'loading' | 'ready' | 'failed';
  filter: RecordFilter;
  /** The latest first, as many as were asked for. */
  entries: readonly RecordEntry[];
  total: number;
  people: readonly string[];
  failure: UiFailure | null;
  /** Whether the whole record is as it was written; null until that is known. */
  check: RecordCheck | null;
  checkFailure: UiFailure | null;
  /** Shows the record again: all of it, or the entries of one kit. */
  begin(kit_id: string | null): void;
  change(patch: Partial<RecordFilter>): void;
  more(): Promise<void>;
  verify(): Promise<void>;
  /** Writes what the filter means; the file's name, or null. */
  save(format: RecordFormat): Promise<string | null>;
}

/** The activity record and what is shown of it. */
export const [recordSlice, useRecord] = defineSlice(({ bridge }) => {
  const ask = latestOnly();
  const askCheck = latestOnly();
  return createStore<RecordState>()((set, get) => {
    const read = async (offset: number) => {
      const isLatest = ask();
      try {
        const { entries, total, people } = await bridge.audit.record(queryOf(get().filter), offset);
        if (!isLatest()) return;
        const before = offset === 0 ? [] : get().entries;
        set({ entries: [...before, ...entries], total, people, status: 'ready', failure: null });
      } catch (error) {
        if (isLatest()) set({ failure: asUiFailure(error), status: 'failed' });
      }
    };
    return {
      status: 'loading',
      filter: everything,
      entries: [],
      total: 0,
      people: [],
      failure: null,
      check: null,
      checkFailure: null,
      begin(kit_id) {
        set({ filter: { ...everything, kit_id }, status: 'loading', entries: [], total: 0 });
        void read(0);
        void get().verify();
      },
      change(patch) {
        set({ filter: { ...get().filter, ...patch } });
        if (isPeriod(get().filter)) void read(0);
      },
      more: () => read(get().entries.length),
      async verify() {
        const isLatest = askCheck();
        set({ check: null, checkFailure: null });
        try {
          const check = await bridge.audit.verify();
          if (isLatest()) set({ check });
        } catch (error) {
          if (isLatest()) set({ checkFailure: asUiFailure(error) });
        }
      },
      save: (format) => bridge.audit.exportRecord(queryOf(get().filter), format),
    };
  });
});

/** Whether the period ends no earlier than it begins. */
export function isPeriod({ from, to }: RecordFilter): boolean {
  return from === '' || to === '' || from <= to;
}

/** The last day is meant as a whole. */
function queryOf({ from, to, by, text, kit_id }: RecordFilter): RecordQuery {
  const day = (date: string, more = 0) => {
    const ms = Date.parse(`${date}T00:00:00Z`) + more;
    return Number.isNaN(ms) ? null : new Date(ms).toISOString();
  };
  return {
    from: day(from),
    to: day(to, DAY_MS),
    by: by === '' ? null : by,
    text: text.trim() === '' ? null : text.trim(),
    kit_id,
  };
}
