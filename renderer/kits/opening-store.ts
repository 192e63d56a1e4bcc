import { createStore, type StoreApi } from 'zustand/vanilla';
import type { Kit } from '../../preload/contract.ts';
import type { UiFailure } from '../shell/state/bridge.ts';
import { oneAtATime } from '../shell/state/calls.ts';
import { navigationSlice } from '../shell/state/navigation-store.ts';
import { defineSlice } from '../shell/state/registry.tsx';
import { type ElsewhereOptions, windowsSlice } from '../shell/state/windows-store.ts';
import { type KitsStore, kitsSlice } from './kits-store.ts';
import { canOpen } from './soundness-words.ts';

/** A question that must be answered before a kit opens. */
type OpeningQuestion =
  /** A newer kit for the same flight is on this laptop. */
  | { kind: 'superseded'; kitId: string; newerId: string; page: number | undefined }
  /** Several kits should open together, and for some of them there is a newer kit. */
  | { kind: 'superseded_some'; kitIds: readonly string[]; newerOf: ReadonlyMap<string, string> }
  /** The service's messages have not been acknowledged. `opens`: the kit opens afterwards. */
  | { kind: 'acknowledge'; kitId: string; page: number | undefined; opens: boolean };

interface OpeningState {
  question: OpeningQuestion | null;
  busy: boolean;
  failure: UiFailure | null;
  /**
   * A person wants to read this kit, at this page or at their last place: it opens, or a question comes first. A kit without
   * a document is only selected. The page is of this kit: a newer one opens at its own place.
   */
  ask(kitId: string, page?: number): void;
  /** Does the same in another window. */
  askElsewhere(kitId: string, page?: number): void;
  /** Moves a kit that is open here to its own window; a failure becomes the kit's outcome. */
  moveElsewhere(kitId: string, options?: ElsewhereOptions): Promise<void>;
  /** Does the same without leaving the pane beside the list, to which the viewer returns. */
  askHere(kitId: string): void;
  /** A person wants to read only the service's messages: the kit does not open afterwards. */
  askMessages(kitId: string): void;
  /** Does the same for several kits at once, each in a tab: one question for all superseded ones. */
  askAll(kitIds: readonly string[]): void;
  /** The answers to `superseded` and `superseded_some`. */
  openNewer(): void;
  openThis(): void;
  /** The answer to `acknowledge`: the main process records it, then the kit opens. */
  acknowledge(): Promise<void>;
  cancel(): void;
}

