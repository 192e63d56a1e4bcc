/** The keys of marks, for the viewer's table of commands. */

import type { IconName } from '../design/icons.tsx';
import type { Command } from '../viewer/document/keys/command.ts';
import type { ViewerState } from '../viewer/document/viewer-state.ts';
import { highlightSelection } from './highlight.ts';
import type { MarksStore, Tool } from './marks-store.ts';
import { viewCentre } from './view-centre.ts';
import { marksWords } from './words.ts';

/** @param root the viewer's element */
export function markCommands(store: MarksStore, root: () => Element | null): readonly Command[] {
  const words = marksWords.commands;
  const notOpen = (state: ViewerState) => state.status !== 'open';
  const toggle = (tool: Tool) => store.getState().setTool(store.getState().tool === tool ? null : tool);
  const onPage = { group: 'marks', isOff: notOpen } as const;
  const ofPage = (kind: 'pin' | 'bookmark', key: string): Command => ({
    ...onPage,
    id: kind,
    keys: [key],
    words: words[kind],
    icon: kind,
    menu: true,
    isOn: ({ page }) =>
      store
        .getState()
        .byPage.get(page)
        ?.some(({ mark }) => mark.draft.kind === kind) ?? false,
    run: ({ state }) => void store.getState().togglePage(kind, state.page),
  });
  const ofTool = (tool: Exclude<Tool, 'note'>, key: string, icon: IconName): Command => ({
    ...onPage,
    id: tool,
    keys: [key],
    words: words[tool],
    icon,
    isOn: () => store.getState().tool === tool,
    run: () => toggle(tool),
  });
  return [
    ofPage('bookmark', 'b'),
    ofPage('pin', 'm'),
    {
      ...ofTool('highlight', 'h', 'highlighter'),
      run: () =>
        void highlightSelection(store, root).then((done) => {
          if (!done) toggle('highlight');
        }),
    },
    ofTool('ink', 'i', 'pencil'),
    ofTool('erase', 'e', 'eraser'),
    {
      ...onPage,
      id: 'note',
      keys: ['a'],
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
