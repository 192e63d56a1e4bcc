import { useEffect, useState } from 'react';
import type { Kit, WaitingMark } from '../../../preload/contract.ts';
import { Button } from '../../design/button.tsx';
import { Notice } from '../../design/notice.tsx';
import { navigationSlice } from '../../shell/state/navigation-store.ts';
import { useBridge, useStores } from '../../shell/state/registry.tsx';
import { changesWords } from '../words.ts';
import './changes-fact.css';

const words = changesWords.marks;
const none: readonly WaitingMark[] = [];

/** In the marks panel: says that marks of the earlier kit wait, because their charts changed. */
export function WaitingNote({ kitId }: { kitId: Kit['id'] }) {
  const bridge = useBridge();
  const [navigation] = useStores(navigationSlice);
  const [marks, setMarks] = useState(none);
  useEffect(() => {
    let here = true;
    const read = () =>
      bridge.comparison.waitingMarks(kitId).then(
        (found) => here && setMarks(found),
        // If this fails, only this line is missing; the list of changes shows the failure.
        () => here && setMarks(none),
      );
    void read();
    const stop = bridge.comparison.on('changed', ({ new_id }) => {
      if (new_id === kitId) void read();
    });
    return () => {
      here = false;
      stop();
    };
  }, [bridge, kitId]);
  const [first] = marks;
  if (!first) return null;
  return (
    <div className="marks-waiting">
      <Notice
        tone="warn"
        action={
          <Button onClick={() => navigation.getState().toChanges(first.old_id, kitId, 'marks')}>
            {words.open}
          </Button>
        }
      >
        {words.title(marks.length)}
      </Notice>
    </div>
  );
}
