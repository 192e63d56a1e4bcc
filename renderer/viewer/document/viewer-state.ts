/** What the parts of the viewer share: the state of one open document, and what can be done with it. */
import type { StoreApi } from 'zustand/vanilla';
import type { OutlineEntry, QuarterTurn } from '../../../preload/contract.ts';
import type { IconName } from '../../design/icons.tsx';
import type { LinkTarget, PageRegion, PageSize, PdfDocument } from './engine/pdf-engine.ts';
import type { FindStore } from './find/find-store.ts';
import type { Arrangement } from './geometry/page-layout.ts';
import type { Place } from './geometry/place.ts';
import type { ZoomMode } from './geometry/zoom.ts';
import type { PagePixels } from './paint/page-tone.ts';
import type { StoredThumbnails } from './paint/stored-thumbnails.ts';
import type { JumpHistory } from './place/jump-history.ts';

/** The panels that can stand beside the pages. */
export type PanelName = 'outline' | 'pages' | 'marks' | 'find';

/** The parts of the cheat sheet and of the menu. */
export type CommandGroup = 'pages' | 'view' | 'panels' | 'find' | 'marks' | 'window';

/** A command of the viewer: its keys, its words, and what it does. Keys, cheat sheet and menu are made from the same table. */
export interface Command {
  id: string;
  group: CommandGroup;
  /**
   * For example `Ctrl+F`, `Shift+F3`, `PageDown`, `n`, `+`; the first one is shown in tips. Ctrl is the command key on a Mac.
   * A letter or a named key means itself with exactly these modifiers; of other signs Shift is not asked, because
   * keyboards differ in where they have them.
   */
  keys: readonly string[];
  /** What it does, as a short imperative. */
  words: string;
  icon?: IconName;
  /** Not on the sheet of keys: one line of it tells of this and others. */
  unlisted?: boolean;
  /** Whether it stands in the bar's menu. */
  menu?: boolean;
  /** Whether it makes no sense now. It does nothing then. */
  isOff?(state: ViewerState): boolean;
  /** Why administrators don't allow it, in a sentence, which its key tells; absent where they do. It does nothing then. */
  forbidden?: string | undefined;
  /** Whether what it switches is on; absent where it switches nothing. */
  isOn?(state: ViewerState): boolean;
  /** `back` leaves the viewer. */
  run(context: { state: ViewerState; back(): void }): void;
}

export interface ViewerState {
  status: 'opening' | 'open' | 'failed';
  /** A sentence, when `status` is `failed`. */
  failure: string | null;
  /** The file has become another one while it was read. */
  changed: boolean;
  document: PdfDocument | null;
  /** Known before the document is open where it was prepared; 0 until then. */
  pageCount: number;
  /** Sizes that were prepared after the download, CSS px at 100 %; null where there are none. */
  preparedSizes: readonly PageSize[] | null;
  /** Small pictures of all pages, to stand in for them; null until it is known which there are. */
  thumbnails: StoredThumbnails | null;
  /** The page in view. */
  page: number;
  mode: ZoomMode;
  /** What the mode comes to in this window. */
  zoom: number;
  arrangement: Arrangement;
  /** Turn of all pages, clockwise. */
  turn: QuarterTurn;
  /** Further turn of single pages. */
  pageTurns: ReadonlyMap<number, QuarterTurn>;
  /** The pinned pages as a person has put them in order; null: in the order of the flight. */
  pinOrder: readonly number[] | null;
  /** Of the pages that were seen: whether each is dark as it is, so that night leaves it so. */
  darkPages: ReadonlyMap<number, boolean>;
  /** What is drawn on the pages that were looked at for it, shares of the unturned page. */
  drawn: ReadonlyMap<number, PageRegion>;
  /**
   * The pages that were known to be charts before the document was open: they open whole. What is drawn on them is in `drawn`. What
   * comes to be known meanwhile waits for the next opening, so that nothing moves under a person's eyes.
   */
  charts: ReadonlySet<number>;
  /** In reading order; null until it is read. */
  outline: readonly OutlineEntry[] | null;
  /** The panel beside the pages; null where it is closed. */
  panel: PanelName | null;
  /** The panel lies over the pages, for want of room beside them. */
  panelOver: boolean;
  /** A short sentence for the person; shown and read out. */
  note: string | null;
  /** Where to go; the scroller obeys when its `serial` is new. */
  jump: (Place & { serial: number }) | null;
  jumps: JumpHistory;
  /** How often a person asked for the page box by its key; it takes the focus each time. */
  pageBoxAsked: number;
  /** A person asked for the filter of the panel: it takes the focus, and then this back. */
  filterAsked: boolean;
  /** The sheet with all keys is shown. */
  keysShown: boolean;
  /** Commands of other parts, beside the viewer's own. */
  moreCommands: readonly Command[];
  /** Finding in this document: a slice of its own. */
  find: FindStore;
  /** Opens the kit's document; the abort closes it. Never rejects: a failure is `status`. */
  open(kitId: string, signal: AbortSignal): Promise<void>;
  /** From the scroller: the page in view, and its point at the window's top left. */
  seen(place: Place): void;
  zoomed(zoom: number): void;
  /** Jumps to a place (`down`: share of the page's height), and remembers the one before. */
  goTo(page: number, down?: number): void;
  /** Keeps now where the person is: another window is about to read it. */
  keepPlace(): void;
  /** The next or previous page, or pair of pages. Not remembered. */
  turnPage(direction: 1 | -1): void;
  /** Back or forward through the jumps. */
  stepJump(direction: 'back' | 'forward'): void;
  follow(target: LinkTarget): Promise<void>;
  setMode(mode: ZoomMode): void;
  step(direction: 1 | -1): void;
  arrange(arrangement: Arrangement): void;
  /** Turns the page in view, or all, by a quarter. */
  rotate(quarter: 90 | -90, what: 'page' | 'all'): void;
  /** Puts the pinned pages in this order; null: in that of the flight. */
  orderPins(order: readonly number[] | null): void;
  /** A picture of the page is there: whether the page is dark is known from now on. */
  learnTone(page: number, picture: PagePixels): void;
  /** Where what is drawn on a page lies. */
  learnDrawn(page: number, part: PageRegion): void;
  showPanel(name: PanelName | null): void;
  /** Opens the panel, or closes it where it is open already. */
  togglePanel(name: PanelName): void;
  /** From the panel. */
  setPanelOver(over: boolean): void;
  askPageBox(): void;
  /** Opens the panel, with the focus in its filter. */
  askFilter(panel: 'outline' | 'pages'): void;
  /** The filter has the focus. */
  filterGiven(): void;
  showKeys(shown: boolean): void;
  /** Adds commands (keys, menu, cheat sheet); the answer takes them away. */
  addCommands(commands: readonly Command[]): () => void;
  tell(note: string): void;
  clearNote(): void;
}

export type ViewerStore = StoreApi<ViewerState>;
