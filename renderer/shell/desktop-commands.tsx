import { useEffect, useState } from 'react';
import { flushSync } from 'react-dom';
import { useCommandKeys } from '../design/use-window-key.ts';
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

  useCommandKeys('everywhere', { help: () => setDialog('help') }, 'dialog');
  // A view has its own commands for these.
  useCommandKeys(
    'kit',
    reading ? {} : { elsewhere: () => runKitCommand('kit_open_window', registry) },
    'dialog',
  );
  useCommandKeys('everywhere', reading ? {} : { shortcuts: () => setDialog('shortcuts') });

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
