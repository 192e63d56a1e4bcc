/** Commands and their groups. */
import { viewerKeys } from '../../../design/keys.ts';
import type { Command, CommandGroup } from '../viewer-state.ts';

export type { Command } from '../viewer-state.ts';

/** The groups in their order in the cheat sheet and the menu. */
export const commandGroups: readonly CommandGroup[] = [
  'pages',
  'view',
  'light',
  'panels',
  'find',
  'marks',
  'window',
];

/** Commands of one group, with their words and keys by their ids. */
export function commandsIn<Id extends string>(
  group: CommandGroup,
  words: Readonly<Record<Id, string>>,
  commands: readonly (Omit<Command, 'group' | 'words' | 'keys' | 'id'> & { id: Id })[],
): readonly Command[] {
  return commands.map((command) => ({
    ...command,
    group,
    keys: viewerKeys(command.id),
    words: words[command.id],
  }));
}
