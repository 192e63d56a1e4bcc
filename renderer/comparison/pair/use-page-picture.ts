import { type RefObject, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { asUiFailure } from '../../shell/state/bridge.ts';
import { useBridge } from '../../shell/state/registry.tsx';
import { frameEngineOf } from '../../viewer/document/engine/frame-engine.ts';
import {
  type PageRegion,
  type PageSize,
  type PdfDocument,
  PdfError,
} from '../../viewer/document/engine/pdf-engine.ts';
import { laySharpPart } from '../../viewer/document/geometry/sharp-part.ts';
import { isDark, lookKey, wholePageScale } from '../../viewer/document/paint/bitmap-cache.ts';
import { dropCanvas, hiddenCanvas, isAbort } from '../../viewer/document/paint/canvases.ts';
import { type PagePainter, painterOf } from '../../viewer/document/paint/page-painter.ts';
import { viewerWords } from '../../viewer/words.ts';

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

/** How long the page must be still before its visible part is painted, ms. */
const REST_MS = 150;

/**
 * Paints the visible part of the page sharp, over a whole page that had to be painted coarser.
 *
 * @param input `region` in CSS px at 100 %; `scale` canvas px for each of them; `painted` whether the whole page is painted
 */
export function useSharpPart(
  place: RefObject<HTMLDivElement | null>,
  input: {
    document: PdfDocument;
    page: number;
    size: PageSize;
    scale: number;
    region: PageRegion;
    painted: boolean;
  },
): void {
  const { document, page, size, scale, painted } = input;
  const { x, y, width, height } = input.region;
  const isWanted = painted && wholePageScale(size, scale) < scale && width > 0 && height > 0;
  useEffect(() => {
    const host = place.current;
    if (!host || !isWanted) return;
    const abort = new AbortController();
    const canvas = hiddenCanvas();
    const part = { document, page, scale, size, region: { x, y, width, height } };
    const timer = setTimeout(() => {
      laySharpPart(part, canvas, abort.signal, () => {
        canvas.className = 'pair__detail';
        host.querySelector('.pair__canvas')?.after(canvas);
      });
    }, REST_MS);
    return () => {
      clearTimeout(timer);
      abort.abort();
      dropCanvas(canvas);
    };
  }, [place, document, page, size, scale, isWanted, x, y, width, height]);
}

interface KitDocument {
  document: PdfDocument | null;
  /** Why it can't be read. */
  failure: string | null;
}

const opening: KitDocument = { document: null, failure: null };

/** Opens the document of a kit with the viewer's engine while mounted. @param readable false: the document stays closed */
export function useKitDocument(kitId: string, readable: boolean): KitDocument {
  const bridge = useBridge();
  const [known, setKnown] = useState({ kitId, ...opening });
  useEffect(() => {
    if (!readable) return;
    const setState = (now: KitDocument) => setKnown({ kitId, ...now });
    setState(opening);
    const abort = new AbortController();
    const { signal } = abort;
    const open = async () => {
      const { bytes } = await bridge.documents.open(kitId);
      signal.throwIfAborted();
      const document = await frameEngineOf(bridge).open({ kitId, bytes }, signal);
      if (signal.aborted) return void document.close().catch(() => {});
      signal.addEventListener('abort', () => void document.close().catch(() => {}), { once: true });
      document.onChanged?.(() => setState({ document: null, failure: viewerWords.gone }));
      setState({ document, failure: null });
    };
    open().catch((error: unknown) => {
      if (!signal.aborted) setState({ document: null, failure: failureText(error) });
    });
    return () => {
      abort.abort();
      void bridge.documents.closed(kitId).catch(() => {});
    };
  }, [bridge, kitId, readable]);
  // Never shows another kit's document as this one's.
  return readable && known.kitId === kitId ? known : opening;
}

function failureText(error: unknown): string {
  if (!(error instanceof PdfError)) return asUiFailure(error).message;
  const { damaged, protected: locked, gone, tooLong, noEngine } = viewerWords;
  return { damaged, protected: locked, gone, changed: gone, slow: tooLong, engine: noEngine }[error.kind];
}
