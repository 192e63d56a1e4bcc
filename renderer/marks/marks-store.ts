import { createStore } from 'zustand/vanilla';
import { pinDraft, pinOf } from '../../main/marks/rules/pin-names.ts';
import type {
  BookmarkPlace,
  Mark,
  MarkColour,
  MarkDraft,
  OutlineEntry,
  PinName,
} from '../../preload/contract.ts';
import { pageOfPin } from '../charts/pin-order.ts';
import { asUiFailure, type Bridge } from '../shell/state/bridge.ts';
import { MarkEdits } from './mark-edits.ts';
import { byPlace, groupByPage, headingOf, isToggled, type ShownMark, startOf } from './mark-order.ts';
import { marksWords } from './words.ts';

export type Tool = 'highlight' | 'ink' | 'erase' | 'note';

/** What the small editor beside a place is open for. */
export type Editing =
  | { key: string }
  /** A new note that does not exist yet. */
  | { page: number; x: number; y: number };

export interface MarksState {
  kitId: string;
  /** By page, on a page from the top down. */
  marks: readonly ShownMark[];
  /** The marks to draw, without those of another document. An array stays the same while nothing on its page changes. */
  byPage: ReadonlyMap<number, readonly ShownMark[]>;
  /** All bookmarks of this laptop, with their pages in this kit; null until requested. */
  bookmarks: readonly BookmarkPlace[] | null;
  status: 'loading' | 'ready' | 'failed';
  /** A sentence, when `status` is `failed`. */
  failure: string | null;
  tool: Tool | null;
  highlighter: MarkColour;
  pen: MarkColour;
  /** Share of the page's width. */
  penWidth: number;
  editing: Editing | null;
  /** The mark to focus once its page is there. */
  wanted: string | null;
  /** The note of a chart or an airport that is to be removed from all kits, once the person agreed. */
  removing: string | null;
  canUndo: boolean;
  canRedo: boolean;
  load(kitId: string): Promise<void>;
  /** Applies changes from elsewhere to the marks of this or another kit; null: of any. Marks being edited here are kept. */
  followOthers(kitId: string | null): Promise<void>;
  loadBookmarks(): Promise<void>;
  setTool(tool: Tool | null): void;
  setColour(colour: MarkColour): void;
  /** Each resolves to a sentence why it failed, or null. What is shown is then as before, and the failure has been shown. */
  add(draft: MarkDraft): Promise<string | null>;
  change(key: string, draft: MarkDraft): Promise<string | null>;
  /** Asks first where the mark is a note that is removed from all kits. A note of the company stays. */
  remove(key: string): Promise<string | null>;
  /** The answer to that. */
  answerRemoval(yes: boolean): Promise<void>;
  /** Keeps a waiting note on its page of this kit. */
  keepNote(id: string): Promise<void>;
  /** A bookmark of any kit. */
  removeBookmark(id: string): Promise<void>;
  /** Adds a line to the current drawing, or begins one. */
  draw(page: number, stroke: number[], at: number): void;
  /** Sets or removes a bookmark of the page, or exactly this pin. */
  togglePage(kind: 'pin' | 'bookmark', of: PinName): Promise<void>;
  edit(editing: Editing | null): void;
  /** Goes to a mark and puts the focus on it. */
  reveal(key: string): void;
  revealed(): void;
  undo(): void;
  redo(): void;
}

interface MarksDeps {
  /** The calls that store marks. */
  bridge: Omit<Bridge['marks'], 'on'>;
  /** The outline of the open document; empty if it has none. */
  outline(): Promise<readonly OutlineEntry[]>;
  /** The chart that a page belongs to; null if not known. */
  nameAt(page: number): string | null;
  goTo(page: number, down: number): void;
  /** Goes to the pinned page, or chart of a sheet. */
  goToPin(pin: PinName): void;
  /** A sentence for the person, shown and read out. */
  tell(sentence: string): void;
}

/** What the groups of actions share. */
interface Shared extends MarksDeps {
  get: () => MarksState;
  set: (patch: Partial<MarksState>) => void;
  edits: MarkEdits;
  find: (key: string) => ShownMark | undefined;
  newKey: () => string;
}

/** Letters of a bookmark's title (contract, MarkDraft). */
const MAX_TITLE = 500;
/** Lines that follow each other so soon are one drawing, ms; and so many at most. */
const SAME_DRAWING_MS = 2_000;
const MAX_LINES = 200;

