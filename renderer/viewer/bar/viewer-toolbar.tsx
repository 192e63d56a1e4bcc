import { useEffect, useRef, useState } from 'react';
import type { Kit } from '../../../preload/contract.ts';
import { CockpitBar } from '../../cockpit/cockpit-bar.tsx';
import { useAppearance } from '../../design/appearance.ts';
import { IconButton } from '../../design/button.tsx';
import { viewerKeys } from '../../design/keys.ts';
import { KeysDialog } from '../../design/keys-dialog.tsx';
import { MarksButton, PageToggles } from '../../marks/marks-bar.tsx';
import { useStores } from '../../shell/state/registry.tsx';
import { settingsSlice } from '../../shell/state/settings-store.ts';
import { useFind } from '../document/find/use-find.ts';
import { commandGroups } from '../document/keys/command.ts';
import { allCommands, turnNight } from '../document/keys/view-commands.ts';
import { focusPages, useViewer, useViewerStore } from '../document/viewer-context.tsx';
import { showTouchMode, useLight } from '../document/window/light-store.ts';
import { KitName, KitSigns } from '../trust/trust.tsx';
import { viewerWords } from '../words.ts';
import { ChartLine } from './chart-line.tsx';
import { CommandButton, OverflowMenu } from './overflow-menu.tsx';
import { PinStrip } from './pin-strip.tsx';
import './viewer-bar.css';

/**
 * One line with the kit, its chart and page, and one with the view's commands, the pinned charts, and what cockpit mode has.
 * Commands without a button are in the menu at its end.
 *
 * @param props.cockpit whether cockpit mode has its place here: in one view of a window
 */
export function ViewerToolbar(props: { kit: Kit | null; cockpit: boolean; onBack: () => void }) {
  const { kit, cockpit, onBack } = props;
  useEffect(showTouchMode, []);
  return (
    <header className="viewer-bar">
      <div className="viewer-bar__rows">
        <div className="viewer-bar__line">
          <IconButton icon="back" label={viewerWords.back} keys={viewerKeys('leave')} onClick={onBack} />
          {kit ? <KitName kit={kit} /> : null}
          <ChartLine />
          {kit ? <KitSigns kit={kit} /> : null}
        </div>
        <div className="viewer-bar__row">
          <div className="viewer-bar__tools" role="toolbar" aria-label={viewerWords.toolbar}>
            <div className="viewer-bar__group">
              <OutlineButton />
              <CommandButton id="pages" className="viewer-bar__wide" />
              <MarksButton />
              <FindButton />
            </div>
            <div className="viewer-bar__group">
              <CommandButton id="previous" />
              <PageBox />
              <CommandButton id="next" />
            </div>
            <div className="viewer-bar__group viewer-bar__mid">
              <PageToggles />
            </div>
            <div className="viewer-bar__group viewer-bar__zooming">
              <CommandButton id="zoomOut" />
              <Zoom />
              <CommandButton id="zoomIn" />
              <CommandButton id="fitWidth" className="viewer-bar__wide" />
              <CommandButton id="fitPage" className="viewer-bar__wide" />
            </div>
            <div className="viewer-bar__group">
              <CommandButton id="rotatePage" className="viewer-bar__wide" />
              <LightButton />
              <CommandButton id="fullScreen" className="viewer-bar__wide" />
            </div>
          </div>
          {kit ? <PinStrip kitId={kit.id} trip={kit.trip} /> : null}
          {cockpit ? <CockpitBar /> : null}
          <OverflowMenu />
        </div>
      </div>
      <CheatSheet />
    </header>
  );
}

/** Opens the outline with the focus in its filter, or closes it. */
function OutlineButton() {
  const store = useViewerStore();
  const open = useViewer((state) => state.panel === 'outline');
  const { showPanel, askFilter } = store.getState();
  return (
    <IconButton
      icon="list"
      label={viewerWords.outline}
      keys={viewerKeys('outline')}
      aria-pressed={open}
      onClick={() => (open ? showPanel(null) : askFilter('outline'))}
    />
  );
}

