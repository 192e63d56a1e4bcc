import { memo, useEffect, useRef, useState } from 'react';
import type { QuarterTurn } from '../../../preload/contract.ts';
import type { PdfDocument } from '../document/engine/pdf-engine.ts';
import { showBitmap } from '../document/engine/show-bitmap.ts';
import { clearCanvas } from '../document/paint/canvases.ts';
import { painterOf } from '../document/paint/page-painter.ts';
import type { StoredThumbnails } from '../document/paint/stored-thumbnails.ts';
import { useViewer, useViewerStore } from '../document/viewer-context.tsx';

/** A page's thumbnail, stored or painted; white until it is loaded. Size of the unturned page. */
export const Thumbnail = memo(function Thumbnail(props: {
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
      const bitmap = kept ?? (await (pdf && painterOf(pdf).aside.thumbnail(page, size.width, abort.signal)));
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