/** The store of the marks of one open document. */
export function createMarksStore(deps: MarksDeps) {
  const { bridge, goTo, goToPin, tell } = deps;
  return createStore<MarksState>()((set, get) => {
    let serial = 0;
    const find = (key: string) => get().marks.find((shown) => shown.key === key);
    const edits = new MarkEdits({
      bridge,
      kitId: () => get().kitId,
      find,
      put: (key, draft, kept) => show(withDraft(get(), key, draft, kept)),
      tell,
      onSteps: set,
    });

    function newKey(): string {
      serial += 1;
      return `mark-${serial}`;
    }
    function show(marks: readonly ShownMark[]) {
      const sorted = marks.toSorted((a, b) => byPlace(a.mark.draft, b.mark.draft));
      set({ marks: sorted, byPage: groupByPage(sorted, get().byPage) });
    }
    const shared: Shared = { ...deps, get, set, edits, find, newKey };
    return {
      ...initial,
      ...pageActions(shared),
      ...toolActions(shared),
      ...noteActions(shared),
      async load(kitId) {
        set({ kitId, status: 'loading', failure: null });
        try {
          const found = await bridge.list(kitId);
          const known = found.map((mark) => {
            const key = newKey();
            edits.know(key, mark.id);
            return { key, mark };
          });
          // Marks made while the list was read are not in it.
          show([...known, ...get().marks.filter(({ key }) => !edits.knows(key))]);
          set({ status: 'ready' });
        } catch (error) {
          set({ status: 'failed', failure: marksWords.failed.load(asUiFailure(error).message) });
        }
      },
      async followOthers(changed) {
        if (get().bookmarks !== null) void get().loadBookmarks();
        const { kitId } = get();
        if ((changed ?? kitId) !== kitId || get().status !== 'ready') return;
        try {
          // An edit that began meanwhile may not be in the answer: read again.
          for (let asked: unknown = null; asked !== edits.settled(); ) {
            asked = edits.settled();
            await asked;
            const found = await bridge.list(kitId);
            if (asked !== edits.settled() || kitId !== get().kitId) continue;
            const known = found.map((mark) => {
              const key = edits.keyOf(mark.id) ?? newKey();
              edits.know(key, mark.id);
              const before = find(key);
              return before && JSON.stringify(before.mark) === JSON.stringify(mark) ? before : { key, mark };
            });
            show([...known, ...get().marks.filter(({ key }) => !edits.knows(key))]);
          }
        } catch {
          // The shown marks stay; the next change, or opening, reads again.
        }
      },
      add: (draft) => edits.make(newKey(), draft),
      change: async (key, draft) => (find(key) ? edits.make(key, draft) : null),
      async remove(key) {
        const { editing } = get();
        if (editing && 'key' in editing && editing.key === key) set({ editing: null });
        const shown = find(key);
        if (shown?.mark.lasting?.company !== undefined) return null;
        if (shown?.mark.lasting) set({ removing: key });
        return shown && !shown.mark.lasting ? edits.make(key, null) : null;
      },
      edit: (editing) => set({ editing }),
      reveal(key) {
        const draft = find(key)?.mark.draft;
        if (!draft) return;
        set({ wanted: key });
        if (draft.kind === 'pin') goToPin(pinOf(draft));
        else goTo(draft.page, Math.max(0, startOf(draft).y - 0.1));
      },
      revealed: () => set({ wanted: null }),
    };
  });
}

/** The tools; a line joins the drawing that is being made, until another tool, another colour or an undo ends it. */
function toolActions({ get, set, edits, find, newKey }: Shared) {
  let drawing: { key: string; at: number } | null = null;
  return {
    setTool(tool) {
      drawing = null;
      set({ tool });
    },
    setColour(colour) {
      drawing = null;
      set(get().tool === 'ink' ? { pen: colour } : { highlighter: colour });
    },
    draw(page, stroke, at) {
      const { pen, penWidth } = get();
      const going = drawing && at - drawing.at < SAME_DRAWING_MS ? find(drawing.key)?.mark.draft : null;
      const key = drawing && going && takesStroke(going, page, get()) ? drawing.key : newKey();
      const strokes = key === drawing?.key && going?.kind === 'ink' ? [...going.strokes, stroke] : [stroke];
      drawing = { key, at };
      void edits.make(key, { kind: 'ink', page, colour: pen, width: penWidth, strokes });
    },
    undo() {
      drawing = null;
      edits.undo();
    },
    redo() {
      drawing = null;
      edits.redo();
    },
  } satisfies Partial<MarksState>;
}

