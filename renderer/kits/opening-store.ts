import { createStore, type StoreApi } from 'zustand/vanilla';
import type { Kit } from '../../preload/contract.ts';
import type { UiFailure } from '../shell/state/bridge.ts';
import { oneAtATime } from '../shell/state/calls.ts';
import { navigationSlice } from '../shell/state/navigation-store.ts';
import { defineSlice } from '../shell/state/registry.tsx';
import { type ElsewhereOptions, windowsSlice } from '../shell/state/windows-store.ts';
import { type KitsStore, kitsSlice } from './kits-store.ts';
import { canOpen } from './soundness-words.ts';

/** What must be answered before a kit opens. */
type OpeningQuestion =
  /** A newer kit for the same flight is on this laptop. */
  | { kind: 'superseded'; kitId: string; newerId: string; page: number | undefined }
  /** The same of some of several kits that are to open together. */
  | { kind: 'superseded_some'; kitIds: readonly string[]; newerOf: ReadonlyMap<string, string> }
  /** The service's messages have not been acknowledged. `opens`: the kit opens then. */
  | { kind: 'acknowledge'; kitId: string; page: number | undefined; opens: boolean };

interface OpeningState {
  question: OpeningQuestion | null;
  busy: boolean;
  failure: UiFailure | null;
  /**
   * A person wants to read this kit, at this page or where they were last: it opens, or a question comes first. One that
   * has no document is selected only. The page is of this kit: a newer one opens at its own place.
   */
  ask(kitId: string, page?: number): void;
  /** The same in a window of its own. */
  askElsewhere(kitId: string, page?: number): void;
  /** A kit that is open here opens in a window of its own; why it could not is the outcome of an action on it. */
  moveElsewhere(kitId: string, options?: ElsewhereOptions): Promise<void>;
  /** The same without leaving the pane beside the list: one comes back to it from the viewer. */
  askHere(kitId: string): void;
  /** A person wants to read the service's messages alone: the kit does not open then. */
  askMessages(kitId: string): void;
  /** The same for several kits at once, in a tab each: one question for all that a newer kit replaces. */
  askAll(kitIds: readonly string[]): void;
  /** The answers to `superseded` and `superseded_some`. */
  openNewer(): void;
  openThis(): void;
  /** The answer to `acknowledge`: recorded by the main process, then the kit opens. */
  acknowledge(): Promise<void>;
  cancel(): void;
}

/** The way from the wish to read a kit to its opening. Every way into the viewer goes through `ask`. */
export const [openingSlice, useOpening] = defineSlice(({ bridge, get: slice }) => {
  const [kits, navigation, windows] = [slice(kitsSlice), slice(navigationSlice), slice(windowsSlice)];
  return createStore<OpeningState>()((set, get, store) => {
    const { find } = kits.getState();

    /** Whether what is asked about opens in a window of its own. */
    let elsewhere = false;
    const { enter, enterAll, goOn, forget } = createEntrance(store, kits, open);

    /** Every question is answered: here, in the window that has it open, or in one of its own. */
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

/** The newer kit to open instead, where it is here; undefined where there is none. */
function newerOf(kit: Kit, kits: KitsStore): Kit | undefined {
  const newer = kit.superseded_by === null ? undefined : kits.getState().find(kit.superseded_by);
  return newer?.state === 'ready' ? newer : undefined;
}

/** Lets kits in once their messages have been read: asks about those whose are not, one after the other. */
function createEntrance(store: StoreApi<OpeningState>, kits: KitsStore, open: OpeningState['ask']) {
  const { setState: set } = store;
  const { find } = kits.getState();
  /** Those that wait until the messages of another have been read. */
  let waiting: readonly string[] = [];

  function enter(kit: Kit | undefined, page?: number) {
    set({ question: null, failure: null });
    if (!kit) return;
    if (!kit.acknowledged) set({ question: { kind: 'acknowledge', kitId: kit.id, page, opens: true } });
    else open(kit.id, page);
  }
  /** Opens what has nothing left to be read, then asks about the others. */
  function enterAll(kitIds: readonly string[]) {
    const found = [...new Set(kitIds)].flatMap((id) => find(id) ?? []);
    for (const { id } of found.filter(({ acknowledged }) => acknowledged)) open(id);
    const [first, ...rest] = found.filter(({ acknowledged }) => !acknowledged);
    waiting = rest.map(({ id }) => id);
    enter(first);
  }
  /** After an answer: this one, then those that waited for it. */
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
