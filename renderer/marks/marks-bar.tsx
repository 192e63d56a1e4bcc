import { IconButton } from '../design/button.tsx';
import type { IconName } from '../design/icons.tsx';
import { viewerKeys } from '../design/keys.ts';
import { ColourChoice } from './colour-choice.tsx';
import { useMarks, useMarksStore } from './marks-context.ts';
import type { Tool } from './marks-store.ts';
import { marksWords } from './words.ts';

const tools: readonly { tool: Tool; icon: IconName }[] = [
  { tool: 'highlight', icon: 'highlighter' },
  { tool: 'ink', icon: 'pencil' },
  { tool: 'erase', icon: 'eraser' },
  { tool: 'note', icon: 'note' },
];

/** The tools, the colour of the one in hand, and the way back. */
export function MarksBar() {
  const store = useMarksStore();
  const { tool, highlighter, pen, canUndo, canRedo } = useMarks((state) => state);
  return (
    <div className="marks-bar" role="toolbar" aria-label={marksWords.tools}>
      <div className="marks-bar__tools">
        {tools.map(({ tool: one, icon }) => (
          <IconButton
            key={one}
            icon={icon}
            label={marksWords.tool[one]}
            keys={one === 'note' ? [] : viewerKeys(one)}
            aria-pressed={tool === one}
            onClick={() => store.getState().setTool(tool === one ? null : one)}
          />
        ))}
        <span className="marks-bar__gap" />
        <IconButton
          icon="undo"
          label={marksWords.undo}
          keys={viewerKeys('undoMark')}
          disabled={!canUndo}
          onClick={() => store.getState().undo()}
        />
        <IconButton
          icon="redo"
          label={marksWords.redo}
          keys={viewerKeys('redoMark')}
          disabled={!canRedo}
          onClick={() => store.getState().redo()}
        />
      </div>
      {tool === 'highlight' || tool === 'ink' ? (
        <ColourChoice
          pen={tool === 'ink'}
          value={tool === 'ink' ? pen : highlighter}
          onChange={(colour) => store.getState().setColour(colour)}
        />
      ) : null}
      {tool !== null ? (
        <p className="marks-bar__hint" role="status">
          {marksWords.hints[tool]}
        </p>
      ) : null}
    </div>
  );
}
