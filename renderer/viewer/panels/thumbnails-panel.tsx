import { memo, useEffect, useId, useMemo, useRef, useState } from 'react';
import type { QuarterTurn } from '../../../preload/contract.ts';
import { findPages, isFiltering } from '../../charts/chart-filter.ts';
import { FlagSign, pageWords } from '../../charts/chart-words.tsx';
import { useCharts } from '../../charts/charts-store.ts';
import { flagOfSheet, nameAt } from '../../charts/shown-chart.ts';
import { chartWords } from '../../charts/words.ts';
import type { PdfDocument } from '../document/engine/pdf-engine.ts';
import { A4 } from '../document/geometry/page-layout.ts';
import { addTurns, turnedSize } from '../document/geometry/turns.ts';
import { clearCanvas, showBitmap } from '../document/paint/canvases.ts';
import { painterOf } from '../document/paint/page-painter.ts';
import type { StoredThumbnails } from '../document/paint/stored-thumbnails.ts';
import { useViewer, useViewerFields, useViewerStore } from '../document/viewer-context.tsx';
import type { ViewerState } from '../document/viewer-state.ts';
import { useLight } from '../document/window/light-store.ts';
import { viewerWords } from '../words.ts';
import { ChartFilterBar } from './chart-filter-bar.tsx';
import { type ActiveRows, useActiveRows } from './use-active-row.ts';

/** Side of the square that holds a picture, CSS px, with its number below and space around. */
const PICTURE = 148;
const ROUND = 44;
/** Height of the chart's name below it, CSS px. */
const NAME = 18;

/** Thumbnails of all pages, or of the search results, with the names of their charts. */
export function ThumbnailsPanel() {
  const { pageCount, page, ...view } = useViewerFields(
    'pageCount',
    'page',
    'turn',
    'pageTurns',
    'preparedSizes',
    'document',
    'thumbnails',
    'outline',
  );
  const light = useLight();
  const id = useId();
  const { charts, pages, filter } = useCharts((state) => state);
  const found = useMemo(
    () => findPages(pageCount, charts, view.outline ?? [], filter),
    [pageCount, charts, view.outline, filter],
  );
  const named = charts.some(({ name }) => name !== null);
  const { list, rows, active, isThere, choose, onKey } = usePageRows(found, (number) => {
    const picture = pictureOf(number, view);
    return (picture.turn % 180 === 0 ? picture.height : picture.width) + ROUND + (named ? NAME : 0);
  });
  const activeId = isThere ? `${id}-${found[active]}` : undefined;
  const words = chartWords.filter;
  return (
    <>
      <ChartFilterBar
        list={`${id}-rows`}
        popup="listbox"
        active={activeId}
        found={isFiltering(filter) ? (found.length > 0 ? words.foundPages(found.length) : words.none) : null}
        onKey={onKey}
      />
      <div
        ref={list}
        id={`${id}-rows`}
        className="side__rows"
        role="listbox"
        tabIndex={found.length > 0 ? 0 : -1}
        aria-label={viewerWords.panels.names.pages}
        aria-activedescendant={activeId}
        data-light={light}
        onKeyDown={onKey}
      >
        <div className="side__ground" style={{ height: rows.getTotalSize() }} role="presentation">
          {rows.getVirtualItems().map(({ index: row, start, size }) => {
            const number = found[row];
            if (number === undefined) return null;
            const name = nameAt(pages, number);
            return (
              // biome-ignore lint/a11y/useKeyWithClickEvents: the list takes the keys
              // biome-ignore lint/a11y/useFocusableInteractive: the list holds the focus (aria-activedescendant)
              <div
                key={number}
                id={`${id}-${number}`}
                role="option"
                className="thumb"
                aria-label={name === null ? viewerWords.pageLabel(number, pageCount) : undefined}
                aria-selected={number === page}
                aria-setsize={found.length}
                aria-posinset={row + 1}
                data-active={row === active}
                title={name === null ? undefined : pageWords(name, number)}
                style={{ top: start, height: size }}
                onClick={() => choose(row)}
              >
                <Thumbnail
                  document={view.document}
                  thumbnails={view.thumbnails}
                  page={number}
                  {...pictureOf(number, view)}
                />
                {name === null ? null : <span className="thumb__name ellipsis">{name}</span>}
                <span className="thumb__below">
                  <FlagSign flag={flagOfSheet(pages.get(number))} />
                  <span className="thumb__number">
                    <span className="sr-only">{chartWords.pageBefore}</span> {number}{' '}
                    <span className="sr-only">{chartWords.of(pageCount)}</span>
                  </span>
                </span>
              </div>
            );
          })}
        </div>
      </div>
    </>
  );
}

