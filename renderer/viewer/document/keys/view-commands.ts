/** The viewer's own commands. Other parts add theirs by `useCommands`. */

import { lights } from '../../../../main/settings/rules/choices.ts';
import { cockpitWords } from '../../../cockpit/words.ts';
import { appearanceStore } from '../../../design/appearance.ts';
import { isPressed, type KeyPress } from '../../../design/key-press.ts';
import type { SettingsStore } from '../../../shell/state/settings-store.ts';
import { viewerWords } from '../../words.ts';
import type { Command, ViewerState } from '../viewer-state.ts';
import { type Light, lightStore, touchStore } from '../window/light-store.ts';
import { commandsIn, isViewersKey, type KeyScope } from './command.ts';

const words = viewerWords.commands;
const noPages = (state: ViewerState) => state.pageCount === 0;
const notOpen = (state: ViewerState) => state.status !== 'open';

const pages = commandsIn('pages', words, [
  {
    id: 'next',
    icon: 'chevronDown',
    isOff: (state) => state.page >= state.pageCount,
    run: ({ state }) => state.turnPage(1),
  },
  {
    id: 'previous',
    icon: 'chevronUp',
    isOff: (state) => state.page <= 1,
    run: ({ state }) => state.turnPage(-1),
  },
  { id: 'first', isOff: noPages, run: ({ state }) => state.goTo(1) },
  { id: 'last', isOff: noPages, run: ({ state }) => state.goTo(state.pageCount) },
  { id: 'page', isOff: noPages, run: ({ state }) => state.askPageBox() },
  {
    id: 'back',
    icon: 'stepBack',
    menu: true,
    isOff: (state) => state.jumps.back.length === 0,
    run: ({ state }) => state.stepJump('back'),
  },
  {
    id: 'forward',
    icon: 'stepForward',
    menu: true,
    isOff: (state) => state.jumps.forward.length === 0,
    run: ({ state }) => state.stepJump('forward'),
  },
]);

const look = { menu: true, isOff: noPages } as const;
const fits = [
  { id: 'fitAuto', mode: 'auto', icon: 'fitChart' },
  { id: 'fitPage', mode: 'page', icon: 'fitPage' },
  { id: 'fitWidth', mode: 'width', icon: 'fitWidth' },
  { id: 'fitChart', mode: 'chart', icon: 'fitChart' },
] as const;
const view = commandsIn('view', words, [
  {
    id: 'zoomIn',
    icon: 'plus',
    isOff: noPages,
    run: ({ state }) => state.step(1),
  },
  { id: 'zoomOut', icon: 'minus', isOff: noPages, run: ({ state }) => state.step(-1) },
  ...fits.map(({ id, mode, icon }) => ({
    id,
    icon,
    ...look,
    isOn: (state: ViewerState) => state.mode === mode,
    run: ({ state }: { state: ViewerState }) => state.setMode(mode),
  })),
  { id: 'fullSize', isOff: noPages, run: ({ state }) => state.setMode(1) },
  ...(['continuous', 'single', 'facing'] as const).map((arrangement) => ({
    id: arrangement,
    icon: arrangement,
    ...look,
    isOn: (state: ViewerState) => state.arrangement === arrangement,
    run: ({ state }: { state: ViewerState }) => state.arrange(arrangement),
  })),
  { id: 'rotatePage', icon: 'turn', ...look, run: ({ state }) => state.rotate(90, 'page') },
  { id: 'rotateAll', icon: 'turn', ...look, run: ({ state }) => state.rotate(90, 'all') },
]);

const panels = commandsIn('panels', words, [
  {
    id: 'outline',
    icon: 'list',
    isOn: (state) => state.panel === 'outline',
    run: ({ state }) => state.askFilter('outline'),
  },
  {
    id: 'pages',
    icon: 'pages',
    isOn: (state) => state.panel === 'pages',
    run: ({ state }) => state.togglePanel('pages'),
  },
  {
    id: 'closePanel',
    isOff: (state) => state.panel === null,
    run: ({ state }) => state.showPanel(null),
  },
]);

const find = commandsIn('find', words, [
  {
    id: 'find',
    icon: 'search',
    isOff: notOpen,
    run: ({ state }) => state.find.getState().setOpen(true),
  },
  { id: 'findNext', isOff: notOpen, run: ({ state }) => void state.find.getState().next(1) },
  {
    id: 'findPrevious',
    isOff: notOpen,
    run: ({ state }) => void state.find.getState().next(-1),
  },
]);

