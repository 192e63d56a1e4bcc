import { useEffect, useState } from 'react';

/** How long a page must be shown before it counts as being read, ms. */
const REST_MS = 120;

/** True once `there` has been true for a moment; stays true afterwards. */
export function useRested(there: boolean): boolean {
  const [rested, setRested] = useState(false);
  useEffect(() => {
    if (!there || rested) return;
    const timer = setTimeout(() => setRested(true), REST_MS);
    return () => clearTimeout(timer);
  }, [there, rested]);
  return rested;
}
