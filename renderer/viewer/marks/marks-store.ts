import { createStore } from 'zustand/vanilla';
import type { BookmarkPlace, Mark, MarkColour, MarkDraft, OutlineEntry } from '../../../preload/contract.ts';
import { asUiFailure, type Bridge } from '../../ipc/bridge.ts';
import { strings } from '../../strings/strings.ts';
import { headingOf } from './heading.ts';
import { byPlace, groupByPage } from './mark-order.ts';

export type Tool = 'highlight' | 'ink' | 'erase' | 'note';

/** A mark as it is shown: at once, before it is kept. `key` stays the same when it gets its id, and when it comes back. */
export interface ShownMark {
  key: string;
  mark: Mark;
}

/** What the small editor beside a place is open for. */
export type Editing =
  | { key: string }
  /** A note that is not there yet. */
  | { page: number; x: number; y: number };

export interface MarksState {
  kitId: string;
  /** By page, on a page from the top down. */
  marks: readonly ShownMark[];
  /** Those to draw: without those of another document. An array stays the same while nothing on its page changes. */
  byPage: ReadonlyMap<number, readonly ShownMark[]>;
  /** All bookmarks of this laptop as they stand in this kit; null until asked for. */
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
  canUndo: boolean;
  canRedo: boolean;
  load(kitId: string): Promise<void>;
  loadBookmarks(): Promise<void>;
  setTool(tool: Tool | null): void;
  setColour(colour: MarkColour): void;
  /** Each resolves to a sentence why it failed, or null. What is shown is then as before, and the person has been told. */
  add(draft: MarkDraft): Promise<string | null>;
  change(key: string, draft: MarkDraft): Promise<string | null>;
  remove(key: string): Promise<string | null>;
  /** A bookmark of whichever kit. */
  removeBookmark(id: string): Promise<void>;
  /** Adds a line to the drawing that is being made, or begins one. */
  draw(page: number, stroke: number[], at: number): void;
  togglePage(kind: 'pin' | 'bookmark', page: number): Promise<void>;
  edit(editing: Editing | null): void;
  /** Goes to a mark and puts the focus on it. */
  reveal(key: string): void;
  revealed(): void;
  undo(): void;
  redo(): void;
}

export interface MarksDeps {
  bridge: Bridge['marks'];
  /** The outline of the open document; empty where it has none. */
  outline(): Promise<readonly OutlineEntry[]>;
  goTo(page: number, down: number): void;
  /** A sentence for the person, shown and read out. */
  tell(sentence: string): void;
}

/** One step that can be taken back: what was there before, and after. */
interface Step {
  key: string;
  before: MarkDraft | null;
  after: MarkDraft | null;
}

/** Steps that can be taken back. */
const MAX_STEPS = 200;
/** Lines that follow each other so soon are one drawing, ms; and so many at most. */
const SAME_DRAWING_MS = 2_000;
const MAX_LINES = 200;

