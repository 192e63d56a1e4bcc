import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import type Electron from 'electron';
import {
  type BrowserContext,
  type CDPSession,
  chromium,
  type Page,
  type Request,
  type Route,
} from 'playwright-core';
import {
  type AppListener,
  forBrowser,
  HOST_NAMES,
  HOST_ORIGIN,
  listenForApp,
  toAppUrl,
} from '../app-listener.ts';
import { chromiumArgs } from '../chromium-args.ts';
import { forgetBodies } from '../forget-bodies.ts';
import type { HostOptions } from './host-options.ts';
import type { ProtocolStandIn } from './protocol.ts';
import { NOWHERE, type SessionStandIn } from './session.ts';

/** How long Chromium may take to start, ms: the first start of a profile on a busy machine is slow. */
const START_TIMEOUT_MS = 60_000;

/** A window, as far as the browser's events concern it. */
export interface PageOwner {
  readonly page: Page;
  /** The host of the app's origin that it is on, or going to. */
  readonly host: string;
  readonly session: SessionStandIn;
  /** Whether this navigation goes on; asked before its request is sent. */
  mayNavigate(url: string, isMainFrame: boolean): boolean;
}

const resourceTypes: Record<string, Electron.OnBeforeRequestListenerDetails['resourceType']> = {
  document: 'mainFrame',
  stylesheet: 'stylesheet',
  script: 'script',
  image: 'image',
  font: 'font',
  xhr: 'xhr',
  fetch: 'xhr',
  media: 'media',
  websocket: 'webSocket',
  ping: 'ping',
};

/** How long what is being fetched may hold up the cutting of the network, ms: a page that has gone ends no request. */
const UNDERWAY_TIMEOUT_MS = 10_000;

/** The Chromium behind all windows of the host, and the loopback listener that it reads the app from. */
export class HostBrowser {
  readonly context: BrowserContext;
  readonly #listener: AppListener;
  readonly #protocol: ProtocolStandIn;
  readonly #profile: string;
  readonly #owners = new Set<PageOwner>();
  #offline = false;
  /** Requests of the app's own files that Chromium fetches itself: those that are cut off by `setOffline` would fail. */
  readonly #underway = new Set<Request>();
  #firstPageTaken = false;

  private constructor(
    context: BrowserContext,
    listener: AppListener,
    profile: string,
    protocol: ProtocolStandIn,
  ) {
    this.context = context;
    this.#listener = listener;
    this.#profile = profile;
    this.#protocol = protocol;
  }

  static async launch(
    options: HostOptions,
    userData: string,
    switches: readonly string[],
    protocol: ProtocolStandIn,
  ): Promise<HostBrowser> {
    let launched: HostBrowser | null = null;
    const listener = await listenForApp((host) => (launched?.handlerOf(host) ?? protocol).handler);
    const profile = join(userData, 'host-chromium');
    closeWebRtc(profile);
    const context = await chromium.launchPersistentContext(profile, {
      executablePath: options.chromium,
      headless: !options.headed,
      timeout: START_TIMEOUT_MS,
      viewport: options.headed ? null : { width: 1280, height: 840 },
      colorScheme: null,
      acceptDownloads: false,
      serviceWorkers: 'block',
      // Chromium has no sandbox for root.
      chromiumSandbox: process.getuid?.() !== 0,
      args: [
        `--host-resolver-rules=MAP ${HOST_NAMES} 127.0.0.1:${listener.port}`,
        `--proxy-server=${NOWHERE}`,
        // Everything through it, this machine's own servers too; but for the app itself, which is no network.
        `--proxy-bypass-list=<-loopback>;${HOST_NAMES}`,
        '--disable-background-networking',
        '--disable-component-update',
        '--disable-sync',
        '--no-first-run',
        ...switches,
        // A window without tabs or an address, as long as it stays on its first origin. This first load has no cookie yet.
        ...(options.headed ? [`--app=${HOST_ORIGIN}/`] : ['--disable-gpu', ...chromiumArgs]),
        ...(options.debuggable ? ['--remote-debugging-port=0'] : []),
      ],
    });
    const browser = new HostBrowser(context, listener, profile, protocol);
    launched = browser;
    await browser.#prepare();
    return browser;
  }

