import { randomBytes } from 'node:crypto';
import { EventEmitter, once } from 'node:events';
import { readFileSync } from 'node:fs';
import type Electron from 'electron';
import type { CDPSession, Page } from 'playwright-core';
import { HOST_ORIGIN, toAppUrl, toHostUrl } from '../app-listener.ts';
import { type HostMessage, type PageMessage, preloadPageScript } from '../preload-page.ts';
import { decode, encode } from '../structured-clone-codec.ts';
import type { HostBrowser, PageOwner } from './host-browser.ts';
import type { IpcMainStandIn } from './ipc-main.ts';
import { preventableEvent } from './preventable.ts';
import type { SessionStandIn } from './session.ts';

type OpenHandler = Parameters<Electron.WebContents['setWindowOpenHandler']>[0];
type Frame = { url: string; parent: Frame | null };

/** Electron's names of permissions with Chromium's (CDP, Browser.PermissionDescriptor). */
const permissions = [
  ['geolocation', 'geolocation'],
  ['notifications', 'notifications'],
  ['media', 'camera'],
  ['media', 'microphone'],
  ['midi', 'midi'],
  ['clipboard-read', 'clipboard-read'],
  ['clipboard-sanitized-write', 'clipboard-write'],
  ['idle-detection', 'idle-detection'],
  ['window-management', 'window-management'],
] as const;

let lastId = 0;

function nextId(): number {
  lastId += 1;
  return lastId;
}

