import { IconButton } from '../design/button.tsx';
import { viewerKeys } from '../design/keys.ts';
import { useViewer, useViewerStore } from '../viewer/document/viewer-context.tsx';
import { useMarks, useMarksStore } from './marks-context.ts';
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

const { bookmarked, bookmarkPage, pinned, pinPage } = marksWords;
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
  return toggles.map(({ kind, set, unset }) => {
    const isSet = marks?.some(({ mark }) => mark.draft.kind === kind) ?? false;
    return (
      <IconButton
        key={kind}
        icon={kind}
        label={(isSet ? set : unset)(page)}
        keys={viewerKeys(kind)}
        aria-pressed={isSet}
        disabled={off}
        onClick={() => void store.getState().togglePage(kind, page)}
      />
    );
  });
}
