import { useEffect, useMemo, useState } from 'react';
import type { Kit, WaitingMark } from '../../../preload/contract.ts';
import { Button, withKey } from '../../design/button.tsx';
import { Icon } from '../../design/icons.tsx';
import { viewerKeys } from '../../design/keys.ts';
import { Notice } from '../../design/notice.tsx';
import { navigationSlice } from '../../shell/state/navigation-store.ts';
import { useBridge, useStores } from '../../shell/state/registry.tsx';
import { useCommands } from '../../viewer/document/keys/command.ts';
import type { Command } from '../../viewer/document/viewer-state.ts';
import { changesWords } from '../words.ts';
import './changes-fact.css';

const words = changesWords;

/** In the header: how many charts changed since the last kit that was read, as a link; its command has a key. */
export function ChangesFact({ kit }: { kit: Kit }) {
  const [navigation] = useStores(navigationSlice);
  const { id, changes } = kit;
  const oldId = changes?.old_id ?? null;
  const commands = useMemo<readonly Command[]>(
    () => [
      {
        id: 'changes',
        group: 'window',
        keys: viewerKeys('changes'),
        words: words.command,
        icon: 'facing',
        menu: true,
        isOff: () => oldId === null,
        run: () => {
          if (oldId !== null) navigation.getState().toChanges(oldId, id);
        },
      },
    ],
    [navigation, id, oldId],
  );
  useCommands(commands);
  if (changes?.state !== 'ready' || changes.changed === 0) return null;
  return (
    <li>
      <button
        type="button"
        className="changes-fact"
        data-unreviewed={changes.unreviewed > 0 || undefined}
        aria-label={words.chipName(changes.changed, changes.unreviewed)}
        title={withKey(words.chipName(changes.changed, changes.unreviewed), viewerKeys('changes'))}
        onClick={() => navigation.getState().toChanges(changes.old_id, id)}
      >
        <Icon name="facing" />
        <span className="trust__word">{words.chip(changes.changed, changes.unreviewed)}</span>
      </button>
    </li>
  );
}

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
            {changesWords.marks.open}
          </Button>
        }
      >
        {changesWords.marks.title(marks.length)}
      </Notice>
    </div>
  );
}
