import { createStore } from 'zustand/vanilla';
import type { Kit, KitsChanged } from '../../preload/contract.ts';
import { asUiFailure, type Bridge, type UiFailure } from '../bridge.ts';
import { strings } from '../strings.ts';
import { kitSpoken, stateLabel } from './kit-words.ts';

/** What a person can do to one kit. */
export type KitAction = 'cancel' | 'retry' | 'requestAgain' | 'remove' | 'saveCopy' | 'pin' | 'unpin';

export interface KitsState {
  status: 'loading' | 'ready' | 'failed';
  /** Why the list could not be read; null otherwise. */
  failure: UiFailure | null;
  /** Newest first; those that a newer one replaces come after all others. */
  kits: readonly Kit[];
  filter: string;
  /** Kits with an action under way. */
  busy: ReadonlySet<string>;
  /** What came of the last action on a kit, per kit. */
  outcome: ReadonlyMap<string, { failure: UiFailure } | { done: string }>;
  /** The last change of state in words, for the live region. */
  announcement: string;
  /** Reads the list and follows its changes; the answer stops following. */
  start(): () => void;
  /** Reads the list again, after a failure. */
  reload(): Promise<void>;
  setFilter(filter: string): void;
  /** Takes in kits that a call answered with, without waiting for their event. */
  merge(kits: readonly Kit[]): void;
  /** Takes in a kit as a call has left it. */
  update(kit: Kit): void;
  /** Does it; its failure is in `outcome`, never thrown. */
  act(action: KitAction, id: string): Promise<boolean>;
  clearOutcome(id: string): void;
}

function newestFirst(kits: Iterable<Kit>): Kit[] {
  return [...kits].sort(
    (a, b) =>
      Number(a.superseded_by !== null) - Number(b.superseded_by !== null) ||
      Date.parse(b.created_at) - Date.parse(a.created_at) ||
      (a.id < b.id ? 1 : -1),
  );
}

/** The slice of the library: all kits, live. */
export function createKitsStore(bridge: Bridge) {
  return createStore<KitsState>()((set, get) => {
    /** Removals are final: an id is never used again, so an answer that crosses its removal must not revive it. */
    const removed = new Set<string>();
    const seen = new Map<string, Kit>();

    function put(kits: readonly Kit[]) {
      for (const kit of kits) if (!removed.has(kit.id)) seen.set(kit.id, kit);
      set({ kits: newestFirst(seen.values()) });
    }

    function onChanged(change: KitsChanged) {
      const lines: string[] = [];
      for (const kit of change.changed) {
        const before = seen.get(kit.id);
        if (before && before.state !== kit.state)
          lines.push(
            strings.states.announce(
              kitSpoken(kit),
              kit.state === 'failed' && kit.failure ? kit.failure.message : stateLabel(kit),
            ),
          );
      }
      for (const id of change.removed) {
        removed.add(id);
        seen.delete(id);
      }
      put(change.changed);
      if (lines.length > 0) set({ announcement: lines.join('. ') });
    }

    function outcome(id: string, value: { failure: UiFailure } | { done: string } | null) {
      const next = new Map(get().outcome);
      if (value) next.set(id, value);
      else next.delete(id);
      set({ outcome: next });
    }

    function setBusy(id: string, on: boolean) {
      const next = new Set(get().busy);
      if (on) next.add(id);
      else next.delete(id);
      set({ busy: next });
    }

    async function perform(action: KitAction, id: string) {
      if (action === 'remove') {
        await bridge.kits.remove(id);
        onChanged({ changed: [], removed: [id] });
      } else if (action === 'saveCopy') {
        const file = await bridge.documents.saveCopy(id);
        if (file !== null) outcome(id, { done: strings.kit.saved(file) });
      } else if (action === 'pin' || action === 'unpin') {
        onChanged({ changed: [await bridge.kits.setPinned(id, action === 'pin')], removed: [] });
      } else {
        onChanged({ changed: [await bridge.kits[action](id)], removed: [] });
      }
    }

    return {
      status: 'loading',
      failure: null,
      kits: [],
      filter: '',
      busy: new Set(),
      outcome: new Map(),
      announcement: '',
      start() {
        // Follow first, read second: nothing can happen in between unseen.
        const stop = bridge.kits.onChanged(onChanged);
        void get().reload();
        return stop;
      },
      async reload() {
        if (get().status === 'failed') set({ status: 'loading', failure: null });
        try {
          const list = await bridge.kits.list();
          // An event that came before the answer may be newer than it.
          put(
            list.filter((kit) => {
              const known = seen.get(kit.id);
              return !known || Date.parse(known.state_since) <= Date.parse(kit.state_since);
            }),
          );
          set({ status: 'ready', failure: null });
        } catch (error) {
          set({ status: 'failed', failure: asUiFailure(error) });
        }
      },
      setFilter: (filter) => set({ filter }),
      merge: (kits) => {
        put(kits.filter((kit) => !seen.has(kit.id)));
      },
      update: (kit) => onChanged({ changed: [kit], removed: [] }),
      async act(action, id) {
        if (get().busy.has(id)) return false;
        outcome(id, null);
        setBusy(id, true);
        try {
          await perform(action, id);
          return true;
        } catch (error) {
          outcome(id, { failure: asUiFailure(error) });
          return false;
        } finally {
          setBusy(id, false);
        }
      },
      clearOutcome: (id) => outcome(id, null),
    };
  });
}

export type KitsStore = ReturnType<typeof createKitsStore>;
