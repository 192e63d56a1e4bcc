/**
 * Imported before pdf.js, in worker threads only: what pdf.js looks for at its start in Node and what opening a
 * document does not need. It would load a native canvas (`@napi-rs/canvas`, 34 MB) for the DOMMatrix and Path2D that
 * only drawing uses, and print warnings to standard output where it finds none.
 */
import { registerHooks } from 'node:module';

registerHooks({
  resolve(specifier, context, next) {
    if (specifier !== '@napi-rs/canvas') return next(specifier, context);
    // Any built-in module will do: it exports neither DOMMatrix nor Path2D, and is there.
    return { url: 'node:path', format: 'builtin', shortCircuit: true };
  },
});

class NotForDrawing {
  constructor() {
    throw new TypeError('a worker draws nothing');
  }
}
Object.assign(globalThis, { DOMMatrix: NotForDrawing, Path2D: NotForDrawing });
