import { EventEmitter } from 'node:events';
import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import type Electron from 'electron';
import { appPath, defaultAppData } from './host-options.ts';
import { preventableEvent } from './preventable.ts';
import { standIn } from './stand-in.ts';

/** What of Electron's `app` the host has, apart from its events, which are an EventEmitter's. */
type HostApp = Pick<
  Electron.App,
  | 'enableSandbox'
  | 'exit'
  | 'getAppMetrics'
  | 'getAppPath'
  | 'getLoginItemSettings'
  | 'getName'
  | 'getPath'
  | 'getVersion'
  | 'isDefaultProtocolClient'
  | 'isPackaged'
  | 'isReady'
  | 'name'
  | 'quit'
  | 'relaunch'
  | 'releaseSingleInstanceLock'
  | 'requestSingleInstanceLock'
  | 'setAppUserModelId'
  | 'setAsDefaultProtocolClient'
  | 'setBadgeCount'
  | 'setClientCertRequestPasswordHandler'
  | 'setLoginItemSettings'
  | 'setPath'
  | 'whenReady'
>;

const manifest: { version: string; productName: string } = JSON.parse(
  readFileSync(join(appPath, 'package.json'), 'utf8'),
);

/** The windows and the browser, as far as `app` ends them. */
export interface Closable {
  /** Asks every window to close; resolves to false where one refused. */
  closeWindows(): Promise<boolean>;
  closeBrowser(): Promise<void>;
}

export class AppStandIn extends EventEmitter implements HostApp {
  readonly isPackaged = false;
  readonly name = manifest.productName;
  /** What the app adds to Chromium's command line, for the host's browser. */
  readonly switches: string[] = [];
  readonly commandLine = standIn('app.commandLine', {
    appendSwitch: (name: string, value?: string): void => {
      this.switches.push(value === undefined ? `--${name}` : `--${name}=${value}`);
    },
  } satisfies Pick<Electron.CommandLine, 'appendSwitch'>);
  readonly #ready = Promise.withResolvers<void>();
  #isReady = false;
  #paths = new Map<string, string>();
  #closable: Closable | null = null;
  #quitting = false;

  /** Called by the host once the app's script runs to its first wait. */
  becomeReady(closable: Closable): void {
    this.#closable = closable;
    this.#isReady = true;
    this.emit('ready', {}, {});
    this.#ready.resolve();
  }

  isReady(): boolean {
    return this.#isReady;
  }

  whenReady(): Promise<void> {
    return this.#ready.promise;
  }

  /** Chromium's own sandbox is on unless the host runs as root, where Chromium has none. */
  enableSandbox(): void {
    if (this.#isReady) throw new Error('app.enableSandbox() can only be called before app is ready');
  }

  getName(): string {
    return this.name;
  }

  getVersion(): string {
    return manifest.version;
  }

  /** Playwright tells no process of its pages: the app knows of none, and limits none by its memory. */
  getAppMetrics(): Electron.ProcessMetric[] {
    return [];
  }

  getAppPath(): string {
    return appPath;
  }

  getPath(name: Parameters<Electron.App['getPath']>[0]): string {
    const set = this.#paths.get(name);
    if (set) return set;
    if (name === 'userData' || name === 'sessionData') return join(defaultAppData(), this.name);
    throw new Error(`The Chromium window host has no app.getPath('${name}').`);
  }

  setPath(name: string, path: string): void {
    this.#paths.set(name, resolve(path));
  }

  setAppUserModelId(): void {
    // Windows' task bar groups by it; the host's window is Chromium's own.
  }

  setBadgeCount(count = 0): boolean {
    if (!Number.isInteger(count) || count < 0) throw new TypeError('The count must be a whole number.');
    return false;
  }

  isDefaultProtocolClient(): boolean {
    return false;
  }

  setAsDefaultProtocolClient(): boolean {
    throw new Error('The host is no packaged program: it must not become the one that opens links.');
  }

  getLoginItemSettings(): Electron.LoginItemSettings {
    return {
      openAtLogin: false,
      wasOpenedAtLogin: false,
      executableWillLaunchAtLogin: false,
      launchItems: [],
      status: 'not-registered',
    };
  }

  setLoginItemSettings(): void {
    throw new Error('The host is no packaged program: it must not start with the session.');
  }

  setClientCertRequestPasswordHandler(): void {
    // The host's main process is Node: no store of certificates asks for a PIN.
  }

  requestSingleInstanceLock(): boolean {
    return true;
  }

  releaseSingleInstanceLock(): void {
    // Electron's own shows what a second start does.
  }

  /** Whoever started the host starts it again: a test has to know its processes. */
  relaunch(): void {}

  quit(): void {
    if (this.#quitting) return;
    const event = preventableEvent({});
    this.emit('before-quit', event);
    if (event.defaultPrevented) return;
    this.#quitting = true;
    this.#close().then((closed) => {
      this.#quitting = closed;
      if (closed) this.#end(0);
    });
  }

  async #close(): Promise<boolean> {
    if (!(await (this.#closable?.closeWindows() ?? true))) return false;
    const event = preventableEvent({});
    this.emit('will-quit', event);
    return !event.defaultPrevented;
  }

  exit(exitCode = 0): void {
    this.#quitting = true;
    this.#end(exitCode);
  }

  #end(code: number): void {
    this.emit('quit', {}, code);
    (this.#closable?.closeBrowser() ?? Promise.resolve()).finally(() => process.exit(code));
  }

  /** The last window is gone: without a listener Electron quits. */
  windowAllClosed(): void {
    if (this.#quitting) return;
    if (!this.emit('window-all-closed')) this.quit();
  }
}
