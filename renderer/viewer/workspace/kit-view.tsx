import { type MouseEvent, useCallback, useEffect, useMemo, useRef, useState } from 'react';
import type { Kit } from '../../../preload/contract.ts';
import { headerWords } from '../../charts/chart-words.tsx';
import { useCharts, useFollowCharts } from '../../charts/charts-store.ts';
import { shownPart } from '../../charts/shown-chart.ts';
import { Button, IconButton } from '../../design/button.tsx';
import { Notice } from '../../design/notice.tsx';
import { appWords } from '../../design/words.ts';
import { kitSpoken } from '../../kits/kit-words.ts';
import { kitsSlice, useKits } from '../../kits/kits-store.ts';
import { MarksTools } from '../../marks/marks-tools.tsx';
import { settingsWords } from '../../settings/words.ts';
import { navigationSlice } from '../../shell/state/navigation-store.ts';
import { useStores } from '../../shell/state/registry.tsx';
import { useForbidden } from '../../shell/state/settings-store.ts';
import { type Side, type Tab, useWorkspace, workspaceSlice } from '../../shell/state/workspace-store.ts';
import { ViewerToolbar } from '../bar/viewer-toolbar.tsx';
import {
  focusPages,
  useViewer,
  useViewerFields,
  useViewerStore,
  ViewSideContext,
} from '../document/viewer-context.tsx';
import { PageScroller } from '../layout/page-scroller.tsx';
import { FindBar } from '../panels/find.tsx';
import { PrintDialog } from '../print/print-dialog.tsx';
import { OlderKit, TrustAlert } from '../trust/trust.tsx';
import { viewerWords, workspaceWords } from '../words.ts';
import { SidePanel } from './side-panel.tsx';
import { useChanged, useChecked, useRenewed, useStoredThumbnailMaker } from './use-document.ts';
import { useKitCommands, useKitKeys } from './use-kit-commands.ts';

/** Where a view is: in the whole workspace, on one side of it, or hidden but kept ready. */
export type Standing = 'alone' | Side | 'hidden';

/** The view of one open kit: its bar, its pages, and notes about them. */
export function KitView(props: { tab: Tab; standing: Standing; onReopen: () => void }) {
  const { tab, standing, onReopen } = props;
  const [navigation, workspace] = useStores(navigationSlice, workspaceSlice);
  const kit = useKits((state) => state.find(tab.kitId) ?? null);
  const active = useWorkspace((state) => state.panes[state.active] === tab.id);
  const share = useWorkspace((state) => state.share);
  const {
    status,
    failure,
    changed,
    document: pdf,
    pageCount,
  } = useViewerFields('status', 'failure', 'changed', 'document', 'pageCount');
  const view = useRef<HTMLElement>(null);
  const [printing, setPrinting] = useState(false);
  const noPrinting = useForbidden('print');
  const toLibrary = useCallback(() => navigation.getState().toLibrary(), [navigation]);
  const stopPrinting = useCallback(() => setPrinting(false), []);

  const print = useMemo(
    () => ({ run: () => setPrinting(true), forbidden: noPrinting ? settingsWords.managed : undefined }),
    [noPrinting],
  );
  useKitCommands(tab, print);
  useFollowCharts(kit);
  useRenewed(kit, onReopen);
  useChecked(kit, status);
  useChanged(kit, changed, onReopen);
  useStoredThumbnailMaker(standing !== 'hidden');
  useKitKeys(active, toLibrary);
  const mouseButtons = useMouseButtons();

  // The keyboard focus moves to the view that was brought to the front, unless it is in the row of tabs.
  useEffect(() => {
    const focused = document.activeElement;
    if (!active || view.current?.contains(focused) || focused?.closest('.tabs')) return;
    focusPages(view.current);
  }, [active]);

  const name = kit ? kitSpoken(kit) : '';
  const beside = standing === 'left' || standing === 'right';
  const label = workspaceWords[beside ? standing : 'alone'];
  return (
    <ViewSideContext value={beside ? standing : null}>
      <section
        ref={view}
        className="viewer"
        aria-label={label(name)}
        data-standing={standing}
        data-active={active || undefined}
        inert={standing === 'hidden'}
        style={{ ['--share' as string]: `${share * 100}%` }}
        onPointerDownCapture={() => focus(standing)}
        onFocus={() => focus(standing)}
        {...mouseButtons}
      >
        <ViewerToolbar kit={kit} cockpit={standing !== 'left'} onBack={toLibrary} />
        {kit ? <OlderKit kit={kit} /> : null}
        {kit ? <TrustAlert kit={kit} /> : null}
        <FindBar />
        <div className="viewer__body">
          {status === 'failed' ? (
            <ViewFailed kitId={tab.kitId} failure={failure} onReopen={onReopen} onBack={toLibrary} />
          ) : (
            <>
              <SidePanel />
              {pageCount === 0 ? <Opening /> : null}
              <PageScroller
                document={pdf}
                // With its kit: this is all that Orca says of the view when a kit is opened.
                label={`${beside ? workspaceWords.pages[standing] : viewerWords.region}, ${name}`}
              />
            </>
          )}
        </div>
        <MarksTools kitId={tab.kitId} />
        <ViewNote kitId={tab.kitId} />
        <PageAnnouncement />
        {printing && kit && pageCount > 0 && !noPrinting ? (
          <PrintDialog kit={kit} pageCount={pageCount} onClose={stopPrinting} />
        ) : null}
      </section>
    </ViewSideContext>
  );

  function focus(where: Standing) {
    if (where === 'left' || where === 'right') workspace.getState().focus(where);
  }
}

