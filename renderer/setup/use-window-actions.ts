import { useEffect } from 'react';
import { useBridge, useStores } from './state/registry.ts';
import { setupSlice } from './state/setup-store.ts';

/** What ends the window. Escape closes it too: first a dialog, then a passphrase that is being typed, then the window. */
export function useWindowActions(): { close(): void; request(): void } {
  const bridge = useBridge();
  const [setup] = useStores(setupSlice);
  const close = () => void bridge.app.close().catch(() => {});
  useEffect(() => {
    function onKey(event: KeyboardEvent) {
      if (event.key !== 'Escape' || event.defaultPrevented || document.querySelector('dialog:modal')) return;
      event.preventDefault();
      const { chosen, busy, forgetChosen } = setup.getState();
      if (chosen && busy === null) forgetChosen();
      else bridge.app.close().catch(() => {});
    }
    window.addEventListener('keydown', onKey);
    return () => window.removeEventListener('keydown', onKey);
  }, [bridge, setup]);
  return { close, request: () => void bridge.app.request().catch(() => {}) };
}
