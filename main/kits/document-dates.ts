import { setTimeout as pause } from 'node:timers/promises';
import { isAbort } from '../common/errors.ts';
import { Listeners } from '../common/listeners.ts';
import { tryOrLog } from '../common/log.ts';
import { anySignal } from '../common/wait.ts';
import { documentPeriod, type WrittenDates } from '../documents/pdf/document-dates.ts';
import type { AppContext } from '../host/host.ts';
import type { NoticeBoard } from '../host/notices.ts';
import type { DateEvidence, DateStore, LearnedDate, StoredDate } from '../store/date-store.ts';
import type { KitRecord } from '../store/kit-record.ts';
import type { KitStore } from '../store/kit-store.ts';
import type { KitEngine, LiveKit } from './kit-engine.ts';

interface DocumentDatesDeps extends Pick<AppContext, 'log' | 'now'> {
  store: DateStore;
  /** Reads the dates in the document itself. */
  read(file: string, options: { signal: AbortSignal; timeout_ms: number }): Promise<WrittenDates>;
  /** The path of a kit's document. */
  fileOf(kit_id: string): string;
  notices: Pick<NoticeBoard, 'add' | 'withdraw'>;
}

/** A date of a document and the evidence for it. Times are ms since 1970 UTC. */
export interface KnownDate {
  evidence: DateEvidence;
  /** If the date is a period: its start; `at` is its end. */
  from: number | null;
  at: number;
}

/** Time limit for reading the dates of one document, ms: they never delay a kit for longer. */
const READ_MS = 5_000;
/** Delay after the app's start before missing dates are read, and between two documents, ms. */
const AFTER_MS = 8_000;
const PAUSE_MS = 100;

type Own = Omit<StoredDate, 'kit_id'>;

/**
 * Dates of documents with their evidence: learned while a kit is made, kept in the library, never guessed. A date that can't be
 * written is logged, and kept in memory.
 *
 * The service does not say which AIRAC cycle a kit belongs to, and a kit's `created_at` is when it was added to the list. So a run
 * records when the service was seen generating and then done, the storage's Last-Modified, and the PDF's own dates. Each belongs to
 * one document, by its hash. renderer/kits/airac.ts derives the time that all evidence allows.
 */
export class DocumentDates {
  readonly #deps: DocumentDatesDeps;
  readonly #listeners = new Listeners<[readonly string[]]>();
  /** By kit id, read once. */
  #known: Map<string, Own[]> | null = null;

  constructor(deps: DocumentDatesDeps) {
    this.#deps = deps;
  }

  /** The known dates of the kit's document. The kit has the time of its request, unless the clocks differed. */
  of({ id, document, trip, requested_at }: LiveKit): KnownDate[] {
    if (document === null) return [];
    const stored = this.learnedOf(id, document.sha256);
    const dates = stored.flatMap(({ evidence, from, at }) => (at === null ? [] : [{ evidence, from, at }]));
    const requested = trip !== null && requested_at !== null;
    if (!requested || dates.some(({ evidence }) => evidence === 'request')) return dates;
    return [{ evidence: 'request', from: null, at: requested_at }, ...dates];
  }

  /** What was learned about one document of a kit, as stored. */
  learnedOf(kit_id: string, sha256: string): LearnedDate[] {
    const own = this.#of(kit_id).filter(({ document_sha256 }) => document_sha256 === sha256);
    return own.map(({ document_sha256: _, ...date }) => date);
  }

  /**
   * A new request was accepted: what was learned for an earlier one no longer applies.
   *
   * @param at when, by the service's clock; null if it agrees with ours (then the kit has the time)
   */
  requested(kit_id: string, at: number | null): void {
    const arrived = this.#of(kit_id).filter(({ document_sha256 }) => document_sha256 !== null);
    this.#set(kit_id, at === null ? arrived : [...arrived, this.#coming('request', { from: null, at })]);
  }

