import type { Kit } from '../../preload/contract.ts';
import type { Log } from '../common/log.ts';
import type { KitEngine, LiveKit } from './kit-engine.ts';
import { type FlagsOf, viewOrNull } from './kit-view.ts';
import { compareDepartures } from './rules/kit-facts.ts';
import { departureMs } from './rules/same-flight.ts';

/** Kits in the first answer: a few screenfuls. */
const FIRST = 100;
/** Further kits of the next flights, in the place of those that can't be shown. */
const SPARE = 50;
const DAY_MS = 86_400_000;

/** The kits that a window shows first, as JSON that it reads piece by piece. */
export interface FirstList {
  /** The kits of the next flights: it is answered before most of the app is open. */
  firstText(): string;
  /** All kits that can be shown, newest first, one kit per line. */
  text(): string;
}

/** Checking and serialising ten thousand kits takes time that a person would wait for: the next flights are answered before it. */
export function firstList(
  engine: Pick<KitEngine, 'list'>,
  flags: FlagsOf,
  log: Log,
  now: () => number,
): FirstList {
  const viewed = (kits: readonly LiveKit[]) => kits.flatMap((kit) => viewOrNull(kit, flags, log) ?? []);
  return {
    firstText() {
      return written(viewed(nextFlights(engine.list(), now())).slice(0, FIRST));
    },
    text: () => written(viewed(engine.list())),
  };
}

/** Line breaks only between kits. */
function written(kits: readonly Kit[]): string {
  return kits.length === 0 ? '[]' : `[\n${kits.map((kit) => JSON.stringify(kit)).join(',\n')}\n]`;
}

/** The top of the list in its order by departure. */
function nextFlights(kits: readonly LiveKit[], now: number): LiveKit[] {
  const day = Math.floor(now / DAY_MS) * DAY_MS;
  return kits
    .map((kit) => {
      const at = departureMs(kit.trip?.departure);
      return { kit, departs: at !== null, at: at ?? kit.created_at };
    })
    .sort((a, b) => compareDepartures(a, b, day))
    .slice(0, FIRST + SPARE)
    .map(({ kit }) => kit);
}
