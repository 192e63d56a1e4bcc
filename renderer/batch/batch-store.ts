import { createStore } from 'zustand/vanilla';
import type { Kit, Trip, TripProblem } from '../../preload/contract.ts';
import { asUiFailure, type Bridge, type UiFailure } from '../ipc/bridge.ts';
import { type KitsStore, kitsSlice } from '../kits/kits-store.ts';
import { defineSlice } from '../state/registry.tsx';
import type { Meaning, TableProblem } from '../strings/batch.ts';
import { strings } from '../strings/strings.ts';
import { resultRows, type SentKit } from './batch-result.ts';
import { type BatchRow, missingColumns, readRows } from './batch-rows.ts';
import { type DateOrder, provenOrder } from './trip-rows.ts';
import { readTable, type TripTable } from './trip-table.ts';

/** How long typing must rest before the rules are asked, ms. */
export const CHECK_DELAY_MS = 200;

export interface BatchState {
  /** As it was pasted; the table is made from it anew where the first row changes its meaning. */
  text: string;
  table: TripTable | null;
  /** Why there is no table; null where there is one, or nothing was pasted. */
  problem: TableProblem | null;
  firstIsHeader: boolean;
  /** What dates in figures mean: proven by the dates themselves, or chosen. */
  order: DateOrder | null;
  rows: readonly BatchRow[];
  /** Rows that a person has left out. */
  leftOut: ReadonlySet<number>;
  /** Whether the rules have been asked about the rows as they stand. */
  checked: boolean;
  /** Hours before departure; null: now. */
  hoursBefore: number | null;
  busy: boolean;
  failure: UiFailure | null;
  sent: readonly SentKit[];
  /** What was just done, in a sentence. */
  said: string | null;
  paste(text: string, first?: 'header' | 'flight'): void;
  setMeaning(column: number, meaning: Meaning | null): void;
  setOrder(order: DateOrder): void;
  edit(row: number, column: number, value: string): void;
  toggle(row: number): void;
  setHoursBefore(hours: number | null): void;
  /** The rows that would be sent now, by index. */
  sendable(): number[];
  /** Asks the rules about every row, now. */
  check(profileId: string): Promise<void>;
  /** The same after typing has rested. */
  checkSoon(profileId: string | null): void;
  /** Requests (or orders) every good row that is not left out; they leave the table. */
  send(profileId: string): Promise<void>;
  /** Writes what came of it as CSV. */
  save(): Promise<void>;
  startOver(): void;
}

const nothing = {
  text: '',
  table: null,
  problem: null,
  firstIsHeader: true,
  order: null,
  rows: [],
  leftOut: new Set<number>(),
  checked: false,
  busy: false,
  failure: null,
  said: null,
} satisfies Partial<BatchState>;

function datesOf(table: TripTable): string[] {
  const at = table.columns.findIndex(({ meaning }) => meaning === 'date' || meaning === 'departure');
  return at < 0 ? [] : table.rows.map((row) => (row[at] ?? '').split(/[T\s]/)[0] ?? '');
}

