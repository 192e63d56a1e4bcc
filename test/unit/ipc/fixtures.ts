import type { Log } from '../../../main/common/log.ts';
import type { InvokeEvent, InvokePort } from '../../../main/ipc/handle.ts';
import type { KitMarkKeeper } from '../../../main/ipc/kit-calls.ts';
import type { KitChange, KitEngine, LiveKit } from '../../../main/kits/kit-engine.ts';
import type { Result } from '../../../preload/contract.ts';

export { KIT_ID, liveKit } from '../../kits.ts';

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

export const appSender: InvokeEvent = { senderFrame: { url: 'app://tripkit/index.html', parent: null } };

/** An ipcMain that a test calls as a page would. */
export function memoryPort(): InvokePort & {
  channels(): string[];
  invoke(channel: string, ...args: unknown[]): Promise<Result<unknown>>;
} {
  const handlers = new Map<string, (event: InvokeEvent, ...args: unknown[]) => Promise<unknown>>();
  return {
    handle: (channel, listener) => void handlers.set(channel, listener),
    channels: () => [...handlers.keys()].sort(),
    invoke: (channel, ...args) => {
      const handler = handlers.get(channel);
      if (!handler) throw new Error(`No handler for ${channel}.`);
      return handler(appSender, ...args) as Promise<Result<unknown>>;
    },
  };
}

/** An engine whose members a test gives; the others refuse. */
export function engineOf(parts: Partial<KitEngine>): KitEngine {
  return new Proxy(parts as KitEngine, {
    get(target, key) {
      if (key in target) return Reflect.get(target, key);
      throw new Error(`The test has no engine.${String(key)}.`);
    },
  });
}

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

/** Marks that a test may look at: nothing is pinned or superseded, everything is acknowledged, unless it says so. */
export function memoryMarks(): KitMarkKeeper & {
  pinned: Set<string>;
  read: Set<string>;
  nextMoved: string[];
} {
  const pinned = new Set<string>();
  const read = new Set<string>();
  const marks = {
    pinned,
    read,
    nextMoved: [] as string[],
    of: ({ id }: LiveKit) => ({
      pinned: pinned.has(id),
      superseded_by: null,
      acknowledged: read.has(id),
      opened_at: null,
    }),
    moved: () => marks.nextMoved.splice(0),
    onMarked: () => () => {},
    setPinned: (id: string, wanted: boolean) => void (wanted ? pinned.add(id) : pinned.delete(id)),
    acknowledge: ({ id }: LiveKit) => void read.add(id),
    acknowledgements: (id: string) =>
      read.has(id)
        ? [
            {
              at: 0,
              by: 'pilot',
              message: { code: '205', type: 'Warning', message: 'm' },
              document_sha256: null,
            },
          ]
        : [],
  };
  return marks;
}
