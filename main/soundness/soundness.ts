/**
 * Whether each document on this laptop is the one that was verified: the one state of it, which the list, the details, the
 * viewer and "Ready to fly" show. What is found is kept in memory; a kit that is not ready and has a document has a damaged
 * one, and that is stored (main/kits/lifecycle.ts).
 */
import { utc } from '../common/utc.ts';
import { isUnfinished } from '../kits/lifecycle.ts';
import type { KitRecord } from '../store/kit-record.ts';

/** As the contract shows it (preload/contract/kits.ts); `at` is UTC, ISO 8601. */
export interface Soundness {
  state: 'verified' | 'checking' | 'damaged' | 'unchecked';
  at: string;
  seal: SealState;
  what: string;
}

export type SealState = 'intact' | 'broken' | 'missing' | 'not_checked';

/** What was found of a document. */
export interface Finding {
  state: Soundness['state'];
  /** When, ms since 1970 UTC. */
  at: number;
  seal: SealState;
  /** A sentence: what was found. What to do is added as it is shown. */
  why: string;
  /** Which file it is about, where it was read to its end (stampOf); null otherwise. */
  stamp: string | null;
}

/** A kit whose soundness is another one than before. */
export interface SoundnessChange {
  kit_id: string;
  before: Soundness | null;
  now: Soundness;
}

type SoundKit = Pick<KitRecord, 'id' | 'state' | 'state_since' | 'tripkit_id' | 'document'>;

/** A finding, and the document that it is about. */
interface Kept extends Finding {
  sha256: string;
  /** Since when the kit was ready with it; null where it was not ready. */
  ready_since: number | null;
}

const VERIFIED = 'Every byte is as it was verified after the download.';
const CHANGED = 'The document was changed or damaged on this laptop.';

/** Keeps what was found of documents, and tells of changes. */
export class SoundnessKeeper {
  readonly #kept = new Map<string, Kept>();
  readonly #listeners = new Set<(change: SoundnessChange) => void>();

  /** The state of the kit's document, as the contract shows it; null where it has none. */
  of(kit: SoundKit): Soundness | null {
    if (kit.document === null) return null;
    const { state, at, seal, why } = this.finding(kit);
    return { state, at: utc(at), seal, what: [why, adviceOf(kit, state, seal)].filter(Boolean).join(' ') };
  }

  /** What is known of the kit's document. */
  finding(kit: SoundKit): Finding {
    const kept = this.#kept.get(kit.id);
    if (kept && isAbout(kept, kit)) return kept;
    const { state, state_since: at } = kit;
    const nothing = { at, seal: 'not_checked' as const, stamp: null };
    return state === 'ready'
      ? { ...nothing, state: 'verified', why: VERIFIED }
      : { ...nothing, state: 'damaged', why: CHANGED };
  }

  /** Keeps what was found of the kit's present document. */
  put(kit: SoundKit, finding: Finding): void {
    if (kit.document === null) return;
    const before = this.of(kit);
    const ready_since = kit.state === 'ready' ? kit.state_since : null;
    this.#kept.set(kit.id, { ...finding, sha256: kit.document.sha256, ready_since });
    const now = this.of(kit);
    if (now === null || (before !== null && isSame(before, now))) return;
    for (const listener of this.#listeners) listener({ kit_id: kit.id, before, now });
  }

  /** Kits that are gone. */
  forget(kit_ids: readonly string[]): void {
    for (const id of kit_ids) this.#kept.delete(id);
  }

  /** Tells of every change that is not one of the kit itself; the answer unsubscribes. */
  onChange(listener: (change: SoundnessChange) => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }
}

/** A kit that has become ready again has another file, even where its bytes are the same. */
function isAbout(kept: Kept, { state, state_since, document }: SoundKit): boolean {
  if (kept.sha256 !== document?.sha256) return false;
  return state !== 'ready' || kept.ready_since === state_since;
}

function isSame(one: Soundness, other: Soundness): boolean {
  return (
    one.state === other.state && one.at === other.at && one.seal === other.seal && one.what === other.what
  );
}

/** What to do, in one sentence; none where all is well. */
function adviceOf({ state, tripkit_id }: SoundKit, is: Soundness['state'], seal: SealState): string | null {
  const again = tripkit_id !== null;
  switch (is) {
    case 'verified':
      if (seal !== 'missing' || isUnfinished(state)) return null;
      return again ? 'Download it again to seal it.' : 'Request a new kit to have a sealed one.';
    case 'checking':
      return null;
    case 'unchecked':
      return 'Check the disk of this laptop, then check the document again.';
    case 'damaged':
      if (isUnfinished(state)) return 'Do not fly by it before the sound copy is here.';
      if (seal === 'broken' || !again) return 'Do not fly by it: request a new kit for the flight.';
      return 'Do not fly by it: download it again.';
  }
}
