import { ipcMain } from 'electron';
import type { KitsChanged } from '../../preload/contract.ts';
import type { InvokePort } from '../ipc/handle.ts';

/** Electron's ipcMain as main/ipc knows it. */
export const ipcPort: InvokePort = {
  handle: (channel, listener) => ipcMain.handle(channel, listener),
};

/** As much of a window as an event needs. */
interface EventTarget {
  isDestroyed(): boolean;
  webContents: { isDestroyed(): boolean; send(channel: string, payload: unknown): void };
}

/** Sends an event of the contract to a window, where there is one. */
export function sendTo(window: EventTarget | null, channel: 'kits.changed', payload: KitsChanged): void {
  if (!window || window.isDestroyed() || window.webContents.isDestroyed()) return;
  window.webContents.send(channel, payload);
}
