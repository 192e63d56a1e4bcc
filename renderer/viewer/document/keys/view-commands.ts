/** The viewer's own commands. Other parts add theirs by `useCommands`. */
import { viewerWords } from '../../words.ts';
import type { ViewerState } from '../viewer-state.ts';
import { touchStore } from '../window/touch-mode.ts';
import { type Command, commandsIn } from './command.ts';

const words = viewerWords.commands;
const noPages = (state: ViewerState) => state.pageCount === 0;
const notOpen = (state: ViewerState) => state.status !== 'open';

const pages = commandsIn('pages', words, [
  {
    id: 'next',
    keys: ['PageDown', 'ArrowRight'],
    icon: 'chevronDown',
    isOff: (state) => state.page >= state.pageCount,
    run: ({ state }) => state.turnPage(1),
  },
  {
    id: 'previous',
    keys: ['PageUp', 'ArrowLeft'],
    icon: 'chevronUp',
    isOff: (state) => state.page <= 1,
    run: ({ state }) => state.turnPage(-1),
  },
  { id: 'first', keys: ['Home', 'Ctrl+Home'], isOff: noPages, run: ({ state }) => state.goTo(1) },
  { id: 'last', keys: ['End', 'Ctrl+End'], isOff: noPages, run: ({ state }) => state.goTo(state.pageCount) },
  { id: 'page', keys: ['g'], isOff: noPages, run: ({ state }) => state.askPageBox() },
  {
    id: 'back',
    keys: ['Alt+ArrowLeft'],
    icon: 'stepBack',
    menu: true,
    isOff: (state) => state.jumps.back.length === 0,
    run: ({ state }) => state.stepJump('back'),
  },
  {
    id: 'forward',
    keys: ['Alt+ArrowRight'],
    icon: 'stepForward',
    menu: true,
    isOff: (state) => state.jumps.forward.length === 0,
    run: ({ state }) => state.stepJump('forward'),
  },
]);

const look = { menu: true, isOff: noPages } as const;
const arrangements = { continuous: 'c', single: 's', facing: 'd' } as const;
const view = commandsIn('view', words, [
  {
    id: 'zoomIn',
    keys: ['Ctrl++', '+', 'Ctrl+=', '='],
    icon: 'plus',
    isOff: noPages,
    run: ({ state }) => state.step(1),
  },
  { id: 'zoomOut', keys: ['Ctrl+-', '-'], icon: 'minus', isOff: noPages, run: ({ state }) => state.step(-1) },
  {
    id: 'fitAuto',
    keys: ['Shift+Z'],
    icon: 'fitChart',
    ...look,
    isOn: (state) => state.mode === 'auto',
    run: ({ state }) => state.setMode('auto'),
  },
  {
    id: 'fitPage',
    keys: ['0', 'p', 'Ctrl+0'],
    icon: 'fitPage',
    ...look,
    isOn: (state) => state.mode === 'page',
    run: ({ state }) => state.setMode('page'),
  },
  {
    id: 'fitWidth',
    keys: ['w'],
    icon: 'fitWidth',
    ...look,
    isOn: (state) => state.mode === 'width',
    run: ({ state }) => state.setMode('width'),
  },
  {
    id: 'fitChart',
    keys: ['z'],
    icon: 'fitChart',
    ...look,
    isOn: (state) => state.mode === 'chart',
    run: ({ state }) => state.setMode('chart'),
  },
  { id: 'fullSize', keys: ['1', 'Ctrl+1'], isOff: noPages, run: ({ state }) => state.setMode(1) },
  ...(['continuous', 'single', 'facing'] as const).map((arrangement) => ({
    id: arrangement,
    keys: [arrangements[arrangement]],
    icon: arrangement,
    ...look,
    isOn: (state: ViewerState) => state.arrangement === arrangement,
    run: ({ state }: { state: ViewerState }) => state.arrange(arrangement),
  })),
  { id: 'rotatePage', keys: ['r'], icon: 'turn', ...look, run: ({ state }) => state.rotate(90, 'page') },
  { id: 'rotateAll', keys: ['Shift+R'], icon: 'turn', ...look, run: ({ state }) => state.rotate(90, 'all') },
]);

const panels = commandsIn('panels', words, [
  {
    id: 'outline',
    keys: ['o'],
    icon: 'list',
    isOn: (state) => state.panel === 'outline',
    run: ({ state }) => state.askFilter('outline'),
  },
  {
    id: 'pages',
    keys: ['t'],
    icon: 'pages',
    isOn: (state) => state.panel === 'pages',
    run: ({ state }) => state.togglePanel('pages'),
  },
  {
    id: 'closePanel',
    keys: ['Shift+O'],
    isOff: (state) => state.panel === null,
    run: ({ state }) => state.showPanel(null),
  },
]);

const find = commandsIn('find', words, [
  {
    id: 'find',
    keys: ['Ctrl+F', '/'],
    icon: 'search',
    isOff: notOpen,
    run: ({ state }) => state.find.getState().setOpen(true),
  },
  { id: 'findNext', keys: ['F3'], isOff: notOpen, run: ({ state }) => void state.find.getState().next(1) },
  {
    id: 'findPrevious',
    keys: ['Shift+F3'],
    isOff: notOpen,
    run: ({ state }) => void state.find.getState().next(-1),
  },
]);

const app = commandsIn('window', words, [
  {
    id: 'fullScreen',
    // F11 belongs to the window's menu (main/electron/menu.ts).
    keys: ['f'],
    icon: 'fullScreen',
    menu: true,
    run: ({ state }) => void toggleFullScreen().catch(() => state.tell(viewerWords.noFullScreen)),
  },
  {
    id: 'touch',
    keys: [],
    icon: 'hand',
    menu: true,
    isOn: () => touchStore.getState().on,
    run: () => touchStore.getState().toggle(),
  },
  { id: 'keys', keys: ['?'], icon: 'question', menu: true, run: ({ state }) => state.showKeys(true) },
  {
    id: 'leave',
    keys: ['Escape'],
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
