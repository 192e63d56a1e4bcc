import { useEffect, useState } from 'react';
import { useKits, useStores } from '../app/stores.tsx';
import { Button, IconButton } from '../design/button.tsx';
import { Notice } from '../design/notice.tsx';
import { strings } from '../strings.ts';
import { pdfjsEngine } from './engine/pdfjs-engine.ts';
import { FindBar } from './find-bar.tsx';
import { OutlinePanel } from './outline-panel.tsx';
import { PageScroller } from './page-scroller.tsx';
import { useViewer, ViewerContext } from './viewer-context.tsx';
import { viewerKey } from './viewer-keys.ts';
import { createViewerStore, type ViewerStore } from './viewer-store.ts';
import { ViewerToolbar } from './viewer-toolbar.tsx';
import './viewer.css';

/** After this long an opening document gets a word of explanation, ms. */
const SLOW_MS = 4_000;

/** Reads one kit. Needs nothing but the file on this laptop. */
export default function ViewerScreen({ kitId }: { kitId: string }) {
  const { bridge } = useStores();
  const [store, setStore] = useState<ViewerStore | null>(null);
  useEffect(() => {
    const abort = new AbortController();
    const created = createViewerStore(bridge, pdfjsEngine);
    setStore(created);
    void created.getState().open(kitId, abort.signal);
    return () => abort.abort();
  }, [bridge, kitId]);
  return store ? (
    <ViewerContext value={store}>
      <Viewer store={store} kitId={kitId} />
    </ViewerContext>
  ) : null;
}

function Viewer({ store, kitId }: { store: ViewerStore; kitId: string }) {
  const { navigation, kits } = useStores();
  const kit = useKits((state) => state.kits.find((one) => one.id === kitId) ?? null);
  const outcome = useKits((state) => state.outcome.get(kitId));
  const {
    status,
    document: pdf,
    failure,
    note,
    find,
    outlineOpen,
    page,
    pageCount,
  } = useViewer((state) => state);

  useEffect(() => {
    function onKey(event: KeyboardEvent) {
      const typing = event.target instanceof HTMLElement && event.target.closest('input, textarea') !== null;
      const done = viewerKey(event, store.getState(), typing, () => navigation.getState().toLibrary());
      if (done) event.preventDefault();
    }
    window.addEventListener('keydown', onKey);
    return () => window.removeEventListener('keydown', onKey);
  }, [store, navigation]);

  const said = note ?? (outcome ? ('failure' in outcome ? outcome.failure.message : outcome.done) : null);
  return (
    <div className="viewer">
      <ViewerToolbar kit={kit} onBack={() => navigation.getState().toLibrary()} />
      {find.open ? <FindBar /> : null}
      <main className="viewer__body" id="content">
        {outlineOpen && status === 'open' ? <OutlinePanel /> : null}
        {status === 'opening' ? <Opening /> : null}
        {status === 'failed' ? (
          <div className="viewer__failed" role="alert">
            <h2>{strings.viewer.failedTitle}</h2>
            <p>{failure}</p>
            <div className="viewer__failed-actions">
              <Button look="primary" onClick={() => navigation.getState().toLibrary()}>
                {strings.viewer.back}
              </Button>
              <Button onClick={() => void kits.getState().act('saveCopy', kitId)}>
                {strings.viewer.saveCopy}
              </Button>
            </div>
          </div>
        ) : null}
        {status === 'open' && pdf ? <PageScroller document={pdf} /> : null}
      </main>
      <div className="viewer__note" role="status">
        {said ? (
          <Notice
            tone="calm"
            action={
              <IconButton
                icon="cross"
                label={strings.app.dismiss}
                onClick={() => {
                  store.getState().clearNote();
                  kits.getState().clearOutcome(kitId);
                }}
              />
            }
          >
            {said}
          </Notice>
        ) : null}
      </div>
      <p className="sr-only" aria-live="polite">
        {status === 'open' ? strings.viewer.pageLabel(page, pageCount) : ''}
      </p>
    </div>
  );
}

function Opening() {
  const [slow, setSlow] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setSlow(true), SLOW_MS);
    return () => clearTimeout(timer);
  }, []);
  return (
    <p className="viewer__wait" role="status">
      {slow ? strings.viewer.openingSlow : strings.viewer.opening}
    </p>
  );
}
