/** Commands and their keys. */
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

/** Commands of one group, with their words by their ids. */
export function commandsIn<Id extends string>(
  group: CommandGroup,
  words: Readonly<Record<Id, string>>,
  commands: readonly (Omit<Command, 'group' | 'words' | 'id'> & { id: Id })[],
): readonly Command[] {
  return commands.map((command) => ({ ...command, group, words: words[command.id] }));
}

export type KeyPress = Pick<KeyboardEvent, 'key' | 'ctrlKey' | 'metaKey' | 'altKey' | 'shiftKey'> &
  Partial<Pick<KeyboardEvent, 'code'>>;

/** `Ctrl++` has an empty piece where the plus is. */
function pieces(combination: string): { key: string; ctrl: boolean; alt: boolean; shift: boolean } {
  const parts = combination === '+' ? ['+'] : combination.replace(/\+\+$/, '+plus').split('+');
  const key = parts.at(-1) === 'plus' ? '+' : (parts.at(-1) ?? '');
  return { key, ctrl: parts.includes('Ctrl'), alt: parts.includes('Alt'), shift: parts.includes('Shift') };
}

/** Whether a pressed key is this combination. */
export function isPressed(combination: string, event: KeyPress): boolean {
  const wanted = pieces(combination);
  if (wanted.ctrl !== (event.ctrlKey || event.metaKey) || wanted.alt !== event.altKey) return false;
  // With Alt a Mac types another character, and on some keyboards digits need Shift.
  if (wanted.alt && /^[0-9]$/.test(wanted.key) && event.code === `Digit${wanted.key}`) return true;
  const letter = /^[a-z]$/i.test(wanted.key);
  const named = wanted.key.length > 1;
  if ((letter || named) && wanted.shift !== event.shiftKey) return false;
  return letter ? event.key.toLowerCase() === wanted.key.toLowerCase() : event.key === wanted.key;
}

/** Whether a combination works while a person types in a field: only if it neither writes nor moves the cursor. */
export function worksWhileTyping(combination: string): boolean {
  const { key, ctrl } = pieces(combination);
  return key === 'Escape' || /^F\d+$/.test(key) || (ctrl && (key.length === 1 || key === 'Tab'));
}

/** Whether Alt is held. */
export function hasAlt(combination: string): boolean {
  return pieces(combination).alt;
}

const names: Readonly<Record<string, string>> = {
  ArrowLeft: '←',
  ArrowRight: '→',
  ArrowUp: '↑',
  ArrowDown: '↓',
  PageUp: 'PgUp',
  PageDown: 'PgDn',
  Escape: 'Esc',
};

/** The combination as labelled on keys: `Ctrl+F`, `⌘F`, `Alt+←`. */
export function keyWords(combination: string, mac: boolean): string {
  const { key, ctrl, alt, shift } = pieces(combination);
  const shown = names[key] ?? (key.length === 1 ? key.toUpperCase() : key);
  if (mac) return `${ctrl ? '⌘' : ''}${alt ? '⌥' : ''}${shift ? '⇧' : ''}${shown}`;
  return [...(ctrl ? ['Ctrl'] : []), ...(alt ? ['Alt'] : []), ...(shift ? ['Shift'] : []), shown].join('+');
}

/** Whether this computer's keys are a Mac's. */
export function isMac(): boolean {
  return typeof navigator !== 'undefined' && /mac/i.test(navigator.platform);
}
