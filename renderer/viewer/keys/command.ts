/** A command of the viewer: its keys, its words, and what it does. Keys, cheat sheet and menu are made from the same table. */
import type { IconName } from '../../design/icons.tsx';
import type { ViewerState } from '../viewer-state.ts';

/** The parts of the cheat sheet and of the menu, in their order. */
export const commandGroups = ['pages', 'view', 'panels', 'find', 'marks', 'window'] as const;
export type CommandGroup = (typeof commandGroups)[number];

export interface CommandContext {
  state: ViewerState;
  /** Leaves the viewer. */
  back(): void;
}

export interface Command {
  id: string;
  group: CommandGroup;
  /**
   * For example `Ctrl+F`, `Shift+F3`, `PageDown`, `n`, `+`; the first one is shown in tips. Ctrl is the command key on a Mac.
   * A letter or a named key means itself with exactly these modifiers; of other signs Shift is not asked, because
   * keyboards differ in where they have them.
   */
  keys: readonly string[];
  /** What it does, as a short imperative. */
  words: string;
  icon?: IconName;
  /** Whether it stands in the bar's menu. */
  menu?: boolean;
  /** Whether it makes no sense now. It does nothing then. */
  isOff?(state: ViewerState): boolean;
  /** Whether what it switches is on; absent where it switches nothing. */
  isOn?(state: ViewerState): boolean;
  run(context: CommandContext): void;
}

/** Commands of one group, with their words by their ids. */
export function commandsIn<Id extends string>(
  group: CommandGroup,
  words: Readonly<Record<Id, string>>,
  commands: readonly (Omit<Command, 'group' | 'words' | 'id'> & { id: Id })[],
): readonly Command[] {
  return commands.map((command) => ({ ...command, group, words: words[command.id] }));
}

export type KeyPress = Pick<KeyboardEvent, 'key' | 'ctrlKey' | 'metaKey' | 'altKey' | 'shiftKey'>;

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
  const letter = /^[a-z]$/i.test(wanted.key);
  const named = wanted.key.length > 1;
  if ((letter || named) && wanted.shift !== event.shiftKey) return false;
  return letter ? event.key.toLowerCase() === wanted.key.toLowerCase() : event.key === wanted.key;
}

/** Whether a combination acts while a person types in a field: only what writes nothing and moves no cursor. */
export function worksWhileTyping(combination: string): boolean {
  const { key, ctrl } = pieces(combination);
  return key === 'Escape' || /^F\d+$/.test(key) || (ctrl && (key.length === 1 || key === 'Tab'));
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

/** The combination as it is written on keys: `Ctrl+F`, `⌘F`, `Alt+←`. */
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
