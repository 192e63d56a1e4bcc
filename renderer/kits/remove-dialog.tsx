import { useEffect, useState } from 'react';
import type { Kit } from '../../preload/contract.ts';
import { ConfirmDialog } from '../design/confirm-dialog.tsx';
import { formatBytes, formatUtc } from '../design/format.ts';
import { useBridge } from '../state/registry.tsx';
import { strings } from '../strings/strings.ts';
import { kitSpoken } from './kit-words.ts';
import { useKits } from './kits-store.ts';
import { removalOf } from './removal.ts';

/** The marks of more kits are not counted: each is a call. */
const MOST_COUNTED = 50;
const words = strings.removal;

/** The one question before kits are removed: it says what goes, and what speaks against it. */
export function RemoveDialog({ kits, onAnswer }: { kits: readonly Kit[]; onAnswer: (yes: boolean) => void }) {
  const all = useKits((state) => state.kits);
  const marks = useMarksCount(kits);
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
      : marks > 0
        ? words.marks(marks)
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

/** How many marks would go with these kits (bookmarks stay); null while, or where, that is not known. */
function useMarksCount(kits: readonly Kit[]): number | null {
  const bridge = useBridge();
  const [count, setCount] = useState<number | null>(0);
  const ids = kits.filter(({ document }) => document).map(({ id }) => id);
  const key = ids.length > MOST_COUNTED ? null : ids.join(' ');
  useEffect(() => {
    let here = true;
    const counted =
      key === null
        ? Promise.resolve(null)
        : Promise.all((key === '' ? [] : key.split(' ')).map((id) => bridge.marks.list(id)))
            .then((lists) => lists.flat().filter(({ draft }) => draft.kind !== 'bookmark').length)
            .catch(() => null);
    void counted.then((known) => here && setCount(known));
    return () => {
      here = false;
    };
  }, [bridge, key]);
  return count;
}
