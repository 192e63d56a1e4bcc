import { KeysDialog } from '../../../design/keys-dialog.tsx';
import { viewerWords } from '../../words.ts';
import { useViewer, useViewerStore } from '../viewer-context.tsx';
import { commandGroups } from './command.ts';
import { allCommands } from './viewer-keys.ts';

/** All keys of the viewer, from the table that also handles them. */
export function CheatSheet() {
  const store = useViewerStore();
  const shown = useViewer((state) => state.keysShown);
  const moreCommands = useViewer((state) => state.moreCommands);
  if (!shown) return null;
  const commands = allCommands({ moreCommands }).filter(({ keys, unlisted }) => keys.length > 0 && !unlisted);
  const words = viewerWords.keys;
  const groups = commandGroups.map((group) => ({
    name: words.groups[group],
    lines: [
      ...commands
        .filter((command) => command.group === group)
        .map((command) => ({ what: command.words, keys: command.keys })),
      ...words.byHand[group].map(([what, keys]) => ({ what, keys })),
    ],
  }));
  return (
    <KeysDialog
      title={words.title}
      groups={groups.filter(({ lines }) => lines.length > 0)}
      onClose={() => store.getState().showKeys(false)}
    />
  );
}
