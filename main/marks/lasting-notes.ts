import { createHash } from 'node:crypto';
import type { Mark, MarkDraft } from '../../preload/contract.ts';
import type { ChartPage } from '../charts/rules/chart.ts';
import { TripKitError } from '../common/errors.ts';
import type { AppContext } from '../host/host.ts';
import type { KitDocument } from '../store/kit-record.ts';
import {
  type AnnotationsDeps,
  documentOf,
  type ListedMark,
  requirePage,
  unknownMark,
} from './kit-annotations.ts';
import type { NoteRecord, NoteStore } from './note-store.ts';
import {
  airportForNote,
  type ChartPlace,
  chartForNote,
  placeOfAirport,
  placeOfChart,
  placesOfNamed,
} from './rules/note-places.ts';

type NoteDraft = Extract<MarkDraft, { kind: 'note' }>;

/** What pages draw, as a hash that is equal on pages that draw the same. */
export interface PageContentReader {
  /** Null until `read`. */
  known(sha256: string, page: number): string | null;
  /** Never rejects. */
  read(kit_id: string, document: KitDocument, pages: readonly number[]): Promise<void>;
}

export interface LastingNotesDeps
  extends Pick<AppContext, 'log' | 'now' | 'newId' | 'user'>,
    Pick<AnnotationsDeps, 'kit' | 'outlineAndChartsOf'> {
  store: NoteStore;
  contents: PageContentReader;
  /** The notes of the company for kits of a profile; null: there are none. */
  companyNotes(profile_id: string): CompanyNotes | null;
  /** Called when notes changed in any kit, or more is known of their places. */
  onNotes(): void;
}

/** What the company says of airports and charts, to all who have a kit with them. Nobody changes it here. */
export interface CompanyNotes {
  company: string;
  /** When they were put on the shelf, ISO 8601 UTC. */
  put_at: string;
  /** `chart`: the index number or title of one; null: the whole airport. */
  notes: readonly { airport: string; chart: string | null; text: string }[];
}

/** A note of a chart, and its page in a kit. */
interface Placed extends ChartPlace {
  note: NoteRecord;
}

/** Where notes without a place of their own are shown, as shares of the page: one below the other in the margin. */
const MARGIN = { x: 0.03, y: 0.04, step: 0.05, rows: 18 };

/**
 * Notes that belong to a chart or to an airport, in each kit that has it. A note of a chart is drawn where the only page that has this
 * chart draws the same as where a person put it; otherwise it waits until a person keeps it there. Changes and removals are for all kits.
 *
 * Other calls @throws TripKitError of kind `disk`, of kind `config` if the kit or the note does not exist.
 */
export class LastingNotes {
  readonly #deps: LastingNotesDeps;

  constructor(deps: LastingNotesDeps) {
    this.#deps = deps;
  }

  /**
   * The notes in a kit. Those whose page has not been read yet follow: `onNotes` is called. Never throws: what was read from documents
   * may be damaged, and the marks of the flight must be there without it.
   */
  list(kit_id: string): ListedMark[] {
    try {
      return this.#list(kit_id);
    } catch (error) {
      this.#logFailure(kit_id, error);
      return [];
    }
  }

  #list(kit_id: string): ListedMark[] {
    const { kit, onNotes } = this.#deps;
    const { document, profile_id } = kit(kit_id);
    if (document === null) return [];
    const { notes, pages, airports } = this.#notesOf(kit_id);
    const placed = placedOf(notes, pages);
    const margins = new Margins();
    const unread = this.#unread(document, placed);
    if (unread.length > 0) void this.#deps.contents.read(kit_id, document, unread).then(onNotes);
    return [
      ...placed.flatMap((one) => this.#chartNote(kit_id, document, one) ?? []),
      ...airportNotes(kit_id, document, { notes, pages, margins }),
      ...companyNotes(kit_id, document, {
        said: this.#deps.companyNotes(profile_id),
        ...{ airports, pages, margins },
      }),
    ];
  }

  /** Resolves when every page that a note of this kit may be on is read. Never rejects. */
  async read(kit_id: string): Promise<void> {
    try {
      const { document } = this.#deps.kit(kit_id);
      if (document === null) return;
      const { notes, pages } = this.#notesOf(kit_id);
      await this.#deps.contents.read(kit_id, document, this.#unread(document, placedOf(notes, pages)));
    } catch (error) {
      this.#logFailure(kit_id, error);
    }
  }

