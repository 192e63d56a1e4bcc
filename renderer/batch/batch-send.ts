import { MAX_WANTED, withOwnFlights } from '../../main/shelf/rules/own-flights.ts';
import type { OwnFlight, Shelf, TripProblem } from '../../preload/contract.ts';
import { allLoaded } from '../kits/kits-store.ts';
import { shelfWords } from '../shelf/words.ts';
import type { Bridge } from '../shell/state/bridge.ts';
import { type BatchRow, type BatchTable, placeOf } from './batch-rows.ts';
import type { BatchDeps, BatchState, GetBatch, SentKit, SetBatch } from './batch-state.ts';
import { type KnownFlight, knownFlights } from './known-flights.ts';
import { batchWords } from './words.ts';

/** How many trips one call takes (preload/contract.ts). */
const MAX_TRIPS = 1000;

/** Requests the kits of rows, or plans them for so many hours before departure; the kits that were requested. */
async function hand(
  { bridge, kits }: Pick<BatchDeps, 'bridge' | 'kits'>,
  profileId: string,
  wanted: readonly { row: BatchRow; place: string }[],
  sheet: number,
  hoursBefore: number | null,
): Promise<SentKit[]> {
  const trips = wanted.map(({ row }) => row.trip);
  const made =
    hoursBefore === null
      ? await bridge.kits.request(profileId, trips)
      : await bridge.kits.plan(profileId, trips, hoursBefore);
  kits.getState().merge(made);
  // The planned kit of a flight as it was before has been replaced; it would be requested, too.
  for (const { row } of wanted)
    if (row.standing.standing === 'changed')
      for (const { kit } of row.standing.known)
        if (kits.getState().find(kit.id)?.state === 'planned') await kits.getState().act('cancel', kit.id);
  if (hoursBefore !== null) return [];
  return wanted.flatMap(({ row: { number, trip }, place }, at) => {
    const kit = made[at];
    return kit ? [{ sheet, row: number, place, trip, kitId: kit.id }] : [];
  });
}

/** The flights of rows that a shelf can be asked for: those that are good and neither left out nor cancelled, with a departure. */
export function ownFlightsIn({ rows, leftOut }: Pick<BatchState, 'rows' | 'leftOut'>): OwnFlight[] {
  return rows.flatMap(({ good, standing, trip: { origin, destination, flight, departure } }, index) => {
    if (!good || standing.standing === 'cancelled' || leftOut.has(index) || departure === undefined)
      return [];
    return [{ origin, destination, departure, ...(flight === undefined ? {} : { flight }) }];
  });
}

/** From now on the shelf's kits of these rows are wanted, too. The rows stay. */
export async function wantRows(bridge: Bridge, shelf: Shelf, set: SetBatch, get: GetBatch, now: number) {
  const own = ownFlightsIn(get());
  const wants = withOwnFlights(shelf.wants, own, now);
  if (wants.length > MAX_WANTED) {
    set({ message: shelfWords.many(MAX_WANTED) });
    return;
  }
  await bridge.shelf.choose(shelf.profile_id, wants);
  set({ message: batchWords.wanted(own.length, shelf.name) });
}

/** Whether nothing is left to do about a row that doesn't go: its flight is here already, or was cancelled before it was requested. */
function isSettled({ standing: { standing, known } }: BatchRow): boolean {
  return standing === 'same' || (standing === 'cancelled' && known.length === 0);
}

/** In the order of the person's sheets, not in that of sending. */
function inOrder(sent: readonly SentKit[]): SentKit[] {
  return [...sent].sort((a, b) => a.sheet - b.sheet || a.row - b.row);
}

/**
 * Hands on every row that goes, so many at a call, and drops those that are settled with them. What went before a failure is kept.
 * @param dropRows takes rows out of the table
 */
export async function sendRows(
  deps: Pick<BatchDeps, 'bridge' | 'kits'>,
  profileId: string,
  set: SetBatch,
  get: GetBatch,
  dropRows: (table: BatchTable, gone: ReadonlySet<number>) => void,
): Promise<void> {
  const { table, rows, sheet, hoursBefore, isSheet } = get();
  const going = get().sendable();
  if (!table || going.length === 0) return;
  const gone = new Set<number>();
  let settled: number[] = [];
  try {
    for (let at = 0; at < going.length; at += MAX_TRIPS) {
      const some = going.slice(at, at + MAX_TRIPS);
      const wanted = some.flatMap((index) => {
        const row = rows[index];
        const sheetName = table.facts[index]?.sheet ?? null;
        return row ? [{ row, place: placeOf(row.number, sheetName, isSheet) }] : [];
      });
      const sent = await hand(deps, profileId, wanted, sheet, hoursBefore);
      set({ sent: inOrder([...get().sent, ...sent]) });
      for (const index of some) gone.add(index);
    }
    settled = rows.flatMap((row, index) => (isSettled(row) && !get().wanted(index) ? [index] : []));
  } finally {
    if (gone.size > 0) dropRows(get().table ?? table, new Set([...gone, ...settled]));
  }
  const same = settled.filter((index) => rows[index]?.standing.standing === 'same').length;
  const words = [
    ...(hoursBefore === null ? [] : [batchWords.planned(gone.size)]),
    ...(same > 0 ? [batchWords.sameLeft(same)] : []),
  ];
  set({ message: words.join(' ') || null });
}

/** The rules' answers about trips, in their order, so many at a call. */
export async function rulesOf(
  bridge: Bridge,
  profileId: string,
  rows: readonly BatchRow[],
): Promise<TripProblem[][]> {
  const answers: TripProblem[][] = [];
  for (let at = 0; at < rows.length; at += MAX_TRIPS)
    answers.push(
      ...(await bridge.batch.check(
        profileId,
        rows.slice(at, at + MAX_TRIPS).map(({ trip }) => trip),
      )),
    );
  return answers;
}

/** The flights that are here, once all kits have loaded: before, every flight would seem new. */
export async function lookUp(kits: BatchDeps['kits'], profileId: string): Promise<KnownFlight[]> {
  await allLoaded(kits);
  return knownFlights(kits.getState().kits, profileId);
}
