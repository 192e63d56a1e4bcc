import { homedir } from 'node:os';
import { type App, type BrowserWindow, nativeTheme, type PowerSaveBlocker } from 'electron';
import {
  type KitCommand,
  type LibraryCommand,
  libraryCommand,
  type Settings,
  type SettingsState,
} from '../../preload/contract.ts';
import { type Log, tryOrLog } from '../common/log.ts';
import type { AppSettings } from '../settings/settings.ts';
import { linkCommand } from './command-link.ts';
import { claimLinks, type LinkInbox, type LinkOpenerDeps, linkAmong, linkOpener } from './deep-link.ts';
import { tellLink } from './dialogs.ts';
import { DragOut, MouseButton } from './drag-out.ts';
import { createLoginItem, HIDDEN, type LoginItem } from './login.ts';
import { type AppMenuDeps, followAppMenu } from './menu.ts';
import { AppTray, createNotifier, createTaskbar, dragIcon, type IconFacts } from './tray.ts';
import type { ViewerWindows } from './viewer-windows.ts';
import { createScreenAwake } from './wake.ts';
import { type MainWindow, WindowEvents } from './window.ts';

/** What the icon shows in cockpit mode. */
const NO_FACTS: IconFacts = { progress: null, badge: 0 };

/** The part of cockpit mode that the desktop needs (main/cockpit/cockpit.ts). */
export interface CockpitMode {
  readonly on: boolean;
  turn(on: boolean): void;
  add(source: 'icon', waiting: { hold(): void; told(): null; release(): void }): void;
}

export interface DesktopDeps extends Pick<LinkOpenerDeps, 'findKit' | 'notices' | 'takeProfile'> {
  app: App;
  platform: NodeJS.Platform;
  window: Pick<MainWindow, 'current' | 'show' | 'send'>;
  /** Further windows, by the ids of their pages. */
  viewers: Pick<ViewerWindows, 'all' | 'ask' | 'listening'>;
  /** The further window that has a kit open; null if none has. */
  viewerOf(kit_id: string): number | null;
  settings: Pick<AppSettings, 'state' | 'onChange'>;
  cockpit: CockpitMode;
  powerSaveBlocker: Pick<PowerSaveBlocker, 'start' | 'stop'>;
  links: LinkInbox;
  /** Where copies for drags are made; absolute, used by this app only. */
  drag_folder: string;
  copyDocument(kit_id: string, to: string): Promise<void>;
  devtools: boolean;
  log: Log;
}

export type Desktop = ReturnType<typeof startDesktop>;

