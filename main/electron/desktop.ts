import { homedir } from 'node:os';
import type { App, BrowserWindow } from 'electron';
import type { KitCommand, SettingsState } from '../../preload/contract.ts';
import type { Log } from '../common/log.ts';
import type { SettingsKeeper } from '../ipc/settings-calls.ts';
import { claimLinks, type LinkInbox, type LinkOpenerDeps, linkAmong, linkOpener } from './deep-link.ts';
import { DragOut } from './drag-out.ts';
import { dragIcon } from './icons.ts';
import { createLoginItem, HIDDEN, type LoginItem } from './login.ts';
import { type AppMenuDeps, followAppMenu } from './menu.ts';
import { MouseButton } from './mouse-button.ts';
import { followTheme } from './native-theme.ts';
import { createNotifier } from './notifications.ts';
import { createTaskbar, type IconFacts } from './taskbar.ts';
import { AppTray } from './tray.ts';
import type { MainWindow } from './window.ts';
import { WindowEvents } from './window-events.ts';

export interface DesktopDeps extends Pick<LinkOpenerDeps, 'findKit' | 'notices' | 'takeProfile'> {
  app: App;
  platform: NodeJS.Platform;
  window: Pick<MainWindow, 'current' | 'show' | 'send'>;
  settings: SettingsKeeper;
  links: LinkInbox;
  /** Where copies for drags are made; absolute, ours alone. */
  drag_folder: string;
  copyDocument(kit_id: string, to: string): Promise<void>;
  devtools: boolean;
  log: Log;
}

export type Desktop = ReturnType<typeof startDesktop>;

/** Puts the app on the desktop: menu, notifications, tray, taskbar, start with the session, links, drags. */
export function startDesktop(deps: DesktopDeps) {
  const { app, platform, window, log } = deps;
  const events = new WindowEvents({ send: window.send, showWindow: window.show });
  const openKit = (kit_id: string) => events.send('app.openKit', { kit_id });
  const command: AppMenuDeps['command'] = (asked) => events.send('app.command', asked);
  const openLink = linkOpener({ ...deps, events, showWindow: window.show });
  const login = loginItem(deps);
  const tray = new AppTray({
    platform,
    showWindow: window.show,
    newRequest: () => command('new_request'),
    quit: () => app.quit(),
    log,
  });
  const taskbar = createTaskbar(app, platform);
  const button = new MouseButton();
  const dragOut = new DragOut({
    folder: deps.drag_folder,
    copyDocument: deps.copyDocument,
    button,
    startDrag: (item) => window.current?.webContents.startDrag(item),
    icon: dragIcon(),
  });
  void dragOut.clear();
  const menu = followAppMenu({ platform, devtools: deps.devtools, command, log });
  const settings = desktopSettings(deps, login, ({ values, managed }) => {
    tray.show(values.keep_running);
    menu.theme(values.theme, managed.includes('theme'));
    followTheme(values.theme);
  });
  const pageGone = () => {
    events.gone();
    menu.offer([]);
    button.used();
  };
  let quitting = false;

  return {
    /** Tells the person by the system's notifications, where they want them and have not the window in front. */
    tell: createNotifier({
      wanted: () => settings.state().values.notify && !window.current?.isFocused(),
      onClick: (kit_id) => (kit_id === null ? window.show() : openKit(kit_id)),
    }),
    /** Shows how the kits stand: on the taskbar or dock, and in words over the tray's icon. */
    show(facts: IconFacts, words: string): void {
      taskbar.show(facts, window.current);
      tray.say(words);
    },
    /** These kits' documents were changed or removed. */
    documentsGone: (kit_ids: readonly string[]) => dragOut.forget(kit_ids),
    settings,
    /** Shows the request form in the library. */
    requestForm: () => command('new_request'),
    /** The page hears events from now on. */
    listening: () => events.listening(),
    /** What can be done with the kit that is selected or open: the Kit menu offers it. */
    kitCommands: (commands: readonly KitCommand[]) => menu.offer(commands),
    /** To be called with every window that opens. */
    windowOpened(opened: BrowserWindow): void {
      taskbar.opened(opened);
      opened.webContents.on('input-event', (_event, input) => button.hear(input));
      opened.on('close', (event) => {
        // Hidden, not closed: what was typed and not yet sent stays. Without a tray there would be no sign of the app.
        if (quitting || !tray.shown) return;
        event.preventDefault();
        opened.hide();
      });
      opened.on('closed', pageGone);
    },
    pageGone,
    dragOut,
    /** The app quits: windows close from now on. */
    quitting(): void {
      quitting = true;
    },
    /** Whether the app goes on without a window. */
    keepsRunning: () => tray.shown,
    /** The app was started once more, with these arguments. */
    startedAgain(argv: readonly string[]): void {
      const link = linkAmong(argv);
      if (link !== null) deps.links.take(link);
      // The system starts it with the session while it runs already: nobody asked for the window.
      else if (!argv.includes(HIDDEN)) window.show();
    },
    /** Shows the window, unless this start came with the session and the app keeps running without one. */
    begin(hidden: boolean): void {
      const { values } = settings.state();
      settings.follow();
      if (app.isPackaged) claim(deps, login, values.open_at_login);
      const unseen = values.keep_running && (hidden || login.cameWithSession());
      if (!unseen) window.show();
      deps.links.follow(openLink);
    },
    async stop(): Promise<void> {
      tray.show(false);
      await dragOut.clear();
    },
  };
}

function loginItem({ app, platform }: DesktopDeps): LoginItem {
  return createLoginItem({ app, platform, env: process.env, home: homedir(), program: process.execPath });
}

/** Enters this program with the system. Only a packaged one: another start is Electron's own. */
function claim({ app, log }: DesktopDeps, login: LoginItem, open_at_login: boolean): void {
  quietly(log, 'Links to kits could not be claimed.', () => {
    if (!claimLinks(app)) log.warn('Another program keeps the links to kits.');
  });
  // The program may have moved since, or administrators have decided meanwhile.
  quietly(log, 'The start with the session could not be set.', () => login.set(open_at_login));
}

/** The person's settings, with what the desktop makes of them; `follow` does that for those in force. */
function desktopSettings(
  { app, settings, log }: DesktopDeps,
  login: LoginItem,
  apply: (state: SettingsState) => void,
): SettingsKeeper & { follow(): void } {
  const setLogin = (open: boolean) => {
    if (app.isPackaged) login.set(open);
  };
  const follow = () => apply(settings.state());
  return {
    state: () => settings.state(),
    choose: (patch) => settings.choose(patch),
    follow,
    change(patch) {
      const before = settings.state().values.open_at_login;
      const wanted = patch.open_at_login ?? before;
      if (wanted !== before) setLogin(wanted);
      try {
        settings.change(patch);
      } catch (error) {
        if (wanted !== before)
          quietly(log, 'The start with the session could not be put back.', () => setLogin(before));
        throw error;
      }
      follow();
    },
  };
}

function quietly(log: Log, what: string, work: () => void): void {
  try {
    work();
  } catch (error) {
    log.error(what, error);
  }
}
