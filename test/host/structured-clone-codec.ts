/**
 * Values between the page and the host's main process, as JSON text, with the semantics of structured clone, which is
 * what Electron's IPC uses (Electron docs, "ipcRenderer.invoke"): undefined, dates, typed arrays, maps, cycles live; a
 * function is refused; a prototype is lost.
 *
 * Both functions run in the page too, where their source text goes: they use nothing outside themselves.
 */

/** @throws Error "An object could not be cloned." for what structured clone refuses, as Electron does */
export function encode(input: unknown): string {
  let root: unknown;
  try {
    root = structuredClone(input);
  } catch {
    throw new Error('An object could not be cloned.');
  }
  const table: unknown[] = [];
  const seen = new Map<object, number>();
  const base64 = (buffer: ArrayBuffer, from: number, length: number): string => {
    let text = '';
    for (const byte of new Uint8Array(buffer, from, length)) text += String.fromCharCode(byte);
    return btoa(text);
  };
  const value = (item: unknown): unknown => {
    if (item === null || typeof item === 'string' || typeof item === 'boolean') return item;
    if (item === undefined) return { t: 'u' };
    if (typeof item === 'bigint') return { t: 'b', v: String(item) };
    if (typeof item === 'number') {
      return Number.isFinite(item) && !Object.is(item, -0)
        ? item
        : { t: 'n', v: Object.is(item, -0) ? '-0' : String(item) };
    }
    return { t: 'r', v: reference(item as object) };
  };
  const reference = (item: object): number => {
    const known = seen.get(item);
    if (known !== undefined) return known;
    const index = table.push(null) - 1;
    seen.set(item, index);
    table[index] = describe(item);
    return index;
  };
  const describe = (item: object): unknown[] => {
    if (Array.isArray(item))
      return ['array', item.length, Object.entries(item).map(([k, v]) => [k, value(v)])];
    if (item instanceof Date) return ['date', value(item.getTime())];
    if (item instanceof RegExp) return ['regexp', item.source, item.flags];
    if (item instanceof Map) return ['map', [...item].map(([k, v]) => [value(k), value(v)])];
    if (item instanceof Set) return ['set', [...item].map(value)];
    if (item instanceof Error) return ['error', item.name, item.message];
    if (item instanceof ArrayBuffer) return ['buffer', base64(item, 0, item.byteLength)];
    if (ArrayBuffer.isView(item)) {
      return [
        'view',
        item.constructor.name,
        base64(item.buffer as ArrayBuffer, item.byteOffset, item.byteLength),
      ];
    }
    if (Object.getPrototypeOf(item) !== Object.prototype) {
      throw new Error(`The Chromium window host does not carry a ${item.constructor.name}.`);
    }
    return ['object', Object.entries(item).map(([k, v]) => [k, value(v)])];
  };
  return JSON.stringify({ root: value(root), table });
}

/** The value that `encode` was given. */
export function decode(text: string): unknown {
  const { root, table } = JSON.parse(text) as { root: unknown; table: unknown[][] };
  const built: unknown[] = [];
  const bytes = (base64: string): Uint8Array => Uint8Array.from(atob(base64), (c) => c.charCodeAt(0));
  const value = (item: unknown): unknown => {
    if (typeof item !== 'object' || item === null) return item;
    const { t, v } = item as { t: string; v: unknown };
    if (t === 'u') return undefined;
    if (t === 'b') return BigInt(v as string);
    if (t === 'n') return Number(v);
    return object(v as number);
  };
  const object = (index: number): unknown => {
    if (index in built) return built[index];
    const [kind, first, second] = table[index] as [string, never, never];
    const fill = <T>(target: T, more: (target: T) => void): T => {
      built[index] = target;
      more(target);
      return target;
    };
    const pairs = (entries: [unknown, unknown][], set: (key: unknown, item: unknown) => void) => {
      for (const [key, item] of entries) set(key, value(item));
    };
    // defineProperty, because a key may be __proto__.
    const define = (target: object) => (key: unknown, item: unknown) => {
      Object.defineProperty(target, key as string, {
        value: item,
        writable: true,
        enumerable: true,
        configurable: true,
      });
    };
    switch (kind) {
      case 'array':
        return fill(new Array(first), (target) => pairs(second, define(target)));
      case 'object':
        return fill({}, (target) => pairs(first, define(target)));
      case 'map':
        return fill(new Map(), (target) => pairs(first, (key, item) => target.set(value(key), item)));
      case 'set':
        return fill(new Set(), (target) => {
          for (const item of first as unknown[]) target.add(value(item));
        });
      case 'date':
        return fill(new Date(value(first) as number), () => {});
      case 'regexp':
        return fill(new RegExp(first, second), () => {});
      case 'error':
        return fill(new Error(second), (target) => {
          if (target.name !== first) define(target)('name', first);
        });
      case 'buffer':
        return fill(bytes(first).buffer, () => {});
      default: {
        const { buffer } = bytes(second);
        const View = Reflect.get(globalThis, first) as new (buffer: ArrayBufferLike) => unknown;
        return fill(new View(buffer), () => {});
      }
    }
  };
  return value(root);
}
