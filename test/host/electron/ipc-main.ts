import { EventEmitter } from 'node:events';
import type Electron from 'electron';

type Handler = Parameters<Electron.IpcMain['handle']>[1];

/** `ipcMain`: calls come from the page through the host's browser (browser-window.ts). */
export class IpcMainStandIn
  extends EventEmitter
  implements Pick<Electron.IpcMain, 'handle' | 'removeHandler'>
{
  readonly #handlers = new Map<string, Handler>();

  handle(channel: string, listener: Handler): void {
    if (this.#handlers.has(channel))
      throw new Error(`Attempted to register a second handler for '${channel}'`);
    this.#handlers.set(channel, listener);
  }

  removeHandler(channel: string): void {
    this.#handlers.delete(channel);
  }

  /** What Electron does with `ipcRenderer.invoke`. Rejects as the page's promise rejects there. */
  async invoke(event: Electron.IpcMainInvokeEvent, channel: string, args: unknown[]): Promise<unknown> {
    try {
      const handler = this.#handlers.get(channel);
      if (!handler) throw new Error(`No handler registered for '${channel}'`);
      return await handler(event, ...args);
    } catch (error) {
      throw new Error(`Error invoking remote method '${channel}': ${String(error)}`);
    }
  }
}
