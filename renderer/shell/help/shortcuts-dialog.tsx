import { keyTable } from '../../design/keys.ts';
import { KeysDialog } from '../../design/keys-dialog.tsx';
import { shortcutWords as words } from './words.ts';

const scopes = ['everywhere', 'kit', 'library', 'request', 'batch', 'changes', 'pair', 'guides'] as const;

/** The keys outside the viewer, from their table; the viewer shows its own. */
export function ShortcutsDialog({ onClose }: { onClose(): void }) {
  return (
    <KeysDialog
      title={words.title}
      groups={scopes.map((scope) => ({
        name: words.groups[scope],
        lines: [
          ...Object.entries<readonly string[]>(keyTable[scope]).map(([command, keys]) => ({
            what: (words.commands[scope] as Readonly<Record<string, string>>)[command] ?? '',
            keys,
          })),
          ...(words.byHand[scope] ?? []).map(([what, keys]) => ({ what, keys })),
        ],
      }))}
      onClose={onClose}
    />
  );
}
