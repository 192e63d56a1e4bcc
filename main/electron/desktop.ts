/**
 * The app on its desktop: menu, notifications, tray, taskbar, start with the session, links, drags. Composes the parts of
 * this folder; what is told of the kits is decided in main/app/kit-news.ts.
 */
import { homedir } from 'node:os';
import { basename } from 'node:path';
import type { App, BrowserWindow } from 'electron';
import {
  type AppCommand,
  type KitCommand,
  MAX_DROPPED_BYTES,
  type SettingsState,
} from '../../preload/contract.ts';
import { TripKitError } from '../common/errors.ts';
import type { Log } from '../common/log.ts';
import { readChosenFile } from '../ipc/chosen-file.ts';
import type { SettingsKeeper } from '../ipc/settings-calls.ts';
import { claimLinks, isProfileFile, kitOfLink, type LinkInbox, linkAmong } from './deep-link.ts';
import { DragOut } from './drag-out.ts';
import { openExternalPage } from './external.ts';
import { dragIcon } from './icons.ts';
import { sendTo } from './ipc-port.ts';
import { createLoginItem, HIDDEN } from './login.ts';
import { setAppMenu } from './menu.ts';
import { MouseButton } from './mouse-button.ts';
import { createNotifier, type News } from './notifications.ts';
import { createTaskbar, type IconFacts } from './taskbar.ts';
import { AppTray } from './tray.ts';
import { WindowAsks } from './window-asks.ts';

export interface DesktopDeps {
  app: Pick<
    App,
    | 'isPackaged'
    | 'on'
    | 'quit'
    | 'setBadgeCount'
    | 'setLoginItemSettings'
    | 'getLoginItemSettings'
    | 'isDefaultProtocolClient'
    | 'setAsDefaultProtocolClient'
  >;
  platform: NodeJS.Platform;
  window(): BrowserWindow | null;
  /** Opens the window, or brings it to the front. */
  showWindow(): void;
  settings: SettingsKeeper;
  /** The id of a known kit, by our own id or the service's; null where there is none. */
  findKit(id: string): string | null;
  links: LinkInbox;
  notices: {
    add(notice: { id: string; severity: 'warning'; message: string }): void;
    withdraw(id: string): void;
  };
  /** Where copies for drags are made; absolute, ours alone. */
  drag_folder: string;
  copyDocument(kit_id: string, to: string): Promise<void>;
  devtools: boolean;
  log: Log;
}

export interface Desktop {
  /** Tells the person by the system's notifications, where they want them and have not the window in front. */
  tell(news: readonly News[]): void;
  /** Shows how the kits stand: on the taskbar or dock, and in words over the tray's icon. */
  show(facts: IconFacts, words: string): void;
  /** These kits' documents were changed or removed. */
  documentsGone(kit_ids: readonly string[]): void;
  /** The person's settings with what the desktop makes of them. */
  settings: SettingsKeeper;
  /** The page hears events from now on. */
  listening(): void;
  /** What can be done with the kit that is selected or open: the Kit menu offers it. */
  kitCommands(commands: readonly KitCommand[]): void;
  /** To be called with every window that opens. */
  windowOpened(window: BrowserWindow): void;
  /** The process of the page is gone. */
  pageGone(): void;
  /** Hands documents to a drag that the mouse is in the middle of. */
  dragOut: Pick<DragOut, 'prepare' | 'drag'>;
  /** Whether the app goes on without a window. */
  keepsRunning(): boolean;
  /** The app was started once more, with these arguments. */
  startedAgain(argv: readonly string[]): void;
  /** Shows the window, unless this start came with the session and the app keeps running without one. */
  begin(hidden: boolean): void;
  stop(): Promise<void>;
}

