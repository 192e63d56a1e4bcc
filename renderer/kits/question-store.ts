import { createStore } from 'zustand/vanilla';
import { defineSlice } from '../state/registry.tsx';

/** What is asked about before it is done to a kit. */
export type AskedAction = 'remove' | 'requestAgain' | 'cancel';

export interface KitQuestionState {
  asked: { kitId: string; action: AskedAction } | null;
  ask(kitId: string, action: AskedAction): void;
  /** It is answered, or nobody wants to know any more. */
  settle(): void;
}

/** The slice of the question before something is done to one kit, wherever it was asked for. */
export function createKitQuestionStore() {
  return createStore<KitQuestionState>()((set) => ({
    asked: null,
    ask: (kitId, action) => set({ asked: { kitId, action } }),
    settle: () => set({ asked: null }),
  }));
}

export type KitQuestionStore = ReturnType<typeof createKitQuestionStore>;

/** The question before a kit is cancelled or removed. */
export const [questionSlice, useQuestion] = defineSlice(() => createKitQuestionStore());