/** The slice of the batch. `now` is the clock, ms. */
export function createBatchStore(bridge: Bridge, kits: KitsStore, now: () => number = Date.now) {
  let timer: ReturnType<typeof setTimeout> | undefined;
  /** Answers about rows that have changed since are dropped. */
  let question = 0;
  let rules: readonly (readonly TripProblem[])[] | null = null;

  return createStore<BatchState>()((set, get) => {
    /** The rows of a table that has changed: the rules must be asked anew. */
    function take(table: TripTable, more: Partial<BatchState> = {}) {
      question += 1;
      rules = null;
      const order = more.order ?? get().order ?? provenOrder(datesOf(table));
      set({ ...more, table, order, rows: readRows(table, order, now(), null), checked: false });
    }

    return {
      ...nothing,
      hoursBefore: null,
      sent: [],
      paste(text, first) {
        const read = readTable(text, first);
        set({ ...nothing, text, hoursBefore: get().hoursBefore });
        if ('problem' in read) {
          set({ problem: text.trim() === '' ? null : read.problem });
          return;
        }
        take(read, { firstIsHeader: read.columns.some(({ title }) => title !== ''), order: null });
      },
      setMeaning(column, meaning) {
        const { table } = get();
        if (!table) return;
        const columns = table.columns.map((one, index) =>
          index === column
            ? { ...one, meaning }
            : { ...one, meaning: one.meaning === meaning ? null : one.meaning },
        );
        take({ ...table, columns });
      },
      setOrder(order) {
        const { table } = get();
        if (table) take(table, { order });
      },
      edit(row, column, value) {
        const { table } = get();
        if (!table) return;
        const rows = table.rows.map((cells, index) =>
          index === row ? cells.map((cell, at) => (at === column ? value : cell)) : cells,
        );
        take({ ...table, rows });
      },
      toggle(row) {
        const leftOut = new Set(get().leftOut);
        if (!leftOut.delete(row)) leftOut.add(row);
        set({ leftOut });
      },
      setHoursBefore: (hoursBefore) => set({ hoursBefore, failure: null }),
      sendable() {
        const { rows, leftOut, hoursBefore } = get();
        return rows.flatMap(({ good, trip }, index) => {
          const late = hoursBefore !== null && !(Date.parse(trip.departure ?? '') > now());
          return good && !leftOut.has(index) && !late ? [index] : [];
        });
      },
      async check(profileId) {
        clearTimeout(timer);
        const { table, order, rows } = get();
        if (!table || missingColumns(table.columns).length > 0) return;
        question += 1;
        const mine = question;
        const answer = await bridge.batch.check(
          profileId,
          rows.map(({ trip }) => trip),
        );
        if (mine !== question) return;
        rules = answer;
        set({ rows: readRows(table, order, now(), rules), checked: true });
      },
      checkSoon(profileId) {
        clearTimeout(timer);
        if (profileId === null || get().checked) return;
        timer = setTimeout(() => {
          get()
            .check(profileId)
            .catch((error: unknown) => set({ failure: asUiFailure(error) }));
        }, CHECK_DELAY_MS);
      },
      async send(profileId) {
        if (get().busy) return;
        set({ busy: true, failure: null, said: null });
        try {
          await get().check(profileId);
          const { table, rows, leftOut, hoursBefore } = get();
          const going = get().sendable();
          if (!table || going.length === 0) return;
          const trips = going.map((index) => (rows[index] as BatchRow).trip);
          let sent: SentKit[] = [];
          if (hoursBefore === null) {
            const made = await bridge.kits.request(profileId, trips);
            kits.getState().merge(made);
            sent = made.map((kit, index) => ({
              row: (going[index] ?? 0) + 1,
              trip: trips[index] as Trip,
              kitId: kit.id,
            }));
          } else await bridge.orders.add(profileId, trips, hoursBefore);
          const gone = new Set(going);
          const stays = table.rows.flatMap((_, index) => (gone.has(index) ? [] : [index]));
          set({
            sent: [...get().sent, ...sent],
            said: hoursBefore === null ? null : strings.batch.ordered(trips.length),
            leftOut: new Set(stays.flatMap((old, index) => (leftOut.has(old) ? [index] : []))),
          });
          if (stays.length === 0) set({ text: '', table: null, rows: [], checked: false, order: null });
          else {
            take({ ...table, rows: stays.map((index) => table.rows[index] as readonly string[]) });
            await get().check(profileId);
          }
        } catch (error) {
          set({ failure: asUiFailure(error) });
        } finally {
          set({ busy: false });
        }
      },
      async save() {
        set({ failure: null, said: null });
        try {
          const byId = new Map<string, Kit>(kits.getState().kits.map((kit) => [kit.id, kit]));
          const file = await bridge.batch.save(resultRows(get().sent, byId));
          if (file !== null) set({ said: strings.batch.exported(file) });
        } catch (error) {
          set({ failure: asUiFailure(error) });
        }
      },
      startOver() {
        question += 1;
        clearTimeout(timer);
        set({ ...nothing, sent: [] });
      },
    };
  });
}

/** The batch. */
export const [batchSlice, useBatch] = defineSlice(({ bridge, get }) =>
  createBatchStore(bridge, get(kitsSlice)),
);
