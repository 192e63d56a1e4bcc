import { useEffect, useRef } from 'react';
import type { Kit } from '../../../preload/contract.ts';
import { trustSlice } from '../../kits/trust-store.ts';
import { useStores } from '../../state/registry.tsx';
import type { ViewerState } from '../viewer-store.ts';

/** The pages come first: the disk is left to them for so long, ms. */
const CHECK_AFTER_MS = 1_500;

/** Checks the document in the background once the view shows it. */
export function useChecked(kit: Kit | null, status: ViewerState['status']): void {
  const [trust] = useStores(trustSlice);
  const latest = useRef(kit);
  latest.current = kit;
  const sha256 = kit?.document?.sha256;
  useEffect(() => {
    if (status !== 'open' || sha256 === undefined) return;
    const timer = setTimeout(() => {
      if (latest.current) void trust.getState().check(latest.current);
    }, CHECK_AFTER_MS);
    return () => clearTimeout(timer);
  }, [trust, status, sha256]);
}

/** Opens the view again when its kit has got another document: it was downloaded again, or has come at last. */
export function useRenewed(kit: Kit | null, reopen: () => void): void {
  const sha256 = kit?.document?.sha256 ?? null;
  const seen = useRef(sha256);
  const gone = useRef(sha256 === null);
  useEffect(() => {
    if (sha256 === null) {
      gone.current = true;
      return;
    }
    if (sha256 === seen.current && !gone.current) return;
    seen.current = sha256;
    gone.current = false;
    reopen();
  }, [sha256, reopen]);
}
