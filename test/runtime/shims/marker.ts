/**
 * Stands in every shim, so that a test finds a bundle that holds one. Each names what it is for, as a string that no
 * bundler takes away.
 */
export function shim(name: string): void {
  const bundled: { tripkitShims?: string[] } = globalThis as never;
  bundled.tripkitShims = [...(bundled.tripkitShims ?? []), `tripkit-shim:${name}`];
}
