/** The words and colours for the soundness of a document, the same in the list, the details and the viewer. Pure. */

import { byAge, flightKey } from '../../main/kits/rules/same-flight.ts';
import type { Kit } from '../../preload/contract.ts';
import { formatUtc, formatUtcShort } from '../design/format.ts';
import type { Tone } from '../design/notice.tsx';
import { openingWords, trustWords } from './words.ts';

const words = trustWords;

/** Whether the kit can be opened: it is ready, or has a damaged document. */
export function canOpen({ state, document }: Kit): boolean {
  return state === 'ready' || document !== null;
}

/** How long a document that was found sound is not read again when another view opens it, ms. */
const FRESH_MS = 5 * 60_000;

/** Whether the bytes and the seal were checked minutes ago, or are now. A kit that became ready then was not checked since. */
export function isFreshlyChecked({ soundness, state_since }: Kit, now: number): boolean {
  if (soundness?.state === 'checking') return true;
  if (soundness?.state !== 'verified' || soundness.seal === 'not_checked') return false;
  return soundness.at !== state_since && now - Date.parse(soundness.at) < FRESH_MS;
}

/** Whether there is a readable document that is not the verified one. */
export function isDamaged({ soundness }: Kit): boolean {
  return soundness?.state === 'damaged';
}

/** That the desk has withdrawn the kit, when and why; null if it has not. */
export function withdrawal({ shelf }: Pick<Kit, 'shelf'>): string | null {
  return shelf?.recalled
    ? words.withdrawn(shelf.name, formatUtc(shelf.recalled.at), shelf.recalled.why)
    : null;
}

/** The newest kit of the flight if it is newer and its desk has withdrawn it: whether the older one may be used, the desk knows. */
export function withdrawnNewer(kit: Kit, kits: readonly Kit[]): Kit | null {
  const key = flightKey(kit);
  if (key === null || kit.superseded_by !== null || kit.shelf?.recalled) return null;
  const newer = kits.filter((one) => one.shelf?.recalled && byAge(kit, one) < 0 && flightKey(one) === key);
  return newer.sort(byAge).at(-1) ?? null;
}

/** @param newer as {@link withdrawnNewer} @param now ms since 1970 UTC */
export function newerWithdrawnText({ created_at, shelf }: Kit, now: number): string {
  return openingWords.superseded.newerWithdrawn(formatUtcShort(created_at, now), shelf?.recalled?.why ?? '');
}

/** Whether the document can be downloaded again, and why a person might want to. */
export function canDownloadAgain({ state, soundness, tripkit_id }: Kit): boolean {
  if (!soundness || tripkit_id === null || !['ready', 'failed', 'cancelled'].includes(state)) return false;
  return soundness.state === 'damaged' || soundness.seal === 'missing';
}

/**
 * What a person can do for a sound copy: `retry` downloads the document again, `tryNow` ends a wait of the download,
 * `renew` requests the flight again; null: nothing, because it is on its way, or nobody knows the service's id or the flight.
 */
export function wayToSoundCopy(kit: Kit): 'retry' | 'tryNow' | 'renew' | null {
  const { state, soundness, trip, wait } = kit;
  if (canDownloadAgain(kit) && soundness?.seal !== 'broken') return 'retry';
  if (wait?.may_try) return 'tryNow';
  return trip && state !== 'downloading' && state !== 'generating' ? 'renew' : null;
}

/** The soundness as a fact: what was found, and when. */
export function soundnessFact(kit: Kit): string | null {
  const { soundness } = kit;
  return soundness && words.fact(soundnessLook(kit)?.word ?? '', formatUtc(soundness.at));
}

interface SoundnessLook {
  tone: Tone;
  /** In a few words. */
  word: string;
  /** In full. */
  title: string;
}

/** How a document's soundness is shown; null if there is no document. */
export function soundnessLook({ soundness }: Kit): SoundnessLook | null {
  if (!soundness) return null;
  const { state, seal, at, what } = soundness;
  const title = words.found(formatUtc(at, { seconds: true }), what);
  switch (state) {
    case 'checking':
      return { tone: 'calm', word: words.checking, title };
    case 'verified':
      return seal === 'missing'
        ? { tone: 'warn', word: words.notSealed, title }
        : { tone: 'ok', word: words.verified, title };
    case 'damaged':
      return { tone: 'danger', word: words.damaged, title };
    case 'unchecked':
      return { tone: 'warn', word: words.unchecked, title };
  }
}
