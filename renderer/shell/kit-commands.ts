/** The system's Kit menu: what it offers, for which kit, and what its commands do. */

import type { Forbiddable, Kit, KitCommand } from '../../preload/contract.ts';
import { questionSlice } from '../kits/kit-question.tsx';
import { lookOf } from '../kits/kit-words.ts';
import { kitsSlice } from '../kits/kits-store.ts';
import { librarySlice } from '../kits/list/library-store.ts';
import { openingSlice } from '../kits/opening-store.ts';
import { requestSlice } from '../request/request-store.ts';
import { navigationSlice } from './state/navigation-store.ts';
import type { Registry } from './state/registry.tsx';
import { sessionSlice } from './state/session-store.ts';
import { settingsSlice } from './state/settings-store.ts';
import { windowsSlice } from './state/windows-store.ts';
import { activeTab, workspaceSlice } from './state/workspace-store.ts';

/** The open kit, or the only one that is selected and shown in the list; undefined if there is none. */
function menuKit({ get }: Registry): Kit | undefined {
  const { screen, pane, selectedId } = get(navigationSlice).getState();
  const { find } = get(kitsSlice).getState();
  if (screen.name === 'viewer') return find(activeTab(get(workspaceSlice).getState())?.kitId ?? '');
  const { selection, view } = get(librarySlice).getState();
  const listed = selectedId !== null && selection.marked.size <= 1 && view.rowOf(selectedId) !== undefined;
  return screen.name === 'library' && pane === 'kit' && listed ? find(selectedId) : undefined;
}

/**
 * What can be done with the kit now.
 *
 * @param reading whether it is open on the screen
 * @param further whether this is a further window, which has no request form
 * @param forbidden what administrators have switched off
 */
function menuCommands(
  kit: Kit | undefined,
  reading: boolean,
  further = false,
  forbidden: readonly Forbiddable[] = [],
): KitCommand[] {
  if (!kit) return [];
  const { actions } = lookOf(kit);
  const offered: [KitCommand, boolean][] = [
    ['kit_open', actions.includes('open') && !reading],
    ['kit_open_window', actions.includes('open')],
    ['kit_save_copy', actions.includes('saveCopy') && !forbidden.includes('export')],
    ['kit_print', actions.includes('open') && reading && !forbidden.includes('print')],
    ['kit_hand_over', actions.includes('saveCopy') && kit.state === 'ready'],
    ['kit_request_again', kit.trip !== null && !actions.includes('cancel') && !further],
    ['kit_retry', actions.includes('retry')],
    ['kit_cancel', actions.includes('cancel')],
    ['kit_pin', true],
    // A kit is not removed while a person reads it.
    ['kit_remove', actions.includes('remove') && !reading],
  ];
  return offered.flatMap(([command, can]) => (can ? [command] : []));
}

/** Runs the command if it is still possible: the menu may be a moment behind. */
export function runKitCommand(command: KitCommand, registry: Registry): void {
  const { get } = registry;
  const navigation = get(navigationSlice).getState();
  const reading = navigation.screen.name === 'viewer';
  const kit = menuKit(registry);
  if (!kit || !offeredNow(kit, reading, registry).includes(command)) return;
  const act = get(kitsSlice).getState().act;
  switch (command) {
    case 'kit_open':
      get(openingSlice).getState().ask(kit.id);
      break;
    case 'kit_open_window':
      // The viewer knows which tab it is, and whether it may be moved.
      if (reading) {
        const key = { key: 'O', ctrlKey: true, shiftKey: true, cancelable: true };
        window.dispatchEvent(new KeyboardEvent('keydown', key));
      } else get(openingSlice).getState().askElsewhere(kit.id);
      break;
    case 'kit_save_copy':
      void act('saveCopy', kit.id);
      break;
    case 'kit_print':
      // Sends the viewer's own key, so that the view asks its questions.
      window.dispatchEvent(new KeyboardEvent('keydown', { key: 'p', ctrlKey: true }));
      break;
    case 'kit_hand_over':
      void get(sessionSlice).getState().handOver([kit.id]);
      break;
    case 'kit_request_again':
      if (kit.trip) get(requestSlice).getState().fill(kit.trip);
      navigation.show('request');
      break;
    case 'kit_retry':
      void act('retry', kit.id);
      break;
    case 'kit_pin':
      void act(kit.pinned ? 'unpin' : 'pin', kit.id);
      break;
    case 'kit_cancel':
      get(questionSlice).getState().ask(kit.id, 'cancel');
      break;
    case 'kit_remove':
      // On a Mac this command's key also deletes text in a field.
      if (!document.activeElement?.closest('input, textarea'))
        get(questionSlice).getState().ask(kit.id, 'remove');
      break;
  }
}

function offeredNow(kit: Kit | undefined, reading: boolean, { get }: Registry): KitCommand[] {
  const isFurther = get(windowsSlice).getState().viewer !== null;
  return menuCommands(kit, reading, isFurther, get(settingsSlice).getState().settings?.forbidden);
}

/** Updates the system's menu whenever its commands change. Returns a function that ends it. */
export function followKitMenu(registry: Registry): () => void {
  const { bridge, get } = registry;
  const navigation = get(navigationSlice);
  let sent = '';
  const tell = () => {
    const reading = navigation.getState().screen.name === 'viewer';
    const commands = offeredNow(menuKit(registry), reading, registry);
    if (sent === commands.join()) return;
    sent = commands.join();
    // If this fails, the menu only keeps its previous commands.
    bridge.app.kitCommands(commands).catch(() => {});
  };
  const stops = [
    get(kitsSlice).subscribe((state, before) => state.kits !== before.kits && tell()),
    get(librarySlice).subscribe(
      (state, before) => (state.selection !== before.selection || state.view !== before.view) && tell(),
    ),
    navigation.subscribe(tell),
    get(workspaceSlice).subscribe(tell),
    get(settingsSlice).subscribe(tell),
  ];
  tell();
  return () => {
    for (const stop of stops) stop();
  };
}
