import { type PointerEvent, useEffect, useRef, useState } from 'react';
import { useShallow } from 'zustand/react/shallow';
import type { Kit } from '../../../preload/contract.ts';
import { IconButton } from '../../design/button.tsx';
import { useContextMenu } from '../../design/context-menu.tsx';
import { formatUtcShort } from '../../design/format.ts';
import { Icon } from '../../design/icons.tsx';
import { keyWords } from '../../design/key-press.ts';
import { keyTable } from '../../design/keys.ts';
import { kitSpoken, kitTitle } from '../../kits/kit-words.ts';
import { useKits } from '../../kits/kits-store.ts';
import { openingSlice } from '../../kits/opening-store.ts';
import { openingWords } from '../../kits/words.ts';
import { useStores } from '../../shell/state/registry.tsx';
import { activeTab, type Tab, useWorkspace, workspaceSlice } from '../../shell/state/workspace-store.ts';
import { workspaceWords } from '../words.ts';

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
        {named?.flight ? <span className="tabs__flight ellipsis">{named.flight}</span> : null}
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

/** A press becomes a drag after this distance, px. */
const SLACK = 6;
/** A tab counts as dropped outside this far beyond the window's edge, px: not over the window's own title bar. */
const BEYOND = 40;

/** Whether a point of the page lies outside the window. */
function isOutside(
  { x, y }: { x: number; y: number },
  { width, height }: { width: number; height: number },
): boolean {
  return x < -BEYOND || y < -BEYOND || x > width + BEYOND || y > height + BEYOND;
}

/** A press that may become a drag; `end` stops listening. */
interface Press {
  /** Whether releasing it now would drop it outside. */
  out: boolean;
  end(): void;
}

/** Follows a press from here on; calls `onOut` if it is released outside the window. Esc cancels it. */
function follow(
  from: PointerEvent<HTMLElement>,
  onLeaving: (leaving: boolean) => void,
  onOut: () => void,
): Press {
  const { pointerId, clientX, clientY, currentTarget } = from;
  const listening = new AbortController();
  const { signal } = listening;
  const press: Press = {
    out: false,
    end() {
      listening.abort();
      onLeaving(false);
    },
  };
  let dragged = false;
  const mine = (event: Event): event is globalThis.PointerEvent =>
    event instanceof globalThis.PointerEvent && event.pointerId === pointerId;
  const heard = (name: string, hear: (event: globalThis.PointerEvent) => void) =>
    window.addEventListener(name, (event) => mine(event) && hear(event), { signal });
  heard('pointermove', (event) => {
    if (!dragged && Math.hypot(event.clientX - clientX, event.clientY - clientY) <= SLACK) return;
    // From now on only this element gets the pointer's events, wherever the pointer is.
    if (!dragged) currentTarget.setPointerCapture(pointerId);
    dragged = true;
    const out = isOutside({ x: event.clientX, y: event.clientY }, viewport());
    if (out !== press.out) onLeaving(out);
    press.out = out;
  });
  heard('pointerup', () => {
    press.end();
    if (press.out) onOut();
  });
  heard('pointercancel', press.end);
  window.addEventListener(
    'keydown',
    (event) => {
      if (event.key !== 'Escape' || !dragged) return;
      event.stopImmediatePropagation();
      event.preventDefault();
      press.end();
    },
    { capture: true, signal },
  );
  return press;
}

/**
 * Drags something out of the window with the mouse or a pen; calls `onOut` when it is dropped there. This is not a system drag:
 * no other app can receive it.
 *
 * @returns whether releasing it now would drop it outside, and the element's event handler
 */
function useTearOff(onOut: () => void) {
  const [leaving, setLeaving] = useState(false);
  const press = useRef<Press | null>(null);
  useEffect(() => () => press.current?.end(), []);
  return {
    leaving,
    onPointerDown(event: PointerEvent<HTMLElement>) {
      press.current?.end();
      // A finger scrolls the row of tabs.
      if (event.button === 0 && event.pointerType !== 'touch')
        press.current = follow(event, setLeaving, onOut);
    },
  };
}

function viewport() {
  return { width: window.innerWidth, height: window.innerHeight };
}

/** The name of an open kit; null if there is none, or it is not in the list. */
export function useTabName(kitId: string | null): TabName | null {
  const tabs = useWorkspace((state) => state.tabs);
  const open = useKits(useShallow((state) => tabs.flatMap((tab) => state.find(tab.kitId) ?? [])));
  const kit = open.find(({ id }) => id === kitId);
  return kit ? tabName(kit, open, Date.now()) : null;
}

const words = openingWords.superseded;

interface TabName {
  route: string;
  flight: string;
  /** A newer kit has replaced it. */
  isOlder: boolean;
  /** When it was requested, if the other words do not tell it from another open kit, or a newer kit has replaced it; else null. */
  time: string | null;
  /** All of it, the route first. */
  whole: string;
}

/** Names an open kit so that no two open kits have the same name. @param now ms since 1970 UTC */
export function tabName(kit: Kit, open: readonly Kit[], now: number): TabName {
  const name = (one: Kit) => `${kitTitle(one)} ${one.trip?.flight ?? ''}`;
  const minute = (one: Kit) => one.created_at.slice(0, 16);
  const alike = open.filter((one) => one.id !== kit.id && name(one) === name(kit));
  const isOlder = kit.superseded_by !== null;
  const seconds = alike.some((one) => minute(one) === minute(kit));
  const time = isOlder || alike.length > 0 ? formatUtcShort(kit.created_at, now, { seconds }) : null;
  const flight = kit.trip?.flight ?? '';
  const said = time === null ? '' : (isOlder ? words.oldSpoken : words.ofTime)(time);
  const whole = [[kitSpoken(kit), flight].filter(Boolean).join(' '), said].filter(Boolean).join(', ');
  return { route: kitTitle(kit), flight, isOlder, time, whole };
}
