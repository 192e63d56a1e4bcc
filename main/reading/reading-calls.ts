import { readingPlace } from '../../preload/contract.ts';
import type { DomainCalls } from '../host/call-map.ts';
import { documentOf, isDamaged } from '../kits/kit-document.ts';
import type { KitEngine, LiveKit } from '../kits/kit-engine.ts';
import type { KitFlags } from '../kits/kit-flags.ts';
import type { PlaceStore } from './place-store.ts';
import type { Reading } from './reading.ts';

/** At most so many kits without pictures are named in one answer. */
const MISSING_AT_ONCE = 100;

export interface ReadingCallsDeps {
  /** What was taken from documents. */
  reading: Omit<Reading, 'forget' | 'sweep'>;
  /** Where people were; JSON. @throws TripKitError of kind `disk` */
  places: Pick<PlaceStore, 'get' | 'set'>;
  /** Ms since 1970 UTC. */
  now(): number;
  flags: Pick<KitFlags, 'of'>;
  engine: Pick<KitEngine, 'get'>;
}

/** Calls of the domain `reading`. */
export function readingCalls(deps: ReadingCallsDeps): DomainCalls<'reading'> {
  const { engine, reading, places, now, flags } = deps;
  /** Pictures of a damaged document are none of the verified one. */
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
      // One of another version, or damaged: the kit then opens at its beginning.
      return readingPlace.safeParse(places.get(kit_id)).data ?? null;
    },
    setPlace: (kit_id, place) => {
      engine.get(kit_id);
      places.set(kit_id, place, now());
    },
  };
}
