import { useId } from 'react';
import { strings } from '../../strings/strings.ts';
import { A4 } from '../geometry/page-layout.ts';
import { addTurns, turnedSize } from '../geometry/turns.ts';
import { useViewerFields, useViewerStore } from '../viewer-context.tsx';
import { useLight } from '../window/light-store.ts';
import { Thumbnail } from './thumbnail.tsx';
import { useActiveRows } from './use-active-row.ts';

/** A picture stands in a square of this, CSS px, with its number below and room around. */
const PICTURE = 148;
const ROUND = 44;

/** Small pictures of all pages. */
export function ThumbnailsPanel() {
  const store = useViewerStore();
  const { pageCount, page, turn, pageTurns, ...view } = useViewerFields(
    'pageCount',
    'page',
    'turn',
    'pageTurns',
    'preparedSizes',
    'document',
    'thumbnails',
  );
  const light = useLight();
  const id = useId();

  function pictureOf(number: number) {
    const own = view.preparedSizes?.[number - 1] ?? view.preparedSizes?.[0] ?? A4;
    const turned = addTurns(turn, pageTurns.get(number) ?? 0);
    const size = turnedSize(own, turned);
    const scale = PICTURE / Math.max(size.width, size.height);
    return { width: Math.round(own.width * scale), height: Math.round(own.height * scale), turn: turned };
  }
  const { list, rows, active, choose, onKey } = useActiveRows({
    count: pageCount,
    size: (row) => {
      const picture = pictureOf(row + 1);
      return (picture.turn % 180 === 0 ? picture.height : picture.width) + ROUND;
    },
    current: page - 1,
    follow(row) {
      store.getState().goTo(row + 1);
      return true;
    },
  });
  return (
    <div
      ref={list}
      className="side__rows"
      role="listbox"
      tabIndex={0}
      aria-label={strings.viewer.panels.names.pages}
      aria-activedescendant={pageCount > 0 ? `${id}-${active + 1}` : undefined}
      data-light={light}
      onKeyDown={onKey}
    >
      <div className="side__ground" style={{ height: rows.getTotalSize() }} role="presentation">
        {rows.getVirtualItems().map(({ index: row, start, size }) => {
          const number = row + 1;
          return (
            // biome-ignore lint/a11y/useKeyWithClickEvents: the list takes the keys
            // biome-ignore lint/a11y/useFocusableInteractive: the list holds the focus (aria-activedescendant)
            <div
              key={number}
              id={`${id}-${number}`}
              role="option"
              className="thumb"
              aria-label={strings.viewer.pageLabel(number, pageCount)}
              aria-selected={number === page}
              aria-setsize={pageCount}
              aria-posinset={number}
              data-active={row === active}
              style={{ top: start, height: size }}
              onClick={() => choose(row)}
            >
              <Thumbnail
                document={view.document}
                thumbnails={view.thumbnails}
                page={number}
                {...pictureOf(number)}
              />
              <span className="thumb__number">{number}</span>
            </div>
          );
        })}
      </div>
    </div>
  );
}
