/**
 * All keys of the app, by scope and command. A combination means the same command in every scope (test/design/keys.test.ts). Not
 * in the table: arrows, Home, End, Enter, Space, Escape and Delete, which move, open, choose, close and remove where the focus is.
 */
import { useEffect, useEffectEvent } from 'react';
import { isPressed, type KeyPress } from './key-press.ts';

const find = { find: ['Ctrl+F', '/'] } as const;
const zoom = {
  zoomIn: ['Ctrl++', '+', 'Ctrl+=', '='],
  zoomOut: ['Ctrl+-', '-'],
  fitPage: ['0', 'p', 'Ctrl+0'],
} as const;
/** What a person decides about a chart that changed, and about a mark on it. */
const decisions = { review: ['x'], accept: ['y'], decline: ['Shift+Y'] } as const;
/** Buttons that show a number: pinned charts, recent trips. */
const numbered = {
  numbered: ['Alt+1', 'Alt+2', 'Alt+3', 'Alt+4', 'Alt+5', 'Alt+6', 'Alt+7', 'Alt+8', 'Alt+9'],
} as const;

export const keyTable = {
  everywhere: {
    help: ['F1'],
    shortcuts: ['?'],
    search: ['Ctrl+K', 'Ctrl+Shift+F'],
    newRequest: ['Ctrl+N'],
    manyFlights: ['Ctrl+Shift+N'],
    track: ['Ctrl+Shift+T'],
    settings: ['Ctrl+,'],
    cockpit: ['F9'],
  },
  /** The kit that is selected or open. */
  kit: {
    open: ['Ctrl+O'],
    elsewhere: ['Ctrl+Shift+O'],
    saveCopy: ['Ctrl+Shift+S'],
    print: ['Ctrl+P'],
    requestAgain: ['Ctrl+Shift+R'],
  },
  library: { ...find, layout: ['v'], nextDeparture: ['u'], keep: ['k'], selectAll: ['Ctrl+A'] },
  request: numbered,
  batch: { fixAll: ['Alt+I'] },
  viewer: {
    ...find,
    ...zoom,
    ...numbered,
    next: ['PageDown', 'ArrowRight'],
    previous: ['PageUp', 'ArrowLeft'],
    first: ['Home', 'Ctrl+Home'],
    last: ['End', 'Ctrl+End'],
    page: ['g'],
    back: ['Alt+ArrowLeft'],
    forward: ['Alt+ArrowRight'],
    details: ['Shift+I'],
    fitAuto: ['Shift+Z'],
    fitWidth: ['w'],
    fitChart: ['z'],
    fullSize: ['1', 'Ctrl+1'],
    continuous: ['c'],
    single: ['s'],
    facing: ['d'],
    rotatePage: ['r'],
    rotateAll: ['Shift+R'],
    night: ['n'],
    light: ['Shift+D'],
    keepPictures: ['Shift+N'],
    outline: ['o'],
    pages: ['t'],
    marks: ['l'],
    closePanel: ['Shift+O'],
    findNext: ['F3'],
    findPrevious: ['Shift+F3'],
    bookmark: ['b'],
    pin: ['m'],
    highlight: ['h'],
    ink: ['i'],
    erase: ['e'],
    note: ['a'],
    undoMark: ['Ctrl+Z'],
    redoMark: ['Ctrl+Y', 'Ctrl+Shift+Z'],
    pinEarlier: ['Alt+Shift+ArrowLeft'],
    pinLater: ['Alt+Shift+ArrowRight'],
    // F11 belongs to the window's menu (main/electron/menu.ts).
    fullScreen: ['f'],
    changes: ['Shift+C'],
    split: ['Ctrl+\\'],
    otherView: ['F6'],
    nextTab: ['Ctrl+Tab', 'Ctrl+PageDown'],
    previousTab: ['Ctrl+Shift+Tab', 'Ctrl+PageUp'],
    closeTab: ['Ctrl+W'],
    leave: ['Escape'],
  },
  changes: decisions,
  pair: {
    ...zoom,
    nextPlace: ['j', 'Shift+PageDown'],
    priorPlace: ['Shift+J', 'Shift+PageUp'],
    next: ['PageDown'],
    previous: ['PageUp'],
    side: ['2'],
    over: ['3'],
    blink: ['4'],
    rings: ['5'],
    ...decisions,
  },
  guides: { ...find, back: ['Alt+ArrowLeft'] },
} as const satisfies Record<string, Readonly<Record<string, readonly string[]>>>;

export type KeyTableScope = keyof typeof keyTable;
export type KeyCommand<S extends KeyTableScope> = keyof (typeof keyTable)[S] & string;

/** The command of a pressed key; undefined if the scope has none. */
export function commandOf<S extends KeyTableScope>(scope: S, event: KeyPress): KeyCommand<S> | undefined {
  const commands = Object.entries<readonly string[]>(keyTable[scope]);
  return commands.find(([, keys]) => keys.some((one) => isPressed(one, event)))?.[0] as
    | KeyCommand<S>
    | undefined;
}

const overViewer: Readonly<Record<string, readonly string[]>> = {
  ...keyTable.everywhere,
  ...keyTable.kit,
  ...keyTable.viewer,
};

/** The keys of a command of the viewer; empty if it has none. */
export function viewerKeys(command: string): readonly string[] {
  return overViewer[command] ?? [];
}

/** Hears the keys that are pressed anywhere in the window, but those for a control of the selector `except`. */
export function useWindowKey(except: string, onKey: (event: KeyboardEvent) => void): void {
  const hear = useEffectEvent((event: KeyboardEvent) => {
    if (!(event.target instanceof HTMLElement && event.target.closest(except))) onKey(event);
  });
  useEffect(() => {
    window.addEventListener('keydown', hear);
    return () => window.removeEventListener('keydown', hear);
  }, []);
}

/**
 * Runs commands of a scope by their keys, pressed anywhere in the window except in a control of the selector `except` and while a
 * modal dialog is open.
 */
export function useCommandKeys<S extends KeyTableScope>(
  scope: S,
  acts: { readonly [C in KeyCommand<S>]?: () => void },
  except = 'input:not([type="checkbox"]), select, textarea, dialog, [popover]',
): void {
  useWindowKey(except, (event) => {
    const command = commandOf(scope, event);
    const run = command && acts[command];
    if (!run || event.defaultPrevented || document.querySelector('dialog:modal')) return;
    event.preventDefault();
    run();
  });
}
