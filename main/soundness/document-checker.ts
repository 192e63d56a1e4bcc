import { isAbort, TripKitError } from '../common/errors.ts';
import { readKitSidecar } from '../documents/kit-sidecar.ts';
import type { AppContext } from '../host/host.ts';
import type { KitEngine } from '../kits/kit-engine.ts';
import type { DocumentEvent } from '../kits/lifecycle.ts';
import type { KitDocument, KitRecord } from '../store/kit-record.ts';
import type { KitStore } from '../store/kit-store.ts';
import type { SealFinding } from './document-seals.ts';
import { examineDocument, type Integrity, type Opens } from './examine-document.ts';
import type { Finding, SoundnessKeeper } from './soundness.ts';

/** So long the reading of one document may take, ms: 500 MB at 5 MB a second, and then some. */
const TIMEOUT_MS = 2 * 60_000;
/** What a disk did not let be read is tried again by itself after so long at the earliest, ms. */
const UNREAD_AGAIN_MS = 10_000;

export interface DocumentCheckerDeps extends Pick<AppContext, 'log' | 'now'> {
  folder: string;
  kits: Pick<KitStore, 'get'>;
  engine: Pick<KitEngine, 'document'>;
  soundness: SoundnessKeeper;
  /** Whether what is stored of a kit is what was sealed. Never waits for the keychain, never rejects. */
  sealOf(kit: KitRecord): Promise<SealFinding>;
  /** Aborts when the app stops. */
  signal: AbortSignal;
  timeout_ms?: number;
  opens: Opens;
}

const WHY = {
  sound: 'Every byte is as it was verified after the download.',
  altered: 'The document was changed or damaged on this laptop.',
  forged: 'What is stored of this kit is not what was sealed when it was verified: somebody changed it.',
  missing: 'The document was not on this laptop any more.',
  broken: 'The document was damaged on this laptop, so that it opens no more.',
  unreadable: 'The document could not be read to its end.',
  slow: 'Reading the document took longer than two minutes, so it was not checked.',
  checking: 'The whole document is being read and compared with what was verified.',
} as const;

/**
 * Finds out whether documents are what was verified, for whoever doubts it: a view, a read that went wrong, a start. What is
 * found goes to the one place that all look at (SoundnessKeeper) and, where it changes what the kit can do, into its life: a
 * damaged document stays readable while a sound one is downloaded.
 */
export class DocumentChecker {
  readonly #deps: DocumentCheckerDeps;
  readonly #running = new Map<string, Promise<void>>();

  constructor(deps: DocumentCheckerDeps) {
    this.#deps = deps;
  }

  /**
   * Reads the kit's document now; those that ask at the same time wait for the same reading. Never rejects for what is found.
   *
   * @param quietly without showing that it is being read: for many of them, in the background
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

  /** Something is not right with the kit's file: it is checked, unless that is known. */
  suspect(kit_id: string, stamp: string | null): void {
    const { kits, soundness, now, signal } = this.#deps;
    const kit = kits.get(kit_id);
    if (!kit?.document || signal.aborted || this.#running.has(kit_id)) return;
    const known = soundness.finding(kit);
    if (known.state === 'damaged' && stamp !== null) return;
    if (known.state === 'unchecked' && now() - known.at < UNREAD_AGAIN_MS) return;
    void this.check(kit_id);
  }

  /** A kit has changed: one that could not be downloaded again, and has a sound document all the same, is checked. */
  changed({ id, state, document }: Pick<KitRecord, 'id' | 'state' | 'document'>): void {
    const kit = document && (state === 'failed' || state === 'cancelled') ? this.#deps.kits.get(id) : null;
    if (kit && this.#deps.soundness.finding(kit).state === 'verified') void this.check(id, { quietly: true });
  }

  /** A file is served: whether it is the one that was found sound, where one was. */
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
      // Nobody shows it any more, and nothing was found.
      soundness.put(before, presumed);
      throw error;
    }
    const kit = kits.get(kit_id);
    // Published meanwhile: what was read was the file before it.
    if (kit && !isAnother(before, kit)) await this.#decide(kit, found, presumed);
  }

  /**
   * The kit; where it counts as having no document, although a file of one is there that can be read, it has that one from
   * now on: a person may have put one back.
   */
  async #withDocument(kit_id: string): Promise<KitRecord | undefined> {
    const { folder, kits, engine } = this.#deps;
    const kit = kits.get(kit_id);
    if (!kit || kit.document) return kit;
    const known = await readKitSidecar(folder, kit_id);
    if (!known) return kit;
    const found = await this.#read(kit, known.document);
    const isReadable = found !== 'slow' && (found.is === 'sound' || (found.is === 'altered' && found.opens));
    if (isReadable && kits.get(kit_id)?.document === null)
      engine.document(kit_id, { type: 'document_found', document: known.document });
    return kits.get(kit_id);
  }

  async #read(kit: KitRecord, document: KitDocument): Promise<Integrity | 'slow'> {
    const { folder, signal, timeout_ms, opens } = this.#deps;
    const limit = AbortSignal.timeout(timeout_ms ?? TIMEOUT_MS);
    try {
      return await examineDocument(folder, kit.id, document, AbortSignal.any([signal, limit]), opens);
    } catch (error) {
      if (limit.aborted && !signal.aborted) return 'slow';
      throw error;
    }
  }

  async #decide(kit: KitRecord, found: Integrity | 'slow', before: Finding): Promise<void> {
    const { now, soundness } = this.#deps;
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
        // What was damaged stays so.
        if (before.state !== 'damaged') put('unchecked', WHY.unreadable);
        return;
      case 'missing':
      case 'altered': {
        const opens = found.is === 'altered' && found.opens !== false;
        const why = opens ? WHY.altered : found.is === 'missing' ? WHY.missing : WHY.broken;
        put('damaged', why);
        if (!opens) this.#happens(kit, { type: 'document_gone', why });
        else if (kit.state === 'ready') this.#happens(kit, { type: 'document_damaged', why, fetch: true });
        return;
      }
      case 'sound': {
        const { stamp } = found;
        const { seal, why, fetch } = await this.#deps.sealOf(kit);
        if (seal === 'broken') {
          put('damaged', WHY.forged, { seal });
          if (kit.state === 'ready') this.#happens(kit, { type: 'document_damaged', why: WHY.forged, fetch });
          return;
        }
        // What a person downloads again for another reason goes on; where that has ended, the kit is as good as before.
        const isOver = kit.state === 'failed' || kit.state === 'cancelled';
        if (isOver || (kit.state !== 'ready' && before.state === 'damaged'))
          this.#happens(kit, { type: 'document_sound' });
        put('verified', [WHY.sound, why].filter(Boolean).join(' '), { seal, stamp });
      }
    }
  }

  /** Writes it into the kit's life. What can't be written down now is found again by the next check. */
  #happens(kit: KitRecord, event: DocumentEvent): void {
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

/** The kit has another document by now, or the same one anew. */
function isAnother(before: KitRecord, now: KitRecord): boolean {
  if (before.document?.sha256 !== now.document?.sha256) return true;
  return now.state === 'ready' && now.state_since !== before.state_since;
}
