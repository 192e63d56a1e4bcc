import { type ComponentType, useId, useRef } from 'react';
import { IconButton } from '../../design/button.tsx';
import { Icon, type IconName } from '../../design/icons.tsx';
import { MarksPanel } from '../../marks/marks-panel.tsx';
import {
  focusPages,
  useChosen,
  useNameInView,
  useOverPages,
  useViewer,
  useViewerStore,
} from '../document/viewer-context.tsx';
import type { PanelName } from '../document/viewer-state.ts';
import { FindPanel } from '../panels/find.tsx';
import { OutlinePanel } from '../panels/outline-panel.tsx';
import { ThumbnailsPanel } from '../panels/thumbnails-panel.tsx';
import { viewerWords } from '../words.ts';
import '../panels/panels.css';

interface PanelTab {
  name: PanelName;
  icon: IconName;
  Panel: ComponentType;
}

/** The panels beside the pages, in the order of their tabs. A new panel needs a name in viewer-state.ts and a line here. */
const tabs: readonly PanelTab[] = [
  { name: 'outline', icon: 'list', Panel: OutlinePanel },
  { name: 'pages', icon: 'pages', Panel: ThumbnailsPanel },
  { name: 'marks', icon: 'bookmark', Panel: MarksPanel },
  { name: 'find', icon: 'search', Panel: FindPanel },
];

/** The panel beside the pages; nothing if it is closed. */
export function SidePanel() {
  const store = useViewerStore();
  const open = useViewer((state) => state.panel);
  const side = useRef<HTMLElement>(null);
  const bar = useRef<HTMLDivElement>(null);
  const over = useOverPages(side);
  const close = useChosen();
  const id = useId();
  const name = useNameInView(viewerWords.panels.region);
  const shown = tabs.find(({ name }) => name === open);
  if (!shown) return null;

  function step(from: number, key: string) {
    const to = { ArrowRight: from + 1, ArrowLeft: from - 1, Home: 0, End: tabs.length - 1 }[key];
    if (to === undefined) return false;
    const tab = tabs[(to + tabs.length) % tabs.length];
    if (tab) store.getState().showPanel(tab.name);
    bar.current?.querySelector<HTMLElement>(`[data-panel="${tab?.name}"]`)?.focus();
    return true;
  }
  const { Panel } = shown;
  return (
    <aside
      ref={side}
      className="side"
      data-over={over || undefined}
      data-own-keys
      aria-label={name}
      onKeyDown={(event) => {
        if (event.key !== 'Escape' || !over || event.defaultPrevented) return;
        close(bar.current);
        event.preventDefault();
        event.stopPropagation();
      }}
    >
      <div className="side__bar">
        <div ref={bar} className="side__tabs" role="tablist" aria-label={viewerWords.panels.region}>
          {tabs.map(({ name, icon }, index) => (
            <button
              key={name}
              type="button"
              role="tab"
              id={`${id}-${name}`}
              className="side__tab"
              data-panel={name}
              aria-selected={name === open}
              aria-controls={name === open ? `${id}-panel` : undefined}
              tabIndex={name === open ? 0 : -1}
              title={viewerWords.panels.names[name]}
              onClick={() => store.getState().showPanel(name)}
              onKeyDown={(event) => {
                if (!step(index, event.key)) return;
                event.preventDefault();
                event.stopPropagation();
              }}
            >
              <Icon name={icon} />
              {/* Four names do not fit: only the open one is written out. */}
              <span className={name === open ? 'side__tab-name' : 'sr-only'}>
                {viewerWords.panels.names[name]}
              </span>
            </button>
          ))}
        </div>
        <IconButton
          icon="cross"
          label={viewerWords.panels.close}
          onClick={() => {
            focusPages(bar.current);
            store.getState().showPanel(null);
          }}
        />
      </div>
      <div className="side__panel" role="tabpanel" id={`${id}-panel`} aria-labelledby={`${id}-${shown.name}`}>
        <Panel />
      </div>
    </aside>
  );
}
