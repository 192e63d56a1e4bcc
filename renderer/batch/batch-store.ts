import { createStore } from 'zustand/vanilla';
import type { Kit } from '../../preload/contract.ts';
import { type DateOrder, provenOrder } from '../../preload/trip-files/trip-rows.ts';
import { readTable, type TripTable } from '../../preload/trip-files/trip-table.ts';
import { asUiFailure, type Bridge, type UiFailure } from '../ipc/bridge.ts';
import { type KitsStore, kitsSlice } from '../kits/kits-store.ts';
import { latestOnly, oneAtATime } from '../state/calls.ts';
import { defineSlice } from '../state/registry.tsx';
import type { Meaning, TableProblem } from '../strings/batch.ts';
import { strings } from '../strings/strings.ts';
import { resultRows, type SentKit } from './batch-result.ts';
import { type BatchRow, missingColumns, readRows } from './batch-rows.ts';

/** The pause in typing after which the rules are asked, ms. */
export const CHECK_DELAY_MS = 200;

interface BatchState {
  /** As it was pasted; read again where the first row changes its meaning. */
  text: string;
  table: TripTable | null;
  /** Why there is no table; null where there is one, or nothing was pasted. */
  problem: TableProblem | null;
  firstIsHeader: boolean;
  /** How many tables were pasted so far. */
  sheet: number;
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
  message: string | null;
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
  /** The same after a pause in typing. */
  checkSoon(profileId: string | null): void;
  /** Requests (or orders) every good row that is not left out; they leave the table. */
  send(profileId: string): Promise<void>;
  /** Writes the results as CSV. */
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
  message: null,
} satisfies Partial<BatchState>;

function datesOf(table: TripTable): string[] {
  const at = table.columns.findIndex(({ meaning }) => meaning === 'date' || meaning === 'departure');
  return at < 0 ? [] : table.rows.map((row) => (row[at] ?? '').split(/[T\s]/)[0] ?? '');
}

type Set = (patch: Partial<BatchState>) => void;
type Get = () => BatchState;

/** Changes of the table; `take` takes the changed one in. */
function tableActions(set: Set, get: Get, take: (table: TripTable, more?: Partial<BatchState>) => void) {
  function change(edit: (table: TripTable) => TripTable, more?: Partial<BatchState>) {
    const { table } = get();
    if (table) take(edit(table), more);
  }
  return {
    paste(text, first) {
      const read = readTable(text, first);
      set({ ...nothing, text, sheet: get().sheet + 1 });
      if ('problem' in read) set({ problem: text.trim() === '' ? null : read.problem });
      else take(read, { firstIsHeader: read.columns.some(({ title }) => title !== ''), order: null });
    },
    setMeaning: (column, meaning) =>
      change((table) => ({
        ...table,
        // A meaning is of one column only.
        columns: table.columns.map((one, index) => {
          if (index === column) return { ...one, meaning };
          return one.meaning === meaning ? { ...one, meaning: null } : one;
        }),
      })),
    setOrder: (order) => change((table) => table, { order }),
    edit: (row, column, value) =>
      change((table) => ({
        ...table,
        rows: table.rows.with(row, (table.rows[row] ?? []).with(column, value)),
      })),
    toggle(row) {
      const leftOut = new Set(get().leftOut);
      if (!leftOut.delete(row)) leftOut.add(row);
      set({ leftOut });
    },
  } satisfies Partial<BatchState>;
}

/** Requests the kits of rows, or orders them so many hours before departure; the kits that were requested. */
async function hand(
  { bridge, kits }: { bridge: Bridge; kits: KitsStore },
  profileId: string,
  rows: readonly BatchRow[],
  sheet: number,
  hoursBefore: number | null,
): Promise<SentKit[]> {
  const trips = rows.map(({ trip }) => trip);
  if (hoursBefore !== null) {
    await bridge.orders.add(profileId, trips, hoursBefore);
    return [];
  }
  const made = await bridge.kits.request(profileId, trips);
  kits.getState().merge(made);
  return rows.flatMap(({ number, trip }, at) => {
    const kit = made[at];
    return kit ? [{ sheet, row: number, trip, kitId: kit.id }] : [];
  });
}

/** As they stand in the person's own sheets, whatever was sent first. */
function inOrder(sent: readonly SentKit[]): SentKit[] {
  return [...sent].sort((a, b) => a.sheet - b.sheet || a.row - b.row);
}

/** The slice of the batch. `now` is the clock, ms. */
export function createBatchStore(bridge: Bridge, kits: KitsStore, now: () => number = Date.now) {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const begin = latestOnly();

  return createStore<BatchState>()((set, get) => {
    const run = oneAtATime(set, get);

    /** The rows of a table that has changed: the rules must be asked again. */
    function take(table: TripTable, more: Partial<BatchState> = {}) {
      begin();
      const order = more.order ?? get().order ?? provenOrder(datesOf(table));
      set({ ...more, table, order, rows: readRows(table, order, now(), null), checked: false });
    }

    /** Takes rows out that were handed on; whether any are left. */
    function dropRows(table: TripTable, gone: ReadonlySet<number>): boolean {
      const { leftOut } = get();
      const stays = [...table.rows.keys()].filter((index) => !gone.has(index));
      set({ leftOut: new Set(stays.flatMap((old, index) => (leftOut.has(old) ? [index] : []))) });
      if (stays.length === 0) set({ text: '', table: null, rows: [], checked: false, order: null });
      else {
        const stay = <T>(items: readonly T[]) => items.filter((_, index) => !gone.has(index));
        // The text still has the rows that were sent: read again, they would be sent twice.
        take({ ...table, rows: stay(table.rows), numbers: stay(table.numbers) }, { text: '' });
      }
      return stays.length > 0;
    }

    return {
      ...nothing,
      hoursBefore: null,
      sent: [],
      sheet: 0,
      ...tableActions(set, get, take),
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
        const isLatest = begin();
        const trips = rows.map(({ trip }) => trip);
        const rules = await bridge.batch.check(profileId, trips);
        if (isLatest()) set({ rows: readRows(table, order, now(), rules), checked: true });
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
        set({ message: null });
        await run(true, async () => {
          await get().check(profileId);
          const { table, rows, sheet, hoursBefore } = get();
          const going = new Set(get().sendable());
          if (!table || going.size === 0) return;
          const wanted = rows.filter((_, index) => going.has(index));
          const sent = await hand({ bridge, kits }, profileId, wanted, sheet, hoursBefore);
          const message = hoursBefore === null ? null : strings.batch.ordered(going.size);
          set({ sent: inOrder([...get().sent, ...sent]), message });
          if (dropRows(table, going)) await get().check(profileId);
        });
      },
      async save() {
        set({ failure: null, message: null });
        try {
          const byId = new Map<string, Kit>(kits.getState().kits.map((kit) => [kit.id, kit]));
          const file = await bridge.batch.save(resultRows(get().sent, byId));
          if (file !== null) set({ message: strings.batch.exported(file) });
        } catch (error) {
          set({ failure: asUiFailure(error) });
        }
      },
      startOver() {
        begin();
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
