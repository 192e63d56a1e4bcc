/**
 * Exposes exactly the contract as `window.tripkit`, by domain. Channel names, the event object and everything else of
 * Electron stay in here: the renderer can make the calls of the contract and hear its events, and nothing else.
 */
import { contextBridge, type IpcRendererEvent, ipcRenderer } from 'electron';
import { type Calls, calls, type Events, events } from './contract.ts';

type Listener = (payload: unknown) => void;

function domainCalls(domain: keyof Calls): Record<string, (...args: unknown[]) => Promise<unknown>> {
  return Object.fromEntries(
    Object.keys(calls[domain]).map((name) => [
      name,
      (...args: unknown[]) => ipcRenderer.invoke(`${domain}.${name}`, ...args),
    ]),
  );
}

function domainEvents(domain: keyof Events) {
  return {
    on(name: unknown, listener: unknown): () => void {
      if (typeof name !== 'string' || !Object.hasOwn(events[domain], name)) {
        throw new TypeError(`There is no such event in ${domain}.`);
      }
      if (typeof listener !== 'function') throw new TypeError('The listener must be a function.');
      const channel = `${domain}.${name}`;
      const deliver = (_event: IpcRendererEvent, payload: unknown) => (listener as Listener)(payload);
      ipcRenderer.on(channel, deliver);
      return () => {
        ipcRenderer.removeListener(channel, deliver);
      };
    },
  };
}

const bridge: Record<string, object> = {};
for (const domain of Object.keys(calls) as (keyof Calls)[]) bridge[domain] = domainCalls(domain);
for (const domain of Object.keys(events) as (keyof Events)[]) {
  bridge[domain] = { ...bridge[domain], ...domainEvents(domain) };
}

contextBridge.exposeInMainWorld('tripkit', bridge);
