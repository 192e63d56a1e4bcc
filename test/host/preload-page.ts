/**
 * The page's side of the window host: gives the preload bundle its `electron` (contextBridge and ipcRenderer) before any
 * script of the page runs. Electron runs a preload script in a world of its own; here it shares the page's, but what the
 * page gets is copied at the bridge as contextBridge does, and the way to the host is taken off the page's globals.
 */
import { decode, encode } from './structured-clone-codec.ts';

export interface PreloadPageNames {
  /** Global function of the host (CDP Runtime.addBinding). */
  binding: string;
  /** Global under which the page's receiver waits for the host to take it. */
  receiver: string;
}

/** What the page tells the host. */
export type PageMessage =
  | { type: 'hello' }
  | { type: 'invoke'; id: number; channel: string; args: string }
  | { type: 'open'; url: string };

/** What the host tells the page. */
export type HostMessage =
  | { type: 'answer'; id: number; value: string }
  | { type: 'failure'; id: number; message: string }
  | { type: 'event'; channel: string; args: string };

/** The script that goes before every document of the window; `preload` is the bundle's text. */
export function preloadPageScript(names: PreloadPageNames, preload: string): string {
  return `(${install.toString()})(${JSON.stringify(names)}, ${encode.toString()}, ${decode.toString()}, function (require, module, exports) {\n${preload}\n});`;
}

function install(
  names: PreloadPageNames,
  encodeValue: typeof encode,
  decodeValue: typeof decode,
  preload: (require: (name: string) => unknown, module: { exports: object }, exports: object) => void,
): void {
  const page = globalThis as unknown as Record<string, unknown>;
  const binding = page[names.binding] as ((payload: string) => void) | undefined;
  delete page[names.binding];
  // A preload script runs in the top frame only, and about:blank is not the app's page.
  if (!binding || window.top !== window || location.href === 'about:blank') return;
  const tell = (message: PageMessage) => binding(JSON.stringify(message));

  const calls = new Map<number, { resolve(value: unknown): void; reject(error: Error): void }>();
  const listeners = new Map<string, ((event: object, ...args: unknown[]) => void)[]>();
  let lastId = 0;
  const receive = (message: HostMessage): void => {
    if (message.type === 'event') {
      const args = decodeValue(message.args) as unknown[];
      for (const listener of [...(listeners.get(message.channel) ?? [])]) listener({ ports: [] }, ...args);
      return;
    }
    const call = calls.get(message.id);
    calls.delete(message.id);
    if (message.type === 'answer') call?.resolve(decodeValue(message.value));
    else call?.reject(new Error(message.message));
  };
  Object.defineProperty(page, names.receiver, {
    value: (text: string) => receive(JSON.parse(text)),
    configurable: true,
    enumerable: false,
  });

  const ipcRenderer = {
    invoke: async (channel: string, ...args: unknown[]) => {
      const id = ++lastId;
      const text = encodeValue(args);
      return new Promise((resolve, reject) => {
        calls.set(id, { resolve, reject });
        tell({ type: 'invoke', id, channel, args: text });
      });
    },
    on: (channel: string, listener: (event: object, ...args: unknown[]) => void) => {
      listeners.set(channel, [...(listeners.get(channel) ?? []), listener]);
      return ipcRenderer;
    },
    removeListener: (channel: string, listener: (event: object, ...args: unknown[]) => void) => {
      const left = [...(listeners.get(channel) ?? [])];
      const at = left.lastIndexOf(listener);
      if (at >= 0) left.splice(at, 1);
      listeners.set(channel, left);
      return ipcRenderer;
    },
  };

  // Electron docs, "contextBridge", "Parameter / Error / Return Type support".
  const cross = (item: unknown, seen = new Map<unknown, unknown>(), depth = 0): unknown => {
    if (depth > 1000) throw new Error('Electron contextBridge recursion depth exceeded.');
    if (typeof item === 'function') {
      return (...args: unknown[]) => cross(item(...args.map((argument) => cross(argument))));
    }
    if (typeof item === 'symbol') throw new Error('A symbol can not go through the context bridge.');
    if (typeof item !== 'object' || item === null) return item;
    if (item instanceof Promise) {
      return item.then(
        (value) => cross(value),
        (error: unknown) => {
          throw cross(error);
        },
      );
    }
    if (item instanceof Error) return new Error(item.message);
    if (seen.has(item)) return seen.get(item);
    const plain = Array.isArray(item) || Object.prototype.toString.call(item) === '[object Object]';
    if (!plain) return structuredClone(item);
    const copy: object = Array.isArray(item) ? [] : {};
    seen.set(item, copy);
    for (const [key, part] of Object.entries(item)) {
      const value = cross(part, seen, depth + 1);
      Object.defineProperty(copy, key, { value, writable: true, enumerable: true, configurable: true });
    }
    return copy;
  };
  const freeze = (item: unknown): void => {
    if (typeof item !== 'object' || item === null) return;
    for (const part of Object.values(item)) freeze(part);
    Object.freeze(item);
  };
  const contextBridge = {
    exposeInMainWorld: (key: string, api: unknown) => {
      if (key in page)
        throw new Error(`Cannot bind an API on top of an existing property on the window object`);
      const copy = cross(api);
      freeze(copy);
      Object.defineProperty(page, key, {
        value: copy,
        enumerable: true,
        writable: false,
        configurable: false,
      });
    },
  };
  const refuseUnknown = (name: string, parts: object) =>
    new Proxy(parts, {
      get: (target, key) => {
        if (key in target || typeof key === 'symbol') return Reflect.get(target, key);
        throw new Error(`The Chromium window host has no ${name}.${key}.`);
      },
    });
  const electron = refuseUnknown('electron (preload)', {
    ipcRenderer: refuseUnknown('ipcRenderer', ipcRenderer),
    contextBridge: refuseUnknown('contextBridge', contextBridge),
  });

  // Denied or not is the main process's word (setWindowOpenHandler); the host opens no second window either way.
  page.open = (url: unknown) => {
    tell({ type: 'open', url: String(new URL(String(url ?? 'about:blank'), location.href)) });
    return null;
  };

  tell({ type: 'hello' });
  const module = { exports: {} };
  preload(
    (name) => {
      if (name === 'electron') return electron;
      throw new Error(`module not found: ${name}`);
    },
    module,
    module.exports,
  );
}
