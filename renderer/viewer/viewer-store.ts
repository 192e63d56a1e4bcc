import { createStore } from 'zustand/vanilla';
import { asUiFailure, type Bridge } from '../bridge.ts';
import { readPreference, writePreference } from '../design/preferences.ts';
import { strings } from '../strings.ts';
import {
  type LinkTarget,
  type OutlineItem,
  type PdfDocument,
  type PdfEngine,
  PdfError,
  type Place,
  type TextRun,
} from './engine/pdf-engine.ts';
import { joinRuns, type Match, matchesIn, searchOrder } from './find.ts';
import { clampZoom, stepZoom, type ZoomMode } from './page-layout.ts';

export const lights = ['day', 'dim', 'night'] as const;
export type Light = (typeof lights)[number];

export interface FindState {
  open: boolean;
  query: string;
  /** In the order of the document. */
  matches: readonly Match[];
  /** The match in view, as an index of `matches`; -1 where there is none. */
  current: number;
  /** The page being searched; null when the search is over. */
  searching: number | null;
  unreadable: number;
}

export interface ViewerState {
  status: 'opening' | 'open' | 'failed';
  /** A sentence, when `status` is `failed`. */
  failure: string | null;
  document: PdfDocument | null;
  pageCount: number;
  /** The page in view. */
  page: number;
  mode: ZoomMode;
  /** What the mode comes to in this window. */
  zoom: number;
  light: Light;
  outline: readonly OutlineItem[] | null;
  outlineOpen: boolean;
  /** A short sentence for the person; shown and read out. */
  note: string | null;
  /** Where to go; the scroller obeys when its `serial` is new. */
  jump: (Place & { serial: number }) | null;
  find: FindState;
  open(kitId: string, signal: AbortSignal): Promise<void>;
  /** Told by the scroller. */
  seen(page: number): void;
  zoomed(zoom: number): void;
  goTo(page: number, down?: number): void;
  follow(target: LinkTarget): Promise<void>;
  setMode(mode: ZoomMode): void;
  step(direction: 1 | -1): void;
  nextLight(): void;
  toggleOutline(): Promise<void>;
  clearNote(): void;
  openFind(open: boolean): void;
  search(query: string): Promise<void>;
  nextMatch(direction: 1 | -1): void;
}

const noFind: FindState = {
  open: false,
  query: '',
  matches: [],
  current: -1,
  searching: null,
  unreadable: 0,
};

function failureText(error: unknown): string {
  if (!(error instanceof PdfError)) return asUiFailure(error).message;
  return {
    damaged: strings.viewer.damaged,
    protected: strings.viewer.protected,
    gone: strings.viewer.gone,
    slow: strings.viewer.tooLong,
    engine: strings.viewer.noEngine,
  }[error.kind];
}

/** The slice of one open document. */
export function createViewerStore(bridge: Bridge, engine: PdfEngine) {
  return createStore<ViewerState>()((set, get) => {
    let serial = 0;
    let searchSerial = 0;
    const texts = new Map<number, readonly TextRun[]>();

    function show(index: number) {
      const match = get().find.matches[index];
      if (!match) return;
      set({ find: { ...get().find, current: index } });
      if (match.page !== get().page) get().goTo(match.page);
    }

    return {
      status: 'opening',
      failure: null,
      document: null,
      pageCount: 0,
      page: 1,
      mode: 'width',
      zoom: 1,
      light: readPreference('light', lights) ?? 'day',
      outline: null,
      outlineOpen: false,
      note: null,
      jump: null,
      find: noFind,

      async open(kitId, signal) {
        // In the order of the calls, so that leaving and coming back at once leaves the document open.
        signal.addEventListener('abort', () => void bridge.documents.closed(kitId).catch(() => {}), {
          once: true,
        });
        try {
          const source = await bridge.documents.open(kitId);
          if (signal.aborted) return;
          const document = await engine.open(source, signal);
          if (signal.aborted) {
            await document.close();
            return;
          }
          signal.addEventListener('abort', () => void document.close().catch(() => {}), { once: true });
          const { pageCount } = document;
          const missing =
            pageCount === source.pages ? null : strings.viewer.otherPages(pageCount, source.pages);
          set({ status: 'open', document, pageCount, note: missing });
        } catch (error) {
          if (!signal.aborted) set({ status: 'failed', failure: failureText(error) });
        }
      },
      seen(page) {
        if (page !== get().page) set({ page });
      },
      zoomed(zoom) {
        if (zoom !== get().zoom) set({ zoom });
      },
      goTo(page, down = 0) {
        const { pageCount } = get();
        if (pageCount === 0) return;
        serial += 1;
        const wanted = Math.min(pageCount, Math.max(1, Math.round(page)));
        set({ jump: { page: wanted, down, serial }, page: wanted });
      },
      async follow(target) {
        if (target.kind === 'outside') {
          set({ note: strings.viewer.externalLink(target.url) });
          return;
        }
        const place = await get()
          .document?.resolve(target)
          .catch(() => null);
        if (place) get().goTo(place.page, place.down);
        else set({ note: strings.viewer.linkBroken });
      },
      setMode: (mode) => set({ mode: typeof mode === 'number' ? clampZoom(mode) : mode }),
      step: (direction) => set({ mode: stepZoom(get().zoom, direction) }),
      nextLight() {
        const light = lights[(lights.indexOf(get().light) + 1) % lights.length] ?? 'day';
        writePreference('light', light);
        set({ light });
      },
      async toggleOutline() {
        const { document, outline, outlineOpen } = get();
        set({ outlineOpen: !outlineOpen });
        if (outlineOpen || outline || !document) return;
        set({ outline: await document.outline().catch(() => []) });
      },
      clearNote: () => set({ note: null }),
      openFind(open) {
        searchSerial += 1;
        set({ find: open ? { ...get().find, open: true } : noFind });
      },
      async search(query) {
        searchSerial += 1;
        const mine = searchSerial;
        const { document, page: from, pageCount } = get();
        set({ find: { ...noFind, open: true, query } });
        if (!document || !query.trim()) return;
        for (const page of searchOrder(from, pageCount)) {
          set({ find: { ...get().find, searching: page } });
          let runs = texts.get(page) ?? null;
          if (!runs) {
            runs = await document.text(page).catch(() => null);
            if (runs) texts.set(page, runs);
          }
          if (mine !== searchSerial) return;
          const { find } = get();
          if (!runs) {
            set({ find: { ...find, unreadable: find.unreadable + 1 } });
            continue;
          }
          const found = matchesIn(page, joinRuns(runs), query);
          if (found.length === 0) continue;
          const shown = find.matches[find.current];
          const matches = [...find.matches, ...found].sort((a, b) => a.page - b.page || a.begin - b.begin);
          set({ find: { ...find, matches, current: shown ? matches.indexOf(shown) : -1 } });
          if (!shown) show(matches.indexOf(found[0] as Match));
        }
        set({ find: { ...get().find, searching: null } });
      },
      nextMatch(direction) {
        const { matches, current } = get().find;
        if (matches.length > 0) show((current + direction + matches.length) % matches.length);
      },
    };
  });
}

export type ViewerStore = ReturnType<typeof createViewerStore>;
