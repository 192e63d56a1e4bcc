import { Icon } from '../design/icons.tsx';
import { useMarksStore } from './marks-context.ts';
import type { ShownMark } from './types.ts';
import { marksWords } from './words.ts';

/**
 * Beside the page's corner, or in it where there is no room beside it: whether the page is bookmarked and pinned. On the page
 * in view they can be set there too.
 */
export function PageToggles(props: { page: number; shown: readonly ShownMark[]; isCurrent: boolean }) {
  const { page, shown, isCurrent } = props;
  const store = useMarksStore();
  const { bookmarked, bookmarkPage, pinned, pinPage } = marksWords;
  const toggles = [
    { kind: 'bookmark', set: bookmarked, unset: bookmarkPage },
    { kind: 'pin', set: pinned, unset: pinPage },
  ] as const;
  return (
    <div className="marks__corner">
      {toggles.map(({ kind, set, unset }) => {
        const isSet = shown.some(({ mark }) => mark.draft.kind === kind);
        if (!isSet && !isCurrent) return null;
        const label = (isSet ? set : unset)(page);
        return (
          <button
            key={kind}
            type="button"
            className={`marks__toggle marks__toggle--${kind}`}
            aria-pressed={isSet}
            aria-label={label}
            title={label}
            onClick={() => void store.getState().togglePage(kind, page)}
          >
            <Icon name={kind} />
          </button>
        );
      })}
    </div>
  );
}
