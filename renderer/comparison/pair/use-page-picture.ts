import { type RefObject, useEffect, useLayoutEffect, useRef, useState } from 'react';
import type { PageSize, PdfDocument } from '../../viewer/document/engine/pdf-engine.ts';
import { isAbort } from '../../viewer/document/paint/canvases.ts';
import { isDark, lookKey, wholePageScale } from '../../viewer/document/paint/page-look.ts';
import { type PagePainter, painterOf } from '../../viewer/document/paint/page-painter.ts';

interface PagePicture {
  /** The page is painted as sharp as wanted. */
  painted: boolean;
  failed: boolean;
  /** Whether the page itself is dark. */
  dark: boolean;
}

/** The size of a page; null until it is known. */
export function usePageSize(document: PdfDocument | null, page: number | null): PageSize | null {
  const [found, setFound] = useState<{ of: string; size: PageSize } | null>(null);
  const of = `${page}`;
  useEffect(() => {
    if (!document || page === null) return;
    let here = true;
    document.pageSize(page).then(
      (size) => here && setFound({ of, size }),
      // The page's picture fails, too, and shows the failure.
      () => here && setFound({ of, size: { width: 794, height: 1123 } }),
    );
    return () => {
      here = false;
    };
  }, [document, page, of]);
  return found?.of === of ? found.size : null;
}

/** Keeps a picture of the page in `place`, painted by the viewer's painter. @param scale canvas px for each CSS px at 100 % */
export function usePagePicture(
  place: RefObject<HTMLDivElement | null>,
  input: { document: PdfDocument; page: number; size: PageSize; scale: number },
): PagePicture {
  const { document, page, size } = input;
  const scale = wholePageScale(size, input.scale);
  const key = lookKey({ page, scale });
  const [painted, setPainted] = useState('');
  const [failed, setFailed] = useState('');
  const [dark, setDark] = useState(false);
  const shown = useRef<{ painter: PagePainter; canvas: HTMLCanvasElement } | null>(null);

  useLayoutEffect(() => {
    const host = place.current;
    if (!host) return;
    const painter = painterOf(document);
    const look = { page, scale };
    const abort = new AbortController();
    const show = () => {
      const canvas = painter.lend(look);
      if (!canvas) return;
      canvas.className = 'pair__canvas';
      setDark(isDark(canvas));
      host.prepend(canvas);
      shown.current?.painter.giveBack(shown.current.canvas);
      shown.current = { painter, canvas };
      setPainted(key);
      setFailed('');
    };
    painter.paint(look, 'visible', abort.signal).then(
      () => abort.signal.aborted || show(),
      (error) => {
        if (!abort.signal.aborted && !isAbort(error)) setFailed(key);
      },
    );
    return () => abort.abort();
  }, [document, page, scale, key, place]);

  useLayoutEffect(() => painterOf(document).hold(page), [document, page]);

  // biome-ignore lint/correctness/useExhaustiveDependencies: the picture of another page is given back
  useLayoutEffect(
    () => () => {
      shown.current?.painter.giveBack(shown.current.canvas);
      shown.current = null;
    },
    [document, page],
  );
  return { painted: painted === key, failed: failed === key, dark };
}
