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
const view = commandsIn('view', words, [
  {
    id: 'zoomIn',
    icon: 'plus',
    isOff: noPages,
    run: ({ state }) => state.step(1),
  },
  { id: 'zoomOut', icon: 'minus', isOff: noPages, run: ({ state }) => state.step(-1) },
  {
    id: 'fitAuto',
    icon: 'fitChart',
    ...look,
    isOn: (state) => state.mode === 'auto',
    run: ({ state }) => state.setMode('auto'),
  },
  {
    id: 'fitPage',
    icon: 'fitPage',
    ...look,
    isOn: (state) => state.mode === 'page',
    run: ({ state }) => state.setMode('page'),
  },
  {
    id: 'fitWidth',
    icon: 'fitWidth',
    ...look,
    isOn: (state) => state.mode === 'width',
    run: ({ state }) => state.setMode('width'),
  },
  {
    id: 'fitChart',
    icon: 'fitChart',
    ...look,
    isOn: (state) => state.mode === 'chart',
    run: ({ state }) => state.setMode('chart'),
  },
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