  /** Evidence about the document that is coming; null: this evidence gives no date, and replaces what was learned before. */
  learned(kit_id: string, evidence: DateEvidence, date: { from: number | null; at: number } | null): void {
    const others = this.#of(kit_id).filter(
      (own) => own.document_sha256 !== null || own.evidence !== evidence,
    );
    this.#set(kit_id, date === null ? others : [...others, this.#coming(evidence, date)]);
  }

  /** The complete document is at `path`: what was learned is about this document, and its own dates are read. */
  async arrived(
    kit_id: string,
    { path, sha256, now }: { path: string; sha256: string; now: number },
    signal: AbortSignal,
  ): Promise<void> {
    const read = await this.#read(path, kit_id, now, signal);
    this.#set(kit_id, afterArrival(this.#of(kit_id), sha256, read));
  }

  /** How far the clock of a profile's service is ahead of this laptop's, ms; 0 if they agree. */
  clockOff(profile_id: string, ms: number): void {
    const id = `clock:${profile_id}`;
    if (ms === 0) {
      this.#deps.notices.withdraw(id);
      return;
    }
    const message = `This laptop’s clock is ${spanOf(ms)} ${ms < 0 ? 'ahead of' : 'behind'} the service’s. Set it: the next flights and the AIRAC cycle in effect are told by it.`;
    this.#deps.notices.add({ id, severity: 'warning', message });
  }

  /** Reports kits whose dates changed although their state did not. Returns a function that unsubscribes. */
  readonly onChange = this.#listeners.add;

  /** Removes the dates of removed kits. Returns a function that ends this. */
  follow(engine: Pick<KitEngine, 'onChange'>): () => void {
    return engine.onChange(({ removed }) => {
      for (const id of removed) this.#known?.delete(id);
    });
  }

  /** Reads the dates of documents that could not be read when they arrived, newest first, each once. Never throws. */
  async readMissing(
    kits: Pick<KitStore, 'list' | 'get'>,
    signal: AbortSignal,
    wait_ms = AFTER_MS,
  ): Promise<void> {
    const isMissing = ({ id, state, document }: KitRecord) =>
      state === 'ready' &&
      document !== null &&
      !this.learnedOf(id, document.sha256).some(({ evidence }) => evidence === 'document');
    try {
      await pause(wait_ms, undefined, { signal });
      for (const kit of kits.list()) {
        if (kit.document === null || !isMissing(kit)) continue;
        const { id } = kit;
        const { sha256 } = kit.document;
        const read = await this.#read(this.#deps.fileOf(id), id, this.#deps.now(), signal);
        signal.throwIfAborted();
        // The kit may have been removed meanwhile, or may have another document.
        const now = kits.get(id);
        if (read === null || now?.document?.sha256 !== sha256 || !isMissing(now)) continue;
        this.#set(id, [...this.#of(id), { ...read, document_sha256: sha256 }]);
        if (read.at !== null) this.#listeners.tell([id]);
        await pause(wait_ms === 0 ? 0 : PAUSE_MS, undefined, { signal });
      }
    } catch (error) {
      if (!isAbort(error)) this.#deps.log.error('The dates of the documents could not all be read.', error);
    }
  }

  /** The document's own date, also if it has none; null if it could not be read. @throws the signal's reason */
  async #read(file: string, kit_id: string, now: number, signal: AbortSignal): Promise<LearnedDate | null> {
    try {
      const ends = anySignal(signal, AbortSignal.timeout(READ_MS));
      const written = await this.#deps.read(file, { signal: ends, timeout_ms: READ_MS });
      const period = documentPeriod(written, now);
      const instant = period === null || period.from === period.to;
      return {
        evidence: 'document',
        from: instant ? null : period.from,
        at: period?.to ?? null,
        learned_at: this.#deps.now(),
      };
    } catch (error) {
      signal.throwIfAborted();
      this.#deps.log.warn(
        `The dates of the document of the kit ${kit_id} could not be read: ${String(error)}`,
      );
      return null;
    }
  }

  #coming(evidence: DateEvidence, date: { from: number | null; at: number }): Own {
    return { evidence, ...date, document_sha256: null, learned_at: this.#deps.now() };
  }

  #of(kit_id: string): readonly Own[] {
    return this.#all().get(kit_id) ?? [];
  }

  #all(): Map<string, Own[]> {
    this.#known ??= this.#try(() => Map.groupBy(this.#deps.store.all(), (date) => date.kit_id)) ?? new Map();
    return this.#known;
  }

  #set(kit_id: string, dates: readonly Own[]): void {
    if (dates.length === 0 && this.#of(kit_id).length === 0) return;
    this.#all().set(kit_id, [...dates]);
    this.#try(() => this.#deps.store.set(kit_id, dates));
  }

  #try<T>(work: () => T): T | undefined {
    return tryOrLog(this.#deps.log, 'The dates of documents could not be kept.', work);
  }
}

/**
 * The dates after this document arrived. For the same document as before, earlier dates that were not learned again still
 * apply; for another document, only the time of its request does.
 */
function afterArrival(dates: readonly Own[], sha256: string, read: LearnedDate | null): Own[] {
  const coming = dates.filter(({ document_sha256 }) => document_sha256 === null);
  const anew = [...coming.filter(({ evidence }) => evidence !== read?.evidence), ...(read ? [read] : [])];
  const before = dates.filter(
    ({ document_sha256, evidence }) =>
      document_sha256 === sha256 || (document_sha256 !== null && evidence === 'request'),
  );
  const kept = before.filter((old) => !anew.some(({ evidence }) => evidence === old.evidence));
  const all = [...kept, ...anew].map((date) => ({ ...date, document_sha256: sha256 }));
  return [...new Map(all.map((date) => [date.evidence, date])).values()];
}

/** `2 h 5 min`, `3 days`. */
function spanOf(ms: number): string {
  const minutes = Math.round(Math.abs(ms) / 60_000);
  if (minutes < 60) return `${minutes} min`;
  const hours = Math.floor(minutes / 60);
  if (hours < 48) return minutes % 60 === 0 ? `${hours} h` : `${hours} h ${minutes % 60} min`;
  return `${Math.round(hours / 24)} days`;
}

/**
 * Where a kit's run records what it learns about its document's date. Times are ms since 1970 UTC. Never throws: a kit
 * without a date is better than no kit.
 */
export type DocumentDateLog = Pick<DocumentDates, 'requested' | 'learned' | 'arrived' | 'clockOff'>;

/** For callers that keep no dates. */
export const noDates: DocumentDateLog = {
  requested() {},
  learned() {},
  async arrived() {},
  clockOff() {},
};
