import { Listeners } from '../common/listeners.ts';
import { tryOrLog } from '../common/log.ts';
import type { AppContext } from '../host/host.ts';
import type { decisions } from '../record/rules/record-kinds.ts';
import type { EventDraft } from '../store/event-entry.ts';
import type { EventLog } from '../store/event-log.ts';
import type { KitEngine, LiveKit } from './kit-engine.ts';

/** What a person can do with a kit where the kit's own history does not name the person, in the words of the event log. */
export const actWords = {
  asked: 'Request created.',
  followed: 'Following began.',
  cancelled: 'Cancelled.',
  retried: 'Taken up again.',
  asked_again: 'The request was made again.',
  opened: 'The document was opened.',
  departure_entered: 'The departure was entered.',
} as const satisfies Record<(typeof decisions)[number] | 'opened', string>;
export type ActKind = keyof typeof actWords;
export const acts = Object.keys(actWords) as ActKind[];

interface ActivityLogDeps extends Pick<AppContext, 'log' | 'now' | 'user'> {
  events: Pick<EventLog, 'append' | 'firstOpened' | 'lastOpened'>;
}

/** How long to wait before a failed write is repeated, ms. */
const RETRY_MS = 30_000;

/**
 * Records what people do with kits, for the audit. A failed write never stops what a person does: with a full disk, too, a
 * kit opens and can be requested. The failure is logged and the entry is written as soon as possible.
 */
export class ActivityLog {
  readonly #deps: ActivityLogDeps;
  readonly #listeners = new Listeners<[readonly string[]]>();
  #opened: Map<string, number> | null = null;
  #unwritten: EventDraft[] = [];
  #retry: NodeJS.Timeout | undefined;

  constructor(deps: ActivityLogDeps) {
    this.#deps = deps;
  }

  /** Records that this computer's user did this with these kits, now. */
  record(act: ActKind, kits: readonly Pick<LiveKit, 'id' | 'document'>[]): void {
    const { user, now } = this.#deps;
    const at = now();
    const given = kits.map(({ id, document }) => ({
      ...{ at, kind: act, kit_id: id, who: user },
      body: { what: actWords[act], ...(document ? { document_sha256: document.sha256 } : {}) },
    }));
    this.#unwritten.push(...given);
    this.#write();
    if (act !== 'opened') return;
    for (const { id } of kits) this.#openedAt().set(id, at);
    this.#listeners.tell(kits.map(({ id }) => id));
  }

  /** When the kit was last opened, ms since 1970 UTC; null if never. */
  openedAt(kit_id: string): number | null {
    return this.#openedAt().get(kit_id) ?? null;
  }

  /** When the kit was first opened, as far back as the log goes, ms since 1970 UTC; null if never. */
  firstOpenedAt(kit_id: string): number | null {
    const last = this.openedAt(kit_id);
    return last === null ? null : (this.#try('be read', () => this.#deps.events.firstOpened(kit_id)) ?? last);
  }

  /** Reports kits whose `openedAt` has changed. Returns a function that unsubscribes. */
  readonly onOpened = this.#listeners.add;

  /** Forgets kits when they are removed. Returns a function that ends this. */
  follow(engine: Pick<KitEngine, 'onChange'>): () => void {
    return engine.onChange(({ removed }) => {
      for (const id of removed) this.#opened?.delete(id);
    });
  }

  #write(): void {
    clearTimeout(this.#retry);
    this.#try('be written down', () => {
      this.#deps.events.append(...this.#unwritten);
      this.#unwritten = [];
    });
    if (this.#unwritten.length > 0) this.#retry = setTimeout(() => this.#write(), RETRY_MS).unref();
  }

  #openedAt(): Map<string, number> {
    this.#opened ??= this.#try('be read', () => this.#deps.events.lastOpened()) ?? new Map();
    return this.#opened;
  }

  #try<T>(what: string, work: () => T): T | undefined {
    return tryOrLog(this.#deps.log, `What people did with kits could not ${what}.`, work);
  }
}
