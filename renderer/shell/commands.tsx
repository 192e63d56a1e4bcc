import { useEffect, useState } from 'react';
import { flushSync } from 'react-dom';
import type { AppCommand } from '../../preload/contract.ts';
import { useCommandKeys } from '../design/keys.ts';
import { allLoaded, kitsSlice } from '../kits/kits-store.ts';
import { librarySlice } from '../kits/list/library-store.ts';
import { openingSlice } from '../kits/opening-store.ts';
import { canOpen } from '../kits/soundness-words.ts';
import { searchSlice } from '../search/search-store.ts';
import { followKitMenu, runKitCommand } from './kit-commands.ts';
import { DiagnosticsDialog, HelpDialog, ShortcutsDialog } from './lazy-components.tsx';
import { navigationSlice, useNavigation } from './state/navigation-store.ts';
import { type Registry, useRegistry } from './state/registry.tsx';
import { sessionSlice } from './state/session-store.ts';
import { settingsSlice } from './state/settings-store.ts';

/** Runs commands from outside the page, and shows the dialogs that belong to no screen. */
export function DesktopCommands() {
  const registry = useRegistry();
  const reading = useNavigation((state) => state.screen.name === 'viewer');
  const [dialog, setDialog] = useState<AppDialog | null>(null);

  useEffect(() => {
    const { bridge } = registry;
    const stops = [
      bridge.app.on('command', (command) => runCommand(command, registry, setDialog)),
      bridge.app.on('openKit', ({ kit_id, page }) => void showKit(kit_id, page ?? undefined, registry)),
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

/** A dialog that is about the app, not about what is on the screen. */
export type AppDialog = 'help' | 'shortcuts' | 'diagnostics';

const themes = { theme_system: 'system', theme_day: 'day', theme_night: 'night' } as const;

/** Runs a menu command. While a dialog is open, only theme and cockpit mode can be changed. */
function runCommand(command: AppCommand, registry: Registry, show: (dialog: AppDialog) => void): void {
  if (command === 'theme_system' || command === 'theme_day' || command === 'theme_night') {
    void registry.get(settingsSlice).getState().change({ theme: themes[command] });
    return;
  }
  if (command === 'cockpit_on' || command === 'cockpit_off') {
    void registry
      .get(settingsSlice)
      .getState()
      .turnCockpit(command === 'cockpit_on');
    return;
  }
  if (document.querySelector('dialog:modal')) return;
  const navigation = registry.get(navigationSlice).getState();
  switch (command) {
    case 'new_request':
      navigation.show('request');
      break;
    case 'track':
      navigation.show('track');
      break;
    case 'many_flights':
      navigation.toBatch();
      break;
    case 'planned_kits':
      registry.get(librarySlice).getState().showPlanned();
      break;
    case 'activity_record':
      navigation.toRecord();
      break;
    case 'hand_over':
      void registry.get(sessionSlice).getState().handOver(null);
      break;
    case 'library':
      navigation.toList();
      break;
    case 'search':
      registry.get(searchSlice).getState().show();
      break;
    case 'settings':
      navigation.toSettings();
      break;
    case 'managed_settings':
      navigation.toPolicy();
      break;
    case 'guides':
      navigation.toGuides();
      break;
    case 'whats_new':
      navigation.toGuides({ guide: 'whats-new' });
      break;
    case 'shortcuts':
      // The viewer has its own, longer list of keys.
      if (navigation.screen.name === 'viewer')
        window.dispatchEvent(new KeyboardEvent('keydown', { key: '?' }));
      else show('shortcuts');
      break;
    case 'help':
    case 'diagnostics':
      show(command);
      break;
    default:
      runKitCommand(command, registry);
  }
}

/** Shows a kit: opens it, after any questions; a kit that is not ready is selected in the library. */
async function showKit(kitId: string, page: number | undefined, registry: Registry): Promise<void> {
  const { get } = registry;
  const kits = get(kitsSlice);
  const { find } = kits.getState();
  if (!find(kitId)) await allLoaded(kits);
  const kit = find(kitId);
  if (!kit) return;
  if (!canOpen(kit)) get(navigationSlice).getState().toLibrary();
  get(openingSlice).getState().ask(kitId, page);
}
