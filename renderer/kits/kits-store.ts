import { createStore } from 'zustand/vanilla';
import type { Kit, KitsChanged } from '../../preload/contract.ts';
import { whenIdle } from '../design/idle.ts';
import { asUiFailure, type Bridge, type UiFailure } from '../ipc/bridge.ts';
import { defineSlice } from '../state/registry.tsx';
import { strings } from '../strings/strings.ts';
import { kitSpoken, stateLabel } from './kit-words.ts';
import { chosenOrder } from './list/chosen-order.ts';
import { SortedList } from './list/sorted-list.ts';

/** What a person can do to one kit. */
export type KitAction = 'cancel' | 'retry' | 'requestAgain' | 'remove' | 'saveCopy' | 'pin' | 'unpin';
/** What a person can do to many kits at once. */
export type BulkAction = 'cancel' | 'retry' | 'remove' | 'pin' | 'unpin';

/** What came of a bulk action. */
export interface BulkOutcome {
  action: BulkAction;
  done: number;
  /** Why the others were left as they were, each reason once. */
  failures: readonly UiFailure[];
  failed: number;
}

export interface KitsState {
  status: 'loading' | 'ready' | 'failed';
  /** Whether all kits are there; the first screenful comes ahead of the others. */
  complete: boolean;
  /** Why the list could not be read; null otherwise. */
  failure: UiFailure | null;
  /** Newest first; those that a newer one replaces come after all others. */
  kits: readonly Kit[];
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
  /** The kit of this id, as it is now. */
  find(id: string): Kit | undefined;
  /** Takes in kits that a call answered with, without waiting for their event. */
  merge(kits: readonly Kit[]): void;
  /** Takes in a kit as a call has left it. */
  update(kit: Kit): void;
  /** Does it; its failure is in `outcome`, never thrown. */
  act(action: KitAction, id: string): Promise<boolean>;
  /** Does it to each kit, a few at a time; whatever fails leaves its kit as it was. */
  actAll(action: BulkAction, ids: readonly string[]): Promise<BulkOutcome>;
  /** Requests the same trip once more, as a new kit; its id, or null where that failed (see `outcome`). */
  renew(id: string): Promise<string | null>;
  clearOutcome(id: string): void;
}

/** How long the whole list waits for the first kits to be drawn, ms. */
const REST_LATEST_MS = 300;

/** Bulk actions under way at a time, and how many come back as one change. */
const AT_ONCE = 8;

/** Times of the contract are ISO 8601 to the millisecond, so that their texts sort as they do. */
function newestFirst(a: Kit, b: Kit): number {
  const superseded = Number(a.superseded_by !== null) - Number(b.superseded_by !== null);
  if (superseded !== 0) return superseded;
  if (a.created_at !== b.created_at) return a.created_at < b.created_at ? 1 : -1;
  return a.id === b.id ? 0 : a.id < b.id ? 1 : -1;
}

/**
 * The slice of the library: all kits, live.
 *
 * @param firstFit whether the kits of the next flights are the ones that the list begins with
 */
