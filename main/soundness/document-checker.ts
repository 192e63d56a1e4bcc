import { isAbort, TripKitError } from '../common/errors.ts';
import { anySignal } from '../common/wait.ts';
import { examineDocument, type Integrity, type Opens } from '../documents/examine-document.ts';
import { readParcel } from '../documents/parcel-writer.ts';
import type { AppContext } from '../host/host.ts';
import type { KitEngine } from '../kits/kit-engine.ts';
import { DAMAGED, type DocumentEvent, GONE } from '../kits/lifecycle.ts';
import type { KitDocument, KitRecord } from '../store/kit-record.ts';
import type { KitStore } from '../store/kit-store.ts';
import type { SealFinding } from './document-seals.ts';
import type { Finding, SoundnessKeeper } from './soundness.ts';

/** Time limit for reading one document, ms: 500 MB at 5 MB a second, with a margin. */
const TIMEOUT_MS = 2 * 60_000;
/** Minimum delay before a document that could not be read is automatically tried again, ms. */
const UNREAD_AGAIN_MS = 10_000;

export interface DocumentCheckerDeps extends Pick<AppContext, 'log' | 'now'> {
  folder: string;
  kits: Pick<KitStore, 'get'>;
  engine: Pick<KitEngine, 'document'>;
  soundness: SoundnessKeeper;
  /** Whether a kit's stored facts match its seal. Never waits for the keychain, never rejects. */
  sealOf(kit: KitRecord): Promise<SealFinding>;
  /** Aborts when the app stops. */
  signal: AbortSignal;
  timeout_ms?: number;
  opens: Opens;
}

const WHY = {
  sound: 'Every byte is as it was verified after the download.',
  altered: DAMAGED.why,
  forged: 'What is stored of this kit is not what was sealed when it was verified: somebody changed it.',
  missing: GONE.why,
  broken: 'The document was damaged on this laptop, so that it opens no more.',
  unreadable: 'The document could not be read to its end.',
  slow: 'Reading the document took longer than two minutes, so it was not checked.',
  checking: 'The whole document is being read and compared with what was verified.',
} as const;

/**
 * Checks whether documents are the verified ones, for a view, after a failed read, or at a start. Results go to SoundnessKeeper, where
 * all others read them. If a result changes what the kit can do, it also changes the kit's state: a damaged document stays
 * readable while a sound one is downloaded.
 */
export class DocumentChecker {
  readonly #deps: DocumentCheckerDeps;
  readonly #running = new Map<string, Promise<void>>();

  constructor(deps: DocumentCheckerDeps) {
    this.#deps = deps;
  }

  /**
   * Reads the kit's document now; simultaneous callers share one reading. Never rejects because of the result.
   *
   * @param quietly does not show that it is being read: for many documents, in the background
   */
  check(kit_id: string, { quietly = false } = {}): Promise<void> {
    const running = this.#running.get(kit_id);
    if (running) return running;
    const check = this.#check(kit_id, quietly)
      .catch((error: unknown) => {
        if (!isAbort(error))
          this.#deps.log.error(`The document of the kit ${kit_id} could not be checked.`, error);
      })
      .finally(() => this.#running.delete(kit_id));
    this.#running.set(kit_id, check);
    return check;
  }

  /** Checks the kit's file after a problem with it, unless the result for this file is known. */
  suspect(kit_id: string, stamp: string | null): void {
    const { kits, soundness, now, signal } = this.#deps;
    const kit = kits.get(kit_id);
    if (!kit?.document || signal.aborted || this.#running.has(kit_id)) return;
    const known = soundness.finding(kit);
    if (known.state === 'damaged' && stamp !== null) return;
    if (known.state === 'unchecked' && now() - known.at < UNREAD_AGAIN_MS) return;
    void this.check(kit_id);
  }

  /** A kit has changed: if its download failed or was cancelled but it has a sound document, the document is checked. */
  changed({ id, state, document }: Pick<KitRecord, 'id' | 'state' | 'document'>): void {
    const kit = document && (state === 'failed' || state === 'cancelled') ? this.#deps.kits.get(id) : null;
    if (kit && this.#deps.soundness.finding(kit).state === 'verified') void this.check(id, { quietly: true });
  }

  /** A file is served: it is checked again if its length is wrong, or it is not the file that was found sound. */
  served(kit_id: string, bytes: number, stamp: string): void {
    const { kits, soundness } = this.#deps;
    const kit = kits.get(kit_id);
    if (!kit?.document) return;
    const known = soundness.finding(kit);
    const isOther = known.stamp !== null && known.stamp !== stamp;
    if (bytes !== kit.document.bytes || (known.state === 'verified' && isOther)) this.suspect(kit_id, stamp);
  }

  async #check(kit_id: string, quietly: boolean): Promise<void> {
    const { kits, soundness, now } = this.#deps;
    const listed = kits.get(kit_id);
    const before = listed?.document ? listed : await this.#withDocument(kit_id);
    if (!before?.document) return;
    const known = soundness.finding(before);
    const presumed = known.state === 'checking' ? { ...known, state: 'unchecked' as const } : known;
    if (!quietly && known.state !== 'damaged')
      soundness.put(before, { ...known, state: 'checking', at: now(), why: WHY.checking });
    let found: Integrity | 'slow';
    try {
      found = await this.#read(before, before.document);
    } catch (error) {
      // The check ended without a result.
      soundness.put(before, presumed);
      throw error;
    }
    const kit = kits.get(kit_id);
    // A document published meanwhile was not read: the result is about the old file.
    if (kit && !isAnother(before, kit)) await this.#decide(kit, found, presumed);
  }

  /**
   * The kit. If it counts as having no document although a readable file exists, it gets that document: a person may have
   * restored the file.
   */
  async #withDocument(kit_id: string): Promise<KitRecord | undefined> {
    const { folder, kits, engine } = this.#deps;
    const kit = kits.get(kit_id);
    if (!kit || kit.document) return kit;
    const { document = null } = (await readParcel(folder, kit_id)) ?? {};
    if (!document) return kit;
    const found = await this.#read(kit, document);
    const isReadable = found !== 'slow' && (found.is === 'sound' || (found.is === 'altered' && found.opens));
    if (isReadable && kits.get(kit_id)?.document === null)
      engine.document(kit_id, { type: 'document_found', document });
    return kits.get(kit_id);
  }

  async #read(kit: KitRecord, document: KitDocument): Promise<Integrity | 'slow'> {
    const { folder, signal, timeout_ms, opens } = this.#deps;
    const limit = AbortSignal.timeout(timeout_ms ?? TIMEOUT_MS);
    try {
      const found = await examineDocument(folder, kit.id, document, anySignal(signal, limit), opens);
      signal.throwIfAborted();
      return found;
    } catch (error) {
      if (limit.aborted && !signal.aborted) return 'slow';
      throw error;
    }
  }

