/**
 * Exposes one contract to its page, by domain. Channel names, the event object and the rest of Electron stay in this file:
 * the page can make the calls of its contract and listen to its events, and nothing else.
 */
import { contextBridge, type IpcRendererEvent, ipcRenderer } from 'electron';

type Names = Readonly<Record<string, Readonly<Record<string, unknown>>>>;
type Listener = (payload: unknown) => void;

function domainEvents(domain: string, names: Readonly<Record<string, unknown>>, prefix: string) {
  return {
    on(name: unknown, listener: unknown): () => void {
      if (typeof name !== 'string' || !Object.hasOwn(names, name)) {
        throw new TypeError(`There is no such event in ${domain}.`);
      }
      if (typeof listener !== 'function') throw new TypeError('The listener must be a function.');
      const channel = `${prefix}${domain}.${name}`;
      const deliver = (_event: IpcRendererEvent, payload: unknown) => (listener as Listener)(payload);
      ipcRenderer.on(channel, deliver);
      return () => {
        ipcRenderer.removeListener(channel, deliver);
      };
    },
  };
}

/**
 * Puts the bridge of a contract on the page's `window`.
 * @param key the property of `window`
 * @param prefix before the channel of each call and event
 */
export function expose(key: string, calls: Names, events: Names, prefix = ''): void {
  const bridge: Record<string, object> = {};
  for (const [domain, names] of Object.entries(calls)) {
    bridge[domain] = Object.fromEntries(
      Object.keys(names).map((name) => [
        name,
        (...args: unknown[]) => ipcRenderer.invoke(`${prefix}${domain}.${name}`, ...args),
      ]),
    );
  }
  for (const [domain, names] of Object.entries(events)) {
    bridge[domain] = { ...bridge[domain], ...domainEvents(domain, names, prefix) };
  }
  contextBridge.exposeInMainWorld(key, bridge);
}