export function createKitsStore(bridge: Bridge, firstFit: () => boolean = () => true) {
  return createStore<KitsState>()((set, get) => {
    /** Removals are final: an id is never used again, so an answer that crosses its removal must not revive it. */
    const removed = new Set<string>();
    const seen = new Map<string, Kit>();
    const sorted = new SortedList<Kit>(newestFirst);

    function put(kits: readonly Kit[], gone: readonly string[] = []) {
      const out: Kit[] = [];
      const take = (id: string) => {
        const before = seen.get(id);
        if (before) out.push(before);
        return seen.delete(id);
      };
      for (const id of gone) {
        removed.add(id);
        take(id);
      }
      // Of two of one id in the same change the later one counts.
      const latest = new Map(kits.filter(({ id }) => !removed.has(id)).map((kit) => [kit.id, kit]));
      for (const kit of latest.values()) {
        take(kit.id);
        seen.set(kit.id, kit);
      }
      sorted.change(out, [...latest.values()]);
      if (sorted.items !== get().kits) set({ kits: sorted.items });
    }

    /** Takes in an answer. An event that came before it may be newer than it. */
    function takeIn(kits: readonly Kit[]) {
      put(
        kits.filter((kit) => {
          const known = seen.get(kit.id);
          return !known || Date.parse(known.state_since) <= Date.parse(kit.state_since);
        }),
      );
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
      put(change.changed, change.removed);
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

    /** What the kit is afterwards; null: gone. */
    async function performOne(action: BulkAction, id: string): Promise<Kit | null> {
      if (action === 'remove') {
        await bridge.kits.remove(id);
        return null;
      }
      if (action === 'pin' || action === 'unpin') return bridge.kits.setPinned(id, action === 'pin');
      return bridge.kits[action](id);
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
      complete: false,
      failure: null,
      kits: [],
      busy: new Set(),
      outcome: new Map(),
      announcement: '',
      start() {
        // Follow first, read second: nothing can happen in between unseen.
        const stop = bridge.kits.on('changed', onChanged);
        void get().reload();
        return stop;
      },
      async reload() {
        if (get().status === 'failed') set({ status: 'loading', failure: null });
        try {
          // Without them the whole list is only a little later.
          const first = get().complete || !firstFit() ? [] : await bridge.kits.first().catch(() => []);
          if (first.length > 0) {
            takeIn(first);
            set({ status: 'ready', failure: null });
            // What a person sees first is drawn before all the others come.
            await whenIdle(REST_LATEST_MS);
          }
          const all = await bridge.kits.list();
          const there = new Set(all.map(({ id }) => id));
          takeIn(all);
          // The first ones were asked for before changes were followed: one may have been removed unheard.
          put(
            [],
            first.map(({ id }) => id).filter((id) => !there.has(id)),
          );
          set({ status: 'ready', complete: true, failure: null });
        } catch (error) {
          set({ status: 'failed', failure: asUiFailure(error) });
        }
      },
      find: (id) => seen.get(id),
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
      async actAll(action, ids) {
        const failures = new Map<string, UiFailure>();
        let done = 0;
        let failed = 0;
        const free = ids.filter((id) => !get().busy.has(id));
        set({ busy: new Set([...get().busy, ...free]) });
        try {
          for (let at = 0; at < free.length; at += AT_ONCE) {
            const some = free.slice(at, at + AT_ONCE);
            const changed: Kit[] = [];
            const gone: string[] = [];
            await Promise.all(
              some.map(async (id) => {
                try {
                  const kit = await performOne(action, id);
                  if (kit) changed.push(kit);
                  else gone.push(id);
                  done += 1;
                } catch (error) {
                  const failure = asUiFailure(error);
                  failures.set(failure.message, failure);
                  failed += 1;
                }
              }),
            );
            onChanged({ changed, removed: gone });
          }
        } finally {
          const rest = new Set(get().busy);
          for (const id of free) rest.delete(id);
          set({ busy: rest });
        }
        return { action, done, failed, failures: [...failures.values()] };
      },
      async renew(id) {
        const kit = seen.get(id);
        if (!kit?.trip || get().busy.has(id)) return null;
        outcome(id, null);
        setBusy(id, true);
        try {
          const made = await bridge.kits.request(kit.profile_id, [kit.trip]);
          get().merge(made);
          return made[0]?.id ?? null;
        } catch (error) {
          outcome(id, { failure: asUiFailure(error) });
          return null;
        } finally {
          setBusy(id, false);
        }
      },
      clearOutcome: (id) => outcome(id, null),
    };
  });
}

export type KitsStore = ReturnType<typeof createKitsStore>;

/** The kits of this window. */
export const [kitsSlice, useKits] = defineSlice(({ bridge }) =>
  // In another order the whole list would begin with others: they would jump away under the person's eyes.
  createKitsStore(bridge, () => chosenOrder() === 'departure'),
);
