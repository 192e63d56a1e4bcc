import { useEffect, useRef } from 'react';
import { IconButton } from '../../design/button.tsx';
import { useContextMenu } from '../../design/context-menu.tsx';
import { Icon } from '../../design/icons.tsx';
import { keyWords } from '../../design/key-press.ts';
import { keyTable } from '../../design/keys.ts';
import { openingSlice } from '../../kits/opening-store.ts';
import { openingWords } from '../../kits/words.ts';
import { useStores } from '../../shell/state/registry.tsx';
import { activeTab, type Tab, useWorkspace, workspaceSlice } from '../../shell/state/workspace-store.ts';
import { workspaceWords } from '../words.ts';
import { useTabName } from './use-tab-name.ts';
import { useTearOff } from './use-tear-off.ts';

/** The open kits in a row; nothing while there is only one. */
export function TabBar({ onAdd }: { onAdd: () => void }) {
  const [opening] = useStores(openingSlice);
  const tabs = useWorkspace((state) => state.tabs);
  const front = useWorkspace((state) => activeTab(state)?.kitId ?? null);
  if (tabs.length < 2) return null;
  return (
    <nav className="tabs" aria-label={workspaceWords.tabs}>
      <ul className="tabs__list">
        {tabs.map((tab) => (
          <TabItem key={tab.id} tab={tab} />
        ))}
      </ul>
      <IconButton icon="plus" label={workspaceWords.addKit} onClick={onAdd} />
      <IconButton
        icon="newWindow"
        label={workspaceWords.openElsewhere}
        keys={keyTable.kit.elsewhere}
        onClick={() => {
          if (front !== null) void opening.getState().moveElsewhere(front);
        }}
      />
    </nav>
  );
}

/** Shows the hint in the top layer, because the pages would cover it. */
function showHint(hint: HTMLElement | null): void {
  if (hint && !hint.matches(':popover-open')) hint.showPopover();
}

function TabItem({ tab }: { tab: Tab }) {
  const [workspace, opening] = useStores(workspaceSlice, openingSlice);
  const named = useTabName(tab.kitId);
  const active = useWorkspace((state) => state.panes[state.active] === tab.id);
  const shown = useWorkspace((state) => state.panes.left === tab.id || state.panes.right === tab.id);
  const item = useRef<HTMLLIElement>(null);
  const name = named?.whole ?? '';

  const { openElsewhere, closeTab, letGo, tabMenu } = workspaceWords;
  const { leaving, onPointerDown } = useTearOff(
    () => void opening.getState().moveElsewhere(tab.kitId, { atPointer: true }),
  );
  const context = useContextMenu(tabMenu(name), [
    {
      words: openElsewhere,
      ...(active ? { keys: keyWords(keyTable.kit.elsewhere[0]) } : {}),
      run: () => void opening.getState().moveElsewhere(tab.kitId),
    },
    { words: closeTab(name), run: () => workspace.getState().close(tab.id) },
  ]);

  useEffect(() => {
    if (active) item.current?.scrollIntoView({ block: 'nearest', inline: 'nearest' });
  }, [active]);

  return (
    <li
      ref={item}
      className="tabs__item"
      data-shown={shown || undefined}
      data-active={active || undefined}
      data-leaving={leaving || undefined}
      onPointerDown={onPointerDown}
      onContextMenu={context.open}
      onAuxClick={(event) => {
        if (event.button !== 1) return;
        event.preventDefault();
        workspace.getState().close(tab.id);
      }}
      // Prevents the autoscroll of a middle click.
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
        {named?.isOlder ? <span className="tabs__old">{openingWords.superseded.old}</span> : null}
        <span className="tabs__route">{named?.route}</span>
        {named?.time ? <span className="tabs__time">{named.time}</span> : null}
        {named?.flight ? <span className="tabs__flight">{named.flight}</span> : null}
      </button>
      <button
        type="button"
        className="tabs__close"
        aria-label={workspaceWords.closeTab(name)}
        title={workspaceWords.closeTab(name)}
        onClick={() => workspace.getState().close(tab.id)}
      >
        <Icon name="cross" />
      </button>
      {context.menu}
      {leaving ? (
        <p ref={showHint} popover="manual" className="tabs__leaving" role="status">
          {letGo}
        </p>
      ) : null}
    </li>
  );
}
