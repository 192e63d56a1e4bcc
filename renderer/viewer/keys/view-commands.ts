/** The viewer's own commands. Other parts add theirs by `useCommands`. */
import { strings } from '../../strings/strings.ts';
import { toggleFullScreen } from '../bar/full-screen.ts';
import { lightStore } from '../bar/light-store.ts';
import { touchStore } from '../bar/touch-mode.ts';
import type { ViewerState } from '../viewer-state.ts';
import type { Command } from './command.ts';

const words = strings.viewer.commands;
const noPages = (state: ViewerState) => state.pageCount === 0;
const notOpen = (state: ViewerState) => state.status !== 'open';

const pages: readonly Command[] = [
  {
    id: 'next',
    group: 'pages',
    keys: ['PageDown', 'ArrowRight'],
    words: words.next,
    icon: 'chevronDown',
    isOff: (state) => state.page >= state.pageCount,
    run: ({ state }) => state.turnPage(1),
  },
  {
    id: 'previous',
    group: 'pages',
    keys: ['PageUp', 'ArrowLeft'],
    words: words.previous,
    icon: 'chevronUp',
    isOff: (state) => state.page <= 1,
    run: ({ state }) => state.turnPage(-1),
  },
  {
    id: 'first',
    group: 'pages',
    keys: ['Home', 'Ctrl+Home'],
    words: words.first,
    isOff: noPages,
    run: ({ state }) => state.goTo(1),
  },
  {
    id: 'last',
    group: 'pages',
    keys: ['End', 'Ctrl+End'],
    words: words.last,
    isOff: noPages,
    run: ({ state }) => state.goTo(state.pageCount),
  },
  {
    id: 'page',
    group: 'pages',
    keys: ['g'],
    words: words.page,
    isOff: noPages,
    run: ({ state }) => state.askPageBox(),
  },
  {
    id: 'back',
    group: 'pages',
    keys: ['Alt+ArrowLeft'],
    words: words.back,
    icon: 'stepBack',
    menu: true,
    isOff: (state) => state.jumps.back.length === 0,
    run: ({ state }) => state.stepJump('back'),
  },
  {
    id: 'forward',
    group: 'pages',
    keys: ['Alt+ArrowRight'],
    words: words.forward,
    icon: 'stepForward',
    menu: true,
    isOff: (state) => state.jumps.forward.length === 0,
    run: ({ state }) => state.stepJump('forward'),
  },
];

const view: readonly Command[] = [
  {
    id: 'zoomIn',
    group: 'view',
    keys: ['Ctrl++', '+', 'Ctrl+=', '='],
    words: words.zoomIn,
    icon: 'plus',
    isOff: noPages,
    run: ({ state }) => state.step(1),
  },
  {
    id: 'zoomOut',
    group: 'view',
    keys: ['Ctrl+-', '-'],
    words: words.zoomOut,
    icon: 'minus',
    isOff: noPages,
    run: ({ state }) => state.step(-1),
  },
  {
    id: 'fitPage',
    group: 'view',
    keys: ['0', 'p', 'Ctrl+0'],
    words: words.fitPage,
    icon: 'fitPage',
    menu: true,
    isOff: noPages,
    isOn: (state) => state.mode === 'page',
    run: ({ state }) => state.setMode('page'),
  },
  {
    id: 'fitWidth',
    group: 'view',
    keys: ['w'],
    words: words.fitWidth,
    icon: 'fitWidth',
    menu: true,
    isOff: noPages,
    isOn: (state) => state.mode === 'width',
    run: ({ state }) => state.setMode('width'),
  },
  {
    id: 'fullSize',
    group: 'view',
    keys: ['1', 'Ctrl+1'],
    words: words.fullSize,
    isOff: noPages,
    run: ({ state }) => state.setMode(1),
  },
  ...(['continuous', 'single', 'facing'] as const).map(
    (arrangement): Command => ({
      id: arrangement,
      group: 'view',
      keys: [{ continuous: 'c', single: 's', facing: 'd' }[arrangement]],
      words: words[arrangement],
      icon: arrangement,
      menu: true,
      isOff: noPages,
      isOn: (state) => state.arrangement === arrangement,
      run: ({ state }) => state.arrange(arrangement),
    }),
  ),
  {
    id: 'rotatePage',
    group: 'view',
    keys: ['r'],
    words: words.rotatePage,
    icon: 'turn',
    menu: true,
    isOff: noPages,
    run: ({ state }) => state.rotate(90, 'page'),
  },
  {
    id: 'rotateAll',
    group: 'view',
    keys: ['Shift+R'],
    words: words.rotateAll,
    icon: 'turn',
    menu: true,
    isOff: noPages,
    run: ({ state }) => state.rotate(90, 'all'),
  },
  { id: 'light', group: 'view', keys: ['n'], words: words.light, run: ({ state }) => state.nextLight() },
  {
    id: 'keepPictures',
    group: 'view',
    keys: ['Shift+N'],
    words: words.keepPictures,
    icon: 'moon',
    menu: true,
    isOn: () => lightStore.getState().keepPictures,
    run: () => lightStore.getState().togglePictures(),
  },
];

const panels: readonly Command[] = [
  {
    id: 'outline',
    group: 'panels',
    keys: ['o'],
    words: words.outline,
    icon: 'list',
    isOn: (state) => state.panel === 'outline',
    run: ({ state }) => state.togglePanel('outline'),
  },
  {
    id: 'pages',
    group: 'panels',
    keys: ['t'],
    words: words.pages,
    icon: 'pages',
    isOn: (state) => state.panel === 'pages',
    run: ({ state }) => state.togglePanel('pages'),
  },
];

const find: readonly Command[] = [
  {
    id: 'find',
    group: 'find',
    keys: ['Ctrl+F', '/'],
    words: words.find,
    icon: 'search',
    isOff: notOpen,
    run: ({ state }) => state.find.getState().setOpen(true),
  },
  {
    id: 'findNext',
    group: 'find',
    keys: ['F3'],
    words: words.findNext,
    isOff: notOpen,
    run: ({ state }) => void state.find.getState().next(1),
  },
  {
    id: 'findPrevious',
    group: 'find',
    keys: ['Shift+F3'],
    words: words.findPrevious,
    isOff: notOpen,
    run: ({ state }) => void state.find.getState().next(-1),
  },
];

const app: readonly Command[] = [
  {
    id: 'fullScreen',
    group: 'window',
    // F11 is the window menu's own (main/electron/menu.ts).
    keys: ['f'],
    words: words.fullScreen,
    icon: 'fullScreen',
    menu: true,
    run: ({ state }) => void toggleFullScreen().catch(() => state.tell(strings.viewer.noFullScreen)),
  },
  {
    id: 'touch',
    group: 'window',
    keys: [],
    words: words.touch,
    icon: 'hand',
    menu: true,
    isOn: () => touchStore.getState().on,
    run: () => touchStore.getState().toggle(),
  },
  {
    id: 'keys',
    group: 'window',
    keys: ['?'],
    words: words.keys,
    icon: 'question',
    menu: true,
    run: ({ state }) => state.showKeys(true),
  },
  {
    id: 'leave',
    group: 'window',
    keys: ['Escape'],
    words: words.leave,
    run({ state, back }) {
      if (state.note) state.clearNote();
      else if (state.panel && state.panelOver) state.showPanel(null);
      else if (state.find.getState().open) state.find.getState().setOpen(false);
      else back();
    },
  },
];

export const viewCommands: readonly Command[] = [...pages, ...view, ...panels, ...find, ...app];
