import { useEffect, useState } from 'react';
import { useBridge } from '../../shell/state/registry.tsx';
import { frameEngineOf } from '../../viewer/document/engine/frame-engine.ts';
import type { PageSize, PdfDocument } from '../../viewer/document/engine/pdf-engine.ts';
import { failureText } from '../../viewer/document/opening/open-kit.ts';
import { viewerWords } from '../../viewer/words.ts';

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
      const { bytes, sha256 } = await bridge.documents.open(kitId);
      signal.throwIfAborted();
      const document = await frameEngineOf(bridge).open({ kitId, bytes, sha256 }, signal);
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
