import { ipcMain } from 'electron';
import type { z } from 'zod';
import type { Events } from '../../preload/contract.ts';
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

/** The payload of each event of the contract, by its channel. */
type Payloads = {
  'app.notices': z.infer<Events['app']['notices']>;
  'kits.changed': z.infer<Events['kits']['changed']>;
};

/** Sends an event of the contract to a window, where there is one. */
export function sendTo<C extends keyof Payloads>(
  window: EventTarget | null,
  channel: C,
  payload: Payloads[C],
): void {
  if (!window || window.isDestroyed() || window.webContents.isDestroyed()) return;
  window.webContents.send(channel, payload);
}
