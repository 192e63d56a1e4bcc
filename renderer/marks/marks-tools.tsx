import { useCallback, useEffect, useMemo, useRef } from 'react';
import { useCharts, useChartsStore } from '../charts/charts-store.ts';
import { pinInView } from '../charts/pin-order.ts';
import { ConfirmDialog } from '../design/confirm-dialog.tsx';
import { useBridge } from '../shell/state/registry.tsx';
import { keyScope, useCommands } from '../viewer/document/keys/command.ts';
import { useViewer, useViewerStore } from '../viewer/document/viewer-context.tsx';
import { markCommands } from './mark-commands.ts';
import { MarkEditor } from './mark-editor.tsx';
import { MarksBar } from './marks-bar.tsx';
import { useMarks, useMarksStore } from './marks-context.ts';
import { viewCentre } from './page-point.ts';
import { SelectionPopup } from './selection-popup.tsx';
import { marksWords } from './words.ts';
import './marks.css';

/** The parts of marking that exist once in a viewer: reads the kit's marks; keys, tools, editor, and selection popup. */
export function MarksTools({ kitId }: { kitId: string }) {
  const store = useMarksStore();
  const bridge = useBridge();
  const place = useRef<HTMLSpanElement>(null);
  const root = useCallback(() => place.current?.closest('.viewer') ?? null, []);
  const isOpen = useViewer((state) => state.status === 'open');
  const tool = useMarks((state) => state.tool);
  const panel = useViewer((state) => state.panel);
  const charts = useChartsStore();
  const hasCharts = useCharts((state) => state.status === 'ready');

  useEffect(() => {
    void store.getState().load(kitId);
  }, [store, kitId]);
  useEffect(
    () => bridge.marks.on('changed', ({ kit_id }) => void store.getState().followOthers(kit_id)),
    [bridge, store],
  );
  // Notes of charts and airports are found by the charts of the kit.
  useEffect(() => {
    if (hasCharts) void store.getState().followOthers(kitId);
  }, [store, kitId, hasCharts]);
  useCommands(
    useMemo(
      () => markCommands(store, root, (state) => pinInView(charts.getState().pages, state)),
      [store, root, charts],
    ),
  );
  useToolKeys(root);

  return (
    <>
      <span ref={place} hidden />
      {isOpen ? (
        <>
          {tool !== null && panel !== 'marks' ? (
            <div className="marks-float">
              <MarksBar />
            </div>
          ) : null}
          <SelectionPopup root={root} />
          <MarkEditor root={root} />
          <RemovalQuestion />
        </>
      ) : null}
    </>
  );
}

/** Asks before a note of a chart or an airport is removed, because it is removed from all kits. */
function RemovalQuestion() {
  const store = useMarksStore();
  const lasting = useMarks(
    ({ removing, marks }) => marks.find(({ key }) => key === removing)?.mark.lasting ?? null,
  );
  if (lasting === null) return null;
  const { title, text, yes } = marksWords.removal;
  return (
    <ConfirmDialog
      danger
      title={title}
      text={text(lasting.airport, lasting.chart)}
      yes={yes}
      onAnswer={(answer) => void store.getState().answerRemoval(answer)}
    />
  );
}

/** Whether Enter is meant for the pages: not for a button, nor for a row of a list. */
function isOnPages(target: Element | null): boolean {
  return keyScope(target) === 'pages' && !target?.closest('button, a');
}

/** Keys with another meaning while a tool is active; they are handled before the viewer's own. */
function useToolKeys(root: () => Element | null): void {
  const store = useMarksStore();
  const view = useViewerStore();
  useEffect(() => {
    function onKey(event: KeyboardEvent) {
      // If another view is active, the keys are for that view.
      const place = root();
      if (place?.hasAttribute('data-standing') && !place.hasAttribute('data-active')) return;
      const { tool, setTool, edit } = store.getState();
      const target = event.target instanceof HTMLElement ? event.target : null;
      const typing = target?.closest('input:not([type="radio"]), textarea') ?? null;
      const control = event.ctrlKey || event.metaKey;
      if (typing) {
        // In a field, undo is for the typed text, not for a mark.
        if (control && ['z', 'y'].includes(event.key.toLowerCase())) event.stopImmediatePropagation();
        return;
      }
      const done = () => {
        event.preventDefault();
        event.stopImmediatePropagation();
      };
      if (event.key === 'Escape' && tool !== null) {
        setTool(null);
        done();
      } else if (event.key === 'Escape' && document.querySelector('.mark-popup') !== null) {
        document.getSelection()?.removeAllRanges();
        done();
      } else if (event.key === 'Enter' && tool === 'note' && isOnPages(target)) {
        const at = viewCentre(root(), view.getState().page);
        setTool(null);
        if (at) edit(at);
        done();
      }
    }
    window.addEventListener('keydown', onKey, { capture: true });
    return () => window.removeEventListener('keydown', onKey, { capture: true });
  }, [store, view, root]);
}
