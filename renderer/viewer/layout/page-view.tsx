import { memo, type RefObject, useCallback, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { spokenPage } from '../../charts/chart-words.tsx';
import { useChartName } from '../../charts/charts-store.ts';
import { Button } from '../../design/button.tsx';
import { PageMarks } from '../../marks/page-marks.tsx';
import type { PageRegion, PageSize, PdfDocument } from '../document/engine/pdf-engine.ts';
import { type TextLayer, useFindHighlight } from '../document/find/use-find.ts';
import { noteReading } from '../document/paint/activity.ts';
import { clearCanvas, showBitmap } from '../document/paint/canvases.ts';
import type { StoredThumbnails } from '../document/paint/stored-thumbnails.ts';
import { usePagePaint } from '../document/paint/use-page-paint.ts';
import { useViewer, useViewerStore } from '../document/viewer-context.tsx';
import { viewerWords } from '../words.ts';
import { useKeptPictures } from './kept-pictures.tsx';
import { PageComments, PageLinks } from './page-annotations.tsx';
import './page.css';

export interface PageViewProps {
  /** Null while the document is still being opened: the stored thumbnail is shown. */
  document: PdfDocument | null;
  /** The known or estimated size of the unturned page. */
  size: PageSize;
  /** Whether the page is being read, not only near or partly visible. */
  visible: boolean;
  /** Whether it is far from the window, or behind another page, and only kept ready. */
  away: boolean;
  page: number;
  pageCount: number;
  width: number;
  height: number;
  zoom: number;
  pixelRatio: number;
  /** The visible part in CSS px at 100 %, while it is still; null while it moves or is hidden. */
  region: PageRegion | null;
  /** Gets the page's own size as soon as the document is open. */
  onSize: (page: number, size: PageSize) => void;
}

/** One page near the window: its picture, its text for selection and screen readers, its links, its matches. */
export const PageView = memo(function PageView(props: PageViewProps) {
  const { document: pdf, page, onSize, visible, away, width, height } = props;
  const store = useViewerStore();
  const name = useChartName(page);
  const picture = useRef<HTMLDivElement>(null);
  const text = useRef<HTMLDivElement>(null);
  const [found, setFound] = useState<PageSize | null>(null);
  const [unreadable, setUnreadable] = useState(0);
  const thumbnails = useViewer((state) => state.thumbnails);
  const [stoodIn, setStoodIn] = useState(false);
  const dark = useViewer((state) => state.darkPages.get(page) ?? false);
  const { painted, shown, ready, failed, retry } = usePagePaint(picture, {
    document: pdf,
    page,
    size: found ?? props.size,
    scale: props.zoom * props.pixelRatio,
    region: props.region,
    visible,
    away,
    // It has rested already (scroll-keeper.ts).
    regionRestMs: 0,
    block: 'page',
    onPicture: (canvas) => store.getState().learnTone(page, canvas),
  });
  // Text and links of a page that is only passed would delay the next one.
  const rested = useRested(painted && visible);
  const kept = useKeptPictures(pdf, page, rested && !dark, props);

  // The size of a page that is only near is read when it is painted: each call delays the visible page.
  const asks = visible || shown || ready;
  useEffect(() => {
    if (!pdf) return noteReading();
    if (!asks) return;
    let here = unreadable >= 0;
    pdf.pageSize(page).then(
      (size) => {
        if (!here) return;
        setFound((before) => (before?.width === size.width && before.height === size.height ? before : size));
        onSize(page, size);
      },
      () => here && setUnreadable((count) => (count === 0 ? 1 : count)),
    );
    return () => {
      here = false;
    };
  }, [pdf, page, onSize, unreadable, asks]);

  const broken = failed || (unreadable > 0 && found === null);
  return (
    // biome-ignore lint/a11y/useSemanticElements: a page of a document is no form control group
    <div
      role="group"
      aria-label={spokenPage(name, page, props.pageCount)}
      className="page"
      data-page={page}
      data-dark={dark || undefined}
      data-page-shown={shown || stoodIn ? page : undefined}
      data-page-rendered={painted ? page : undefined}
      style={{ width, height }}
    >
      <div ref={picture} className="page__picture" {...kept.picture}>
        {!shown && thumbnails?.has(page) ? (
          <PageStoredThumbnail
            key={page}
            thumbnails={thumbnails}
            page={page}
            visible={visible}
            onShown={setStoodIn}
          />
        ) : null}
        <div className="page__light" />
        {kept.filter}
      </div>
      <div
        ref={text}
        className="textLayer"
        style={{ ['--total-scale-factor' as string]: (props.zoom * 96) / 72 }}
      />
      {pdf && rested ? <PageText pdf={pdf} page={page} container={text} /> : null}
      {pdf && rested ? <PageLinks pdf={pdf} page={page} /> : null}
      {pdf && rested ? <PageComments pdf={pdf} page={page} /> : null}
      {pdf ? <PageMarks page={page} width={width} height={height} /> : null}
      {broken ? (
        <div className="page__failed">
          <div role="alert">
            <p>{viewerWords.pageFailed(page)}</p>
            <Button
              onClick={() => {
                retry();
                setUnreadable((count) => (count > 0 ? count + 1 : 0));
              }}
            >
              {viewerWords.retryPage}
            </Button>
          </div>
        </div>
      ) : null}
    </div>
  );
});

/** Fills the text layer once, and highlights the search's matches in it. */
function PageText(props: { pdf: PdfDocument; page: number; container: RefObject<HTMLDivElement | null> }) {
  const { pdf, page, container } = props;
  const store = useViewerStore();
  const [layer, setLayer] = useState<TextLayer | null>(null);

  useEffect(() => {
    const host = container.current;
    if (!host) return;
    const abort = new AbortController();
    host.replaceChildren();
    Promise.all([pdf.textLayer(page, host, abort.signal), pdf.text(page)])
      .then(
        ([elements, runs]) => abort.signal.aborted || setLayer({ elements, runs }),
        () => {
          // The page's picture is still shown, only without selectable text.
        },
      )
      .finally(() => abort.signal.aborted || store.getState().setReadable(page, true));
    return () => {
      abort.abort();
      store.getState().setReadable(page, false);
    };
  }, [pdf, page, container, store]);

  useFindHighlight(page, layer);
  return null;
}

/** How long a page that is only near may take to be painted before its thumbnail is read, ms. */
const NEAR_MS = 150;

/** The stored thumbnail of a page, as large as the page. */
function PageStoredThumbnail(props: {
  thumbnails: StoredThumbnails;
  page: number;
  /** Whether the page is visible, or only near. */
  visible: boolean;
  /** Called when the picture is shown, and when it is removed. */
  onShown: (shown: boolean) => void;
}) {
  const { thumbnails, page, visible, onShown } = props;
  const store = useViewerStore();
  const canvas = useRef<HTMLCanvasElement>(null);
  const there = useRef(false);
  const show = useCallback(
    (bitmap: ImageBitmap | null) => {
      if (!bitmap || !canvas.current) return bitmap?.close();
      store.getState().learnTone(page, bitmap);
      showBitmap(canvas.current, bitmap);
      there.current = true;
      onShown(true);
    },
    [store, page, onShown],
  );
  // If it was read ahead, it is shown before the first frame.
  useLayoutEffect(() => show(thumbnails.takeAhead(page)), [show, thumbnails, page]);
  useEffect(() => {
    if (there.current) return;
    const abort = new AbortController();
    const begin = () => {
      thumbnails.load(page, abort.signal).then(show, () => {
        // Cancelled: the page itself is shown.
      });
    };
    const timer = visible ? undefined : setTimeout(begin, NEAR_MS);
    // Delayed: if the page is painted already, this is removed before anything is read.
    if (visible) queueMicrotask(() => !abort.signal.aborted && begin());
    return () => {
      clearTimeout(timer);
      abort.abort();
    };
  }, [thumbnails, page, visible, show]);
  useEffect(() => {
    const place = canvas.current;
    return () => {
      there.current = false;
      if (place) clearCanvas(place);
      onShown(false);
    };
  }, [onShown]);
  return (
    <div className="page__thumbnail" aria-hidden="true">
      <canvas ref={canvas} />
    </div>
  );
}

/** How long a page must be shown before it counts as being read, ms. */
const REST_MS = 120;

/** True once `there` has been true for a moment; stays true afterwards. */
function useRested(there: boolean): boolean {
  const [rested, setRested] = useState(false);
  useEffect(() => {
    if (!there || rested) return;
    const timer = setTimeout(() => setRested(true), REST_MS);
    return () => clearTimeout(timer);
  }, [there, rested]);
  return rested;
}
