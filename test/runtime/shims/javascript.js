// @ts-check
/**
 * What the JavaScript of Electron 45 (V8 15) has and that of Electron 33 (V8 13.0) has not, as far as the app and PDF.js use
 * it. One script without imports or exports: it also goes, as text, in front of the page and of PDF.js's workers.
 */
(() => {
  /** @type {{ tripkitShims?: string[] }} */ (globalThis).tripkitShims = [
    .../** @type {{ tripkitShims?: string[] }} */ (globalThis.tripkitShims ?? []),
    'tripkit-shim:javascript',
  ];
  const put = (/** @type {object} */ target, /** @type {string} */ name, /** @type {unknown} */ value) => {
    if (target && !(name in target))
      Object.defineProperty(target, name, { value, writable: true, configurable: true, enumerable: false });
  };
  // The bundler lowers `using` to these two.
  put(Symbol, 'dispose', Symbol.for('Symbol.dispose'));
  put(Symbol, 'asyncDispose', Symbol.for('Symbol.asyncDispose'));
  for (const Collection of [Map, WeakMap]) {
    /** @this {any} */
    const getOrInsertComputed = function (/** @type {any} */ key, /** @type {any} */ make) {
      if (!this.has(key)) this.set(key, make(key));
      return this.get(key);
    };
    put(Collection.prototype, 'getOrInsertComputed', getOrInsertComputed);
    /** @this {any} */
    const getOrInsert = function (/** @type {any} */ key, /** @type {any} */ value) {
      return getOrInsertComputed.call(this, key, () => value);
    };
    put(Collection.prototype, 'getOrInsert', getOrInsert);
  }
  // Neumaier's sum: as exact as PDF.js's boxes need.
  put(Math, 'sumPrecise', (/** @type {Iterable<number>} */ items) => {
    let sum = 0;
    let rest = 0;
    for (const item of items) {
      const next = sum + item;
      rest += Math.abs(sum) >= Math.abs(item) ? sum - next + item : item - next + sum;
      sum = next;
    }
    return sum + rest;
  });
  /** @this {any} */
  const attempt = function (/** @type {any} */ work, /** @type {any[]} */ ...args) {
    return new this((/** @type {any} */ resolve) => resolve(work(...args)));
  };
  put(Promise, 'try', attempt);
  put(
    Error,
    'isError',
    (/** @type {unknown} */ value) => Object.prototype.toString.call(value) === '[object Error]',
  );
  put(RegExp, 'escape', (/** @type {string} */ text) => text.replace(/[\\^$.*+?()[\]{}|/-]/g, '\\$&'));
  put(Uint8Array, 'fromHex', (/** @type {string} */ text) =>
    Uint8Array.from(text.match(/../g) ?? [], (pair) => Number.parseInt(pair, 16)),
  );
  /** @this {Uint8Array} */
  const toHex = function () {
    let text = '';
    for (const byte of this) text += byte.toString(16).padStart(2, '0');
    return text;
  };
  put(Uint8Array.prototype, 'toHex', toHex);
  put(Uint8Array, 'fromBase64', (/** @type {string} */ text, { alphabet = 'base64' } = {}) => {
    const plain = alphabet === 'base64url' ? text.replaceAll('-', '+').replaceAll('_', '/') : text;
    return Uint8Array.from(atob(plain), (sign) => sign.charCodeAt(0));
  });
  /** @this {Uint8Array} */
  const toBase64 = function ({ alphabet = 'base64', omitPadding = false } = {}) {
    let text = '';
    for (let at = 0; at < this.length; at += 8192)
      text += String.fromCharCode(...this.subarray(at, at + 8192));
    text = btoa(text);
    if (alphabet === 'base64url') text = text.replaceAll('+', '-').replaceAll('/', '_');
    return omitPadding ? text.replace(/=+$/, '') : text;
  };
  put(Uint8Array.prototype, 'toBase64', toBase64);
})();
