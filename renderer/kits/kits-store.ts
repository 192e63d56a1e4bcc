import { createStore } from 'zustand/vanilla';
import type { Kit, KitsChanged, Trip } from '../../preload/contract.ts';
import { appearanceStore } from '../design/appearance.ts';
import { choicesStore } from '../design/choices.ts';
import { whenIdle } from '../design/timing.ts';
import { asUiFailure, type Bridge, type UiFailure } from '../shell/state/bridge.ts';
import { defineSlice } from '../shell/state/registry.tsx';
import { windowsSlice } from '../shell/state/windows-store.ts';
import { type KitAction, kitSpoken, stateLabel } from './kit-words.ts';
import { chosenArrangement, showsNextFirst } from './list/arrangement.ts';
import { KitCollection } from './list/kit-collection.ts';
import { isFreshlyChecked } from './soundness-words.ts';
import { kitWords, stateWords } from './words.ts';

/** What a person can do to many kits at once. */
export type BulkAction = 'cancel' | 'tryNow' | 'retry' | 'remove' | 'pin' | 'unpin';

/** The result of a bulk action. */
export interface BulkOutcome {
  action: BulkAction;
  done: number;
  /** Why the other kits were left unchanged, each reason once. */
  failures: readonly UiFailure[];
  failed: number;
}

export type KitOutcome = { failure: UiFailure } | { done: string };

interface KitsState {
  status: 'loading' | 'ready' | 'failed';
  /** Whether all kits are loaded; the first screenful is loaded before the others. */
  complete: boolean;
  /** Why the list could not be read; null otherwise. */
  failure: UiFailure | null;
  /** Newest first; superseded kits come after all others. */
  kits: readonly Kit[];
  /** Kits that a call is running for. */
  busy: ReadonlySet<string>;
  /** The result of the last action on a kit, per kit. */
  outcome: ReadonlyMap<string, KitOutcome>;
  /** The last state change in words, for the live region. */
  announcement: string;
  /** Reads the list and follows its changes. Returns a function that stops following. */
  start(): () => void;
  /** Reads the list again, after a failure. */
  reload(): Promise<void>;
  /** The current kit with this id. */
  find(id: string): Kit | undefined;
  /** Adds or updates kits from a call's answer, without waiting for their event. */
  merge(kits: readonly Kit[]): void;
  /** Updates a kit from a call's answer. */
  update(kit: Kit): void;
  /** Runs the action; a failure is in `outcome`, never thrown. */
  act(action: KitAction, id: string): Promise<boolean>;
  /** Runs the action for each kit, a few at a time; if it fails, the kit is unchanged. */
  actAll(action: BulkAction, ids: readonly string[]): Promise<BulkOutcome>;
  /** Requests the same trip again, as a new kit. Resolves to its id, or to null if that failed (see `outcome`). */
  renew(id: string): Promise<string | null>;
  /** Sets the departure of a kit whose request had none. Resolves to false if that failed (see `outcome`). */
  enterDeparture(id: string, trip: Trip): Promise<boolean>;
  /**
   * Has the document of a kit checked, unless a check runs or found it sound minutes ago. The result is the kit's
   * `soundness`. Never rejects.
   */
  checkDocument(kit: Kit, options?: { again?: boolean }): Promise<void>;
  clearOutcome(id: string): void;
  /** Sets the failure of something that was tried with the kit as its outcome. */
  tellFailure(id: string, failure: UiFailure): void;
}

/** Longest wait of the whole list for the first kits to be drawn, ms. */
const FIRST_DRAWN_MS = 300;

/** Calls of a bulk action that run at a time, and whose results are applied as one change. */
const AT_ONCE = 8;

