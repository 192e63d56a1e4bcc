import {
  type ComponentProps,
  type EffectCallback,
  type KeyboardEvent,
  type ReactNode,
  type RefObject,
  useEffect,
  useLayoutEffect,
  useRef,
  useState,
} from 'react';
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
    menu: place ? (
      <Menu
        key={`${place.x} ${place.y}`}
        className="popup context-menu"
        popover="manual"
        label={label}
        put={(menu) => putAt(menu, place)}
        onClose={close}
        onContextMenu={(event) => event.preventDefault()}
      >
        {lines.map(({ words, keys, run }) => (
          <button
            key={words}
            type="button"
            role="menuitem"
            className="context-menu__item"
            tabIndex={-1}
            onClick={() => {
              close();
              run();
            }}
          >
            <span>{words}</span>
            {keys ? <kbd className="context-menu__key">{keys}</kbd> : null}
          </button>
        ))}
      </Menu>
    ) : null,
  };
}

/** Shows a menu in the top layer, where no bar that scrolls cuts it off, with its corner here. */
function putAt(menu: HTMLElement, { x, y }: Place): void {
  menu.showPopover();
  const { width, height } = menu.getBoundingClientRect();
  menu.style.left = `${Math.max(0, Math.min(x, window.innerWidth - width))}px`;
  menu.style.top = `${Math.max(0, Math.min(y, window.innerHeight - height))}px`;
}

type MenuProps = Omit<ComponentProps<'div'>, 'onKeyDown'> & {
  label: string;
  /** Where a press does not close the menu; absent: in the menu itself. */
  inside?: RefObject<Element | null>;
  /** Gives the menu its place; what it returns is called when the menu is gone. */
  put(menu: HTMLElement): ReturnType<EffectCallback>;
  onClose(): void;
};

/** An open menu. Its first item gets the focus; Esc, Tab and a press elsewhere close it. */
export function Menu({ label, inside, put, onClose, ...rest }: MenuProps) {
  const menu = useRef<HTMLDivElement>(null);
  const putter = useRef(put);
  useLayoutEffect(() => {
    const end = menu.current ? putter.current(menu.current) : undefined;
    menuItems(menu.current)[0]?.focus();
    return end;
  }, []);
  usePressOutside([inside ?? menu], onClose);
  return (
    <div
      {...rest}
      ref={menu}
      role="menu"
      aria-label={label}
      onKeyDown={(event) => onMenuKey(event, menu.current, onClose)}
    />
  );
}

/** Calls `onPress` when a pointer is pressed outside of these elements. */
export function usePressOutside(elements: readonly RefObject<Element | null>[], onPress: () => void): void {
  const latest = useRef({ elements, onPress });
  latest.current = { elements, onPress };
  useEffect(() => {
    function onDown({ target }: PointerEvent) {
      const { elements: inside, onPress: call } = latest.current;
      if (!(target instanceof Node && inside.some(({ current }) => current?.contains(target)))) call();
    }
    window.addEventListener('pointerdown', onDown, { capture: true });
    return () => window.removeEventListener('pointerdown', onDown, { capture: true });
  }, []);
}

/** The items of a menu that can be chosen, in their order. */
function menuItems(menu: HTMLElement | null): HTMLElement[] {
  return [...(menu?.querySelectorAll<HTMLElement>('[role^="menuitem"]:not(:disabled)') ?? [])];
}

/**
 * What a key does in an open menu: arrows go round its items, Home and End to the first and last, Esc and Tab close it. Nothing that is
 * typed in it is meant for what lies below.
 *
 * @see https://www.w3.org/WAI/ARIA/apg/patterns/menubar/ (keyboard interaction)
 */
function onMenuKey(event: KeyboardEvent, menu: HTMLElement | null, onClose: () => void): void {
  const all = menuItems(menu);
  const now = all.indexOf(document.activeElement as HTMLElement);
  const to = { ArrowDown: now + 1, ArrowUp: now - 1, Home: 0, End: all.length - 1 }[event.key];
  event.stopPropagation();
  if (to !== undefined) all[(to + all.length) % all.length]?.focus();
  else if (event.key === 'Escape' || event.key === 'Tab') onClose();
  else return;
  event.preventDefault();
}
