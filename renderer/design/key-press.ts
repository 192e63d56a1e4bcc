/** Combinations of keys: which is pressed, and how it is written on the screen. */

import { appearanceStore } from './appearance.ts';

/** What a person types text into. */
export const TEXT = 'input, textarea, select, [contenteditable]';

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
  const letter = /^[a-z]$/i.test(wanted.key);
  if (wanted.alt && event.code === `${letter ? 'Key' : 'Digit'}${wanted.key.toUpperCase()}`) return true;
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

/** Whether it is a letter, digit or sign without Ctrl or Alt: a character key of WCAG 2.1.4. */
export function isSingle(combination: string): boolean {
  const { key, ctrl, alt } = pieces(combination);
  return key.length === 1 && !ctrl && !alt;
}

/** The combinations that work now: without single keys where the person switched them off. */
export function workingKeys(combinations: readonly string[]): readonly string[] {
  return appearanceStore.getState().single_keys ? combinations : combinations.filter((one) => !isSingle(one));
}

/** The first combination that works now, as it is labelled; undefined if none does. */
export function shownKey(combinations: readonly string[]): string | undefined {
  const [first] = workingKeys(combinations);
  return first === undefined ? undefined : keyWords(first);
}

/** While single keys are off, keeps letters, digits and signs from everything but fields (WCAG 2.1.4). Call once, first. */
export function startSingleKeys(): void {
  function hear(event: KeyboardEvent) {
    const { key, ctrlKey, metaKey, altKey, target } = event;
    if (appearanceStore.getState().single_keys || [...key].length !== 1 || key === ' ') return;
    if (ctrlKey || metaKey || altKey) return;
    // The system's menu shows the viewer's keys by a key event of the page's own.
    if (!event.isTrusted || (target instanceof Element && target.closest(TEXT))) return;
    event.stopImmediatePropagation();
  }
  window.addEventListener('keydown', hear, { capture: true });
}

/** The combination as labelled on keys: `Ctrl+F`, `⌘F`, `Alt+←`. */
export function keyWords(combination: string, mac = isMac()): string {
  const { key, ctrl, alt, shift } = pieces(combination);
  const shown = names[key] ?? (key.length === 1 ? key.toUpperCase() : key);
  if (mac) return `${ctrl ? '⌘' : ''}${alt ? '⌥' : ''}${shift ? '⇧' : ''}${shown}`;
  return [...(ctrl ? ['Ctrl'] : []), ...(alt ? ['Alt'] : []), ...(shift ? ['Shift'] : []), shown].join('+');
}

/** The combination for `aria-keyshortcuts`: there Ctrl is "Control", and "Meta" for a Mac's ⌘ (WAI-ARIA 1.2). */
export function ariaKey(combination: string, mac = isMac()): string {
  return combination.replace('Ctrl', mac ? 'Meta' : 'Control');
}

/** Whether this computer's keys are a Mac's. */
function isMac(): boolean {
  return typeof navigator !== 'undefined' && /mac/i.test(navigator.platform);
}
