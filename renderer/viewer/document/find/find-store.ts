import { createStore } from 'zustand/vanilla';
import type { PdfDocument } from '../engine/pdf-engine.ts';
import {
  contextOf,
  type FindOptions,
  fold,
  joinRuns,
  type Match,
  type MatchContext,
  matchesOf,
  patternOf,
  searchOrder,
} from './find.ts';

/** The most matches that are listed; the rest is shown as "and more". */
export const MAX_MATCHES = 5_000;
/** When pages are read one by one, matches are shown after this many pages. */
const SHOW_EVERY = 8;

export interface FindState {
  open: boolean;
  query: string;
  options: FindOptions;
  /** In the order of the document, at most MAX_MATCHES. */
  matches: readonly Match[];
  /** The same by page, for the pages in view. */
  byPage: ReadonlyMap<number, readonly Match[]>;
  /** There are more than `matches` holds. */
  more: boolean;
  /** The current match, as an index of `matches`; -1 if there is none. */
  current: number;
  /** The match to bring into view; null once it is. */
  reveal: Match | null;
  /** The page being read; null when the search is over. */
  searching: number | null;
  /** Pages whose text could not be read. */
  unreadable: number;
  /** No text is stored: pages are read one by one. */
  slow: boolean;
  setOpen(open: boolean): void;
  search(query: string): Promise<void>;
  setOptions(change: Partial<FindOptions>): Promise<void>;
  /** Goes to the next match, wrapping around; reopens the last search if find is closed. */
  next(direction: 1 | -1): Promise<void>;
  /** Goes to a match, by its index. */
  show(index: number): void;
  /** `reveal` is in view. */
  revealed(): void;
  /**
   * The places of a page's matches in the engine's text: as found, or found again if the stored text differs (another engine
   * extracted it).
   */
  placesIn(page: number, text: string): ReadonlyMap<Match, Match>;
  /** The line that contains a match. */
  context(match: Match): MatchContext;
}

/** What the search needs from its view. */
interface FindView extends TextSource {
  /** The page in view, from 1. */
  page(): number;
  pageCount(): number;
  goTo(page: number): void;
}

const nothing = {
  matches: [],
  byPage: new Map(),
  more: false,
  current: -1,
  reveal: null,
  searching: null,
  unreadable: 0,
} satisfies Partial<FindState>;

/** The search in one open document. Stored text is searched at once; without it, pages are read from the one in view on. */
export function createFindStore(view: FindView) {
  return createStore<FindState>()((set, get) => {
    const texts = new PageTexts(view);
    let serial = 0;
    /** The page where the search starts: the one that the person last went to, so it stays while they type on. */
    let anchor = 1;
    /** The page that the search itself went to last. */
    let led: number | null = null;

    function goToMatch(index: number) {
      const match = get().matches[index];
      if (!match) return;
      set({ current: index, reveal: match });
      led = match.page;
      if (match.page !== view.page()) view.goTo(match.page);
    }

    /** Shows what was found so far, and goes to the first match from the anchor on unless one is shown already. */
    function publish(
      byPage: ReadonlyMap<number, readonly Match[]>,
      rest: Pick<FindState, 'more' | 'searching' | 'unreadable'>,
    ) {
      const shown = get().matches[get().current];
      const matches = [...byPage.keys()].sort((a, b) => a - b).flatMap((page) => byPage.get(page) ?? []);
      set({ ...rest, matches, byPage, current: shown ? matches.indexOf(shown) : -1 });
      if (shown || matches.length === 0) return;
      const ahead = matches.findIndex((match) => match.page >= anchor);
      goToMatch(ahead < 0 ? 0 : ahead);
    }

    async function run(query: string, options: FindOptions) {
      serial += 1;
      const mine = serial;
      if (view.page() !== led) anchor = view.page();
      led = null;
      const pattern = patternOf(query, options);
      set({ ...nothing, open: true, query, options });
      if (!pattern) return;
      set({ slow: !(await texts.load()) });
      if (mine !== serial) return;
      const { found, more, unreadable } = await findAll(
        { texts, pattern, matchCase: options.matchCase },
        searchOrder(anchor, view.pageCount()),
        { isCurrent: () => mine === serial, onProgress: publish },
      );
      if (mine === serial) publish(found, { more, searching: null, unreadable });
    }

    return {
      ...nothing,
      open: false,
      query: '',
      slow: true,
      options: { matchCase: false, wholeWords: false },
      setOpen(open) {
        if (open === get().open) return;
        serial += 1;
        set({ ...nothing, open });
        if (!open) return;
        // The text loads while the person begins to type.
        void texts.load().then((stored) => set({ slow: !stored }));
        if (get().query) void run(get().query, get().options);
      },
      search: (query) => run(query, get().options),
      setOptions: (change) => run(get().query, { ...get().options, ...change }),
      async next(direction) {
        if (!get().open && get().query) {
          await run(get().query, get().options);
          return;
        }
        const { matches, current } = get();
        if (matches.length > 0) goToMatch((current + direction + matches.length) % matches.length);
      },
      show: goToMatch,
      revealed: () => set({ reveal: null }),
      placesIn(page, text) {
        const { byPage, query, options } = get();
        const matches = byPage.get(page) ?? [];
        const pattern = texts.get(page) === text ? null : patternOf(query, options);
        const found = pattern ? matchesOf(page, options.matchCase ? text : fold(text), pattern) : matches;
        return new Map(
          matches.flatMap((match, index) => (found[index] ? [[match, found[index]] as const] : [])),
        );
      },
      context: (match) => contextOf(texts.get(match.page) ?? '', match),
    };
  });
}

