import { createStore } from 'zustand/vanilla';
import type { Kit } from '../../preload/contract.ts';
import type { NavigationStore } from '../app/navigation-store.ts';
import { asUiFailure, type Bridge, type UiFailure } from '../bridge.ts';
import type { KitsStore } from '../library/kits-store.ts';

/** What must be answered before a kit opens. */
export type OpeningQuestion =
  /** A newer kit for the same flight is on this laptop. */
  | { kind: 'superseded'; kitId: string; newerId: string }
  /** The service's messages have not been acknowledged. */
  | { kind: 'acknowledge'; kitId: string };

export interface OpeningState {
  question: OpeningQuestion | null;
  busy: boolean;
  failure: UiFailure | null;
  /** A person wants to read this kit: it opens, or a question comes first. One that is not ready is selected only. */
  ask(kitId: string): void;
  /** The answers to `superseded`. */
  openNewer(): void;
  openThis(): void;
  /** The answer to `acknowledge`: recorded by the main process, then the kit opens. */
  acknowledge(): Promise<void>;
  cancel(): void;
}

/** The slice between the wish to read a kit and its opening. Every way into the viewer goes through `ask`. */
export function createOpeningStore(bridge: Bridge, kits: KitsStore, navigation: NavigationStore) {
  return createStore<OpeningState>()((set, get) => {
    const find = (id: string): Kit | undefined => kits.getState().kits.find((kit) => kit.id === id);

    function enter(kit: Kit | undefined) {
      set({ question: null, failure: null });
      if (!kit) return;
      if (!kit.acknowledged) set({ question: { kind: 'acknowledge', kitId: kit.id } });
      else navigation.getState().open(kit.id);
    }

    return {
      question: null,
      busy: false,
      failure: null,
      ask(kitId) {
        const kit = find(kitId);
        if (!kit) return;
        navigation.getState().select(kit.id);
        if (kit.state !== 'ready' || get().busy) return;
        const newer = kit.superseded_by === null ? undefined : find(kit.superseded_by);
        if (newer?.state === 'ready')
          set({ question: { kind: 'superseded', kitId, newerId: newer.id }, failure: null });
        else enter(kit);
      },
      openNewer() {
        const { question } = get();
        if (question?.kind === 'superseded') enter(find(question.newerId));
      },
      openThis() {
        const { question } = get();
        if (question?.kind === 'superseded') enter(find(question.kitId));
      },
      async acknowledge() {
        const { question, busy } = get();
        if (question?.kind !== 'acknowledge' || busy) return;
        set({ busy: true, failure: null });
        try {
          kits.getState().update(await bridge.kits.acknowledge(question.kitId));
          set({ busy: false });
          // The person may have closed the dialog meanwhile.
          if (get().question === question) enter(find(question.kitId));
        } catch (error) {
          set({ busy: false, failure: asUiFailure(error) });
        }
      },
      cancel: () => set({ question: null, failure: null }),
    };
  });
}

export type OpeningStore = ReturnType<typeof createOpeningStore>;
