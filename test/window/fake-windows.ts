/** The fake's other windows: what this one asks of them, and what a test has them say. */
import type { ViewerRequest } from '../../preload/contract.ts';
import type { FakeBridge } from './fake-bridge.ts';
import { type Named, ok } from './fake-setup.ts';

type WindowEvent = 'elsewhere' | 'returned';

export interface FakeWindows {
  /** Kits that were asked for in a window of their own. */
  requests: ViewerRequest[];
  /** Kits whose windows were asked to the front, with the page. */
  shown: [kitId: string, page: number | null][];
  /** What this window last said to have open. */
  held: readonly string[];
  /** What the library's window was asked to do. */
  library: (string | null)[];
  /** The next kit that is asked for is open elsewhere, as the main process finds. */
  answer: 'opened' | 'shown';
  /** As an event would say. */
  say(event: WindowEvent, kitIds: string[]): void;
}

export function createFakeWindows(named: Named): { domain: FakeBridge['windows']; windows: FakeWindows } {
  const listeners = new Map<WindowEvent, Set<(kitIds: string[]) => void>>();
  const windows: FakeWindows = {
    requests: [],
    shown: [],
    held: [],
    library: [],
    answer: 'opened',
    say(event, kitIds) {
      for (const listener of listeners.get(event) ?? []) listener(kitIds);
    },
  };
  const domain: FakeBridge['windows'] = {
    open: named('windows.open', (request) => {
      windows.requests.push(request);
      return ok(windows.answer);
    }),
    show: named('windows.show', (kitId, page) => {
      windows.shown.push([kitId, page]);
      return ok(true);
    }),
    holds: named('windows.holds', (kitIds) => {
      windows.held = kitIds;
      return ok(null);
    }),
    library: named('windows.library', (command) => {
      windows.library.push(command);
      return ok(null);
    }),
    close: named('windows.close', () => ok(null)),
    on: (name, listener) => {
      const heard = listeners.get(name) ?? new Set();
      listeners.set(name, heard);
      const hears = listener as (kitIds: string[]) => void;
      heard.add(hears);
      return () => heard.delete(hears);
    },
  };
  return { domain, windows };
}
