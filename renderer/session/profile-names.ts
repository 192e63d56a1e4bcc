import { useMemo } from 'react';
import { useSession } from './session-store.ts';

/** The names of the profiles by their ids, where there are several to tell apart; null where there is one or none. */
export function useProfileNames(): ReadonlyMap<string, string> | null {
  const profiles = useSession((state) => state.profiles);
  return useMemo(
    () => (profiles.length > 1 ? new Map(profiles.map((profile) => [profile.id, profile.name])) : null),
    [profiles],
  );
}