/** Integrates the app into the desktop: menu, notifications, tray, taskbar, start with the session, links, drags. */
export function startDesktop(deps: DesktopDeps) {
  const { app, window, viewers } = deps;
  const { events, front, openKit, openLink, command, login, tray, ...parts } = createParts(deps);
  const { taskbar, awake, drags, menu, apply, notifier, icon } = parts;
  /** The Kit menu's commands for each window; null: the library's. */
  const offers = new Map<number | null, readonly KitCommand[]>();
  const offer = () => menu.offer(offers.get(front.viewer) ?? []);
  const inFront = (viewer: number | null) => {
    front.viewer = viewer;
    offer();
  };
  const pageGone = () => {
    events.gone();
    offers.delete(null);
    offer();
    drags.ended();
  };
  let quitting = false;

  return {
    /** Notifies the person through the system, if they want it and the window is not in front. */
    tell: notifier.tell,
    /** Shows the kits' summary: on the taskbar or dock, and as the tray icon's tooltip. */
    show(now: IconFacts, words: string): void {
      icon.show(now);
      tray.say(words);
    },
    /** The documents of these kits were changed or removed. */
    documentsGone: (kit_ids: readonly string[]) => drags.dragOut.forget(kit_ids),
    /** Shows the request form in the library. */
    requestForm: () => command('new_request'),
    /** Runs a command in the library's window, in front of all others. */
    inLibrary: (asked: LibraryCommand) => events.send('app.command', asked),
    openKit,
    /** The page of a window receives events from now on; null: the library's. */
    listening: (viewer: number | null = null) =>
      viewer === null ? events.listening() : viewers.listening(viewer),
    /** Sets the commands for the kit that is selected or open in a window: the Kit menu shows them while that window is in front. */
    kitCommands(commands: readonly KitCommand[], viewer: number | null = null): void {
      offers.set(viewer, commands);
      offer();
    },
    /** Must be called with every further window that opens. */
    viewerOpened(opened: BrowserWindow): void {
      const { id } = opened.webContents;
      awake.opened(opened);
      drags.hear(opened);
      opened.on('focus', () => inFront(id));
      opened.on('closed', () => {
        offers.delete(id);
        drags.closed(opened);
        if (front.viewer === id) inFront(null);
      });
    },
    /** Must be called with every window of the library that opens. */
    windowOpened(opened: BrowserWindow): void {
      taskbar.opened(opened);
      awake.opened(opened);
      drags.hear(opened);
      opened.on('focus', () => inFront(null));
      opened.on('close', (event) => {
        // Hidden, not closed: unsent input is kept. Without a tray there would be no sign of the app.
        if (quitting || !tray.shown) return;
        event.preventDefault();
        opened.hide();
      });
      opened.on('closed', pageGone);
    },
    pageGone,
    dragOut: drags.dragOut,
    /** The app is quitting: windows close from now on. */
    quitting(): void {
      quitting = true;
      awake.want(false);
    },
    /** Whether the app keeps running without a window. */
    keepsRunning: () => tray.shown,
    /** The app was started again, with these arguments, in this folder. */
    startedAgain(argv: readonly string[], started_in: string): void {
      const link = linkAmong(argv, started_in);
      if (link !== null) deps.links.take(link);
      // The system starts it with the session while it already runs: nobody asked for the window.
      else if (!argv.includes(HIDDEN)) window.show();
    },
    /** Shows the window, unless the app was started with the session and keeps running without one. */
    begin(hidden: boolean): void {
      const { values } = deps.settings.state();
      apply(deps.settings.state());
      if (app.isPackaged) claim(deps, login, values.open_at_login);
      if (!startsUnseen(values, hidden, login)) window.show();
      deps.links.follow(openLink);
    },
    async stop(): Promise<void> {
      tray.show(false);
      await drags.dragOut.clear();
    },
  };
}

/** Creates the parts of the desktop and connects them. */
function createParts(deps: DesktopDeps) {
  const { app, platform, window, viewers, cockpit, settings, log } = deps;
  const events = new WindowEvents({ send: window.send, showWindow: window.show });
  /** The further window that was last in front; null: the library's was. */
  const front: { viewer: number | null } = { viewer: null };
  /** @param viewer the further window to show it in; null: the library's */
  const openKit = (kit_id: string, page: number | null, viewer: number | null) => {
    if (viewer === null) events.send('app.openKit', { kit_id, page });
    else viewers.ask(viewer, 'app.openKit', { kit_id, page });
  };
  const openWhereItIs = (kit_id: string) => openKit(kit_id, null, deps.viewerOf(kit_id));
  const command: AppMenuDeps['command'] = (asked) => {
    if (front.viewer === null || libraryCommand.safeParse(asked).success) events.send('app.command', asked);
    else viewers.ask(front.viewer, 'app.command', asked);
  };
  const openLink = linkOpener({ ...deps, openKit: openWhereItIs, showWindow: window.show });
  const login = loginItem(deps);
  const tray = new AppTray({
    platform,
    showWindow: window.show,
    newRequest: () => command('new_request'),
    quit: () => app.quit(),
    log,
  });
  const taskbar = createTaskbar(app, platform);
  const awake = createScreenAwake(deps.powerSaveBlocker);
  const drags = createDrags(deps);
  const installCommand = () => {
    linkCommand(process.resourcesPath)
      .then((outcome) => tellLink(window.current, outcome))
      .catch((error: unknown) => log.error('The command could not be put into the path.', error));
  };
  const menu = followAppMenu({
    ...{ platform, devtools: deps.devtools, command, log },
    installCommand: platform === 'darwin' && app.isPackaged ? installCommand : null,
  });
  const apply = ({ values, managed }: SettingsState) => {
    cockpit.turn(values.cockpit);
    awake.want(values.cockpit);
    tray.show(values.keep_running);
    menu.look(values, managed);
    followTheme(values);
  };
  settings.onChange((state, before) => {
    const { open_at_login } = state.values;
    if (app.isPackaged && open_at_login !== before.open_at_login) login.set(open_at_login);
    apply(state);
  });
  const notifier = createNotifier({
    wanted: () =>
      !cockpit.on && settings.state().values.notify && ![window.current, ...viewers.all].some(isInFront),
    onClick: (kit_id) => (kit_id === null ? window.show() : openWhereItIs(kit_id)),
  });
  /** The window with the icon. */
  const withIcon = () => window.current ?? viewers.all[0] ?? null;
  const icon = followIcon(cockpit, (now) => taskbar.show(now, withIcon()), notifier);
  return {
    ...{ events, front, openKit, openLink, command, login, tray, taskbar },
    ...{ awake, drags, menu, apply, notifier, icon },
  };
}

