import type Electron from 'electron';
import type { ProtocolHandler } from '../app-listener.ts';

/** `protocol`: the app's own scheme only, of one session. */
export class ProtocolStandIn implements Pick<Electron.Protocol, 'handle' | 'registerSchemesAsPrivileged'> {
  #privileged = false;
  #handler: ProtocolHandler | null = null;
  readonly #isReady: () => boolean;
  readonly #first: ProtocolStandIn | null;

  /** @param first that of the default session, where schemes are registered for all */
  constructor(isReady: () => boolean, first: ProtocolStandIn | null = null) {
    this.#isReady = isReady;
    this.#first = first;
  }

  registerSchemesAsPrivileged(schemes: Electron.CustomScheme[]): void {
    if (this.#isReady())
      throw new Error('protocol.registerSchemesAsPrivileged should be called before app is ready');
    for (const { scheme, privileges } of schemes) {
      const { standard, secure, supportFetchAPI, bypassCSP, ...others } = privileges ?? {};
      // The loopback origin that stands for the scheme is what such a scheme is, and nothing more.
      if (
        scheme !== 'app' ||
        !standard ||
        !secure ||
        !supportFetchAPI ||
        bypassCSP ||
        Object.keys(others).some((k) => k !== 'stream' && k !== 'codeCache')
      ) {
        throw new Error(
          'The Chromium window host has one scheme: app, standard, secure, with fetch, streams and code cache.',
        );
      }
      this.#privileged = true;
    }
  }

  handle(scheme: string, handler: ProtocolHandler): void {
    if (scheme !== 'app' || !(this.#first ?? this).#privileged)
      throw new Error(`The scheme ${scheme} was not registered.`);
    if (!this.#isReady()) throw new Error('protocol.handle can only be called after app is ready');
    this.#handler = handler;
  }

  get handler(): ProtocolHandler | null {
    return this.#handler;
  }
}
