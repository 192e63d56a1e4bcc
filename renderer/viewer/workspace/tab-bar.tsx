import { useEffect, useRef } from 'react';
import { IconButton } from '../../design/button.tsx';
import { Icon } from '../../design/icons.tsx';
import { kitSpoken, kitTitle } from '../../kits/kit-words.ts';
import { useKits } from '../../kits/kits-store.ts';
import { useStores } from '../../state/registry.tsx';
import { type Tab, useWorkspace, workspaceSlice } from '../../state/workspace-store.ts';
import { strings } from '../../strings/strings.ts';

/** The open kits in a row; nothing while there is one only. */
export function TabBar({ onAdd }: { onAdd: () => void }) {
  const tabs = useWorkspace((state) => state.tabs);
  if (tabs.length < 2) return null;
  return (
    <nav className="tabs" aria-label={strings.workspace.tabs}>
      <ul className="tabs__list">
        {tabs.map((tab) => (
          <TabItem key={tab.id} tab={tab} />
        ))}
      </ul>
      <IconButton icon="plus" label={strings.workspace.addKit} onClick={onAdd} />
    </nav>
  );
}

function TabItem({ tab }: { tab: Tab }) {
  const [workspace] = useStores(workspaceSlice);
  const kit = useKits((state) => state.kits.find((one) => one.id === tab.kitId) ?? null);
  const active = useWorkspace((state) => state.panes[state.active] === tab.id);
  const shown = useWorkspace((state) => state.panes.left === tab.id || state.panes.right === tab.id);
  const item = useRef<HTMLLIElement>(null);
  const name = kit ? strings.workspace.tab(kitSpoken(kit), kit.trip?.flight ?? '') : '';

  useEffect(() => {
    if (active) item.current?.scrollIntoView({ block: 'nearest', inline: 'nearest' });
  }, [active]);

  return (
    <li
      ref={item}
      className="tabs__item"
      data-shown={shown || undefined}
      data-active={active || undefined}
      onAuxClick={(event) => {
        if (event.button !== 1) return;
        event.preventDefault();
        workspace.getState().close(tab.id);
      }}
      // A middle click would start scrolling.
      onMouseDown={(event) => {
        if (event.button === 1) event.preventDefault();
      }}
    >
      <button
        type="button"
        className="tabs__tab"
        aria-current={active ? 'page' : undefined}
        title={name}
        onClick={() => workspace.getState().show(tab.id)}
        onKeyDown={(event) => {
          if (event.key !== 'Delete') return;
          event.preventDefault();
          workspace.getState().close(tab.id);
        }}
      >
        <span className="tabs__route">{kit ? kitTitle(kit) : ''}</span>
        {kit?.trip?.flight ? <span className="tabs__flight">{kit.trip.flight}</span> : null}
      </button>
      <button
        type="button"
        className="tabs__close"
        aria-label={strings.workspace.closeTab(name)}
        title={strings.workspace.closeTab(name)}
        onClick={() => workspace.getState().close(tab.id)}
      >
        <Icon name="cross" />
      </button>
    </li>
  );
}
