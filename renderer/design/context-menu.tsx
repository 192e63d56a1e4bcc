import { type KeyboardEvent, type ReactNode, useLayoutEffect, useRef, useState } from 'react';
import './context-menu.css';

/** One line of the menu. */
interface MenuLine {
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

/** The items of a menu that can be chosen, in their order. */
export function menuItems(menu: HTMLElement | null): HTMLElement[] {
  return [...(menu?.querySelectorAll<HTMLElement>('[role^="menuitem"]:not(:disabled)') ?? [])];
}

/**
 * What a key does in an open menu: arrows go round its items, Home and End to the first and last, Esc and Tab close it. Nothing that is
 * typed in it is meant for what lies below.
 *
 * @see https://www.w3.org/WAI/ARIA/apg/patterns/menubar/ (keyboard interaction)
 */
export function onMenuKey(event: KeyboardEvent, menu: HTMLElement | null, onClose: () => void): void {
  const all = menuItems(menu);
  const now = all.indexOf(document.activeElement as HTMLElement);
  const to = { ArrowDown: now + 1, ArrowUp: now - 1, Home: 0, End: all.length - 1 }[event.key];
  event.stopPropagation();
  if (to !== undefined) all[(to + all.length) % all.length]?.focus();
  else if (event.key === 'Escape' || event.key === 'Tab') onClose();
  else return;
  event.preventDefault();
}
