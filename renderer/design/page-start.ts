import type { PageStart } from '../../preload/contract.ts';

/**
 * What the main process wrote into the page for its first paint (main/electron/app-protocol.ts); null where there is no such page,
 * as in a test. It was checked there.
 */
export function readPageStart(): PageStart | null {
  const text = typeof document === 'undefined' ? undefined : document.documentElement.dataset.start;
  return text === undefined ? null : JSON.parse(text);
}
