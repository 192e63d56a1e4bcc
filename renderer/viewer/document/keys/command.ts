/** Commands and their groups. */

import { useEffect } from 'react';
import { hasAlt, TEXT, worksWhileTyping } from '../../../design/key-press.ts';
import { viewerKeys } from '../../../design/keys.ts';
import { useViewerStore } from '../viewer-context.tsx';
import type { Command, CommandGroup } from '../viewer-state.ts';

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

/** Adds commands to this view while the component is mounted; pass the same array each time. */
export function useCommands(commands: readonly Command[]): void {
  const store = useViewerStore();
  useEffect(() => store.getState().addCommands(commands), [store, commands]);
}

/**
 * What has the focus: the pages (and buttons, which need no letters), a text field, or something with its own keys: a panel,
 * list, tree, menu, dialog, group of choices, or the strip of pinned charts.
 */
export type KeyScope = 'pages' | 'text' | 'panel';

/** Elements with their own keys. `data-own-keys` marks those without one of these roles. */
const PANEL = [
  '[data-own-keys]',
  'dialog',
  'search',
  '[popover]',
  ...['dialog', 'alertdialog', 'menu', 'listbox', 'tree', 'grid', 'radiogroup', 'tablist'].map(
    (role) => `[role="${role}"]`,
  ),
].join(', ');

/** @param target what a key was pressed on */
export function keyScope(target: EventTarget | null): KeyScope {
  if (!(target instanceof Element)) return 'pages';
  if (target.closest(TEXT)) return 'text';
  return target.closest(PANEL) ? 'panel' : 'pages';
}

/**
 * Whether the viewer handles a combination in this scope: in a text field only one that neither writes nor moves the cursor, in a
 * panel also those with Alt. A single key in a panel finds, chooses or does nothing; it never leaves the panel.
 */
export function isViewersKey(combination: string, scope: KeyScope): boolean {
  return scope === 'pages' || worksWhileTyping(combination) || (scope === 'panel' && hasAlt(combination));
}
