import { createStore, type StoreApi } from 'zustand/vanilla';
import type { PreparedDocument } from '../../../preload/contract.ts';
import type { Bridge } from '../../shell/state/bridge.ts';
import { viewerWords } from '../words.ts';
import type { PdfEngine } from './engine/pdf-engine.ts';
import { createFindStore } from './find/find-store.ts';
import type { Place } from './geometry/in-view.ts';
import { clampZoom, pageAfter, stepZoom } from './geometry/page-layout.ts';
import { addTurns } from './geometry/turns.ts';
import { type OpeningDeps, openKit } from './opening/open-kit.ts';
import {
  decide,
  notAsked,
  type Opening,
  type OpeningEffect,
  type OpeningEvent,
  preparedOf,
  SAME_PLACE,
} from './opening/opening.ts';
import { isDark } from './paint/bitmap-cache.ts';
import { StoredThumbnails } from './paint/stored-thumbnails.ts';
import { readOutline } from './place/outline.ts';
import {
  createPlaceKeeper,
  jumpedFrom,
  noJumps,
  type PlaceKeeper,
  stepJump,
  toReadingPlace,
  viewOf,
} from './place/reading-place.ts';
import type { ViewerState, ViewerStore } from './viewer-state.ts';

type SetState = StoreApi<ViewerState>['setState'];
type GetState = StoreApi<ViewerState>['getState'];

/** The store of one open document. */
export function createViewerStore(
  bridge: Bridge,
  engine: PdfEngine,
  deps: Pick<OpeningDeps, 'known' | 'ahead'> = {},
): ViewerStore {
  return createStore<ViewerState>()((set, get) => {
    const reader = new Reader(bridge, set, get);
    return {
      ...beforeOpening,
      find: createFindStore({
        stored: async () =>
          reader.kitId === null || reader.isDamaged ? null : bridge.reading.text(reader.kitId),
        document: () => get().document,
        page: () => get().page,
        pageCount: () => get().pageCount,
        goTo: (page) => get().goTo(page),
      }),
      open(kitId, signal) {
        reader.begin(kitId, signal, (place) => {
          deps.ahead?.left(kitId, place);
          return bridge.reading.setPlace(kitId, place);
        });
        return openKit({ bridge, engine, ...deps }, kitId, signal, (event) => reader.send(event));
      },
      ...placeActions(reader, set, get),
      ...lookActions(reader, set, get),
      ...panelActions(set, get),
    };
  });
}

const beforeOpening = {
  status: 'opening',
  failure: null,
  changed: false,
  document: null,
  pageCount: 0,
  preparedSizes: null,
  thumbnails: null,
  page: 1,
  mode: 'auto',
  zoom: 1,
  arrangement: 'continuous',
  turn: 0,
  pageTurns: new Map(),
  pinOrder: null,
  darkPages: new Map(),
  readable: new Set(),
  drawn: new Map(),
  part: null,
  charts: new Set(),
  outline: null,
  panel: null,
  panelOver: false,
  note: null,
  jump: null,
  jumps: noJumps,
  pageBoxAsked: 0,
  filterAsked: false,
  keysShown: false,
  moreCommands: [],
} as const satisfies Partial<ViewerState>;

/** Passes events to `opening.ts`, shows the new state, and stores the place. */
class Reader {
  kitId: string | null = null;
  opening: Opening = notAsked;
  readonly #bridge: Bridge;
  readonly #set: SetState;
  readonly #get: GetState;
  #keeper: PlaceKeeper | null = null;
  /** The pages are laid out in the window. */
  #isLaidOut = false;

  constructor(bridge: Bridge, set: SetState, get: GetState) {
    this.#bridge = bridge;
    this.#set = set;
    this.#get = get;
  }

  /** Whether the document is damaged: the stored text is that of the verified one. */
  get isDamaged(): boolean {
    return this.opening.source?.sha256 === null;
  }

