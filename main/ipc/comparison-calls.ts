import { TripKitError } from '../common/errors.ts';
import type { DomainCalls } from './call-map.ts';
import type { IpcContext } from './ipc-context.ts';

export type ComparisonCallsDeps = { engine: Pick<IpcContext['engine'], 'get'> };

/** Calls of the domain `comparison`. */
export function comparisonCalls({ engine }: ComparisonCallsDeps): DomainCalls<'comparison'> {
  const of = (old_id: string, new_id: string) => {
    engine.get(old_id);
    engine.get(new_id);
    return { old_id, new_id, state: 'waiting' as const, done: 0, why: null, pages: [] };
  };
  const noSuchMark = () => new TripKitError('config', 'This mark waits no longer. Nothing was changed.');
  return {
    of,
    review: of,
    waitingMarks: () => [],
    acceptMark: () => {
      throw noSuchMark();
    },
    declineMark: () => {
      throw noSuchMark();
    },
  };
}
