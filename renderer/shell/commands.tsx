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

type Get = Registry['get'];

/** Commands that change how the window looks: they run while a dialog is open, too. */
const looks = {
  theme_system: (get: Get) => get(settingsSlice).getState().change({ theme: 'system' }),
  theme_day: (get: Get) => get(settingsSlice).getState().change({ theme: 'day' }),
  theme_night: (get: Get) => get(settingsSlice).getState().change({ theme: 'night' }),
  cockpit_on: (get: Get) => get(settingsSlice).getState().turnCockpit(true),
  cockpit_off: (get: Get) => get(settingsSlice).getState().turnCockpit(false),
};

/** Commands that lead to a screen or window. */
const ways = {
  new_request: (get: Get) => get(navigationSlice).getState().show('request'),
  track: (get: Get) => get(navigationSlice).getState().show('track'),
  many_flights: (get: Get) => get(navigationSlice).getState().toBatch(),
  planned_kits: (get: Get) => get(librarySlice).getState().showPlanned(),
  activity_record: (get: Get) => get(navigationSlice).getState().toRecord(),
  hand_over: (get: Get) => get(sessionSlice).getState().handOver(null),
  library: (get: Get) => get(navigationSlice).getState().toList(),
  search: (get: Get) => get(searchSlice).getState().show(),
  settings: (get: Get) => get(navigationSlice).getState().toSettings(),
  managed_settings: (get: Get) => get(navigationSlice).getState().toPolicy(),
  guides: (get: Get) => get(navigationSlice).getState().toGuides(),
  whats_new: (get: Get) => get(navigationSlice).getState().toGuides({ guide: 'whats-new' }),
};

function isOf<T extends object>(table: T, command: PropertyKey): command is keyof T {
  return Object.hasOwn(table, command);
}

/** Runs a menu command. While a dialog is open, only theme and cockpit mode can be changed. */
function runCommand(command: AppCommand, registry: Registry, show: (dialog: AppDialog) => void): void {
  const { get } = registry;
  if (isOf(looks, command)) void looks[command](get);
  else if (document.querySelector('dialog:modal')) return;
  else if (isOf(ways, command)) void ways[command](get);
  else if (command === 'shortcuts' && get(navigationSlice).getState().screen.name === 'viewer')
    // The viewer has its own, longer list of keys.
    window.dispatchEvent(new KeyboardEvent('keydown', { key: '?' }));
  else if (command === 'shortcuts' || command === 'help' || command === 'diagnostics') show(command);
  else runKitCommand(command, registry);
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
