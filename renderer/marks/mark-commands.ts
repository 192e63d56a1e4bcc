/** The keys of marks, for the viewer's table of commands. */

import type { PinName } from '../../preload/contract.ts';
import type { IconName } from '../design/icons.tsx';
import { viewerKeys } from '../design/keys.ts';
import type { Command, ViewerState } from '../viewer/document/viewer-state.ts';
import { isToggled } from './mark-order.ts';
import type { MarksStore, Tool } from './marks-store.ts';
import { viewCentre } from './page-point.ts';
import { highlightSelection } from './selection.ts';
import { marksWords } from './words.ts';

/**
 * @param root the viewer's element
 * @param inView what a pin would be of
 */
export function markCommands(
  store: MarksStore,
  root: () => Element | null,
  inView: (state: ViewerState) => PinName,
): readonly Command[] {
  const words = marksWords.commands;
  const notOpen = (state: ViewerState) => state.status !== 'open';
  const toggle = (tool: Tool) => store.getState().setTool(store.getState().tool === tool ? null : tool);
  const onPage = { group: 'marks', isOff: notOpen } as const;
  const ofPage = (kind: 'pin' | 'bookmark'): Command => ({
    ...onPage,
    id: kind,
    keys: viewerKeys(kind),
    words: words[kind],
    icon: kind,
    menu: true,
    isOn: (state) =>
      store
        .getState()
        .byPage.get(state.page)
        ?.some((shown) => isToggled(shown, kind, inView(state))) ?? false,
    run: ({ state }) => void store.getState().togglePage(kind, inView(state)),
  });
  const ofTool = (tool: Exclude<Tool, 'note'>, icon: IconName): Command => ({
    ...onPage,
    id: tool,
    keys: viewerKeys(tool),
    words: words[tool],
    icon,
    isOn: () => store.getState().tool === tool,
    run: () => toggle(tool),
  });
  return [
    ofPage('bookmark'),
    ofPage('pin'),
    {
      ...ofTool('highlight', 'highlighter'),
      run: () =>
        void highlightSelection(store, root).then((done) => {
          if (!done) toggle('highlight');
        }),
    },
    ofTool('ink', 'pencil'),
    ofTool('erase', 'eraser'),
    {
      ...onPage,
      id: 'note',
      keys: viewerKeys('note'),
      words: words.note,
      icon: 'note',
      run({ state }) {
        const place = viewCentre(root(), state.page);
        if (place) store.getState().edit(place);
      },
    },
    {
      id: 'marks',
      group: 'panels',
      keys: viewerKeys('marks'),
      words: words.panel,
      icon: 'bookmark',
      isOn: (state) => state.panel === 'marks',
      run: ({ state }) => state.togglePanel('marks'),
    },
    {
      id: 'undoMark',
      group: 'marks',
      keys: viewerKeys('undoMark'),
      words: words.undo,
      icon: 'undo',
      isOff: () => !store.getState().canUndo,
      run: () => store.getState().undo(),
    },
    {
      id: 'redoMark',
      group: 'marks',
      keys: viewerKeys('redoMark'),
      words: words.redo,
      icon: 'redo',
      isOff: () => !store.getState().canRedo,
      run: () => store.getState().redo(),
    },
  ];
}
