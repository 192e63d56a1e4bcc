import { createStore } from 'zustand/vanilla';
import type { Kit } from '../../preload/contract.ts';
import type { NavigationStore } from '../app/navigation-store.ts';
import { asUiFailure, type Bridge, type UiFailure } from '../bridge.ts';
import type { KitsStore } from '../library/kits-store.ts';

/** What must be answered before a kit opens. */
export type OpeningQuestion =
  /** A newer kit for the same flight is on this laptop. */
  | { kind: 'superseded'; kitId: string; newerId: string; page: number | undefined }
  /** The service's messages have not been acknowledged. */
  | { kind: 'acknowledge'; kitId: string; page: number | undefined };

export interface OpeningState {
  question: OpeningQuestion | null;
  busy: boolean;
  failure: UiFailure | null;
  /**
   * A person wants to read this kit, at this page or where they were last: it opens, or a question comes first. One that
   * is not ready is selected only. The page is of this kit: a newer one opens at its own place.
   */
  ask(kitId: string, page?: number): void;
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

    function enter(kit: Kit | undefined, page?: number) {
      set({ question: null, failure: null });
      if (!kit) return;
      if (!kit.acknowledged) set({ question: { kind: 'acknowledge', kitId: kit.id, page } });
      else navigation.getState().open(kit.id, page);
    }

    return {
      question: null,
      busy: false,
      failure: null,
      ask(kitId, page) {
        const kit = find(kitId);
        if (!kit) return;
        navigation.getState().select(kit.id);
        if (kit.state !== 'ready' || get().busy) return;
        const newer = kit.superseded_by === null ? undefined : find(kit.superseded_by);
        if (newer?.state === 'ready')
          set({ question: { kind: 'superseded', kitId, newerId: newer.id, page }, failure: null });
        else enter(kit, page);
      },
      openNewer() {
        const { question } = get();
        if (question?.kind === 'superseded') enter(find(question.newerId));
      },
      openThis() {
        const { question } = get();
        if (question?.kind === 'superseded') enter(find(question.kitId), question.page);
      },
      async acknowledge() {
        const { question, busy } = get();
        if (question?.kind !== 'acknowledge' || busy) return;
        set({ busy: true, failure: null });
        try {
          kits.getState().update(await bridge.kits.acknowledge(question.kitId));
          set({ busy: false });
          // The person may have closed the dialog meanwhile.
          if (get().question === question) enter(find(question.kitId), question.page);
        } catch (error) {
          set({ busy: false, failure: asUiFailure(error) });
        }
      },
      cancel: () => set({ question: null, failure: null }),
    };
  });
}

export type OpeningStore = ReturnType<typeof createOpeningStore>;