const app = commandsIn('window', words, [
  {
    id: 'fullScreen',
    icon: 'fullScreen',
    menu: true,
    run: ({ state }) => void toggleFullScreen().catch(() => state.tell(viewerWords.noFullScreen)),
  },
  {
    id: 'touch',
    icon: 'hand',
    menu: true,
    isOn: () => touchStore.getState().on,
    run: () => touchStore.getState().toggle(),
  },
  { id: 'shortcuts', icon: 'question', menu: true, run: ({ state }) => state.showKeys(true) },
  {
    id: 'leave',
    run({ state, back }) {
      if (state.note) state.clearNote();
      else if (state.panel && state.panelOver) state.showPanel(null);
      else if (state.find.getState().open) state.find.getState().setOpen(false);
      else back();
    },
  },
]);

/** Enters or leaves full screen with the whole window. Rejects if the browser refuses. */
async function toggleFullScreen(): Promise<void> {
  if (document.fullscreenElement) await document.exitFullscreen();
  else await document.documentElement.requestFullscreen();
}

export const viewCommands: readonly Command[] = [...pages, ...view, ...panels, ...find, ...app];

const { getState: light } = lightStore;
const ofPages = { day: 'pagesDay', dim: 'pagesDim', night: 'pagesNight' } as const;
const icons = { day: 'sun', dim: 'half', night: 'moon' } as const;

/** The commands of keyboard and menu for the light of the window and of its pages. */
export function lightCommands(settings: SettingsStore): readonly Command[] {
  return commandsIn('light', viewerWords.commands, [
    { id: 'night', run: ({ state }) => turnNight(settings, state.tell) },
    { id: 'light', run: () => light().choose(after(light().light)) },
    ...lights.map((one) => ({
      id: ofPages[one],
      icon: icons[one],
      menu: true as const,
      isOn: () => light().light === one,
      // White pages would light up the cockpit.
      isOff: () => one === 'day' && appearanceStore.getState().cockpit,
      run: () => light().choose(one),
    })),
    {
      id: 'keepPictures',
      icon: 'moon',
      menu: true,
      isOn: () => light().keepPictures,
      run: () => light().togglePictures(),
    },
  ]);
}

function after(one: Light): Light {
  // In cockpit mode pages are never shown as printed.
  if (appearanceStore.getState().cockpit) return one === 'night' ? 'dim' : 'night';
  return lights[(lights.indexOf(one) + 1) % lights.length] ?? 'day';
}

/**
 * Switches between day and night, for the window and its pages; in cockpit mode it stays dark. If administrators have set the
 * theme, only for the pages.
 *
 * @param tell shows a sentence to the person
 */
export function turnNight(settings: SettingsStore, tell: (sentence: string) => void): void {
  if (appearanceStore.getState().cockpit) {
    tell(cockpitWords.staysDark);
    return;
  }
  const { settings: known, toggleNight } = settings.getState();
  if (known?.managed.includes('theme')) {
    light().choose(light().light === 'night' ? 'day' : 'night');
    tell(viewerWords.themeManaged);
    return;
  }
  void toggleNight();
  // Switching to day also applies to pages that the person had made dark by day.
  if (!appearanceStore.getState().night && light().light === 'night') light().choose('day');
}

/** All commands of this view, those of other parts last. */
export function allCommands(state: Pick<ViewerState, 'moreCommands'>): readonly Command[] {
  return [...viewCommands, ...state.moreCommands];
}

/**
 * Runs the viewer's command of a key; false if it has none. The scrolled region handles arrow up and down and the space bar
 * itself. `scope`: what has the focus. `back` leaves the viewer.
 */
export function viewerKey(
  event: KeyPress & Partial<Pick<KeyboardEvent, 'defaultPrevented'>>,
  state: ViewerState,
  scope: KeyScope,
  back: () => void,
): boolean {
  if (event.defaultPrevented) return false;
  for (const command of allCommands(state)) {
    const pressed = command.keys.some((keys) => isPressed(keys, event) && isViewersKey(keys, scope));
    if (!pressed) continue;
    if (command.forbidden !== undefined) state.tell(command.forbidden);
    else if (!command.isOff?.(state)) command.run({ state, back });
    return true;
  }
  return false;
}
