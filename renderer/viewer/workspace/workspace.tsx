import { useCallback, useEffect, useRef, useState } from 'react';
import { useStore } from 'zustand';
import { kitTitle } from '../../kits/kit-words.ts';
import { kitsSlice, useKits } from '../../kits/kits-store.ts';
import { navigationSlice } from '../../shell/state/navigation-store.ts';
import { useBridge, useStores } from '../../shell/state/registry.tsx';
import { useWindows, windowsSlice } from '../../shell/state/windows-store.ts';
import {
  activeTab,
  MAX_TABS,
  MIN_SHARE,
  type Tab,
  useWorkspace,
  workspaceSlice,
} from '../../shell/state/workspace-store.ts';
import { frameEngineOf } from '../document/engine/frame-engine.ts';
import type { PdfEngine } from '../document/engine/pdf-engine.ts';
import { type OpenAhead, openAheadOf } from '../document/opening/open-ahead.ts';
import { knownSource } from '../document/opening/open-kit.ts';
import { useReportShown, ViewerContext } from '../document/viewer-context.tsx';
import type { ViewerStore } from '../document/viewer-state.ts';
import { workspaceWords } from '../words.ts';
import { KitView, type Standing } from './kit-view.tsx';
import { TabBar, useTabName } from './tab-bar.tsx';
import { createViewKeeper, type ViewKeeper } from './view-keeper.ts';
import '../viewer.css';
import './workspace.css';

/** Shows the open kits. Needs only their files on this laptop. Loaded with its engine at the first opening. */
export default function ViewerScreen() {
  const bridge = useBridge();
  const engine = frameEngineOf(bridge);
  return <Workspace engine={engine} ahead={openAheadOf(bridge, engine)} />;
}

/** The open kits: a row of tabs, and one view or two. Leaving it closes all documents and keeps the tabs. */
function Workspace({ engine, ahead }: { engine: PdfEngine; ahead: OpenAhead }) {
  const bridge = useBridge();
  const [kits, navigation, workspace, windows] = useStores(
    kitsSlice,
    navigationSlice,
    workspaceSlice,
    windowsSlice,
  );
  const isFurther = useWindows((state) => state.viewer !== null);
  const [keeper] = useState(() =>
    createViewKeeper(bridge, engine, { ahead, known: (id) => knownSource(kits.getState().find(id)) }),
  );
  const views = useStore(keeper, (state) => state.views);
  const tabs = useWorkspace((state) => state.tabs);
  const panes = useWorkspace((state) => state.panes);
  const active = useWorkspace((state) => state.active);

  useEffect(() => {
    const keep = () => keeper.getState().keep(workspace.getState());
    // In a separate task, so that removing the list and adding the views do not delay the same frame.
    const first = setTimeout(keep);
    const stop = workspace.subscribe(keep);
    return () => {
      clearTimeout(first);
      stop();
      keeper.getState().close();
    };
  }, [keeper, workspace]);

  useRemovedKits();
  const { left, right } = panes;
  const inOrder = active === 'left' ? [left, right] : [right, left];
  useReportShown(inOrder.flatMap((id) => tabs.find((tab) => tab.id === id)?.kitId ?? []));
  useWantedPage(keeper);
  useRoomNotice(keeper);
  useWindowTitle();
  useEffect(() => {
    if (tabs.length > 0) return;
    if (isFurther) void bridge.windows.close().catch(() => {});
    else navigation.getState().toLibrary();
  }, [tabs, navigation, bridge, isFurther]);
  useEffect(
    () =>
      windows.getState().onMove((kitId) => {
        for (const tab of workspace.getState().tabs)
          if (tab.kitId === kitId) keeper.getState().views.get(tab.id)?.getState().keepPlace();
      }),
    [windows, workspace, keeper],
  );

  function standing(tab: Tab): Standing {
    if (tab.id === panes.left) return panes.right === null ? 'alone' : 'left';
    return tab.id === panes.right ? 'right' : 'hidden';
  }
  return (
    <main className="workspace" id="content">
      <TabBar onAdd={() => navigation.getState().toList()} />
      <div className="workspace__views">
        {tabs.map((tab) => {
          const view = views.get(tab.id);
          return view ? (
            <ViewOfTab key={tab.id} tab={tab} view={view} standing={standing(tab)} keeper={keeper} />
          ) : null;
        })}
        {panes.right === null ? null : <Splitter />}
      </div>
    </main>
  );
}