  #logFailure(kit_id: string, error: unknown): void {
    this.#deps.log.error(`The notes of charts and airports in the kit ${kit_id} could not be read.`, error);
  }

  /** Null if there is no such note. */
  get(id: string): NoteRecord | null {
    return this.#deps.store.get(id);
  }

  /** Adds a note where its chart or airport is certain. */
  async add(kit_id: string, draft: NoteDraft): Promise<ListedMark> {
    const { kit, store, contents, now, newId, user, onNotes } = this.#deps;
    const document = documentOf(kit(kit_id));
    requirePage(draft, document);
    const pages = this.#deps.outlineAndChartsOf(kit_id).charts;
    const chart = draft.belongs === 'chart' ? chartForNote(draft.page, pages) : null;
    const airport = chart?.airport ?? airportForNote(pages.find(({ page }) => page === draft.page));
    if (airport === null || (draft.belongs === 'chart' && chart === null)) throw uncertain();
    if (chart) await contents.read(kit_id, document, [draft.page]);
    const content = chart ? contents.known(document.sha256, draft.page) : null;
    const at = now();
    const { x, y, text } = draft;
    const times = { created_at: at, changed_at: at };
    const id = newId();
    const words = { airport, chart, contents: content === null ? [] : [content], x, y, text };
    store.add({ id, kit_id, ...words, who: user, ...times });
    onNotes();
    return this.#listed(kit_id, id);
  }

  /** Changes the text and the place of a note. */
  async change(kit_id: string, id: string, { x, y, text }: NoteDraft): Promise<ListedMark> {
    const note = await this.#inKit(kit_id, id);
    // A note of an airport has its place on the first page only while it is shown there.
    const place = note.chart === null ? {} : { x, y };
    const changed = { ...note, ...place, text, changed_at: this.#deps.now() };
    this.#deps.store.change(changed, kit_id, 'A note of a chart or an airport was changed.');
    this.#deps.onNotes();
    return this.#listed(kit_id, id);
  }

  /** Keeps a waiting note: from now on it belongs on what its chart draws in this kit too. */
  async keep(kit_id: string, id: string): Promise<ListedMark> {
    const { kit, store, contents, now, onNotes } = this.#deps;
    const document = documentOf(kit(kit_id));
    const note = await this.#inKit(kit_id, id);
    const { pages } = this.#notesOf(kit_id);
    const place = note.chart && placeOfChart(note.chart, pages);
    const content = place && place.is !== 'unsure' ? contents.known(document.sha256, place.page) : null;
    if (content === null) {
      throw new TripKitError(
        'config',
        'It is not certain which page of this kit is the chart of this note, so it can’t be put there. Write a new note on the page.',
        { condition: 'page_gone' },
      );
    }
    // From now on it is the chart as it is called here.
    const chart = chartForNote(place?.page ?? 0, pages) ?? note.chart;
    const seen = [...new Set([...note.contents, content])];
    const kept = { ...note, chart, contents: seen, changed_at: now() };
    store.change(kept, kit_id, 'A note of a chart was kept on its new edition.');
    onNotes();
    return this.#listed(kit_id, id);
  }

  /** Removes a note from all kits. */
  remove(kit_id: string, id: string): void {
    this.#deps.store.remove(id, kit_id);
    this.#deps.onNotes();
  }

  /** A note that this kit has, once its page is read. */
  async #inKit(kit_id: string, id: string): Promise<NoteRecord> {
    await this.read(kit_id);
    const note = this.#deps.store.get(id);
    if (note === null) throw unknownMark();
    this.#listed(kit_id, id);
    return note;
  }

  #listed(kit_id: string, id: string): ListedMark {
    const mark = this.#list(kit_id).find((one) => one.id === id);
    if (!mark) throw unknownMark();
    return mark;
  }

  #notesOf(kit_id: string) {
    const pages = this.#deps.outlineAndChartsOf(kit_id).charts;
    const airports = new Set(
      pages.flatMap((page) => [page, ...page.more].flatMap(({ airport }) => airport?.value ?? [])),
    );
    const notes = airports.size === 0 ? [] : this.#deps.store.ofAirports([...airports]);
    return { pages, airports, notes };
  }

  /** The pages whose content decides whether a note is drawn. */
  #unread({ sha256 }: KitDocument, placed: readonly Placed[]): number[] {
    const pages = placed.filter(({ is }) => is !== 'unsure').map(({ page }) => page);
    return [...new Set(pages)].filter((page) => this.#deps.contents.known(sha256, page) === null);
  }

  /** Null while its page is not read. */
  #chartNote(kit_id: string, document: KitDocument, { note, page, is }: Placed): ListedMark | null {
    const content = is === 'unsure' ? null : this.#deps.contents.known(document.sha256, page);
    if (content === null)
      return is === 'unsure' ? listed(kit_id, document, note, { page, waits: 'unsure' }) : null;
    return listed(kit_id, document, note, {
      page,
      waits: note.contents.includes(content) ? null : 'changed',
    });
  }
}

