import { memo, useEffect, useRef, useState } from 'react';
import type { QuarterTurn } from '../../../preload/contract.ts';
import type { PdfDocument } from '../engine/pdf-engine.ts';
import { painterOf } from '../paint/page-painter.ts';

/** The small picture of a page; white paper until it is painted, and where it can't be. Size of the unturned page. */
export const Thumbnail = memo(function Thumbnail(props: {
  document: PdfDocument | null;
  page: number;
  width: number;
  height: number;
  turn: QuarterTurn;
}) {
  const { document: pdf, page, width, height, turn } = props;
  const canvas = useRef<HTMLCanvasElement>(null);
  const [painted, setPainted] = useState(false);
  useEffect(() => {
    const place = canvas.current;
    if (!pdf || !place) return;
    const abort = new AbortController();
    const pixels = Math.round(width * Math.min(2, window.devicePixelRatio || 1));
    painterOf(pdf)
      .paintThumbnail(page, pixels, abort.signal)
      .then(
        (bitmap) => {
          if (abort.signal.aborted) return bitmap.close();
          place.width = bitmap.width;
          place.height = bitmap.height;
          place.getContext('bitmaprenderer')?.transferFromImageBitmap(bitmap);
          setPainted(true);
        },
        () => {
          // The page itself says why it can't be drawn.
        },
      );
    return () => abort.abort();
  }, [pdf, page, width]);
  const lying = turn % 180 !== 0;
  return (
    <div
      className="thumb__sheet sheet"
      aria-hidden="true"
      data-turn={turn}
      style={{ width: lying ? height : width, height: lying ? width : height }}
    >
      <div className="sheet__turned" style={{ width, height }}>
        <canvas ref={canvas} className="thumb__canvas" data-thumbnail={painted ? page : undefined} />
      </div>
    </div>
  );
});
