import { createStore } from 'zustand/vanilla';
import type { Kit } from '../../preload/contract.ts';
import { asUiFailure, type Bridge } from '../ipc/bridge.ts';
import { defineSlice } from '../state/registry.tsx';
import { type Made, madeWhen } from './trust-facts.ts';

/** The result of the background check of a document. */
export type Soundness =
  | { state: 'checking' }
  /** Every byte is what was verified; `at` is ISO 8601, UTC. */
  | { state: 'sound'; at: string }
  /** It is not. `what` says what to do. */
  | { state: 'altered'; at: string; what: string }
  /** It could not be checked, which says nothing about the document. */
  | { state: 'unchecked'; what: string };

interface Trust {
  /** Of the document that this is about. */
  sha256: string;
  made: Made | null;
  soundness: Soundness;
}

/** A document that was found sound is not read again for so long when another view opens it, ms. */
const FRESH_MS = 5 * 60_000;

interface TrustState {
  /** By kit. */
  known: ReadonlyMap<string, Trust>;
  /** Checks the document of an open kit, unless a check runs or found it sound minutes ago. Never rejects. */
  check(kit: Kit, options?: { again?: boolean }): Promise<void>;
}

/** What is known of the documents that are being read. */
export function createTrustStore(bridge: Bridge, now: () => number = Date.now) {
  return createStore<TrustState>()((set, get) => {
    function put(id: string, sha256: string, change: Partial<Trust>) {
      const before = get().known.get(id);
      if (before && before.sha256 !== sha256 && !change.soundness) return;
      const trust = { sha256, made: null, soundness: { state: 'checking' } as const, ...before, ...change };
      set({ known: new Map(get().known).set(id, { ...trust, sha256 }) });
    }

    return {
      known: new Map(),
      async check(kit, { again = false } = {}) {
        const sha256 = kit.document?.sha256;
        if (sha256 === undefined) return;
        const before = get().known.get(kit.id);
        if (!again && before?.sha256 === sha256 && isFresh(before.soundness, now())) return;
        const made = before?.sha256 === sha256 ? before.made : madeWhen(kit, []);
        put(kit.id, sha256, { soundness: { state: 'checking' }, made });
        const history = bridge.kits.history(kit.id).then(
          (events) => put(kit.id, sha256, { made: madeWhen(kit, events) }),
          // Without its history it is shown as received.
          () => {},
        );
        const soundness = await bridge.documents.check(kit.id).then(
          ({ ok, checked_at: at, what }): Soundness =>
            ok ? { state: 'sound', at } : { state: 'altered', at, what },
          (error: unknown): Soundness => ({ state: 'unchecked', what: asUiFailure(error).message }),
        );
        await history;
        // The kit may have another document by now.
        if (get().known.get(kit.id)?.sha256 === sha256) put(kit.id, sha256, { soundness });
      },
    };
  });
}

function isFresh(soundness: Soundness, now: number): boolean {
  if (soundness.state === 'checking') return true;
  return soundness.state === 'sound' && now - Date.parse(soundness.at) < FRESH_MS;
}

/** What is known of the files of kits. */
export const [trustSlice, useTrust] = defineSlice(({ bridge }) => createTrustStore(bridge));
