/**
 * Stands in every shim, so that a test finds a bundle that holds one: each gives `tripkit-shim:` and its own name, as a string
 * that no bundler takes away.
 */
export function shim(name: string): void {
  const bundled: { tripkitShims?: string[] } = globalThis as never;
  bundled.tripkitShims = [...(bundled.tripkitShims ?? []), name];
}