/** Puts the app on the desktop. */
export function startDesktop(deps: DesktopDeps): Desktop {
  const { app, platform, window, showWindow, settings, notices, log } = deps;
  const values = () => settings.state().values;
  const asks = new WindowAsks({
    showWindow,
    send: (ask) => {
      if (ask.channel === 'app.command') sendTo(window(), ask.channel, ask.payload);
      else if (ask.channel === 'app.openKit') sendTo(window(), ask.channel, ask.payload);
      else sendTo(window(), ask.channel, ask.payload);
    },
  });
  const openKit = (kit_id: string) => asks.ask({ channel: 'app.openKit', payload: { kit_id } });
  const command = (payload: AppCommand) => asks.ask({ channel: 'app.command', payload });

  const login = createLoginItem({
    app,
    platform,
    env: process.env,
    home: homedir(),
    program: process.execPath,
  });
  // Another start than the packaged program's own is Electron's: it must not be entered anywhere.
  const setLogin = (open: boolean) => {
    if (app.isPackaged) login.set(open);
  };
  const tray = new AppTray({
    platform,
    showWindow,
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
    startDrag: (item) => {
      const target = window();
      if (target && !target.isDestroyed()) target.webContents.startDrag(item);
    },
    icon: dragIcon(),
  });
  void dragOut.clear();

  let menuShows = '';
  let kit: readonly KitCommand[] = [];
  function follow({ values, managed }: SettingsState): void {
    tray.show(values.keep_running);
    const theme = { theme: values.theme, theme_managed: managed.includes('theme') };
    const shows = JSON.stringify([theme, kit]);
    if (menuShows === shows) return;
    menuShows = shows;
    setAppMenu({
      ...theme,
      kit: new Set(kit),
      platform,
      devtools: deps.devtools,
      command,
      openPage: (url) => {
        openExternalPage(url).catch((error: unknown) => log.error('The page could not be opened.', error));
      },
    });
  }

  function offer(commands: readonly KitCommand[]): void {
    kit = commands;
    // Before `begin` there is no menu to change.
    if (menuShows !== '') follow(settings.state());
  }

  function pageGone(): void {
    asks.gone();
    offer([]);
    button.used();
  }

  const notify = createNotifier({
    wanted: () => values().notify && !hasFocus(window()),
    onClick: (kit_id) => (kit_id === null ? showWindow() : openKit(kit_id)),
  });

  // The page takes it in as if it had been dropped there: the same checks, the same words.
  const openProfileFile = async (path: string) => {
    try {
      const bytes = await readChosenFile(path, MAX_DROPPED_BYTES, 'The profile file', 'config');
      const payload = { file_name: basename(path), text: bytes.toString('utf8') };
      asks.ask({ channel: 'app.offerProfile', payload });
    } catch (error) {
      const message = error instanceof TripKitError ? error.message : 'The profile file could not be read.';
      notices.add({ id: 'profile-file', severity: 'warning', message });
      showWindow();
    }
  };

  let linksBad = 0;
  const openLink = (link: string) => {
    if (isProfileFile(link)) {
      void openProfileFile(link);
      return;
    }
    const id = kitOfLink(link);
    const known = id === null ? null : deps.findKit(id);
    if (known !== null) {
      openKit(known);
      return;
    }
    linksBad += 1;
    notices.withdraw(`link:${linksBad - 1}`);
    // The link's own words are not repeated: anybody may have written them.
    notices.add({
      id: `link:${linksBad}`,
      severity: 'warning',
      message:
        id === null
          ? 'A link that the app was asked to open is none to a trip kit. Ask for a new one where you got it.'
          : 'A link leads to a trip kit that is not on this laptop. Track it by its tripkit_id, or request it.',
    });
    showWindow();
  };

  let quitting = false;
  app.on('before-quit', () => {
    quitting = true;
  });

  return {
    tell: notify,
    show(facts, words) {
      taskbar.show(facts, window());
      tray.say(words);
    },
    documentsGone: (kit_ids) => dragOut.forget(kit_ids),
    settings: {
      state: () => settings.state(),
      change(patch) {
        const before = values().open_at_login;
        const wanted = patch.open_at_login ?? before;
        if (wanted !== before) setLogin(wanted);
        try {
          settings.change(patch);
        } catch (error) {
          if (wanted !== before)
            quietly('The start with the session could not be put back.', () => setLogin(before));
          throw error;
        }
        follow(settings.state());
      },
    },
    listening: () => asks.listening(),
    kitCommands: offer,
    windowOpened(opened) {
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
    keepsRunning: () => tray.shown,
    startedAgain(argv) {
      const link = linkAmong(argv);
      if (link !== null) deps.links.take(link);
      // The system starts it with the session while it runs already: nobody asked for the window.
      else if (!argv.includes(HIDDEN)) showWindow();
    },
    begin(hidden) {
      const state = settings.state();
      follow(state);
      if (app.isPackaged) {
        quietly('Links to kits could not be claimed.', () => {
          if (!claimLinks(app)) log.warn('Another program keeps the links to kits.');
        });
        // The program may have moved since, or administrators have decided meanwhile.
        quietly('The start with the session could not be set.', () => login.set(state.values.open_at_login));
      }
      const unseen = state.values.keep_running && (hidden || login.cameWithSession());
      if (!unseen) showWindow();
      deps.links.follow(openLink);
    },
    async stop() {
      tray.show(false);
      await dragOut.clear();
    },
  };

  function quietly(what: string, work: () => void): void {
    try {
      work();
    } catch (error) {
      log.error(what, error);
    }
  }
}

function hasFocus(window: BrowserWindow | null): boolean {
  return window !== null && !window.isDestroyed() && window.isFocused();
}
