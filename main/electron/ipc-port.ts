import { ipcMain } from 'electron';
import { SETUP_PREFIX } from '../../preload/setup-contract.ts';
import type { EventMessage, SetupEventMessage } from '../host/call-map.ts';
import type { InvokePort } from './handle.ts';

/** Electron's ipcMain as handle.ts knows it. */
export const ipcPort: InvokePort = {
  handle: (channel, listener) => ipcMain.handle(channel, listener),
};

/** As much of a window as an event needs. */
interface EventTarget {
  isDestroyed(): boolean;
  webContents: {
    isDestroyed(): boolean;
    isCrashed(): boolean;
    send(channel: string, payload: unknown): void;
  };
}

/**
 * Sends an event of the contract to a window, where there is one and its page is alive. A page that is loaded again reads
 * everything for itself: what it misses here it does not miss.
 */
export function sendTo(window: EventTarget | null, ...[channel, payload]: EventMessage): void {
  send(window, channel, payload);
}

/** The same of an event of set-up's contract, to its window. */
export function sendToSetup(window: EventTarget | null, ...[channel, payload]: SetupEventMessage): void {
  send(window, `${SETUP_PREFIX}${channel}`, payload);
}

function send(window: EventTarget | null, channel: string, payload: unknown): void {
  if (!window || window.isDestroyed()) return;
  const { webContents } = window;
  if (webContents.isDestroyed() || webContents.isCrashed()) return;
  webContents.send(channel, payload);
}
