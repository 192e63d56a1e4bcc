/** To what a pressed key belongs: to what has the focus. The one rule for all keys of the viewer. */
import { hasAlt, worksWhileTyping } from './command.ts';

/**
 * What has the focus: the pages (and buttons, which need no letters), a text field, or something that goes by keys of its own: a
 * panel, list, tree, menu, dialog, group of choices, or the strip of pinned charts.
 */
export type KeyScope = 'pages' | 'text' | 'panel';

const TEXT = 'input, textarea, select, [contenteditable]';

/** What has none of these roles says it by `data-own-keys`. */
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
 * Whether a combination is the viewer's where the focus is: in a text field only what writes nothing and moves no cursor, in a panel
 * that and what is held with Alt. A single key there finds, chooses or does nothing; it never takes a person elsewhere.
 */
export function isViewersKey(combination: string, scope: KeyScope): boolean {
  return scope === 'pages' || worksWhileTyping(combination) || (scope === 'panel' && hasAlt(combination));
}
