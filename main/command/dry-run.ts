/** `tripkit watch --dry-run`: what would be requested, without a request, a move or a line in the journal. */
import { randomUUID } from 'node:crypto';
import { tripLine } from '../common/trip.ts';
import { Arrivals, readWhole } from '../desk/arrivals.ts';
import type { IntakeStore, LineReport } from '../desk/intake-store.ts';
import { planTrips } from '../desk/plan-trips.ts';
import { TripFileReader } from '../desk/trip-file-reader.ts';
import { WatchedFolder } from '../desk/watched-folder.ts';
import type { FileLine } from '../trips/read-trips.ts';
import type { TripLimits } from '../trips/trip-rules.ts';
import type { HeadlessIo } from './io.ts';
import { readJournal } from './journal.ts';
import { printable, type Report } from './report.ts';

/** What a dry run looks at. */
export interface DryRun {
  /** Absolute. */
  arrivals: string;
  /** Absolute. */
  state: string;
  profile_id: string;
  limits: TripLimits;
}

interface ReadFile {
  name: string;
  lines: readonly FileLine[];
}

/**
 * Reports each line of each file as the report beside the file would. Files that are still written to are read as they are.
 *
 * @returns the exit code: 1 if a line is not taken
 * @throws TripKitError of kind `disk`
 */
export async function dryRun(what: DryRun, io: HeadlessIo, report: Report): Promise<number> {
  const folder = new WatchedFolder(what.arrivals);
  const reader = new TripFileReader();
  try {
    const read: ReadFile[] = [];
    for (const arrival of await new Arrivals(folder).look(io.clock.monotonic())) {
      const bytes = await folder.inside('', (at) => readWhole(at, arrival));
      if (bytes === null) continue;
      const { max_alternates } = what.limits;
      const { lines } = await reader.read(
        arrival.path,
        { bytes, max_alternates, now: io.clock.now() },
        io.signal,
      );
      read.push({ name: arrival.name, lines });
    }
    const all = await readJournal(what.state, (store) => plan(what, read, store, io.clock.now()));
    for (const { file, line } of all)
      report.result({ event: 'line', file, ...line }, [printable(`${file}, ${textOf(line)}`)]);
    return all.every(({ line }) => line.state !== 'not_taken') ? 0 : 1;
  } finally {
    await reader.close();
  }
}

/** One plan for all files together: each line takes those of the earlier files into account. Nothing of it is written. */
function plan(
  { profile_id }: DryRun,
  files: readonly ReadFile[],
  store: IntakeStore | null,
  now: number,
): { file: string; line: LineReport }[] {
  const lines = files.flatMap(({ name, lines }) => lines.map((line) => ({ name, line })));
  const { report } = planTrips(
    lines.map(({ line }) => line),
    {
      ...{ file_id: '', profile_id, now, newId: randomUUID },
      latest: (key) => store?.latest(key) ?? null,
      open: () => store?.trips('waiting', 'requested') ?? [],
      hasBegun: ({ state }) => state !== 'waiting',
    },
  );
  return report.map((line, at) => ({ file: lines[at]?.name ?? '', line }));
}

function textOf({ line, sheet, state, trip, text, why }: LineReport): string {
  const place = sheet === undefined ? `line ${line}` : `${sheet}, line ${line}`;
  return [`${place}: ${state.replace('_', ' ')}`, trip === undefined ? text : tripLine(trip), why]
    .filter(Boolean)
    .join(' · ');
}
