import type { DomainCalls } from '../host/call-map.ts';
import type { KitEngine } from '../kits/kit-engine.ts';
import type { WindowActions } from './window-actions.ts';

export interface WindowCallsDeps {
  /** The viewer's windows, for the calling window (main/electron/viewer-windows.ts). */
  windows: WindowActions;
  engine: Pick<KitEngine, 'get'>;
}

/** Calls of the domain `windows`. */
export function windowCalls({ engine, windows }: WindowCallsDeps): DomainCalls<'windows'> {
  return {
    open: (request) => {
      engine.get(request.kit_id);
      return windows.open(request);
    },
    show: (kit_id, page) => windows.show(kit_id, page),
    holds: (kit_ids) => windows.holds(kit_ids),
    library: (command) => windows.library(command),
    close: () => windows.close(),
  };
}
