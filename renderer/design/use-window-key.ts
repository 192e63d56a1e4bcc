import { useEffect, useEffectEvent } from 'react';

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
