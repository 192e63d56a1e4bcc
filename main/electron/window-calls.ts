import type { DomainCalls } from '../host/call-map.ts';
import type { IpcContext } from '../start/ipc-context.ts';

export type WindowCallsDeps = Pick<IpcContext, 'windows'> & { engine: Pick<IpcContext['engine'], 'get'> };

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
