/** What the batch holds, and what can be done to it. */
import type { NotTakenEvent } from '../../main/trips/rules/trip-file.ts';
import type { DateOrder } from '../../main/trips/rules/trip-rows.ts';
import type { Kit, Shelf, Trip } from '../../preload/contract.ts';
import type { AirportIndex } from '../airports/airport-index.ts';
import { dateWords } from '../kits/airac.ts';
import { stateLabel } from '../kits/kit-words.ts';
import type { KitsStore } from '../kits/kits-store.ts';
import { needsPerson } from '../kits/list/library-order.ts';
import type { Bridge, UiFailure } from '../shell/state/bridge.ts';
import { type BatchRow, type BatchTable, stops } from './batch-rows.ts';
import type { ReadFlights } from './flights-reader.ts';
import type { KnownFlight, Standing } from './known-flights.ts';
import { batchWords, type Meaning, type TableProblem } from './words.ts';

/** Where flights come from; `name` is null of a pasted text. */
export interface Source {
  name: string | null;
  content: string | Uint8Array;
}

export interface BatchState {
  /** What is being written into the field. */
  text: string;
  /** What the table was read from: read again where the first row changes its meaning; null where rows of it were sent. */
  source: Source | null;
  /** The file that the table came from; null of a pasted text. */
  name: string | null;
  /** The file that is being read, `''` of a pasted text; null: none is. */
  reading: string | null;
  /** A file that was dropped while rows were not sent: whether it takes their place is asked. */
  pending: readonly File[] | null;
  table: BatchTable | null;
  /** Whether the rows are those of a spreadsheet, not lines of another file. */
  isSheet: boolean;
  /** Why there is no table; null where there is one, or nothing was pasted. */
  problem: TableProblem | null;
  /** Why the content could not be read, as a sentence. */
  unread: string | null;
  firstIsHeader: boolean;
  /** The title of times of departure whose clock nothing in the file names; null if there are none. */
  unsaid: string | null;
  /** What of the file is no row, with the reason. */
  notTaken: readonly NotTakenEvent[];
  /** How many tables were pasted so far. */
  sheet: number;
  /** What dates in figures mean: proven by the dates themselves, or chosen. */
  order: DateOrder | null;
  rows: readonly BatchRow[];
  /** Names of airports; null until they are there. */
  airports: AirportIndex | null;
  /** The flights that the rows were compared with. */
  known: readonly KnownFlight[];
  /** Flights that are here and that the file, as it was read, does not name. */
  missing: readonly KnownFlight[];
  /** Rows that a person has left out. */
  leftOut: ReadonlySet<number>;
  /** Rows of flights that are here already, and that a person wants once more. */
  again: ReadonlySet<number>;
  /** The row that a person worked in last; -1: none yet. */
  atRow: number;
  /** The cell that {@link BatchState.nextProblem} gives the focus to. */
  target: { row: number; column: number } | null;
  /** Whether the rules have checked the rows as they are now. */
  checked: boolean;
  /** Hours before departure; null: now. */
  hoursBefore: number | null;
  busy: boolean;
  failure: UiFailure | null;
  sent: readonly SentKit[];
  /** What was just done, in a sentence. */
  message: string | null;
  write(text: string): void;
  /** Reads a pasted text, or the same source with another meaning of its first row. */
  paste(text: string): Promise<void>;
  readAgain(first: 'header' | 'flight'): Promise<void>;
  /** Reads the first of these files and names the others. Asks before it replaces rows that were not sent. */
  takeFiles(files: readonly File[]): Promise<void>;
  /** The answer to {@link BatchState.pending}. */
  answerPending(yes: boolean): Promise<void>;
  setMeaning(column: number, meaning: Meaning | null): void;
  setOrder(order: DateOrder): void;
  edit(row: number, column: number, value: string): void;
  /** Converts the airports of a row's cell, or every one that can mean nothing else. */
  fix(row: number, column: number): void;
  fixAll(): void;
  setAirports(airports: AirportIndex | null): void;
  toggle(row: number): void;
  workIn(row: number): void;
  /** Goes to the first cell to correct below the row of the last work, or else to the first of all, among rows of this standing. */
  nextProblem(standing: Standing | null): void;
  setHoursBefore(hours: number | null): void;
  /** Whether a row is sent once it has no errors: it is not left out, not cancelled, and not here already. */
  wanted(row: number): boolean;
  /** The rows that would be sent now, by index. */
  sendable(): number[];
  /** Compares the rows with the kits again, after these have changed. */
  compare(profileId: string): void;
  /** Asks the rules about every row, now. */
  check(profileId: string): Promise<void>;
  /** The same after a pause in typing. */
  checkSoon(profileId: string | null): void;
  /** Requests (or plans) every good row that is not left out; they leave the table. */
  send(profileId: string): Promise<void>;
  /** Takes the kits of all good rows from the shelf, now and later: they are the person's own flights. */
  want(shelf: Shelf): Promise<void>;
  /** Writes the results as CSV. */
  save(): Promise<void>;
  startOver(): void;
}

