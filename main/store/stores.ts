import { type AcknowledgementStore, acknowledgementStore } from './acknowledgement-store.ts';
import { type DateStore, dateStore } from './date-store.ts';
import { type GenerationTimes, generationTimes } from './generation-times.ts';
import { type KitStore, kitStore } from './kit-store.ts';
import type { LibraryRows } from './library-rows.ts';
import { type PinStore, pinStore } from './pin-store.ts';
import { type ProfileStore, profileStore } from './profile-store.ts';

/** What the library keeps, each behind its own interface. */
export interface LibraryStores {
  kits: KitStore;
  profiles: ProfileStore;
  acknowledgements: AcknowledgementStore;
  pins: PinStore;
  dates: DateStore;
  times: GenerationTimes;
}

export function libraryStores(rows: LibraryRows): LibraryStores {
  return {
    kits: kitStore(rows),
    profiles: profileStore(rows),
    acknowledgements: acknowledgementStore(rows),
    pins: pinStore(rows),
    dates: dateStore(rows),
    times: generationTimes(rows),
  };
}
