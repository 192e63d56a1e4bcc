import { Menu, type MenuItemConstructorOptions } from 'electron';
import type { AppCommand, KitCommand, Settings } from '../../preload/contract.ts';
import type { Log } from '../common/log.ts';
import { openExternalPage } from './external.ts';

type Theme = Settings['theme'];

export interface MenuDeps {
  platform: NodeJS.Platform;
  devtools: boolean;
  theme: Theme;
  /** Whether administrators have set the theme. */
  theme_managed: boolean;
  /** What can be done with the kit that is selected or open. */
  kit: ReadonlySet<KitCommand>;
  /** Asks the window to do it; opens it first where it is closed. */
  command(command: AppCommand): void;
  /** Opens one of the app's own pages in the browser (main/electron/external.ts). */
  openPage(url: string): void;
}

const line = { type: 'separator' } as const;

/** Where the AIRAC calendar is; among the pages of external.ts. */
const AIRAC_PAGE = 'https://www.nm.eurocontrol.int/RAD/common/airac_dates.html';

/**
 * The app's menu. What Electron has as a role it labels, binds and translates by platform (Electron docs, "MenuItem",
 * roles); macOS needs the Edit roles for copy and paste to work at all. Where the page hears the keys itself, they are
 * shown only: `registerAccelerator: false`. On macOS they are always bound, and the command does the same.
 */
export function appMenu(deps: MenuDeps): MenuItemConstructorOptions[] {
  const { platform, command } = deps;
  const mac = platform === 'darwin';
  const item = (label: string, asked: AppCommand, keys?: { accelerator: string; page?: boolean }) =>
    ({
      label,
      click: () => command(asked),
      ...(keys ? { accelerator: keys.accelerator, registerAccelerator: keys.page !== true } : {}),
    }) satisfies MenuItemConstructorOptions;
  const settings = item('Settings…', 'settings', { accelerator: 'CmdOrCtrl+,' });
  return [
    ...(mac ? [macMenu(settings)] : []),
    {
      label: '&File',
      submenu: [
        item('New Request', 'new_request', { accelerator: 'CmdOrCtrl+N', page: true }),
        item('Many Flights…', 'many_flights', { accelerator: 'CmdOrCtrl+Shift+N' }),
        item('Standing Orders', 'standing_orders'),
        item('Track by tripkit_id…', 'track', { accelerator: 'CmdOrCtrl+Shift+T' }),
        ...(mac ? [line, { role: 'close' } as const] : [line, settings, line, { role: 'quit' } as const]),
      ],
    },
    { role: 'editMenu' },
    { label: '&View', submenu: viewMenu(deps, item) },
    { label: '&Kit', submenu: kitMenu(deps, item) },
    { role: 'windowMenu' },
    {
      role: 'help',
      submenu: [
        item('Trip Kit Desktop Help', 'help', {
          accelerator: mac ? 'Cmd+?' : 'F1',
          page: true,
        }),
        item('Keyboard Shortcuts', 'shortcuts'),
        { label: 'AIRAC Calendar (in the Browser)', click: () => deps.openPage(AIRAC_PAGE) },
        item('Send Diagnostics…', 'diagnostics'),
        ...(mac ? [] : [line, { role: 'about' } as const]),
      ],
    },
  ];
}

function macMenu(settings: MenuItemConstructorOptions): MenuItemConstructorOptions {
  return {
    role: 'appMenu',
    submenu: [
      { role: 'about' },
      line,
      settings,
      line,
      { role: 'services' },
      line,
      { role: 'hide' },
      { role: 'hideOthers' },
      { role: 'unhide' },
      line,
      { role: 'quit' },
    ],
  };
}

type MakeItem = (
  label: string,
  asked: AppCommand,
  keys?: { accelerator: string; page?: boolean },
) => MenuItemConstructorOptions;