/** A batch without flights. */
export const nothing = {
  text: '',
  source: null,
  name: null,
  reading: null,
  pending: null,
  table: null,
  isSheet: true,
  problem: null,
  unread: null,
  firstIsHeader: true,
  unsaid: null,
  notTaken: [],
  order: null,
  rows: [],
  missing: [],
  leftOut: new Set<number>(),
  again: new Set<number>(),
  atRow: -1,
  target: null,
  checked: false,
  busy: false,
  failure: null,
  message: null,
} satisfies Partial<BatchState>;

/** The rows that are not sent before a cell is corrected, by index. @param standing null: of all rows */
export function problemRows(
  { rows, leftOut }: Pick<BatchState, 'rows' | 'leftOut'>,
  standing: Standing | null,
): number[] {
  return rows.flatMap(({ notes, standing: { standing: own } }, index) => {
    const isShown = own !== 'cancelled' && (standing === null || own === standing);
    return isShown && !leftOut.has(index) && notes.some(stops) ? [index] : [];
  });
}

/** A change of the batch. */
export type Patch = Partial<BatchState>;
/** The batch's own setter and getter. */
export type SetBatch = (patch: Patch) => void;
export type GetBatch = () => BatchState;

export interface BatchDeps {
  bridge: Bridge;
  kits: KitsStore;
  read: ReadFlights;
  /** Ms since 1970 UTC. */
  now?: () => number;
}

/** A kit that this batch asked for, and the row of the person's own sheet that it came from. */
export interface SentKit {
  /** Which of the tables that were pasted, from 1. */
  sheet: number;
  row: number;
  /** What its row is called: `Row 12`. */
  place: string;
  trip: Trip;
  kitId: string;
}

interface BatchTally {
  all: number;
  ready: number;
  /** Requesting, generating, downloading. */
  waiting: number;
  failed: number;
  /** Unconfirmed: a person must decide. */
  decide: number;
}

/** The batch as a whole; a kit that was removed since counts in none of the states. */
export function tally(sent: readonly SentKit[], kits: ReadonlyMap<string, Kit>): BatchTally {
  const result: BatchTally = { all: sent.length, ready: 0, waiting: 0, failed: 0, decide: 0 };
  for (const { kitId } of sent) {
    const state = kits.get(kitId)?.state;
    if (state === 'ready') result.ready += 1;
    else if (state === 'failed' || state === 'cancelled') result.failed += 1;
    else if (state === 'unconfirmed') result.decide += 1;
    else if (state) result.waiting += 1;
  }
  return result;
}

/** Those that need a person first, each in the order of the sheets. */
export function failuresFirst(sent: readonly SentKit[], kits: ReadonlyMap<string, Kit>): SentKit[] {
  const rank = ({ kitId }: SentKit) => {
    const kit = kits.get(kitId);
    return kit && needsPerson(kit) ? 0 : 1;
  };
  return sent.toSorted((a, b) => rank(a) - rank(b));
}

/** A header and a row for each kit. */
export function resultRows(sent: readonly SentKit[], kits: ReadonlyMap<string, Kit>): string[][] {
  const head = Object.values(batchWords.columns);
  const rows = sent.map(({ row, trip, kitId }) => {
    const kit = kits.get(kitId);
    return [
      String(row),
      trip.flight ?? '',
      [trip.origin, trip.destination, ...(trip.alternates ?? [])].join(' '),
      trip.departure ?? '',
      kit ? stateLabel(kit) : batchWords.gone,
      kit?.tripkit_id ?? '',
      kit?.created_at ?? '',
      kit?.failure?.message ?? kit?.activity ?? '',
      kit?.messages.map(({ code, message }) => `${code} ${message}`).join('; ') ?? '',
      kit?.document ? String(kit.document.bytes) : '',
      kit?.document ? String(kit.document.pages) : '',
      kit?.document?.sha256 ?? '',
      kit ? dateWords(kit).join('; ') : '',
    ].map((cell) => cell.slice(0, 10_000));
  });
  return [head, ...rows];
}