/** Kits that are dragged out of a window while the left button is held over it. */
function createDrags({ drag_folder, copyDocument }: Pick<DesktopDeps, 'drag_folder' | 'copyDocument'>) {
  const button = new MouseButton();
  /** The window over which the button was last pressed: the drag starts there. */
  let pressed: BrowserWindow | null = null;
  const dragOut = new DragOut({
    folder: drag_folder,
    copyDocument,
    button,
    startDrag: (item) => {
      if (pressed && !pressed.isDestroyed()) pressed.webContents.startDrag(item);
    },
    icon: dragIcon(),
  });
  void dragOut.clear();
  const ended = () => button.used();
  return {
    dragOut,
    /** Follows the button over this window. */
    hear(opened: BrowserWindow): void {
      opened.webContents.on('input-event', (_event, input) => {
        pressed = opened;
        button.hear(input);
      });
    },
    /** A further window was closed. */
    closed(opened: BrowserWindow): void {
      if (pressed === opened) ended();
    },
    /** The drag has ended. */
    ended,
  };
}

/** Shows the kits' summary on the icon; in cockpit mode nothing, until the mode ends. */
function followIcon(cockpit: CockpitMode, draw: (facts: IconFacts) => void, notifier: { clear(): void }) {
  let facts: IconFacts = NO_FACTS;
  cockpit.add('icon', {
    hold() {
      notifier.clear();
      draw(NO_FACTS);
    },
    told: () => null,
    release: () => draw(facts),
  });
  return {
    show(now: IconFacts): void {
      facts = now;
      if (!cockpit.on) draw(facts);
    },
  };
}

export function loginItem({ app, platform }: Pick<DesktopDeps, 'app' | 'platform'>): LoginItem {
  return createLoginItem({ app, platform, env: process.env, home: homedir(), program: process.execPath });
}

/** Registers this program with the system. Only a packaged one: otherwise it would be Electron itself. */
function claim({ app, log }: DesktopDeps, login: LoginItem, open_at_login: boolean): void {
  tryOrLog(log, 'Links to kits could not be claimed.', () => {
    if (!claimLinks(app)) log.warn('Another program keeps the links to kits.');
  });
  // The program may have moved, or administrators may have changed the setting.
  tryOrLog(log, 'The start with the session could not be set.', () => login.set(open_at_login));
}

/** Whether a person works in the window. On X11 a minimized window may keep the focus. */
function isInFront(window: BrowserWindow | null): boolean {
  return window?.isFocused() === true && !window.isMinimized();
}

/** Whether this start shows no window: it came with the session, and the app keeps running without one. */
export function startsUnseen(
  { keep_running }: Pick<Settings, 'keep_running'>,
  hidden: boolean,
  login: Pick<LoginItem, 'cameWithSession'>,
): boolean {
  return keep_running && (hidden || login.cameWithSession());
}

const sources = { system: 'system', day: 'light', night: 'dark' } as const;

/**
 * Applies the theme to what the operating system draws: title bar, menus, dialogs. The page's `prefers-color-scheme`
 * follows, so its first paint has the theme before any of its code has run.
 */
export function followTheme({ cockpit, theme }: Pick<Settings, 'cockpit' | 'theme'>): void {
  nativeTheme.themeSource = sources[cockpit ? 'night' : theme];
}
