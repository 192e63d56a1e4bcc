import { type AcknowledgementStore, acknowledgementStore } from './acknowledgement-store.ts';
import { type DateStore, dateStore } from './date-store.ts';
import type { EventLog } from './event-log.ts';
import { type GenerationTimes, generationTimes } from './generation-times.ts';
import { type KitStore, kitStore } from './kit-store.ts';
import type { LibraryRows } from './library-rows.ts';
import { type PinStore, pinStore } from './pin-store.ts';
import { type ProfileStore, profileStore } from './profile-store.ts';

/** The library's stores, each with its own interface. */
export interface LibraryStores {
  kits: KitStore;
  profiles: ProfileStore;
  acknowledgements: AcknowledgementStore;
  pins: PinStore;
  dates: DateStore;
  times: GenerationTimes;
}

/** @param log in the same database */
export function libraryStores(rows: LibraryRows, log: EventLog): LibraryStores {
  return {
    kits: kitStore(rows, log),
    profiles: profileStore(rows),
    acknowledgements: acknowledgementStore(rows, log),
    pins: pinStore(rows, log),
    dates: dateStore(rows),
    times: generationTimes(rows),
  };
}
