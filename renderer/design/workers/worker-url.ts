/**
 * The one Trusted Types policy of our pages: it turns the paths of the app's own workers into addresses that `new Worker` takes,
 * and nothing else. Made when this module loads, and there can be no second one of its name (W3C, Trusted Types).
 */

/** As much of Trusted Types as is used; TypeScript's DOM knows none. */
interface TrustedTypes {
  createPolicy(
    name: string,
    rules: { createScriptURL(path: string): string },
  ): { createScriptURL(path: string): unknown };
}

/** Scripts that the build makes, and PDF.js's two workers. */
const OURS = /^\/(?:assets\/[\w.-]+\.js|pdfjs\/pdf\.(?:worker|renderer)\.min\.mjs)$/;

const rules = {
  createScriptURL: (path: string): string => {
    const { origin, pathname } = new URL(path, document.baseURI);
    if (origin !== location.origin || !OURS.test(pathname)) throw new TypeError('There is no such worker.');
    return new URL(pathname, document.baseURI).href;
  },
};
const types: TrustedTypes | undefined = Reflect.get(globalThis, 'trustedTypes');
/** Its name stands in the policies of the app's pages (main/electron/app-protocol.ts). */
const policy = types?.createPolicy('workers', rules) ?? rules;

/**
 * The address of a worker of ours, for `new Worker`.
 * @throws TypeError where the path leads to none
 */
export function workerUrl(path: string): string {
  // A TrustedScriptURL, which TypeScript doesn't know: `new Worker` takes it as it is.
  return policy.createScriptURL(path) as string;
}