/** The announcement of a change for screen readers; '' if no state changes. */
function announced(changed: readonly Kit[], find: (id: string) => Kit | undefined): string {
  return changed
    .filter(({ id, state }) => (find(id)?.state ?? state) !== state)
    .map((kit) => {
      const failure = kit.state === 'failed' ? kit.failure : null;
      return stateWords.announce(kitSpoken(kit), failure?.message ?? stateLabel(kit));
    })
    .join('. ');
}

/** Has the main process run the action. Resolves to what has changed. */
async function perform(
  bridge: Bridge,
  action: Exclude<KitAction, 'saveCopy'>,
  id: string,
): Promise<KitsChanged> {
  if (action === 'remove') {
    await bridge.kits.remove(id);
    return { changed: [], removed: [id] };
  }
  const pinning = action === 'pin' || action === 'unpin';
  const kit = await (pinning ? bridge.kits.setPinned(id, action === 'pin') : bridge.kits[action](id));
  return { changed: [kit], removed: [] };
}

/** Runs the action for each kit, a few at a time; `take` gets what has changed. Never rejects. */
async function performAll(
  bridge: Bridge,
  action: BulkAction,
  ids: readonly string[],
  take: (change: KitsChanged) => void,
): Promise<BulkOutcome> {
  const failures: UiFailure[] = [];
  for (let at = 0; at < ids.length; at += AT_ONCE) {
    const some = ids.slice(at, at + AT_ONCE);
    const results = await Promise.allSettled(some.map((id) => perform(bridge, action, id)));
    const changes = results.flatMap((result) => (result.status === 'fulfilled' ? [result.value] : []));
    for (const result of results) if (result.status === 'rejected') failures.push(asUiFailure(result.reason));
    take({
      changed: changes.flatMap(({ changed }) => changed),
      removed: changes.flatMap(({ removed }) => removed),
    });
  }
  const reasons = new Map(failures.map((failure) => [failure.message, failure]));
  const failed = failures.length;
  return { action, done: ids.length - failed, failed, failures: [...reasons.values()] };
}

/** Tracks the calls about single kits: which kits are busy, and the outcome of each kit's last call. */
function kitCalls(set: (patch: Partial<KitsState>) => void, get: () => KitsState) {
  function setOutcome(id: string, outcome: KitOutcome | null) {
    const next = new Map(get().outcome);
    if (outcome) next.set(id, outcome);
    else next.delete(id);
    set({ outcome: next });
  }

  function setBusy(ids: readonly string[], busy: boolean) {
    const next = new Set(get().busy);
    for (const id of ids) {
      if (busy) next.add(id);
      else next.delete(id);
    }
    set({ busy: next });
  }

  /** Runs a call about one kit. Resolves to its answer, or to null if it failed or the kit is busy. */
  async function whileBusy<T>(id: string, call: () => Promise<T>): Promise<T | null> {
    if (get().busy.has(id)) return null;
    setOutcome(id, null);
    setBusy([id], true);
    try {
      return await call();
    } catch (error) {
      setOutcome(id, { failure: asUiFailure(error) });
      return null;
    } finally {
      setBusy([id], false);
    }
  }

  return { setOutcome, setBusy, whileBusy };
}

/** What is done with the trip of a kit. */
function tripActions(
  bridge: Bridge,
  get: () => KitsState,
  whileBusy: ReturnType<typeof kitCalls>['whileBusy'],
): Pick<KitsState, 'renew' | 'enterDeparture'> {
  return {
    async renew(id) {
      const { profile_id, trip } = get().find(id) ?? {};
      if (!profile_id || !trip) return null;
      const made = await whileBusy(id, () => bridge.kits.request(profile_id, [trip]));
      if (made) get().merge(made);
      return made?.[0]?.id ?? null;
    },
    async enterDeparture(id, trip) {
      const kit = await whileBusy(id, () => bridge.kits.enterDeparture(id, trip));
      if (kit) get().update(kit);
      return kit !== null;
    },
  };
}

