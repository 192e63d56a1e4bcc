import type { BatchTable } from './batch-rows.ts';
import type { BatchState, GetBatch, Patch, SetBatch } from './batch-state.ts';
import { batchWords } from './words.ts';

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
  } satisfies Partial<BatchState>;
}
