/** The tables of docs/performance.md: a run records its own there, and says what got worse since the last. */
import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { availableParallelism, cpus, loadavg } from 'node:os';
import { join } from 'node:path';

const FILE = join(import.meta.dirname, '../../docs/performance.md');
/** A change of less than this share is noise, too. */
const LEAST = 0.1;

/** This machine, as the tables name it. */
export function machine(): string {
  return `${cpus()[0]?.model ?? 'unknown'}, ${availableParallelism()} cores`;
}

/**
 * Compares a run with the recorded one of the same machine, and records it if that is wanted.
 *
 * @param bench as `bench:ui` @param facts what it ran in @returns lines for a person
 */
export function compareWithRecorded(
  bench: string,
  table: string,
  { record = false, facts }: { record?: boolean | undefined; facts: string },
): string {
  const text = readFileSync(FILE, 'utf8');
  const before = sectionOf(text, bench);
  const lines = before?.includes(machine())
    ? worse(before, table).map((line) => `Worse than recorded: ${line}`)
    : ['The recorded run is of another machine, or there is none: nothing is compared.'];
  // As root, bench:electron runs in a copy of the checkout that belongs to another user.
  if (record && !existsSync(join(FILE, '../../.git'))) {
    lines.push('This checkout is a copy: put the table into docs/performance.md yourself.');
  } else if (record) {
    const [commit, day] = [
      ['rev-parse', '--short', 'HEAD'],
      ['log', '-1', '--format=%cs'],
    ].map((args) => execFileSync('git', args, { encoding: 'utf8', cwd: import.meta.dirname }).trim());
    const load = loadavg().map((one) => one.toFixed(1));
    const head = `Commit ${commit} of ${day}. ${machine()}; load at the end ${load.join(' ')}. ${facts}`;
    const section = `## ${bench}\n\n${head}\n\n${table}\n`;
    writeFileSync(
      FILE,
      before === null ? `${text.trimEnd()}\n\n${section}` : text.replace(before, () => section),
    );
    lines.push('Recorded in docs/performance.md.');
  }
  return lines.length === 0 ? 'Nothing is worse than recorded by more than its noise.' : lines.join('\n');
}

function sectionOf(text: string, bench: string): string | null {
  return new RegExp(`^## ${bench}\n[^]*?(?=\n## |$(?![^]))`, 'm').exec(text)?.[0] ?? null;
}

/** What the app's rows of two tables differ in, for the worse, by more than the spread of both. */
export function worse(before: string, after: string): string[] {
  const old = new Map(rowsOf(before).map((row) => [row.label, row]));
  return rowsOf(after).flatMap(({ label, median, spread }) => {
    const was = old.get(label);
    if (!was) return [];
    const change = median - was.median;
    const noise = Math.max(was.spread, spread, LEAST * Math.abs(was.median));
    return change > noise ? [`${label}: ${was.median} then, ${median} now`] : [];
  });
}

interface Row {
  label: string;
  median: number;
  /** From the median to the 95th percentile. */
  spread: number;
}

/** The rows of a Markdown table with cells as `median / p95 / max (how many)`, or one number. */
function rowsOf(table: string): Row[] {
  const [head = [], , ...rows] = table
    .split('\n')
    .filter((line) => line.startsWith('|'))
    .map((line) =>
      line
        .split('|')
        .slice(1, -1)
        .map((cell) => cell.trim()),
    );
  const at = head.findIndex((cell) => cell === 'this app' || cell.startsWith('median'));
  return rows.flatMap((cells) => {
    const [, median, p95] = /^(-?[\d.]+)(?: \/ (-?[\d.]+))?/.exec(cells[at] ?? '') ?? [];
    if (median === undefined) return [];
    const spread = Number(p95 ?? median) - Number(median);
    return [{ label: cells[0] ?? '', median: Number(median), spread }];
  });
}
