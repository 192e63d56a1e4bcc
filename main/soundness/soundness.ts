/**
 * Whether each document on this laptop is the verified one: the only source for the list, the details, the viewer and
 * "Ready to fly". Results are kept in memory; a kit that is not ready but has a document has a damaged one, and that is
 * stored (main/kits/lifecycle.ts).
 */
import type { Soundness } from '../../preload/contract.ts';
import { utc } from '../common/clock.ts';
import { Listeners } from '../common/listeners.ts';
import { isUnfinished } from '../kits/lifecycle.ts';
import type { KitRecord } from '../store/kit-record.ts';

/** Result of checking a document. */
export interface Finding {
  state: Soundness['state'];
  /** When, ms since 1970 UTC. */
  at: number;
  seal: Soundness['seal'];
  /** A sentence: the result. The advice is added when it is shown. */
  why: string;
  /** Stamp of the checked file, if it was read to its end (stampOf); null otherwise. */
  stamp: string | null;
}

/** A kit whose soundness has changed. */
export interface SoundnessChange {
  kit_id: string;
  before: Soundness | null;
  now: Soundness;
}

type SoundKit = Pick<KitRecord, 'id' | 'state' | 'state_since' | 'tripkit_id' | 'document'>;

/** A finding, and its document. */
interface Kept extends Finding {
  sha256: string;
  /** When the kit became ready with it; null if it was not ready. */
  ready_since: number | null;
}

const VERIFIED = 'Every byte is as it was verified after the download.';
const CHANGED = 'The document was changed or damaged on this laptop.';

/** Keeps the results of document checks, and reports changes. */
export class SoundnessKeeper {
  readonly #kept = new Map<string, Kept>();
  readonly #listeners = new Listeners<[SoundnessChange]>();

  /** The state of the kit's document, as the contract shows it; null if it has none. */
  of(kit: SoundKit): Soundness | null {
    if (kit.document === null) return null;
    const { state, at, seal, why } = this.finding(kit);
    return { state, at: utc(at), seal, what: [why, adviceOf(kit, state, seal)].filter(Boolean).join(' ') };
  }

  /** The last result for the kit's document. */
  finding(kit: SoundKit): Finding {
    const kept = this.#kept.get(kit.id);
    if (kept && isAbout(kept, kit)) return kept;
    const { state, state_since: at } = kit;
    const nothing = { at, seal: 'not_checked' as const, stamp: null };
    return state === 'ready'
      ? { ...nothing, state: 'verified', why: VERIFIED }
      : { ...nothing, state: 'damaged', why: CHANGED };
  }

  /** Stores the result for the kit's current document. */
  put(kit: SoundKit, finding: Finding): void {
    if (kit.document === null) return;
    const before = this.of(kit);
    const ready_since = kit.state === 'ready' ? kit.state_since : null;
    this.#kept.set(kit.id, { ...finding, sha256: kit.document.sha256, ready_since });
    const now = this.of(kit);
    if (now === null || (before !== null && isSame(before, now))) return;
    this.#listeners.tell({ kit_id: kit.id, before, now });
  }

  /** Removes the results of deleted kits. */
  forget(kit_ids: readonly string[]): void {
    for (const id of kit_ids) this.#kept.delete(id);
  }

  /** Calls `listener` at changes that are not changes of the kit itself. Returns a function that unsubscribes. */
  readonly onChange = this.#listeners.add;
}

/** Whether the finding is about the kit's current file: a kit that became ready again has another file, even with the same bytes. */
function isAbout(kept: Kept, { state, state_since, document }: SoundKit): boolean {
  if (kept.sha256 !== document?.sha256) return false;
  return state !== 'ready' || kept.ready_since === state_since;
}

function isSame(one: Soundness, other: Soundness): boolean {
  return (
    one.state === other.state && one.at === other.at && one.seal === other.seal && one.what === other.what
  );
}

/** Advice in one sentence; null if none is needed. */
function adviceOf(
  { state, tripkit_id }: SoundKit,
  is: Soundness['state'],
  seal: Soundness['seal'],
): string | null {
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
