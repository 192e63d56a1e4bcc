import type { SearchAnswer } from '../../preload/contract.ts';
import type { AppContext } from '../host/host.ts';
import type { KitEngine, LiveKit } from '../kits/kit-engine.ts';
import type { PageSearch, SearchableKit } from './page-search.ts';
import type { PreparedStore } from './prepared-store.ts';

/** A flight that departed within this time may still be in the air, ms: its kit is still the one to read. */
const IN_THE_AIR_MS = 18 * 60 * 60_000;

export interface ReadingSearchDeps extends Pick<AppContext, 'now'> {
  engine: Pick<KitEngine, 'list'>;
  /** Older kit → the newer one. */
  superseded(): ReadonlyMap<string, string>;
  search: Pick<PageSearch, 'find'>;
  prepared: Pick<PreparedStore, 'states'>;
}

/** Searches the pages of all kits on this laptop. */
export function readingSearch({ engine, superseded, search, prepared, now }: ReadingSearchDeps) {
  return {
    /**
     * The best pages, and how many kits are not indexed yet.
     *
     * @param first the kit whose pages come first; null for none
     * @throws TripKitError of kind `disk`, or `config` if this build has no full-text search
     */
    pages(query: string, limit: number, first: string | null): SearchAnswer {
      const kits = searchableKits(engine.list(), superseded(), now());
      const states = prepared.states();
      let waiting = 0;
      for (const kit of kits.values()) {
        const known = states.get(kit.id);
        if (known?.sha256 !== kit.sha256 || known.state === 'waiting') waiting += 1;
      }
      return { hits: search.find(query, limit, kits, first), waiting };
    },
  };
}

/** The words that a kit is found by, besides its pages. */
export function kitWords({ trip, tripkit_id }: Pick<LiveKit, 'trip' | 'tripkit_id'>): string {
  return [trip?.flight, trip?.origin, trip?.destination, tripkit_id].filter(Boolean).join(' ');
}

/** The readable kits in search order: flights to come, the next one first; then the newest kits. */
export function searchableKits(
  kits: readonly LiveKit[],
  superseded: ReadonlyMap<string, string>,
  now: number,
): Map<string, SearchableKit> {
  const ready = kits
    .flatMap((kit) => {
      const { id, document, trip, created_at } = kit;
      if (document === null) return [];
      const words = kitWords(kit);
      const leaves = Date.parse(trip?.departure ?? '') || created_at;
      return [
        { id, sha256: document.sha256, words, leaves, created_at, coming: leaves > now - IN_THE_AIR_MS },
      ];
    })
    .sort((a, b) =>
      a.coming && b.coming
        ? a.leaves - b.leaves || b.created_at - a.created_at
        : Number(b.coming) - Number(a.coming) || b.created_at - a.created_at,
    );
  return new Map(
    ready.map(({ id, sha256, words }, order) => [
      id,
      { id, sha256, words, order, superseded: superseded.has(id) },
    ]),
  );
}