function ViewOfTab(props: { tab: Tab; view: ViewerStore; standing: Standing; keeper: ViewKeeper }) {
  const { tab, view, keeper } = props;
  const reopen = useCallback(() => keeper.getState().reopen(tab), [keeper, tab]);
  return (
    <ViewerContext value={view}>
      <KitView tab={tab} standing={props.standing} onReopen={reopen} />
    </ViewerContext>
  );
}

/** Gives an additional window the name of its kit, so that windows differ in the taskbar. */
function useWindowTitle(): void {
  const isFurther = useWindows((state) => state.viewer !== null);
  const front = useWorkspace((state) => activeTab(state)?.kitId ?? null);
  const title = useTabName(front)?.whole ?? null;
  useEffect(() => {
    if (isFurther && title !== null) document.title = title;
  }, [isFurther, title]);
}

/** Closes the tabs of kits that were removed. */
function useRemovedKits(): void {
  const [workspace, kits] = useStores(workspaceSlice, kitsSlice);
  const list = useKits((state) => state.kits);
  useEffect(() => {
    if (kits.getState().status !== 'ready') return;
    const here = new Set(list.map((kit) => kit.id));
    const { tabs, forget } = workspace.getState();
    forget(new Set(tabs.map((tab) => tab.kitId).filter((id) => !here.has(id))));
  }, [list, kits, workspace]);
}

/** Goes to a page that was requested from outside, for example by the search across kits. */
function useWantedPage(keeper: ViewKeeper): void {
  const [workspace] = useStores(workspaceSlice);
  const wanted = useWorkspace((state) => state.wanted);
  const view = useStore(keeper, (state) => (wanted ? state.views.get(wanted.tabId) : undefined));
  useEffect(() => {
    if (!wanted || !view) return;
    workspace.getState().arrived();
    view.getState().goTo(wanted.page);
  }, [wanted, view, workspace]);
}

/** Says which tab was closed to make room, in the view that has the keyboard focus. */
function useRoomNotice(keeper: ViewKeeper): void {
  const [workspace, kits] = useStores(workspaceSlice, kitsSlice);
  const kitId = useWorkspace((state) => state.madeRoom);
  const front = useWorkspace((state) => state.panes[state.active]);
  const view = useStore(keeper, (state) => (front ? state.views.get(front) : undefined));
  useEffect(() => {
    if (kitId === null || !view) return;
    workspace.getState().roomNoticeShown();
    const kit = kits.getState().kits.find((one) => one.id === kitId);
    if (kit) view.getState().tell(workspaceWords.madeRoom(kitTitle(kit), MAX_TABS));
  }, [kitId, view, workspace, kits]);
}

/** How far one key press moves the splitter, as a share of the width. */
const STEP = 0.05;

/** The bar between two views: moved by dragging or arrow keys, centred by a double click or Enter. */
function Splitter() {
  const [workspace] = useStores(workspaceSlice);
  const share = useWorkspace((state) => state.share);
  const bar = useRef<HTMLDivElement>(null);
  const set = (next: number) => workspace.getState().setShare(next);

  function onKey(key: string): boolean {
    const to = {
      ArrowLeft: share - STEP,
      ArrowRight: share + STEP,
      Home: MIN_SHARE,
      End: 1 - MIN_SHARE,
      Enter: 0.5,
    }[key];
    if (to !== undefined) set(to);
    return to !== undefined;
  }
  return (
    // biome-ignore lint/a11y/useSemanticElements: a rule can't be moved; this is the window splitter of the ARIA practices
    <div
      ref={bar}
      className="splitter"
      role="separator"
      tabIndex={0}
      aria-orientation="vertical"
      aria-label={workspaceWords.splitter}
      aria-valuemin={MIN_SHARE * 100}
      aria-valuemax={(1 - MIN_SHARE) * 100}
      aria-valuenow={Math.round(share * 100)}
      style={{ left: `${share * 100}%` }}
      onKeyDown={(event) => {
        if (event.ctrlKey || event.metaKey || event.altKey || !onKey(event.key)) return;
        event.preventDefault();
        event.stopPropagation();
      }}
      onDoubleClick={() => set(0.5)}
      onPointerDown={(event) => {
        if (event.button === 0) bar.current?.setPointerCapture(event.pointerId);
      }}
      onPointerMove={(event) => {
        const room = bar.current?.parentElement?.getBoundingClientRect();
        if (!room || !bar.current?.hasPointerCapture(event.pointerId)) return;
        set((event.clientX - room.left) / room.width);
      }}
    />
  );
}
