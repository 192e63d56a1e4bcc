import { type RefObject, useEffect, useState } from 'react';
import type { PdfDocument } from '../document/engine/pdf-engine.ts';
import { type TextLayer, useFindHighlight } from '../document/find/use-find-highlight.ts';

/** Fills the text layer once, and highlights the search's matches in it. */
export function PageText(props: {
  pdf: PdfDocument;
  page: number;
  container: RefObject<HTMLDivElement | null>;
}) {
  const { pdf, page, container } = props;
  const [layer, setLayer] = useState<TextLayer | null>(null);

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
        // The page's picture is still shown, only without selectable text.
      },
    );
    return () => abort.abort();
  }, [pdf, page, container]);

  useFindHighlight(page, layer);
  return null;
}
