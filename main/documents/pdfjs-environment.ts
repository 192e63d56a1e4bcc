/**
 * Import this before pdf.js, only in worker threads: it replaces modules that pdf.js loads at its start in Node and that
 * opening a document does not need. pdf.js would load a native canvas (`@napi-rs/canvas`, 34 MB) for the DOMMatrix and Path2D
 * that only drawing uses, and print warnings to standard output if they are missing.
 */
import { registerHooks } from 'node:module';

registerHooks({
  resolve(specifier, context, next) {
    if (specifier !== '@napi-rs/canvas') return next(specifier, context);
    // Any built-in module works: it exists, and exports neither DOMMatrix nor Path2D.
    return { url: 'node:path', format: 'builtin', shortCircuit: true };
  },
});

class NotForDrawing {
  constructor() {
    throw new TypeError('a worker draws nothing');
  }
}
Object.assign(globalThis, { DOMMatrix: NotForDrawing, Path2D: NotForDrawing });
