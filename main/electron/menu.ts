import { Menu, type MenuItemConstructorOptions } from 'electron';
import type { AppCommand, KitCommand, SettingName, Settings } from '../../preload/contract.ts';
import type { Log } from '../common/log.ts';
import { openExternalPage } from './external.ts';

type Theme = Settings['theme'];
type Item = MenuItemConstructorOptions;

export interface MenuDeps {
  platform: NodeJS.Platform;
  devtools: boolean;
  theme: Theme;
  /** Whether the theme is set by administrators or by cockpit mode. */
  theme_managed: boolean;
  /** Whether cockpit mode is on, and whether administrators set it. */
  cockpit: boolean;
  cockpit_managed: boolean;
  /** The commands for the kit that is selected or open. */
  kit: ReadonlySet<KitCommand>;
  /** Sends a command to the window; opens a closed window first. */
  command(command: AppCommand): void;
  /** Puts the command line into the path of macOS (command-link.ts); null where the installer does it, or nothing can. */
  installCommand: (() => void) | null;
  /** Opens one of the app's own pages in the browser (external.ts). */
  openPage(url: string): void;
}

const line = { type: 'separator' } as const;

/** The AIRAC calendar. */
const AIRAC_PAGE = 'https://www.nm.eurocontrol.int/RAD/common/airac_dates.html';

/**
 * The app's menu. Electron labels, binds and translates its roles by platform (Electron docs, "MenuItem", roles); on macOS
 * copy and paste need the Edit roles.
 */
export function appMenu(deps: MenuDeps): Item[] {
  const mac = deps.platform === 'darwin';
  const item = itemsOf(deps);
  const settings = item('Settings…', 'settings', 'CmdOrCtrl+,');
  return [
    ...(mac ? [macMenu(settings, deps)] : []),
    {
      label: '&File',
      submenu: [
        item('New Request', 'new_request', 'CmdOrCtrl+N', 'shown only'),
        item('Many Flights…', 'many_flights', 'CmdOrCtrl+Shift+N'),
        item('Planned Kits', 'planned_kits'),
        item('Track by kit ID…', 'track', 'CmdOrCtrl+Shift+T'),
        item('Activity Record', 'activity_record'),
        item('Move to Another Laptop…', 'hand_over'),
        ...(mac ? [line, { role: 'close' } as const] : [line, settings, line, { role: 'quit' } as const]),
      ],
    },
    { role: 'editMenu' },
    { label: '&View', submenu: viewMenu(deps) },
    { label: '&Kit', submenu: kitMenu(deps) },
    { role: 'windowMenu' },
    {
      role: 'help',
      submenu: [
        item('Trip Kit Desktop Help', 'help', mac ? 'Cmd+?' : 'F1', 'shown only'),
        item('Guides', 'guides'),
        item('What’s New', 'whats_new'),
        item('Keyboard Shortcuts', 'shortcuts'),
        { label: 'AIRAC Calendar (in the Browser)', click: () => deps.openPage(AIRAC_PAGE) },
        item('Managed Settings', 'managed_settings'),
        item('Save Diagnostics…', 'diagnostics'),
        ...(mac ? [] : [line, { role: 'about' } as const]),
      ],
    },
  ];
}

/**
 * Creates items that send a command to the window. Keys that the page itself handles are `shown only`: not bound
 * (`registerAccelerator`). On macOS they are always bound, and the command does the same.
 */
function itemsOf({ command }: MenuDeps) {
  return (label: string, asked: AppCommand, accelerator?: string, keys?: 'shown only') =>
    ({
      label,
      click: () => command(asked),
      ...(accelerator ? { accelerator, registerAccelerator: keys !== 'shown only' } : {}),
    }) satisfies Item;
}

function macMenu(settings: Item, { installCommand }: MenuDeps): Item {
  const install = { label: 'Install “tripkit” Command in PATH…', click: () => installCommand?.() };
  const role = (name: NonNullable<Item['role']>): Item => ({ role: name });
  return {
    role: 'appMenu',
    submenu: [
      ...[role('about'), line, settings, ...(installCommand ? [install] : []), line, role('services'), line],
      ...[role('hide'), role('hideOthers'), role('unhide'), line, role('quit')],
    ],
  };
}

