/** The lines of a kit's history, with repeated attempts as one. Pure. */
import type { AuditEntry } from '../../preload/contract.ts';

/** One line, or the lines of several consecutive attempts. */
export interface Tries {
  /** Oldest first; at least one. */
  entries: readonly AuditEntry[];
  last: AuditEntry;
  /** The number of attempts. */
  tries: number;
}

/** So many lines of one state in a row are tries that belong together: fewer are read as quickly as their sum. */
const FEWEST = 4;

/** Whether the app continued within the state automatically. */
function goesOn(before: AuditEntry, { kind, state, by }: AuditEntry): boolean {
  return kind === 'state' && before.kind === 'state' && state === before.state && by === null;
}

/** Groups the lines that the app wrote while it tried one thing again and again. @param entries oldest first */
export function groupTries(entries: readonly AuditEntry[]): Tries[] {
  const runs: AuditEntry[][] = [];
  for (const entry of entries) {
    const run = runs.at(-1);
    const before = run?.at(-1);
    if (run && before && goesOn(before, entry)) run.push(entry);
    else runs.push([entry]);
  }
  return runs.flatMap((run) => {
    // The first line entered the state, for any reason.
    const [first, ...again] = run;
    if (!first) return [];
    if (again.length < FEWEST) return run.map((entry) => ({ entries: [entry], last: entry, tries: 1 }));
    const texts = again.map(({ what }) => what);
    const tries = Math.max(...texts.map((what) => texts.filter((other) => other === what).length));
    return [
      { entries: [first], last: first, tries: 1 },
      { entries: again, last: again.at(-1) ?? first, tries },
    ];
  });
}
