import type { FirstRow } from '../../main/trips/rules/read-flights.ts';
import { LIMITS, type NotTakenEvent, notTaken } from '../../main/trips/rules/trip-file.ts';
import { latestOnly } from '../shell/state/calls.ts';
import { type BatchTable, stops } from './batch-rows.ts';
import {
  type BatchState,
  type GetBatch,
  nothing,
  type Patch,
  problemRows,
  type SetBatch,
  type Source,
} from './batch-state.ts';
import type { ReadFlights } from './flights-reader.ts';
import { batchWords } from './words.ts';

/** The reading of texts and files; `take` takes a table in, `forget` gives up what is being read. */
export function intakeActions(
  set: SetBatch,
  get: GetBatch,
  { read, now, take }: { read: ReadFlights; now: () => number; take: (table: BatchTable) => void },
) {
  const beginReading = latestOnly();

  async function readSource(source: Source, first: FirstRow, others: readonly NotTakenEvent[] = []) {
    const isLatest = beginReading();
    set({ reading: source.name ?? '', failure: null, unread: null, pending: null, message: null });
    const found = await read(source.content, first, now()).catch(() => null);
    if (!isLatest()) return;
    if (!found) {
      set({ reading: null, unread: batchWords.readFailed(source.name) });
      return;
    }
    const { table, facts, isSheet, firstIsHeader, problem, unsaid } = found;
    const isEmpty = typeof source.content === 'string' && source.content.trim() === '';
    set({
      ...nothing,
      text: typeof source.content === 'string' ? source.content : '',
      source,
      name: source.name,
      isSheet,
      firstIsHeader,
      unsaid,
      sheet: get().sheet + 1,
      problem: isEmpty ? null : problem,
      notTaken: isEmpty ? [] : [...found.notTaken, ...others],
    });
    if (table) take({ ...table, facts });
  }

  async function readFile(files: readonly File[]) {
    const [file, ...rest] = files;
    if (!file) return;
    if (file.size > LIMITS.bytes) {
      set({ unread: batchWords.fileTooLarge(file.name), pending: null });
      return;
    }
    const isLatest = beginReading();
    set({ reading: file.name, unread: null, pending: null });
    const content = await file.arrayBuffer().then(
      (buffer) => new Uint8Array(buffer),
      () => null,
    );
    if (!isLatest()) return;
    if (!content) {
      set({ reading: null, unread: batchWords.readFailed(file.name) });
      return;
    }
    const others = rest.map(({ name }) => notTaken(1, name, batchWords.oneAtATime));
    await readSource({ name: file.name, content }, 'unknown', others);
  }

  return {
    forget: () => void beginReading(),
    actions: {
      write: (text) => set({ text, unread: null, problem: null }),
      paste: (text) => readSource({ name: null, content: text }, 'unknown'),
      async readAgain(first) {
        const { source } = get();
        if (source) await readSource(source, first);
      },
      async takeFiles(files) {
        if (files.length === 0) return;
        if (get().table) set({ pending: files });
        else await readFile(files);
      },
      async answerPending(yes) {
        const files = get().pending;
        set({ pending: null });
        // Rows that are being sent have to leave the table first.
        if (yes && files && !get().busy) await readFile(files);
      },
    } satisfies Partial<BatchState>,
  };
}

/** Changes of the table; `take` takes the changed one in. */
export function tableActions(set: SetBatch, get: GetBatch, take: (table: BatchTable, more?: Patch) => void) {
  function change(edit: (table: BatchTable) => BatchTable, more?: Patch) {
    const { table } = get();
    if (table) take(edit(table), more);
  }
  const put = (table: BatchTable, row: number, column: number, value: string): BatchTable => ({
    ...table,
    rows: table.rows.with(row, (table.rows[row] ?? []).with(column, value)),
  });
  return {
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
    edit: (row, column, value) => change((table) => put(table, row, column, value)),
    fix(row, column) {
      const found = get().rows[row]?.notes.find(({ fix }) => fix?.column === column)?.fix;
      if (found) change((table) => put(table, row, column, found.to));
    },
    fixAll() {
      let count = 0;
      const { rows } = get();
      change((table) => {
        const cells = table.rows.map((row, index) => {
          let next = row;
          for (const { fix } of rows[index]?.notes ?? []) {
            if (!fix?.isSure) continue;
            next = next.with(fix.column, fix.to);
            count += 1;
          }
          return next;
        });
        return { ...table, rows: cells };
      });
      if (count > 0) set({ message: batchWords.fixed(count) });
    },
    toggle(row) {
      const isHere = get().rows[row]?.standing.standing === 'same';
      const marked = new Set(isHere ? get().again : get().leftOut);
      if (!marked.delete(row)) marked.add(row);
      set(isHere ? { again: marked } : { leftOut: marked });
    },
    workIn: (atRow) => set({ atRow }),
    nextProblem(standing) {
      const bad = problemRows(get(), standing);
      const row = bad.find((index) => index > get().atRow) ?? bad[0];
      if (row === undefined) return;
      const note = get().rows[row]?.notes.find((one) => stops(one) && one.column !== null);
      set({ atRow: row, target: { row, column: note?.column ?? 0 } });
    },
  } satisfies Partial<BatchState>;
}
