import type { KeyboardEvent } from 'react';

/** The items of a menu that can be chosen, in their order. */
export function menuItems(menu: HTMLElement | null): HTMLElement[] {
  return [...(menu?.querySelectorAll<HTMLElement>('[role^="menuitem"]:not(:disabled)') ?? [])];
}

/**
 * What a key does in an open menu: arrows go round its items, Home and End to the first and last, Esc and Tab close it. Nothing that is
 * typed in it is meant for what lies below.
 *
 * @see https://www.w3.org/WAI/ARIA/apg/patterns/menubar/ (keyboard interaction)
 */
export function onMenuKey(event: KeyboardEvent, menu: HTMLElement | null, onClose: () => void): void {
  const all = menuItems(menu);
  const now = all.indexOf(document.activeElement as HTMLElement);
  const to = { ArrowDown: now + 1, ArrowUp: now - 1, Home: 0, End: all.length - 1 }[event.key];
  event.stopPropagation();
  if (to !== undefined) all[(to + all.length) % all.length]?.focus();
  else if (event.key === 'Escape' || event.key === 'Tab') onClose();
  else return;
  event.preventDefault();
}