function FindButton() {
  const store = useViewerStore();
  const finding = useFind((state) => state.open);
  const off = useViewer((state) => state.status !== 'open');
  return (
    <IconButton
      icon="search"
      label={viewerWords.find}
      keys={viewerKeys('find')}
      aria-pressed={finding}
      disabled={off}
      onClick={() => store.getState().find.getState().setOpen(!finding)}
    />
  );
}

function Zoom() {
  const zoom = useViewer((state) => state.zoom);
  return (
    <span className="viewer-bar__zoom" role="status" aria-label={viewerWords.zoom}>
      {viewerWords.percent(Math.round(zoom * 100))}
    </span>
  );
}

/** Switches the window between day and night; if its pages have another light, says so. */
function LightButton() {
  const store = useViewerStore();
  const [settings] = useStores(settingsSlice);
  const window = useAppearance().night ? 'night' : 'day';
  const pages = useLight();
  const { names, pages: ofPages, label: labelOf } = viewerWords.light;
  const label = labelOf(names[window], pages === window ? null : ofPages[pages]);
  return (
    <IconButton
      icon={window === 'night' ? 'moon' : 'sun'}
      label={label}
      keys={viewerKeys('night')}
      onClick={() => turnNight(settings, store.getState().tell)}
    />
  );
}

/** The number of the page in view; another one can be typed. */
function PageBox() {
  const store = useViewerStore();
  const page = useViewer((state) => state.page);
  const pageCount = useViewer((state) => state.pageCount);
  const asked = useViewer((state) => state.pageBoxAsked);
  const input = useRef<HTMLInputElement>(null);
  const [typed, setTyped] = useState<string | null>(null);
  useEffect(() => {
    if (asked > 0) input.current?.focus();
  }, [asked]);
  // Going to a page in another way ends the typing.
  useEffect(() => {
    if (page > 0) setTyped(null);
  }, [page]);
  function go(box: HTMLElement) {
    const wanted = Number.parseInt(typed ?? '', 10);
    setTyped(null);
    if (Number.isFinite(wanted)) store.getState().goTo(wanted);
    focusPages(box);
  }
  return (
    <span className="viewer-bar__page">
      <input
        ref={input}
        className="input"
        inputMode="numeric"
        aria-label={viewerWords.page}
        name="page"
        autoComplete="off"
        value={typed ?? (pageCount > 0 ? String(page) : '')}
        disabled={pageCount === 0}
        onFocus={(event) => event.target.select()}
        onChange={(event) => setTyped(event.target.value.replace(/\D/g, ''))}
        onBlur={() => setTyped(null)}
        onKeyDown={(event) => {
          if (event.key === 'Enter') go(event.currentTarget);
          if (event.key !== 'Escape') return;
          // Esc leaves the field, not the kit.
          event.preventDefault();
          event.stopPropagation();
          setTyped(null);
          focusPages(event.currentTarget);
        }}
      />
    </span>
  );
}

/** All keys of the viewer, from the table that also handles them. */
function CheatSheet() {
  const store = useViewerStore();
  const shown = useViewer((state) => state.keysShown);
  const moreCommands = useViewer((state) => state.moreCommands);
  if (!shown) return null;
  const commands = allCommands({ moreCommands }).filter(({ keys, unlisted }) => keys.length > 0 && !unlisted);
  const words = viewerWords.keys;
  const groups = commandGroups.map((group) => ({
    name: words.groups[group],
    lines: [
      ...commands
        .filter((command) => command.group === group)
        .map((command) => ({ what: command.words, keys: command.keys })),
      ...words.byHand[group].map(([what, keys]) => ({ what, keys })),
    ],
  }));
  return (
    <KeysDialog
      title={words.title}
      groups={groups.filter(({ lines }) => lines.length > 0)}
      onClose={() => store.getState().showKeys(false)}
    />
  );
}