/** What can be done with one kit, in the order of its life; what does not apply now is grey. */
function kitMenu({ platform, kit }: MenuDeps, item: MakeItem): MenuItemConstructorOptions[] {
  const mac = platform === 'darwin';
  const act = (label: string, asked: KitCommand, keys?: { accelerator: string; page?: boolean }) => ({
    ...item(label, asked, keys),
    enabled: kit.has(asked),
  });
  return [
    act('Open', 'kit_open', { accelerator: 'CmdOrCtrl+O' }),
    line,
    act('Save a Copy…', 'kit_save_copy', { accelerator: 'CmdOrCtrl+Shift+S' }),
    act('Print…', 'kit_print', { accelerator: 'CmdOrCtrl+P', page: true }),
    line,
    act('Change and Request Again…', 'kit_request_again', { accelerator: 'CmdOrCtrl+Shift+R' }),
    act('Retry', 'kit_retry'),
    act('Cancel Request…', 'kit_cancel'),
    line,
    // On macOS every key of a menu is bound, and a bare P or Delete would be lost to those who write.
    act('Pin or Unpin', 'kit_pin', mac ? undefined : { accelerator: 'P', page: true }),
    act(
      'Remove…',
      'kit_remove',
      mac ? { accelerator: 'Cmd+Backspace' } : { accelerator: 'Delete', page: true },
    ),
  ];
}

/** The roles bind the plus with Shift, the minus and the zero of the main keys alone; browsers hear these as well. */
const zoomKeys = [
  ['zoomIn', 'CmdOrCtrl+='],
  ['zoomIn', 'CmdOrCtrl+numadd'],
  ['zoomOut', 'CmdOrCtrl+numsub'],
  ['resetZoom', 'CmdOrCtrl+num0'],
] as const;

function viewMenu(
  { devtools, theme, theme_managed }: MenuDeps,
  item: MakeItem,
): MenuItemConstructorOptions[] {
  const themes: [Theme, string][] = [
    ['system', 'As the System Has It'],
    ['day', 'Day'],
    ['night', 'Night'],
  ];
  return [
    item('Library', 'library'),
    item('Search All Kits…', 'search', { accelerator: 'CmdOrCtrl+K', page: true }),
    line,
    {
      label: 'Theme',
      enabled: !theme_managed,
      submenu: themes.map(([name, label]) => ({
        ...item(label, `theme_${name}`),
        type: 'radio' as const,
        checked: name === theme,
      })),
    },
    line,
    { role: 'resetZoom' },
    { role: 'zoomIn' },
    { role: 'zoomOut' },
    ...zoomKeys.map(
      ([role, accelerator]) =>
        ({ role, accelerator, visible: false, acceleratorWorksWhenHidden: true }) as const,
    ),
    line,
    { role: 'togglefullscreen' },
    ...(devtools ? [line, { role: 'reload' } as const, { role: 'toggleDevTools' } as const] : []),
  ];
}

export interface AppMenuDeps extends Pick<MenuDeps, 'platform' | 'devtools' | 'command'> {
  log: Log;
}

/** The menu in its place, which follows the theme and what can be done with the kit that is selected or open. */
export function followAppMenu({ log, ...deps }: AppMenuDeps) {
  let theme: Pick<MenuDeps, 'theme' | 'theme_managed'> | null = null;
  let kit: readonly KitCommand[] = [];
  let shown = '';
  const openPage = (url: string) => {
    openExternalPage(url).catch((error: unknown) => log.error('The page could not be opened.', error));
  };
  const put = () => {
    const shows = JSON.stringify([theme, kit]);
    // Before the theme is known there is no menu to change.
    if (theme === null || shown === shows) return;
    shown = shows;
    const menu = appMenu({ ...deps, ...theme, kit: new Set(kit), openPage });
    Menu.setApplicationMenu(Menu.buildFromTemplate(menu));
  };
  return {
    theme(next: Theme, theme_managed: boolean): void {
      theme = { theme: next, theme_managed };
      put();
    },
    offer(commands: readonly KitCommand[]): void {
      kit = commands;
      put();
    },
  };
}
