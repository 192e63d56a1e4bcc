import { useMemo } from 'react';
import type { Kit } from '../../../preload/contract.ts';
import { withKey } from '../../design/button.tsx';
import { Icon } from '../../design/icons.tsx';
import { viewerKeys } from '../../design/keys.ts';
import { navigationSlice } from '../../shell/state/navigation-store.ts';
import { useStores } from '../../shell/state/registry.tsx';
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
