/** What a removal of kits takes away. Pure. */
import type { Kit } from '../../preload/contract.ts';
import { isUnread } from './kit-words.ts';

export interface Removal {
  entries: number;
  documents: number;
  bytes: number;
  unfinished: number;
  /** Kits that the person chose to keep. */
  pinned: number;
  /** Kits that were never opened here. */
  unread: number;
  /** Flights that have not departed, and the first departure among them, ms since 1970 UTC. */
  upcoming: number;
  next: number | null;
  /** Flights that lose their last document and have not departed, or may not have departed. */
  last: number;
}

/** @param all every kit there is; @param now ms since 1970 UTC */
export function removalOf(kits: readonly Kit[], all: readonly Kit[], now: number): Removal {
  const count = (wanted: (kit: Kit) => boolean) => kits.filter(wanted).length;
  const departures = new Map(kits.map((kit) => [flightOf(kit), Date.parse(kit.trip?.departure ?? '')]));
  const coming = [...departures.values()].filter((at) => at > now);
  const removed = new Set(kits.map(({ id }) => id));
  const kept = new Set(all.filter((kit) => kit.document && !removed.has(kit.id)).map(flightOf));
  const lost = new Set(kits.filter(({ document }) => document).map(flightOf));
  return {
    entries: kits.length,
    documents: count(({ document }) => document !== null),
    bytes: kits.reduce((sum, { document }) => sum + (document?.bytes ?? 0), 0),
    unfinished: count(({ state }) => ['requesting', 'generating', 'downloading'].includes(state)),
    pinned: count(({ pinned }) => pinned),
    unread: count(isUnread),
    upcoming: coming.length,
    next: coming.length > 0 ? Math.min(...coming) : null,
    // An unknown departure (NaN) compares as false: such a flight is not over.
    last: [...lost].filter((flight) => !kept.has(flight) && !((departures.get(flight) ?? NaN) <= now)).length,
  };
}

/** The remaining kits in which marks of the removed ones may wait: those that are compared with them. */
export function newerOf(removed: readonly string[], all: readonly Kit[]): string[] {
  const ids = new Set(removed);
  return all.flatMap(({ id, changes }) => (changes && ids.has(changes.old_id) && !ids.has(id) ? [id] : []));
}

/** A key of the flight, the same for all its kits on this laptop: the newest of them. */
function flightOf({ id, superseded_by }: Kit): string {
  return superseded_by ?? id;
}
