import { createStore } from 'zustand/vanilla';
import type { Bridge } from '../ipc/bridge.ts';
import { strings } from '../strings/strings.ts';
import { lightStore } from './bar/light-store.ts';
import type { PdfEngine } from './engine/pdf-engine.ts';
import { addTurns } from './engine/turned.ts';
import { createFindStore } from './find/find-store.ts';
import { pageAfter } from './layout/page-layout.ts';
import { clampZoom, stepZoom } from './layout/zoom.ts';
import { type OpeningDeps, openKit } from './open-kit.ts';
import { readOutline } from './panels/outline.ts';
import { jumpedFrom, noJumps, stepJump } from './place/jump-history.ts';
import type { Place } from './place/place.ts';
import { createPlaceKeeper, type PlaceKeeper } from './place/place-keeper.ts';
import { fromReadingPlace, toReadingPlace } from './place/reading-place.ts';
import type { ViewerState } from './viewer-state.ts';

export type { Light } from './bar/light-store.ts';
export type { ViewerState } from './viewer-state.ts';

/** Jumps shorter than this, in shares of the page, are not remembered. */
const SAME_PLACE = 0.02;

/** The slice of one open document. */
export function createViewerStore(
  bridge: Bridge,
  engine: PdfEngine,
  { known, ahead }: Pick<OpeningDeps, 'known' | 'ahead'> = {},
) {
  return createStore<ViewerState>()((set, get) => {
    let serial = 0;
    let kit: string | null = null;
    let keeper: PlaceKeeper | null = null;
    /** Where the window's top left is. */
    let here: Place = { page: 1, down: 0, across: 0 };
    /** The person has gone somewhere: the place of last time comes too late. */
    let gone = false;
    /** Where to go as soon as there are pages. */
    let wanted: Place | null = null;

    function jump(place: Place) {
      serial += 1;
      const { pageCount } = get();
      const page = Math.min(pageCount, Math.max(1, Math.round(place.page)));
      const to = page === place.page ? place : { page, down: 0 };
      here = to;
      set({ jump: { ...to, serial }, page });
      keeper?.changed();
    }
    function counted(pageCount: number) {
      if (pageCount === get().pageCount) return;
      set({ pageCount });
      const to = wanted ?? (here.page > pageCount ? here : null);
      wanted = null;
      if (to) jump(to);
    }
    const find = createFindStore({
      stored: async () => (kit === null ? null : bridge.reading.text(kit)),
      document: () => get().document,
      page: () => get().page,
      pageCount: () => get().pageCount,
      goTo: (page) => get().goTo(page),
    });

    return {
      status: 'opening',
      failure: null,
      document: null,
      pageCount: 0,
      preparedSizes: null,
      poster: null,
      thumbnails: null,
      page: 1,
      mode: 'width',
      zoom: 1,
      arrangement: 'continuous',
      turn: 0,
      pageTurns: new Map(),
      light: lightStore.getState().light,
      outline: null,
      panel: null,
      panelOver: false,
      note: null,
      jump: null,
      jumps: noJumps,
      pageBoxAsked: 0,
      keysShown: false,
      moreCommands: [],
      find,

      open(kitId, signal) {
        kit = kitId;
        const mine = createPlaceKeeper(
          () => (get().pageCount > 0 ? toReadingPlace(here, get()) : null),
          (place) => {
            ahead?.left(kitId, place);
            return bridge.reading.setPlace(kitId, place);
          },
        );
        keeper = mine;
        signal.addEventListener('abort', () => mine.flush(), { once: true });
        signal.addEventListener(
          'abort',
          lightStore.subscribe(({ light }) => set({ light })),
          { once: true },
        );
        if (typeof window !== 'undefined')
          window.addEventListener('pagehide', () => mine.flush(), { signal, once: true });
        return openKit({ bridge, engine, known, ahead }, kitId, signal, {
          pages: (count) => {
            if (get().pageCount === 0) counted(count);
          },
          prepared({ sizes, outline, poster, thumbnails }) {
            set({ preparedSizes: sizes, poster, thumbnails, ...(outline ? { outline } : {}) });
            if (sizes && get().status === 'opening') counted(sizes.length);
          },
          outdated: () => set({ preparedSizes: null, outline: null, poster: null, thumbnails: null }),
          place(kept, late) {
            mine.begin();
            if (!kept || gone || (late && (here.page > 1 || here.down > SAME_PLACE))) return;
            const last = fromReadingPlace(kept);
            set(last.view);
            if (wanted) return;
            if (get().pageCount > 0) jump(last.here);
            else {
              wanted = last.here;
              set({ page: last.here.page });
            }
          },
          document(document, expected) {
            const { pageCount } = document;
            const note = pageCount === expected ? null : strings.viewer.otherPages(pageCount, expected);
            set({ status: 'open', document, note });
            counted(pageCount);
            get().showPanel(get().panel);
            if (find.getState().open) void find.getState().search(find.getState().query);
          },
          failed: (failure) => set({ status: 'failed', failure }),
        });
      },
      seen(place) {
        here = place;
        if (place.page !== get().page) set({ page: place.page });
        keeper?.changed();
      },
      zoomed(zoom) {
        if (zoom !== get().zoom) set({ zoom });
      },
      goTo(page, down = 0) {
        gone = true;
        if (get().pageCount === 0) {
          wanted = { page, down };
          return;
        }
        if (page !== get().page || Math.abs(down - here.down) > SAME_PLACE)
          set({ jumps: jumpedFrom(get().jumps, here) });
        jump({ page, down });
      },
      turnPage(direction) {
        gone = true;
        const { page, pageCount, arrangement } = get();
        const next = pageAfter(page, pageCount, arrangement, direction);
        if (next !== page && pageCount > 0) jump({ page: next, down: 0 });
      },
      stepJump(direction) {
        const step = stepJump(get().jumps, here, direction);
        if (!step) return;
        set({ jumps: step.history });
        jump(step.to);
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
      setMode(mode) {
        set({ mode: typeof mode === 'number' ? clampZoom(mode) : mode });
        keeper?.changed();
      },
      step: (direction) => get().setMode(stepZoom(get().zoom, direction)),
      arrange(arrangement) {
        if (arrangement === get().arrangement) return;
        set({ arrangement });
        // The page in view stays in view, from its top: the old point means little among other neighbours.
        if (get().pageCount > 0) jump({ page: get().page, down: 0 });
      },
      rotate(quarter, what) {
        const { page, turn, pageTurns } = get();
        if (what === 'all') set({ turn: addTurns(turn, quarter) });
        else {
          const turns = new Map(pageTurns);
          const own = addTurns(turns.get(page) ?? 0, quarter);
          if (own === 0) turns.delete(page);
          else turns.set(page, own);
          set({ pageTurns: turns });
        }
        keeper?.changed();
      },
      nextLight: () => {
        lightStore.getState().next();
        set({ light: lightStore.getState().light });
      },
      showPanel(panel) {
        set({ panel });
        const { document, outline } = get();
        if (panel !== 'outline' || outline || !document) return;
        readOutline(document).then(
          (found) => set({ outline: found }),
          () => set({ outline: [] }),
        );
      },
      setPanelOver(panelOver) {
        if (panelOver !== get().panelOver) set({ panelOver });
      },
      togglePanel: (name) => get().showPanel(get().panel === name ? null : name),
      askPageBox: () => set({ pageBoxAsked: get().pageBoxAsked + 1 }),
      showKeys: (keysShown) => set({ keysShown }),
      addCommands(commands) {
        set({ moreCommands: [...get().moreCommands, ...commands] });
        return () => set({ moreCommands: get().moreCommands.filter((one) => !commands.includes(one)) });
      },
      tell: (note) => set({ note }),
      clearNote: () => set({ note: null }),
    };
  });
}

export type ViewerStore = ReturnType<typeof createViewerStore>;
