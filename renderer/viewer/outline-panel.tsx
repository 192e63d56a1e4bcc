import { strings } from '../strings.ts';
import type { OutlineItem } from './engine/pdf-engine.ts';
import { useViewer, useViewerStore } from './viewer-context.tsx';

/** The document's own table of contents. */
export function OutlinePanel() {
  const outline = useViewer((state) => state.outline);
  return (
    <nav className="outline" aria-label={strings.viewer.outline}>
      <h2>{strings.viewer.outline}</h2>
      {outline?.length === 0 ? <p className="outline__empty">{strings.viewer.outlineEmpty}</p> : null}
      {outline ? <Entries items={outline} /> : null}
    </nav>
  );
}

function Entries({ items }: { items: readonly OutlineItem[] }) {
  const store = useViewerStore();
  return (
    <ul className="outline__list">
      {items.map((item, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: an outline never changes, and titles may repeat
        <li key={index}>
          <button
            type="button"
            className="outline__entry"
            disabled={!item.target}
            onClick={() => item.target && void store.getState().follow(item.target)}
          >
            {item.title}
          </button>
          {item.items.length > 0 ? <Entries items={item.items} /> : null}
        </li>
      ))}
    </ul>
  );
}
