/** The desktop's parts together, on the window host's stand-ins for tray, notifications and images. */
import { EventEmitter } from 'node:events';
import { readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { MenuItemConstructorOptions } from 'electron';
import { beforeEach, expect, test, vi } from 'vitest';
import { ICON_DATA, iconData } from '../../build/icons/desktop-icons.ts';
import { Cockpit } from '../../main/cockpit/cockpit.ts';
import { EXTERNAL_PAGES } from '../../main/electron/external.ts';
import { defaultSettings, type Settings, type SettingsState } from '../../preload/contract.ts';
import { keyTable } from '../../renderer/design/keys.ts';
import { freshFolder } from '../fresh-folder.ts';
import { PowerSaveBlockerStandIn } from '../host/electron/desktop-parts.ts';
import { preventableEvent } from '../host/electron/preventable.ts';
import { memorySettings } from '../settings/memory-settings.ts';
import { memoryLog } from '../start/ipc-fixtures.ts';

const seen = vi.hoisted(() => ({
  trays: [] as { destroyed: boolean; tip: string; menu: MenuItemConstructorOptions[]; click(): void }[],
  notifications: [] as { title: string; click(): void; closed: boolean }[],
  menus: [] as MenuItemConstructorOptions[][],
  pages: [] as string[],
  noTray: false,
  nativeTheme: { themeSource: 'system' },
}));
vi.mock('electron', async () => {
  const { NativeImageStandIn, NotificationStandIn, TrayStandIn } = await import(
    '../host/electron/desktop-parts.ts'
  );
  const { MenuStandIn } = await import('../host/electron/window-parts.ts');
  class Tray extends TrayStandIn {
    readonly #mine = {
      destroyed: false,
      tip: '',
      menu: [] as MenuItemConstructorOptions[],
      click: () => void this.emit('click'),
    };
    constructor(image: InstanceType<typeof NativeImageStandIn>) {
      super(image);
      if (seen.noTray) throw new Error('no tray');
      seen.trays.push(this.#mine);
    }
    override setToolTip(tip: string) {
      super.setToolTip(tip);
      this.#mine.tip = tip;
    }
    override setContextMenu(menu: ReturnType<typeof MenuStandIn.buildFromTemplate> | null) {
      this.#mine.menu = menu?.template ?? [];
    }
    override destroy() {
      this.#mine.destroyed = true;
      super.destroy();
    }
  }
  class Notification extends NotificationStandIn {
    readonly #mine = { title: '', click: () => void this.emit('click', {}), closed: false };
    constructor(options: Electron.NotificationConstructorOptions) {
      super(options);
      seen.notifications.push(this.#mine);
      this.#mine.title = options.title ?? '';
    }
    override close() {
      this.#mine.closed = true;
    }
    override show() {
      // Nothing is written.
    }
  }
  return {
    Tray,
    Notification,
    nativeImage: { createFromBuffer: NativeImageStandIn.createFromBuffer },
    Menu: {
      buildFromTemplate: (template: MenuItemConstructorOptions[]) => MenuStandIn.buildFromTemplate(template),
      setApplicationMenu: (menu: ReturnType<typeof MenuStandIn.buildFromTemplate>) =>
        void seen.menus.push(menu.template),
    },
    ipcMain: {},
    nativeTheme: seen.nativeTheme,
    shell: { openExternal: async (url: string) => void seen.pages.push(url) },
  };
});
const { startDesktop } = await import('../../main/electron/desktop.ts');
const { appMenu } = await import('../../main/electron/menu.ts');
const { sendTo } = await import('../../main/electron/ipc-port.ts');
const { hearLinks } = await import('../../main/electron/deep-link.ts');

let folder: string;
beforeEach(() => {
  folder = freshFolder();
  for (const list of [seen.trays, seen.notifications, seen.menus, seen.pages]) list.length = 0;
  seen.noTray = false;
});

class WindowOfTest extends EventEmitter {
  sent: [string, unknown][] = [];
  drags: unknown[] = [];
  hidden = false;
  focused = false;
  progress = -1;
  crashed = false;
  webContents = Object.assign(new EventEmitter(), {
    id: 1,
    isDestroyed: () => false,
    isCrashed: () => this.crashed,
    send: (channel: string, payload: unknown) => void this.sent.push([channel, payload]),
    startDrag: (item: unknown) => void this.drags.push(item),
  });
  mouse(type: string) {
    this.webContents.emit('input-event', {}, { type, modifiers: ['leftbuttondown'] });
  }
  isDestroyed = () => false;
  visible = true;
  minimized = false;
  isVisible = () => this.visible;
  isMinimized = () => this.minimized;
  isFocused = () => this.focused;
  hide() {
    this.hidden = true;
  }
  setProgressBar(share: number) {
    this.progress = share;
  }
  /** Whether closing was prevented. */
  close() {
    const event = preventableEvent({});
    this.emit('close', event);
    return event.defaultPrevented;
  }
}

function setUp(
  values: Partial<Settings> = {},
  options: { argv?: string[]; packaged?: boolean; refuse?: boolean } = {},
) {
  const state: SettingsState = {
    values: { ...defaultSettings, ...values },
    managed: [],
    allow_other_profiles: true,
    forbidden: [],
  };
  const window = new WindowOfTest();
  const app = Object.assign(new EventEmitter(), {
    isPackaged: options.packaged ?? false,
    quit: vi.fn(),
    setBadgeCount: vi.fn(() => true),
    setLoginItemSettings: vi.fn(),
    getLoginItemSettings: vi.fn(() => ({ openAtLogin: false, wasOpenedAtLogin: false })),
    isDefaultProtocolClient: vi.fn(() => true),
    setAsDefaultProtocolClient: vi.fn(() => true),
  });
  const notices: string[] = [];
  const cockpit = new Cockpit({ memory: { read: () => null, write: () => {} }, now: () => 0 });
  const blocker = new PowerSaveBlockerStandIn();
  const log = memoryLog();
  const showWindow = vi.fn();
  const viewers: WindowOfTest[] = [];
  const askedOf: unknown[] = [];
  const listening: number[] = [];
  const takeProfile = vi.fn(async (_path: string) => {});
  const links = hearLinks(app as never, options.argv ?? []);
  const settings = memorySettings(state, () => options.refuse ?? false);
  const desktop = startDesktop({
    app: app as never,
    platform: 'win32',
    window: {
      current: window as never,
      show: showWindow,
      send: (...message) => sendTo(window as never, ...message),
    },
    viewers: {
      all: viewers as never,
      ask: (...asked) => void askedOf.push(asked),
      listening: (id) => void listening.push(id),
    },
    viewerOf: (id) => (id === 'elsewhere' ? 2 : null),
    settings,
    cockpit,
    powerSaveBlocker: blocker,
    findKit: (id) => (id === 'TK-1' ? 'own-id' : null),
    takeProfile,
    links,
    notices: { add: ({ message }) => void notices.push(message), withdraw: () => {} },
    drag_folder: join(folder, 'drag-out'),
    copyDocument: (_id, to) => writeFile(to, '%PDF-'),
    devtools: false,
    log,
  });
  desktop.windowOpened(window as never);
  return {
    ...{ desktop, settings, window, app, notices, log, showWindow, links, takeProfile, cockpit, blocker },
    ...{ viewers, askedOf, listening },
  };
}

/** An item of the menu as it is now. */
const item = (label: string) =>
  seen.menus
    .at(-1)
    ?.flatMap(({ submenu }) => (Array.isArray(submenu) ? submenu : []))
    .find((one) => one.label === label);
const click = (label: string) => (item(label)?.click as (() => void) | undefined)?.();

/** The menu of a window in which nothing is selected, by day. */
const menuOf = (more: Partial<Parameters<typeof appMenu>[0]> = {}) =>
  appMenu({
    ...{ platform: 'linux', devtools: false, theme: 'day', theme_managed: false },
    ...{ cockpit: false, cockpit_managed: false, kit: new Set() },
    ...{ command: () => {}, openPage: () => {}, installCommand: null },
    ...more,
  });

test('the icons of the app are those that were drawn', async () => {
  expect(await readFile(ICON_DATA, 'utf8')).toBe(await iconData());
});

test('a command opens the window and waits until its page hears it', () => {
  const { desktop, window, showWindow } = setUp();
  desktop.begin(false);
  const file = seen.menus[0]?.find(({ label }) => label === '&File')?.submenu as MenuItemConstructorOptions[];
  const click = (item?: MenuItemConstructorOptions) => (item?.click as (() => void) | undefined)?.();
  click(file[0]);
  expect(showWindow).toHaveBeenCalledTimes(2);
  expect(window.sent).toEqual([]);
  desktop.listening();
  expect(window.sent).toEqual([['app.command', 'new_request']]);
  click(file[1]);
  expect(window.sent.at(-1)).toEqual(['app.command', 'many_flights']);
  desktop.pageGone();
  click(file[0]);
  expect(window.sent).toHaveLength(2);
});

test('what the system draws has the theme of the settings, from before the window opens', () => {
  const { desktop, settings, showWindow } = setUp({ theme: 'night' });
  let atOpening = '';
  showWindow.mockImplementation(() => {
    atOpening = seen.nativeTheme.themeSource;
  });
  desktop.begin(false);
  expect(atOpening).toBe('dark');
  settings.change({ theme: 'day' });
  expect(seen.nativeTheme.themeSource).toBe('light');
  settings.change({ theme: 'system' });
  expect(seen.nativeTheme.themeSource).toBe('system');
});

test('the Kit menu offers what the page says, and nothing once the page is gone', () => {
  const { desktop } = setUp();
  const offered = () => {
    const kit = seen.menus.at(-1)?.find(({ label }) => label === '&Kit')
      ?.submenu as MenuItemConstructorOptions[];
    return kit.filter(({ enabled }) => enabled).map(({ label }) => label);
  };
  desktop.begin(false);
  expect(offered()).toEqual([]);
  desktop.kitCommands(['kit_open', 'kit_remove']);
  expect(offered()).toEqual(['Open', 'Remove…']);
  const menus = seen.menus.length;
  desktop.kitCommands(['kit_open', 'kit_remove']);
  expect(seen.menus).toHaveLength(menus);
  desktop.pageGone();
  expect(offered()).toEqual([]);
});

test('the menus act on the window in front; what only the library shows leads there', () => {
  const { desktop, window, viewers, askedOf, listening } = setUp();
  desktop.begin(false);
  desktop.listening();
  const further = new WindowOfTest();
  further.webContents.id = 2;
  viewers.push(further);
  desktop.viewerOpened(further as never);

  desktop.kitCommands(['kit_open']);
  desktop.kitCommands(['kit_print'], 2);
  expect([item('Open')?.enabled, item('Print…')?.enabled]).toEqual([true, false]);
  further.emit('focus');
  expect([item('Open')?.enabled, item('Print…')?.enabled]).toEqual([false, true]);
  click('Print…');
  click('New Request');
  expect(askedOf).toEqual([[2, 'app.command', 'kit_print']]);
  expect(window.sent).toEqual([['app.command', 'new_request']]);
  window.emit('focus');
  expect(item('Open')?.enabled).toBe(true);
  further.emit('focus');
  further.emit('closed');
  expect(item('Open')?.enabled).toBe(true);
  desktop.listening(2);
  expect(listening).toEqual([2]);
});

test('a kit that a further window has open is shown there; news is not told while any window is in front', () => {
  const { desktop, window, viewers, askedOf } = setUp();
  desktop.begin(false);
  desktop.listening();
  const further = new WindowOfTest();
  viewers.push(further);
  desktop.tell([{ title: 'Ready', body: '', kit_id: 'elsewhere' }]);
  desktop.tell([{ title: 'Ready', body: '', kit_id: 'here' }]);
  for (const { click } of seen.notifications) click();
  expect(askedOf).toEqual([[2, 'app.openKit', { kit_id: 'elsewhere', page: null }]]);
  expect(window.sent).toEqual([['app.openKit', { kit_id: 'here', page: null }]]);
  further.focused = true;
  desktop.tell([{ title: 'Ready', body: '', kit_id: 'here' }]);
  expect(seen.notifications).toHaveLength(2);
});

test('an app of macOS that was installed offers its command, as no other one', () => {
  const installCommand = vi.fn();
  const offered = (platform: NodeJS.Platform, install: (() => void) | null) =>
    menuOf({ platform, installCommand: install })
      .flatMap(({ submenu }) => (Array.isArray(submenu) ? submenu : []))
      .filter(({ label }) => label?.includes('in PATH'));
  const [entry, ...others] = offered('darwin', installCommand);
  (entry?.click as (() => void) | undefined)?.();
  expect([installCommand.mock.calls.length, others]).toEqual([1, []]);
  expect([offered('darwin', null), offered('linux', installCommand)]).toEqual([[], []]);
});

test('every item of the menu has a role or does something, on every system; keys are bound once', () => {
  for (const platform of ['linux', 'win32', 'darwin'] as const) {
    const commands: string[] = [];
    const menu = menuOf({
      ...{ platform, devtools: true, theme: 'night', kit: new Set(['kit_open'] as const) },
      command: (command) => void commands.push(command),
      openPage: (url) => void seen.pages.push(url),
    });
    const keys: string[] = [];
    const visit = (items: MenuItemConstructorOptions[]) => {
      for (const item of items) {
        if (item.type === 'separator') continue;
        if (item.accelerator) keys.push(String(item.accelerator));
        if (Array.isArray(item.submenu)) visit(item.submenu);
        else if (item.click) (item.click as () => void)();
        else expect(item.role).toBeTruthy();
      }
    };
    visit(menu);
    expect(new Set(keys).size).toBe(keys.length);
    expect(new Set(commands).size).toBe(commands.length);
    expect(commands).toEqual(expect.arrayContaining(['settings', 'shortcuts', 'search', 'theme_night']));
    expect(JSON.stringify(menu)).toContain('"checked":true');
  }
  for (const page of seen.pages) expect(EXTERNAL_PAGES).toContain(page);
});

test('the menu’s keys are those of the pages’ table', () => {
  const found: string[] = [];
  let asked = '';
  const visit = (items: MenuItemConstructorOptions[]) => {
    for (const { submenu, accelerator, click } of items) {
      if (Array.isArray(submenu)) visit(submenu);
      else if (accelerator && click) {
        (click as () => void)();
        found.push(`${asked} ${String(accelerator).replace('CmdOrCtrl', 'Ctrl')}`);
      }
    }
  };
  visit(
    menuOf({
      command: (command) => {
        asked = command;
      },
    }),
  );
  const { everywhere, kit } = keyTable;
  const wanted = {
    new_request: everywhere.newRequest,
    many_flights: everywhere.manyFlights,
    track: everywhere.track,
    settings: everywhere.settings,
    search: everywhere.search,
    cockpit_on: everywhere.cockpit,
    help: everywhere.help,
    kit_open: kit.open,
    kit_open_window: kit.elsewhere,
    kit_save_copy: kit.saveCopy,
    kit_print: kit.print,
    kit_request_again: kit.requestAgain,
    kit_remove: ['Delete'],
  };
  expect(found.sort()).toEqual(
    Object.entries(wanted)
      .map(([command, [key]]) => `${command} ${key}`)
      .sort(),
  );
});

test('a theme that administrators have set can’t be chosen in the menu', () => {
  for (const theme_managed of [false, true]) {
    const view = menuOf({ theme: 'night', theme_managed }).flatMap(({ submenu }) =>
      Array.isArray(submenu) ? submenu : [],
    );
    expect(view.find(({ label }) => label === 'Theme')?.enabled).toBe(!theme_managed);
  }
});

test('closing the window hides it while the app keeps running, closes it otherwise, and never stops a quit', () => {
  const { desktop, settings, window } = setUp();
  desktop.begin(false);
  expect(window.close()).toBe(false);
  expect(desktop.keepsRunning()).toBe(false);
  settings.change({ keep_running: true });
  expect(seen.trays).toHaveLength(1);
  expect(window.close()).toBe(true);
  expect(window.hidden).toBe(true);
  expect(desktop.keepsRunning()).toBe(true);
  desktop.quitting();
  expect(window.close()).toBe(false);
  settings.change({ keep_running: false });
  expect(seen.trays[0]?.destroyed).toBe(true);
});

test('a desktop without a tray: the window closes, and the log says why', () => {
  seen.noTray = true;
  const { desktop, window, log } = setUp({ keep_running: true });
  desktop.begin(true);
  expect(window.close()).toBe(false);
  expect(desktop.keepsRunning()).toBe(false);
  expect(log.lines.join()).toContain('tray');
});

test('the tray says how the kits stand and leads back', () => {
  const { desktop, window, app, showWindow } = setUp({ keep_running: true });
  desktop.show({ progress: 0.5, badge: 2 }, '3 kits on their way, 1 needs attention');
  expect(window.progress).toBe(0.5);
  desktop.begin(true);
  expect(showWindow).not.toHaveBeenCalled();
  const [tray] = seen.trays;
  expect(tray?.tip).toBe('3 kits on their way, 1 needs attention');
  tray?.click();
  expect(showWindow).toHaveBeenCalledTimes(1);
  (tray?.menu.at(-1)?.click as (() => void) | undefined)?.();
  expect(app.quit).toHaveBeenCalled();
  desktop.show({ progress: null, badge: 0 }, 'Trip Kit Desktop');
  expect(window.progress).toBe(-1);
  expect(tray?.tip).toBe('Trip Kit Desktop');
});

test('without keeping on, a start with the session shows the window all the same', () => {
  const { desktop, showWindow } = setUp();
  desktop.begin(true);
  expect(showWindow).toHaveBeenCalledTimes(1);
});

test('notifications come only while the window is not in front, and where they are wanted; a click leads to the kit', () => {
  const { desktop, settings, window, showWindow } = setUp();
  desktop.listening();
  const news = [{ title: 'EHAM to KJFK is on this laptop', body: '', kit_id: 'own-id' }];
  window.focused = true;
  desktop.tell(news);
  expect(seen.notifications).toEqual([]);
  window.focused = false;
  desktop.tell([...news, { title: '12 trip kits are on this laptop', body: '', kit_id: null }]);
  seen.notifications[0]?.click();
  expect(window.sent).toEqual([['app.openKit', { kit_id: 'own-id', page: null }]]);
  seen.notifications[1]?.click();
  expect(showWindow).toHaveBeenCalledTimes(2);
  settings.change({ notify: false });
  desktop.tell(news);
  expect(seen.notifications).toHaveLength(2);
});

test('a link opens a known kit and nothing else; an unknown or odd one is told without its own words', () => {
  const { desktop, window, app, notices } = setUp({}, { argv: ['tripkit://kit/TK-1'] });
  desktop.begin(false);
  desktop.listening();
  expect(window.sent).toEqual([['app.openKit', { kit_id: 'own-id', page: null }]]);
  desktop.startedAgain(['app', 'tripkit://kit/evil-words'], folder);
  app.emit('open-url', { preventDefault() {} }, 'tripkit://request/evil-words');
  expect(window.sent).toHaveLength(1);
  expect(notices).toEqual([
    expect.stringContaining('not on this laptop'),
    expect.stringContaining('none to a trip kit'),
  ]);
  expect(notices.join()).not.toContain('evil-words');
});

test('a page that crashed is sent nothing until it listens again', () => {
  const { desktop, window } = setUp({}, { argv: ['tripkit://kit/TK-1'] });
  desktop.listening();
  window.crashed = true;
  desktop.begin(false);
  desktop.pageGone();
  desktop.startedAgain(['app', 'tripkit://kit/TK-1'], folder);
  expect(window.sent).toEqual([]);
  window.crashed = false;
  desktop.listening();
  expect(window.sent).toEqual([['app.openKit', { kit_id: 'own-id', page: null }]]);
});

test('a profile file that is opened from the system is taken in by the main process, with the window shown', () => {
  const path = join(folder, 'KLM.tripkit-profile');
  const { desktop, window, showWindow, takeProfile } = setUp({}, { argv: [path] });
  desktop.begin(false);
  desktop.listening();
  expect(showWindow).toHaveBeenCalled();
  desktop.startedAgain(['app', 'other.tripkit-profile'], folder);
  expect(takeProfile.mock.calls).toEqual([[path], [join(folder, 'other.tripkit-profile')]]);
  // The page hears nothing of it.
  expect(window.sent).toEqual([]);
});

test('a second start shows the window, but not the one that comes with the session', () => {
  const { desktop, showWindow } = setUp();
  desktop.startedAgain(['app', '--hidden'], folder);
  expect(showWindow).not.toHaveBeenCalled();
  desktop.startedAgain(['app'], folder);
  expect(showWindow).toHaveBeenCalledTimes(1);
});

test('start with the session is set with the setting, both or neither', () => {
  const kept = setUp({}, { packaged: true });
  kept.settings.change({ open_at_login: true });
  expect(kept.app.setLoginItemSettings).toHaveBeenCalledWith({ openAtLogin: true, args: ['--hidden'] });
  expect(kept.settings.state().values.open_at_login).toBe(true);
  const full = setUp({}, { packaged: true, refuse: true });
  expect(() => full.settings.change({ open_at_login: true })).toThrow('full');
  expect(full.app.setLoginItemSettings).not.toHaveBeenCalled();
  const refused = setUp({}, { packaged: true });
  refused.app.setLoginItemSettings.mockImplementationOnce(() => {
    throw new Error('no place');
  });
  expect(() => refused.settings.change({ open_at_login: true })).toThrow('no place');
  expect(refused.settings.state().values.open_at_login).toBe(false);
  // A start from source is entered nowhere.
  const source = setUp();
  source.settings.change({ open_at_login: true });
  expect(source.app.setLoginItemSettings).not.toHaveBeenCalled();
});

test('a drag goes to the window’s page with copies, while its button is held; stopping removes them', async () => {
  const { desktop, window } = setUp();
  const kits = [{ id: 'a', name: 'KLM511.pdf' }];
  await expect(desktop.dragOut.prepare(kits)).rejects.toThrow('held down');
  window.mouse('mouseDown');
  await desktop.dragOut.prepare(kits);
  desktop.dragOut.drag(kits);
  expect(window.drags).toMatchObject([{ file: join(folder, 'drag-out/a/KLM511.pdf') }]);
  window.mouse('mouseDown');
  desktop.pageGone();
  expect(() => desktop.dragOut.drag(kits)).toThrow('held down');
  await desktop.stop();
  await expect(rm(join(folder, 'drag-out'))).rejects.toMatchObject({ code: 'ENOENT' });
});

const NEWS = [{ title: 'EGLL to KJFK is on this laptop', body: 'It can be read.', kit_id: null }];

test('cockpit mode: no notification, no sign on the icon, those on the screen go; the icon is as it should be after it', () => {
  const { desktop, settings, window, app } = setUp();
  desktop.begin(false);
  desktop.tell(NEWS);
  desktop.show({ progress: 0.5, badge: 2 }, 'words');
  expect(seen.notifications).toHaveLength(1);
  settings.change({ cockpit: true });
  expect(seen.notifications[0]?.closed).toBe(true);
  expect(window.progress).toBe(-1);
  desktop.tell(NEWS);
  desktop.show({ progress: 0.75, badge: 3 }, 'words');
  expect(seen.notifications).toHaveLength(1);
  expect(window.progress).toBe(-1);
  expect(app.setBadgeCount).not.toHaveBeenCalled();
  settings.change({ cockpit: false });
  expect(window.progress).toBe(0.75);
  desktop.tell(NEWS);
  expect(seen.notifications).toHaveLength(2);
});

test('cockpit mode: what the system draws is dark, whatever the theme; the menu says so and leaves it', () => {
  const { desktop, settings, window } = setUp({ theme: 'day' });
  desktop.begin(false);
  desktop.listening();
  click('Cockpit Mode');
  expect(window.sent.at(-1)).toEqual(['app.command', 'cockpit_on']);
  settings.change({ cockpit: true });
  expect(seen.nativeTheme.themeSource).toBe('dark');
  expect(item('Cockpit Mode')?.checked).toBe(true);
  expect(item('Theme')?.enabled).toBe(false);
  click('Cockpit Mode');
  expect(window.sent.at(-1)).toEqual(['app.command', 'cockpit_off']);
  settings.change({ cockpit: false });
  expect(seen.nativeTheme.themeSource).toBe('light');
  expect(item('Theme')?.enabled).toBe(true);
});

test('cockpit mode: the screen stays awake while the window can be seen, and no longer', () => {
  const { desktop, settings, window, blocker } = setUp();
  const awake = () => [1, 2, 3, 4, 5, 6].filter((id) => blocker.isStarted(id)).length;
  desktop.begin(false);
  expect(awake()).toBe(0);
  settings.change({ cockpit: true });
  expect(awake()).toBe(1);
  window.minimized = true;
  window.emit('minimize');
  expect(awake()).toBe(0);
  window.minimized = false;
  window.emit('restore');
  window.emit('show');
  expect(awake()).toBe(1);
  window.visible = false;
  window.emit('hide');
  expect(awake()).toBe(0);
  window.visible = true;
  window.emit('show');
  settings.change({ cockpit: false });
  expect(awake()).toBe(0);
  settings.change({ cockpit: true });
  expect(awake()).toBe(1);
  window.emit('closed');
  expect(awake()).toBe(0);
  desktop.windowOpened(window as never);
  expect(awake()).toBe(1);
  desktop.quitting();
  expect(awake()).toBe(0);
});
