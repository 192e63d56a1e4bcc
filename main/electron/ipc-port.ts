import { ipcMain } from 'electron';
import { SETUP_PREFIX } from '../../preload/setup-contract.ts';
import type { EventMessage, SetupEventMessage } from '../host/call-map.ts';
import type { InvokePort } from './handle.ts';

/** Electron's ipcMain in the form of handle.ts. */
export const ipcPort: InvokePort = {
  handle: (channel, listener) => ipcMain.handle(channel, listener),
};

/** The part of a window that an event needs. */
interface EventTarget {
  isDestroyed(): boolean;
  webContents: {
    isDestroyed(): boolean;
    isCrashed(): boolean;
    send(channel: string, payload: unknown): void;
  };
}

/**
 * Sends an event of the contract to a window, if there is one and its page is alive. A reloaded page reads everything
 * itself, so it misses nothing.
 */
export function sendTo(window: EventTarget | null, ...[channel, payload]: EventMessage): void {
  send(window, channel, payload);
}

/** The same for an event of set-up's contract. */
export function sendToSetup(window: EventTarget | null, ...[channel, payload]: SetupEventMessage): void {
  send(window, `${SETUP_PREFIX}${channel}`, payload);
}

function send(window: EventTarget | null, channel: string, payload: unknown): void {
  if (!window || window.isDestroyed()) return;
  const { webContents } = window;
  if (webContents.isDestroyed() || webContents.isCrashed()) return;
  webContents.send(channel, payload);
}
