/**
 * What `import … from 'electron'` is in the Chromium window host (run-app.ts resolves it to this file). It has what the
 * app uses, typed against Electron's own declarations; a missing export fails when the app is linked, a missing member
 * when it is used, both by name.
 */
import { EventEmitter } from 'node:events';
import { networkInterfaces } from 'node:os';
import type Electron from 'electron';
import { AppStandIn } from './app.ts';
import { browserWindowClass, type WindowHost } from './browser-window.ts';
import { connectControl } from './control.ts';
import {
  NativeImageStandIn,
  NotificationStandIn,
  PowerSaveBlockerStandIn,
  TrayStandIn,
} from './desktop-parts.ts';
import { askTerminal, scriptedDialogs } from './dialog.ts';
import { HostBrowser } from './host-browser.ts';
import { hostOptions } from './host-options.ts';
import { IpcMainStandIn } from './ipc-main.ts';
import { ProtocolStandIn } from './protocol.ts';
import { safeStorageStandIn } from './safe-storage.ts';
import { SessionStandIn } from './session.ts';
import { ShellStandIn } from './shell.ts';
import { standIn } from './stand-in.ts';
import { webContentsViewClass } from './web-contents-view.ts';
import { MenuStandIn, nativeThemeStandIn, screenStandIn } from './window-parts.ts';

const appParts = new AppStandIn();
const ipcParts = new IpcMainStandIn();
const isReady = () => appParts.isReady();
const protocolParts = new ProtocolStandIn(isReady);
const sessionParts = new SessionStandIn(protocolParts);
const defaultSession = standIn('session', sessionParts) as unknown as Electron.Session;
const partitions = new Map<string, Electron.Session>();
const sessions = new WeakMap<Electron.Session, SessionStandIn>([[defaultSession, sessionParts]]);
const dialogParts = {
  ...scriptedDialogs(
    JSON.parse(process.env.TRIPKIT_HOST_DIALOGS ?? '[]'),
    process.stdin.isTTY ? askTerminal : undefined,
  ),
  showErrorBox(title: string, content: string): void {
    process.stderr.write(`${title}: ${content}\n`);
  },
} satisfies Pick<Electron.Dialog, 'showErrorBox' | 'showMessageBox' | 'showOpenDialog' | 'showSaveDialog'>;

let browser: HostBrowser | null = null;
const control = connectControl({
  scriptDialog: (path) => dialogParts.script(path),
  setOffline: async (offline) => browser?.setOffline(offline),
  run: async (source) => new Function(`return ${source}`)()(electron),
  quit: () => appParts.quit(),
});

const windowHost: WindowHost = {
  app: appParts,
  ipcMain: ipcParts,
  session: sessionParts,
  sessionOf: (given) => {
    const parts = sessions.get(given);
    if (!parts) throw new Error('This is no session of the host.');
    return parts;
  },
  browser: () => {
    if (!browser) throw new Error('The browser is not there yet.');
    return browser;
  },
  onShown: () => control.tellReady(browser && hostOptions().debuggable ? browser.endpoint : null),
};
export const BrowserWindow = browserWindowClass(windowHost);
export const WebContentsView = webContentsViewClass(windowHost);

// Electron is ready soon after the app's script asks; the headless command never asks and needs no browser.
const whenReady = appParts.whenReady.bind(appParts);
let starting = false;
appParts.whenReady = () => {
  if (!starting)
    start().catch((error: unknown) => {
      process.stderr.write(`[host] ${error instanceof Error ? error.message : String(error)}\n`);
      process.exit(1);
    });
  starting = true;
  return whenReady();
};

async function start(): Promise<void> {
  browser = await HostBrowser.launch(
    hostOptions(),
    appParts.getPath('userData'),
    appParts.switches,
    protocolParts,
  );
  // The person closed Chromium, or it crashed: the app ends in order.
  browser.context.once('close', () => appParts.quit());
  appParts.emit('session-created', session.defaultSession);
  appParts.becomeReady({
    closeWindows: () => BrowserWindow.closeAll(),
    closeBrowser: async () => browser?.close(),
  });
}

export const app = standIn('app', appParts);
export const ipcMain = standIn('ipcMain', ipcParts);
export const protocol = standIn('protocol', protocolParts);
export const dialog = standIn('dialog', dialogParts);
export const clipboard = standIn('clipboard', { writeText: () => {} });
export const session = standIn('session', {
  defaultSession,
  fromPartition: (name: string) => {
    const existing = partitions.get(name);
    if (existing) return existing;
    const parts = new SessionStandIn(new ProtocolStandIn(isReady, protocolParts));
    const created = standIn('session', parts) as unknown as Electron.Session;
    sessions.set(created, parts);
    partitions.set(name, created);
    appParts.emit('session-created', created);
    return created;
  },
});
export const safeStorage = standIn(
  'safeStorage',
  safeStorageStandIn(() => appParts.getPath('userData')),
);
export const Menu = MenuStandIn;
export const Tray = TrayStandIn;
export const Notification = NotificationStandIn;
export const nativeImage = standIn('nativeImage', {
  createFromBuffer: NativeImageStandIn.createFromBuffer,
});
export const screen = screenStandIn;
export const nativeTheme = nativeThemeStandIn;
/** There is no PDF viewer of Chromium's, which printing would look for. */
export const webContents = standIn('webContents', { getAllWebContents: () => [] });
export const shell = standIn('shell', new ShellStandIn());
export const powerMonitor = standIn('powerMonitor', new EventEmitter());
export const powerSaveBlocker = standIn('powerSaveBlocker', new PowerSaveBlockerStandIn());
/** Whether any interface of the machine is up, as Chromium's own answer. */
export const net = standIn('net', {
  isOnline: () =>
    Object.values(networkInterfaces())
      .flat()
      .some((address) => address?.internal === false),
});

const electron = {
  app,
  ipcMain,
  protocol,
  dialog,
  session,
  safeStorage,
  Menu,
  Tray,
  Notification,
  nativeImage,
  screen,
  nativeTheme,
  shell,
  powerMonitor,
  powerSaveBlocker,
  net,
  BrowserWindow,
  WebContentsView,
};
/** CommonJS-minded packages (electron-store) take Electron whole. */
export default electron;