  /** Starts to store the kit's places once the last place is known, until the abort. */
  begin(kitId: string, signal: AbortSignal, keep: Parameters<typeof createPlaceKeeper>[1]): void {
    this.kitId = kitId;
    const read = () => (this.#get().pageCount > 0 ? toReadingPlace(this.opening.here, this.#get()) : null);
    const keeper = createPlaceKeeper(read, keep);
    this.#keeper = keeper;
    signal.addEventListener('abort', () => keeper.flush(), { once: true });
    if (typeof window !== 'undefined')
      window.addEventListener('pagehide', () => keeper.flush(), { signal, once: true });
  }

  /** Reports the place at the window's top left. */
  seen(here: Place): void {
    this.#isLaidOut = true;
    this.send({ type: 'seen', here });
    this.changed();
  }

  /** The place, or its zoom, arrangement or rotation, has changed. */
  changed(): void {
    this.#keeper?.changed();
  }

  /** Stores the place now, if it has changed. */
  keepPlace(): void {
    this.#keeper?.flush();
  }

  /** Decides what the event changes and shows it. Returns the effects that are left to do. */
  send(event: OpeningEvent): readonly OpeningEffect[] {
    const before = this.opening;
    const { opening, effects } = decide(before, event);
    this.opening = opening;
    if (opening !== before && opening.status !== 'left') this.#show(before, opening);
    for (const effect of effects) this.#run(effect);
    const kept = event.type === 'place' ? event.place : event.type === 'asked' ? event.sight?.place : null;
    // Even if the place comes too late: going elsewhere does not change the order of pins.
    if (kept?.pin_order && !this.#get().pinOrder) this.#set({ pinOrder: kept.pin_order });
    if (event.type === 'asked' || event.type === 'place' || event.type === 'prepared') this.#fitFirst();
    return effects;
  }

  #show(before: Opening, now: Opening): void {
    const change: Partial<ViewerState> = {};
    const { page } = now.wanted ?? now.here;
    if (page !== this.#get().page) change.page = page;
    if (now.pageCount !== before.pageCount) change.pageCount = now.pageCount;
    if (now.changed !== before.changed) change.changed = now.changed;
    if (before.source && now.source?.sha256 !== before.source.sha256)
      Object.assign(change, { darkPages: new Map(), drawn: new Map(), part: null, charts: new Set() });
    if (now.status !== before.status) {
      const { status, failure } = now;
      Object.assign(change, { status, failure, document: status === 'open' ? now.document : null });
    }
    const prepared = preparedOf(now);
    if (prepared !== preparedOf(before)) {
      const { sizes, outline } = prepared ?? { sizes: null, outline: null };
      change.preparedSizes = sizes?.map(([width, height]) => ({ width, height })) ?? null;
      if (outline || !prepared) change.outline = outline;
      // Prepared data that arrive while pages are being read would move them.
      if (prepared && (before.status !== 'open' || !this.#isLaidOut))
        Object.assign(change, chartsOf(prepared));
      change.thumbnails =
        prepared &&
        new StoredThumbnails(
          { kitId: this.kitId ?? '', sha256: prepared.sha256 },
          this.#bridge,
          prepared.thumbnails,
        );
    }
    if (Object.keys(change).length > 0) this.#set(change);
  }

  /** If the document opens at a chart, shows all of the chart, wherever in it the person was. */
  #fitFirst(): void {
    const { page, mode, charts } = this.#get();
    const { pageCount, status, gone } = this.opening;
    const isBeginning = status === 'opening' || !this.#isLaidOut;
    if (mode === 'auto' && charts.has(page) && pageCount > 0 && isBeginning && !gone)
      this.send({ type: 'moved', to: { page, down: 0 } });
  }

  #run(effect: OpeningEffect): void {
    const { jump, panel, find, showPanel } = this.#get();
    switch (effect.type) {
      case 'keep_places':
        this.#keeper?.begin();
        break;
      case 'look_as':
        this.#set(viewOf(effect.place));
        break;
      case 'jump':
        this.#set({ jump: { ...effect.to, serial: (jump?.serial ?? 0) + 1 }, page: effect.to.page });
        this.changed();
        break;
      case 'show': {
        const { pageCount } = effect.document;
        const isOther = pageCount !== effect.expected;
        this.#set({ note: isOther ? viewerWords.otherPages(pageCount, effect.expected) : null });
        showPanel(panel);
        if (find.getState().open) void find.getState().search(find.getState().query);
      }
    }
  }
}

/** The pages that are charts, and their drawn parts as far as known. */
function chartsOf({ charts }: PreparedDocument): Pick<ViewerState, 'charts' | 'drawn'> {
  const drawn = charts.flatMap(([page, part]) => {
    if (!part) return [];
    const [x, y, width, height] = part;
    return [[page, { x, y, width, height }] as const];
  });
  return { charts: new Set(charts.map(([page]) => page)), drawn: new Map(drawn) };
}

function placeActions(reader: Reader, set: SetState, get: GetState) {
  return {
    seen: (here) => reader.seen(here),
    keepPlace: () => reader.keepPlace(),
    goTo(page, down = 0, region = null) {
      const { here, pageCount } = reader.opening;
      if (pageCount > 0 && (page !== get().page || Math.abs(down - here.down) > SAME_PLACE))
        set({ jumps: jumpedFrom(get().jumps, here) });
      set({ part: region && { page, region } });
      reader.send({ type: 'went', to: { page, down } });
    },
    turnPage(direction) {
      const { page, pageCount, arrangement } = get();
      const next = pageAfter(page, pageCount, arrangement, direction);
      const to = next !== page && pageCount > 0 ? { page: next, down: 0 } : null;
      set({ part: null });
      reader.send({ type: 'went', to });
    },
    stepJump(direction) {
      const step = stepJump(get().jumps, reader.opening.here, direction);
      if (!step) return;
      set({ jumps: step.history, part: null });
      reader.send({ type: 'moved', to: step.to });
    },
    async follow(target) {
      if (target.kind === 'outside') {
        set({ note: viewerWords.externalLink(target.url) });
        return;
      }
      const place = await get()
        .document?.resolve(target)
        .catch(() => null);
      if (place) get().goTo(place.page, place.down);
      else set({ note: viewerWords.linkBroken });
    },
  } satisfies Partial<ViewerState>;
}

function lookActions(reader: Reader, set: SetState, get: GetState) {
  return {
    zoomed(zoom) {
      if (zoom !== get().zoom) set({ zoom });
    },
    setMode(mode) {
      set({ mode: typeof mode === 'number' ? clampZoom(mode) : mode, part: null });
      // The chart is fitted as a whole: it begins at its top.
      if ((mode === 'chart' || (mode === 'auto' && get().charts.has(get().page))) && get().pageCount > 0)
        reader.send({ type: 'moved', to: { page: get().page, down: 0 } });
      reader.changed();
    },
    step: (direction) => get().setMode(stepZoom(get().zoom, direction)),
    arrange(arrangement) {
      if (arrangement === get().arrangement) return;
      set({ arrangement });
      // The page in view stays in view, from its top: the old point means little in another arrangement.
      if (get().pageCount > 0) reader.send({ type: 'moved', to: { page: get().page, down: 0 } });
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
      reader.changed();
    },
    orderPins(pinOrder) {
      set({ pinOrder });
      reader.changed();
    },
    learnTone(page, picture) {
      const { darkPages } = get();
      // Only once: a page does not change between light and dark while a person looks at it.
      if (!darkPages.has(page)) set({ darkPages: new Map(darkPages).set(page, isDark(picture)) });
    },
    setReadable(page, is) {
      const readable = new Set(get().readable);
      if (is) readable.add(page);
      else readable.delete(page);
      set({ readable });
    },
    learnDrawn(page, part) {
      const { drawn, mode } = get();
      if (drawn.has(page)) return;
      set({ drawn: new Map(drawn).set(page, part) });
      if (mode === 'chart' && page === get().page) reader.send({ type: 'moved', to: { page, down: 0 } });
    },
  } satisfies Partial<ViewerState>;
}

function panelActions(set: SetState, get: GetState) {
  return {
    showPanel(panel) {
      set({ panel, filterAsked: false });
      const { document, outline } = get();
      if (panel !== 'outline' || outline || !document) return;
      readOutline(document).then(
        (found) => set({ outline: found }),
        () => set({ outline: [] }),
      );
    },
    togglePanel: (name) => get().showPanel(get().panel === name ? null : name),
    setPanelOver(panelOver) {
      if (panelOver !== get().panelOver) set({ panelOver });
    },
    askFilter(panel) {
      get().showPanel(panel);
      set({ filterAsked: true });
    },
    filterGiven: () => set({ filterAsked: false }),
    askPageBox: () => set({ pageBoxAsked: get().pageBoxAsked + 1 }),
    showKeys: (keysShown) => set({ keysShown }),
    addCommands(commands) {
      set({ moreCommands: [...get().moreCommands, ...commands] });
      return () => set({ moreCommands: get().moreCommands.filter((one) => !commands.includes(one)) });
    },
    tell: (note) => set({ note }),
    clearNote: () => set({ note: null }),
  } satisfies Partial<ViewerState>;
}
