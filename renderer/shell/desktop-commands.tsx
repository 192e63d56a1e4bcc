import { useEffect, useState } from 'react';
import { flushSync } from 'react-dom';
import { type AppDialog, runCommand, showKit } from './commands.ts';
import { followKitMenu, runKitCommand } from './kit-commands.ts';
import { DiagnosticsDialog, HelpDialog, ShortcutsDialog } from './lazy-components.tsx';
import { useNavigation } from './state/navigation-store.ts';
import { useRegistry } from './state/registry.tsx';

/** Runs commands from outside the page, and shows the dialogs that belong to no screen. */
export function DesktopCommands() {
  const registry = useRegistry();
  const reading = useNavigation((state) => state.screen.name === 'viewer');
  const [dialog, setDialog] = useState<AppDialog | null>(null);

  useEffect(() => {
    const { bridge } = registry;
    const stops = [
      bridge.app.on('command', (command) => runCommand(command, registry, setDialog)),
      bridge.app.on('openKit', ({ kit_id, page }) => showKit(kit_id, page ?? undefined, registry)),
    ];
    // If this fails, only commands from before this page are lost.
    bridge.app.listening().catch(() => {});
    return () => {
      for (const stop of stops) stop();
    };
  }, [registry]);

  useEffect(() => followKitMenu(registry), [registry]);

  useEffect(() => {
    function onKey(event: KeyboardEvent) {
      if (event.key !== 'F1' || document.querySelector('dialog:modal')) return;
      event.preventDefault();
      setDialog('help');
    }
    window.addEventListener('keydown', onKey);
    return () => window.removeEventListener('keydown', onKey);
  }, []);

  useEffect(() => {
    // A view has its own command for this.
    if (reading) return;
    function onKey(event: KeyboardEvent) {
      const pressed = (event.ctrlKey || event.metaKey) && event.shiftKey && event.key.toLowerCase() === 'o';
      if (!pressed || event.defaultPrevented || document.querySelector('dialog:modal')) return;
      event.preventDefault();
      runKitCommand('kit_open_window', registry);
    }
    window.addEventListener('keydown', onKey);
    return () => window.removeEventListener('keydown', onKey);
  }, [registry, reading]);

  useEffect(() => {
    if (reading) return;
    function onKey(event: KeyboardEvent) {
      const busy =
        event.target instanceof HTMLElement && event.target.closest('input, textarea, select, dialog');
      if (event.key !== '?' || busy || document.querySelector('dialog:modal')) return;
      event.preventDefault();
      setDialog('shortcuts');
    }
    window.addEventListener('keydown', onKey);
    return () => window.removeEventListener('keydown', onKey);
  }, [reading]);

  const close = () => setDialog(null);
  function showKeys() {
    // A command is accepted only when no dialog is open.
    flushSync(close);
    runCommand('shortcuts', registry, setDialog);
  }

  switch (dialog) {
    case 'help':
      return <HelpDialog onClose={close} onKeys={showKeys} />;
    case 'shortcuts':
      return <ShortcutsDialog onClose={close} />;
    case 'diagnostics':
      return <DiagnosticsDialog onClose={close} />;
    default:
      return null;
  }
}
