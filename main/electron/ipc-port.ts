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
  webContents: {
    isDestroyed(): boolean;
    isCrashed(): boolean;
    send(channel: string, payload: unknown): void;
  };
}

/** The payload of each event of the contract, by its channel. */
type Payloads = {
  'app.notices': z.infer<Events['app']['notices']>;
  'app.command': z.infer<Events['app']['command']>;
  'app.offerProfile': z.infer<Events['app']['offerProfile']>;
  'app.openKit': z.infer<Events['app']['openKit']>;
  'kits.changed': z.infer<Events['kits']['changed']>;
  'orders.changed': z.infer<Events['orders']['changed']>;
  'reading.prepared': z.infer<Events['reading']['prepared']>;
  'updates.changed': z.infer<Events['updates']['changed']>;
};

/**
 * Sends an event of the contract to a window, where there is one and its page is alive. A page that is loaded again reads
 * everything for itself: what it misses here it does not miss.
 */
export function sendTo<C extends keyof Payloads>(
  window: EventTarget | null,
  channel: C,
  payload: Payloads[C],
): void {
  if (!window || window.isDestroyed()) return;
  const { webContents } = window;
  if (webContents.isDestroyed() || webContents.isCrashed()) return;
  webContents.send(channel, payload);
}
