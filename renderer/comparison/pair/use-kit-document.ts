import { useEffect, useState } from 'react';
import { asUiFailure } from '../../shell/state/bridge.ts';
import { useBridge } from '../../shell/state/registry.tsx';
import { frameEngineOf } from '../../viewer/document/engine/frame-engine.ts';
import { type PdfDocument, PdfError } from '../../viewer/document/engine/pdf-engine.ts';
import { viewerWords } from '../../viewer/words.ts';

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
