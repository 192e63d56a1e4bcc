import { readingPlace } from '../../preload/contract.ts';
import type { DomainCalls } from '../host/call-map.ts';
import { documentOf, isDamaged } from '../kits/kit-document.ts';
import type { KitEngine, LiveKit } from '../kits/kit-engine.ts';
import type { KitFlags } from '../kits/kit-flags.ts';
import type { PlaceStore } from './place-store.ts';
import type { Reading } from './reading.ts';

/** Maximum number of kits without pictures in one result. */
const MISSING_AT_ONCE = 100;

export interface ReadingCallsDeps {
  /** Data extracted from documents. */
  reading: Omit<Reading, 'forget' | 'sweep'>;
  /** People's reading places; JSON. @throws TripKitError of kind `disk` */
  places: Pick<PlaceStore, 'get' | 'set'>;
  /** Ms since 1970 UTC. */
  now(): number;
  flags: Pick<KitFlags, 'of'>;
  engine: Pick<KitEngine, 'get'>;
}

/** Handlers of the domain `reading`. */
export function readingCalls(deps: ReadingCallsDeps): DomainCalls<'reading'> {
  const { engine, reading, places, now, flags } = deps;
  /** Whether pictures are of the kit's verified document. Pictures of a damaged document are not stored for it. */
  const isOf = (kit: LiveKit, sha256: string) => kit.document?.sha256 === sha256 && !isDamaged(kit, flags);
  return {
    prepared: (kit_id) => reading.prepared(kit_id, documentOf(engine.get(kit_id))),
    text: (kit_id) => reading.text(kit_id, documentOf(engine.get(kit_id))),
    charts: (kit_id) => reading.charts(kit_id, documentOf(engine.get(kit_id))),
    missingFirstThumbnails: () => reading.missingFirstThumbnails(MISSING_AT_ONCE),
    thumbnails: (kit_id) => reading.thumbnails(documentOf(engine.get(kit_id))),
    missingStoredThumbnails: () => reading.missingStoredThumbnails(MISSING_AT_ONCE),
    storeStoredThumbnails: (kit_id, { sha256, made }) => {
      const kit = engine.get(kit_id);
      if (!kit.document || !isOf(kit, sha256)) return false;
      return reading.storeStoredThumbnails(kit, kit.document, made);
    },
    place: (kit_id) => {
      engine.get(kit_id);
      // If it has another version or is damaged, the kit opens at its beginning.
      return readingPlace.safeParse(places.get(kit_id)).data ?? null;
    },
    setPlace: (kit_id, place) => {
      engine.get(kit_id);
      places.set(kit_id, place, now());
    },
  };
}