/** The rows of these pages, which the keys move through; activating a row goes to its page. */
function usePageRows(found: readonly number[], heightOf: (page: number) => number): ActiveRows {
  const store = useViewerStore();
  const page = useViewer((state) => state.page);
  const { pages, filter } = useCharts((state) => state);
  return useActiveRows({
    count: found.length,
    size: (row) => heightOf(found[row] ?? 1),
    current: found.indexOf(page),
    filter,
    first: found.indexOf(page),
    follow(row) {
      const to = found[row];
      if (to !== undefined) store.getState().goTo(to);
      return to !== undefined;
    },
    textOf: (row) => [found[row], nameAt(pages, found[row] ?? 0)].filter(Boolean).join(' '),
  });
}

/** The size of a page's picture before it is turned, and its turn. */
function pictureOf(page: number, view: Pick<ViewerState, 'preparedSizes' | 'turn' | 'pageTurns'>) {
  const own = view.preparedSizes?.[page - 1] ?? view.preparedSizes?.[0] ?? A4;
  const turn = addTurns(view.turn, view.pageTurns.get(page) ?? 0);
  const size = turnedSize(own, turn);
  const scale = PICTURE / Math.max(size.width, size.height);
  return { width: Math.round(own.width * scale), height: Math.round(own.height * scale), turn };
}

/** A page's thumbnail, stored or painted; white until it is loaded. Size of the unturned page. */
const Thumbnail = memo(function Thumbnail(props: {
  document: PdfDocument | null;
  thumbnails: StoredThumbnails | null;
  page: number;
  width: number;
  height: number;
  turn: QuarterTurn;
}) {
  const { document: pdf, thumbnails, page, width, height, turn } = props;
  const store = useViewerStore();
  const dark = useViewer((state) => state.darkPages.get(page) ?? false);
  const canvas = useRef<HTMLCanvasElement>(null);
  /** What the canvas shows; a kept picture stays when the document has come. */
  const drawn = useRef('');
  const [there, setThere] = useState(false);
  const key = `${page}/${width}/${height}`;
  useEffect(() => {
    const place = canvas.current;
    if (!place || drawn.current === key) return;
    const abort = new AbortController();
    const ratio = Math.min(2, window.devicePixelRatio || 1);
    const size = { width: Math.round(width * ratio), height: Math.round(height * ratio) };
    async function draw(place: HTMLCanvasElement) {
      const kept = await thumbnails?.load(page, abort.signal, size);
      const bitmap = kept ?? (await (pdf && painterOf(pdf).thumbnail(page, size.width, abort.signal)));
      if (!bitmap || abort.signal.aborted) return bitmap?.close();
      store.getState().learnTone(page, bitmap);
      showBitmap(place, bitmap);
      drawn.current = key;
      setThere(true);
    }
    draw(place).catch(() => {
      // The page itself shows why it can't be drawn.
    });
    return () => abort.abort();
  }, [pdf, thumbnails, page, width, height, key, store]);
  useEffect(() => {
    const place = canvas.current;
    return () => {
      if (!place) return;
      clearCanvas(place);
      drawn.current = '';
    };
  }, []);
  const lying = turn % 180 !== 0;
  return (
    <div
      className="thumb__sheet sheet"
      aria-hidden="true"
      data-turn={turn}
      data-dark={dark || undefined}
      style={{ width: lying ? height : width, height: lying ? width : height }}
    >
      <div className="sheet__turned" style={{ width, height }}>
        <canvas ref={canvas} className="thumb__canvas" data-thumbnail={there ? page : undefined} />
      </div>
    </div>
  );
});