  async #decide(kit: KitRecord, found: Integrity | 'slow', before: Finding): Promise<void> {
    const { now, signal, soundness } = this.#deps;
    const put = (state: Finding['state'], why: string, more: Partial<Finding> = {}) =>
      soundness.put(this.#deps.kits.get(kit.id) ?? kit, {
        state,
        at: now(),
        seal: 'not_checked',
        stamp: null,
        why,
        ...more,
      });
    if (found === 'slow') return put('unchecked', WHY.slow);
    switch (found.is) {
      case 'unreadable':
        // A damaged document stays damaged.
        if (before.state !== 'damaged') put('unchecked', WHY.unreadable);
        return;
      case 'missing':
      case 'altered': {
        const opens = found.is === 'altered' && found.opens !== false;
        const why = opens ? WHY.altered : found.is === 'missing' ? WHY.missing : WHY.broken;
        put('damaged', why);
        if (!opens) this.#apply(kit, { type: 'document_gone', why });
        else if (kit.state === 'ready') this.#apply(kit, { type: 'document_damaged', why, fetch: true });
        return;
      }
      case 'sound': {
        const { stamp } = found;
        const { seal, why, fetch } = await this.#deps.sealOf(kit);
        signal.throwIfAborted();
        if (seal === 'broken') {
          put('damaged', WHY.forged, { seal });
          if (kit.state === 'ready') this.#apply(kit, { type: 'document_damaged', why: WHY.forged, fetch });
          return;
        }
        // A download that a person started for another reason continues; if it has ended, the kit is ready again.
        const isOver = kit.state === 'failed' || kit.state === 'cancelled';
        if (isOver || (kit.state !== 'ready' && before.state === 'damaged'))
          this.#apply(kit, { type: 'document_sound' });
        put('verified', [WHY.sound, why].filter(Boolean).join(' '), { seal, stamp });
      }
    }
  }

  /** Changes the kit's state. If that can't be stored now, the next check finds it again. */
  #apply(kit: KitRecord, event: DocumentEvent): void {
    const { engine, log } = this.#deps;
    const why = 'why' in event ? event.why : 'It is again what was verified.';
    log.warn(`The document of the kit ${kit.id}: ${why}`);
    try {
      engine.document(kit.id, event);
    } catch (error) {
      if (!(error instanceof TripKitError)) throw error;
      log.error(`What was found of the document of the kit ${kit.id} could not be written down.`, error);
    }
  }
}

/** Whether the kit has another document now, or the same one downloaded again. */
function isAnother(before: KitRecord, now: KitRecord): boolean {
  if (before.document?.sha256 !== now.document?.sha256) return true;
  return now.state === 'ready' && now.state_since !== before.state_since;
}