/** The commands for one kit, in the order of its life; those that do not apply now are disabled. */
function kitMenu(deps: MenuDeps): Item[] {
  const mac = deps.platform === 'darwin';
  const item = itemsOf(deps);
  const act = (label: string, asked: KitCommand, ...keys: [string?, 'shown only'?]) => ({
    ...item(label, asked, ...keys),
    enabled: deps.kit.has(asked),
  });
  return [
    act('Open', 'kit_open', 'CmdOrCtrl+O'),
    act('Open in New Window', 'kit_open_window', 'CmdOrCtrl+Shift+O', 'shown only'),
    line,
    act('Save a Copy…', 'kit_save_copy', 'CmdOrCtrl+Shift+S'),
    act('Print…', 'kit_print', 'CmdOrCtrl+P', 'shown only'),
    act('Hand Over…', 'kit_hand_over'),
    line,
    act('Change and Request Again…', 'kit_request_again', 'CmdOrCtrl+Shift+R'),
    act('Retry', 'kit_retry'),
    act('Cancel Request…', 'kit_cancel'),
    line,
    act('Keep or Stop Keeping', 'kit_pin'),
    // On macOS every menu key is bound, so a bare Delete would be lost while typing.
    mac
      ? act('Remove…', 'kit_remove', 'Cmd+Backspace')
      : act('Remove…', 'kit_remove', 'Delete', 'shown only'),
  ];
}

/** The roles bind only the plus with Shift, and the minus and zero of the main keys; browsers accept these as well. */
const zoomKeys = [
  ['zoomIn', 'CmdOrCtrl+='],
  ['zoomIn', 'CmdOrCtrl+numadd'],
  ['zoomOut', 'CmdOrCtrl+numsub'],
  ['resetZoom', 'CmdOrCtrl+num0'],
] as const;

const themes: readonly [Theme, string][] = [
  ['system', 'As the System Has It'],
  ['day', 'Day'],
  ['night', 'Night'],
];

function viewMenu(deps: MenuDeps): Item[] {
  const item = itemsOf(deps);
  return [
    item('Library', 'library'),
    item('Search All Kits…', 'search', 'CmdOrCtrl+K', 'shown only'),
    line,
    {
      label: 'Theme',
      enabled: !deps.theme_managed,
      submenu: themes.map(([name, label]) => ({
        ...item(label, `theme_${name}`),
        type: 'radio' as const,
        checked: name === deps.theme,
      })),
    },
    {
      ...item('Cockpit Mode', deps.cockpit ? 'cockpit_off' : 'cockpit_on', 'F9'),
      type: 'checkbox',
      checked: deps.cockpit,
      enabled: !deps.cockpit_managed,
    },
    line,
    { role: 'resetZoom' },
    { role: 'zoomIn' },
    { role: 'zoomOut' },
    ...zoomKeys.map(([role, accelerator]): Item => {
      return { role, accelerator, visible: false, acceleratorWorksWhenHidden: true };
    }),
    line,
    { role: 'togglefullscreen' },
    ...(deps.devtools ? [line, { role: 'reload' } as const, { role: 'toggleDevTools' } as const] : []),
  ];
}

export interface AppMenuDeps extends Pick<MenuDeps, 'platform' | 'devtools' | 'command' | 'installCommand'> {
  log: Log;
}

/** Sets the menu, which follows the theme and the commands for the kit that is selected or open. */
export function followAppMenu({ log, ...deps }: AppMenuDeps) {
  let look: Pick<MenuDeps, 'theme' | 'theme_managed' | 'cockpit' | 'cockpit_managed'> | null = null;
  let kit: readonly KitCommand[] = [];
  let shown = '';
  const openPage = (url: string) => {
    openExternalPage(url).catch((error: unknown) => log.error('The page could not be opened.', error));
  };
  const put = () => {
    const shows = JSON.stringify([look, kit]);
    // Before the settings are known there is no menu to change.
    if (look === null || shown === shows) return;
    shown = shows;
    const menu = appMenu({ ...deps, ...look, kit: new Set(kit), openPage });
    Menu.setApplicationMenu(Menu.buildFromTemplate(menu));
  };
  return {
    /** Applies these settings. @param managed those that administrators have set */
    look({ theme, cockpit }: Pick<Settings, 'theme' | 'cockpit'>, managed: readonly SettingName[]): void {
      const cockpit_managed = managed.includes('cockpit');
      look = { theme, theme_managed: cockpit || managed.includes('theme'), cockpit, cockpit_managed };
      put();
    },
    offer(commands: readonly KitCommand[]): void {
      kit = commands;
      put();
    },
  };
}