/** One page of the host's browser, as the app's main process sees it. */
export class WebContentsStandIn
  extends EventEmitter
  implements
    Pick<
      Electron.WebContents,
      | 'send'
      | 'setWindowOpenHandler'
      | 'setWebRTCIPHandlingPolicy'
      | 'getURL'
      | 'isDestroyed'
      | 'isCrashed'
      | 'isLoadingMainFrame'
      | 'executeJavaScriptInIsolatedWorld'
      | 'reload'
      | 'loadURL'
      | 'close'
      | 'forcefullyCrashRenderer'
      | 'getOSProcessId'
      | 'getZoomFactor'
      | 'setZoomFactor'
    >,
    PageOwner
{
  readonly session: SessionStandIn;
  readonly #ipc: IpcMainStandIn;
  /** Null: a page that no window shows, without a bridge. */
  readonly #preload: string | null;
  readonly #names = {
    binding: `host_${randomBytes(16).toString('hex')}`,
    receiver: `page_${randomBytes(16).toString('hex')}`,
  };
  /** As Electron numbers them: from 1, never again in this run. */
  readonly id = nextId();
  #openHandler: OpenHandler | null = null;
  #page: Page | null = null;
  #cdp: CDPSession | null = null;
  /** Execution contexts of the page's documents: whether each is of the top frame. */
  readonly #contexts = new Map<number, { top: boolean; url: string }>();
  #receiver: Promise<string> | null = null;
  #asked: string | null = null;
  #destroyed = false;
  #webRtcIsClosed = false;

  constructor(session: SessionStandIn, ipc: IpcMainStandIn, preload: string | null) {
    super();
    this.session = session;
    this.#ipc = ipc;
    this.#preload = preload;
  }

  get page(): Page {
    if (!this.#page) throw new Error('The window has no page yet.');
    return this.#page;
  }

  #attached: Promise<void> = Promise.resolve();

  /** Binds a page of the browser: preload script, bindings, permissions. */
  attach(browser: HostBrowser): Promise<void> {
    this.#attached = this.#attach(browser);
    return this.#attached;
  }

  async #attach(browser: HostBrowser): Promise<void> {
    const page = await (this.#preload === null ? browser.takeHiddenPage() : browser.takePage());
    if (this.#destroyed) return void page.close().catch(() => {});
    this.#page = page;
    browser.addOwner(this);
    page.on('close', () => {
      this.#destroyed = true;
      browser.removeOwner(this);
      this.emit('destroyed');
    });
    page.on('console', (message) => {
      if (message.type() === 'error' || message.type() === 'warning')
        process.stderr.write(`[page] ${message.text()}\n`);
    });
    page.on('pageerror', (error) => process.stderr.write(`[page] ${error.stack ?? error.message}\n`));
    page.on('dialog', (dialog) => dialog.dismiss().catch(() => {}));
    page.on('download', (download) => {
      this.session.emit('will-download', preventableEvent({}), {}, this);
      download.cancel().catch(() => {});
    });
    const cdp = await browser.attach(page);
    this.#cdp = cdp;
    await this.#grantPermissions(cdp);
    const { frameTree } = await cdp.send('Page.getFrameTree');
    cdp.on('Runtime.executionContextCreated', ({ context }) => {
      const aux = context.auxData as { frameId?: string; isDefault?: boolean } | undefined;
      this.#contexts.set(context.id, {
        top: aux?.frameId === frameTree.frame.id && aux.isDefault === true,
        url: context.origin,
      });
    });
    cdp.on('Runtime.executionContextDestroyed', ({ executionContextId }) =>
      this.#contexts.delete(executionContextId),
    );
    cdp.on('Runtime.bindingCalled', ({ name, payload, executionContextId }) => {
      if (name !== this.#names.binding) return;
      this.#onPageMessage(JSON.parse(payload), executionContextId).catch(() => {});
    });
    await cdp.send('Runtime.enable');
    await cdp.send('Page.enable');
    if (this.#preload === null) return;
    await cdp.send('Runtime.addBinding', { name: this.#names.binding });
    await cdp.send('Page.addScriptToEvaluateOnNewDocument', {
      source: preloadPageScript(this.#names, readFileSync(this.#preload, 'utf8')),
    });
  }

  /** The host of the app's origin that the page is on, or going to. */
  get host(): string {
    return URL.parse(this.#asked ?? this.getURL())?.host ?? '';
  }

  async loadURL(url: string): Promise<void> {
    await this.#attached;
    await this.load(url);
  }

  isLoadingMainFrame(): boolean {
    return false;
  }

  executeJavaScriptInIsolatedWorld(
    _world: number,
    [script]: readonly Electron.WebSource[],
  ): Promise<unknown> {
    return this.page.evaluate(script?.code ?? '');
  }

  close(): void {
    this.#destroyed = true;
    this.#page?.close().catch(() => {});
  }

  forcefullyCrashRenderer(): void {
    this.close();
  }

  /** Playwright tells no process of its pages. */
  getOSProcessId(): number {
    return 0;
  }

  /** Chromium learns of it at its start, and is started with the strictest. */
  setWebRTCIPHandlingPolicy(policy: Parameters<Electron.WebContents['setWebRTCIPHandlingPolicy']>[0]): void {
    this.#webRtcIsClosed = policy === 'disable_non_proxied_udp';
  }

  async load(url: string): Promise<void> {
    // The browser was started closed; a page is shown only where the app asked for that.
    if (!this.#webRtcIsClosed || !this.session.networkIsClosed) {
      throw new Error('The app did not close the network to its page.');
    }
    this.#asked = url;
    try {
      await this.page.goto(toHostUrl(url), { waitUntil: 'load' });
    } catch (error) {
      // Whoever hears that a closed page was not loaded finds its window destroyed, as in Electron.
      if (!this.#destroyed && /has been closed|frame was detached/.test(String(error)))
        await once(this, 'destroyed');
      throw error;
    } finally {
      this.#asked = null;
    }
    this.emit('did-finish-load');
  }

  mayNavigate(url: string, isMainFrame: boolean): boolean {
    // What the app itself loads is not asked about (Electron docs, webContents, 'will-navigate').
    if (isMainFrame && url === this.#asked?.replace(/#.*/, '')) return true;
    const frameEvent = preventableEvent({
      url,
      isMainFrame,
      isSameDocument: false,
      frame: null,
      initiator: null,
    });
    this.emit('will-frame-navigate', frameEvent);
    if (frameEvent.defaultPrevented) return false;
    if (!isMainFrame) return true;
    const event = preventableEvent({ url, isMainFrame, isSameDocument: false, frame: null, initiator: null });
    this.emit('will-navigate', event, url);
    return !event.defaultPrevented;
  }

  setWindowOpenHandler(handler: OpenHandler): void {
    this.#openHandler = handler;
  }

  send(channel: string, ...args: unknown[]): void {
    if (this.#destroyed) throw new TypeError('Object has been destroyed');
    this.#tell({ type: 'event', channel, args: encode(args) });
  }

  getURL(): string {
    return this.#page ? toAppUrl(this.#page.url()) : '';
  }

  isDestroyed(): boolean {
    return this.#destroyed;
  }

  getZoomFactor(): number {
    return 1;
  }

  setZoomFactor(factor: number): void {
    if (factor !== 1) throw new RangeError('The Chromium window host draws its pages at their own size.');
  }

  /** A page that crashes ends the host: Electron shows how the app gets over that. */
  isCrashed(): boolean {
    return false;
  }

  reload(): void {
    this.#asked = this.getURL();
    this.page
      .reload()
      .catch(() => {})
      .finally(() => {
        this.#asked = null;
      });
  }

  async #onPageMessage(message: PageMessage, contextId: number): Promise<void> {
    if (message.type === 'hello') {
      this.#receiver = this.#takeReceiver(contextId);
      await this.#receiver;
      return;
    }
    if (message.type === 'open') {
      const answer = this.#openHandler?.({
        url: toAppUrl(message.url),
        frameName: '',
        features: '',
        disposition: 'new-window',
        referrer: { url: this.getURL(), policy: 'no-referrer' },
      });
      if (answer?.action !== 'deny')
        process.stderr.write('[host] The Chromium window host opens no second window.\n');
      return;
    }
    const event = {
      sender: this,
      senderFrame: this.#frameOf(contextId),
      frameId: 0,
      processId: 0,
      type: 'frame',
    };
    try {
      const args = decode(message.args) as unknown[];
      const value = await this.#ipc.invoke(
        event as unknown as Electron.IpcMainInvokeEvent,
        message.channel,
        args,
      );
      this.#tell({ type: 'answer', id: message.id, value: encode(value) });
    } catch (error) {
      this.#tell({
        type: 'failure',
        id: message.id,
        message: error instanceof Error ? error.message : String(error),
      });
    }
  }

  #frameOf(contextId: number): Frame | null {
    const context = this.#contexts.get(contextId);
    if (!context) return null;
    const top: Frame = { url: this.getURL(), parent: null };
    return context.top ? top : { url: context.url, parent: top };
  }

  /** Takes the page's receiver off its globals, where it waited between the preload script and this. */
  async #takeReceiver(contextId: number): Promise<string> {
    const name = JSON.stringify(this.#names.receiver);
    const { result } = await this.#send('Runtime.evaluate', {
      contextId,
      expression: `(() => { const take = globalThis[${name}]; delete globalThis[${name}]; return take; })()`,
    });
    if (!result.objectId) throw new Error('The page has no receiver.');
    return result.objectId;
  }

  get #send(): CDPSession['send'] {
    if (!this.#cdp) throw new Error('The window has no page yet.');
    return this.#cdp.send.bind(this.#cdp);
  }

  #last: Promise<unknown> = Promise.resolve();

  /** In order; what is for a page that has gone is dropped. */
  #tell(message: HostMessage): void {
    const receiver = this.#receiver;
    this.#last = this.#last
      .then(async () => {
        const objectId = await receiver;
        if (!objectId || receiver !== this.#receiver) return;
        await this.#send('Runtime.callFunctionOn', {
          objectId,
          functionDeclaration: 'function (text) { this(text); }',
          arguments: [{ value: JSON.stringify(message) }],
        });
      })
      .catch(() => {});
  }

  async #grantPermissions(cdp: CDPSession): Promise<void> {
    for (const [name, descriptor] of permissions) {
      const granted = await this.session.mayUse(
        this as unknown as Electron.WebContents,
        name,
        'app://tripkit',
      );
      await cdp.send('Browser.setPermission', {
        permission: { name: descriptor },
        setting: granted ? 'granted' : 'denied',
        origin: HOST_ORIGIN,
      });
    }
  }
}
