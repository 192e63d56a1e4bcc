import { createStore } from 'zustand/vanilla';
import { type DateOrder, datesOf, provenOrder } from '../../main/trips/rules/trip-rows.ts';
import type { Kit, TripProblem } from '../../preload/contract.ts';
import { kitsSlice } from '../kits/kits-store.ts';
import { asUiFailure } from '../shell/state/bridge.ts';
import { latestOnly, oneAtATime } from '../shell/state/calls.ts';
import { defineSlice } from '../shell/state/registry.tsx';
import { intakeActions, tableActions } from './batch-intake.ts';
import { type BatchTable, missingColumns, readRows } from './batch-rows.ts';
import { lookUp, rulesOf, sendRows, wantRows } from './batch-send.ts';
import {
  type BatchDeps,
  type BatchState,
  type GetBatch,
  nothing,
  type Patch,
  resultRows,
  type SetBatch,
} from './batch-state.ts';
import { readInWorker } from './flights-reader.ts';
import { type KnownFlight, knownFlights, missingFlights } from './known-flights.ts';
import { batchWords } from './words.ts';

/** The pause in typing after which the rules are asked, ms. */
const CHECK_DELAY_MS = 200;

/** The checking of the rows; `take` takes a changed table in, `forget` gives up what is being asked. */
function checkActions(set: SetBatch, get: GetBatch, deps: Omit<Required<BatchDeps>, 'read'>) {
  const { bridge, kits, now } = deps;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const begin = latestOnly();

  const rowsOf = (table: BatchTable, order: DateOrder | null, rules: TripProblem[][] | null) =>
    readRows(table, { order, now: now(), rules, airports: get().airports, known: get().known });

  /** The rows of a table that has changed: the rules must be asked again. */
  function take(table: BatchTable, more: Patch = {}) {
    begin();
    const order = more.order ?? get().order ?? provenOrder(datesOf(table));
    set({ message: null, ...more, table, order, rows: rowsOf(table, order, null), checked: false });
  }

  function missing(): KnownFlight[] {
    const { rows, known } = get();
    const trips = rows.map(({ trip }) => trip);
    const standings = rows.map(({ standing }) => standing);
    return missingFlights(trips, standings, known, now());
  }

  return {
    take,
    forget() {
      begin();
      clearTimeout(timer);
    },
    actions: {
      setAirports(airports) {
        if (airports === get().airports) return;
        set({ airports });
        const { table } = get();
        if (table) take(table);
      },
      compare(profileId) {
        const { table, checked } = get();
        if (!table || !checked) return;
        const known = knownFlights(kits.getState().kits, profileId);
        const names = (flights: readonly KnownFlight[]) => flights.map(({ kit }) => kit.id).join();
        // Their progress changes nothing here.
        if (names(known) === names(get().known)) return;
        set({ known, checked: false });
      },
      async check(profileId) {
        clearTimeout(timer);
        const { table, order, rows } = get();
        if (!table || missingColumns(table.columns).length > 0) return;
        const isLatest = begin();
        const [rules, known] = await Promise.all([rulesOf(bridge, profileId, rows), lookUp(kits, profileId)]);
        if (!isLatest()) return;
        set({ known });
        set({ rows: rowsOf(table, order, rules), checked: true });
        // Once rows were sent, the table is not the file any more.
        if (get().source) set({ missing: missing() });
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
    } satisfies Partial<BatchState>,
  };
}

/** The slice of the batch. */
export function createBatchStore({ bridge, kits, read, now = Date.now }: BatchDeps) {
  return createStore<BatchState>()((set, get) => {
    const run = oneAtATime(set, get);
    const { take, ...checks } = checkActions(set, get, { bridge, kits, now });
    const intake = intakeActions(set, get, { read, now, take });

    /** Takes rows out that were handed on. */
    function dropRows(table: BatchTable, gone: ReadonlySet<number>) {
      const stays = [...table.rows.keys()].filter((index) => !gone.has(index));
      const moved = (marked: ReadonlySet<number>) =>
        new Set(stays.flatMap((old, index) => (marked.has(old) ? [index] : [])));
      set({ leftOut: moved(get().leftOut), again: moved(get().again), source: null, text: '', atRow: -1 });
      if (stays.length === 0) set({ table: null, rows: [], checked: false, order: null });
      else {
        const stay = <T>(items: readonly T[]) => items.filter((_, index) => !gone.has(index));
        const { rows, numbers, facts } = table;
        take({ ...table, rows: stay(rows), numbers: stay(numbers), facts: stay(facts) });
      }
    }

    return {
      ...nothing,
      airports: null,
      known: [],
      hoursBefore: null,
      sent: [],
      sheet: 0,
      ...tableActions(set, get, take),
      ...intake.actions,
      ...checks.actions,
      setHoursBefore: (hoursBefore) => set({ hoursBefore, failure: null }),
      wanted(row) {
        const { rows, leftOut, again } = get();
        const standing = rows[row]?.standing.standing;
        return standing === 'same' ? again.has(row) : standing !== 'cancelled' && !leftOut.has(row);
      },
      sendable() {
        const { rows, hoursBefore, wanted } = get();
        return rows.flatMap(({ good, trip }, index) => {
          const late = hoursBefore !== null && !(Date.parse(trip.departure ?? '') > now());
          return good && wanted(index) && !late ? [index] : [];
        });
      },
      async send(profileId) {
        if (get().busy) return;
        set({ message: null });
        await run(true, async () => {
          await get().check(profileId);
          await sendRows({ bridge, kits }, profileId, set, get, dropRows);
          if (get().table) await get().check(profileId);
        });
      },
      async want(shelf) {
        set({ message: null });
        await run(true, async () => {
          await get().check(shelf.profile_id);
          await wantRows(bridge, shelf, set, get, now());
        });
      },
      async save() {
        set({ failure: null, message: null });
        try {
          const byId = new Map<string, Kit>(kits.getState().kits.map((kit) => [kit.id, kit]));
          const file = await bridge.batch.save(resultRows(get().sent, byId));
          if (file !== null) set({ message: batchWords.exported(file) });
        } catch (error) {
          set({ failure: asUiFailure(error) });
        }
      },
      startOver() {
        checks.forget();
        intake.forget();
        set({ ...nothing, sent: [] });
      },
    };
  });
}

/** The batch. */
export const [batchSlice, useBatch] = defineSlice(({ bridge, get }) =>
  createBatchStore({ bridge, kits: get(kitsSlice), read: readInWorker }),
);
