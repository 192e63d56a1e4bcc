import type { Log } from '../../main/common/log.ts';
import type { InvokeEvent, InvokePort } from '../../main/electron/handle.ts';
import type { FileDialogs } from '../../main/host/file-dialogs.ts';
import type { KitChange, KitEngine, LiveKit } from '../../main/kits/kit-engine.ts';
import type { KitFlags } from '../../main/kits/kit-flags.ts';
import type { Result, Soundness } from '../../preload/contract.ts';

export { KIT_ID, liveKit } from '../kits.ts';

/** Remembers what was logged. */
export function memoryLog(): Log & { lines: string[]; causes: unknown[] } {
  const lines: string[] = [];
  const causes: unknown[] = [];
  return {
    lines,
    causes,
    info: (text) => void lines.push(text),
    warn: (text) => void lines.push(text),
    error: (text, cause) => {
      lines.push(text);
      causes.push(cause);
    },
  };
}

export const appSender = senderOf('library');

/** The top frame of a page: the library's, or one by its host. */
export function senderOf(page: string): InvokeEvent {
  const host = page === 'library' ? 'tripkit' : page;
  return { senderFrame: { url: `app://${host}/index.html`, parent: null } };
}

/** An ipcMain that a test calls as a page would. */
export function memoryPort(): InvokePort & {
  channels(): string[];
  invoke(channel: string, ...args: unknown[]): Promise<Result<unknown>>;
  invokeFrom(sender: InvokeEvent, channel: string, ...args: unknown[]): Promise<Result<unknown>>;
} {
  const handlers = new Map<string, (event: InvokeEvent, ...args: unknown[]) => Promise<unknown>>();
  const from = (sender: InvokeEvent, channel: string, ...args: unknown[]) => {
    const handler = handlers.get(channel);
    if (!handler) throw new Error(`No handler for ${channel}.`);
    return handler(sender, ...args) as Promise<Result<unknown>>;
  };
  return {
    handle: (channel, listener) => void handlers.set(channel, listener),
    channels: () => [...handlers.keys()].sort(),
    invoke: (channel, ...args) => from(appSender, channel, ...args),
    invokeFrom: from,
  };
}

/** A thing of which a test gives some members; the others refuse. */
function partly<T extends object>(name: string, given: Partial<T>): T {
  return new Proxy(given as T, {
    get(target, key) {
      if (key in target) return Reflect.get(target, key);
      throw new Error(`The test has no ${name}.${String(key)}.`);
    },
  });
}

export const engineOf = (given: Partial<KitEngine>) => partly<KitEngine>('engine', given);
export const dialogsOf = (given: Partial<FileDialogs>) => partly<FileDialogs>('dialogs', given);

/** An engine's `onChange` that a test fires. */
export function changeSource() {
  const listeners = new Set<(change: KitChange) => void>();
  return {
    listeners,
    fire: (change: Partial<KitChange>) => {
      for (const listener of listeners) listener({ changed: [], removed: [], ...change });
    },
    onChange: (listener: (change: KitChange) => void) => {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
  };
}

/** Flags that a test may look at: nothing is pinned or superseded, everything is acknowledged, unless it says so. */
export function memoryFlags(): Omit<KitFlags, 'superseded'> & {
  pinned: Set<string>;
  read: Set<string>;
  nextMoved: string[];
  /** Of every document. */
  soundness: Soundness | null;
} {
  const pinned = new Set<string>();
  const read = new Set<string>();
  const flags = {
    pinned,
    read,
    nextMoved: [] as string[],
    soundness: null as Soundness | null,
    of: ({ id }: LiveKit) => ({
      pinned: pinned.has(id),
      superseded_by: null,
      acknowledged: read.has(id),
      opened_at: null,
      charts: null,
      changes: null as ReturnType<KitFlags['of']>['changes'],
      dates: [],
      soundness: flags.soundness,
    }),
    update: () => flags.nextMoved.splice(0),
    onChange: () => () => {},
    setPinned: (id: string, wanted: boolean) => void (wanted ? pinned.add(id) : pinned.delete(id)),
    acknowledge: ({ id }: LiveKit) => void read.add(id),
    acknowledgedAt: () => null,
    acknowledgements: (id: string) =>
      read.has(id)
        ? [
            {
              kit_id: id,
              at: 0,
              by: 'pilot',
              message: { code: '205', type: 'Warning', message: 'm' },
              document_sha256: null,
            },
          ]
        : [],
  };
  return flags;
}
