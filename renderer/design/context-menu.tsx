import { type ReactNode, useLayoutEffect, useRef, useState } from 'react';
import { menuItems, onMenuKey } from './menu-keys.ts';
import './context-menu.css';

/** One line of the menu. */
export interface MenuLine {
  words: string;
  /** The keys that do the same, as they are written on keys. */
  keys?: string;
  run(): void;
}

interface Place {
  x: number;
  y: number;
}

/**
 * The menu of what it is asked for over: by the right button, by the menu key or Shift+F10, and by a long press (all of them are the
 * event `contextmenu`). `open` goes to that element as its `onContextMenu`.
 */
export function useContextMenu(
  label: string,
  lines: readonly MenuLine[],
): { open(event: React.MouseEvent<HTMLElement>): void; menu: ReactNode } {
  const [place, setPlace] = useState<Place | null>(null);
  const asked = useRef<HTMLElement | null>(null);
  function close() {
    setPlace(null);
    asked.current?.focus();
  }
  return {
    open(event) {
      event.preventDefault();
      const from = event.currentTarget;
      asked.current = from.matches('button') ? from : from.querySelector('button');
      const box = from.getBoundingClientRect();
      const byKey = event.clientX === 0 && event.clientY === 0;
      setPlace(byKey ? { x: box.left, y: box.bottom } : { x: event.clientX, y: event.clientY });
    },
    menu: place ? <Menu label={label} lines={lines} place={place} onClose={close} /> : null,
  };
}

function Menu(props: { label: string; lines: readonly MenuLine[]; place: Place; onClose: () => void }) {
  const { place, onClose } = props;
  const menu = useRef<HTMLDivElement>(null);
  const closer = useRef(onClose);
  closer.current = onClose;

  useLayoutEffect(() => {
    const list = menu.current;
    if (!list) return;
    // In the top layer: no bar that scrolls cuts it off.
    list.showPopover();
    const { width, height } = list.getBoundingClientRect();
    list.style.left = `${Math.max(0, Math.min(place.x, window.innerWidth - width))}px`;
    list.style.top = `${Math.max(0, Math.min(place.y, window.innerHeight - height))}px`;
    menuItems(list)[0]?.focus();
    const outside = (event: Event) => {
      if (event.target instanceof Node && !list.contains(event.target)) closer.current();
    };
    window.addEventListener('pointerdown', outside, { capture: true });
    return () => window.removeEventListener('pointerdown', outside, { capture: true });
  }, [place]);

  return (
    <div
      ref={menu}
      className="context-menu"
      popover="manual"
      role="menu"
      aria-label={props.label}
      onKeyDown={(event) => onMenuKey(event, menu.current, onClose)}
      onContextMenu={(event) => event.preventDefault()}
    >
      {props.lines.map(({ words, keys, run }) => (
        <button
          key={words}
          type="button"
          role="menuitem"
          className="context-menu__item"
          tabIndex={-1}
          onClick={() => {
            onClose();
            run();
          }}
        >
          <span>{words}</span>
          {keys ? <kbd className="context-menu__key">{keys}</kbd> : null}
        </button>
      ))}
    </div>
  );
}