  async #prepare(): Promise<void> {
    await this.context.addCookies(
      ['tripkit', 'setup'].map((host) => ({
        ...this.#listener.cookie,
        domain: `${host}.localhost`,
        path: '/',
        httpOnly: true,
        secure: false,
        sameSite: 'Strict' as const,
      })),
    );
    const ended = (request: Request) => this.#underway.delete(request);
    this.context.on('requestfinished', ended).on('requestfailed', ended);
    await this.context.route('**/*', (route, request) => this.#onRequest(route, request));
    // A page that no window asked for: window.open is refused in the page, this is a link's target or another trick.
    this.context.on('page', (page) => {
      if (this.#firstPageTaken && !this.#expected) page.close().catch(() => {});
    });
  }

  #expected = false;
  #making: Promise<unknown> = Promise.resolve();

  /** A page for a new window: the one that Chromium opened with, then new ones. */
  async takePage(): Promise<Page> {
    const first = this.context.pages()[0];
    if (!this.#firstPageTaken && first) {
      this.#firstPageTaken = true;
      return first;
    }
    return this.#newPage(() => this.context.newPage());
  }

  /** A page that no window shows, whatever page there is first. In front it would take a window's page its frames: one a second is left. */
  async takeHiddenPage(): Promise<Page> {
    const browser = this.context.browser();
    if (!browser) throw new Error('The context has no browser.');
    const session = await browser.newBrowserCDPSession();
    try {
      return await this.#newPage(async () => {
        const page = this.context.waitForEvent('page', (one) => one.url() === 'about:blank');
        await session.send('Target.createTarget', { url: 'about:blank', background: true });
        return page;
      });
    } finally {
      await session.detach().catch(() => {});
    }
  }

  /** One after the other: which page is expected is known of one only. */
  #newPage(make: () => Promise<Page>): Promise<Page> {
    const made = this.#making.then(async () => {
      this.#expected = true;
      try {
        return await make();
      } finally {
        this.#expected = false;
      }
    });
    this.#making = made.catch(() => {});
    return made;
  }

  /** Who serves a host of the app: the session of the page that has it as its own. */
  handlerOf(host: string): ProtocolStandIn {
    const owner = [...this.#owners].find((one) => one.host === host);
    return owner?.session.protocol ?? this.#protocol;
  }

  addOwner(owner: PageOwner): void {
    this.#owners.add(owner);
  }

  removeOwner(owner: PageOwner): void {
    this.#owners.delete(owner);
  }

  async attach(page: Page): Promise<CDPSession> {
    await forgetBodies(page);
    return this.context.newCDPSession(page);
  }

  /** The network of the page off or on. The app's own scheme is no network: it goes on, as in Electron. */
  async setOffline(offline: boolean): Promise<void> {
    this.#offline = offline;
    const until = performance.now() + UNDERWAY_TIMEOUT_MS;
    while (offline && this.#underway.size > 0 && performance.now() < until) await setTimeout(10);
    // A page that closes meanwhile fails the call for all: the second one finds it gone.
    await this.context.setOffline(offline).catch(() => this.context.setOffline(offline));
  }

  /** Where a test's browser client connects to; only with `debuggable`. */
  get endpoint(): string {
    const [port, path] = readFileSync(join(this.#profile, 'DevToolsActivePort'), 'utf8').split('\n');
    return `ws://127.0.0.1:${port}${path}`;
  }

  async close(): Promise<void> {
    await this.context.close().catch(() => {});
    this.#listener.close();
  }

  async #onRequest(route: Route, request: Request): Promise<void> {
    try {
      const owner = this.#ownerOf(request);
      if (!owner) return await route.abort('blockedbyclient');
      const url = toAppUrl(request.url());
      if (request.isNavigationRequest()) {
        const isMainFrame = request.frame() === owner.page.mainFrame();
        // ERR_ABORTED leaves the page as it is, as a prevented navigation does in Electron.
        if (!owner.mayNavigate(url, isMainFrame)) return await route.abort('aborted');
      }
      const resourceType = resourceTypes[request.resourceType()] ?? 'other';
      if (!(await owner.session.mayRequest({ url, method: request.method(), resourceType }))) {
        return await route.abort('blockedbyclient');
      }
      if (this.#offline && url.startsWith('app://')) return await this.#fulfill(route, request, url);
      this.#underway.add(request);
      await route.continue();
    } catch {
      // The page went away with its request.
    }
  }

  #ownerOf(request: Request): PageOwner | undefined {
    const page = request.frame().page();
    return [...this.#owners].find((owner) => owner.page === page);
  }

  async #fulfill(route: Route, request: Request, url: string): Promise<void> {
    const { handler } = this.handlerOf(new URL(url).host);
    if (!handler) return route.abort('failed');
    const response = await handler(
      new Request(url, { method: request.method(), headers: await request.allHeaders().then(withoutPseudo) }),
    );
    await route.fulfill({
      status: response.status,
      headers: forBrowser(response.headers),
      body: Buffer.from(await response.arrayBuffer()),
    });
  }
}

function withoutPseudo(headers: Record<string, string>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(headers).filter(([name]) => !name.startsWith(':') && name !== 'cookie' && name !== 'host'),
  );
}

/** What Electron's webContents.setWebRTCIPHandlingPolicy does, Chromium takes from its preferences. */
function closeWebRtc(profile: string): void {
  const folder = join(profile, 'Default');
  const file = join(folder, 'Preferences');
  mkdirSync(folder, { recursive: true });
  let preferences: Record<string, unknown> = {};
  try {
    preferences = JSON.parse(readFileSync(file, 'utf8'));
  } catch {
    // The first start of this profile.
  }
  const webrtc = { ip_handling_policy: 'disable_non_proxied_udp' };
  writeFileSync(file, JSON.stringify({ ...preferences, webrtc }));
}
