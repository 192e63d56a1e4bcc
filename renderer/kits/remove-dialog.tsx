import { useEffect, useState } from 'react';
import type { Kit } from '../../preload/contract.ts';
import { ConfirmDialog } from '../design/confirm-dialog.tsx';
import { formatBytes, formatUtc } from '../design/format.ts';
import { useBridge } from '../shell/state/registry.tsx';
import { kitSpoken } from './kit-words.ts';
import { useKits } from './kits-store.ts';
import { newerOf, removalOf } from './removal.ts';
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

/** How many marks would be removed with these kits (bookmarks stay); null if or while not known. */
function useMarksCount(kits: readonly Kit[], all: readonly Kit[]): MarksCount | null {
  const bridge = useBridge();
  const [count, setCount] = useState<MarksCount | null>({ made: 0, waiting: 0 });
  const ids = kits.filter(({ document }) => document).map(({ id }) => id);
  const newer = newerOf(ids, all);
  const key = ids.length > MOST_COUNTED ? null : ids.join(' ');
  const newerKey = newer.join(' ');
  useEffect(() => {
    let here = true;
    const split = (text: string) => (text === '' ? [] : text.split(' '));
    async function counted(removed: readonly string[]): Promise<MarksCount> {
      const made = await Promise.all(removed.map((id) => bridge.marks.list(id)));
      const waiting = await Promise.all(split(newerKey).map((id) => bridge.comparison.waitingMarks(id)));
      return {
        made: made.flat().filter(({ draft }) => draft.kind !== 'bookmark').length,
        waiting: waiting.flat().filter(({ old_id }) => removed.includes(old_id)).length,
      };
    }
    const known = key === null ? Promise.resolve(null) : counted(split(key)).catch(() => null);
    void known.then((found) => here && setCount(found));
    return () => {
      here = false;
    };
  }, [bridge, key, newerKey]);
  return count;
}