/** What is done with notes of charts and airports in all kits. */
function noteActions({ bridge, tell, get, set, find }: Shared) {
  return {
    async answerRemoval(yes) {
      const shown = find(get().removing ?? '');
      set({ removing: null });
      if (!yes || !shown) return;
      try {
        // No step to undo: put back here, a note that waits would be on a chart that the person has not compared.
        await bridge.remove(get().kitId, shown.mark.id);
        await get().followOthers(null);
      } catch (error) {
        tell(marksWords.failed.remove(asUiFailure(error).message));
      }
    },
    async keepNote(id) {
      try {
        await bridge.keepNote(get().kitId, id);
        await get().followOthers(null);
      } catch (error) {
        tell(marksWords.failed.change(asUiFailure(error).message));
      }
    },
  } satisfies Partial<MarksState>;
}

/** Pins and bookmarks belong to a whole page; bookmarks may be of other kits. */
function pageActions({ bridge, outline, nameAt, tell, get, set, edits }: Shared) {
  async function titleOf(page: number) {
    const heading = headingOf(await outline().catch(() => []), page);
    const title = heading?.title ?? nameAt(page) ?? marksWords.pageTitle(page);
    return { title: title.slice(0, MAX_TITLE), heading: heading?.path ?? null };
  }

  return {
    async loadBookmarks() {
      try {
        await edits.settled();
        set({ bookmarks: await bridge.bookmarks(get().kitId) });
      } catch {
        // The kit's own bookmarks are in its marks; those of other kits are read when the panel is opened again.
        set({ bookmarks: get().bookmarks ?? [] });
      }
    },
    async removeBookmark(id) {
      const own = get().marks.find(({ mark }) => mark.id === id);
      const before = get().bookmarks;
      set({ bookmarks: before?.filter((bookmark) => bookmark.id !== id) ?? null });
      if (own) {
        if ((await get().remove(own.key)) !== null) set({ bookmarks: before });
        return;
      }
      try {
        await bridge.remove(get().kitId, id);
      } catch (error) {
        set({ bookmarks: before });
        tell(marksWords.failed.remove(asUiFailure(error).message));
      }
    },
    async togglePage(kind, of) {
      const page = pageOfPin(of);
      const there = get()
        .byPage.get(page)
        ?.find((shown) => isToggled(shown, kind, of));
      if (there) await get().remove(there.key);
      else if (kind === 'bookmark') await get().add({ kind, page, ...(await titleOf(page)) });
      else await get().add(pinDraft(of));
      if (kind === 'bookmark' && get().bookmarks !== null) await get().loadBookmarks();
    },
  } satisfies Partial<MarksState>;
}

const initial = {
  kitId: '',
  marks: [],
  byPage: new Map(),
  bookmarks: null,
  status: 'loading',
  failure: null,
  tool: null,
  highlighter: 'yellow',
  pen: 'red',
  penWidth: 0.004,
  editing: null,
  wanted: null,
  removing: null,
  canUndo: false,
  canRedo: false,
} satisfies Partial<MarksState>;

/** The marks with this draft for one mark, or without it. */
function withDraft(
  { marks, kitId }: MarksState,
  key: string,
  draft: MarkDraft | null,
  kept?: Mark,
): readonly ShownMark[] {
  const others = marks.filter((shown) => shown.key !== key);
  if (draft === null) return others;
  const old = marks.find((shown) => shown.key === key)?.mark;
  const now = new Date().toISOString();
  const fresh = {
    id: '',
    kit_id: kitId,
    created_at: now,
    changed_at: now,
    by: '',
    outdated: false,
    carried_from: null,
  };
  return [...others, { key, mark: { ...fresh, ...old, ...kept, draft } }];
}

/** Whether a further line belongs to this drawing. */
function takesStroke(draft: MarkDraft, page: number, { pen, penWidth }: MarksState): boolean {
  return (
    draft.kind === 'ink' &&
    draft.page === page &&
    draft.colour === pen &&
    draft.width === penWidth &&
    draft.strokes.length < MAX_LINES
  );
}

export type MarksStore = ReturnType<typeof createMarksStore>;
