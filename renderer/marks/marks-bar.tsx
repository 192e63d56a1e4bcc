import { useId } from 'react';
import { markColours } from '../../main/marks/rules/mark-colours.ts';
import type { MarkColour } from '../../preload/contract.ts';
import { useCharts } from '../charts/charts-store.ts';
import { pinTitle } from '../charts/pin-order.ts';
import { IconButton } from '../design/button.tsx';
import type { IconName } from '../design/icons.tsx';
import { viewerKeys } from '../design/keys.ts';
import { useViewer, useViewerStore } from '../viewer/document/viewer-context.tsx';
import { isToggled } from './mark-order.ts';
import { useMarks, useMarksStore, usePinInView } from './marks-context.ts';
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
        <p className="hint" role="status">
          {marksWords.hints[tool]}
        </p>
      ) : null}
    </div>
  );
}

/** The palette as a group of radio buttons. */
export function ColourChoice(props: {
  value: MarkColour;
  /** Shown as a pen's colours, which are darker than a highlighter's. */
  pen: boolean;
  onChange: (colour: MarkColour) => void;
}) {
  const name = useId();
  return (
    <fieldset className={props.pen ? 'colours colours--pen' : 'colours'}>
      <legend className="sr-only">{marksWords.colour}</legend>
      {markColours.map((colour) => (
        <label key={colour} className="colours__one" title={marksWords.colours[colour]}>
          <input
            type="radio"
            name={name}
            value={colour}
            checked={props.value === colour}
            aria-label={marksWords.colours[colour]}
            onChange={() => props.onChange(colour)}
          />
          <span className="colours__swatch" data-colour={colour} />
        </label>
      ))}
    </fieldset>
  );
}

/** Opens the panel with the tools and the list of marks; for the bar. */
export function MarksButton() {
  const store = useViewerStore();
  const isOpen = useViewer((state) => state.panel === 'marks');
  return (
    <IconButton
      icon="highlighter"
      label={marksWords.commands.panel}
      keys={viewerKeys('marks')}
      aria-pressed={isOpen}
      onClick={() => store.getState().togglePanel('marks')}
    />
  );
}

const { bookmarked, bookmarkPage, pinned, pinPage, pinnedChart, pinChart } = marksWords;
const toggles = [
  { kind: 'bookmark', set: bookmarked, unset: bookmarkPage },
  { kind: 'pin', set: pinned, unset: pinPage },
] as const;

/** For the bar: whether the page in view is bookmarked and pinned, and the way to change it. */
export function PageToggles() {
  const store = useMarksStore();
  const page = useViewer((state) => state.page);
  const off = useViewer((state) => state.status !== 'open');
  const marks = useMarks((state) => state.byPage.get(page));
  const inView = usePinInView();
  const charts = useCharts((state) => state.pages);
  const chart = typeof inView === 'number' ? null : pinTitle(charts, inView);
  return toggles.map(({ kind, set, unset }) => {
    const isSet = marks?.some((shown) => isToggled(shown, kind, inView)) ?? false;
    const ofChart = isSet ? pinnedChart : pinChart;
    return (
      <IconButton
        key={kind}
        icon={kind}
        label={kind === 'pin' && chart !== null ? ofChart(chart) : (isSet ? set : unset)(page)}
        keys={viewerKeys(kind)}
        aria-pressed={isSet}
        disabled={off}
        onClick={() => void store.getState().togglePage(kind, inView)}
      />
    );
  });
}
