import { memo, useEffect, useRef, useState } from 'react';
import { Button } from '../design/button.tsx';
import { strings } from '../strings.ts';
import type { PageRegion, PageSize, PdfDocument, PdfLink, TextRun } from './engine/pdf-engine.ts';
import { rangesOf, showRanges } from './find-highlight.ts';
import { usePagePaint } from './use-page-paint.ts';
import { useViewer, useViewerStore } from './viewer-context.tsx';

/** One page near the window: its picture, its text for selection and screen readers, its links, its matches. */
export const PageView = memo(function PageView(props: {
  document: PdfDocument;
  page: number;
  pageCount: number;
  top: number;
  width: number;
  height: number;
  zoom: number;
  pixelRatio: number;
  /** The visible part in CSS px at 100 %, when it is still; null while it moves or is out of sight. */
  region: PageRegion | null;
  onSize: (page: number, size: PageSize) => void;
}) {
  const { document: pdf, page, onSize } = props;
  const picture = useRef<HTMLDivElement>(null);
  const text = useRef<HTMLDivElement>(null);
  const [size, setSize] = useState<PageSize | null>(null);
  const [unreadable, setUnreadable] = useState(0);
  const { painted, failed, retry } = usePagePaint(picture, {
    document: pdf,
    page,
    size,
    scale: props.zoom * props.pixelRatio,
    region: props.region,
  });

  useEffect(() => {
    let here = unreadable >= 0;
    pdf.pageSize(page).then(
      (found) => {
        if (!here) return;
        setSize(found);
        onSize(page, found);
      },
      () => here && setUnreadable((count) => (count === 0 ? 1 : count)),
    );
    return () => {
      here = false;
    };
  }, [pdf, page, onSize, unreadable]);

  const broken = failed || (unreadable > 0 && size === null);
  return (
    // biome-ignore lint/a11y/useSemanticElements: a page of a document is no form control group
    <div
      role="group"
      aria-label={strings.viewer.pageLabel(page, props.pageCount)}
      className="page"
      data-page={page}
      data-page-rendered={painted ? page : undefined}
      style={{ top: props.top, width: props.width, height: props.height }}
    >
      <div ref={picture} className="page__picture">
        <div className="page__light" />
      </div>
      <div
        ref={text}
        className="textLayer"
        style={{ ['--total-scale-factor' as string]: (props.zoom * 96) / 72 }}
      />
      {painted ? <PageText pdf={pdf} page={page} container={text} /> : null}
      {painted ? <PageLinks pdf={pdf} page={page} /> : null}
      {broken ? (
        <div className="page__failed" role="alert">
          <p>{strings.viewer.pageFailed(page)}</p>
          <Button
            onClick={() => {
              retry();
              setUnreadable((count) => (count > 0 ? count + 1 : 0));
            }}
          >
            {strings.viewer.retryPage}
          </Button>
        </div>
      ) : null}
    </div>
  );
});

/** Fills the text layer once, and marks the matches of the search in it. */
function PageText(props: {
  pdf: PdfDocument;
  page: number;
  container: React.RefObject<HTMLDivElement | null>;
}) {
  const { pdf, page, container } = props;
  const [layer, setLayer] = useState<{ elements: readonly HTMLElement[]; runs: readonly TextRun[] } | null>(
    null,
  );
  const matches = useViewer((state) => state.find.matches);
  const current = useViewer((state) => state.find.matches[state.find.current] ?? null);

  useEffect(() => {
    const host = container.current;
    if (!host) return;
    const abort = new AbortController();
    host.replaceChildren();
    Promise.all([pdf.textLayer(page, host, abort.signal), pdf.text(page)]).then(
      ([elements, runs]) => {
        if (!abort.signal.aborted) setLayer({ elements, runs });
      },
      () => {
        // The picture is there; a page without readable text has none to select.
      },
    );
    return () => abort.abort();
  }, [pdf, page, container]);

  useEffect(() => {
    if (!layer) return;
    const ranges = rangesOf(
      layer.elements,
      layer.runs,
      matches.filter((match) => match.page === page),
    );
    const now = current ? (ranges.get(current) ?? null) : null;
    return showRanges(ranges.values(), now);
  }, [layer, matches, current, page]);

  useEffect(() => {
    if (!layer || current?.page !== page) return;
    const range = rangesOf(layer.elements, layer.runs, [current]).get(current);
    range?.startContainer.parentElement?.scrollIntoView({ block: 'center', inline: 'nearest' });
  }, [layer, current, page]);
  return null;
}

/** The links of a page: those inside work, those that lead outside only say where. */
function PageLinks({ pdf, page }: { pdf: PdfDocument; page: number }) {
  const store = useViewerStore();
  const [links, setLinks] = useState<readonly PdfLink[]>([]);
  useEffect(() => {
    let here = true;
    pdf.links(page).then(
      (found) => here && setLinks(found),
      () => {},
    );
    return () => {
      here = false;
    };
  }, [pdf, page]);
  return links.map(({ area, target }, index) => (
    <button
      // biome-ignore lint/suspicious/noArrayIndexKey: the links of a page never change
      key={index}
      type="button"
      className={`page__link page__link--${target.kind}`}
      aria-label={
        target.kind === 'outside'
          ? strings.viewer.externalName(target.url)
          : strings.viewer.internalName(strings.viewer.linkInside)
      }
      title={target.kind === 'outside' ? strings.viewer.externalName(target.url) : undefined}
      style={{
        left: `${100 * area.x}%`,
        top: `${100 * area.y}%`,
        width: `${100 * area.width}%`,
        height: `${100 * area.height}%`,
      }}
      onClick={() => void store.getState().follow(target)}
    />
  ));
}
