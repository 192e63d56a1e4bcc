import { EventEmitter } from 'node:events';
import type Electron from 'electron';
import type { ProtocolStandIn } from './protocol.ts';
import { standIn } from './stand-in.ts';

type RequestHandler = Parameters<Electron.Session['setPermissionRequestHandler']>[0];
type CheckHandler = Parameters<Electron.Session['setPermissionCheckHandler']>[0];
type DeviceHandler = Parameters<Electron.Session['setDevicePermissionHandler']>[0];
type BeforeRequest = (
  details: Electron.OnBeforeRequestListenerDetails,
  callback: (response: Electron.CallbackResponse) => void,
) => void;
type Permission = Parameters<NonNullable<RequestHandler>>[1];

/** The proxy that the app gives to its pages, and the host's Chromium is started with. */
export const NOWHERE = 'http://233.252.0.1:1';

/** A session. What the app sets here the host's browser obeys for the pages of this session (host-browser.ts). */
export class SessionStandIn
  extends EventEmitter
  implements
    Pick<
      Electron.Session,
      | 'setPermissionRequestHandler'
      | 'setPermissionCheckHandler'
      | 'setDevicePermissionHandler'
      | 'setSpellCheckerDictionaryDownloadURL'
      | 'resolveProxy'
      | 'setProxy'
      | 'clearStorageData'
    >
{
  readonly protocol: ProtocolStandIn;
  #request: RequestHandler = null;
  #check: CheckHandler = null;
  #beforeRequest: BeforeRequest | null = null;

  constructor(protocol: ProtocolStandIn) {
    super();
    this.protocol = protocol;
  }

  readonly webRequest = standIn('session.webRequest', {
    onBeforeRequest: (
      first: Electron.WebRequestFilter | BeforeRequest | null,
      second?: BeforeRequest | null,
    ): void => {
      if (typeof first === 'object' && first !== null) {
        throw new Error('The Chromium window host has no filters of webRequest.onBeforeRequest.');
      }
      this.#beforeRequest = second ?? first;
    },
  } satisfies Pick<Electron.WebRequest, 'onBeforeRequest'>);

  setPermissionRequestHandler(handler: RequestHandler): void {
    this.#request = handler;
  }

  setPermissionCheckHandler(handler: CheckHandler): void {
    this.#check = handler;
  }

  setDevicePermissionHandler(_handler: DeviceHandler): void {
    // The browser is started without any device API to ask about.
  }

  setSpellCheckerDictionaryDownloadURL(_url: string): void {
    // The browser is started without background networking.
  }

  /** Whether the app closed the network to its pages. Chromium learns of proxies only at its start (host-browser.ts). */
  networkIsClosed = false;

  async setProxy({ mode, proxyRules, proxyBypassRules }: Electron.ProxyConfig): Promise<void> {
    if (mode !== 'fixed_servers' || proxyRules !== NOWHERE || proxyBypassRules !== '<-loopback>') {
      throw new Error(`The Chromium window host knows one proxy: ${NOWHERE}, for everything.`);
    }
    this.networkIsClosed = true;
  }

  /** All pages of the host share one profile of Chromium: real Electron shows that nothing is left. */
  async clearStorageData(): Promise<void> {}

  /** In the syntax of PAC answers; a test gives another by the environment. */
  async resolveProxy(_url: string): Promise<string> {
    return process.env.TRIPKIT_HOST_PROXY ?? 'DIRECT';
  }

  /** Whether the app lets this request go out. */
  mayRequest(
    details: Pick<Electron.OnBeforeRequestListenerDetails, 'url' | 'method' | 'resourceType'>,
  ): Promise<boolean> {
    const listener = this.#beforeRequest;
    if (!listener) return Promise.resolve(true);
    return new Promise((resolve) => {
      const whole = { id: 0, timestamp: Date.now(), referrer: '', uploadData: [], ...details };
      listener(whole, (response) => resolve(!response.cancel));
    });
  }

  /** Whether the app grants a permission to its page. Without handlers Electron grants. */
  async mayUse(contents: Electron.WebContents, permission: Permission, origin: string): Promise<boolean> {
    const details = { isMainFrame: true, requestingUrl: `${origin}/` };
    if (this.#check && !this.#check(contents, permission, origin, details)) return false;
    const handler = this.#request;
    if (!handler) return true;
    return new Promise((resolve) => handler(contents, permission, resolve, details));
  }
}
