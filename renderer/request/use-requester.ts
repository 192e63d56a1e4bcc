import type { Kit } from '../../preload/contract.ts';
import { kitsSlice } from '../kits/kits-store.ts';
import { librarySlice } from '../kits/list/library-store.ts';
import { navigationSlice } from '../shell/state/navigation-store.ts';
import { useStores } from '../shell/state/registry.tsx';
import { useSession } from '../shell/state/session-store.ts';
import { requestWords } from './words.ts';

/** What the forms that make kits share: for whom they ask, whether they can, and what follows. */
export function useRequester() {
  const [kits, library, navigation] = useStores(kitsSlice, librarySlice, navigationSlice);
  const profile = useSession((state) => state.profile);
  const several = useSession((state) => state.profiles.length > 1);
  const usable = useSession((state) => state.identity?.state === 'usable');
  return {
    profile,
    usable,
    /** Names the profile where there are several. */
    forProfile: several && profile ? `${requestWords.forProfile(profile.name)} ` : null,
    close: () => navigation.getState().show('kit'),
    /** Shows the new kits: the first one is selected in the whole list. */
    show(made: readonly Kit[]) {
      kits.getState().merge(made);
      library.getState().clearFilter();
      navigation.getState().select(made[0]?.id ?? null);
    },
  };
}