/** Opens kits, after the questions that come first. Every way into the viewer goes through `ask`. */
export const [openingSlice, useOpening] = defineSlice(({ bridge, get: slice }) => {
  const [kits, navigation, windows] = [slice(kitsSlice), slice(navigationSlice), slice(windowsSlice)];
  return createStore<OpeningState>()((set, get, store) => {
    const { find } = kits.getState();

    /** Whether the kit of the question opens in its own window. */
    let elsewhere = false;
    const { enter, enterAll, goOn, forget } = createEntrance(store, kits, open);

    /** Opens the kit once every question is answered: here, in the window that has it open, or in its own window. */
    function open(kitId: string, page?: number) {
      if (elsewhere) void get().moveElsewhere(kitId, page === undefined ? {} : { page });
      else if (!windows.getState().showElsewhere(kitId, page)) navigation.getState().open(kitId, page);
    }

    function begin(kit: Kit | undefined, page?: number, inWindow = false) {
      if (!kit || !canOpen(kit) || get().busy) return;
      forget();
      elsewhere = inWindow;
      const newer = newerOf(kit, kits);
      if (newer)
        set({ question: { kind: 'superseded', kitId: kit.id, newerId: newer.id, page }, failure: null });
      else enter(kit, page);
    }

    return {
      question: null,
      busy: false,
      failure: null,
      ask(kitId, page) {
        const kit = find(kitId);
        if (!kit) return;
        navigation.getState().select(kit.id);
        begin(kit, page);
      },
      askElsewhere: (kitId, page) => begin(find(kitId), page, true),
      async moveElsewhere(kitId, options) {
        const failure = await windows.getState().openElsewhere(kitId, options);
        if (failure) kits.getState().tellFailure(kitId, failure);
      },
      askHere: (kitId) => begin(find(kitId)),
      askMessages(kitId) {
        const kit = find(kitId);
        if (!kit || kit.acknowledged || get().busy) return;
        forget();
        set({ question: { kind: 'acknowledge', kitId, page: undefined, opens: false }, failure: null });
      },
      askAll(kitIds) {
        if (get().busy) return;
        const ready = kitIds.flatMap((id) => find(id) ?? []).filter(canOpen);
        const newer = new Map(
          ready.flatMap((kit) => {
            const other = newerOf(kit, kits);
            return other ? [[kit.id, other.id] as const] : [];
          }),
        );
        const ids = ready.map(({ id }) => id);
        forget();
        elsewhere = false;
        if (newer.size === 0) enterAll(ids);
        else set({ question: { kind: 'superseded_some', kitIds: ids, newerOf: newer }, failure: null });
      },
      openNewer() {
        const { question } = get();
        if (question?.kind === 'superseded') enter(find(question.newerId));
        else if (question?.kind === 'superseded_some')
          enterAll(question.kitIds.map((id) => question.newerOf.get(id) ?? id));
      },
      openThis() {
        const { question } = get();
        if (question?.kind === 'superseded') enter(find(question.kitId), question.page);
        else if (question?.kind === 'superseded_some') enterAll(question.kitIds);
      },
      async acknowledge() {
        const { question, busy } = get();
        if (question?.kind !== 'acknowledge' || busy) return;
        const kit = await oneAtATime(set, get)(true, () => bridge.kits.acknowledge(question.kitId));
        if (kit) kits.getState().update(kit);
        // The person may have closed the dialog.
        if (!kit || get().question !== question) return;
        goOn(question.opens ? find(question.kitId) : undefined, question.page);
      },
      cancel() {
        forget();
        set({ question: null, failure: null });
      },
    };
  });
});

/** The newer kit to open instead; undefined if there is none on this laptop. */
function newerOf(kit: Kit, kits: KitsStore): Kit | undefined {
  const newer = kit.superseded_by === null ? undefined : kits.getState().find(kit.superseded_by);
  return newer?.state === 'ready' ? newer : undefined;
}

/** Opens kits once their messages have been read: asks about unread messages, one kit after the other. */
function createEntrance(store: StoreApi<OpeningState>, kits: KitsStore, open: OpeningState['ask']) {
  const { setState: set } = store;
  const { find } = kits.getState();
  /** Kits that wait until the messages of another kit have been read. */
  let waiting: readonly string[] = [];

  function enter(kit: Kit | undefined, page?: number) {
    set({ question: null, failure: null });
    if (!kit) return;
    if (!kit.acknowledged) set({ question: { kind: 'acknowledge', kitId: kit.id, page, opens: true } });
    else open(kit.id, page);
  }
  /** Opens the kits without unread messages, then asks about the others. */
  function enterAll(kitIds: readonly string[]) {
    const found = [...new Set(kitIds)].flatMap((id) => find(id) ?? []);
    for (const { id } of found.filter(({ acknowledged }) => acknowledged)) open(id);
    const [first, ...rest] = found.filter(({ acknowledged }) => !acknowledged);
    waiting = rest.map(({ id }) => id);
    enter(first);
  }
  /** After an answer: opens this kit, then those that waited for it. */
  function goOn(kit: Kit | undefined, page?: number) {
    const rest = waiting;
    enter(kit, page);
    if (rest.length > 0) enterAll(rest);
  }
  function forget() {
    waiting = [];
  }
  return { enter, enterAll, goOn, forget };
}
