import { memo, useEffect, useRef, useState } from 'react';
import { spokenPage } from '../../charts/chart-words.ts';
import { useChartName } from '../../charts/charts-context.ts';
import { Button } from '../../design/button.tsx';
import { PageMarks } from '../../marks/page-marks.tsx';
import type { PageRegion, PageSize, PdfDocument } from '../document/engine/pdf-engine.ts';
import { noteReading } from '../document/paint/activity.ts';
import { useViewer } from '../document/viewer-context.tsx';
import { viewerWords } from '../words.ts';
import { PageComments, PageLinks } from './page-annotations.tsx';
import { PageText } from './page-text.tsx';
import { PageStoredThumbnail } from './stored-thumbnail.tsx';
import { useKeptPictures } from './use-kept-pictures.tsx';
import { usePagePaint } from './use-page-paint.ts';
import { useRested } from './use-rested.ts';
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
