import type { TripProblem } from '../../preload/contract.ts';
import type { Bridge } from '../shell/state/bridge.ts';
import type { BatchRow } from './batch-rows.ts';
import { MAX_TRIPS } from './batch-send.ts';
import type { BatchDeps } from './batch-state.ts';
import { type KnownFlight, knownFlights } from './known-flights.ts';

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

/** Resolves once `isThere`, at once where it is. */
function until<T>(
  store: { getState(): T; subscribe(listener: (state: T) => void): () => void },
  isThere: (state: T) => boolean,
): Promise<void> {
  if (isThere(store.getState())) return Promise.resolve();
  return new Promise((resolve) => {
    const stop = store.subscribe((state) => {
      if (!isThere(state)) return;
      stop();
      resolve();
    });
  });
}

/** The flights that are here, once all kits have loaded: before, every flight would seem new. */
export async function lookUp(kits: BatchDeps['kits'], profileId: string): Promise<KnownFlight[]> {
  await until(kits, ({ complete, status }) => complete || status === 'failed');
  return knownFlights(kits.getState().kits, profileId);
}
