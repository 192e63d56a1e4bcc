import type { Kit } from '../../preload/contract.ts';
import { ConfirmDialog } from '../design/confirm-dialog.tsx';
import { formatBytes } from '../design/format.ts';
import { kitSpoken } from '../kits/kit-words.ts';
import { strings } from '../strings/strings.ts';
import { lossOf } from './bulk.ts';

/** The one question before kits are removed: it says what goes. */
export function RemoveDialog({ kits, onAnswer }: { kits: readonly Kit[]; onAnswer: (yes: boolean) => void }) {
  const [only] = kits;
  const single = strings.kit.confirm;
  if (only && kits.length === 1)
    return (
      <ConfirmDialog
        title={single.removeTitle}
        text={single.remove(kitSpoken(only), only.document !== null)}
        yes={single.removeYes}
        danger
        onAnswer={onAnswer}
      />
    );
  const words = strings.library.bulk.confirm;
  const loss = lossOf(kits, Date.now());
  const lines = [
    loss.documents > 0 ? words.removeDocuments(loss.documents, formatBytes(loss.bytes)) : null,
    words.removeEntries(loss.entries),
    loss.unfinished > 0 ? words.removeUnfinished(loss.unfinished) : null,
    loss.upcoming > 0 ? words.removeUpcoming(loss.upcoming) : null,
    loss.pinned > 0 ? words.removePinned(loss.pinned) : null,
  ].filter((line) => line !== null);
  return (
    <ConfirmDialog
      title={words.removeTitle(kits.length)}
      text={
        <>
          <p>{words.removeIntro}</p>
          <ul className="bulk__loss">
            {lines.map((line) => (
              <li key={line}>{line}</li>
            ))}
          </ul>
        </>
      }
      yes={words.removeYes(kits.length)}
      danger
      onAnswer={onAnswer}
    />
  );
}