/** Searches page by page, and reads pages without text; stops once `isCurrent` returns false. */
async function findAll(
  { texts, pattern, matchCase }: { texts: PageTexts; pattern: RegExp; matchCase: boolean },
  pages: Iterable<number>,
  {
    isCurrent,
    onProgress,
  }: {
    isCurrent: () => boolean;
    onProgress: (
      found: ReadonlyMap<number, readonly Match[]>,
      rest: Pick<FindState, 'more' | 'searching' | 'unreadable'>,
    ) => void;
  },
) {
  const found = new Map<number, readonly Match[]>();
  let count = 0;
  let unreadable = 0;
  let read = 0;
  for (const page of pages) {
    if (texts.get(page) === null) {
      if (read % SHOW_EVERY === 0) onProgress(new Map(found), { more: false, searching: page, unreadable });
      read += 1;
      const readable = await texts.read(page);
      if (!isCurrent()) break;
      if (!readable) unreadable += 1;
    }
    const text = matchCase ? texts.get(page) : texts.folded(page);
    if (text === null) continue;
    const here = matchesOf(page, text, pattern, MAX_MATCHES + 1 - count);
    count += here.length;
    if (here.length > 0) found.set(page, count > MAX_MATCHES ? here.slice(0, -1) : here);
    if (count > MAX_MATCHES) break;
  }
  return { found, more: count > MAX_MATCHES, unreadable };
}

export type FindStore = ReturnType<typeof createFindStore>;

/** Where the texts of one document come from. */
interface TextSource {
  /** The text that was extracted after the download, one string per page; null if there is none yet. */
  stored(): Promise<readonly string[] | null>;
  document(): Pick<PdfDocument, 'text'> | null;
}

/** The texts of a document's pages, original and folded (find.ts), each read once. */
class PageTexts {
  readonly #source: TextSource;
  #stored: Promise<readonly string[] | null> | null = null;
  readonly #texts = new Map<number, string>();
  readonly #folded = new Map<number, string>();

  constructor(source: TextSource) {
    this.#source = source;
  }

  /** Loads the stored text, again if there was none the last time. True if there is some. */
  async load(): Promise<boolean> {
    this.#stored ??= this.#source.stored().catch(() => null);
    const texts = await this.#stored;
    if (!texts) this.#stored = null;
    for (const [index, text] of texts?.entries() ?? []) this.#texts.set(index + 1, text);
    return texts !== null;
  }

  /** The text of a page, if it has been read. */
  get(page: number): string | null {
    return this.#texts.get(page) ?? null;
  }

  folded(page: number): string | null {
    const known = this.#folded.get(page);
    if (known !== undefined) return known;
    const text = this.#texts.get(page);
    if (text === undefined) return null;
    const folded = fold(text);
    this.#folded.set(page, folded);
    return folded;
  }

  /** Reads a page's text with the engine; false if it can't be read. */
  async read(page: number): Promise<boolean> {
    if (this.#texts.has(page)) return true;
    const runs = await this.#source
      .document()
      ?.text(page)
      .catch(() => null);
    if (!runs) return false;
    this.#texts.set(page, joinRuns(runs));
    return true;
  }
}