function placedOf(notes: readonly NoteRecord[], pages: readonly ChartPage[]): Placed[] {
  return notes.flatMap((note) => {
    const place = note.chart && placeOfChart(note.chart, pages);
    return place ? [{ ...place, note }] : [];
  });
}

/** The places in the margins of a kit's pages, one below the other. */
class Margins {
  readonly #taken = new Map<number, number>();

  next(page: number): { x: number; y: number } {
    const row = this.#taken.get(page) ?? 0;
    this.#taken.set(page, row + 1);
    return { x: MARGIN.x, y: MARGIN.y + MARGIN.step * (row % MARGIN.rows) };
  }
}

function airportNotes(
  kit_id: string,
  document: KitDocument,
  on: { notes: readonly NoteRecord[]; pages: readonly ChartPage[]; margins: Margins },
): ListedMark[] {
  return on.notes.flatMap((note) => {
    const page = note.chart === null ? placeOfAirport(note.airport, on.pages) : null;
    if (page === null) return [];
    return [listed(kit_id, document, { ...note, ...on.margins.next(page) }, { page, waits: null })];
  });
}

/** The company's notes, on the first page of their airport, or on each chart that has the name. */
function companyNotes(
  kit_id: string,
  { sha256 }: KitDocument,
  on: {
    said: CompanyNotes | null;
    /** Of the kit. */
    airports: ReadonlySet<string>;
    pages: readonly ChartPage[];
    margins: Margins;
  },
): ListedMark[] {
  if (on.said === null) return [];
  const { company, put_at } = on.said;
  const at = Date.parse(put_at);
  const ofKit = on.said.notes.filter(({ airport }) => on.airports.has(airport));
  return ofKit.flatMap(({ airport, chart, text }): ListedMark[] => {
    const first = chart === null ? placeOfAirport(airport, on.pages) : null;
    const whole = first === null ? [] : [{ page: first, name: null }];
    const places = chart === null ? whole : placesOfNamed(airport, chart, on.pages);
    return places.map(({ page, name }) => {
      const place = on.margins.next(page);
      return {
        ...{ id: idOf([company, airport, chart, text, page, place.y]), kit_id, document_sha256: sha256 },
        ...{ by: company, created_at: at, changed_at: at, carried_from: null, outdated: false },
        draft: { kind: 'note', page, ...place, text, belongs: chart === null ? 'airport' : 'chart' },
        lasting: { airport, chart: name, waits: null, company },
      };
    });
  });
}

/** The same id for the same note in each list. */
function idOf(facts: readonly unknown[]): string {
  const hex = createHash('sha256').update(JSON.stringify(facts)).digest('hex');
  // The form of a UUID whose bits mean something of one's own (RFC 9562 section 5.8).
  return [
    hex.slice(0, 8),
    hex.slice(8, 12),
    `8${hex.slice(13, 16)}`,
    `8${hex.slice(17, 20)}`,
    hex.slice(20, 32),
  ].join('-');
}

function listed(
  kit_id: string,
  { sha256 }: KitDocument,
  { id, airport, chart, x, y, text, who, created_at, changed_at }: NoteRecord,
  { page, waits }: { page: number; waits: NonNullable<Mark['lasting']>['waits'] },
): ListedMark {
  const name = chart && [chart.number, chart.title].filter(Boolean).join(' ');
  return {
    ...{ id, kit_id, document_sha256: sha256, by: who, created_at, changed_at },
    draft: { kind: 'note', page, x, y, text, belongs: chart ? 'chart' : 'airport' },
    ...{ carried_from: null, outdated: waits !== null },
    lasting: { airport, chart: name, waits },
  };
}

function uncertain(): TripKitError {
  return new TripKitError(
    'config',
    'It is not certain which chart this page is, so a note here can’t belong to the chart or its airport. Let it belong to this flight.',
    { condition: 'unknown_chart' },
  );
}
