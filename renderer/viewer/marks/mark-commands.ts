/** The keys of marks, for the viewer's table of commands. */
import { strings } from '../../strings/strings.ts';
import type { Command } from '../keys/command.ts';
import type { ViewerState } from '../viewer-state.ts';
import { highlightSelection } from './highlight.ts';
import type { MarksStore, Tool } from './marks-store.ts';
import { viewCentre } from './view-centre.ts';

/** @param root the viewer's element */
export function markCommands(store: MarksStore, root: () => Element | null): readonly Command[] {
  const words = strings.marks.commands;
  const notOpen = (state: ViewerState) => state.status !== 'open';
  const toggle = (tool: Tool) => store.getState().setTool(store.getState().tool === tool ? null : tool);
  const has = (kind: 'pin' | 'bookmark') => (state: ViewerState) =>
    store
      .getState()
      .byPage.get(state.page)
      ?.some(({ mark }) => mark.draft.kind === kind) ?? false;
  const inHand = (tool: Tool) => () => store.getState().tool === tool;
  return [
    {
      id: 'bookmark',
      group: 'marks',
      keys: ['b'],
      words: words.bookmark,
      icon: 'bookmark',
      menu: true,
      isOff: notOpen,
      isOn: has('bookmark'),
      run: ({ state }) => void store.getState().togglePage('bookmark', state.page),
    },
    {
      id: 'pin',
      group: 'marks',
      keys: ['m'],
      words: words.pin,
      icon: 'pin',
      menu: true,
      isOff: notOpen,
      isOn: has('pin'),
      run: ({ state }) => void store.getState().togglePage('pin', state.page),
    },
    {
      id: 'highlight',
      group: 'marks',
      keys: ['h'],
      words: words.highlight,
      icon: 'highlighter',
      menu: true,
      isOff: notOpen,
      isOn: inHand('highlight'),
      run() {
        void highlightSelection(store, root).then((done) => {
          if (!done) toggle('highlight');
        });
      },
    },
    {
      id: 'ink',
      group: 'marks',
      keys: ['i'],
      words: words.ink,
      icon: 'pencil',
      menu: true,
      isOff: notOpen,
      isOn: inHand('ink'),
      run: () => toggle('ink'),
    },
    {
      id: 'erase',
      group: 'marks',
      keys: ['e'],
      words: words.erase,
      icon: 'eraser',
      isOff: notOpen,
      isOn: inHand('erase'),
      run: () => toggle('erase'),
    },
    {
      id: 'note',
      group: 'marks',
      keys: ['a'],
      words: words.note,
      icon: 'note',
      menu: true,
      isOff: notOpen,
      run() {
        const place = viewCentre(root());
        if (place) store.getState().edit(place);
      },
    },
    {
      id: 'marks',
      group: 'panels',
      keys: ['l'],
      words: words.panel,
      icon: 'bookmark',
      isOn: (state) => state.panel === 'marks',
      run: ({ state }) => state.togglePanel('marks'),
    },
    {
      id: 'undoMark',
      group: 'marks',
      keys: ['Ctrl+z'],
      words: words.undo,
      icon: 'undo',
      isOff: () => !store.getState().canUndo,
      run: () => store.getState().undo(),
    },
    {
      id: 'redoMark',
      group: 'marks',
      keys: ['Ctrl+y', 'Ctrl+Shift+z'],
      words: words.redo,
      icon: 'redo',
      isOff: () => !store.getState().canRedo,
      run: () => store.getState().redo(),
    },
  ];
}
