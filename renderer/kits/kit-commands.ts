/** What the system's Kit menu offers, for which kit, and what it does. */
import type { Kit, KitCommand } from '../../preload/contract.ts';
import type { Stores } from '../state/registry.tsx';
import { activeTab } from '../state/workspace-store.ts';
import { actionsByState } from './actions-by-state.ts';

/** The kit that is read, or the only one that is selected in the list; undefined where there is none. */
export function menuKit({ kits, library, navigation, workspace }: Stores): Kit | undefined {
  const { screen, pane, selectedId } = navigation.getState();
  const { find } = kits.getState();
  if (screen.name === 'viewer') return find(activeTab(workspace.getState())?.kitId ?? '');
  const alone = library.getState().selection.marked.size <= 1;
  return screen.name === 'library' && pane === 'kit' && alone ? find(selectedId ?? '') : undefined;
}

/** What can be done with it now. @param reading whether it is open on the screen */
export function menuCommands(kit: Kit | undefined, reading: boolean): KitCommand[] {
  if (!kit) return [];
  const actions = actionsByState[kit.state];
  const offered: [KitCommand, boolean][] = [
    ['kit_open', actions.includes('open') && !reading],
    ['kit_save_copy', actions.includes('saveCopy')],
    ['kit_print', actions.includes('open') && reading],
    ['kit_request_again', kit.trip !== null && !actions.includes('cancel')],
    ['kit_retry', actions.includes('retry')],
    ['kit_cancel', actions.includes('cancel')],
    ['kit_pin', true],
    // What is being read is not taken away from under the eyes.
    ['kit_remove', actions.includes('remove') && !reading],
  ];
  return offered.flatMap(([command, can]) => (can ? [command] : []));
}

/** Does it, where it can be done: the menu may be a moment behind. */
export function runKitCommand(command: KitCommand, stores: Stores): void {
  const reading = stores.navigation.getState().screen.name === 'viewer';
  const kit = menuKit(stores);
  if (!kit || !menuCommands(kit, reading).includes(command)) return;
  const act = stores.kits.getState().act;
  switch (command) {
    case 'kit_open':
      stores.opening.getState().ask(kit.id);
      break;
    case 'kit_save_copy':
      void act('saveCopy', kit.id);
      break;
    case 'kit_print':
      // The viewer's own key: what it asks is the view's.
      window.dispatchEvent(new KeyboardEvent('keydown', { key: 'p', ctrlKey: true }));
      break;
    case 'kit_request_again':
      if (kit.trip) stores.request.getState().fill(kit.trip);
      stores.navigation.getState().show('request');
      break;
    case 'kit_retry':
      void act('retry', kit.id);
      break;
    case 'kit_pin':
      void act(kit.pinned ? 'unpin' : 'pin', kit.id);
      break;
    case 'kit_cancel':
      stores.question.getState().ask(kit.id, 'cancel');
      break;
    case 'kit_remove':
      // On a Mac its key also deletes what is being written.
      if (!document.activeElement?.closest('input, textarea'))
        stores.question.getState().ask(kit.id, 'remove');
      break;
  }
}

/** Tells the system's menu what it can offer, whenever that changes; the answer ends it. */
export function followKitMenu(stores: Stores): () => void {
  let told = '';
  const tell = () => {
    const commands = menuCommands(menuKit(stores), stores.navigation.getState().screen.name === 'viewer');
    if (told === commands.join()) return;
    told = commands.join();
    // Without it the menu only offers what it did before.
    stores.bridge.app.kitCommands(commands).catch(() => {});
  };
  const { kits, library, navigation, workspace } = stores;
  const stops = [
    kits.subscribe((state, before) => state.kits !== before.kits && tell()),
    library.subscribe((state, before) => state.selection !== before.selection && tell()),
    navigation.subscribe(tell),
    workspace.subscribe(tell),
  ];
  tell();
  return () => {
    for (const stop of stops) stop();
  };
}
