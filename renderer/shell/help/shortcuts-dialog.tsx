import { KeysDialog } from '../../design/keys-dialog.tsx';
import { isMac, keyWords } from '../../viewer/document/keys/command.ts';
import { shortcutWords } from './words.ts';

const words = shortcutWords;
const groups = ['everywhere', 'library', 'batch', 'reading'] as const;

/** The keys outside the viewer; the viewer shows its own. */
export function ShortcutsDialog({ onClose }: { onClose(): void }) {
  const mac = isMac();
  return (
    <KeysDialog
      title={words.title}
      groups={groups.map((group) => ({
        name: words.groups[group],
        lines: words.lines[group].map(([what, keys]) => ({ what, keys: [keyWords(keys, mac)] })),
      }))}
      onClose={onClose}
    />
  );
}