/** Mouse buttons 4 and 5 go back and forward in the jump history. */
function useMouseButtons() {
  const store = useViewerStore();
  function press(event: MouseEvent) {
    if (event.button !== 3 && event.button !== 4) return;
    event.preventDefault();
    if (event.type === 'mouseup') store.getState().stepJump(event.button === 3 ? 'back' : 'forward');
  }
  return { onMouseDown: press, onMouseUp: press };
}

/** The message of the view or of the last action on the kit. */
function ViewNote({ kitId }: { kitId: Kit['id'] }) {
  const [kits] = useStores(kitsSlice);
  const store = useViewerStore();
  const note = useViewer((state) => state.note);
  const outcome = useKits((state) => state.outcome.get(kitId));
  const text = note ?? (outcome ? ('failure' in outcome ? outcome.failure.message : outcome.done) : null);
  return (
    <div className="viewer__note" role="status">
      {text ? (
        <Notice
          tone="calm"
          action={
            <IconButton
              icon="cross"
              label={appWords.dismiss}
              onClick={() => {
                store.getState().clearNote();
                kits.getState().clearOutcome(kitId);
              }}
            />
          }
        >
          {text}
        </Notice>
      ) : null}
    </div>
  );
}

/**
 * The page and chart in view, and what the chart's dates say, for screen readers: once its words can be read. Who reads on
 * before that passes the page.
 */
function PageAnnouncement() {
  const { page, pageCount, part, readable } = useViewerFields('page', 'pageCount', 'part', 'readable');
  const shown = shownPart(
    useCharts((state) => state.pages.get(page) ?? null),
    part,
  );
  return (
    <p className="sr-only" aria-live="polite">
      {readable.has(page) ? headerWords(shown, page, pageCount).whole : ''}
    </p>
  );
}

/** After this time an opening document gets an explanation, ms. */
const SLOW_MS = 4_000;

/** Shown while nothing of the document can be shown yet. */
function Opening() {
  const [slow, setSlow] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setSlow(true), SLOW_MS);
    return () => clearTimeout(timer);
  }, []);
  return (
    <p className="viewer__wait" role="status">
      {slow ? viewerWords.openingSlow : viewerWords.opening}
    </p>
  );
}

/** A failed view: says why, and offers what to do next. Other views are not affected. */
function ViewFailed(props: {
  kitId: string;
  failure: string | null;
  onReopen: () => void;
  onBack: () => void;
}) {
  const [kits] = useStores(kitsSlice);
  const noCopies = useForbidden('export');
  const isHere = useKits((state) =>
    state.kits.some(({ id, document }) => id === props.kitId && document !== null),
  );
  return (
    <div className="viewer__failed" role="alert">
      <h2>{viewerWords.failedTitle}</h2>
      <p>{props.failure}</p>
      <div className="viewer__failed-actions">
        <Button look="primary" onClick={props.onBack}>
          {viewerWords.back}
        </Button>
        <Button onClick={props.onReopen}>{workspaceWords.reopen}</Button>
        {isHere && !noCopies ? (
          <Button onClick={() => void kits.getState().act('saveCopy', props.kitId)}>
            {viewerWords.saveCopy}
          </Button>
        ) : null}
      </div>
    </div>
  );
}
