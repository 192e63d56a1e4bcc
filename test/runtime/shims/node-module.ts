/** `node:module` with `registerHooks` (Node 22.15), as much of it as main/store/ needs: what `require` resolves to. */
import Module from 'node:module';
import { shim } from './marker.ts';

shim('tripkit-shim:node-module');

export { builtinModules, createRequire } from 'node:module';

type Resolve = (
  specifier: string,
  context: object,
  next: (specifier: string) => { url: string },
) => { url: string };

export function registerHooks({ resolve }: { resolve: Resolve }): { deregister(): void } {
  const internals = Module as unknown as { _resolveFilename(request: string, ...rest: unknown[]): string };
  const own = internals._resolveFilename;
  internals._resolveFilename = function resolveFilename(this: unknown, request, ...rest) {
    const { url } = resolve(request, {}, (specifier) => ({ url: own.call(this, specifier, ...rest) }));
    // require() knows Node's modules by their bare names.
    return url.startsWith('node:') && url !== request ? url.slice('node:'.length) : url;
  };
  return {
    deregister() {
      internals._resolveFilename = own;
    },
  };
}
