import { useEffect, useState } from 'react';
import { Button } from '../../design/button.tsx';
import { kitsSlice, useKits } from '../../kits/kits-store.ts';
import { useStores } from '../../shell/state/registry.tsx';
import { useForbidden } from '../../shell/state/settings-store.ts';
import { viewerWords, workspaceWords } from '../words.ts';

/** After this time an opening document gets an explanation, ms. */
const SLOW_MS = 4_000;

/** Shown while nothing of the document can be shown yet. */
export function Opening() {
  const [slow, setSlow] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setSlow(true), SLOW_MS);
    return () => clearTimeout(timer);
  }, []);
  return (
    <p className="viewer__wait" role="status">
      {slow ? viewerWords.openingSlow : viewerWords.opening}
    </p>
  );
}

/** A failed view: says why, and offers what to do next. Other views are not affected. */
export function ViewFailed(props: {
  kitId: string;
  failure: string | null;
  onReopen: () => void;
  onBack: () => void;
}) {
  const [kits] = useStores(kitsSlice);
  const noCopies = useForbidden('export');
  const isHere = useKits((state) =>
    state.kits.some(({ id, document }) => id === props.kitId && document !== null),
  );
  return (
    <div className="viewer__failed" role="alert">
      <h2>{viewerWords.failedTitle}</h2>
      <p>{props.failure}</p>
      <div className="viewer__failed-actions">
        <Button look="primary" onClick={props.onBack}>
          {viewerWords.back}
        </Button>
        <Button onClick={props.onReopen}>{workspaceWords.reopen}</Button>
        {isHere && !noCopies ? (
          <Button onClick={() => void kits.getState().act('saveCopy', props.kitId)}>
            {viewerWords.saveCopy}
          </Button>
        ) : null}
      </div>
    </div>
  );
}
