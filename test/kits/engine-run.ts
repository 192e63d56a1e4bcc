/** The engine on a service that follows a script, with a clock that the test moves on. */
import { silentLog } from '../../main/common/log.ts';
import { createKitEngine, type EngineDeps } from '../../main/kits/engine.ts';
import { MemoryKitStore } from '../../main/store/kit-store.ts';
import { VirtualClock } from '../virtual-clock.ts';
import { MemoryDocuments, type Script, scriptedService } from './fake-service.ts';

export function engineRun(script: Script = {}, change: Partial<EngineDeps> = {}) {
  const clock = new VirtualClock();
  const store = new MemoryKitStore();
  const documents = new MemoryDocuments();
  let ids = 0;
  const deps: EngineDeps = {
    ...{ store, documents, clock, log: silentLog, random: () => 0.5 },
    serviceOf: async () => scriptedService(script),
    limitsOf: () => ({ parallel_requests: 2, parallel_downloads: 1 }),
    newId: () => `kit-${++ids}`,
    patience: { deadline_ms: 600_000, max_failures: 7, outages_stop_the_clock: false },
    ...change,
  };
  return { clock, store, documents, deps, engine: createKitEngine(deps) };
}
