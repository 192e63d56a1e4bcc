/** What the parts of the viewer share: the state of one open document, and its actions. */
import type { StoreApi } from 'zustand/vanilla';
import type { OutlineEntry, PagePart, PinName, QuarterTurn } from '../../../preload/contract.ts';
import type { IconName } from '../../design/icons.tsx';
import type { LinkTarget, PageRegion, PageSize, PdfDocument } from './engine/pdf-engine.ts';
import type { FindStore } from './find/find-store.ts';
import type { Place } from './geometry/in-view.ts';
import type { Arrangement, ZoomMode } from './geometry/page-layout.ts';
import type { PagePixels } from './paint/bitmap-cache.ts';
import type { StoredThumbnails } from './paint/stored-thumbnails.ts';
import type { JumpHistory } from './place/reading-place.ts';

/** The panels that can be shown beside the pages. */
export type PanelName = 'outline' | 'pages' | 'marks' | 'find';

/** The groups of commands in the cheat sheet and the menu. */
export type CommandGroup = 'pages' | 'view' | 'light' | 'panels' | 'find' | 'marks' | 'window';

/** A command of the viewer: its keys, its words, and its action. Keys, cheat sheet and menu use the same table. */
export interface Command {
  id: string;
  group: CommandGroup;
  /**
   * For example `Ctrl+F`, `Shift+F3`, `PageDown`, `n`, `+`; the first one is shown in tooltips. Ctrl is the command key on a Mac.
   * A letter or a named key matches only with exactly these modifiers; for other characters Shift is ignored, because
   * keyboards differ in where they have them.
   */
  keys: readonly string[];
  /** What it does, as a short imperative. */
  words: string;
  icon?: IconName;
  /** Not in the cheat sheet, where one line describes this and other commands together. */
  unlisted?: boolean;
  /** Whether it is in the bar's menu. */
  menu?: boolean;
  /** Whether it is not available now and does nothing. */
  isOff?(state: ViewerState): boolean;
  /** The sentence that its key shows instead if administrators forbid it; absent if they allow it. */
  forbidden?: string | undefined;
  /** Whether what it switches is on; absent if it is not a switch. */
  isOn?(state: ViewerState): boolean;
  /** `back` leaves the viewer. */
  run(context: { state: ViewerState; back(): void }): void;
}

export interface ViewerState {
  status: 'opening' | 'open' | 'failed';
  /** A sentence, when `status` is `failed`. */
  failure: string | null;
  /** The file was replaced while it was read. */
  changed: boolean;
  document: PdfDocument | null;
  /** 0 until known; known before the document is open if it was prepared. */
  pageCount: number;
  /** Sizes that were prepared after the download, CSS px at 100 %; null if there are none. */
  preparedSizes: readonly PageSize[] | null;
  /** Stored thumbnails, shown until pages are painted; null until it is known which exist. */
  thumbnails: StoredThumbnails | null;
  /** The page in view. */
  page: number;
  mode: ZoomMode;
  /** The zoom that the mode results in for this window. */
  zoom: number;
  arrangement: Arrangement;
  /** Turn of all pages, clockwise. */
  turn: QuarterTurn;
  /** Additional turns of single pages. */
  pageTurns: ReadonlyMap<number, QuarterTurn>;
  /** The pins in the person's own order; null: in the order of the flight. */
  pinOrder: readonly PinName[] | null;
  /** For the pages that were seen: whether the page itself is dark, so night mode leaves it unchanged. */
  darkPages: ReadonlyMap<number, boolean>;
  /** The pages near the window whose words a screen reader can read, if they have any. */
  readable: ReadonlySet<number>;
  /** The part of a page that is drawn on, for the pages that were measured, shares of the unturned page. */
  drawn: ReadonlyMap<number, PageRegion>;
  /** The chart of a sheet that a person went to: its part of the page is fitted until the person goes elsewhere or changes the zoom. */
  part: { page: number; region: PagePart } | null;
  /**
   * The pages known to be charts before the document was open: they open fitted as a whole. `drawn` has their drawn parts.
   * Charts found later count from the next opening on, so nothing moves while a person reads.
   */
  charts: ReadonlySet<number>;
  /** In reading order; null until it is read. */
  outline: readonly OutlineEntry[] | null;
  /** The panel beside the pages; null if it is closed. */
  panel: PanelName | null;
  /** The panel covers the pages, because there is too little room beside them. */
  panelOver: boolean;
  /** A short sentence for the person; shown and read out. */
  note: string | null;
  /** Where to go; the scroller goes there when `serial` is new. */
  jump: (Place & { serial: number }) | null;
  jumps: JumpHistory;
  /** How often a person pressed the page box's key; the box takes the focus each time. */
  pageBoxAsked: number;
  /** A person asked for the panel's filter: the filter takes the focus and then resets this. */
  filterAsked: boolean;
  /** The cheat sheet is shown. */
  keysShown: boolean;
  /** Commands that other parts added to the viewer's own. */
  moreCommands: readonly Command[];
  /** The search in this document, as its own store. */
  find: FindStore;
  /** Opens the kit's document; the abort closes it. Never rejects: a failure is `status`. */
  open(kitId: string, signal: AbortSignal): Promise<void>;
  /** The scroller reports the page in view, and its point at the window's top left. */
  seen(place: Place): void;
  zoomed(zoom: number): void;
  /** Jumps to a place (`down`: share of the page's height) or to a chart of a sheet, and remembers the place before. */
  goTo(page: number, down?: number, region?: PagePart | null): void;
  /** Stores the person's place now, because another window is about to read it. */
  keepPlace(): void;
  /** Goes to the next or previous page, or pair of pages. The jump history does not change. */
  turnPage(direction: 1 | -1): void;
  /** Goes back or forward in the jump history. */
  stepJump(direction: 'back' | 'forward'): void;
  follow(target: LinkTarget): Promise<void>;
  setMode(mode: ZoomMode): void;
  step(direction: 1 | -1): void;
  arrange(arrangement: Arrangement): void;
  /** Turns the page in view, or all, by a quarter. */
  rotate(quarter: 90 | -90, what: 'page' | 'all'): void;
  /** Sets the order of the pins; null: the order of the flight. */
  orderPins(order: readonly PinName[] | null): void;
  /** Finds out from a picture whether the page is dark. */
  learnTone(page: number, picture: PagePixels): void;
  setReadable(page: number, readable: boolean): void;
  /** Stores the part of a page that is drawn on. */
  learnDrawn(page: number, part: PageRegion): void;
  showPanel(name: PanelName | null): void;
  /** Opens the panel, or closes it if it is open. */
  togglePanel(name: PanelName): void;
  /** The panel reports whether it covers the pages. */
  setPanelOver(over: boolean): void;
  askPageBox(): void;
  /** Opens the panel, with the focus in its filter. */
  askFilter(panel: 'outline' | 'pages'): void;
  /** The filter has the focus. */
  filterGiven(): void;
  showKeys(shown: boolean): void;
  /** Adds commands (keys, menu, cheat sheet). Returns a function that removes them. */
  addCommands(commands: readonly Command[]): () => void;
  tell(note: string): void;
  clearNote(): void;
}

export type ViewerStore = StoreApi<ViewerState>;
