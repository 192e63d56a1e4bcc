/** The system's Kit menu: what it offers, for which kit, and what its commands do. */

import type { Kit, KitCommand } from '../../preload/contract.ts';
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

/** What can be done with the kit now. @param reading whether it is open on the screen */
function offeredNow(kit: Kit | undefined, reading: boolean, { get }: Registry): KitCommand[] {
  if (!kit) return [];
  // A further window has no request form.
  const isFurther = get(windowsSlice).getState().viewer !== null;
  const forbidden = get(settingsSlice).getState().settings?.forbidden ?? [];
  const { actions } = lookOf(kit);
  const offered: [KitCommand, boolean][] = [
    ['kit_open', actions.includes('open') && !reading],
    ['kit_open_window', actions.includes('open')],
    ['kit_save_copy', actions.includes('saveCopy') && !forbidden.includes('export')],
    ['kit_print', actions.includes('open') && reading && !forbidden.includes('print')],
    ['kit_hand_over', actions.includes('saveCopy') && kit.state === 'ready'],
    ['kit_request_again', kit.trip !== null && !actions.includes('cancel') && !isFurther],
    ['kit_retry', actions.includes('retry')],
    ['kit_cancel', actions.includes('cancel')],
    ['kit_pin', true],
    // A kit is not removed while a person reads it.
    ['kit_remove', actions.includes('remove') && !reading],
  ];
  return offered.flatMap(([command, can]) => (can ? [command] : []));
}

/** Presses a key of the viewer, which knows its tab and asks its questions. */
function press(key: string, more: KeyboardEventInit = {}): void {
  window.dispatchEvent(new KeyboardEvent('keydown', { key, ctrlKey: true, cancelable: true, ...more }));
}

const acts: Record<KitCommand, (kit: Kit, get: Registry['get'], reading: boolean) => unknown> = {
  kit_open: ({ id }, get) => get(openingSlice).getState().ask(id),
  kit_open_window: ({ id }, get, reading) =>
    reading ? press('O', { shiftKey: true }) : get(openingSlice).getState().askElsewhere(id),
  kit_save_copy: ({ id }, get) => get(kitsSlice).getState().act('saveCopy', id),
  kit_print: () => press('p'),
  kit_hand_over: ({ id }, get) => get(sessionSlice).getState().handOver([id]),
  kit_request_again({ trip }, get) {
    if (trip) get(requestSlice).getState().fill(trip);
    get(navigationSlice).getState().show('request');
  },
  kit_retry: ({ id }, get) => get(kitsSlice).getState().act('retry', id),
  kit_pin: ({ id, pinned }, get) =>
    get(kitsSlice)
      .getState()
      .act(pinned ? 'unpin' : 'pin', id),
  kit_cancel: ({ id }, get) => get(questionSlice).getState().ask(id, 'cancel'),
  kit_remove({ id }, get) {
    // On a Mac this command's key also deletes text in a field.
    if (!document.activeElement?.closest('input, textarea')) get(questionSlice).getState().ask(id, 'remove');
  },
};

/** Runs the command if it is still possible: the menu may be a moment behind. */
export function runKitCommand(command: KitCommand, registry: Registry): void {
  const reading = registry.get(navigationSlice).getState().screen.name === 'viewer';
  const kit = menuKit(registry);
  if (kit && offeredNow(kit, reading, registry).includes(command))
    void acts[command](kit, registry.get, reading);
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
