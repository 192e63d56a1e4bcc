import { IconButton } from '../design/button.tsx';
import { viewerKeys } from '../design/keys.ts';
import { useViewer, useViewerStore } from '../viewer/document/viewer-context.tsx';
import { marksWords } from './words.ts';

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
