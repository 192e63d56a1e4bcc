import { useState } from 'react';
import type { Kit } from '../../preload/contract.ts';
import { ConfirmDialog } from '../design/confirm-dialog.tsx';
import { formatBytes, formatUtc } from '../design/format.ts';
import { useRead } from '../shell/state/calls.ts';
import { useBridge } from '../shell/state/registry.tsx';
import { isUnread, kitSpoken } from './kit-words.ts';
import { useKits } from './kits-store.ts';
import { removalWords } from './words.ts';

/** Marks are counted for at most this many kits, because each kit needs a call. */
const MOST_COUNTED = 50;
const words = removalWords;

/** The confirmation before kits are removed: says what will be removed, and what speaks against it. */
export function RemoveDialog({ kits, onAnswer }: { kits: readonly Kit[]; onAnswer: (yes: boolean) => void }) {
  const all = useKits((state) => state.kits);
  const marks = useMarksCount(kits, all);
  const [now] = useState(() => Date.now());
  const loss = removalOf(kits, all, now);
  const { entries, next } = loss;
  const [only] = kits;
  const goes = [
    loss.documents > 0 ? words.documents(loss.documents, formatBytes(loss.bytes)) : null,
    words.entries(entries),
    marks === null
      ? loss.documents > 0
        ? words.marksUncounted
        : null
      : marks.made > 0
        ? words.marks(marks.made, marks.waiting)
        : null,
  ];
  const against = [
    next === null ? null : words.upcoming(loss.upcoming, entries, formatUtc(new Date(next).toISOString())),
    loss.last > 0 ? words.last(loss.last, entries) : null,
    loss.pinned > 0 ? words.pinned(loss.pinned, entries) : null,
    loss.unread > 0 ? words.unread(loss.unread, entries) : null,
    loss.unfinished > 0 ? words.unfinished(loss.unfinished, entries) : null,
  ];
  return (
    <ConfirmDialog
      title={words.title(entries)}
      text={
        <>
          <p>{words.intro(entries === 1 && only ? kitSpoken(only) : null)}</p>
          <Lines lines={goes} />
          {against.some((line) => line !== null) ? <p>{words.before(entries)}</p> : null}
          <Lines lines={against} />
        </>
      }
      yes={words.yes(entries)}
      danger
      onAnswer={onAnswer}
    />
  );
}

function Lines({ lines }: { lines: readonly (string | null)[] }) {
  const shown = lines.filter((line) => line !== null);
  return shown.length > 0 ? (
    <ul className="removal__lines">
      {shown.map((line) => (
        <li key={line}>{line}</li>
      ))}
    </ul>
  ) : null;
}

interface MarksCount {
  made: number;
  /** How many of those wait in a newer kit until the person decides where they belong. */
  waiting: number;
}

/** How many marks would be removed with these kits (bookmarks and notes of charts stay); null if or while not known. */
function useMarksCount(kits: readonly Kit[], all: readonly Kit[]): MarksCount | null {
  const bridge = useBridge();
  const ids = kits.filter(({ document }) => document).map(({ id }) => id);
  const newer = newerOf(ids, all);
  async function count(): Promise<MarksCount | null> {
    if (ids.length > MOST_COUNTED) return null;
    const made = await Promise.all(ids.map((id) => bridge.marks.list(id)));
    const waiting = await Promise.all(newer.map((id) => bridge.comparison.waitingMarks(id)));
    return {
      made: made.flat().filter(({ draft, lasting }) => draft.kind !== 'bookmark' && !lasting).length,
      waiting: waiting.flat().filter(({ old_id }) => ids.includes(old_id)).length,
    };
  }
  const counted = useRead(count, bridge, ids.join(' '), newer.join(' '));
  return counted === undefined ? { made: 0, waiting: 0 } : counted;
}

interface Removal {
  entries: number;
  documents: number;
  bytes: number;
  unfinished: number;
  /** Kits that the person chose to keep. */
  pinned: number;
  /** Kits that were never opened here. */
  unread: number;
  /** Flights that have not departed, and the first departure among them, ms since 1970 UTC. */
  upcoming: number;
  next: number | null;
  /** Flights that lose their last document and have not departed, or may not have departed. */
  last: number;
}

/** @param all every kit there is; @param now ms since 1970 UTC */
export function removalOf(kits: readonly Kit[], all: readonly Kit[], now: number): Removal {
  const count = (wanted: (kit: Kit) => boolean) => kits.filter(wanted).length;
  const departures = new Map(kits.map((kit) => [flightOf(kit), Date.parse(kit.trip?.departure ?? '')]));
  const coming = [...departures.values()].filter((at) => at > now);
  const removed = new Set(kits.map(({ id }) => id));
  const kept = new Set(all.filter((kit) => kit.document && !removed.has(kit.id)).map(flightOf));
  const lost = new Set(kits.filter(({ document }) => document).map(flightOf));
  return {
    entries: kits.length,
    documents: count(({ document }) => document !== null),
    bytes: kits.reduce((sum, { document }) => sum + (document?.bytes ?? 0), 0),
    unfinished: count(({ state }) => ['requesting', 'generating', 'downloading'].includes(state)),
    pinned: count(({ pinned }) => pinned),
    unread: count(isUnread),
    upcoming: coming.length,
    next: coming.length > 0 ? Math.min(...coming) : null,
    // An unknown departure (NaN) compares as false: such a flight is not over.
    last: [...lost].filter((flight) => !kept.has(flight) && !((departures.get(flight) ?? NaN) <= now)).length,
  };
}

/** The remaining kits in which marks of the removed ones may wait: those that are compared with them. */
export function newerOf(removed: readonly string[], all: readonly Kit[]): string[] {
  const ids = new Set(removed);
  return all.flatMap(({ id, changes }) => (changes && ids.has(changes.old_id) && !ids.has(id) ? [id] : []));
}

/** A key of the flight, the same for all its kits on this laptop: the newest of them. */
function flightOf({ id, superseded_by }: Kit): string {
  return superseded_by ?? id;
}