/** All kits, kept up to date. */
export const [kitsSlice, useKits] = defineSlice(({ bridge, get: slice }) => {
  const collection = new KitCollection();
  return createStore<KitsState>()((set, get) => {
    const { setOutcome, setBusy, whileBusy } = kitCalls(set, get);

    function show() {
      if (collection.kits !== get().kits) set({ kits: collection.kits });
    }

    function onChanged({ changed, removed }: KitsChanged) {
      const announcement = announced(changed, (id) => collection.find(id));
      collection.change(changed, removed);
      show();
      // In cockpit mode nobody is interrupted, not even by a screen reader.
      if (announcement !== '' && !appearanceStore.getState().cockpit) set({ announcement });
    }

    /** Reads the kits of the next flights, then all. */
    async function read() {
      // In another order the list begins with other kits. Without the first kits it is only a little later.
      const nextFirst = showsNextFirst(chosenArrangement(choicesStore.getState()));
      // An additional window gets its own kit first.
      const isFurther = slice(windowsSlice).getState().viewer !== null;
      const early = !get().complete && (nextFirst || isFurther);
      const first = early ? await bridge.kits.first().catch(() => []) : [];
      if (first.length > 0) {
        collection.takeIn(first);
        show();
        set({ status: 'ready', failure: null });
        // The first kits are drawn before the others are loaded.
        await whenIdle(FIRST_DRAWN_MS);
      }
      const all = await bridge.kits.list();
      const ids = new Set(all.map(({ id }) => id));
      collection.takeIn(all);
      // The first kits were requested before changes were followed: one may have been removed unnoticed.
      collection.change(
        [],
        first.map(({ id }) => id).filter((id) => !ids.has(id)),
      );
      show();
      set({ status: 'ready', complete: true, failure: null });
    }

    async function saveCopy(id: string) {
      const file = await bridge.documents.saveCopy(id);
      if (file !== null) setOutcome(id, { done: kitWords.saved(file) });
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
        // Follow first, then read, so that no change is missed.
        const stop = bridge.kits.on('changed', onChanged);
        void get().reload();
        return stop;
      },
      async reload() {
        if (get().status === 'failed') set({ status: 'loading', failure: null });
        await read().catch((error) => set({ status: 'failed', failure: asUiFailure(error) }));
      },
      find: (id) => collection.find(id),
      merge(kits) {
        collection.change(kits.filter(({ id }) => !collection.find(id)));
        show();
      },
      update: (kit) => onChanged({ changed: [kit], removed: [] }),
      async act(action, id) {
        const done = await whileBusy(id, async () => {
          if (action === 'saveCopy') await saveCopy(id);
          else onChanged(await perform(bridge, action, id));
          return true;
        });
        return done ?? false;
      },
      async actAll(action, ids) {
        const free = ids.filter((id) => !get().busy.has(id));
        setBusy(free, true);
        const outcome = await performAll(bridge, action, free, onChanged);
        setBusy(free, false);
        return outcome;
      },
      ...tripActions(bridge, get, whileBusy),
      async checkDocument(kit, { again = false } = {}) {
        if (!kit.document || (!again && isFreshlyChecked(kit, Date.now()))) return;
        // If the call fails, nothing new is known, and the kit's `soundness` stays.
        await bridge.documents.check(kit.id).then(get().update, () => {});
      },
      clearOutcome: (id) => setOutcome(id, null),
      tellFailure: (id, failure) => setOutcome(id, { failure }),
    };
  });
});

export type KitsStore = ReturnType<typeof kitsSlice>;

/** Resolves once all kits are loaded, or their list could not be read: at the start only the first of them are there. */
export async function allLoaded(kits: Pick<KitsStore, 'getState' | 'subscribe'>): Promise<void> {
  const isSettled = () => kits.getState().complete || kits.getState().status === 'failed';
  const { promise, resolve } = Promise.withResolvers<void>();
  const stop = kits.subscribe(() => isSettled() && resolve());
  if (!isSettled()) await promise;
  stop();
}