/** The slice of the marks of one open document. */
export function createMarksStore({ bridge, outline, goTo, tell }: MarksDeps) {
  return createStore<MarksState>()((set, get) => {
    let serial = 0;
    /** What is asked of the main process, one after the other: a mark can be changed before it is kept. */
    let queue: Promise<unknown> = Promise.resolve();
    const ids = new Map<string, string>();
    const done: Step[] = [];
    const undone: Step[] = [];
    let drawing: { key: string; at: number } | null = null;

    function newKey(): string {
      serial += 1;
      return `mark-${serial}`;
    }
    function show(marks: readonly ShownMark[]) {
      const sorted = marks.toSorted((a, b) => byPlace(a.mark.draft, b.mark.draft));
      set({ marks: sorted, byPage: groupByPage(sorted, get().byPage) });
    }
    /** Shows a mark with this draft, or none. */
    function put(key: string, draft: MarkDraft | null, kept?: Mark) {
      const others = get().marks.filter((shown) => shown.key !== key);
      if (draft === null) return show(others);
      const old = get().marks.find((shown) => shown.key === key)?.mark;
      const now = new Date().toISOString();
      const fresh = {
        id: '',
        kit_id: get().kitId,
        created_at: now,
        changed_at: now,
        by: '',
        outdated: false,
      };
      show([...others, { key, mark: { ...fresh, ...old, ...kept, draft } }]);
    }
    function steps() {
      set({ canUndo: done.length > 0, canRedo: undone.length > 0 });
    }
    function forget(step: Step) {
      for (const list of [done, undone]) {
        const index = list.indexOf(step);
        if (index >= 0) list.splice(index, 1);
      }
      steps();
    }
    function draftOf(key: string): MarkDraft | null {
      return get().marks.find((shown) => shown.key === key)?.mark.draft ?? null;
    }

    /** Shows the change at once, asks for it in turn, and takes it back where it fails. */
    function apply(
      key: string,
      before: MarkDraft | null,
      after: MarkDraft | null,
      step: Step,
    ): Promise<string | null> {
      const { kitId } = get();
      const old = get().marks.find((shown) => shown.key === key);
      put(key, after);
      const result = queue.then(async () => {
        try {
          const id = ids.get(key);
          if (after === null) {
            if (id !== undefined) await bridge.remove(kitId, id);
            ids.delete(key);
            return null;
          }
          const kept =
            id === undefined ? await bridge.add(kitId, after) : await bridge.change(kitId, id, after);
          ids.set(key, kept.id);
          const shown = draftOf(key);
          if (shown) put(key, shown, kept);
          return null;
        } catch (error) {
          const why = asUiFailure(error).message;
          // What the person did meanwhile stays.
          if (draftOf(key) === after) put(key, ids.has(key) ? before : null, old?.mark);
          forget(step);
          const { add, change, remove } = strings.marks.failed;
          const said = (before === null ? add : after === null ? remove : change)(why);
          tell(said);
          return said;
        }
      });
      queue = result;
      return result;
    }
    function act(key: string, after: MarkDraft | null): Promise<string | null> {
      const step: Step = { key, before: draftOf(key), after };
      done.push(step);
      if (done.length > MAX_STEPS) done.shift();
      undone.length = 0;
      steps();
      return apply(key, step.before, after, step);
    }

    return {
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
      canUndo: false,
      canRedo: false,

      async load(kitId) {
        set({ kitId, status: 'loading', failure: null });
        try {
          const found = await bridge.list(kitId);
          const known = found.map((mark) => {
            const key = newKey();
            ids.set(key, mark.id);
            return { key, mark };
          });
          // Those made while it was read are not in it.
          const fresh = get().marks.filter(({ key }) => !ids.has(key));
          show([...known, ...fresh]);
          set({ status: 'ready' });
        } catch (error) {
          set({ status: 'failed', failure: strings.marks.failed.load(asUiFailure(error).message) });
        }
      },
      async loadBookmarks() {
        try {
          await queue;
          set({ bookmarks: await bridge.bookmarks(get().kitId) });
        } catch {
          // The kit's own are in its marks; those of other kits are asked for at the next opening of the panel.
          set({ bookmarks: get().bookmarks ?? [] });
        }
      },
      setTool(tool) {
        drawing = null;
        set({ tool });
      },
      setColour(colour) {
        drawing = null;
        set(get().tool === 'ink' ? { pen: colour } : { highlighter: colour });
      },
      add(draft) {
        return act(newKey(), draft);
      },
      change(key, draft) {
        return draftOf(key) === null ? Promise.resolve(null) : act(key, draft);
      },
      remove(key) {
        const { editing } = get();
        if (editing && 'key' in editing && editing.key === key) set({ editing: null });
        return draftOf(key) === null ? Promise.resolve(null) : act(key, null);
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
          tell(strings.marks.failed.remove(asUiFailure(error).message));
        }
      },
      draw(page, stroke, at) {
        const { pen, penWidth } = get();
        const going = drawing && at - drawing.at < SAME_DRAWING_MS ? draftOf(drawing.key) : null;
        const goesOn =
          going?.kind === 'ink' &&
          going.page === page &&
          going.colour === pen &&
          going.width === penWidth &&
          going.strokes.length < MAX_LINES;
        if (drawing && goesOn) {
          drawing.at = at;
          void act(drawing.key, { ...going, strokes: [...going.strokes, stroke] });
          return;
        }
        const key = newKey();
        drawing = { key, at };
        void act(key, { kind: 'ink', page, colour: pen, width: penWidth, strokes: [stroke] });
      },
      async togglePage(kind, page) {
        const there = get()
          .byPage.get(page)
          ?.find(({ mark }) => mark.draft.kind === kind);
        if (there) {
          await get().remove(there.key);
        } else if (kind === 'pin') {
          await get().add({ kind, page });
        } else {
          const heading = headingOf(await outline().catch(() => []), page);
          const title = heading?.title ?? strings.marks.pageTitle(page);
          await get().add({ kind, page, title, heading: heading?.path ?? null });
        }
        if (kind === 'bookmark' && get().bookmarks !== null) await get().loadBookmarks();
      },
      edit: (editing) => set({ editing }),
      reveal(key) {
        const draft = draftOf(key);
        if (!draft) return;
        set({ wanted: key });
        const top = draft.kind === 'pin' || draft.kind === 'bookmark' ? 0 : topOfDraft(draft);
        goTo(draft.page, Math.max(0, top - 0.1));
      },
      revealed: () => set({ wanted: null }),
      undo() {
        const step = done.pop();
        if (!step) return;
        drawing = null;
        undone.push(step);
        steps();
        void apply(step.key, step.after, step.before, step);
      },
      redo() {
        const step = undone.pop();
        if (!step) return;
        drawing = null;
        done.push(step);
        steps();
        void apply(step.key, step.before, step.after, step);
      },
    };
  });
}

function topOfDraft(draft: MarkDraft): number {
  switch (draft.kind) {
    case 'highlight':
      return Math.min(...draft.areas.map(({ y }) => y));
    case 'ink':
      return Math.min(
        ...draft.strokes.map((stroke) => Math.min(...stroke.filter((_, index) => index % 2 === 1))),
      );
    case 'note':
      return draft.y;
    default:
      return 0;
  }
}

export type MarksStore = ReturnType<typeof createMarksStore>;
