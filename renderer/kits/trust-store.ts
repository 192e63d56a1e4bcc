import { createStore } from 'zustand/vanilla';
import type { Kit } from '../../preload/contract.ts';
import type { Bridge } from '../shell/state/bridge.ts';
import { defineSlice } from '../shell/state/registry.tsx';
import { kitsSlice } from './kits-store.ts';

/** How long a document that was found sound is not read again when another view opens it, ms. */
const FRESH_MS = 5 * 60_000;

interface TrustState {
  /**
   * Has the document of a kit checked, unless a check runs or found it sound minutes ago. The result is the kit's
   * `soundness`. Never rejects.
   */
  check(kit: Kit, options?: { again?: boolean }): Promise<void>;
}

/** Has documents checked. @param update gets the kit after its check */
export function createTrustStore(bridge: Bridge, update: (kit: Kit) => void, now: () => number = Date.now) {
  return createStore<TrustState>()(() => ({
    async check(kit, { again = false } = {}) {
      if (!kit.document) return;
      // If the call fails, nothing new is known, and the kit's `soundness` stays.
      if (again || !isFresh(kit, now())) await bridge.documents.check(kit.id).then(update, () => {});
    },
  }));
}

/** Whether the bytes and the seal were checked minutes ago. A kit that became ready then was not checked since. */
function isFresh({ soundness, state_since }: Kit, now: number): boolean {
  if (soundness?.state === 'checking') return true;
  if (soundness?.state !== 'verified' || soundness.seal === 'not_checked') return false;
  if (soundness.at === state_since) return false;
  return now - Date.parse(soundness.at) < FRESH_MS;
}

/** Checks of the files of kits. */
export const [trustSlice] = defineSlice(({ bridge, get }) =>
  createTrustStore(bridge, (kit) => get(kitsSlice).getState().update(kit)),
);
