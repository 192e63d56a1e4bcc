import { useEffect, useEffectEvent } from 'react';
import { commandOf, type KeyCommand, type KeyTableScope } from './keys.ts';

/** Hears the keys that are pressed anywhere in the window, but those for a control of the selector `except`. */
export function useWindowKey(except: string, onKey: (event: KeyboardEvent) => void): void {
  const hear = useEffectEvent((event: KeyboardEvent) => {
    if (!(event.target instanceof HTMLElement && event.target.closest(except))) onKey(event);
  });
  useEffect(() => {
    window.addEventListener('keydown', hear);
    return () => window.removeEventListener('keydown', hear);
  }, []);
}

/**
 * Runs commands of a scope by their keys, pressed anywhere in the window except in a control of the selector `except` and while a
 * modal dialog is open.
 */
export function useCommandKeys<S extends KeyTableScope>(
  scope: S,
  acts: { readonly [C in KeyCommand<S>]?: () => void },
  except = 'input:not([type="checkbox"]), select, textarea, dialog, [popover]',
): void {
  useWindowKey(except, (event) => {
    const command = commandOf(scope, event);
    const run = command && acts[command];
    if (!run || event.defaultPrevented || document.querySelector('dialog:modal')) return;
    event.preventDefault();
    run();
  });
}
