/** The lines of a kit's history with tries in a row as one. Pure. */
import type { AuditEntry } from '../../preload/contract.ts';

/** One line, or the lines of several tries that follow each other. */
export interface Tries {
  /** Oldest first; at least one. */
  entries: readonly AuditEntry[];
  last: AuditEntry;
  /** How often the same was tried. */
  tries: number;
}

/** So many lines of one state in a row are tries that belong together: fewer are read as quickly as their sum. */
const FEWEST = 4;

/** Whether the app went on within the state by itself. */
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
    // The first line entered the state, whoever wanted it.
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
